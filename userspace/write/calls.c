// SPDX-License-Identifier: GPL-2.0
/* A program for calls that were recorded: one call with its group. */

#include "write/write.h"

/**
 * struct opens - opens of a recording
 * @r:    each that has succeeded, and the wanted one
 * @n:    how many
 * @room: room there
 * @seq:  the number of the wanted one
 * @at:   its index; valid if @found
 * @alone: only the wanted one is kept, and nothing is read behind it
 */
struct opens {
	struct record *r;
	size_t n, room;
	uint64_t seq;
	size_t at;
	bool found, alone;
};

static bool open_keep(struct record *r, void *arg)
{
	struct opens *o = arg;

	if (!r || (r->x->r.seq != o->seq &&
		   (o->alone || !record_is_open(r) || r->x->r.ret < 0)))
		return true;
	if (r->x->r.seq == o->seq) {
		if (!record_is_open(r))
			die("#%ju is not a perf_event_open() but a call on its descriptor",
			    (uintmax_t)o->seq);
		if (!pa_attr_passed(&r->x->r))
			die("#%ju has no attr: it was not readable", (uintmax_t)o->seq);
		o->found = true;
		o->at = o->n;
	}
	o->r = one_more(o->r, o->n, &o->room, sizeof(*o->r));
	record_keep(&o->r[o->n++], r);
	return !o->alone;
}

/* The leader of a call's group: the last open before it that has returned its group_fd. */
static size_t leader_of(const struct opens *o, size_t at)
{
	s32 fd = o->r[at].x->r.arg_group_fd;
	size_t i;

	if (fd < 0 || o->r[at].x->r.flags & PA_FLAG_FD_NO_GROUP)
		return at;
	for (i = at; i-- > 0;)
		if (o->r[i].x->r.pid == o->r[at].x->r.pid && o->r[i].x->r.ret == fd)
			return i;
	die("#%ju is in the group of descriptor %d, and the open of that is not recorded",
	    (uintmax_t)o->r[at].x->r.seq, fd);
}

static void open_add(struct program *p, const struct record *r, const char *sysfs)
{
	struct text name = { 0 };

	event_text(&name, r, sysfs, false);
	if (!strncmp(text_str(&name), "intel_pt", 8) || !strncmp(text_str(&name), "arm_spe", 7) ||
	    pa_attr_get(&r->x->r, PA_FIELD_AUX_OUTPUT))
		die("#%ju writes into an AUX area: write makes no program that reads one",
		    (uintmax_t)r->x->r.seq);
	program_add(p, r->x, text_str(&name));
	text_free(&name);
}

/* Whom a call measures. */
static enum write_of whom(const struct pa_record *r)
{
	if (r->flags & PA_FLAG_PID_CGROUP)
		return WRITE_CGROUP;
	if (r->arg_pid == -1)
		return WRITE_ALL;
	return r->arg_pid && !pa_attr_get(r, PA_FIELD_ENABLE_ON_EXEC) ? WRITE_PID : WRITE_PROGRAM;
}

/* The members of a group until its descriptor has become another event. */
static void group_add(struct program *p, const struct opens *o, size_t leader, const char *sysfs)
{
	const struct record *lead = &o->r[leader], *r;
	size_t i;

	open_add(p, lead, sysfs);
	for (i = leader + 1; i < o->n; i++) {
		r = &o->r[i];
		if (r->x->r.pid != lead->x->r.pid)
			continue;
		if (lead->x->r.ret >= 0 && r->x->r.ret == lead->x->r.ret)
			return;
		if (lead->x->r.ret >= 0 && r->x->r.arg_group_fd == lead->x->r.ret &&
		    !(r->x->r.flags & PA_FLAG_FD_NO_GROUP))
			open_add(p, r, sysfs);
	}
}

/* The program for the call at o->at. */
static void calls_take(struct program *p, const struct options *opt, const struct opens *o)
{
	const struct record *r = &o->r[o->at];
	size_t leader = leader_of(o, o->at);

	p->comm = opt->sample;
	if (p->comm && strcmp(opt->sample, "comm"))
		die("a recorded call has its fields: --sample comm adds the names of threads");
	text_printf(&p->from, "call #%ju%s", (uintmax_t)r->x->r.seq, *r->comm ? " of " : "");
	text_safe(&p->from, r->comm);
	p->of = whom(&o->r[leader].x->r);
	group_add(p, o, leader, opt->sysfs);
}

static void opens_read(struct opens *o, const struct options *opt)
{
	each_record(opt, open_keep, o);
	if (!o->found)
		die("there is no record #%ju", (uintmax_t)o->seq);
}

/**
 * recorded_call() - read one call
 * @opt: options
 * @seq: its number
 *
 * Return: its record, an open with its attr.
 */
struct record *recorded_call(const struct options *opt, uint64_t seq)
{
	/* The record is used until the program ends. */
	static struct opens o = { .alone = true };

	o.seq = seq;
	opens_read(&o, opt);
	return &o.r[o.at];
}

/**
 * calls_read() - the program for a recorded call, with its group
 * @p:   receives it
 * @opt: options
 * @seq: number of the call
 */
void calls_read(struct program *p, const struct options *opt, uint64_t seq)
{
	struct opens o = { .seq = seq };

	opens_read(&o, opt);
	calls_take(p, opt, &o);
}

/* An event that counts nothing, by which perf gets other records. */
static bool is_dummy(const struct pa_record *r)
{
	return pa_attr_get(r, PA_FIELD_TYPE) == PA_TYPE_SOFTWARE &&
	       pa_attr_get(r, PA_FIELD_CONFIG) == PA_SW_DUMMY;
}

/* An event that is mapped, set or read is used by the profiler, and no test of what there is. */
static bool run_keep(struct record *r, void *arg)
{
	struct opens *o = arg;
	const struct pa_record *call, *op;
	size_t i;

	if (!r || record_is_open(r))
		return open_keep(r, o);
	op = &r->x->r;
	for (i = o->n; op->kind != PA_RECORD_CLOSE && op->ret != -1 && !o->found && i-- > 0;) {
		call = &o->r[i].x->r;
		if (call->pid != op->pid || call->ret != op->op.fd)
			continue;
		o->found = !is_dummy(call);
		o->at = i;
		break;
	}
	return true;
}

/**
 * calls_run() - the program for what a profiler opens: it is run until it opens no more
 * @p:    receives it
 * @opt:  options
 * @argv: the profiler
 */
void calls_run(struct program *p, const struct options *opt, char **argv)
{
	char file[] = "/tmp/perfattr-XXXXXX";
	struct text script = { 0 }, others = { 0 };
	const struct pa_record *lead, *r;
	struct options read = *opt;
	struct opens o = { .seq = 0 };
	size_t i;
	int fd = mkstemp(file);

	if (fd < 0 || close(fd))
		die("cannot make %s: %s", file, strerror(errno));
	template_put(&script, p, "run");
	write_spawn((const char *[]){ "", "run", "-cjo", file, "--", "sh", "-c", script.s, file,
		    NULL }, argv, -1);
	text_free(&script);
	read.input = file;
	each_record(&read, run_keep, &o);
	unlink(file);
	if (!o.found)
		die("%s opened no event that a program could be written for: perfattr run -- %s",
		    argv[0], argv[0]);
	calls_take(p, opt, &o);
	/* Other events that it samples alike, as it opens them where it opens the first. */
	lead = &o.r[o.at].x->r;
	for (i = o.at + 1; i < o.n; i++) {
		r = &o.r[i].x->r;
		if (r->arg_group_fd >= 0 || r->arg_cpu != lead->arg_cpu ||
		    r->arg_pid != lead->arg_pid || is_dummy(r) ||
		    pa_attr_get(r, PA_FIELD_SAMPLE_TYPE) != pa_attr_get(lead, PA_FIELD_SAMPLE_TYPE))
			continue;
		text_add(&others, others.len ? ", " : "");
		event_text(&others, &o.r[i], opt->sysfs, false);
	}
	if (others.len)
		warn("the program also opens %s: to sample one of them, perfattr write -e EVENT",
		     others.s);
	text_free(&others);
}
