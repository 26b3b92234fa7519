// SPDX-License-Identifier: GPL-2.0
/*
 * What the module's handlers do, as programs that the kernel's verifier has checked: they look at
 * perf_event_open(2) when it is entered, in its inner functions, and when it returns.
 */
#include "bpf/take_facts.h"

char LICENSE[] SEC("license") = "GPL";

#define PAGE		4096
#define TYPE_BREAKPOINT	5	/* PERF_TYPE_BREAKPOINT */
#define ATTR_HEAD	8
#define ATTR_OLDEST	64
#define X32_BIT		0x40000000
#define ENOENT		2
#define E2BIG		7
#define ERRNO_MAX	4095

/* --- the caller's attr; as kmod/record/caller.c --- */

/* Fewer bytes can be read than the kernel needs. */
static __always_inline void attr_ends(struct pa_record *rec, u32 len)
{
	rec->attr_len = (u16)len;
	rec->attr_state = len ? PA_ATTR_PART : PA_ATTR_UNREADABLE;
}

static __always_inline void type_look(struct pa_record *rec, u32 type)
{
	u32 *index;

	rec->type_pmu = 0;
	if (type < TYPE_MAX)
		return;
	index = bpf_map_lookup_elem(&pmu_types, &type);
	rec->type_pmu = index ? *index : PA_PMU_NONE;
}

static __noinline bool attr_copy(struct pa_record *rec)
{
	u32 ends = PAGE - (rec->attr_ptr & (PAGE - 1)), want, head[2];

	if (bpf_probe_read_user(head, sizeof(head), (void *)rec->attr_ptr)) {
		rec->type_pmu = 0;
		if (ends >= ATTR_HEAD ||
		    bpf_probe_read_user(rec->attr, ends & 7, (void *)rec->attr_ptr))
			ends = 0;
		attr_ends(rec, ends);
		return false;
	}
	/* At a second try attr.size may be the kernel's: it has overwritten the caller's. */
	if (rec->have_size)
		head[1] = rec->attr_size;
	rec->attr_size = head[1];
	rec->have_size = 1;
	type_look(rec, head[0]);
	want = head[1] ? head[1] : ATTR_OLDEST;
	if (want < ATTR_HEAD)
		want = ATTR_HEAD;
	if (want > PA_ATTR_KEEP)
		want = PA_ATTR_KEEP;
	if (bpf_probe_read_user(rec->attr, want, (void *)rec->attr_ptr)) {
		if (ends > want || bpf_probe_read_user(rec->attr, ends & (PA_ATTR_KEEP - 1),
						       (void *)rec->attr_ptr))
			ends = 0;
		/* Above a page perf_copy_attr() refuses the size and reads nothing else. */
		if (!ends || head[1] <= PAGE) {
			attr_ends(rec, ends);
			return false;
		}
		want = ends;
	}
	__builtin_memcpy(rec->attr + 4, &head[1], sizeof(head[1]));
	rec->attr_len = (u16)want;
	rec->attr_more = head[1] > want ? head[1] - want : 0;
	return true;
}

static __always_inline void attr_return(struct pa_record *rec)
{
	bool had_size = rec->have_size;

	if (attr_copy(rec))
		rec->attr_state = PA_ATTR_RETURN;
	if (!had_size && rec->ret == -E2BIG)
		rec->have_size = 0;
}

/* Reads where an attr points: the string of a kprobe or uprobe, or the name of a breakpoint. */
static __always_inline void strings(struct bpf_call *c)
{
	struct pa_record *rec = &c->rec;
	u32 type;
	long n;
	u64 at;

	if (rec->attr_len < ATTR_OLDEST)
		return;
	__builtin_memcpy(&type, rec->attr, sizeof(type));
	__builtin_memcpy(&at, rec->attr + 56, sizeof(at));
	if (type == TYPE_BREAKPOINT && pa_in_kernel_half(at))
		name_take(at);
	if (type < TYPE_MAX || (type != kprobe_type && type != uprobe_type) || !at)
		return;
	n = bpf_probe_read_user_str(c->string, PA_STR_LEN + 1, (void *)at);
	if (n < 0)
		return;
	rec->str_kind = type == kprobe_type ? 1 : 2;
	/* The kernel does not count the NUL of an empty string. */
	rec->str_len = n ? (u16)(n - 1) : 0;
	__builtin_memcpy(rec->str, c->string, PA_STR_LEN);
}

/* --- the system call; "?": only where the kernel has the function --- */

struct arguments {
	u64 attr;
	u64 flags;
	s32 pid;
	s32 cpu;
	s32 group_fd;
	u8 abi;
};

static __noinline void call_begin(const struct arguments *a)
{
	u64 id = bpf_get_current_pid_tgid();
	u32 tid = (u32)id;
	struct bpf_call *c;

	if (!ready)
		return;
	if (bpf_map_update_elem(&calls, &tid, (const void *)&no_call, BPF_ANY)) {
		__sync_fetch_and_add(&lost, 1);
		return;
	}
	c = bpf_map_lookup_elem(&calls, &tid);
	if (!c)
		return;
	c->rec.abi = a->abi;
	c->rec.attr_ptr = a->attr;
	c->rec.arg_pid = a->pid;
	c->rec.arg_cpu = a->cpu;
	c->rec.arg_group_fd = a->group_fd;
	c->rec.flags = a->flags;
	c->rec.pid = (s32)(id >> 32);
	c->rec.tid = (s32)tid;
	c->rec.uid = (u32)bpf_get_current_uid_gid();
	bpf_get_current_comm(c->rec.comm, sizeof(c->rec.comm));
	if (attr_copy(&c->rec))
		c->rec.attr_state = PA_ATTR_ENTRY;
	c->rec.have_kview = 1;
	c->rec.kv.have = PA_KV_STAGES;
	c->rec.time_ns = bpf_ktime_get_boot_ns();
}

static __noinline void call_end(s32 ret)
{
	u32 tid = (u32)bpf_get_current_pid_tgid();
	struct bpf_call *c = call_now();
	u64 now = bpf_ktime_get_boot_ns();

	if (!c)
		return;
	c->rec.ret = ret;
	c->rec.duration_ns = now > c->rec.time_ns ? now - c->rec.time_ns : 0;
	if (c->rec.attr_state != PA_ATTR_ENTRY)
		attr_return(&c->rec);
	strings(c);
	if (ret < 0)
		facts_fill(&c->rec);
	c->lost = lost;
	if (bpf_ringbuf_output(&ring, c, c->folders ? sizeof(*c) :
			       offsetof(struct bpf_call, string), 0))
		__sync_fetch_and_add(&lost, 1);
	bpf_map_delete_elem(&calls, &tid);
}

SEC("fentry/__x64_sys_perf_event_open")
int BPF_PROG(enter, const struct pt_regs *regs)
{
	struct arguments a = {
		.attr = regs->di, .pid = (s32)regs->si, .cpu = (s32)regs->dx,
		.group_fd = (s32)regs->r10, .flags = regs->r8,
		.abi = regs->orig_ax & X32_BIT ? PA_ABI_X32 : PA_ABI_X86_64,
	};

	call_begin(&a);
	return 0;
}

SEC("fexit/__x64_sys_perf_event_open")
int BPF_PROG(leave, const struct pt_regs *regs, long ret)
{
	call_end((s32)ret);
	return 0;
}

SEC("?fentry/__ia32_sys_perf_event_open")
int BPF_PROG(enter32, const struct pt_regs *regs)
{
	struct arguments a = {
		.attr = (u32)regs->bx, .pid = (s32)regs->cx, .cpu = (s32)regs->dx,
		.group_fd = (s32)regs->si, .flags = (u32)regs->di, .abi = PA_ABI_I386,
	};

	call_begin(&a);
	return 0;
}

SEC("?fexit/__ia32_sys_perf_event_open")
int BPF_PROG(leave32, const struct pt_regs *regs, long ret)
{
	call_end((s32)ret);
	return 0;
}

/*
 * --- the stages; as kmod/hook/steps.c and steps_alloc.c ---
 *
 * A function in which no other one of them is called is looked at when it returns: then its
 * arguments are known, too, and its step has its place.
 */

static __noinline struct pa_step *step_begin(struct bpf_call *c, u8 fn)
{
	u32 n = c->rec.kv.nsteps;
	struct pa_step *step;

	if (n >= PA_STEPS) {
		c->rec.kv.steps_lost++;
		n = PA_STEPS - 1;
	}
	c->rec.kv.nsteps = (u16)(n + 1);
	if (fn == PA_FN_ALLOC)
		c->alloc = n;
	step = &c->rec.kv.steps[n & (PA_STEPS - 1)];
	step->fn = fn;
	step->hardware = 0;
	step->pmu = 0;
	step->ret = PA_RET_PENDING;
	return step;
}

static __always_inline void alloc_return(struct bpf_call *c, s32 ret)
{
	struct pa_step *step = &c->rec.kv.steps[c->alloc & (PA_STEPS - 1)];

	if (step->fn == PA_FN_ALLOC)
		step->ret = ret;
}

SEC("?fexit/perf_copy_attr")
int BPF_PROG(copied_attr, void *from, struct perf_event_attr *attr, int ret)
{
	struct bpf_call *c = call_now();

	if (!c)
		return 0;
	step_begin(c, PA_FN_COPY_ATTR)->ret = ret;
	if (ret)
		return 0;
	c->rec.kv.kattr_len = attr_take(c->rec.kv.kattr, attr);
	c->rec.kv.have |= PA_KV_COPIED;
	return 0;
}

static __noinline void alloc_begin(struct task_struct *task, struct perf_event *leader)
{
	struct bpf_call *c = call_now();

	if (!c)
		return;
	step_begin(c, PA_FN_ALLOC);
	if (task)
		event_task(&c->rec.kv, task);
	if (leader)
		event_leads(&c->rec.kv, leader);
}

static __noinline void alloc_end(struct perf_event *event)
{
	struct bpf_call *c = call_now();
	s64 err = (s64)event;

	if (!c)
		return;
	if (err < 0 && err >= -ERRNO_MAX) {
		alloc_return(c, (s32)err);
		return;
	}
	alloc_return(c, 0);
	event_fill(c, event);
	if (c->rec.flags & FLAG_CGROUP)
		event_cgroup(c, event);
}

/* Probes: this function has more arguments than a trampoline takes before 6.6. */
SEC("?kprobe/perf_event_alloc")
int BPF_KPROBE(alloc, void *attr, int cpu, struct task_struct *task, struct perf_event *leader)
{
	alloc_begin(task, leader);
	return 0;
}

SEC("?kretprobe/perf_event_alloc")
int BPF_KRETPROBE(allocated, struct perf_event *event)
{
	alloc_end(event);
	return 0;
}

SEC("fexit/perf_try_init_event")
int BPF_PROG(tried_init, struct pmu *pmu, struct perf_event *event, int ret)
{
	struct bpf_call *c = call_now();
	struct pa_step *step;
	s32 context;
	u32 index;

	if (!c)
		return 0;
	index = pmu_index(pmu);
	if (!index)
		index = pmu_add(pmu);
	context = BPF_CORE_READ(pmu, task_ctx_nr);
	step = step_begin(c, PA_FN_TRY_INIT);
	step->pmu = (u16)index;
	step->hardware = !context;
	step->ret = ret;
	if (ret == -ENOENT)
		return 0;
	c->rec.kv.pmu = (u16)index;
	c->rec.kv.pmu_caps = (u32)BPF_CORE_READ(pmu, capabilities);
	c->rec.kv.pmu_task_ctx_nr = context;
	return 0;
}

SEC("?fexit/perf_event_set_output")
int BPF_PROG(output_set, struct perf_event *event, struct perf_event *to, int ret)
{
	struct bpf_call *c = call_now();

	if (c)
		step_begin(c, PA_FN_SET_OUTPUT)->ret = ret;
	return 0;
}

/* --- PMUs come and go --- */

SEC("?fexit/perf_pmu_register")
int BPF_PROG(pmu_comes, struct pmu *pmu, const char *name, int type, int ret)
{
	if (!ret && !pmu_index(pmu))
		pmu_add(pmu);
	return 0;
}

SEC("?fentry/perf_pmu_unregister")
int BPF_PROG(pmu_goes, struct pmu *pmu)
{
	u64 key = (u64)pmu;
	u32 *at = bpf_map_lookup_elem(&pmu_at, &key), index, type;
	struct bpf_pmu *entry;

	if (!at)
		return 0;
	index = *at;
	bpf_map_delete_elem(&pmu_at, &key);
	entry = bpf_map_lookup_elem(&pmus, &index);
	if (!entry)
		return 0;
	entry->gone = 1;
	type = entry->name.type;
	at = bpf_map_lookup_elem(&pmu_types, &type);
	if (at && *at == index)
		bpf_map_delete_elem(&pmu_types, &type);
	__sync_fetch_and_add(&leaves, 1);
	return 0;
}
