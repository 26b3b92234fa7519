// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of facts in docs/INTERFACE.md are generated from the table of facts and the words of
 * facts_docs.h.
 *
 *   test_facts_docs           is the page up to date?
 *   test_facts_docs --print   write the page
 */
#include <stdio.h>
#include <stdlib.h>

#include "facts_docs.h"
#include "page.h"
#include "tap.h"

#define PAGE	"../../docs/INTERFACE.md"

static const char begin[] =
	"<!-- Made from kmod/core/facts.c and tests/host/facts_docs.h by `make docs`. -->\n";
static const char end[] = "<!-- End of what `make docs` makes. -->\n";

/* The values that names can have. */
static void put_names(FILE *out, const struct pa_fact *f)
{
	const char *comma = "";
	unsigned int i;

	/* ABIs are in the text. */
	if (!f->names || f->names->count > 8)
		return;
	fputs(": ", out);
	for (i = 0; i < f->names->count; i++) {
		if (!f->names->name[i].text)
			continue;
		fprintf(out, "%s`%s`", comma, f->names->name[i].text);
		comma = ", ";
	}
}

static const char *type_of(const struct pa_fact *f)
{
	switch (f->kind) {
	case PA_FACT_WIDE:
	case PA_FACT_CALLERS:
		return "digits";
	case PA_FACT_BOOL:
	case PA_FACT_TRI:
	case PA_FACT_FLAG:
		return "bool";
	case PA_FACT_NAME:
		return "name";
	case PA_FACT_NAMES:
		return "names";
	case PA_FACT_RANGES:
		return "ranges";
	case PA_FACT_STRING:
		return "string";
	default:
		return "number";
	}
}

static void put_table(FILE *out, const struct facts_doc *d)
{
	unsigned int i;

	fprintf(out, "\n`%s`: %s\n\n| key | | type | in the kernel |\n| --- | --- | --- | --- |\n",
		d->where, d->what);
	for (i = 0; i < d->n && i < d->list->count; i++) {
		fprintf(out, "| `%s` | %s", d->doc[i].key, d->doc[i].what);
		put_names(out, &d->list->fact[i]);
		fprintf(out, " | %s | %s%s%s |\n", type_of(&d->list->fact[i]),
			strchr(d->doc[i].from, ' ') ? "" : "`", d->doc[i].from,
			strchr(d->doc[i].from, ' ') ? "" : "`");
	}
}

static char *made_from(const char *have)
{
	const char *from = strstr(have, begin);
	const char *to = from ? strstr(from, end) : NULL;
	char *text = NULL;
	unsigned int i;
	size_t len;
	FILE *out;

	if (!to)
		return NULL;
	out = open_memstream(&text, &len);
	if (!out)
		return NULL;
	fwrite(have, 1, from + strlen(begin) - have, out);
	for (i = 0; i < ARRAY_SIZE(facts_docs); i++)
		put_table(out, &facts_docs[i]);
	fprintf(out, "\n%s", to);
	fclose(out);
	return text;
}

int main(int argc, char **argv)
{
	static char have[1 << 17];
	char *want;

	page_read(have, sizeof(have), PAGE);
	want = made_from(have);
	if (page_print(argc, argv, want)) {
		free(want);
		return !want;
	}
	if (ok(want, "%s has the facts where they are looked for", PAGE))
		ok(!strcmp(have, want), "they are what \"make docs\" writes");
	free(want);
	return tap_end();
}
