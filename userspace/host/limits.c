// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Finds the flags and bits of an attr that this kernel knows, by calls. perf_copy_attr() refuses
 * unknown ones with EINVAL, before any check of privileges and any PMU; a call with known ones goes
 * on, to end at a type that no PMU has. So none of these calls opens anything. No table by release
 * has this: kernels of distributions know more than their release. Nor does any file show which
 * level of perf_event_paranoid refuses every call.
 */
#include <linux/capability.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "json/writer.h"
#include "json/json.h"
#include "host/parts.h"

/* A type that no PMU has: the kernel numbers PMUs upwards from a small number. */
#define NO_TYPE		0x7ffffffeu

/* An attr longer than any kernel's. */
#define LONG_SIZE	1024

/**
 * struct question - an attr to ask with
 * @word: the attr
 */
struct question {
	u64 word[LONG_SIZE / 8];
};

static void put(struct question *q, enum pa_field_id id, u64 value)
{
	const struct pa_field *f = &pa_fields[id];

	q->word[f->word] |= (value & f->mask) << f->shift;
}

static void begin(struct question *q)
{
	memset(q, 0, sizeof(*q));
	put(q, PA_FIELD_TYPE, NO_TYPE);
	put(q, PA_FIELD_SIZE, PA_ATTR_NEWEST);
	/* Unprivileged callers would otherwise be refused after perf_copy_attr(). */
	put(q, PA_FIELD_EXCLUDE_KERNEL, 1);
	put(q, PA_FIELD_EXCLUDE_HV, 1);
}

/* A dummy event in user space, which never counts. */
static void begin_dummy(struct question *q)
{
	begin(q);
	q->word[0] &= ~(u64)U32_MAX;
	put(q, PA_FIELD_TYPE, PA_TYPE_SOFTWARE);
	put(q, PA_FIELD_CONFIG, PA_SW_DUMMY);
}

static int result(long fd)
{
	if (fd < 0)
		return errno;
	close((int)fd);
	return 0;
}

/* Returns the errno. The kernel may write the size of its own attr there. */
static int answer(struct question *q)
{
	return result(syscall(SYS_perf_event_open, q, 0, -1, -1, 0));
}

/* Returns the errno for an event on a cpu, for the cgroup of a descriptor that is not open. */
static int answer_for_cgroup(struct question *q)
{
	return result(syscall(SYS_perf_event_open, q, INT32_MAX, 0, -1, PA_FLAG_PID_CGROUP));
}

static bool refuses(struct question *q)
{
	return answer(q) == EINVAL;
}

/* Return true if the kernel knows a bit of a field. Some bits need others. */
static bool knows(enum pa_field_id id, unsigned int bit)
{
	const struct pa_field *f = &pa_fields[id];
	struct question q;

	begin(&q);
	if (id == PA_FIELD_BRANCH_SAMPLE_TYPE) {
		put(&q, PA_FIELD_SAMPLE_TYPE, PA_SAMPLE_BRANCH_STACK);
		put(&q, id, PA_BRANCH_USER | PA_BRANCH_ANY);
	}
	q.word[f->word] |= 1ULL << (f->shift + bit);
	if (!refuses(&q))
		return true;
	if (f->offset != PA_OFF_FLAGS)
		return false;
	/* inherit_thread needs inherit, sigtrap remove_on_exec. */
	put(&q, PA_FIELD_INHERIT, 1);
	put(&q, PA_FIELD_REMOVE_ON_EXEC, 1);
	return !refuses(&q);
}

/*
 * Adds to *mask the bits of a field that the kernel knows. Bits that every kernel knows are set
 * already and are not tried. Returns @have, or 0 if the kernel accepts a bit above one that it
 * refuses: then it has a check that we do not know.
 */
static u32 mask_ask(u64 *mask, enum pa_field_id id, unsigned int bits, u32 have)
{
	const u64 oldest = *mask;
	bool all = true;
	unsigned int i;

	for (i = 0; i < bits; i++) {
		if (oldest >> i & 1)
			continue;
		if (!knows(id, i))
			all = false;
		else if (all)
			*mask |= 1ULL << i;
		else
			return 0;
	}
	return have;
}

/* For a too long attr whose end is not 0 the kernel writes the size of its own attr. */
static bool size_ask(u32 *size)
{
	struct question q;

	begin(&q);
	q.word[0] &= U32_MAX;
	put(&q, PA_FIELD_SIZE, LONG_SIZE);
	q.word[ARRAY_SIZE(q.word) - 1] = 1;
	if (answer(&q) != E2BIG)
		return false;
	*size = (u32)pa_bits(q.word, &pa_fields[PA_FIELD_SIZE]);
	return *size >= PA_ATTR_OLDEST && *size < LONG_SIZE;
}

/*
 * Finds registers that a PMU must support: the software PMU does not, and declines the event after
 * accepting the registers. Then the kernel looks up the descriptor of the cgroup, which is invalid.
 * Returns false if another check intervenes.
 */
static bool regs_ask(u64 *mask)
{
	struct question q;
	unsigned int i;

	begin_dummy(&q);
	if (answer_for_cgroup(&q) != EBADF)
		return false;
	for (i = 0, *mask = 0; i < 64; i++) {
		q.word[pa_fields[PA_FIELD_SAMPLE_REGS_USER].word] = 1ULL << i;
		if (answer_for_cgroup(&q) == EOPNOTSUPP)
			*mask |= 1ULL << i;
	}
	return true;
}

/* Return true if the kernel answers as mainline: Ubuntu's may refuse all calls at once. */
static bool answers(void)
{
	struct question q;

	begin(&q);
	if (refuses(&q))
		return false;
	put(&q, PA_FIELD_READ_FORMAT, 1ULL << 63);
	return refuses(&q);
}

static void ask(struct pa_limits *l, const struct env_here *here)
{
	u64 aux = 0;

	pa_kernel_oldest(&l->k);
	l->k.page_size = (u32)sysconf(_SC_PAGESIZE);
	l->have |= PA_L_PAGE;
	/* A filter may kill the caller. Big endian machines have attrs of another layout. */
	if (PA_BIG_ENDIAN || (!here->passes && env_here_seccomp(here)) || !answers())
		return;
	if (size_ask(&l->k.attr_size))
		l->have |= PA_L_SIZE;
	l->have |= mask_ask(&l->k.known_flags, PA_FIELD_DISABLED, 64, PA_L_FLAGS);
	l->have |= mask_ask(&l->k.known_sample, PA_FIELD_SAMPLE_TYPE, 64, PA_L_SAMPLE);
	l->have |= mask_ask(&l->k.known_format, PA_FIELD_READ_FORMAT, 64, PA_L_FORMAT);
	l->have |= mask_ask(&l->k.known_branch, PA_FIELD_BRANCH_SAMPLE_TYPE, 64, PA_L_BRANCH);
	l->have |= mask_ask(&aux, PA_FIELD_AUX_START_PAUSED, 32, PA_L_AUX);
	l->k.known_aux = (u32)aux;
	/* The bit is older than 5.10, but is refused without CONFIG_CGROUP_PERF. */
	l->cgroup_perf = knows(PA_FIELD_SAMPLE_TYPE, (unsigned int)__builtin_ctz(PA_SAMPLE_CGROUP));
	l->have |= PA_L_CGROUP;
	if (regs_ask(&l->k.regs_extended))
		l->have |= PA_L_REGS;
}

/* Looks for the name of a structure in the kernel's BTF, if it has any. */
static void types_look(struct pa_limits *l, const struct env_here *here)
{
	static const char type[] = "\0perf_event_pmu_context";
	bool found;

	if (!env_finds(&here->sysfs, "kernel/btf/vmlinux", type, sizeof(type), &found))
		return;
	l->pmu_ctx = found;
	l->have |= PA_L_PMU_CTX;
}

/**
 * env_here_passes() - note whether our seccomp filter refuses the calls below, as a child has seen
 * @here:   this machine
 * @passes: the filter lets them pass, so the kernel can be asked for its limits
 */
void env_here_passes(struct env_here *here, bool passes)
{
	here->passes = passes;
}

/**
 * env_here_limits() - which flags and bits of an attr this kernel knows
 * @here: this machine
 *
 * Done once, by about 320 calls, which take a few milliseconds. If a seccomp filter is in force
 * that may refuse them, little is known.
 */
const struct pa_limits *env_here_limits(struct env_here *here)
{
	if (!(here->limits.have & PA_L_PAGE)) {
		ask(&here->limits, here);
		types_look(&here->limits, here);
	}
	return &here->limits;
}

static bool level_is(const struct env_here *here, s32 level)
{
	s64 now;

	return env_number(&here->proc, "sys/kernel/perf_event_paranoid", &now) && now == level;
}

/* In a child: gives up its capabilities, and makes a call that needs none. Returns the errno. */
static int answer_for_nobody(void)
{
	struct __user_cap_header_struct own = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { 0 };
	struct question q;

	if (syscall(SYS_capset, &own, none))
		return errno;
	begin_dummy(&q);
	return answer(&q);
}

static int answer_of_child(void)
{
	pid_t pid = fork(), done;
	int status;

	if (!pid)
		_exit(answer_for_nobody() & 0x7f);
	if (pid < 0)
		return errno;
	do {
		done = waitpid(pid, &status, 0);
	} while (done < 0 && errno == EINTR);
	return done == pid && WIFEXITED(status) ? WEXITSTATUS(status) : EINVAL;
}

/* Return true if the result of calls at this level is known. */
static bool is_tried(const struct pa_limits *l, s32 level)
{
	return (l->have & PA_L_PARANOID_OPENS && level <= l->paranoid_opens) ||
	       (l->have & PA_L_PARANOID_REFUSES && level >= l->paranoid_refuses);
}

/**
 * env_here_level() - try whether this perf_event_paranoid refuses every call without privilege
 * @here: this machine; receives its limits
 * @f:    facts of a call that was refused with EACCES just now
 *
 * Mainline has no such level, Debian's kernels have 3, and Ubuntu's 4. Each level is tried once, by
 * a child, only where it matters. A policy gives the same errno.
 *
 * Return: whether it has become known.
 */
bool env_here_level(struct env_here *here, const struct pa_facts *f)
{
	struct pa_limits *l = &here->limits;
	s32 level = f->paranoid;
	bool selinux;
	int err;

	if (!(f->have & PA_F_PARANOID) || level <= PA_PARANOID_USUAL || is_tried(l, level) ||
	    pa_has_capability(f, PA_CAPABLE_SYS_ADMIN) || here->tried_level == level)
		return false;
	/* A filter may kill the caller. */
	if (env_here_seccomp(here) || !level_is(here, level))
		return false;
	err = answer_of_child();
	if (!level_is(here, level))
		return false;
	here->tried_level = level;
	if (!err) {
		l->paranoid_opens = level;
		l->have |= PA_L_PARANOID_OPENS;
	} else if (err == EACCES && env_here_selinux(here, &selinux) && !selinux) {
		l->paranoid_refuses = level;
		l->have |= PA_L_PARANOID_REFUSES;
	} else {
		return false;
	}
	return true;
}

/**
 * env_limits_json() - write the limits of this kernel as a line
 * @s:    receives the line, without a newline
 * @here: this machine
 */
void env_limits_json(struct out *s, struct env_here *here)
{
	static const struct pa_env nothing;
	struct pa_json j = { .s = s, .env = &nothing };

	json_begin(&j, '{');
	json_put_count(&j, "v", PA_JSON_VERSION);
	json_key(&j, "limits");
	json_begin(&j, '{');
	pa_json_load(&j);
	pa_json_facts(&j, &pa_facts_of_limits, env_here_limits(here));
	json_end(&j, '}');
	json_end(&j, '}');
}
