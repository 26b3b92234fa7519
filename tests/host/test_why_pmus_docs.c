// SPDX-License-Identifier: GPL-2.0
/*
 * The table of drivers in docs/pmus.md is generated from kmod/core/why/traits.c.
 *
 *   test_why_pmus_docs           is the committed page up to date?
 *   test_why_pmus_docs --print   write the page
 */
#include <stdio.h>
#include <stdlib.h>

#include "tap.h"
#include "core/names.h"
#include "core/why/traits.h"

#define PAGE	"../../docs/pmus.md"

static const char begin[] = "<!-- Made from kmod/core/why/traits.c by `make docs`. -->\n";
static const char end[] = "<!-- End of what `make docs` makes. -->\n";

/*
 * Drivers that tests/pmus/drivers.t was seen to pass with, on some machine; ends with NULL. All
 * others were only read.
 */
static const char * const run[] = { NULL };

static bool was_run(const struct pa_traits *t)
{
	unsigned int i;

	if (t->module && !strcmp(t->module, "intel_rapl_common"))
		return false;
	for (i = 0; run[i]; i++)
		if (!strcmp(t->init, run[i]))
			return true;
	return false;
}

static void put_errno(FILE *out, u8 err)
{
	fprintf(out, " | %s", err ? pa_errno_name(err)->text : "");
}

static void put_config(FILE *out, const struct pa_traits *t)
{
	fputs(" | ", out);
	if (t->takes)
		fprintf(out, "bits %#llx", (unsigned long long)t->takes);
	if (t->may_take)
		fprintf(out, ", some %#llx", (unsigned long long)t->may_take);
	if (t->takes && t->last)
		fputs("; ", out);
	if (t->last || t->events)
		fprintf(out, "%u to %u", t->first, t->last);
}

static void put_more(FILE *out, const struct pa_traits *t)
{
	static const struct {
		u16 bit;
		const char *text;
	} words[] = {
		{ PA_TRAIT_GROUPS, "groups" }, { PA_TRAIT_EVENTS, "events" },
		{ PA_TRAIT_PERIOD, "needs a period" }, { PA_TRAIT_NO_FREQ, "no frequency" },
		{ PA_TRAIT_NO_IDLE, "exclude_idle" }, { PA_TRAIT_KERNEL, "exclude_kernel" },
		{ PA_TRAIT_EXCLUDES, "exclude_*" },
	};
	const char *sep = " | ";
	unsigned int i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!(t->more & words[i].bit))
			continue;
		fprintf(out, "%s%s", sep, words[i].text);
		sep = ", ";
	}
	if (t->branches) {
		fprintf(out, "%sbranch stacks", sep);
		sep = ", ";
	}
	if (t->not_served) {
		fprintf(out, "%scpus (`%s`)", sep, t->cpus);
		sep = ", ";
	}
	if (t->private) {
		fprintf(out, "%sprivileges", sep);
		sep = ", ";
	}
	if (sep[1] == '|')
		fputs(" |", out);
}

static void put_row(FILE *out, const struct pa_traits *t)
{
	fprintf(out, "| `%s`", t->init);
	if (t->pmu)
		fprintf(out, " of %s", t->pmu);
	if (t->module)
		fprintf(out, " in %s", t->module);
	put_errno(out, t->samples);
	put_errno(out, t->task);
	put_errno(out, t->any_cpu);
	put_config(out, t);
	put_more(out, t);
	fprintf(out, " | %s%s |\n", was_run(t) ? "run" : "read",
		t->more & PA_TRAIT_WHOLE ? ", whole" : "");
}

static void put_table(FILE *out)
{
	const struct pa_traits *t;
	u8 i;

	fputs("\n| event_init() | sampling | task | no cpu | config | also checks | seen |\n"
	      "| --- | --- | --- | --- | --- | --- | --- |\n", out);
	for (i = 1; (t = pa_traits_number(i)); i++)
		put_row(out, t);
	fputc('\n', out);
}

/* The page @have with the table as it should be; NULL if its marks are not there. */
static char *made_from(const char *have)
{
	const char *from = strstr(have, begin);
	const char *to = from ? strstr(from, end) : NULL;
	char *text = NULL;
	size_t len;
	FILE *out;

	if (!to)
		return NULL;
	out = open_memstream(&text, &len);
	if (!out)
		return NULL;
	fwrite(have, 1, (size_t)(from - have), out);
	fputs(begin, out);
	put_table(out);
	fputs(to, out);
	fclose(out);
	return text;
}

int main(int argc, char **argv)
{
	static char have[1 << 16];
	FILE *in = fopen(PAGE, "r");
	char *want;

	if (in) {
		have[fread(have, 1, sizeof(have) - 1, in)] = 0;
		fclose(in);
	}
	want = made_from(have);
	if (!want) {
		fputs("docs/pmus.md has not the two marks around its table\n", stderr);
		return 1;
	}
	if (argc > 1 && !strcmp(argv[1], "--print")) {
		fputs(want, stdout);
		free(want);
		return 0;
	}
	ok(!strcmp(have, want), "docs/pmus.md has the table that \"make docs\" writes");
	free(want);
	return tap_end();
}
