// SPDX-License-Identifier: GPL-2.0
/*
 * The rules of ops on records: each is found on a record of an op that it refuses, and is no longer
 * found when the record misses that by a little.
 */
#include <errno.h>

#include "rules/rule.h"
#include "rules/rules.h"
#include "rec.h"
#include "tap.h"
#include "uapi_ioctl.h"

enum { SOFT = 1, TP, BP, CPU, PT, PMUS };

#define PMU(number, text, can, context) \
	{ .type = (number), .name = (text), .caps = (can), .task_ctx_nr = (context), \
	  .have_caps = true }

static const struct pa_pmu_name pmus[PMUS] = {
	[SOFT] = PMU(PERF_TYPE_SOFTWARE, "software", 0, 1),
	[TP] = PMU(PERF_TYPE_TRACEPOINT, "tracepoint", 0, 1),
	[BP] = PMU(PERF_TYPE_BREAKPOINT, "breakpoint", 0, 1),
	[CPU] = PMU(PERF_TYPE_RAW, "cpu", 0, 0),
	[PT] = PMU(20, "intel_pt", PA_CAP_EXCLUSIVE | PA_CAP_AUX_NO_SG, 0),
};

static struct pa_record r;
static struct pa_env env;
static struct pa_kernel kernel;
static struct pa_why why;
static struct pa_op_facts *const f = &r.op_facts;

/* An op of root's, native on x86, on a software event that counts on any cpu, that failed. */
static void start(enum pa_record_kind kind, int err)
{
	memset(&r, 0, sizeof(r));
	r.kind = (u8)kind;
	r.abi = PA_ABI_X86_64;
	r.ret = -err;
	r.have_facts = 1;
	r.op.type = PERF_TYPE_SOFTWARE;
	r.op.pmu = SOFT;
	r.op.have = PA_OP_FACTS;
	f->have = PA_OF_PARANOID | PA_OF_MAX_RATE | PA_OF_INIT_NS | PA_OF_PMU;
	f->cpu = -1;
	f->paranoid = 2;
	f->max_sample_rate = 50000;
	f->cap_effective = ~0ULL;
	f->read_size = 24;
	rec_env(&env);
	kernel = rec_kernel_new;
	kernel.task_size = (1ULL << 47) - 4096;
	env.kernel = &kernel;
	env.pmus = pmus;
	env.npmus = PMUS;
}

static void set_flag(enum pa_field_id id)
{
	f->flags |= 1ULL << pa_fields[id].shift;
}

/* A mapping of 1 + 8 pages, shared. */
static void map(int err)
{
	start(PA_RECORD_MMAP, err);
	r.op.len = 9 * 4096;
	r.op.flags = 1;
	r.op.prot = 3;
	f->have |= PA_OF_MMAPS | PA_OF_MLOCK;
	f->map.memlock = 16 * 4096;
	f->map.mlock_kb = 516;
	f->map.cpus = 2;
}

static void aux(int err)
{
	map(err);
	r.op.pmu = PT;
	r.op.offset = 9 * 4096;
	r.op.len = 8 * 4096;
	f->have |= PA_OF_AUX | PA_OF_BUFFER | PA_OF_MAPPED | PA_OF_CONTROL;
	f->map.data_len = 9 * 4096;
	f->map.aux_offset = 9 * 4096;
	f->map.aux_size = 8 * 4096;
}

static void ioc(unsigned int cmd, u64 arg, int err)
{
	start(PA_RECORD_IOCTL, err);
	r.op.cmd = cmd;
	r.op.arg = arg;
}

static void period(u64 value)
{
	ioc(PERF_EVENT_IOC_PERIOD, 0x7000, EINVAL);
	r.op.have |= PA_OP_VALUE;
	r.op.value = value;
	f->have |= PA_OF_SAMPLING;
}

static void output(void)
{
	ioc(PERF_EVENT_IOC_SET_OUTPUT, 4, EINVAL);
	f->have |= PA_OF_OUTPUT;
	f->output = (struct pa_output_facts){
		.cpu = -1, .file = PA_FILE_PERF, .task = 1, .clock = 1, .backward = 1,
		.buffer = 1,
	};
}

static void tracing(unsigned int cmd, int err)
{
	ioc(cmd, 0x7000, err);
	r.op.type = PERF_TYPE_TRACEPOINT;
	r.op.pmu = TP;
	f->have |= PA_OF_TRACING | PA_OF_TRACE;
	f->trace.kind = PA_TRACE_TRACEPOINT;
	strcpy(f->trace.name, "sched:sched_switch");
}

static void filter(const char *text, int err)
{
	tracing(PERF_EVENT_IOC_SET_FILTER, err);
	r.op.have |= PA_OP_STR;
	r.attr_len = (u16)strlen(text);
	memcpy(r.attr, text, r.attr_len);
}

/* The kernel's parser has looked up so many names, the last one without success. */
static void seen(u8 count, const char *name, bool missing)
{
	f->have |= PA_OF_LOOKUPS;
	f->trace.looked = count;
	f->trace.hash = pa_name_hash(name, (u32)strlen(name));
	f->trace.missing = missing;
}

static void bpf(u32 type, u8 kind, int err)
{
	tracing(PERF_EVENT_IOC_SET_BPF, err);
	f->have |= PA_OF_PROG_FD;
	f->trace.file = PA_FILE_BPF;
	f->trace.kind = kind;
	f->trace.prog_type = type;
	r.op.arg = 9;
	if (kind == PA_TRACE_NONE) {
		f->have &= ~PA_OF_TRACING;
		r.op.pmu = SOFT;
	}
}

static void modify(u32 type, int err)
{
	struct perf_event_attr attr = { .type = type, .size = sizeof(attr) };

	attr.bp_type = HW_BREAKPOINT_W;
	attr.bp_addr = 0x1000;
	attr.bp_len = 4;
	attr.exclude_kernel = 1;
	ioc(PERF_EVENT_IOC_MODIFY_ATTRIBUTES, 0x7000, err);
	r.op.type = PERF_TYPE_BREAKPOINT;
	r.op.pmu = BP;
	r.op.have |= PA_OP_ATTR;
	memcpy(r.attr, &attr, sizeof(attr));
	r.attr_len = sizeof(attr);
	r.attr_size = sizeof(attr);
	r.have_size = 1;
	r.attr_state = PA_ATTR_ENTRY;
	f->have |= PA_OF_CHANGE | PA_OF_TASK;
	f->change.differs = 0xffff;
}

static void reading(int err, u64 count)
{
	start(PA_RECORD_READ, err);
	r.op.arg = count;
}

static void polling(u32 mask, s8 state)
{
	start(PA_RECORD_POLL, 0);
	r.ret = mask;
	f->state = state;
	f->have |= PA_OF_BUFFER;
}

static bool found[256];

static const char *reason(void)
{
	return pa_explain(&r, &env, &why) ? why.rule->id : "none";
}

/* The reason, and whether it is certain. */
static void is(const char *id, bool certain, const char *name)
{
	const struct pa_rule *rule;
	char text[256];
	unsigned int i;

	snprintf(text, sizeof(text), "%s: %s", id, name);
	if (!is_str(reason(), id, text))
		return;
	is_num(why.certain, certain, "%s: %s", id, certain ? "certain" : "only probable");
	ok(why.text[0] && !strpbrk(why.text, "?{}[]") && strlen(why.text) < sizeof(why.text) - 1,
	   "%s has its values: %s", id, why.text);
	ok(!strpbrk(why.needs, "?{}[]") && !strpbrk(why.lost, "?{}[]"), "%s: so have what it needs",
	   id);
	for (i = 0; (rule = pa_rule_number(pa_op_tables, i)); i++)
		found[i] |= !strcmp(rule->id, id);
}

static void is_not(const char *id, const char *name)
{
	char text[256];

	snprintf(text, sizeof(text), "not %s: %s", id, name);
	ok(strcmp(reason(), id), "%s", text);
}

static void none(const char *name)
{
	ok(!pa_explain(&r, &env, &why), "no reason: %s", name);
}

static void fix_is(const char *field, u64 value)
{
	ok(why.nfix == 1 && !strcmp(why.fix[0].field, field) && why.fix[0].value == value,
	   "%s: the fix is %s = %llu", why.rule->id, field, (unsigned long long)value);
}

/* The change that the rule has would be refused by another check. */
static void no_fix(const char *name)
{
	ok(!why.nfix && !why.opens && why.plan == PA_PLAN_NONE, "%s: no fix: %s", why.rule->id,
	   name);
}

/* Is it known that no other check refuses the op with its fix? */
static void opens(bool known, const char *name)
{
	ok(why.nfix && why.opens == known, "%s: the fix is %s: %s", why.rule->id,
	   known ? "accepted" : "only likely to be accepted", name);
}

static void test_data(void)
{
	map(EINVAL);
	set_flag(PA_FIELD_INHERIT);
	is("mmap-inherited-any-cpu", true, "inherit and cpu -1");
	f->cpu = 0;
	is_not("mmap-inherited-any-cpu", "on one cpu");
	map(EINVAL);
	r.op.flags = 2;
	is("mmap-not-shared", true, "MAP_PRIVATE");
	fix_is("flags", 1);
	r.op.flags = 3;
	is_not("mmap-not-shared", "MAP_SHARED_VALIDATE");
	map(EINVAL);
	r.op.len = 8 * 4096;
	is("mmap-data-pages", true, "8 pages");
	fix_is("length", 9 * 4096);
	opens(true, "all is known");
	f->have &= ~PA_OF_MLOCK;
	f->cap_effective = 0;
	reason();
	opens(false, "the limit of locked memory is not known");
	f->have |= PA_OF_MLOCK | PA_OF_BUFFER | PA_OF_MAPPED;
	f->map.data_len = 17 * 4096;
	reason();
	fix_is("length", 17 * 4096);
	f->have &= ~PA_OF_MAPPED;
	f->map.data_len = 0;
	reason();
	opens(false, "the size of the buffer that it writes into is not known");
	f->have &= ~PA_OF_BUFFER;
	r.op.len = 4096;
	is_not("mmap-data-pages", "the control page alone");
	r.op.len = 3 * 4096;
	is_not("mmap-data-pages", "1 + 2 pages");
	map(EINVAL);
	f->have |= PA_OF_BUFFER | PA_OF_MAPPED;
	f->map.data_len = 17 * 4096;
	is("mmap-other-size", true, "mapped with 17 pages");
	fix_is("length", 17 * 4096);
	f->map.data_len = 9 * 4096;
	is_not("mmap-other-size", "mapped with as many");
	f->map.data_len = 0;
	is("mmap-other-size", false, "mapped, but nobody knows how");
	f->have &= ~PA_OF_MAPPED;
	is("mmap-output-size", false, "redirected to a buffer");
	map(EBUSY);
	f->have |= PA_OF_BUFFER;
	is("mmap-of-output", true, "EBUSY");
	map(ENOMEM);
	is("mmap-no-memory", true, "no memory");
	map(ENOMEM);
	r.op.len = 1ULL << 44;
	is("mmap-too-long", true, "2^32 pages");
	map(ENODEV);
	f->state = PA_STATE_REVOKED;
	is("mmap-pmu-gone", true, "ENODEV");
	f->state = PA_STATE_OFF;
	is_not("mmap-pmu-gone", "it is not");
	map(EACCES);
	f->have |= PA_OF_SELINUX;
	is("read-security-module", false, "SELinux");
	f->have &= ~PA_OF_SELINUX;
	f->have |= PA_OF_BPF_LSM;
	is("read-security-module", false, "a BPF program");
	f->have &= ~PA_OF_BPF_LSM;
	is_not("read-security-module", "there is none");
}

static void test_locked(void)
{
	map(EPERM);
	f->cap_effective = 0;
	r.op.len = (1 + 512) * 4096;
	is("mmap-locked-memory", true, "513 pages, and 258 + 16 are allowed");
	fix_is("length", 257 * 4096);
	ok(why.plan == PA_PLAN_LESS && !strcmp(why.lost, "the buffer is smaller"),
	   "mmap-locked-memory: the fix loses something");
	is_str(why.text, "the buffer needs more locked memory than kernel.perf_event_mlock_kb and "
	       "RLIMIT_MEMLOCK allow, 513 pages more: 0 of 258 pages (516 KiB a cpu) and 0 of 16 "
	       "are used",
	       "mmap-locked-memory: what is used, and which limits");
	is_str(why.needs, "CAP_IPC_LOCK, kernel.perf_event_mlock_kb >= 1028 or RLIMIT_MEMLOCK "
	       ">= 1020 KiB",
	       "mmap-locked-memory: what would suffice");
	r.op.len = 257 * 4096;
	is_not("mmap-locked-memory", "257 pages are allowed");
	f->map.charged = 258;
	is("mmap-locked-memory", true, "the user's share is used up");
	fix_is("length", 9 * 4096);
	f->map.charged = 1000;
	is("mmap-locked-memory", true, "the limit was lowered after that");
	fix_is("length", 9 * 4096);
	f->map.pinned = 16;
	is("mmap-locked-memory", true, "the process's share is used up, too");
	ok(!why.nfix, "mmap-locked-memory: no size fits");
	map(EPERM);
	r.op.len = (1 + 512) * 4096;
	is_not("mmap-locked-memory", "CAP_IPC_LOCK");
	f->have &= ~PA_OF_INIT_NS;
	is("mmap-locked-memory", true, "CAP_IPC_LOCK in another user namespace");
	f->paranoid = -1;
	is_not("mmap-locked-memory", "paranoid -1");
	f->paranoid = 0;
	f->have &= ~PA_OF_MLOCK;
	is("mmap-locked-memory", false, "the sysctl is not known");
}

static void test_aux(void)
{
	aux(EINVAL);
	f->have &= ~(PA_OF_BUFFER | PA_OF_MAPPED | PA_OF_CONTROL);
	is("mmap-aux-before-data", true, "no data area");
	f->have &= ~PA_OF_AUX;
	r.op.pmu = SOFT;
	is("mmap-offset", true, "no data area, and no PMU with AUX");
	no_fix("8 pages are no data area");
	r.op.len = 9 * 4096;
	reason();
	fix_is("offset", 0);
	aux(EINVAL);
	f->map.aux_offset = 0;
	is("mmap-aux-offset-unset", true, "aux_offset 0");
	f->map.aux_offset = 9 * 4096 - 1;
	is("mmap-aux-offset-unset", true, "aux_offset within the data");
	aux(EINVAL);
	r.op.offset = 10 * 4096;
	is("mmap-aux-offset-differs", true, "another offset than in the control page");
	fix_is("offset", 9 * 4096);
	aux(EINVAL);
	f->map.aux_size = 16 * 4096;
	is("mmap-aux-size-differs", true, "another size than in the control page");
	fix_is("length", 16 * 4096);
	aux(EINVAL);
	r.op.len = 7 * 4096;
	f->map.aux_size = 7 * 4096;
	is("mmap-aux-pages", true, "7 pages");
	no_fix("aux_size differs from that");
	aux(EINVAL);
	f->map.aux_len = 4 * 4096;
	f->map.aux_at = 9 * 4096;
	is("mmap-aux-other-size", true, "mapped with 4 pages");
	f->map.aux_at = 99 * 4096;
	is("mmap-aux-elsewhere", true, "mapped at another offset");
	aux(EINVAL);
	is("mmap-aux-elsewhere", false, "all is right, as far as we know");
	aux(EOPNOTSUPP);
	f->have &= ~PA_OF_AUX;
	is("mmap-no-aux", true, "EOPNOTSUPP");
	aux(ENOMEM);
	r.op.prot = 1;
	is("mmap-aux-no-memory", true, "no memory");
	ok(!!strstr(why.text, "without PROT_WRITE"), "mmap-aux-no-memory: one piece");
	r.op.prot = 3;
	is("mmap-aux-no-memory", true, "no memory");
	ok(!strstr(why.text, "PROT_WRITE"), "mmap-aux-no-memory: many pieces");
}

static void test_commands(void)
{
	ioc(0x5401, 5, ENOTTY);
	is("ioctl-not-known", true, "TCGETS");
	ioc(0x2426, 5, ENOTTY);
	is("ioctl-not-known", true, "a number that perf does not have");
	ioc(0x40042404, 5, ENOTTY);
	is("ioctl-size", true, "PERIOD with 4 bytes");
	no_fix("the event has no period");
	f->have |= PA_OF_SAMPLING;
	is("ioctl-size", true, "of an event that has one");
	fix_is("cmd", PERF_EVENT_IOC_PERIOD);
	ioc(PERF_EVENT_IOC_QUERY_BPF, 5, ENOTTY);
	is("ioctl-not-here", false, "a command that we know");
	ioc(PERF_EVENT_IOC_ENABLE, 0, ENODEV);
	f->state = PA_STATE_REVOKED;
	is("ioctl-pmu-gone", true, "ENODEV");
	ioc(PERF_EVENT_IOC_ENABLE, 0, EACCES);
	f->have |= PA_OF_SELINUX;
	is("ioctl-security-module", false, "SELinux");
	ioc(PERF_EVENT_IOC_ENABLE, 0, ENODEV);
	f->state = PA_STATE_REVOKED;
	f->have |= PA_OF_SELINUX;
	is("ioctl-pmu-gone", true, "ENODEV, which SELinux does not return");
	f->have |= PA_OF_BPF_LSM;
	is("ioctl-pmu-gone", false, "ENODEV, which a BPF program may return");
	ioc(PERF_EVENT_IOC_ENABLE, 0, 0);
	f->state = PA_STATE_EXIT;
	is("enable-task-exited", true, "the task is gone");
	f->have |= PA_OF_CHILDREN;
	is_not("enable-task-exited", "its children are not");
	ioc(PERF_EVENT_IOC_ENABLE, 0, 0);
	f->state = PA_STATE_ERROR;
	is("enable-without-leader", true, "the leader is gone");
	set_flag(PA_FIELD_PINNED);
	is("enable-pinned-error", true, "pinned");
	ioc(PERF_EVENT_IOC_DISABLE, 0, 0);
	f->state = PA_STATE_ERROR;
	none("DISABLE of such an event");
}

static void test_period(void)
{
	ioc(PERF_EVENT_IOC_REFRESH, 1, EINVAL);
	is("refresh-not-sampling", true, "a counting event");
	f->have |= PA_OF_SAMPLING;
	is_not("refresh-not-sampling", "a sampling one");
	set_flag(PA_FIELD_INHERIT);
	is("refresh-inherited", true, "inherit");
	ioc(PERF_EVENT_IOC_PERIOD, 1000, EFAULT);
	is("period-not-readable", true, "a value instead of a pointer");
	period(1000);
	f->have &= ~PA_OF_SAMPLING;
	is("period-not-sampling", true, "a counting event");
	period(0);
	is("period-zero", true, "0");
	period(50001);
	set_flag(PA_FIELD_FREQ);
	is("period-freq-above-max", true, "50001 Hz");
	fix_is("period", 50000);
	period(50000);
	set_flag(PA_FIELD_FREQ);
	is_not("period-freq-above-max", "50000 Hz");
	period(50001);
	is_not("period-freq-above-max", "a period of 50001");
	period(1ULL << 63);
	is("period-too-large", true, "2^63");
	ok(!strstr(why.text, "9223372036854775808"),
	   "period-too-large: the value may be an address");
	period((1ULL << 63) - 1);
	is_not("period-too-large", "2^63 - 1");
	period(1);
	r.op.pmu = CPU;
	is("period-refused", false, "a PMU with counters");
	r.op.pmu = SOFT;
	is_not("period-refused", "one without");
	ioc(PERF_EVENT_IOC_ID, 1, EFAULT);
	is("id-not-writable", true, "EFAULT");
}

static void test_output(void)
{
	output();
	r.ret = -EBADF;
	r.op.arg = 0xffffffff;
	f->output.file = PA_FILE_NONE;
	is("set-output-half", true, "an int of -1");
	ok(why.fix[0].is_signed && (s64)why.fix[0].value == -1, "set-output-half: the fix is -1");
	opens(true, "all is known");
	f->have |= PA_OF_MAPPED;
	is("set-output-half", true, "of an event that is mapped");
	no_fix("its own buffer is mapped");
	r.abi = PA_ABI_I386;
	is("set-output-compat", true, "a -1 of a 32-bit program");
	output();
	r.ret = -EBADF;
	f->output.file = PA_FILE_NONE;
	is("set-output-not-open", true, "closed");
	f->output.file = PA_FILE_OTHER;
	is("set-output-no-event", true, "a file");
	output();
	f->output.itself = 1;
	is("set-output-itself", true, "itself");
	output();
	f->output.cpu = 1;
	f->output.task = 0;
	is("set-output-cpu-differs", true, "cpu 1");
	f->cpu = 1;
	is_not("set-output-task-differs", "another task on the same cpu");
	output();
	f->output.task = 0;
	is("set-output-task-differs", true, "another task on any cpu");
	output();
	f->output.clock = 0;
	is("set-output-clock-differs", true, "another clock");
	output();
	f->output.backward = 0;
	is("set-output-direction-differs", true, "backward");
	output();
	f->output.aux = 1;
	is("set-output-pmu-differs", true, "two PMUs with AUX");
	output();
	f->have |= PA_OF_MAPPED;
	is("set-output-mapped", true, "mapped itself");
	r.op.arg = U64_MAX;
	is("set-output-mapped", true, "-1 while it is mapped");
	output();
	f->output.buffer = 0;
	is("set-output-not-mapped", true, "the other is not mapped");
	f->output.revoked = 1;
	is("set-output-pmu-gone", true, "the other's PMU is gone");
	output();
	is("set-output-being-unmapped", false, "nothing else is left");
	ioc(PERF_EVENT_IOC_PAUSE_OUTPUT, 1, EINVAL);
	is("pause-no-buffer", true, "no buffer");
	f->have |= PA_OF_BUFFER | PA_OF_MMAPS;
	f->map.data_len = 4096;
	is("pause-no-data", true, "the control page only");
	f->map.data_len = 3 * 4096;
	is_not("pause-no-data", "with data");
}

static void test_filter(void)
{
	filter("prev_pid > 0", EFAULT);
	is("filter-not-readable", true, "EFAULT");
	filter("prev_pid > 0", EEXIST);
	f->have |= PA_OF_FILTER;
	is("filter-exists", true, "EEXIST");
	filter("prev_pid > 0", EINVAL);
	is("filter-field", false, "a name of which nothing is known");
	seen(1, "prev_pid", false);
	is("filter-type", false, "the name was found, and all is right");
	ok(!!strstr(why.text, "\"prev_pid > 0\""), "filter-type: the condition");
	filter("prev_pid > 0 && prev_prio > 1", EINVAL);
	seen(1, "prev_pid", false);
	is("filter-type", false, "the first of two names was found, and the second not looked up");
	filter("prev_pid > 0 && prev_prio ^ 1", EINVAL);
	seen(1, "prev_pid", false);
	is("filter-type", false, "a fault where the parser did not come is not the reason");
	filter("prev_pidd > 0", EINVAL);
	seen(1, "prev_pidd", true);
	is("filter-condition", true, "a name that was looked up, and not found");
	ok(!!strstr(why.text, "\"prev_pidd\" is not a field of this event"),
	   "filter-condition: the token");
	filter("prev_pid ^ 0", EINVAL);
	is("filter-condition", false, "an operator, or a name before it");
	seen(1, "prev_pid", false);
	is("filter-condition", true, "the name was found: the operator");
	seen(1, "other", true);
	is_not("filter-type", "another name was looked up: the text has changed");
	filter("comm == x", EINVAL);
	is("filter-condition", false, "a word without quotes");
	filter("prev_pid > 0 prev_prio > 1", EPERM);
	is("filter-syntax", true, "no && between");
	filter("(prev_pid > 0", ENOENT);
	is("filter-parenthesis", true, "an open parenthesis");
	filter("prev_comm == \"x", ESRCH);
	is("filter-quote", true, "an open quote");
	filter("prev_pid > 0", EINVAL);
	memset(r.attr, 'x', PA_ATTR_KEEP);
	r.attr_len = PA_ATTR_KEEP;
	is("filter-refused", false, "a filter that is cut");
	start(PA_RECORD_IOCTL, EINVAL);
	r.op.cmd = PERF_EVENT_IOC_SET_FILTER;
	r.op.have |= PA_OP_STR;
	is("filter-not-supported", true, "a software event");
	r.op.pmu = PT;
	f->have |= PA_OF_ADDR_FILTERS;
	is("address-filter-refused", false, "Intel PT");
	r.attr_len = PA_ATTR_KEEP;
	f->have &= ~PA_OF_ADDR_FILTERS;
	r.ret = -EOPNOTSUPP;
	f->have |= PA_OF_ADDR_FILTERS;
	is("address-filter-without-task", false, "a file, and no task");
	r.ret = -ENOENT;
	is("address-filter-no-file", false, "no such file");
}

static void test_filter_long(void)
{
	const struct pa_rule *rule;
	struct pa_case c = { .r = &r, .op = &r.op, .of = f };
	unsigned int i;

	filter("prev_pid > 0", EINVAL);
	for (i = 0; (rule = pa_rule_number(pa_op_tables, i)); i++) {
		if (strcmp(rule->id, "filter-too-long"))
			continue;
		found[i] = true;
		ok(rule->holds(&c) == PA_NO, "filter-too-long: not a short one");
		r.attr_len = PA_ATTR_KEEP;
		ok(rule->holds(&c) == PA_RARE, "filter-too-long: maybe one that is cut");
	}
}

static void test_bpf(void)
{
	bpf(5, PA_TRACE_TRACEPOINT, EBADF);
	f->trace.file = PA_FILE_NONE;
	is("bpf-not-open", true, "closed");
	bpf(5, PA_TRACE_TRACEPOINT, EINVAL);
	f->trace.file = PA_FILE_OTHER;
	is("bpf-no-program", true, "a file");
	bpf(5, PA_TRACE_OTHER, EINVAL);
	is("bpf-not-attachable", true, "neither tracepoint nor probe");
	bpf(2, PA_TRACE_TRACEPOINT, EINVAL);
	is("bpf-program-type", true, "KPROBE on a tracepoint");
	is_str(why.text, "the program is of a type that the event does not take: it is a "
	       "BPF_PROG_TYPE_KPROBE, and sched:sched_switch takes a BPF_PROG_TYPE_TRACEPOINT only",
	       "bpf-program-type: which, and which is wanted");
	bpf(5, PA_TRACE_KPROBE, EINVAL);
	is("bpf-program-type", true, "TRACEPOINT on a kprobe");
	bpf(5, PA_TRACE_NONE, EINVAL);
	is("bpf-program-type", true, "TRACEPOINT on a software event");
	bpf(2, PA_TRACE_UPROBE, EINVAL);
	is_not("bpf-program-type", "KPROBE on a uprobe");
	bpf(2, PA_TRACE_KPROBE, EINVAL);
	f->trace.prog = PA_PROG_SLEEPABLE;
	is("bpf-sleepable", true, "on a kprobe");
	f->trace.kind = PA_TRACE_UPROBE;
	is_not("bpf-sleepable", "on a uprobe");
	f->trace.prog = PA_PROG_OVERRIDE;
	is("bpf-override", true, "on a uprobe");
	f->trace.kind = PA_TRACE_KPROBE;
	is("bpf-override-here", false, "on a kprobe");
	bpf(5, PA_TRACE_TRACEPOINT, EACCES);
	f->trace.max_ctx = 64;
	is("bpf-context", true, "a context that is too long");
	f->have |= PA_OF_SELINUX;
	is_not("bpf-context", "or SELinux");
	bpf(5, PA_TRACE_TRACEPOINT, EEXIST);
	is("bpf-same-program", true, "on another event");
	f->have |= PA_OF_PROG;
	is("bpf-exists", true, "on this event");
	bpf(7, PA_TRACE_NONE, EPROTO);
	f->trace.prog = PA_PROG_STACK;
	set_flag(PA_FIELD_PRECISE_IP);
	is("bpf-get-stack", true, "with precise_ip");
	bpf(5, PA_TRACE_TRACEPOINT, E2BIG);
	is("bpf-too-many", true, "65 programs");
	bpf(5, PA_TRACE_NONE, EOPNOTSUPP);
	is("bpf-not-built", true, "no BPF");
}

/* A link of a program of this type. */
static void make_link(unsigned int type, unsigned int kind, int err)
{
	bpf(type, kind, err);
	r.kind = PA_RECORD_BPF;
	r.op.cmd = PA_BPF_LINK_CREATE;
	r.op.arg = 5;
}

static void test_links(void)
{
	make_link(5, PA_TRACE_TRACEPOINT, EBADF);
	f->trace.file = PA_FILE_NONE;
	is("bpf-not-open", true, "closed, for a link");
	is_str(why.text, "descriptor 5 is not open", "bpf-not-open: the program's");
	make_link(2, PA_TRACE_TRACEPOINT, EINVAL);
	is("bpf-program-type", true, "KPROBE on a tracepoint, by a link");
	make_link(1, PA_TRACE_TRACEPOINT, EINVAL);
	r.op.flags = 1;
	is("bpf-program-type", true, "... before the flags are looked at");
	make_link(5, PA_TRACE_TRACEPOINT, EINVAL);
	r.op.flags = 1;
	is("link-flags", true, "flags");
	fix_is("flags", 0);
	make_link(2, PA_TRACE_KPROBE, EINVAL);
	f->trace.prog = PA_PROG_MULTI;
	is("link-multi", false, "a program for kprobe.multi");
	r.kind = PA_RECORD_IOCTL;
	r.op.cmd = PERF_EVENT_IOC_SET_BPF;
	is_not("link-multi", "which the ioctl takes");
	make_link(5, PA_TRACE_TRACEPOINT, EEXIST);
	f->have |= PA_OF_PROG;
	is("bpf-exists", true, "on this event, by a link");
	f->have |= PA_OF_BPF_LSM;
	is("bpf-exists", false, "... or a security module");
	make_link(2, PA_TRACE_TRACEPOINT, EINVAL);
	f->trace.prog = PA_PROG_SHARED;
	is("bpf-program-type", false, "... or what another thread has put there meanwhile");
	make_link(5, PA_TRACE_TRACEPOINT, EINVAL);
	none("a program that the event takes");
	r.op.have = 0;
	none("nothing that is known of it");
	make_link(5, PA_TRACE_TRACEPOINT, E2BIG);
	none("too many programs, or an attr that is too long");
	make_link(5, PA_TRACE_TRACEPOINT, EMFILE);
	is("link-no-descriptor", true, "no free descriptor");
	make_link(5, PA_TRACE_TRACEPOINT, EPERM);
	f->cap_effective = 1ULL << PA_CAPABLE_PERFMON;
	is("link-not-allowed", false, "no CAP_BPF");
	f->cap_effective = 1ULL << PA_CAPABLE_BPF;
	none("CAP_BPF: a security module, whatever the kernel");
	f->cap_effective = 1ULL << PA_CAPABLE_SYS_ADMIN;
	none("... or CAP_SYS_ADMIN");
	f->have &= ~PA_OF_INIT_NS;
	is("link-not-allowed", false, "... which is none in another user namespace");
	make_link(5, PA_TRACE_TRACEPOINT, EACCES);
	f->trace.max_ctx = 64;
	is("bpf-context", true, "a context that is too long, by a link");
	make_link(5, PA_TRACE_TRACEPOINT, EINVAL);
	r.op.cmd = PA_BPF_LINK_UPDATE;
	is("link-not-changeable", true, "another program for a link");
	make_link(5, PA_TRACE_TRACEPOINT, EBADF);
	r.op.cmd = PA_BPF_LINK_UPDATE;
	f->trace.file = PA_FILE_NONE;
	is("link-program-not-open", true, "... which is not open");
}

static void test_query(void)
{
	tracing(PERF_EVENT_IOC_QUERY_BPF, EPERM);
	f->cap_effective = 0;
	is("query-not-allowed", true, "nobody");
	f->cap_effective = ~0ULL;
	is_not("query-not-allowed", "root");
	tracing(PERF_EVENT_IOC_QUERY_BPF, EINVAL);
	r.op.type = PERF_TYPE_SOFTWARE;
	is("query-no-tracepoint", true, "a software event");
	tracing(PERF_EVENT_IOC_QUERY_BPF, EFAULT);
	is("query-not-readable", true, "EFAULT");
	tracing(PERF_EVENT_IOC_QUERY_BPF, E2BIG);
	is("query-too-many", true, "65 ids");
	fix_is("ids_len", 64);
	tracing(PERF_EVENT_IOC_QUERY_BPF, ENOSPC);
	r.op.have |= PA_OP_VALUE;
	r.op.value = 1 | 3ULL << 32;
	is("query-short", true, "3 programs, room for 1");
	fix_is("ids_len", 3);
}

static void test_modify(void)
{
	modify(PERF_TYPE_SOFTWARE, EINVAL);
	is("modify-type", true, "another type");
	fix_is("type", PERF_TYPE_BREAKPOINT);
	opens(false, "the breakpoint is not checked with it");
	modify(PERF_TYPE_BREAKPOINT, EINVAL);
	r.op.type = PERF_TYPE_SOFTWARE;
	is("modify-type", true, "a software event");
	no_fix("nothing of it can be modified");
	modify(PERF_TYPE_BREAKPOINT, EOPNOTSUPP);
	is("modify-no-breakpoint", true, "EOPNOTSUPP");
	modify(PERF_TYPE_BREAKPOINT, ENOSPC);
	is("modify-no-slot", true, "ENOSPC");
	modify(PERF_TYPE_BREAKPOINT, EINVAL);
	f->change.differs = 24;
	is("modify-field", true, "sample_type");
	ok(!strcmp(why.field, "sample_type") && strstr(why.text, "sample_type"),
	   "modify-field: it is named");
	f->change.differs = 41;
	is("modify-field", true, "one of the flags");
	/* Its checks are those of an open. */
	modify(PERF_TYPE_BREAKPOINT, E2BIG);
	r.attr_size = 5000;
	is_str(reason(), "size-above-page", "the attr's size is checked as in an open");
	modify(PERF_TYPE_BREAKPOINT, EINVAL);
	((struct perf_event_attr *)(void *)r.attr)->bp_len = 3;
	is_str(reason(), "breakpoint-length-refused", "and so is the breakpoint");
}

static void test_read(void)
{
	reading(0, 24);
	f->state = PA_STATE_ERROR;
	is("read-without-leader", true, "the leader is gone");
	set_flag(PA_FIELD_PINNED);
	f->siblings = 3;
	is("read-pinned-error", true, "pinned");
	ok(!!strstr(why.text, "group of 4"), "read-pinned-error: how many members");
	f->state = PA_STATE_OFF;
	is_not("read-pinned-error", "off");
	reading(ENOSPC, 8);
	is("read-too-small", true, "8 of 24 bytes");
	fix_is("count", 24);
	reading(ENOSPC, 8);
	r.op.format = 8;
	f->siblings = 1;
	is("read-too-small", true, "of a group");
	ok(!!strstr(why.text, "2 members"), "read-too-small: how many members");
	r.op.arg = 24;
	is_not("read-too-small", "enough");
	reading(ECHILD, 24);
	r.op.format = 8;
	is("read-group-changed", true, "ECHILD");
	reading(EFAULT, 24);
	is("read-not-writable", true, "EFAULT");
	reading(ENOMEM, 24);
	is("read-no-memory", true, "ENOMEM");
	reading(0, 24);
	r.ret = 24;
	f->state = PA_STATE_ERROR;
	none("a read that returns something");
}

static void test_poll(void)
{
	polling(0x10, PA_STATE_EXIT);
	is("poll-task-exited", true, "exited");
	f->have |= PA_OF_CHILDREN;
	is_not("poll-task-exited", "with children");
	polling(0x10, PA_STATE_ACTIVE);
	f->have &= ~PA_OF_BUFFER;
	is("poll-no-buffer", true, "no buffer");
	f->have |= PA_OF_BUFFER;
	is_not("poll-no-buffer", "with one");
	polling(8, PA_STATE_REVOKED);
	is("poll-pmu-gone", true, "the PMU is gone");
	polling(8, PA_STATE_ERROR);
	is_not("poll-pinned-error", "not pinned");
	set_flag(PA_FIELD_PINNED);
	is("poll-pinned-error", true, "pinned");
	polling(0x10, PA_STATE_ERROR);
	set_flag(PA_FIELD_PINNED);
	is("poll-pinned-error", true, "pinned, on a kernel that says HUP");
	polling(0, PA_STATE_OFF);
	is("poll-event-off", true, "off");
	f->have |= PA_OF_CHILDREN;
	none("off, and children that inherited it may write");
	polling(0, PA_STATE_ERROR);
	is("poll-event-error", true, "in the error state");
	polling(0, PA_STATE_INACTIVE);
	none("nothing yet");
	polling(1, PA_STATE_OFF);
	none("something");
	start(PA_RECORD_PRCTL, 0);
	r.op.have = PA_OP_ALONE;
	is("prctl-no-events", true, "a thread without events");
	r.op.have = 0;
	none("one with events");
}

/* Without facts, or where a policy may have refused, nothing is certain that is not in the op. */
static void test_blind(void)
{
	unsigned int i, certain = 0, cases = 0;
	static const int errs[] = { EINVAL, EPERM, EBADF, ENOSPC, EACCES, ENOMEM, EEXIST };

	for (i = 0; i < sizeof(errs) / sizeof(errs[0]); i++) {
		u32 nr;

		for (nr = 0; nr < PA_IOC_MAX; nr++) {
			ioc(pa_ioc_number(PA_ABI_X86_64, nr), 4, errs[i]);
			r.op.have = 0;
			certain += pa_explain(&r, &env, &why) && why.certain;
			cases++;
		}
		map(errs[i]);
		r.op.have = 0;
		certain += pa_explain(&r, &env, &why) && why.certain;
		reading(errs[i], 8);
		f->have |= PA_OF_BPF_LSM;
		certain += pa_explain(&r, &env, &why) && why.certain;
	}
	is_num(certain, 0, "%u refusals without facts: none is certain", cases);
}

static void test_garbage(void)
{
	unsigned int i, j, long_texts = 0, named = 0;

	rec_env(&env);
	env.pmus = pmus;
	env.npmus = PMUS;
	for (i = 0; i < 60000; i++) {
		for (j = 0; j < sizeof(r); j += 8) {
			u64 v = rec_random();

			memcpy((u8 *)&r + j, &v, sizeof(r) - j < 8 ? sizeof(r) - j : 8);
		}
		r.kind = (u8)(1 + i % PA_RECORD_MAX);
		r.ret = -(s64)(rec_random() % 130);
		r.op.cmd = pa_ioc_number(r.abi, (u32)rec_random() % PA_IOC_MAX);
		if (i & 1)
			r.attr_len %= PA_ATTR_KEEP + 1;
		if (!pa_explain(&r, &env, &why))
			continue;
		named++;
		long_texts += strnlen(why.text, sizeof(why.text)) == sizeof(why.text);
		long_texts += strnlen(why.needs, sizeof(why.needs)) == sizeof(why.needs);
	}
	ok(!long_texts && named > 100,
	   "60000 records of random bytes are read safely, and texts end");
}

static void test_success(void)
{
	unsigned int i, reasons = 0;

	for (i = 0; i < PA_IOC_MAX; i++) {
		ioc(pa_ioc_number(PA_ABI_X86_64, i), 4, 0);
		f->state = PA_STATE_ACTIVE;
		reasons += pa_explain(&r, &env, &why);
	}
	map(0);
	reasons += pa_explain(&r, &env, &why);
	start(PA_RECORD_MUNMAP, 0);
	reasons += pa_explain(&r, &env, &why);
	start(PA_RECORD_CLOSE, 0);
	reasons += pa_explain(&r, &env, &why);
	ok(!reasons, "what succeeds on an event that counts has no reason");
}

static void test_all(void)
{
	const struct pa_rule *rule;
	unsigned int i, j;

	for (i = 0; (rule = pa_rule_number(pa_op_tables, i)); i++) {
		ok(found[i], "%s has a test", rule->id);
		for (j = 0; j < i; j++)
			if (!strcmp(pa_rule_number(pa_op_tables, j)->id, rule->id))
				break;
		ok(j == i, "%s is the name of one rule", rule->id);
	}
}

int main(void)
{
	test_data();
	test_locked();
	test_aux();
	test_commands();
	test_period();
	test_output();
	test_filter();
	test_filter_long();
	test_bpf();
	test_links();
	test_query();
	test_modify();
	test_read();
	test_poll();
	test_blind();
	test_success();
	test_garbage();
	test_all();
	return tap_end();
}
