// SPDX-License-Identifier: GPL-2.0
/* perfattr doctor: what works here, before anything is opened; --report: a file for an issue. */

#include "commands/doctor.h"
#include "json/writer.h"

#define STATE_WIDTH	9
#define NAME_WIDTH	16
#define INDENT		(STATE_WIDTH + NAME_WIDTH)
#define INDENT_BELOW	4

static enum style style_of(u8 state)
{
	return state == DOCTOR_BROKEN || state == DOCTOR_LIMITED ? RED :
	       state == DOCTOR_FINE ? PLAIN : GREY;
}

static void put_finding(const struct doctor_finding *f, unsigned int width)
{
	/* Next to the name there would be room for a few words only. */
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
	wrap_put(text_str(&t), below ? INDENT_BELOW : INDENT, below ? INDENT_BELOW : INDENT, width);
	text_free(&t);
}

static void put_json(const struct doctor_finding *f)
{
	struct pa_json *j = line_json();

	json_object(j, "finding");
	json_put_string(j, "name", f->name);
	json_put_string(j, "state", doctor_states[f->state]);
	safe_json(json_key(j, "text"), f->text);
	safe_json(json_key(j, "mend"), *f->mend ? f->mend : NULL);
	json_key(j, "call");
	if (f->answer.asked)
		answer_json(j, &f->answer);
	else
		json_null(j);
	json_end(j, '}');
	line_json_end(j);
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
	if (opt->json) {
		struct pa_json *j = line_json();

		json_put_string(j, "instead", text);
		line_json_end(j);
	} else {
		wrap_put(text, 0, 0, width);
	}
	return broken;
}

/* Maximum number of findings, and of names of those that are fine. */
#define FINDINGS	32
#define FINE_NAMED	6

/* The findings that say whether people can measure what they want. */
static const struct {
	const char *name, *what;
} abilities[] = {
	{ "own-programs", "own processes, user space" },
	{ "in-kernel", "own processes, kernel" },
	{ "cpu-wide", "all processes (perf -a)" },
	{ "hardware", "hardware counters" },
	{ "tracefs", "tracepoints by name" },
};

static const char *ability_of(const struct doctor_finding *f)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(abilities); i++)
		if (!strcmp(abilities[i].name, f->name))
			return abilities[i].what;
	return NULL;
}

static bool is_fine(const struct doctor_finding *f)
{
	return f->state == DOCTOR_FINE;
}

enum ability { CAN, CANNOT, NOT_TRIED };

static enum ability ability_is(const struct doctor_finding *f)
{
	return f->state == DOCTOR_UNKNOWN ? NOT_TRIED : is_fine(f) ? CAN : CANNOT;
}

/* "You can measure: ..." */
static void put_verdict(const char *title, const struct doctor_finding *f, u32 n, enum ability is,
			unsigned int width)
{
	struct text t = { 0 };
	u32 i;

	for (i = 0; i < n; i++)
		if (ability_of(&f[i]) && ability_is(&f[i]) == is)
			text_printf(&t, "%s%s", t.len ? "; " : "", ability_of(&f[i]));
	if (t.len) {
		printf("%s%-18s%s", term_on(BOLD), title, term_off(BOLD));
		wrap_put(t.s, 18, 18, width);
	}
	text_free(&t);
}

/* A finding that is not fine, without its remedy. */
static void put_trouble(const struct doctor_finding *f, unsigned int width)
{
	const char *what = ability_of(f);
	const char *said = what && f->answer.asked ? strstr(f->text, ": ") : NULL;
	const char *word = f->state == DOCTOR_UNKNOWN ? "?" : what ? "NO" : "note";
	struct text t = { 0 };

	text_safe(&t, said ? said + 2 : f->text);
	printf("  %s%-5s%s %-25s  ", term_on(style_of(f->state)), word,
	       term_off(style_of(f->state)), what ? what : f->name);
	wrap_put(text_str(&t), 35, 35, width);
	text_free(&t);
}

/* The names of the findings that are fine, in one line. */
static void put_fine(const struct doctor_finding *f, u32 n, unsigned int width)
{
	struct text t = { 0 }, line = { 0 };
	unsigned int fine = 0;
	u32 i;

	for (i = 0; i < n; i++) {
		if (f[i].state != DOCTOR_FINE || ability_of(&f[i]))
			continue;
		if (fine++ < FINE_NAMED)
			text_printf(&t, "%s%s", fine > 1 ? ", " : "", f[i].name);
	}
	text_printf(&line, "%u more: %s%s (-v shows them)", fine, text_str(&t),
		    fine > FINE_NAMED ? " ..." : "");
	printf("  ok    ");
	wrap_put(line.s, 8, 8, width);
	text_free(&line);
	text_free(&t);
}

#define PARANOID	"sysctl kernel.perf_event_paranoid="

/* Return true if one remedy does all that another does: a lower level allows more. */
static bool covers(const char *mend, const char *other)
{
	size_t n = strlen(PARANOID);

	if (strncmp(mend, PARANOID, n) || strncmp(other, PARANOID, n))
		return !strcmp(mend, other);
	return atoi(mend + n) <= atoi(other + n);
}

/* Return true for the first of the remedies that no other one covers. */
static bool is_asked(const struct doctor_finding *f, u32 n, u32 i)
{
	u32 k;

	if (!*f[i].mend || is_fine(&f[i]))
		return false;
	for (k = 0; k < n; k++) {
		if (k == i || !*f[k].mend || is_fine(&f[k]) || !covers(f[k].mend, f[i].mend))
			continue;
		if (k < i || !covers(f[i].mend, f[k].mend))
			return false;
	}
	return true;
}

static void put_remedy(const struct doctor_finding *f, u32 n, u32 i, unsigned int width)
{
	struct text t = { 0 }, gives = { 0 };
	u32 k;

	for (k = 0; k < n; k++)
		if (*f[k].mend && f[k].state != DOCTOR_FINE && covers(f[i].mend, f[k].mend) &&
		    (ability_of(&f[k]) || k == i))
			text_printf(&gives, "%s%s", gives.len ? "; " : "",
				    ability_of(&f[k]) ? ability_of(&f[k]) : f[k].name);
	text_safe(&t, f[i].mend);
	text_printf(&t, "   (%s)", text_str(&gives));
	printf("  ");
	wrap_put(t.s, 2, 6, width);
	text_free(&gives);
	text_free(&t);
}

/* The verdict, the troubles, the remedies. Returns whether something is broken. */
static bool put_summary(struct doctor *d, const struct options *opt)
{
	static struct doctor_finding f[FINDINGS];
	unsigned int width = term_width(opt);
	bool broken = false, asked = false, sysctl = false;
	char text[128];
	u32 n = 0, i;

	for (i = 0; n < FINDINGS && doctor_find(d, i, &f[n]); i++)
		n += !!*f[n].text;
	put_verdict("You can measure:", f, n, CAN, width);
	put_verdict("Not known:", f, n, NOT_TRIED, width);
	put_verdict("You cannot:", f, n, CANNOT, width);
	putchar('\n');
	for (i = 0; i < n; i++) {
		broken |= f[i].state == DOCTOR_BROKEN;
		if (f[i].state != DOCTOR_FINE)
			put_trouble(&f[i], width);
	}
	put_fine(f, n, width);
	for (i = 0; i < n; i++) {
		if (!is_asked(f, n, i))
			continue;
		if (!asked)
			puts("\nTo allow more");
		asked = true;
		put_remedy(f, n, i, width);
		sysctl |= !strncmp(f[i].mend, "sysctl ", 7);
	}
	if (sysctl)
		wrap_put("  (to keep a sysctl, put NAME=VALUE into /etc/sysctl.d/perf.conf)",
			 2, 2, width);
	if (doctor_instead(d, text, sizeof(text))) {
		putchar('\n');
		wrap_put(text, 0, 0, width);
	}
	return broken;
}

/* Prints each PMU, by the rules and by trying: where both differ perfattr is wrong. */
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

/* Makes calls whose result is known: if one ends differently, perfattr is wrong. */
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

int cmd_doctor(struct options *opt, int argc, char **argv)
{
	struct doctor *d;
	bool broken;

	if (opt->prove)
		return cmd_prove(opt, argc, argv);
	if (opt->report && opt->json)
		die("--report cannot be combined with -j");
	d = doctor_here(opt);
	if (opt->report)
		put_report(d, opt, &broken);
	else if (opt->json || opt->verbose)
		broken = put_findings(d, opt);
	else
		broken = put_summary(d, opt);
	return broken ? DOCTOR_BROKE : 0;
}
