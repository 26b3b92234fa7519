// SPDX-License-Identifier: GPL-2.0
/* A program that samples or counts: what of the template it has. */
#include <sys/utsname.h>

#include "write/write.h"

static void set(struct program *p, unsigned int i, enum pa_field_id id, u64 value)
{
	pa_attr_put(&p->call[i]->r, &pa_fields[id], value);
}

/* The event that samples; all that do must have the same sample_type. */
static unsigned int sampler_of(const struct program *p)
{
	unsigned int i, found = p->n;

	for (i = 0; i < p->n; i++) {
		if (!program_field(p, i, PA_FIELD_SAMPLE_PERIOD))
			continue;
		if (found == p->n)
			found = i;
		else if (program_field(p, i, PA_FIELD_SAMPLE_TYPE) !=
			 program_field(p, found, PA_FIELD_SAMPLE_TYPE))
			die("events of the group have different sample_type, which no reader of one ring can distinguish");
	}
	return found;
}

/* What an event says at the end of itself; counts in a sample keep their format. */
static void formats_set(struct program *p)
{
	u64 format = program_is(p, "lost") ? PA_FORMAT_LOST : 0;
	unsigned int i;

	if (program_is(p, "times"))
		format |= PA_FORMAT_TOTAL_TIME_ENABLED | PA_FORMAT_TOTAL_TIME_RUNNING;
	for (i = 0; i < p->n; i++) {
		if (!program_is(p, "counts"))
			set(p, i, PA_FIELD_READ_FORMAT, format);
		if (!program_is(p, "sampling"))
			set(p, i, PA_FIELD_SAMPLE_TYPE, 0);
	}
}

/* True if a program measures processes, not whole cpus. */
static bool program_of_tasks(const struct program *p)
{
	return p->of == WRITE_PROGRAM || p->of == WRITE_PID;
}

/* Sets the fields that the program decides, and leaves out those that ask for other records. */
static void attrs_set(struct program *p)
{
	unsigned int i, id;

	for (i = 0; i < p->n; i++) {
		for (id = 0; id < PA_FIELD_MAX; id++) {
			if (!fields_left(id) || !program_field(p, i, id) ||
			    (p->comm && id == PA_FIELD_COMM))
				continue;
			if (!i)
				text_printf(&p->left, "%s%s", p->left.len ? ", " : "",
					    pa_fields[id].name);
			set(p, i, id, 0);
		}
		/* Members are on while their leader is. Samples of one event may begin at once. */
		set(p, i, PA_FIELD_DISABLED,
		    !i && (p->of == WRITE_PROGRAM || p->sampler == p->n || p->n > 1));
		set(p, i, PA_FIELD_ENABLE_ON_EXEC, !i && p->of == WRITE_PROGRAM);
		if (!program_of_tasks(p))
			set(p, i, PA_FIELD_INHERIT, 0);
		set(p, i, PA_FIELD_COMM, !i && p->comm);
		if (p->comm && program_field(p, i, PA_FIELD_SAMPLE_PERIOD))
			set(p, i, PA_FIELD_SAMPLE_TYPE,
			    program_field(p, i, PA_FIELD_SAMPLE_TYPE) | PA_SAMPLE_TID);
	}
}

/* The file that lists the cpus on which the PMU counts, if not all do. */
static void mask_look(struct program *p)
{
	struct env_here *here = must(env_here_open(p->sysfs, ""));
	struct text name = { 0 };
	const char *file;
	char cpus[1024];

	pmu_put(&name, p, 0);
	file = name.len ? env_pmu_cpus(here, name.s, cpus, sizeof(cpus)) : NULL;
	if (file)
		text_printf(program_blank(p, "mask"), "/sys/bus/event_source/devices/%s/%s",
			    name.s, file);
	text_free(&name);
	env_here_close(here);
}

/* Conditions of the template. */
static void look(struct program *p)
{
	bool sampling = p->sampler < p->n, task = program_of_tasks(p);
	bool each = task && sampling && program_field(p, 0, PA_FIELD_INHERIT);
	bool threads = p->of == WRITE_PID, share = each && threads;
	bool cpus = !p->cpus && (!task || each), mask = cpus && program_blank(p, "mask")->len;
	bool scan = cpus && !mask;
	unsigned int s = sampling ? p->sampler : 0;
	u64 type = program_field(p, s, PA_FIELD_SAMPLE_TYPE);
	u64 of = program_field(p, s, PA_FIELD_TYPE);
	bool one = event_is_each(of, program_field(p, s, PA_FIELD_CONFIG));
	bool pmu = sampling && !one && of != PA_TYPE_SOFTWARE && !p->call[s]->r.str_kind;
	struct utsname u;
	/* An event counts samples that had no room in its ring since Linux 6.0. */
	bool counts = sampling && type & PA_SAMPLE_READ, times = !sampling || (pmu && !counts);
	bool lost = sampling && !counts && !uname(&u) && atoi(u.release) >= 6;
	const struct {
		bool is;
		const char *word;
	} conditions[] = {
		{ sampling, "sampling" }, { task, "task" }, { share, "share" },
		{ p->n > 1, "several" }, { sampling && (share || p->n > 1), "shared" },
		{ p->of == WRITE_ALL, "all" }, { p->of == WRITE_PROGRAM, "program" },
		{ threads, "threads" }, { p->of == WRITE_CGROUP, "cgroup" },
		{ p->cpus, "list" }, { mask, "mask" }, { scan, "scan" }, { !task || each, "cpu" },
		{ scan && p->n == 1 && !threads, "single" }, { counts, "counts" },
		{ p->cpus || (task && !cpus && !threads), "exact" },
		{ sampling && scan && !share, "watch" },
		{ threads || (cpus && p->n > 1), "bounded" }, { scan || threads, "errno" },
		{ !sampling || (p->n > 1 && p->of != WRITE_PROGRAM), "prctl" },
		{ p->of == WRITE_PROGRAM || p->of == WRITE_CGROUP, "fcntl" },
		{ sampling && threads, "hup" },
		{ sampling || p->cpus || scan, "index" }, { p->comm, "comm" },
		{ type & PA_SAMPLE_ADDR && !one, "addr" }, { pmu, "pmu" }, { times, "times" },
		{ pmu && program_field(p, s, PA_FIELD_PRECISE_IP), "precise" },
		{ program_field(p, s, PA_FIELD_SAMPLE_PERIOD) == 1, "ones" },
		{ program_field(p, 0, PA_FIELD_BP_TYPE), "breakpoint" }, { lost, "lost" },
		{ sampling && (pmu || !lost), "missed" }, { sampling && (lost || times), "read" },
	};
	size_t i;

	text_add(&p->is, " ");
	for (i = 0; i < ARRAY_SIZE(conditions); i++)
		if (conditions[i].is)
			text_printf(&p->is, "%s ", conditions[i].word);
}

/* Fields that are left out, in lines of a comment. */
static void put_left(struct program *p)
{
	struct text *t = program_blank(p, "left"), all = { 0 }, comment = { 0 };

	if (!p->from.len)
		return;
	text_printf(&all, "Made of %s", p->from.s);
	if (p->left.len)
		text_printf(&all, ", without %s: only samples", p->left.s);
	text_char(&all, '.');
	remark_put(&comment, &all);
	text_add(t, " * ");
	words_put(t, comment.s, "\n * ");
	text_free(&comment);
}

static void put_attrs(struct program *p)
{
	struct text *t = program_blank(p, "attr");
	unsigned int i;

	for (i = 0; i < p->n; i++) {
		text_add(t, p->n == 1 ? "" : i ? "\t}, {\n" : "\t{\n");
		fields_put(t, p, i);
	}
	text_add(t, p->n > 1 ? "\t}," : "");
	/* The template ends the line. */
	if (p->n == 1)
		t->s[--t->len] = '\0';
}

/* Values of the template. */
static void put_words(struct program *p)
{
	struct text *names = program_blank(p, "names"), all = { 0 };
	unsigned int i;

	for (i = 0; i < p->n; i++) {
		text_add(names, i ? ", " : "");
		literal_put(names, p->name[i]);
		text_printf(&all, "%s%s", i ? ", " : "", p->name[i]);
	}
	remark_put(program_blank(p, "name"), &all);
	text_printf(program_blank(p, "n"), "%u", p->n);
	text_printf(program_blank(p, "cpus"), "%u", p->cpus);
	text_add(program_blank(p, "cpu_list"), text_str(&p->cpu));
	text_printf(program_blank(p, "events"), "%u", p->cpus ? p->cpus * p->n :
		    program_is(p, "bounded") ? 16384 :
		    program_is(p, "scan") || program_is(p, "mask") ? 8192 : p->n);
}

/**
 * program_text() - write a program
 * @p: the program
 *
 * Return: its text, to be freed.
 */
char *program_text(struct program *p)
{
	struct text t = { 0 };

	p->sampler = sampler_of(p);
	attrs_set(p);
	mask_look(p);
	look(p);
	formats_set(p);
	put_words(p);
	put_left(p);
	if (program_is(p, "sampling"))
		sample_put(p);
	put_attrs(p);
	lookups_put(p, program_blank(p, "lookup"));
	template_put(&t, p, "program");
	return t.s;
}
