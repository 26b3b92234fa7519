// SPDX-License-Identifier: GPL-2.0
/* perfattr show N...: everything about some calls. */

#include "common/output.h"
#include "ui/ui.h"

/* The requested numbers, those that were found, and the function that prints the records. */
struct wanted {
	const struct options *opt;
	const char *command;
	record_fn fn;
	void *arg;
	uint64_t (*range)[2];
	unsigned long *found;
	int n;
	uint64_t least, most;
	bool silent;
};

/* "12", "#12", "12-15" */
static void parse_range(const char *command, const char *word, uint64_t range[2])
{
	const char *p = word + (*word == '#');
	char first[24];
	size_t len = strcspn(p, "-");

	snprintf(first, sizeof(first), "%.*s", (int)len, p);
	if (len >= sizeof(first) || !parse_u64(first, &range[0]))
		die("%s takes numbers of records as the list has them (12, #12, 12-15), not \"%s\"",
		    command, word);
	range[1] = range[0];
	p += len;
	if (*p && (!parse_u64(p + 1 + (p[1] == '#'), &range[1]) || range[1] < range[0]))
		die("%s takes ranges as 12-15, not \"%s\"", command, word);
}

static bool show_record(struct record *r, const char *event, void *arg)
{
	struct wanted *w = arg;
	bool shown = w->silent;
	int i;

	if (!r)
		return true;
	if (!w->least || r->seq < w->least)
		w->least = r->seq;
	if (r->seq > w->most)
		w->most = r->seq;
	for (i = 0; i < w->n; i++) {
		if (r->seq < w->range[i][0] || r->seq > w->range[i][1])
			continue;
		w->found[i]++;
		if (!shown)
			w->fn(r, event, w->arg);
		shown = true;
	}
	return !ferror(stdout);
}

/*
 * Shows the module's records of these numbers, and makes no text of other records. Returns false if
 * one is missing: then all are read, to say which there are.
 */
static bool show_part(const struct options *opt, struct wanted *w)
{
	uint64_t from = UINT64_MAX, before = 0;
	const int forever = -1;
	struct source src;
	bool all = true;
	int i;

	for (i = 0; i < w->n; i++) {
		if (w->range[i][0] < from)
			from = w->range[i][0];
		if (w->range[i][1] >= before)
			before = w->range[i][1] + (w->range[i][1] < UINT64_MAX);
	}
	if (opt->have_last || !source_part(&src, opt, from, before))
		return false;
	output_start();
	records_from(&src, opt, show_record, w, &forever);
	source_close(&src);
	for (i = 0; i < w->n; i++)
		all &= w->found[i] > 0;
	w->silent = true;
	return all;
}

/**
 * is_record_number() - return true for the number of a record, or of several: "12", "#12", "12-15"
 * @word: an argument
 */
bool is_record_number(const char *word)
{
	return *word && strspn(word, "#-0123456789") == strlen(word) && strcmp(word, "-");
}

/**
 * numbered_records() - call a function for the records that have these numbers
 * @opt:     options
 * @command: name of the command
 * @words:   the numbers
 * @n:       how many words
 * @fn:      called with each record once
 * @arg:     passed on
 *
 * Says on standard error which there are not.
 *
 * Return: the status: 1 if one is missing.
 */
int numbered_records(const struct options *opt, const char *command, char **words, int n,
		     record_fn fn, void *arg)
{
	struct wanted w = { .opt = opt, .command = command, .fn = fn, .arg = arg, .n = n };
	int i, missing = 0;

	w.range = must(calloc(n, sizeof(*w.range)));
	w.found = must(calloc(n, sizeof(*w.found)));
	for (i = 0; i < n; i++)
		parse_range(command, words[i], w.range[i]);
	term_pager(opt);
	if (!show_part(opt, &w))
		each_record(opt, show_record, &w);
	for (i = 0; w.most && i < n; i++) {
		if (w.found[i])
			continue;
		warn("there is no record %s: the first is #%ju, the last #%ju", words[i],
		     (uintmax_t)w.least, (uintmax_t)w.most);
		missing = 1;
	}
	missing |= !w.most;
	free(w.range);
	free(w.found);
	return missing;
}

static bool print(struct record *r, const char *event, void *arg)
{
	const struct options *opt = arg;

	if (opt->layout) {
		layout_put(r, opt);
		return true;
	}
	print_record(r, opt);
	if (!opt->json)
		layout_put_short(r);
	return true;
}

int cmd_show(struct options *opt, int argc, char **argv)
{
	if (!argc)
		die("show takes the numbers of records, as the list has them: perfattr show 12");
	return numbered_records(opt, "show", argv, argc, print, opt);
}
