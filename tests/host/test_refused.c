// SPDX-License-Identifier: GPL-2.0
/* What the module says of a refusal: which function has refused, and what to type to learn why. */
#include "core/render.h"
#include "rec.h"
#include "tap.h"
#include "rules/rule.h"

static struct pa_record r;
static struct pa_env env;

#define FOLLOWED	0xfe

/* A call whose path is known, and is empty so far. */
static void refused(s64 ret)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };

	rec_env(&env);
	rec_init(&r, &attr, sizeof(attr));
	r.seq = 77;
	r.ret = ret;
	r.type_pmu = 0;
	r.have_kview = 1;
	memset(&r.kv, 0, sizeof(r.kv));
	r.kv.have = PA_KV_STAGES;
	r.kv.followed = FOLLOWED;
}

static void step(u8 fn, u16 pmu, s32 ret)
{
	struct pa_step *to = &r.kv.steps[r.kv.nsteps++];

	to->fn = fn;
	to->pmu = pmu;
	to->ret = ret;
}

/* The line of the result in the log; "" after the errno if nothing is said. */
static void result_is(const char *want, const char *name)
{
	is_str(rec_line(rec_log(&r, &env, 0), "int fd"), want, name);
}

/* Up to perf_try_init_event(): its PMUs follow. */
static void alloc(s64 ret, s32 alloc_ret)
{
	refused(ret);
	step(PA_FN_COPY_ATTR, 0, 0);
	step(PA_FN_SECURITY, 0, 0);
	step(PA_FN_ALLOC, 0, alloc_ret);
}

static void test_functions(void)
{
	refused(-EINVAL);
	step(PA_FN_COPY_ATTR, 0, -EINVAL);
	result_is("int fd = -1 /* EINVAL: refused by perf_copy_attr() */;", "perf_copy_attr()");
	refused(-EACCES);
	step(PA_FN_COPY_ATTR, 0, 0);
	step(PA_FN_SECURITY, 0, -EACCES);
	result_is("int fd = -1 /* EACCES: refused by security_perf_event_open() */;",
		  "a security module");
	refused(-EACCES);
	step(PA_FN_COPY_ATTR, 0, 0);
	result_is("int fd = -1 /* EACCES: refused by perf_event_open() */;",
		  "the system call itself, between two functions");
	refused(-EINVAL);
	result_is("int fd = -1 /* EINVAL: refused by perf_event_open() */;",
		  "the system call itself, before the first function");
	alloc(-ESRCH, 0);
	step(PA_FN_TRY_INIT, REC_PMU_SOFTWARE, -ENOENT);
	step(PA_FN_TRY_INIT, REC_PMU_CLOCK, 0);
	step(PA_FN_FIND_CONTEXT, 0, -ESRCH);
	result_is("int fd = -1 /* ESRCH: refused by find_get_context() */;", "find_get_context()");
	alloc(-EINVAL, 0);
	step(PA_FN_TRY_INIT, REC_PMU_MSR, 0);
	step(PA_FN_FIND_CONTEXT, 0, 0);
	step(PA_FN_SET_OUTPUT, 0, -EINVAL);
	result_is("int fd = -1 /* EINVAL: refused by perf_event_set_output() */;",
		  "perf_event_set_output()");
}

static void test_pmus(void)
{
	alloc(-EINVAL, -EINVAL);
	step(PA_FN_TRY_INIT, REC_PMU_SOFTWARE, -ENOENT);
	step(PA_FN_TRY_INIT, REC_PMU_MSR, -EINVAL);
	result_is("int fd = -1 /* EINVAL: refused by the event_init() of PMU msr */;",
		  "a PMU has refused, not the function around it");
	alloc(-EINVAL, -EINVAL);
	step(PA_FN_TRY_INIT, 0, -EINVAL);
	result_is("int fd = -1 /* EINVAL: refused by event_init() */;", "a PMU that is not known");
	alloc(-ENOENT, -ENOENT);
	step(PA_FN_TRY_INIT, REC_PMU_SOFTWARE, -ENOENT);
	step(PA_FN_TRY_INIT, REC_PMU_MSR, -ENOENT);
	result_is("int fd = -1 /* ENOENT: refused by perf_init_event() */;",
		  "all PMUs have declined the event");
	alloc(-ENOENT, -ENOENT);
	r.type_pmu = REC_PMU_KPROBE;
	step(PA_FN_TRY_INIT, REC_PMU_KPROBE, -ENOENT);
	result_is("int fd = -1 /* ENOENT: refused by the event_init() of PMU kprobe */;",
		  "the PMU of the type is asked alone");
	alloc(-EINVAL, -EINVAL);
	step(PA_FN_TRY_INIT, REC_PMU_SOFTWARE, -ENOENT);
	step(PA_FN_TRY_INIT, REC_PMU_MSR, 0);
	result_is("int fd = -1 /* EINVAL: refused by perf_event_alloc() */;",
		  "perf_event_alloc() itself, after a PMU has accepted");
	alloc(-ENOENT, 0);
	step(PA_FN_TRY_INIT, REC_PMU_SOFTWARE, -ENOENT);
	step(PA_FN_TRY_INIT, REC_PMU_MSR, 0);
	result_is("int fd = -1 /* ENOENT: refused by perf_event_open() */;",
		  "a PMU that has declined before another one accepted has not refused");
	alloc(-ENOENT, 0);
	step(PA_FN_TRY_INIT, REC_PMU_SOFTWARE, -ENOENT);
	step(PA_FN_FIND_CONTEXT, 0, -ENOENT);
	result_is("int fd = -1 /* ENOENT: refused by find_get_context() */;",
		  "... nor if what comes after it was entered");
}

/* What the path does not tell is not said. */
static void test_unknown(void)
{
	const char *nothing = "int fd = -1 /* EINVAL */;";

	alloc(-EINVAL, PA_RET_PENDING);
	result_is(nothing, "a step whose result was not seen");
	alloc(-EINVAL, -ENOMEM);
	result_is(nothing, "a path that ends with another errno");
	refused(-EINVAL);
	r.kv.followed = 1 << PA_FN_COPY_ATTR;
	step(PA_FN_COPY_ATTR, 0, 0);
	result_is(nothing, "functions that were not followed");
	refused(-EINVAL);
	r.kv.steps_lost = 1;
	result_is(nothing, "steps that were lost");
	refused(-EINVAL);
	r.kv.have = 0;
	result_is(nothing, "a path that was not taken");
	refused(-EINVAL);
	r.have_kview = 0;
	result_is(nothing, "nothing of the kernel's view");
	refused(-EINVAL);
	step(200, 0, -EINVAL);
	result_is(nothing, "a function without a name");
}

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), n = strlen(end);

	return len >= n && !strcmp(text + len - n, end);
}

static void test_hint(void)
{
	const char *open = "/* why, and what would work: perfattr show 77 */\n";

	refused(-EINVAL);
	step(PA_FN_COPY_ATTR, 0, -EINVAL);
	ok(ends_with(rec_log(&r, &env, 0), open), "log: the last line tells what to type");
	ok(ends_with(rec_log(&r, &env, PA_TEXT_BRIEF), open), "... if brief, too");
	r.have_kview = 0;
	ok(ends_with(rec_log(&r, &env, 0), open), "... and without a path");
	ok(!strstr(rec_text(&r, &env, 0), "perfattr show"), "who has asked perfattr is not told");
	refused(5);
	ok(!strstr(rec_log(&r, &env, 0), "perfattr show"), "a success has no reason to look for");
}

static void test_ops(void)
{
	refused(-EINVAL);
	r.kind = PA_RECORD_CLOSE;
	memset(&r.op, 0, sizeof(r.op));
	r.op.fd_from = PA_FD_CALL;
	r.op.fd = 3;
	is_str(rec_log(&r, &env, 0), "close(fd_3); /* = -1 EINVAL, the last reference, event 0, "
	       "perf[100] tid 101, #77 at 0.000000000 s, took 0.000 us; why: perfattr show 77 */\n",
	       "an op has it at the end of its comment");
	ok(!strstr(rec_text(&r, &env, 0), "perfattr show"), "... but not from perfattr");
	r.ret = 0;
	ok(!strstr(rec_log(&r, &env, 0), "perfattr show"), "... nor if it succeeds");
}

int main(void)
{
	test_functions();
	test_pmus();
	test_unknown();
	test_hint();
	test_ops();
	return tap_end();
}
