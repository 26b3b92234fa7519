// SPDX-License-Identifier: GPL-2.0
/* perfattr pmus: the PMUs of this machine, and what the driver of one takes. */
#include <stdlib.h>
#include <string.h>

#include "act/doctor.h"
#include "core/json/writer.h"
#include "env/env.h"

#define NAMES_MAX	1024
#define TERM_TEXT	256
#define TAKES_WIDTH	15

/* Events that are open now, of each PMU. */
struct open_now {
	const struct doctor *d;
	u64 n[PA_PMUS];
};

/* Up to 6.1 the clocks have no type of their own: the module tells them apart, sysfs does not. */
static bool is_of(const struct pa_pmu_name *p, const char *pmu, u32 type)
{
	return pmu ? !strcmp(p->name, pmu) : p->type == type;
}

static void open_add(void *arg, const char *pmu, u32 type)
{
	struct open_now *o = arg;
	u32 i;

	for (i = 1; i < o->d->npmus; i++)
		if (is_of(&o->d->pmus[i], pmu, type))
			o->n[i]++;
}

static void put_open(char text[24], const struct open_now *o, enum env_told_by by, u32 i)
{
	bool some = by == ENV_TOLD_PART;

	if (by == ENV_TOLD_NOBODY || (some && !o->n[i]))
		strcpy(text, "?");
	else
		snprintf(text, 24, "%s%llu", some ? ">=" : "", (unsigned long long)o->n[i]);
}

/* What its events are for. */
static void put_serves(struct text *t, struct doctor *d, u32 i)
{
	char cpus[1024];
	const char *file = env_pmu_cpus(d->here, d->pmus[i].name, cpus, sizeof(cpus));

	if (!file) {
		text_add(t, d->pmus[i].have_caps && d->pmus[i].task_ctx_nr < 0 ? "cpus" :
			    "tasks, cpus");
		return;
	}
	text_add(t, strcmp(file, "cpus") ? "cpus " : "tasks, cpus ");
	text_safe(t, cpus);
}

static enum env_told_by look_open(struct doctor *d, struct open_now *o)
{
	memset(o, 0, sizeof(*o));
	o->d = d;
	return env_here_open_now(d->here, open_add, o);
}

/* Members of a PMU that the table shows, too. */
static void pmu_json(struct pa_json *j, struct doctor *d, u32 i, const struct open_now *o,
		     enum env_told_by by)
{
	const struct pa_pmu_name *pmu = &d->pmus[i];
	char cpus[1024];
	const char *file = env_pmu_cpus(d->here, pmu->name, cpus, sizeof(cpus));

	safe_json(json_key(j, "name"), pmu->name);
	json_put_count(j, "type", pmu->type);
	if (json_object_if(j, "serves", file)) {
		json_put_string(j, "file", file);
		safe_json(json_key(j, "cpus"), cpus);
		json_end(j, '}');
	}
	json_put_count_if(j, "open", by != ENV_TOLD_NOBODY, o->n[i]);
	json_put_bool(j, "open_all", by == ENV_TOLD_MODULE);
	line_json_flush(j);
}

static void put_table(struct doctor *d, const struct options *opt)
{
	static const struct table table = { .n = 3, .width = { 19, 12 } };
	struct open_now o;
	enum env_told_by by = look_open(d, &o);
	u32 i;

	if (!opt->json)
		table_line(&table, (const char *[]){ "NAME", " TYPE   OPEN", "FOR" }, BOLD);
	for (i = 1; i < d->npmus; i++) {
		struct text name = { 0 }, serves = { 0 }, numbers = { 0 };
		char open[24];

		if (opt->json) {
			struct pa_json *j = line_json();

			json_object(j, "pmu_here");
			pmu_json(j, d, i, &o, by);
			json_end(j, '}');
			line_json_end(j);
			continue;
		}
		text_safe(&name, d->pmus[i].name);
		put_serves(&serves, d, i);
		put_open(open, &o, by, i);
		text_printf(&numbers, "%5u %6s", d->pmus[i].type, open);
		table_line(&table,
			   (const char *[]){ text_str(&name), numbers.s, text_str(&serves) },
			   PLAIN);
		text_free(&numbers);
		text_free(&name);
		text_free(&serves);
	}
}

/**
 * pmu_takes_put() - print what the driver of a PMU takes
 * @p:     that
 * @tried: with what was found by trying
 */
void pmu_takes_put(const struct doctor_pmu *p, bool tried)
{
	static const char * const aux[] = { "?", "yes", "no" };
	u32 i;

	answer_put("  takes", 2 + TAKES_WIDTH, NULL, tried);
	for (i = 0; i < DOCTOR_TAKES; i++)
		answer_put(doctor_takes[i], TAKES_WIDTH, &p->answer[i], tried);
	printf("  %-*s  %s\n", TAKES_WIDTH, "AUX area", aux[p->aux]);
}

/* Files of a folder, and what they say: the terms of a format, the events. */
static void each_file(struct doctor *d, u32 id, const char *folder,
		      void (*fn)(void *arg, const char *name, const char *text), void *arg)
{
	char file[ENV_NAME_LEN + 16], text[TERM_TEXT];
	char (*names)[ENV_NAME_LEN] = must(calloc(NAMES_MAX, sizeof(*names)));
	size_t n = env_pmu_files(d->here, d->pmus[id].name, folder, names, NAMES_MAX), i;

	for (i = 0; i < n; i++) {
		/* "energy-pkg.scale" says something of an event. */
		if (strchr(names[i], '.'))
			continue;
		snprintf(file, sizeof(file), "%s%s", folder, names[i]);
		fn(arg, names[i], env_pmu_file(d->here, d->pmus[id].name, file, text,
					       sizeof(text)) ? text : "?");
	}
	free(names);
}

static void put_file(void *arg, const char *name, const char *text)
{
	static const struct table table = { .n = 2, .width = { 27 } };
	struct text t = { 0 }, says = { 0 };

	text_safe(&t, name);
	text_safe(&says, text);
	fputs("  ", stdout);
	table_line(&table, (const char *[]){ text_str(&t), text_str(&says) }, PLAIN);
	text_free(&t);
	text_free(&says);
}

static void add_file(void *arg, const char *name, const char *text)
{
	struct pa_json *j = arg;

	json_element(j);
	safe_json(j, name);
	out_char(j->s, ':');
	safe_json(j, text);
	line_json_flush(j);
}

static void one_json(struct doctor *d, u32 id, const struct doctor_pmu *p,
		     const struct open_now *o, enum env_told_by by)
{
	struct pa_json *j = line_json();
	u32 i;

	json_object(j, "pmu_here");
	pmu_json(j, d, id, o, by);
	json_object(j, "formats");
	each_file(d, id, "format/", add_file, j);
	json_end(j, '}');
	json_object(j, "events");
	each_file(d, id, "events/", add_file, j);
	json_end(j, '}');
	safe_json(json_key(j, "by_event"), *p->event ? p->event : NULL);
	json_object(j, "takes");
	for (i = 0; i < DOCTOR_TAKES; i++) {
		json_element(j);
		pa_json_string(j, doctor_takes[i], ~(size_t)0);
		out_char(j->s, ':');
		answer_json(j, &p->answer[i]);
		line_json_flush(j);
	}
	json_put_bool_if(j, "aux", p->aux != PA_SYSFS_UNKNOWN, p->aux == PA_SYSFS_HAS);
	json_end(j, '}');
	json_put_string(j, "never_tried", p->never);
	json_end(j, '}');
	line_json_end(j);
}

static void put_one(struct doctor *d, u32 id, const struct options *opt)
{
	struct text serves = { 0 };
	struct doctor_pmu p;
	struct open_now o;
	enum env_told_by by = look_open(d, &o);
	char open[24];

	doctor_pmu(d, id, false, &p);
	if (opt->json) {
		one_json(d, id, &p, &o, by);
		return;
	}
	put_serves(&serves, d, id);
	put_open(open, &o, by, id);
	safe_put(d->pmus[id].name);
	printf(": type %u, for %s, %s open now\n", d->pmus[id].type, text_str(&serves), open);
	text_free(&serves);
	if (p.never)
		printf("  not tried: %s\n", p.never);
	if (*p.event) {
		fputs("  by its event ", stdout);
		safe_put(p.event);
		putchar('\n');
	}
	if (p.answer[DOCTOR_COUNTS].asked)
		pmu_takes_put(&p, false);
	puts("format");
	each_file(d, id, "format/", put_file, NULL);
	puts("events");
	each_file(d, id, "events/", put_file, NULL);
}

static u32 find(const struct doctor *d, const char *name)
{
	u32 i;

	for (i = 1; i < d->npmus; i++)
		if (!strcmp(d->pmus[i].name, name))
			return i;
	die("there is no PMU %s here: perfattr pmus lists them", name);
}

int cmd_pmus(struct options *opt, int argc, char **argv)
{
	struct doctor *d;

	if (argc > 1)
		die("pmus takes one PMU, \"%s\" is a second one", argv[1]);
	d = doctor_here(opt);
	if (d->npmus < 2)
		die("PMUs are not known: %s/bus/event_source/devices cannot be read", opt->sysfs);
	if (argc)
		put_one(d, find(d, argv[0]), opt);
	else
		put_table(d, opt);
	return 0;
}
