// SPDX-License-Identifier: GPL-2.0
/* perfattr pmus: the PMUs here, what the driver of one accepts, the fields of a tracepoint. */

#include "commands/doctor.h"

#define NAMES_MAX	1024
#define TERM_TEXT	256
#define TAKES_WIDTH	15

/* Whether its events are for tasks or for cpus. */
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

/* By the rules, not by trying. The kernel itself takes probes, breakpoints and tracepoints. */
static const char *taken(const struct doctor_pmu *p, enum doctor_take what)
{
	if (p->never)
		return "yes";
	switch (doctor_verdict(&p->answer[what])) {
	case PA_FORESEEN_OPENS:
		return "yes";
	case PA_FORESEEN_REFUSED:
		return "no";
	default:
		return "?";
	}
}

static void put_row(struct doctor *d, const struct table *table, u32 i)
{
	struct text name = { 0 }, serves = { 0 };
	struct doctor_pmu p;
	char type[16];

	doctor_pmu(d, i, false, &p);
	text_safe(&name, d->pmus[i].name);
	put_serves(&serves, d, i);
	snprintf(type, sizeof(type), "%5u", d->pmus[i].type);
	table_line(table, (const char *[]){
		text_str(&name), type, taken(&p, DOCTOR_COUNTS), taken(&p, DOCTOR_SAMPLES),
		taken(&p, DOCTOR_TASKS), text_str(&serves) }, PLAIN);
	text_free(&name);
	text_free(&serves);
}

static void put_table(struct doctor *d)
{
	static const struct table table = { .n = 6, .width = { 19, 5, 6, 7, 11 } };
	static const char * const titles[] = {
		"NAME", " TYPE", "COUNTS", "SAMPLES", "PER PROCESS", "FOR",
	};
	u32 i;

	table_line(&table, titles, BOLD);
	for (i = 1; i < d->npmus; i++)
		put_row(d, &table, i);
}

/**
 * pmu_takes_put() - print the settings that the driver of a PMU accepts
 * @p:     that
 * @tried: also print the result of trying
 */
void pmu_takes_put(const struct doctor_pmu *p, bool tried)
{
	static const char * const aux[] = { "?", "yes", "no" };
	u32 i;

	answer_put("  takes", 2 + TAKES_WIDTH, NULL, tried);
	for (i = 0; i < DOCTOR_TAKES; i++)
		answer_put(doctor_takes[i].name, TAKES_WIDTH, &p->answer[i], tried);
	printf("  %-*s  %s\n", TAKES_WIDTH, "AUX area", aux[p->aux]);
}

static void put_file(const char *name, const char *text)
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

/* Files of a folder and their contents: the terms of a format, the events. */
static void put_files(struct doctor *d, u32 id, const char *folder)
{
	char file[ENV_NAME_LEN + 16], text[TERM_TEXT];
	char (*names)[ENV_NAME_LEN] = must(calloc(NAMES_MAX, sizeof(*names)));
	size_t n = env_pmu_files(d->here, d->pmus[id].name, folder, names, NAMES_MAX), i;

	for (i = 0; i < n; i++) {
		/* "energy-pkg.scale" says something of an event. */
		if (strchr(names[i], '.'))
			continue;
		snprintf(file, sizeof(file), "%s%s", folder, names[i]);
		put_file(names[i], env_pmu_file(d->here, d->pmus[id].name, file, text,
						sizeof(text)) ? text : "?");
	}
	free(names);
}

static void put_one(struct doctor *d, u32 id)
{
	struct text serves = { 0 };
	struct doctor_pmu p;

	doctor_pmu(d, id, false, &p);
	put_serves(&serves, d, id);
	safe_put(d->pmus[id].name);
	printf(": type %u, for %s\n", d->pmus[id].type, text_str(&serves));
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
	put_files(d, id, "format/");
	puts("events");
	put_files(d, id, "events/");
}

/* How a filter may compare a field, by its type and size. */
static const char *operators(const char *type, const char *name, unsigned int size)
{
	if (strstr(type, "char") && (strchr(name, '[') || strstr(type, "[]") || strchr(type, '*')))
		return "== != ~";
	return !strchr(name, '[') && !strstr(type, "[]") && size <= 8 ? "== != < <= > >= &" : "-";
}

/* Prints a field: "field:TYPE NAME;\toffset:N;\tsize:N;". */
static void put_trace_field(void *arg, char *line)
{
	static const char * const titles[] = { "FIELD", "TYPE", "BYTES", "IN A FILTER" };
	static const struct table table = { .n = 4, .width = { 20, 24, 9 } };
	struct text name = { 0 }, type = { 0 };
	unsigned int offset, size;
	char *end, *space, bytes[24];

	end = strchr(line, ';');
	if (strncmp(line, "\tfield:", 7) || !end || strstr(line, " common_") ||
	    sscanf(end, ";\toffset:%u;\tsize:%u;", &offset, &size) != 2)
		return;
	*end = '\0';
	space = strrchr(line, ' ');
	if (!space)
		return;
	*space++ = '\0';
	if (!*(bool *)arg)
		table_line(&table, titles, BOLD);
	*(bool *)arg = true;
	text_safe(&name, space);
	text_safe(&type, line + 7);
	snprintf(bytes, sizeof(bytes), "%u-%u", offset, offset + (size ? size - 1 : 0));
	table_line(&table, (const char *[]){
		text_str(&name), text_str(&type), bytes, operators(line + 7, space, size) }, PLAIN);
	text_free(&name);
	text_free(&type);
}

/* The fields of a tracepoint, which a filter compares and PERF_SAMPLE_RAW copies. */
static void put_trace(struct doctor *d, const char *event)
{
	bool any = false;

	if (!env_trace_lines(d->here, event, put_trace_field, &any))
		die("there is no tracepoint %s here, or tracefs cannot be read; see perf list",
		    event);
	puts(any ? "common_pid, CPU and COMM may be compared, too" :
		   "it has no fields of its own");
}

static u32 find(const struct doctor *d, const char *name)
{
	u32 i;

	for (i = 1; i < d->npmus; i++)
		if (!strcmp(d->pmus[i].name, name))
			return i;
	if (doctor_pmu_needs(name))
		die("there is no PMU %s here: it needs %s", name, doctor_pmu_needs(name));
	die("there is no PMU %s here: perfattr pmus lists them", name);
}

int cmd_pmus(struct options *opt, int argc, char **argv)
{
	struct doctor *d;

	if (argc > 1)
		die("pmus takes one PMU, \"%s\" is a second one", argv[1]);
	d = doctor_here(opt);
	if (argc && strchr(argv[0], ':')) {
		put_trace(d, argv[0]);
		return 0;
	}
	if (d->npmus < 2)
		die("PMUs are not known: %s/bus/event_source/devices cannot be read", opt->sysfs);
	if (argc)
		put_one(d, find(d, argv[0]));
	else
		put_table(d);
	return 0;
}
