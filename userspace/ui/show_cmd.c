// SPDX-License-Identifier: GPL-2.0
/* perfattr show N...: everything about some calls. */

#include "common/output.h"
#include "ui/ui.h"

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
	struct numbers w = { .n = n };
	struct options chosen = *opt;
	int i, missing = 0;

	w.range = must(calloc(n, sizeof(*w.range)));
	w.found = must(calloc(n, sizeof(*w.found)));
	for (i = 0; i < n; i++)
		parse_range(command, words[i], w.range[i]);
	term_pager(opt);
	chosen.numbers = &w;
	each_record(&chosen, fn, arg);
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

static bool print(struct record *r, void *arg)
{
	const struct options *opt = arg;

	if (!r)
		return true;
	if (opt->layout)
		layout_put(r, opt);
	else
		print_record(r, opt);
	if (!opt->layout && !opt->json)
		layout_put_short(r);
	return !ferror(stdout);
}

int cmd_show(struct options *opt, int argc, char **argv)
{
	if (!argc)
		die("show takes the numbers of records, as the list has them: perfattr show 12");
	return numbered_records(opt, "show", argv, argc, print, opt);
}
