// SPDX-License-Identifier: GPL-2.0
/*
 * Makes records of what the BPF programs have copied of each call, as the module would have them,
 * and writes them: raw, or as lines of JSON.
 */
#include <time.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "bpf/parts.h"
#include "core/attr.h"
#include "core/raw.h"
#include "json/json.h"
#include "programs.skel.h"

#define SOFTWARE_CONTEXT	1	/* perf_sw_context */

/* The functions that every successful call passes. */
#define USUAL		(BIT_OF(COPY_ATTR) | BIT_OF(ALLOC) | BIT_OF(TRY_INIT))

/* Raw records are written; else lines of JSON. */
bool tell_raw;

static char named[PA_RAW_OF_MAX][PA_NAME_LEN];	/* the last symbols of the stream */
static u64 line[8192];				/* far more than any record takes */
static const struct programs *programs;
static struct pa_kernel *kernel;
static u32 attached;	/* 1 << enum pa_fn */
static u32 seen;	/* of these, those that were hit */
static u32 bypassed;	/* of these, those that a call that succeeded has not hit */
static u32 told;	/* of these, those that the line env has named */
static bool started;
static u64 seq;
static u64 lost;	/* lost calls that were reported */

static u64 look_missed(void);

/**
 * tell_begin() - calls come; until tell_start() they only show that the programs fire
 * @p:   the programs
 * @k:   the kernel
 * @fns: functions whose programs are attached, 1 << enum pa_fn
 */
void tell_begin(const struct programs *p, struct pa_kernel *k, u32 fns)
{
	programs = p;
	kernel = k;
	attached = fns;
}

/**
 * tell_followed() - the functions that are followed, 1 << enum pa_fn
 */
u32 tell_followed(void)
{
	return attached & seen & ~bypassed;
}

static void tell_env(void)
{
	struct pa_env env = { .kernel = kernel };
	struct out s;

	told = tell_followed();
	env.followed = told;
	memset(named, 0, sizeof(named));
	out_init(&s, (char *)line, sizeof(line));
	(tell_raw ? pa_raw_head : pa_json_env)(&s, &env);
	fwrite(line, 1, out_used(&s), stdout);
}

/**
 * tell_start() - write the lines about the machine; all calls from now on are told
 */
void tell_start(void)
{
	tell_env();
	table_tell(kernel);
	lost = programs->bss->lost;
	look_missed();
	started = true;
}

static void put_lost(u64 n)
{
	struct out s;

	if (!n)
		return;
	out_init(&s, (char *)line, sizeof(line));
	(tell_raw ? pa_raw_lost : pa_json_lost)(&s, n);
	fwrite(line, 1, out_used(&s), stdout);
	seq += n;
}

/* @now: how many were lost until now */
static void put_lost_until(u64 now)
{
	put_lost(now - lost);
	lost = now;
}

/**
 * tell_lost() - all calls were written: write how many were lost after them
 */
void tell_lost(void)
{
	if (started)
		put_lost_until(programs->bss->lost);
}

/* --- fills a record from the copied facts --- */

static u32 path_of(const struct pa_kview *kv)
{
	u32 fns = 0, i;

	for (i = 0; i < kv->nsteps && i < PA_STEPS; i++)
		fns |= 1u << kv->steps[i].fn;
	return fns;
}

static u32 pending_of(const struct pa_kview *kv)
{
	u32 fns = 0, i;

	for (i = 0; i < kv->nsteps && i < PA_STEPS; i++)
		if (kv->steps[i].ret == PA_RET_PENDING)
			fns |= 1u << kv->steps[i].fn;
	return fns;
}

/* A call that succeeded has passed find_get_context(), before perf_event_set_output(). */
static void context_found(struct pa_kview *kv)
{
	struct pa_step *step = pa_step_begin(kv, PA_FN_FIND_CONTEXT), other;

	step->ret = 0;
	if (kv->nsteps > 1 && kv->nsteps <= PA_STEPS && step[-1].fn == PA_FN_SET_OUTPUT) {
		other = step[-1];
		step[-1] = step[0];
		step[0] = other;
	}
}

static void fill_path(struct pa_record *r, bool doubt)
{
	struct pa_kview *kv = &r->kv;
	u32 fns = path_of(kv);

	seen |= fns;
	if (r->ret >= 0 && !doubt)
		bypassed |= USUAL & attached & ~fns;
	/* A function whose return was not seen does not count as followed. */
	kv->followed = doubt ? 0 : tell_followed() & ~pending_of(kv);
	if (r->ret >= 0)
		context_found(kv);
}

/* Newer kernels give clocks PMU types of their own, but as a leader a clock is a software event. */
static void fill_leader(struct pa_leader *l)
{
	u64 config;

	if (!table_clock(l->pmu, &config))
		return;
	l->type = PA_TYPE_SOFTWARE;
	l->config = config;
}

static void fill_pmu(struct pa_kview *kv)
{
	u64 code = kv->hw_config;

	/* Without its capabilities nothing may rest on which PMU it was. */
	if (!table_caps(kv->pmu_caps, &kv->pmu_caps))
		kv->pmu = 0;
	/* hw.config may hold a kernel address, unless the PMU is known to keep a code in it. */
	if (!(kv->have & PA_KV_EVENT) || kv->pmu_task_ctx_nr == SOFTWARE_CONTEXT ||
	    pa_in_kernel_half(code) || !table_keeps_code(kv->pmu))
		return;
	kv->have |= PA_KV_HWCONFIG;
}

/* A path of folders, the last one first; as dentry_path_fill() of kmod/record/event.c. */
static void put_folders(char *to, const char folder[][PA_STR_LEN], u32 folders, bool more)
{
	size_t at = PA_STR_LEN - 1, len;
	u32 i;

	to[at] = '\0';
	for (i = 0; i < folders && i < BPF_FOLDERS; i++) {
		len = strnlen(folder[i], PA_STR_LEN);
		if (len + 1 > at)
			break;
		at -= len;
		memcpy(to + at, folder[i], len);
		to[--at] = '/';
	}
	if ((i < folders || more) && at >= 3)
		memcpy(to + (at -= 3), "...", 3);
	if (at == PA_STR_LEN - 1)
		to[--at] = '/';
	memmove(to, to + at, PA_STR_LEN - at);
}

/* The wall clock minus the boot clock, read each time that calls come out of the ring. */
static u64 wall_ahead;

static u64 read_clock(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (u64)now.tv_sec * 1000000000ULL + (u64)now.tv_nsec;
}

static void fill(struct pa_record *r, const struct bpf_call *c, bool doubt)
{
	r->kind = PA_RECORD_OPEN;
	r->wall_ns = r->time_ns + wall_ahead;
	fill_path(r, doubt);
	fill_pmu(&r->kv);
	if (r->kv.have & PA_KV_LEADER)
		fill_leader(&r->kv.leader);
	if (r->have_facts && r->facts.group_file == PA_FILE_PERF)
		fill_leader(&r->facts.leader);
	if (r->kv.have & PA_KV_CGROUP)
		put_folders(r->kv.cgroup, c->folder, c->folders, c->more);
}

static void fill_symbols(struct pa_env *env, const struct pa_record *r)
{
	u32 type;
	u64 addr;

	if (r->kv.have & PA_KV_EVENT) {
		table_code(r->kv.overflow_handler, env->handler, sizeof(env->handler));
		table_code(r->kv.clock, env->clock, sizeof(env->clock));
	}
	if (r->attr_len < PA_ATTR_OLDEST)
		return;
	memcpy(&type, r->attr, sizeof(type));
	memcpy(&addr, r->attr + 56, sizeof(addr));
	if (type == PA_TYPE_BREAKPOINT && pa_in_kernel_half(addr))
		table_symbol(addr, env->symbol, sizeof(env->symbol));
}

static void put_name(struct out *s, enum pa_raw_of of, const char *name)
{
	if (!*name || !strcmp(name, named[of]))
		return;
	strscpy(named[of], name, sizeof(named[of]));
	pa_raw_name(s, of, name);
}

static void put_raw(struct out *s, const struct pa_record *r, const struct pa_env *env)
{
	put_name(s, PA_RAW_OF_HANDLER, env->handler);
	put_name(s, PA_RAW_OF_CLOCK, env->clock);
	put_name(s, PA_RAW_OF_SYMBOL, env->symbol);
	pa_raw_call(s, r, env);
}

static void put_record(const struct pa_record *r)
{
	static struct pa_env env;
	struct out s;

	memset(&env, 0, sizeof(env));
	env.kernel = kernel;
	env.followed = told;
	table_env(&env);
	fill_symbols(&env, r);
	out_init(&s, (char *)line, sizeof(line));
	if (tell_raw)
		put_raw(&s, r, &env);
	else
		pa_json_record(&s, r, &env, NULL);
	fwrite(line, 1, out_used(&s), stdout);
}

/* --- calls that programs have missed --- */

/*
 * A BPF program may be preempted. If the next task on its cpu reaches the same program, the kernel
 * skips that program and counts it. A call whose entry or return was skipped is lost. If the
 * program of a stage was skipped, any call may have been the one: the path of a call proves nothing
 * by what it lacks then.
 */
static struct {
	u64 calls;	/* of the programs of the system call */
	u64 all;
	u64 until;	/* calls that were entered before this are in doubt: boot clock */
} missed;

static u64 missed_by(const struct bpf_program *program)
{
	struct bpf_prog_info info = { .type = BPF_PROG_TYPE_UNSPEC };
	int fd = bpf_program__fd(program);
	u32 size = sizeof(info);

	if (fd < 0 || bpf_obj_get_info_by_fd(fd, &info, &size))
		return 0;
	return info.recursion_misses;
}

/* Returns how many calls were lost since the last time. */
static u64 look_missed(void)
{
	struct bpf_program *program;
	u64 all = 0, calls, more;

	bpf_object__for_each_program(program, programs->obj)
		all += missed_by(program);
	calls = missed_by(programs->progs.enter) + missed_by(programs->progs.leave) +
		missed_by(programs->progs.enter32) + missed_by(programs->progs.leave32);
	if (all != missed.all)
		missed.until = read_clock(CLOCK_BOOTTIME);
	more = calls - missed.calls;
	missed.all = all;
	missed.calls = calls;
	return more;
}

/* --- calls wait here until it is known whether something of them was missed --- */

/* At most this many calls are queued: a slow reader loses calls, and memory stays bounded. */
#define QUEUE_MAX	2048

static struct bpf_call queue[QUEUE_MAX];
static size_t queued;

static void take(struct bpf_call *c, const void *data, size_t size)
{
	memcpy(c, data, size < sizeof(*c) ? size : sizeof(*c));
	if (size < sizeof(*c))
		c->folders = 0;
}

static void tell_one(struct bpf_call *c)
{
	struct pa_record *r = &c->rec;

	fill(r, c, r->time_ns <= missed.until);
	if (machine_asked(r->pid))
		return;
	put_lost_until(c->lost);
	if (r->have_facts && r->facts.have & PA_F_PARANOID &&
	    machine_learn(kernel, r->facts.paranoid))
		tell_env();
	r->seq = ++seq;
	put_record(r);
}

/**
 * tell_queue() - tell the calls that have come out of the ring
 */
void tell_queue(void)
{
	u64 more = look_missed(), boot;
	size_t i;

	table_tell(kernel);
	boot = read_clock(CLOCK_BOOTTIME);
	wall_ahead = read_clock(CLOCK_REALTIME) - boot;
	put_lost(more);
	for (i = 0; i < queued; i++)
		tell_one(&queue[i]);
	queued = 0;
}

/**
 * tell_call() - a call comes out of the ring
 * @arg:  not used
 * @data: struct bpf_call, maybe without its end
 * @size: its bytes
 *
 * Return: 0; -EAGAIN: so many have come out that they are to be told first. Who calls faster than
 * they are read keeps us no longer.
 */
int tell_call(void *arg, void *data, size_t size)
{
	static struct bpf_call own;

	if (!started) {
		take(&own, data, size);
		fill(&own.rec, &own, false);
		return 0;
	}
	take(&queue[queued++], data, size);
	return queued < QUEUE_MAX ? 0 : -EAGAIN;
}
