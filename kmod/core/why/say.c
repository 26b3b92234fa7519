// SPDX-License-Identifier: GPL-2.0
/* Writes the sentence of a rule, with the values of one call. */
#include "core/why/say.h"

#include "core/event_name.h"
#include "core/out.h"
#include "core/why/vars.h"

/* A list leaves this much room for "and N more" and for the rest of the sentence. */
#define LIST_RESERVE	72

static bool put_list(struct seq_buf *s, const struct pa_case *c, const struct pa_var_list *list,
		     bool all)
{
	unsigned int id = pa_var_list_next(c, list, list->from);
	unsigned int more = 0;

	if (id == PA_FIELD_MAX)
		return false;
	out_str(s, pa_fields[id].name);
	while (all && (id = pa_var_list_next(c, list, id + 1)) != PA_FIELD_MAX) {
		if (more || s->len + strlen(pa_fields[id].name) + LIST_RESERVE > s->size) {
			more++;
			continue;
		}
		out_lit(s, ", ");
		out_str(s, pa_fields[id].name);
	}
	if (more) {
		out_lit(s, " and ");
		out_u64(s, more);
		out_lit(s, " more");
	}
	return true;
}

/* Text variables: each function returns false if the value is not known. */

static bool put_name(struct seq_buf *s, const struct pa_pmu_name *pmu)
{
	if (!pmu)
		return false;
	out_mem(s, pmu->name, strnlen(pmu->name, sizeof(pmu->name)));
	return true;
}

/* So many names fit into a sentence. */
#define ASKED_MAX	6

static bool put_asked(struct seq_buf *s, const struct pa_case *c)
{
	const struct pa_kview *kv = &c->r->kv;
	unsigned int i, named = 0;

	if (!c->tries)
		return false;
	for (i = 0; i < kv->nsteps && i < PA_STEPS && named < ASKED_MAX; i++) {
		if (kv->steps[i].fn != PA_FN_TRY_INIT)
			continue;
		if (named)
			out_lit(s, ", ");
		if (!put_name(s, pa_pmu_by_index(c->env, kv->steps[i].pmu)))
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

static bool put_event(struct seq_buf *s, const struct pa_case *c)
{
	size_t before = s->len;

	if (pa_put_generic(s, c->type, c->config))
		return true;
	s->len = before;
	out_lit(s, "config ");
	out_hex(s, c->config);
	return true;
}

static bool put_type(struct seq_buf *s, const struct pa_case *c)
{
	const struct pa_name *name = pa_name_of(&pa_types, c->type);

	if (name)
		pa_put_name(s, name);
	else
		out_u64(s, c->type);
	return true;
}

static bool put_errno(struct seq_buf *s, const struct pa_case *c)
{
	const struct pa_name *name = pa_errno_name(c->err);

	if (name) {
		pa_put_name(s, name);
	} else {
		out_lit(s, "errno ");
		out_u64(s, c->err);
	}
	return true;
}

static bool put_string(struct seq_buf *s, const struct pa_case *c)
{
	const struct pa_record *r = c->r;
	u32 len = r->str_len < PA_STR_LEN ? r->str_len : PA_STR_LEN;

	if (!r->str_kind || !len)
		return false;
	out_mem(s, r->str, strnlen(r->str, len));
	return true;
}

/* The first nonzero byte beyond the kernel's struct. */
static bool put_tail(struct seq_buf *s, const struct pa_case *c)
{
	u32 end = c->call.passed;
	u32 at = c->k->attr_size;
	unsigned int id;

	while (at < end && !c->r->attr[at])
		at++;
	if (at >= end)
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

/* An event of a PMU that is not of the cpu, as sysfs names it. */
static bool put_pmu_event(struct seq_buf *s, const struct pa_case *c)
{
	const char *name = c->traits ? pa_traits_event(c->traits, c->config) : NULL;

	out_str(s, name ? name : "config ");
	if (!name)
		out_hex(s, c->config);
	return true;
}

/* Which cpu it counts on; if that is not known, the refusal may be about the event. */
static bool put_or_no_counter(struct seq_buf *s, const struct pa_case *c)
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

static bool put_kernel_what(struct seq_buf *s, const struct pa_case *c)
{
	if (!pa_case_flag(c, PA_FIELD_EXCLUDE_KERNEL))
		out_lit(s, "exclude_kernel is not set, and events in the kernel");
	else if (pa_case_flag(c, PA_FIELD_TEXT_POKE))
		out_lit(s, "text_poke");
	else
		out_lit(s, "exclude_callchain_kernel is not set, and callchains in the kernel");
	return true;
}

/* Only if the caller is in another pid namespace than the initial one. */
static bool put_pid_namespace(struct seq_buf *s, const struct pa_case *c)
{
	if (!(c->f->have & PA_F_PIDNS) || !c->f->own_pidns)
		return false;
	out_lit(s, "in the caller's pid namespace");
	return true;
}

/* What the checks demand together, and the current kernel.perf_event_paranoid. */
static bool put_needs(struct seq_buf *s, const struct pa_case *c)
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

static bool put_probe_name(struct seq_buf *s, const struct pa_case *c)
{
	const char *name = c->env->probe_name;

	out_mem(s, name, strnlen(name, sizeof(c->env->probe_name)));
	return name[0];
}

static bool put_pmu(struct seq_buf *s, const struct pa_case *c)
{
	return put_name(s, c->pmu);
}

static bool put_extended_pmu(struct seq_buf *s, const struct pa_case *c)
{
	return put_name(s, pa_pmu_of_type(c->r, c->env, c->config >> PA_PMU_TYPE_SHIFT));
}

static bool put_leader_pmu(struct seq_buf *s, const struct pa_case *c)
{
	return c->leader && put_name(s, pa_pmu_by_index(c->env, c->leader->pmu));
}

static void put_leader_event(struct seq_buf *s, const struct pa_case *c)
{
	const struct pa_leader *l = c->leader;
	const struct pa_pmu_name *pmu = pa_pmu_by_index(c->env, l->pmu);

	if (pa_put_generic(s, l->type, l->config))
		return;
	if (pmu)
		put_name(s, pmu);
	else
		out_str(s, "an event");
	out_lit(s, " config ");
	out_hex(s, l->config);
}

/*
 * Two events are never too many for a cpu's counters, so they need the same one, or the same extra
 * register. Of larger groups only the leader and the number of events are known: the kernel's lock
 * of the list of members is not held here.
 */
static bool put_group_conflict(struct seq_buf *s, const struct pa_case *c)
{
	const struct pa_leader *l = c->leader;
	bool pair;

	if (!l || !l->pmu)
		return false;
	pair = !l->siblings && c->kind == PA_PMU_X86 && l->pmu == pa_case_pmu(c);
	if (pa_case_leads_other_cpu(c)) {
		out_lit(s, "its leader is an event of ");
		return put_name(s, pa_pmu_by_index(c->env, l->pmu));
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

/* ours: it consists of our own words and of numbers; all others are escaped when they are shown. */
static const struct {
	const char *name;
	bool (*put)(struct seq_buf *s, const struct pa_case *c);
	bool ours;
} texts[] = {
	{ "pmu", put_pmu, false },
	{ "pmus", put_asked, false },
	{ "extended_pmu", put_extended_pmu, false },
	{ "leader_pmu", put_leader_pmu, false },
	{ "group_conflict", put_group_conflict, false },
	{ "event", put_event, true },
	{ "type_name", put_type, true },
	{ "errno", put_errno, true },
	{ "string", put_string, false },
	{ "tail_field", put_tail, true },
	{ "pmu_event", put_pmu_event, true },
	{ "or_no_counter", put_or_no_counter, true },
	{ "kernel_what", put_kernel_what, true },
	{ "pid_namespace", put_pid_namespace, true },
	{ "needs", put_needs, true },
	{ "probe_name", put_probe_name, false },
};

static bool put_text(struct pa_template *to, const struct pa_word *w)
{
	const struct pa_case *c = to->of;
	const struct pa_var_list *list;
	unsigned int i;
	bool all;

	list = pa_var_list_find(w, &all);
	if (list)
		return put_list(to->s, c, list, all);
	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		if (!pa_word_is(w, texts[i].name))
			continue;
		to->quotes |= !texts[i].ours;
		return texts[i].put(to->s, c);
	}
	return false;
}

static bool put_variable(struct pa_template *to, struct pa_word w)
{
	const struct pa_case *c = to->of;
	struct seq_buf *s = to->s;
	struct pa_number n;
	bool hex = w.at[0] == '#';

	w.at += hex;
	w.len -= hex;
	if (!pa_var_number(&n, c, &w))
		return put_text(to, &w);
	if (pa_var_is_address(n.field, n.value))
		out_lit(s, "(kernel)");
	else if (hex)
		out_hex(s, n.value);
	else if (n.is_signed)
		out_s64(s, (s64)n.value);
	else
		out_u64(s, n.value);
	return true;
}

/* The field at fault; for a list its first field. */
static const char *field_name(const struct pa_case *c, const char *field)
{
	const struct pa_var_list *list;
	struct pa_word w;
	unsigned int id;
	bool all;

	if (!field || field[0] != '{')
		return field;
	w.at = field + 1;
	w.len = strcspn(w.at, "}");
	list = pa_var_list_find(&w, &all);
	id = list ? pa_var_list_next(c, list, list->from) : PA_FIELD_MAX;
	return id == PA_FIELD_MAX ? NULL : pa_fields[id].name;
}

/* The function with the check; "event_init" in a row stands for that of the case's PMU. */
static const char *function_name(const struct pa_case *c, const struct pa_rule *rule)
{
	static const char * const init[] = {
		[PA_PMU_SOFTWARE] = "perf_swevent_init",
		[PA_PMU_TRACEPOINT] = "perf_tp_event_init",
		[PA_PMU_KPROBE] = "perf_kprobe_event_init",
		[PA_PMU_UPROBE] = "perf_uprobe_event_init",
		[PA_PMU_BREAKPOINT] = "hw_breakpoint_event_init",
		[PA_PMU_X86] = "x86_pmu_event_init",
		[PA_PMU_ARMV8] = "armpmu_event_init",
		[PA_PMU_POWER] = "power_pmu_event_init",
		[PA_PMU_RISCV] = "riscv_pmu_event_init",
	};

	if (strcmp(rule->in, "event_init"))
		return rule->in;
	if (c->kind == PA_PMU_CLOCK && c->pmu)
		return c->pmu->name[0] == 'c' ? "cpu_clock_event_init" : "task_clock_event_init";
	if (c->kind < ARRAY_SIZE(init) && init[c->kind])
		return init[c->kind];
	if (c->traits)
		return c->traits->init;
	return "event_init";
}

/**
 * pa_why_say_needs() - write the privilege that a call lacks
 * @c:   the call; its needs is set
 * @why: receives needs
 *
 * Context: any.
 */
void pa_why_say_needs(const struct pa_case *c, struct pa_why *why)
{
	struct seq_buf s;

	seq_buf_init(&s, why->needs, sizeof(why->needs) - 1);
	why->needs[put_needs(&s, c) && s.len < s.size ? s.len : 0] = '\0';
}

/**
 * pa_why_say() - write the sentence of a rule about a call
 * @c:    the call
 * @rule: the rule that refused it
 * @why:  certain is set; receives text, len, plain, in, field and needs
 *
 * Context: any.
 */
void pa_why_say(const struct pa_case *c, const struct pa_rule *rule, struct pa_why *why)
{
	struct seq_buf s;
	struct pa_template to = { .s = &s, .of = c, .put = put_variable };

	why->in = function_name(c, rule);
	why->field = field_name(c, rule->field);
	seq_buf_init(&s, why->text, sizeof(why->text));
	if (!why->certain)
		out_lit(&s, "probably ");
	pa_template_put(&to, rule->text);
	why->len = (u8)(s.len < sizeof(why->text) ? s.len : sizeof(why->text) - 1);
	why->text[why->len] = '\0';
	why->plain = !to.quotes;
	pa_why_say_needs(c, why);
}
