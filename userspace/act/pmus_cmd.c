// SPDX-License-Identifier: GPL-2.0
/* perfattr pmus: the PMUs of this machine, and what the driver of one takes. */
#include <stdlib.h>
#include <string.h>

#include "act/doctor.h"
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

static json_t *serves_json(struct doctor *d, u32 i)
{
	char cpus[1024];
	const char *file = env_pmu_cpus(d->here, d->pmus[i].name, cpus, sizeof(cpus));

	return file ? json_pack("{s:s, s:o}", "file", file, "cpus", safe_json(cpus)) : json_null();
}

static json_t *pmu_json(struct doctor *d, u32 i, const struct open_now *o, enum env_told_by by)
{
	json_t *pmu = json_object();

	json_object_set_new(pmu, "name", safe_json(d->pmus[i].name));
	json_object_set_new(pmu, "type", json_integer(d->pmus[i].type));
	json_object_set_new(pmu, "serves", serves_json(d, i));
	json_object_set_new(pmu, "open", by == ENV_TOLD_NOBODY ? json_null() :
			    json_integer((json_int_t)o->n[i]));
	json_object_set_new(pmu, "open_all", json_boolean(by == ENV_TOLD_MODULE));
	return pmu;
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
			json_put_line("pmu_here", pmu_json(d, i, &o, by));
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
	struct text t = { 0 };

	text_safe(&t, name);
	json_object_set_new(arg, text_str(&t), safe_json(text));
	text_free(&t);
}

static json_t *takes_json(const struct doctor_pmu *p)
{
	json_t *o = json_object();
	u32 i;

	for (i = 0; i < DOCTOR_TAKES; i++)
		json_object_set_new(o, doctor_takes[i], answer_json(&p->answer[i]));
	json_object_set_new(o, "aux", p->aux == PA_SYSFS_UNKNOWN ? json_null() :
			    json_boolean(p->aux == PA_SYSFS_HAS));
	return o;
}

static void one_json(struct doctor *d, u32 id, const struct doctor_pmu *p,
		     const struct open_now *o, enum env_told_by by)
{
	json_t *pmu = pmu_json(d, id, o, by), *formats = json_object(), *events = json_object();

	each_file(d, id, "format/", add_file, formats);
	each_file(d, id, "events/", add_file, events);
	json_object_set_new(pmu, "formats", formats);
	json_object_set_new(pmu, "events", events);
	json_object_set_new(pmu, "by_event", *p->event ? safe_json(p->event) : json_null());
	json_object_set_new(pmu, "takes", takes_json(p));
	json_object_set_new(pmu, "never_tried", p->never ? json_string(p->never) : json_null());
	json_put_line("pmu_here", pmu);
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
