// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The variables of the rules of opens, except fields of the attr and lists of them (vars.c). */
#include "core/event_name.h"
#include "core/text/text.h"
#include "rules/parts.h"

/* Size of the oldest attr that this kernel has and that has room for all nonzero fields. */
static u32 size_used(const struct pa_case *c)
{
	static const u8 sizes[] = { 64, 72, 80, 96, 104, 112, 120, 128, 136, 144 };
	u32 used = c->k->attr_size, i;

	while (used && !pa_case_byte(c, used - 1))
		used--;
	for (i = 0; i < ARRAY_SIZE(sizes); i++)
		if (sizes[i] >= used && sizes[i] <= c->k->attr_size)
			return sizes[i];
	return c->k->attr_size;
}

/* The part of a mask that perf_reg_validate() accepts; a mask must not be empty. */
static u64 regs_valid(const struct pa_case *c, enum pa_field_id id)
{
	u64 mask = get(c, id) & ~pa_arch_of(c->arch)->regs_refused;

	return mask ? mask : 1;
}

/* A length that is valid for breakpoints of this type at every address. */
static u64 bp_len_plain(const struct pa_case *c)
{
	if (c->arch == PA_ABI_X86_64 && get(c, PA_FIELD_BP_TYPE) == 4)
		return 8;
	return 1;
}

/* The greatest length of a data breakpoint at this address that is not above the requested one. */
static u64 bp_len_near(const struct pa_case *c)
{
	u64 addr = get(c, PA_FIELD_BP_ADDR), len = get(c, PA_FIELD_BP_LEN);
	u64 near = 8;

	if (get(c, PA_FIELD_BP_TYPE) == 4)
		return bp_len_plain(c);
	/* arm64 watches any bytes within an aligned word of 8. */
	if (c->arch == PA_ABI_ARM64 && c->r->abi == PA_ABI_ARM64)
		return len > 8 - (addr & 7) ? 8 - (addr & 7) : len ? len : 1;
	while (near > 1 && (near > len || addr & (near - 1)))
		near /= 2;
	return near;
}

/* The kernel demands this only of calls that sample callchains, if at all. */
static bool callchain_user_only(const struct pa_case *c)
{
	bool demanded = c->k->has & PA_K_ALLOW_CALLCHAIN || !c->k_known;

	return flag(c, PA_FIELD_EXCLUDE_CALLCHAIN_KERNEL) ||
	       (demanded && c->sample_type & PA_SAMPLE_CALLCHAIN);
}

/* Return true if the pid argument is the descriptor of a cgroup. */
static bool pid_is_cgroup(const struct pa_case *c)
{
	return c->f->have & PA_F_CGROUP_FD && c->f->cgroup_file == PA_FILE_CGROUP &&
	       c->call.pid == c->r->arg_pid;
}

/* A cpu that the PMU of the case serves, -1 if not known. */
static s32 other_cpu(const struct pa_case *c)
{
	const struct pa_pmu_now *now = pa_case_now(c);

	return now ? now->other_cpu : -1;
}

/* The cpu of the call if it names one, else one that the PMU serves. */
static s32 some_cpu(const struct pa_case *c)
{
	if (c->call.cpu >= 0 && pa_case_serves(c) != PA_SYSFS_LACKS)
		return c->call.cpu;
	return other_cpu(c) >= 0 ? other_cpu(c) : (s32)c->f->this_cpu;
}

static s32 event_cpu(const struct pa_case *c)
{
	s32 cpu;

	pa_case_event_cpu(c, &cpu);
	return cpu;
}

/* The number of functions that have the name of a kprobe; 0: not known. */
static u32 symbols_now(const struct pa_case *c)
{
	const struct pa_kprobe_now *now = pa_probe_kprobe(c);

	return now ? now->symbols : 0;
}

static const char *kernel_what(const struct pa_case *c)
{
	if (!flag(c, PA_FIELD_EXCLUDE_KERNEL))
		return "exclude_kernel is not set: counting in the kernel";
	return flag(c, PA_FIELD_TEXT_POKE) ? "text_poke" :
		"exclude_callchain_kernel is not set: a callchain of the kernel";
}

/* The path of the cgroup in its hierarchy; known once the kernel has made the event. */
static const char *cgroup_path(const struct pa_case *c)
{
	const struct pa_record *r = c->r;
	bool known = r->have_kview && r->kv.have & PA_KV_CGROUP;

	return c->cgroup && c->call.pid == r->arg_pid && known ? r->kv.cgroup : NULL;
}

/* Without use_clockid the leader's clock has no meaning, so the caller's value may stay. */
static s32 leader_clockid(const struct pa_case *c)
{
	return c->leader->use_clockid ? c->leader->clockid : (s32)get(c, PA_FIELD_CLOCKID);
}

/* The function in which the kprobe would be; NULL: not known. */
static const char *probe_func(const struct pa_case *c)
{
	const struct pa_kprobe_now *now = pa_probe_kprobe(c);

	return now && now->at[0] ? now->at : NULL;
}

/*
 * A task event can use cpu -1; for a cpu-wide event no other cpu is known to work. Cycles are the
 * only hardware event with a software event as a substitute. A cgroup's path is as the caller sees
 * it now.
 */
#define VARIABLES(U, S, T) \
	S(cpu, true, c->call.cpu) \
	S(pid, true, c->call.pid) \
	U(flags, true, c->call.flags) \
	U(hw_max, c->k_known, c->k->hw_max) \
	U(nofile, c->f->nofile, c->f->nofile) \
	U(sw_max, c->k_known, c->k->sw_max) \
	U(symbols, symbols_now(c) > 1, symbols_now(c)) \
	S(any_cpu, c->task, -1) \
	S(group_fd, true, c->call.group_fd) \
	U(ksym_max, c->k_known, c->k->ksym_len - 1) \
	U(last_cpu, c->f->have & PA_F_CPU, c->f->nr_cpu_ids - 1) \
	S(some_cpu, c->f->have & PA_F_CPU || other_cpu(c) >= 0, some_cpu(c)) \
	S(this_cpu, c->f->have & PA_F_CPU, (s32)c->f->this_cpu) \
	U(attr_size, c->k_known, c->k->attr_size) \
	S(event_cpu, true, event_cpu(c)) \
	S(leader_fd, c->f->have & PA_F_LEADER_FD, c->f->leader_fd) \
	U(max_stack, c->f->have & PA_F_MAX_STACK, c->f->max_stack) \
	S(other_cpu, other_cpu(c) >= 0, other_cpu(c)) \
	U(page_size, c->k_known, c->k->page_size) \
	U(size_used, c->k_known, size_used(c)) \
	U(count_bits, c->traits, c->traits->count) \
	U(last_event, c->traits, c->traits->last) \
	S(leader_cpu, c->leader, c->leader->cpu) \
	U(cgroup_flag, pid_is_cgroup(c), PA_FLAG_PID_CGROUP) \
	U(first_event, c->traits, c->traits->first) \
	S(max_precise, pa_case_precise(c) > 0, pa_case_precise(c)) \
	U(usual_event, c->traits && c->traits->usual >= 0, c->traits->usual) \
	U(bp_len_near, true, bp_len_near(c)) \
	U(bp_len_plain, true, bp_len_plain(c)) \
	U(config_takes, c->traits, c->traits->takes) \
	S(followed_cpu, c->leader && pa_case_keeps_cpu(c, c->leader->cpu), c->leader->cpu) \
	U(known_branch, c->k_known, c->k->known_branch) \
	U(known_format, c->k_known, c->k->known_format) \
	U(known_sample, c->k_known, c->k->known_sample) \
	U(private_bits, c->traits, c->config & c->traits->private) \
	U(extended_type, true, c->config >> PA_PMU_TYPE_SHIFT) \
	U(regs_extended, c->k_known, c->k->regs_extended) \
	U(PERF_TYPE_SOFTWARE, c->type == PA_TYPE_HARDWARE && !(u32)c->config, PA_TYPE_SOFTWARE) \
	S(leader_clockid, c->leader, leader_clockid(c)) \
	U(leader_inherit, c->leader, c->leader->inherit) \
	U(bp_len_if_empty, !get(c, PA_FIELD_BP_ADDR) && !get(c, PA_FIELD_BP_LEN), bp_len_plain(c)) \
	U(config_may_take, c->traits && c->traits->may_take, c->traits->may_take) \
	U(max_sample_rate, c->f->have & PA_F_MAX_RATE, c->f->max_sample_rate) \
	U(regs_intr_valid, c->k_known, regs_valid(c, PA_FIELD_SAMPLE_REGS_INTR)) \
	U(regs_user_valid, c->k_known, regs_valid(c, PA_FIELD_SAMPLE_REGS_USER)) \
	U(leader_use_clockid, c->leader, c->leader->use_clockid) \
	U(callchain_user_only, true, callchain_user_only(c)) \
	U(leader_write_backward, c->leader, c->leader->write_backward) \
	T(pmu, pa_var_pmu(c->pmu), PA_PMU_NAME) \
	T(extended_pmu, pa_var_pmu(pa_pmu_of_type(c->r, c->env, c->config >> PA_PMU_TYPE_SHIFT)), \
	  PA_PMU_NAME) \
	T(leader_pmu, c->leader ? pa_var_pmu(pa_pmu_by_index(c->env, c->leader->pmu)) : NULL, \
	  PA_PMU_NAME) \
	T(string, c->r->str_kind && c->r->str_len ? c->r->str : NULL, pa_probe_string_len(c->r)) \
	T(no_baseline, pa_case_lacks_baseline(c), PA_MODEL_LEN) \
	T(kernel_what, kernel_what(c), PA_WHY_TEXT) \
	T(pid_namespace, c->f->have & PA_F_PIDNS && c->f->own_pidns ? \
	  "in the caller's pid namespace" : NULL, PA_WHY_TEXT) \
	T(cgroup_now, c->env->now && c->env->now->cgroup[0] && c->call.pid == c->r->arg_pid ? \
	  c->env->now->cgroup : NULL, PA_STR_LEN) \
	T(cgroup_path, cgroup_path(c), PA_STR_LEN) \
	T(probe_name, c->env->now && c->env->now->probe_name[0] ? c->env->now->probe_name : NULL, \
	  PA_NAME_LEN) \
	T(probe_func, probe_func(c), PA_NAME_LEN) \
	T(or_insn, c->arch == PA_ABI_ARM64 ? \
	  "or uprobes do not step the instruction there" : NULL, PA_WHY_TEXT)

VARIABLES(PA_NUMBER_FN, PA_SIGNED_FN, PA_TEXT_FN)

/* Texts of several parts: each function returns false if the value is not known. */

/* At most 6 names fit into a sentence. */
#define ASKED_MAX	6

static bool put_asked(struct out *s, const struct pa_case *c)
{
	const struct pa_kview *kv = &c->r->kv;
	const struct pa_pmu_name *pmu;
	unsigned int i, named = 0;

	if (!c->tries)
		return false;
	for (i = 0; i < kv->nsteps && i < PA_STEPS && named < ASKED_MAX; i++) {
		if (kv->steps[i].fn != PA_FN_TRY_INIT)
			continue;
		if (named)
			out_lit(s, ", ");
		pmu = pa_pmu_by_index(c->env, kv->steps[i].pmu);
		if (!pa_var_put(s, pa_var_pmu(pmu), PA_PMU_NAME))
			out_char(s, '?');
		named++;
	}
	if (c->tries > named) {
		out_lit(s, " and ");
		out_u64(s, c->tries - named);
		out_lit(s, " more");
	}
	return true;
}

static bool put_event(struct out *s, const struct pa_case *c)
{
	size_t before = s->len;

	if (pa_put_generic(s, c->type, c->config))
		return true;
	s->len = before;
	out_lit(s, "config ");
	out_hex(s, c->config);
	return true;
}

static bool put_type(struct out *s, const struct pa_case *c)
{
	const struct pa_name *name = pa_name_of(&pa_types, c->type);

	if (name)
		pa_put_name(s, name);
	else
		out_u64(s, c->type);
	return true;
}

static bool put_errno(struct out *s, const struct pa_case *c)
{
	pa_text_errno(s, c->err);
	return true;
}

/* The first nonzero byte beyond the kernel's struct. */
static bool put_tail(struct out *s, const struct pa_case *c)
{
	u32 end = c->call.passed;
	u32 at = c->k->attr_size;
	unsigned int id;

	while (at < end && !c->r->attr[at])
		at++;
	if (at >= end || !c->k_known)
		return false;
	for (id = 0; id < PA_FIELD_MAX; id++) {
		const struct pa_field *f = &pa_fields[id];

		if (f->offset <= at && at < (u32)f->offset + f->width && !f->group) {
			out_str(s, f->name);
			return true;
		}
	}
	out_lit(s, "byte ");
	out_u64(s, at);
	return true;
}

/* The sysfs name of an event of a PMU outside of the cpu. */
static bool put_pmu_event(struct out *s, const struct pa_case *c)
{
	const char *name = c->traits ? pa_traits_event(c->traits, c->config) : NULL;

	out_str(s, name ? name : "config ");
	if (!name)
		out_hex(s, c->config);
	return true;
}

/*
 * Writes the cpu that the PMU serves, or, if that is not known, that the PMU may have no counter
 * for the event.
 */
static bool put_or_no_counter(struct out *s, const struct pa_case *c)
{
	const struct pa_pmu_now *now = pa_case_now(c);

	if (pa_case_serves(c) != PA_SYSFS_LACKS) {
		out_lit(s, ", or has no counter for ");
		return put_event(s, c);
	}
	if (now->other_cpu >= 0) {
		out_lit(s, "; it does on cpu ");
		out_s64(s, now->other_cpu);
	}
	return true;
}

/* The flag that the caller has probably forgotten. */
static bool put_pid_cgroup(struct out *s, const struct pa_case *c)
{
	if (!pid_is_cgroup(c))
		return false;
	out_lit(s, "descriptor ");
	out_s64(s, c->call.pid);
	out_lit(s, " is a cgroup, and PERF_FLAG_PID_CGROUP is missing");
	return true;
}

/* Function and offset of a kprobe. */
static bool put_probe_place(struct out *s, const struct pa_case *c)
{
	const struct pa_kprobe_now *now = pa_probe_kprobe(c);

	if (!now || !put_probe_func(s, c))
		return false;
	out_char(s, '+');
	out_hex(s, now->offset);
	return true;
}

/* Why the function of a kprobe has no symbol; follows its name. */
static bool put_func_hint(struct out *s, const struct pa_case *c)
{
	const struct pa_kprobe_now *now = pa_probe_kprobe(c);
	u32 len = pa_probe_string_len(c->r);
	const char *colon = memchr(c->r->str, ':', len);

	if (!now || c->env->now->probe_name[0])
		return false;
	if (memchr(c->r->str, '+', len)) {
		out_str(s, ": an offset goes into probe_offset");
	} else if (colon && now->module == PA_SYSFS_LACKS) {
		out_str(s, ": module ");
		out_mem(s, c->r->str, (size_t)(colon - c->r->str));
		out_str(s, " is not loaded now");
	} else if (now->symbols) {
		out_str(s, ": now there is one");
	} else {
		out_str(s, ": kallsyms has no such symbol now, ");
		out_str(s, "so the compiler may have inlined it");
	}
	return true;
}

/* The privilege that all checks demand together, and the current kernel.perf_event_paranoid. */
bool pa_why_put_needs(struct out *s, const struct pa_case *c)
{
	const struct pa_need *needs = &c->needs;

	if (!needs->cap)
		return false;
	if (needs->cap == PA_NEED_PERFMON)
		out_lit(s, "CAP_PERFMON");
	else
		out_lit(s, "CAP_SYS_ADMIN");
	if (needs->leveled && needs->cap == PA_NEED_SYS_ADMIN && pa_perfmon_may_pass(c->k))
		out_lit(s, " (on some kernels CAP_PERFMON is enough)");
	if (c->f->have & PA_F_CRED && !c->f->init_userns)
		out_lit(s, " in the initial user namespace");
	if (!needs->leveled)
		return true;
	out_lit(s, " or kernel.perf_event_paranoid <= ");
	out_s64(s, needs->level);
	if (c->f->have & PA_F_PARANOID) {
		out_lit(s, " (it is ");
		out_s64(s, c->f->paranoid);
		out_char(s, ')');
	}
	return true;
}

static void put_leader_event(struct out *s, const struct pa_case *c)
{
	const struct pa_leader *l = c->leader;
	const struct pa_pmu_name *pmu = pa_pmu_by_index(c->env, l->pmu);

	if (pa_put_generic(s, l->type, l->config))
		return;
	if (!pa_var_put(s, pa_var_pmu(pmu), PA_PMU_NAME))
		out_str(s, "an event");
	out_lit(s, " config ");
	out_hex(s, l->config);
}

/*
 * Two events are never too many for a cpu's counters, so they need the same one, or the same extra
 * register. Of larger groups only the leader and the number of events are known: the kernel's lock
 * of the list of members is not held here.
 */
static bool put_group_conflict(struct out *s, const struct pa_case *c)
{
	const struct pa_leader *l = c->leader;
	bool pair;

	if (!l || !l->pmu)
		return false;
	pair = !l->siblings && c->kind == PA_PMU_X86 && l->pmu == pa_case_pmu(c);
	if (pa_case_leads_other_cpu(c)) {
		out_lit(s, "its leader is an event of ");
		return put_leader_pmu(s, c);
	}
	if (pair && l->type == c->type && l->config == c->config) {
		out_lit(s, "the leader is the same event, which needs the same counter");
		return true;
	}
	if (pair) {
		out_lit(s, "this event and the leader, ");
		put_leader_event(s, c);
		out_lit(s, ", need the same counter or extra register");
		return true;
	}
	out_u64(s, l->siblings + 2);
	out_lit(s, " events, led by ");
	put_leader_event(s, c);
	out_lit(s, "; too few counters, or two need the same");
	return true;
}

const struct pa_var pa_open_vars[] = {
	VARIABLES(PA_NUMBER_ROW, PA_SIGNED_ROW, PA_TEXT_ROW)
	{ "pmus", .put = put_asked },
	{ "group_conflict", .put = put_group_conflict },
	{ "event", .put = put_event },
	{ "type_name", .put = put_type },
	{ "errno", .put = put_errno },
	{ "tail_field", .put = put_tail },
	{ "pmu_event", .put = put_pmu_event },
	{ "or_no_counter", .put = put_or_no_counter },
	{ "pid_cgroup", .put = put_pid_cgroup },
	{ "needs", .put = pa_why_put_needs },
	{ "probe_place", .put = put_probe_place },
	{ "func_hint", .put = put_func_hint },
	{ .name = NULL }
};
