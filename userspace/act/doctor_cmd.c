// SPDX-License-Identifier: GPL-2.0
/* perfattr doctor: what works here, before anything is opened; --report: to attach to an issue. */
#include <dlfcn.h>
#include <string.h>

#include "act/doctor.h"

#define STATE_WIDTH	9
#define NAME_WIDTH	16
#define INDENT		(STATE_WIDTH + NAME_WIDTH)
#define INDENT_BELOW	4

static enum style style_of(u8 state)
{
	return state == DOCTOR_BROKEN || state == DOCTOR_LIMITED ? RED :
	       state == DOCTOR_FINE ? PLAIN : GREY;
}

/* In several lines, each with the same indent. */
static void put_wrapped(const char *s, unsigned int width, unsigned int indent)
{
	size_t room = width > indent ? width - indent : 0, n;

	while (room && columns(s) > room) {
		n = line_of(s, room);
		printf("%.*s\n%*s", (int)n, s, (int)indent, "");
		s += n + (s[n] == ' ');
	}
	puts(s);
}

static void put_finding(const struct doctor_finding *f, unsigned int width)
{
	/* Beside the name there would be room for a few words only. */
	bool below = width && width <= INDENT + 20;
	struct text t = { 0 };

	printf("%s%-*s%s%-*s", term_on(style_of(f->state)), STATE_WIDTH, doctor_states[f->state],
	       term_off(style_of(f->state)), below ? 0 : NAME_WIDTH, f->name);
	if (below)
		printf("\n%*s", INDENT_BELOW, "");
	text_safe(&t, f->text);
	if (doctor_differs(&f->answer))
		text_printf(&t, "; the rules say otherwise: %s", answer_words(&f->answer.foreseen));
	if (*f->mend) {
		text_add(&t, " -> ");
		text_safe(&t, f->mend);
	}
	put_wrapped(text_str(&t), width, below ? INDENT_BELOW : INDENT);
	text_free(&t);
}

static void put_json(const struct doctor_finding *f)
{
	json_t *o = json_object();

	json_object_set_new(o, "name", json_string(f->name));
	json_object_set_new(o, "state", json_string(doctor_states[f->state]));
	json_object_set_new(o, "text", safe_json(f->text));
	json_object_set_new(o, "mend", *f->mend ? safe_json(f->mend) : json_null());
	json_object_set_new(o, "call", f->answer.asked ? answer_json(&f->answer) : json_null());
	json_put_line("finding", o);
}

static bool put_findings(struct doctor *d, const struct options *opt)
{
	unsigned int width = opt->report ? 0 : term_width(opt);
	struct doctor_finding f;
	bool broken = false;
	char text[128];
	u32 n;

	for (n = 0; doctor_find(d, n, &f); n++) {
		if (!*f.text)
			continue;
		broken |= f.state == DOCTOR_BROKEN;
		if (opt->json)
			put_json(&f);
		else
			put_finding(&f, width);
	}
	if (!doctor_instead(d, text, sizeof(text)))
		return broken;
	if (opt->json)
		json_put_line("instead", json_string(text));
	else
		put_wrapped(text, width, 0);
	return broken;
}

/* Each PMU, as the rules say and as it was tried: where both differ we are wrong. */
static void put_pmus(struct doctor *d)
{
	struct doctor_pmu p;
	u32 i;

	for (i = 1; i < d->npmus; i++) {
		doctor_pmu(d, i, true, &p);
		fputs("\nPMU ", stdout);
		safe_put(d->pmus[i].name);
		printf(", type %u", d->pmus[i].type);
		if (*p.event) {
			fputs(", by its event ", stdout);
			safe_put(p.event);
		}
		if (p.never) {
			printf(": %s\n", p.never);
			continue;
		}
		putchar('\n');
		pmu_takes_put(&p, true);
	}
}

/* Calls of which we know what becomes of them: where it is something else we are wrong. */
static void put_selftest(struct doctor *d)
{
	const struct doctor_test *test;
	struct doctor_answer a;
	char text[128];

	putchar('\n');
	answer_put("an event of ourselves with", 47, NULL, true);
	for (test = doctor_tests; test->set[0].field; test++) {
		doctor_selftest(d, test, &a, text, sizeof(text));
		answer_put(text, 45, &a, true);
	}
}

static void put_report(struct doctor *d, const struct options *opt, bool *broken)
{
	puts("perfattr " PERFATTR_VERSION ", report on a machine\n");
	*broken = put_findings(d, opt);
	put_pmus(d);
	put_selftest(d);
	printf("\n%u calls were tried: %u went as the rules say, %u otherwise, %u not foreseen\n",
	       d->opens, d->as_told, d->opens - d->as_told - d->untold, d->untold);
}

#ifdef PERFATTR_STATIC
/* Only the C library that it was linked with could be loaded into a static program. */
static const char *library_version(void)
{
	return NULL;
}
#else
/* Before glibc 2.34 they are in a library of their own, which we do without. */
#pragma weak dlopen
#pragma weak dlsym

/* The version of the libperfattr that a program gets here; NULL: none is found. */
static const char *library_version(void)
{
	void *library = dlopen && dlsym ? dlopen("libperfattr.so.1", RTLD_NOW | RTLD_LOCAL) : NULL;
	const char *(*version)(void) = library ?
		(const char *(*)(void))dlsym(library, "perfattr_version") : NULL;

	return version ? version() : NULL;
}
#endif

int cmd_doctor(struct options *opt, int argc, char **argv)
{
	struct doctor *d;
	bool broken;

	if (opt->prove)
		return cmd_prove(opt, argc, argv);
	if (opt->input)
		die("doctor looks at this machine: a saved file is shown by perfattr -i FILE");
	if (opt->report && opt->json)
		die("--report is for people, and -j for programs: take one of them");
	d = doctor_here(opt);
	d->library = library_version();
	d->strace = strace_there();
	if (opt->report)
		put_report(d, opt, &broken);
	else
		broken = put_findings(d, opt);
	return broken ? DOCTOR_BROKE : 0;
}
