// SPDX-License-Identifier: GPL-2.0
/* perfattr show N...: everything about some calls. */
#include <stdlib.h>
#include <string.h>

#include "show/show.h"

/* The requested numbers, and which were found. */
struct wanted {
	const struct options *opt;
	uint64_t (*range)[2];
	unsigned long *found;
	int n;
	uint64_t least, most;
};

/* "12", "#12", "12-15" */
static void parse_range(const char *word, uint64_t range[2])
{
	const char *p = word + (*word == '#');
	char first[24];
	size_t len = strcspn(p, "-");

	snprintf(first, sizeof(first), "%.*s", (int)len, p);
	if (len >= sizeof(first) || !parse_u64(first, &range[0]))
		die("show takes numbers of records as the list has them (12, #12, 12-15), not \"%s\"",
		    word);
	range[1] = range[0];
	p += len;
	if (*p && (!parse_u64(p + 1 + (p[1] == '#'), &range[1]) || range[1] < range[0]))
		die("show takes ranges as 12-15, not \"%s\"", word);
}

static bool show_record(struct record *r, const char *event, void *arg)
{
	struct wanted *w = arg;
	bool shown = false;
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
			block_record(stdout, r, w->opt);
		shown = true;
	}
	return !ferror(stdout);
}

int cmd_show(struct options *opt, int argc, char **argv)
{
	struct wanted w = { .opt = opt, .n = argc };
	int i, missing = 0;

	if (!argc)
		die("show takes the numbers of records, as the list has them: perfattr show 12");
	w.range = must(calloc(argc, sizeof(*w.range)));
	w.found = must(calloc(argc, sizeof(*w.found)));
	for (i = 0; i < argc; i++)
		parse_range(argv[i], w.range[i]);
	term_pager(opt);
	each_record(opt, show_record, &w);
	for (i = 0; w.most && i < argc; i++) {
		if (w.found[i])
			continue;
		warn("there is no record %s: the first is #%ju, the last #%ju", argv[i],
		     (uintmax_t)w.least, (uintmax_t)w.most);
		missing = 1;
	}
	missing |= !w.most;
	free(w.range);
	free(w.found);
	return missing;
}
