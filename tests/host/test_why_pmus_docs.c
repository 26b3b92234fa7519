// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of drivers in docs/pmus.md are generated from userspace/rules/traits.c, and from the
 * list of what was run, below.
 *
 *   test_why_pmus_docs           is the committed page up to date?
 *   test_why_pmus_docs --print   write the page
 */
#include <stdio.h>
#include <stdlib.h>

#include "page.h"
#include "tap.h"
#include "core/names.h"
#include "rules/traits.h"

#define PAGE	"../../docs/pmus.md"

static const char begin[] = "<!-- Made from userspace/rules/traits.c by `make docs`. -->\n";
static const char end[] = "<!-- End of what `make docs` makes. -->\n";

/**
 * struct seen - a driver that was called, and on which machines each answer was as its row says
 * @init: its event_init()
 * @pmu:  pa_traits.pmu of the row
 * @on:   machines of tests/pmus/drivers.t, or kernels of tests/guest/why-drivers.t
 *
 * To be added when these tests were seen to pass there. Rows without one were only read.
 */
struct seen {
	const char *init;
	const char *pmu;
	const char *on;
};

#define CSTATE_MACHINES	"nehalem, haswell, kabylake, skylake-x, icelake-x, sapphire-rapids, " \
	"alderlake, tremont (6.1)"

static const struct seen seen[] = {
	{ "msr_event_init", NULL, "14 machines, core2 to zen4 (6.1)" },
	{ "rapl_pmu_event_init", NULL,
	  "haswell, kabylake, sapphire-rapids, alderlake, zen, zen3, zen4 (6.1)" },
	{ "cstate_pmu_event_init", "cstate_core", CSTATE_MACHINES },
	{ "cstate_pmu_event_init", NULL, CSTATE_MACHINES },
	{ "uncore_pmu_event_init", NULL,
	  "nehalem, haswell, kabylake, skylake-x, icelake-x, alderlake, tremont (6.1)" },
	{ "perf_ibs_init", "ibs_fetch", "k10, zen, zen3, zen4 (6.1)" },
	{ "perf_ibs_init", NULL, "k10, zen, zen3, zen4 (6.1)" },
	{ "amd_uncore_event_init", NULL, "zen, zen3, zen4 (6.1)" },
};

/* The PMUs of cpus, whose rules are not in the table of traits. */
static const struct {
	const char *pmu;
	const char *init;
	const char *seen;
} cpu_pmus[] = {
	{ "cpu of Intel", "x86_pmu_event_init",
	  "core2, nehalem, haswell, kabylake, skylake-x, icelake-x, sapphire-rapids, "
	  "tremont (6.1)" },
	{ "cpu of AMD", "x86_pmu_event_init",
	  "k10, zen, zen3, zen4 (6.1); forwarding to IBS also on a stand-in" },
	{ "cpu_core, cpu_atom", "x86_pmu_event_init",
	  "alderlake (6.1); that a cpu is not served also on a stand-in" },
	{ "armv8_pmuv3", "armpmu_event_init", "in arm64 guests (6.1)" },
};

static const char *seen_on(const struct pa_traits *t)
{
	unsigned int i;

	if (t->module && !strcmp(t->module, "intel_rapl_common"))
		return NULL;
	for (i = 0; i < sizeof(seen) / sizeof(seen[0]); i++)
		if (!strcmp(t->init, seen[i].init) &&
		    (t->pmu ? seen[i].pmu && !strcmp(t->pmu, seen[i].pmu) : !seen[i].pmu))
			return seen[i].on;
	return NULL;
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
	const char *on = seen_on(t);

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
	fprintf(out, " | %s%s |\n", t->more & PA_TRAIT_WHOLE ? "whole; " : "",
		on ? on : "read");
}

static void put_cpu_pmus(FILE *out)
{
	unsigned int i;

	fputs("\n| PMU of the cpu | event_init() | seen |\n| --- | --- | --- |\n", out);
	for (i = 0; i < sizeof(cpu_pmus) / sizeof(cpu_pmus[0]); i++)
		fprintf(out, "| %s | `%s` | %s |\n", cpu_pmus[i].pmu, cpu_pmus[i].init,
			cpu_pmus[i].seen);
}

static void put_table(FILE *out)
{
	const struct pa_traits *t;
	u8 i;

	fputs("\n| event_init() | sampling | task | no cpu | config | also checks | seen |\n"
	      "| --- | --- | --- | --- | --- | --- | --- |\n", out);
	for (i = 1; (t = pa_traits_number(i)); i++)
		put_row(out, t);
	put_cpu_pmus(out);
	fputc('\n', out);
}

int main(int argc, char **argv)
{
	static void (*const put[])(FILE *out) = { put_table };
	static char have[1 << 16];
	char *want;

	page_read(have, sizeof(have), PAGE);
	want = page_fill(have, begin, end, put, 1);
	if (!want) {
		fputs("docs/pmus.md has not the two marks around its table\n", stderr);
		return 1;
	}
	if (page_print(argc, argv, want)) {
		free(want);
		return 0;
	}
	ok(!strcmp(have, want), "docs/pmus.md has the table that \"make docs\" writes");
	free(want);
	return tap_end();
}
