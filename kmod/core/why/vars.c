// SPDX-License-Identifier: GPL-2.0
/* The variables in the sentences and fixes of the rules, and their values for one call. */
#include "core/why/vars.h"

static bool is_unknown(const struct pa_case *c, enum pa_field_id id)
{
	return pa_case_get(c, id) && !pa_field_known(c->k, id);
}

/* __reserved_2, and the bits that are __reserved_3 on this kernel. */
static bool is_reserved(const struct pa_case *c, enum pa_field_id id)
{
	if (id == PA_FIELD_RESERVED_2)
		return pa_case_get(c, id);
	return pa_fields[id].offset == PA_OFF_AUX && is_unknown(c, id);
}

static bool is_exclude(const struct pa_case *c, enum pa_field_id id)
{
	switch (id) {
	case PA_FIELD_EXCLUDE_USER:
	case PA_FIELD_EXCLUDE_KERNEL:
	case PA_FIELD_EXCLUDE_HV:
	case PA_FIELD_EXCLUDE_IDLE:
	case PA_FIELD_EXCLUDE_HOST:
	case PA_FIELD_EXCLUDE_GUEST:
		return pa_case_get(c, id);
	default:
		return false;
	}
}

static bool is_set(const struct pa_case *c, enum pa_field_id id)
{
	return pa_case_get(c, id);
}

static bool is_aux(const struct pa_case *c, enum pa_field_id id)
{
	switch (id) {
	case PA_FIELD_AUX_OUTPUT:
	case PA_FIELD_AUX_SAMPLE_SIZE:
	case PA_FIELD_AUX_PAUSE:
	case PA_FIELD_AUX_RESUME:
		return pa_case_get(c, id);
	default:
		return false;
	}
}

static bool is_period(const struct pa_case *c, enum pa_field_id id)
{
	return (id == PA_FIELD_SAMPLE_FREQ) == pa_case_flag(c, PA_FIELD_FREQ);
}

/* Does this field make the call measure the kernel? */
static bool is_kernel(const struct pa_case *c, enum pa_field_id id)
{
	bool excluded = pa_case_flag(c, PA_FIELD_EXCLUDE_KERNEL);

	switch (id) {
	case PA_FIELD_EXCLUDE_KERNEL:
		return !excluded;
	case PA_FIELD_TEXT_POKE:
		return excluded && pa_case_flag(c, id);
	case PA_FIELD_EXCLUDE_CALLCHAIN_KERNEL:
		return excluded && !pa_case_flag(c, PA_FIELD_TEXT_POKE);
	default:
		return false;
	}
}

static const struct pa_var_list field_lists[] = {
	{ "unknown_flag", "unknown_flags", PA_FIELD_DISABLED, PA_FIELD_RESERVED_1, is_unknown },
	{ "reserved", "reserveds", PA_FIELD_RESERVED_2, PA_FIELD_RESERVED_3, is_reserved },
	{ "exclude", "excludes", PA_FIELD_EXCLUDE_USER, PA_FIELD_EXCLUDE_GUEST, is_exclude },
	{ "aux_field", "aux_fields", PA_FIELD_AUX_OUTPUT, PA_FIELD_AUX_RESUME, is_aux },
	{ "pinned_field", "pinned_fields", PA_FIELD_PINNED, PA_FIELD_EXCLUSIVE, is_set },
	{ "period_field", "period_fields", PA_FIELD_SAMPLE_PERIOD, PA_FIELD_SAMPLE_FREQ,
	  is_period },
	{ "kernel_field", "kernel_fields", PA_FIELD_EXCLUDE_KERNEL, PA_FIELD_TEXT_POKE,
	  is_kernel },
};

/**
 * pa_var_list_find() - the list of fields that a variable names
 * @w:   the variable
 * @all: receives whether the variable means all fields of the list, or only the first
 *
 * Context: any. Return: NULL if it is no list.
 */
const struct pa_var_list *pa_var_list_find(const struct pa_word *w, bool *all)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(field_lists); i++) {
		/* Both names begin alike. */
		if (field_lists[i].one[0] != w->at[0])
			continue;
		*all = pa_word_is(w, field_lists[i].all);
		if (*all || pa_word_is(w, field_lists[i].one))
			return &field_lists[i];
	}
	return NULL;
}

/**
 * pa_var_list_next() - the next field of a list, for this call
 * @c:    the call
 * @list: the list
 * @id:   first field to consider
 *
 * Context: any. Return: PA_FIELD_MAX if there are no more.
 */
enum pa_field_id pa_var_list_next(const struct pa_case *c, const struct pa_var_list *list,
				  unsigned int id)
{
	for (; id <= list->to; id++)
		if (list->of(c, id))
			return id;
	return PA_FIELD_MAX;
}

/* The part of a mask that perf_reg_validate() accepts; a mask must not be empty. */
static u64 regs_valid(const struct pa_case *c, enum pa_field_id id)
{
	u64 mask = pa_case_get(c, id) & ~pa_case_regs_refused(c);

	return mask ? mask : 1;
}

/* A length that is valid for breakpoints of this type at every address. */
static u64 bp_len_plain(const struct pa_case *c)
{
	if (c->k->arch == PA_ABI_X86_64 && pa_case_get(c, PA_FIELD_BP_TYPE) == 4)
		return 8;
	return 1;
}

static bool bp_is_empty(const struct pa_case *c)
{
	return !pa_case_get(c, PA_FIELD_BP_ADDR) && !pa_case_get(c, PA_FIELD_BP_LEN);
}

/* The kernel demands this only of calls that sample callchains, if at all. */
static bool callchain_user_only(const struct pa_case *c)
{
	return pa_case_flag(c, PA_FIELD_EXCLUDE_CALLCHAIN_KERNEL) ||
	       (c->k->has & PA_K_ALLOW_CALLCHAIN && c->sample_type >> 5 & 1);
}

/* Is the pid argument the descriptor of a cgroup? */
static bool pid_is_cgroup(const struct pa_case *c)
{
	return c->f->have & PA_F_CGROUP_FD && c->f->cgroup_file == PA_FILE_CGROUP &&
	       c->call.pid == c->r->arg_pid;
}

/* The only hardware event with a software event as a substitute. */
static bool is_cycles(const struct pa_case *c)
{
	return c->type == PA_TYPE_HARDWARE && !(u32)c->config;
}

/* A cpu that the PMU of the case serves, -1 if not known. */
static s32 other_cpu(const struct pa_case *c)
{
	const struct pa_pmu_now *now = pa_case_now(c);

	return now ? now->other_cpu : -1;
}

/* The cpu of the call if there is one, else one that the PMU serves. */
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

/* Without use_clockid it has no meaning, so the caller's value may stay. */
static s32 leader_clockid(const struct pa_case *c)
{
	return c->leader->use_clockid ? c->leader->clockid :
					(s32)pa_case_get(c, PA_FIELD_CLOCKID);
}

/*
 * Numbers: name, condition under which it is known, value. U is u64, S is s64. Sorted by
 * the length of the name, with an L before the first of each length. A task event can use cpu -1;
 * for a cpu-wide event no other cpu is known to work.
 */
#define NUMBERS(L, U, S) \
	L(3) \
	S(cpu, true, c->call.cpu) \
	S(pid, true, c->call.pid) \
	L(5) \
	U(flags, true, c->call.flags) \
	L(6) \
	U(hw_max, true, c->k->hw_max) \
	U(nofile, c->f->nofile, c->f->nofile) \
	U(sw_max, true, c->k->sw_max) \
	L(7) \
	S(any_cpu, c->task, -1) \
	L(8) \
	S(group_fd, true, c->call.group_fd) \
	U(ksym_max, true, c->k->ksym_len - 1) \
	U(last_cpu, c->f->have & PA_F_CPU, c->f->nr_cpu_ids - 1) \
	S(paranoid, c->f->have & PA_F_PARANOID, c->f->paranoid) \
	S(some_cpu, c->f->have & PA_F_CPU || other_cpu(c) >= 0, some_cpu(c)) \
	S(this_cpu, c->f->have & PA_F_CPU, (s32)c->f->this_cpu) \
	L(9) \
	U(attr_size, true, c->k->attr_size) \
	S(event_cpu, true, event_cpu(c)) \
	S(leader_fd, c->f->have & PA_F_LEADER_FD, c->f->leader_fd) \
	U(max_stack, c->f->have & PA_F_MAX_STACK, c->f->max_stack) \
	S(other_cpu, other_cpu(c) >= 0, other_cpu(c)) \
	U(page_size, true, c->k->page_size) \
	L(10) \
	U(count_bits, c->traits, c->traits->count) \
	U(last_event, c->traits, c->traits->last) \
	S(leader_cpu, c->leader, c->leader->cpu) \
	L(11) \
	U(cgroup_flag, pid_is_cgroup(c), PA_FLAG_PID_CGROUP) \
	U(first_event, c->traits, c->traits->first) \
	S(max_precise, pa_case_precise(c) > 0, pa_case_precise(c)) \
	U(usual_event, c->traits && c->traits->usual >= 0, c->traits->usual) \
	L(12) \
	U(bp_len_plain, true, bp_len_plain(c)) \
	U(config_takes, c->traits, c->traits->takes) \
	S(followed_cpu, c->leader && pa_case_keeps_cpu(c, c->leader->cpu), c->leader->cpu) \
	U(known_branch, true, c->k->known_branch) \
	U(known_format, true, c->k->known_format) \
	U(known_sample, true, c->k->known_sample) \
	S(paranoid_max, c->k->has & PA_K_PARANOID_MAX, c->k->paranoid_max) \
	U(private_bits, c->traits, c->config & c->traits->private) \
	L(13) \
	U(extended_type, true, c->config >> PA_PMU_TYPE_SHIFT) \
	U(regs_extended, true, c->k->regs_extended) \
	U(software_type, is_cycles(c), PA_TYPE_SOFTWARE) \
	L(14) \
	S(leader_clockid, c->leader, leader_clockid(c)) \
	U(leader_inherit, c->leader, c->leader->inherit) \
	L(15) \
	U(bp_len_if_empty, bp_is_empty(c), bp_len_plain(c)) \
	U(config_may_take, c->traits && c->traits->may_take, c->traits->may_take) \
	U(max_sample_rate, c->f->have & PA_F_MAX_RATE, c->f->max_sample_rate) \
	U(regs_intr_valid, true, regs_valid(c, PA_FIELD_SAMPLE_REGS_INTR)) \
	U(regs_user_valid, true, regs_valid(c, PA_FIELD_SAMPLE_REGS_USER)) \
	L(18) \
	U(leader_use_clockid, c->leader, c->leader->use_clockid) \
	L(19) \
	U(callchain_user_only, true, callchain_user_only(c)) \
	L(21) \
	U(leader_write_backward, c->leader, c->leader->write_backward)

#define NUMBER_FN(name, known, number) \
static bool number_##name(const struct pa_case *c, u64 *value) \
{ \
	if (!(known)) \
		return false; \
	*value = (u64)(number); \
	return true; \
}

#define SIGNED_FN(name, known, number) NUMBER_FN(name, known, (s64)(number))

#define NOTHING(...)

NUMBERS(NOTHING, NUMBER_FN, SIGNED_FN)

#define UNSIGNED_ROW(name, ...) { #name, number_##name, sizeof(#name) - 1, false },
#define SIGNED_ROW(name, ...) { #name, number_##name, sizeof(#name) - 1, true },

static const struct number {
	const char *name;
	bool (*get)(const struct pa_case *c, u64 *value);
	u8 len;
	bool is_signed;
} numbers[] = { NUMBERS(NOTHING, UNSIGNED_ROW, SIGNED_ROW) };

/* The first name of each length: its enumerator has the number of the row that follows. */
#define LENGTH_INDEX(len)	LENGTH_##len, BEFORE_##len = LENGTH_##len - 1,
#define ROW_INDEX(name, ...)	ROW_##name,
#define LENGTH_ROW(len)		[len] = LENGTH_##len,

enum { NUMBERS(LENGTH_INDEX, ROW_INDEX, ROW_INDEX) };
static const u8 first_of_length[] = { NUMBERS(LENGTH_ROW, NOTHING, NOTHING) };

/* NULL if there is none of this name. */
static const struct number *number_find(const struct pa_word *w)
{
	unsigned int i;

	if (w->len >= ARRAY_SIZE(first_of_length))
		return NULL;
	for (i = first_of_length[w->len]; i < ARRAY_SIZE(numbers) && numbers[i].len == w->len; i++)
		if (pa_word_equals(w, numbers[i].name, numbers[i].len))
			return &numbers[i];
	return NULL;
}

/**
 * pa_var_field() - the attr field of this name
 * @w: the name
 *
 * Context: any. Return: PA_FIELD_MAX if there is none.
 */
enum pa_field_id pa_var_field(const struct pa_word *w)
{
	unsigned int id;

	for (id = 0; id < PA_FIELD_MAX; id++)
		if (pa_word_equals(w, pa_fields[id].name, pa_fields[id].name_len))
			break;
	return id;
}

static bool field_number(struct pa_number *n, const struct pa_case *c, const struct pa_word *w)
{
	enum pa_field_id id = pa_var_field(w);

	if (id == PA_FIELD_MAX)
		return false;
	n->field = id;
	n->is_signed = id == PA_FIELD_CLOCKID;
	n->value = n->is_signed ? (u64)(s32)pa_case_get(c, id) : pa_case_get(c, id);
	return true;
}

/**
 * pa_var_number() - the value of a number variable, or of a field or argument of the call
 * @n: receives it
 * @c: the call
 * @w: its name
 *
 * Context: any. Return: false if it is not known, or no number.
 */
bool pa_var_number(struct pa_number *n, const struct pa_case *c, const struct pa_word *w)
{
	const struct number *number = number_find(w);

	if (!number)
		return field_number(n, c, w);
	n->field = PA_FIELD_MAX;
	n->is_signed = number->is_signed;
	return number->get(c, &n->value);
}
