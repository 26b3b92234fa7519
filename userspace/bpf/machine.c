// SPDX-License-Identifier: GPL-2.0
/*
 * Limits and features of the running kernel. The module takes them from the kernel's headers; here
 * they come from its type information (BTF) and from its answers to calls. A table by release would
 * be wrong: kernels of distributions have more than their release.
 */
#include <stdlib.h>
#include <sys/random.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bpf/btf.h>
#include <linux/perf_event.h>

#include "bpf/parts.h"

#define PARANOID_FILE	"/proc/sys/kernel/perf_event_paranoid"
#define FLAGS_BIT	(40 * 8)
#define AUX_BIT		(116 * 8)

/* --- facts from the type information --- */

/* The value of an enumerator, whatever enum it is in. */
struct wanted {
	const char *name;
	u64 value;
	bool found;
};

static void take_enum(const struct btf *btf, const struct btf_type *t, struct wanted *w)
{
	bool wide = btf_is_enum64(t);
	const char *name;
	int i;

	for (; w->name; w++) {
		for (i = 0; !w->found && i < btf_vlen(t); i++) {
			name = btf__name_by_offset(btf, wide ? btf_enum64(t)[i].name_off :
						   btf_enum(t)[i].name_off);
			if (strcmp(name, w->name))
				continue;
			w->found = true;
			w->value = wide ? btf_enum64_value(&btf_enum64(t)[i]) :
				   (u32)btf_enum(t)[i].val;
		}
	}
}

static void find_enums(const struct btf *btf, struct wanted *w)
{
	const struct btf_type *t;
	u32 id, n = btf__type_cnt(btf);

	for (id = 1; id < n; id++) {
		t = btf__type_by_id(btf, id);
		if (btf_is_any_enum(t))
			take_enum(btf, t, w);
	}
}

/* Bits of the attr that are members of their own, but those that are reserved. */
static void take_bits(const struct btf *btf, u32 id, u32 at, struct pa_kernel *k)
{
	const struct btf_type *t = btf__type_by_id(btf, btf__resolve_type(btf, id));
	const char *name;
	u32 bits, offset;
	u64 mask;
	int i;

	for (i = 0; t && btf_is_composite(t) && i < btf_vlen(t); i++) {
		name = btf__name_by_offset(btf, btf_members(t)[i].name_off);
		bits = btf_member_bitfield_size(t, i);
		offset = at + btf_member_bit_offset(t, i);
		if (!*name)
			take_bits(btf, btf_members(t)[i].type, offset, k);
		if (!bits || bits > 63 || !strncmp(name, "__reserved", 10))
			continue;
		mask = (1ULL << bits) - 1;
		if (offset >= FLAGS_BIT && offset < FLAGS_BIT + 64)
			k->known_flags |= mask << (offset - FLAGS_BIT);
		else if (offset >= AUX_BIT && offset < AUX_BIT + 32)
			k->known_aux |= (u32)mask << (offset - AUX_BIT);
	}
}

/* KSYM_NAME_LEN: the length of the name in the struct that kallsyms iterates with. */
static u32 name_len(const struct btf *btf)
{
	int id = btf__find_by_name_kind(btf, "kallsym_iter", BTF_KIND_STRUCT), i;
	const struct btf_type *t = id > 0 ? btf__type_by_id(btf, (u32)id) : NULL, *of;

	for (i = 0; t && i < btf_vlen(t); i++) {
		if (strcmp(btf__name_by_offset(btf, btf_members(t)[i].name_off), "name"))
			continue;
		of = btf__type_by_id(btf, btf_members(t)[i].type);
		if (btf_is_array(of))
			return btf_array(of)->nelems;
	}
	return 0;
}

/* Return true if the function takes no argument: it has since it checks kernel callchains, too. */
static bool takes_nothing(const struct btf *btf, const char *function)
{
	int id = btf__find_by_name_kind(btf, function, BTF_KIND_FUNC);
	const struct btf_type *t = id > 0 ? btf__type_by_id(btf, (u32)id) : NULL;

	return t && !btf_vlen(btf__type_by_id(btf, t->type));
}

/**
 * machine_types() - what the kernel's type information says
 * @btf:   the type information
 * @k:     receives it
 * @types: receives more of it
 *
 * Return: false if it lacks something: then the kernel is none that this program knows.
 */
bool machine_types(const struct btf *btf, struct pa_kernel *k, struct types *types)
{
	enum { SAMPLE, FORMAT, BRANCH, HW, SW, XMM0, TRACEPOINT, CUSTOM, CGROUP, END };
	struct wanted w[] = {
		[SAMPLE] = { .name = "PERF_SAMPLE_MAX" },
		[FORMAT] = { .name = "PERF_FORMAT_MAX" },
		[BRANCH] = { .name = "PERF_SAMPLE_BRANCH_MAX" },
		[HW] = { .name = "PERF_COUNT_HW_MAX" },
		[SW] = { .name = "PERF_COUNT_SW_MAX" },
		[XMM0] = { .name = "PERF_REG_X86_XMM0" },
		[TRACEPOINT] = { .name = "TRACE_EVENT_FL_TRACEPOINT" },
		[CUSTOM] = { .name = "TRACE_EVENT_FL_CUSTOM" },
		[CGROUP] = { .name = "perf_event_cgrp_id" },
		[END] = { .name = NULL },
	};
	int attr = btf__find_by_name_kind(btf, "perf_event_attr", BTF_KIND_STRUCT);

	find_enums(btf, w);
	if (attr <= 0)
		return false;
	k->attr_size = btf__type_by_id(btf, (u32)attr)->size;
	take_bits(btf, (u32)attr, 0, k);
	k->known_sample = w[SAMPLE].value - 1;
	k->known_format = w[FORMAT].value - 1;
	k->known_branch = w[BRANCH].value - 1;
	k->hw_max = (u32)w[HW].value;
	k->sw_max = (u32)w[SW].value;
	k->ksym_len = name_len(btf);
	k->regs_extended = ~((1ULL << w[XMM0].value) - 1);
	types->tracepoint = (u32)w[TRACEPOINT].value;
	types->custom = (u32)w[CUSTOM].value;
	if (w[CGROUP].found)
		k->has |= PA_K_CGROUP_PERF;
	if (btf__find_by_name_kind(btf, "perf_event_pmu_context", BTF_KIND_STRUCT) > 0)
		k->has |= PA_K_PMU_CTX;
	if (takes_nothing(btf, "perf_allow_kernel"))
		k->has |= PA_K_ALLOW_CALLCHAIN;
	return w[SAMPLE].found && w[FORMAT].found && w[BRANCH].found && w[HW].found &&
	       w[SW].found && w[XMM0].found && w[TRACEPOINT].found && k->known_flags &&
	       k->ksym_len;
}

/* --- facts from calls and files of the kernel --- */

/**
 * machine_text() - read the begin of a file
 * @path: the file
 * @to:   receives it, with a NUL
 * @size: bytes there
 *
 * Return: false if it is empty, or cannot be read.
 */
bool machine_text(const char *path, char *to, size_t size)
{
	FILE *file = fopen(path, "re");
	size_t n = file ? fread(to, 1, size - 1, file) : 0;

	to[n] = '\0';
	if (file)
		fclose(file);
	return n;
}

/* The only trace event that cannot be sampled, see kmod/record/facts.c. */
static void take_counting_event(struct pa_kernel *k)
{
	static const char * const roots[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };
	char path[128], value[32];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(roots); i++) {
		snprintf(path, sizeof(path), "%s/events/irq_vectors/irq_work_exit/id", roots[i]);
		if (!machine_text(path, value, sizeof(value)))
			continue;
		k->tp_counting = (u32)strtoul(value, NULL, 10);
		k->has |= PA_K_TP_COUNTING;
		return;
	}
}

/* TASK_SIZE_MAX: larger with five levels of page tables, which a cpu flag shows. */
static u64 task_size(void)
{
	FILE *file = fopen("/proc/cpuinfo", "re");
	bool five = false;
	char line[8192];

	while (file && !five && fgets(line, sizeof(line), file))
		five = !strncmp(line, "flags", 5) && strstr(line, " la57");
	if (file)
		fclose(file);
	return (1ULL << (five ? 56 : 47)) - 4096;
}

/* The last child that has asked. */
static pid_t child;

/* In a child: opens a software event for user mode without privilege. Returns its errno. */
static int answer_for_nobody(void)
{
	const u64 user_only = 3 << 5;	/* exclude_kernel, exclude_hv */

	if (!rights_keep(0))
		return 255;
	return open_event(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY, user_only, -1, 0) < 0 ?
	       errno & 0x7f : 0;
}

/*
 * Find out, by a call, whether this kernel refuses every unprivileged call at @level of
 * perf_event_paranoid. No kernel does up to level 2. Those of Debian and Ubuntu do from some higher
 * level on.
 */
static void learn_paranoid(struct pa_kernel *k, s32 level)
{
	static s32 refused, allowed = 2;
	int status;
	pid_t pid;

	if (level <= allowed || (refused && level >= refused))
		return;
	/* A security policy returns the same errno. */
	if (!access("/sys/fs/selinux", F_OK))
		return;
	fflush(stdout);
	pid = fork();
	if (!pid)
		_exit(answer_for_nobody());
	child = pid;
	if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
		return;
	if (WEXITSTATUS(status) == EACCES)
		refused = level;
	else if (!WEXITSTATUS(status))
		allowed = level;
	if (refused)
		k->has |= PA_K_PARANOID_ANY;
	if (refused == allowed + 1)
		k->has |= PA_K_PARANOID_MAX;
	k->paranoid_max = allowed;
}

/**
 * machine_asked() - return true for a process of ours: its calls only ask the kernel for limits
 * @pid: the process
 */
bool machine_asked(s32 pid)
{
	return pid == getpid() || (child && pid == child);
}

/**
 * machine_learn() - a level of perf_event_paranoid was seen
 * @k:        receives what this kernel makes of it
 * @paranoid: the level
 *
 * Return: something was learned.
 */
bool machine_learn(struct pa_kernel *k, s32 paranoid)
{
	u32 has = k->has;
	s32 now = 0;
	char value[32];

	if (paranoid <= 2 || !machine_text(PARANOID_FILE, value, sizeof(value)))
		return false;
	now = atoi(value);
	if (now == paranoid)
		learn_paranoid(k, paranoid);
	return k->has != has;
}

/**
 * machine_init() - find out what the type information of the kernel does not say
 * @k: receives it
 */
void machine_init(struct pa_kernel *k)
{
	struct utsname name;
	char value[32];

	uname(&name);
	k->page_size = (u32)sysconf(_SC_PAGESIZE);
	k->task_size = task_size();
	k->arch = PA_ABI_X86_64;
	strscpy(k->release, name.release, sizeof(name.release));
	if (getrandom(&k->load, sizeof(k->load), 0) != sizeof(k->load))
		die("cannot get random numbers");
	take_counting_event(k);
	if (machine_text(PARANOID_FILE, value, sizeof(value)))
		machine_learn(k, atoi(value));
}
