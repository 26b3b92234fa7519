// SPDX-License-Identifier: GPL-2.0
/* The sentences and fixes of the rules, with the values of one call put in. */
#include "core/out.h"
#include "core/why/rules.h"

/* Fields that a rule names by what is set in them. */
struct field_list {
	const char *one;	/* variable: the first that is set */
	const char *all;	/* variable: all of them */
	u8 from;
	u8 to;
	bool (*of)(const struct pa_case *c, enum pa_field_id id);
};

static bool is_unknown(const struct pa_case *c, enum pa_field_id id)
{
	return pa_case_get(c, id) && !pa_field_known(c->k, id);
}

/* __reserved_2 and what this kernel calls __reserved_3; what is between them is known to all. */
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

/* Which of the fields makes the call want events in the kernel. */
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

static const struct field_list field_lists[] = {
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

/* A piece of a template. */
struct word {
	const char *at;
	size_t len;
};

static bool word_is(const struct word *w, const char *name)
{
	/* Most names differ in the first byte: the length of each would cost more than the rest. */
	return name[0] == w->at[0] && !strncmp(name, w->at, w->len) && !name[w->len];
}

static const struct field_list *list_find(const struct word *w, bool *all)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(field_lists); i++) {
		*all = word_is(w, field_lists[i].all);
		if (*all || word_is(w, field_lists[i].one))
			return &field_lists[i];
	}
	return NULL;
}

/* The next field of a list from @id on, PA_FIELD_MAX when there is none. */
static enum pa_field_id list_next(const struct pa_case *c, const struct field_list *list,
				  unsigned int id)
{
	for (; id <= list->to; id++)
		if (list->of(c, id))
			return id;
	return PA_FIELD_MAX;
}

/* Room that a list leaves for the count of what it does not name, and for what follows. */
#define LIST_RESERVE	72

static bool put_list(struct seq_buf *s, const struct pa_case *c, const struct field_list *list,
		     bool all)
{
	unsigned int id = list_next(c, list, list->from);
	unsigned int more = 0;

	if (id == PA_FIELD_MAX)
		return false;
	out_str(s, pa_fields[id].name);
	while (all && (id = list_next(c, list, id + 1)) != PA_FIELD_MAX) {
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

/* Numbers: each returns false when it is not known. */

struct number {
	u64 value;
	bool is_signed;
};

static bool num(struct number *n, u64 value)
{
	n->value = value;
	return true;
}

static bool num_signed(struct number *n, s64 value)
{
	n->value = value;
	n->is_signed = true;
	return true;
}

/* What of a mask perf_reg_validate() takes; a mask must not be empty. */
static u64 regs_valid(const struct pa_case *c, enum pa_field_id id)
{
	u64 mask = pa_case_get(c, id) & ~pa_regs_refused(c);

	return mask ? mask : 1;
}

static bool num_kernel(struct number *n, const struct pa_case *c, const struct word *w)
{
	if (word_is(w, "page_size"))
		return num(n, c->k->page_size);
	if (word_is(w, "attr_size"))
		return num(n, c->k->attr_size);
	if (word_is(w, "known_sample"))
		return num(n, c->k->known_sample);
	if (word_is(w, "known_format"))
		return num(n, c->k->known_format);
	if (word_is(w, "known_branch"))
		return num(n, c->k->known_branch);
	if (word_is(w, "sw_max"))
		return num(n, c->k->sw_max);
	if (word_is(w, "hw_max"))
		return num(n, c->k->hw_max);
	if (word_is(w, "ksym_max"))
		return num(n, c->k->ksym_len - 1);
	if (word_is(w, "regs_extended"))
		return num(n, c->k->regs_extended);
	return false;
}

static bool num_fact(struct number *n, const struct pa_case *c, const struct word *w)
{
	const struct pa_facts *f = c->f;

	if (word_is(w, "paranoid"))
		return f->have & PA_F_PARANOID && num_signed(n, f->paranoid);
	if (word_is(w, "max_sample_rate"))
		return f->have & PA_F_MAX_RATE && num(n, f->max_sample_rate);
	if (word_is(w, "max_stack"))
		return f->have & PA_F_MAX_STACK && num(n, f->max_stack);
	if (word_is(w, "nofile"))
		return f->nofile && num(n, f->nofile);
	if (!(f->have & PA_F_CPU))
		return false;
	if (word_is(w, "last_cpu"))
		return num(n, f->nr_cpu_ids - 1);
	if (word_is(w, "this_cpu"))
		return num_signed(n, f->this_cpu);
	if (word_is(w, "some_cpu"))
		return num_signed(n, c->r->arg_cpu >= 0 ? c->r->arg_cpu : (s32)f->this_cpu);
	return false;
}

static bool num_leader(struct number *n, const struct pa_case *c, const struct word *w)
{
	const struct pa_leader *leader = c->leader;

	if (!leader)
		return false;
	if (word_is(w, "leader_cpu"))
		return num_signed(n, leader->cpu);
	if (word_is(w, "leader_inherit"))
		return num(n, leader->inherit);
	if (word_is(w, "leader_write_backward"))
		return num(n, leader->write_backward);
	if (word_is(w, "leader_use_clockid"))
		return num(n, leader->use_clockid);
	/* Of no meaning when it is not used: the caller's may stay. */
	if (word_is(w, "leader_clockid"))
		return num_signed(n, leader->use_clockid ? leader->clockid :
				     (s32)pa_case_get(c, PA_FIELD_CLOCKID));
	return false;
}

/* A length that every breakpoint of this type may have at any address. */
static u64 bp_len_plain(const struct pa_case *c)
{
	if (c->k->arch == PA_ABI_X86_64 && pa_case_get(c, PA_FIELD_BP_TYPE) == 4)
		return 8;
	return 1;
}

static bool num_call(struct number *n, const struct pa_case *c, const struct word *w)
{
	const struct pa_record *r = c->r;

	if (word_is(w, "pid"))
		return num_signed(n, r->arg_pid);
	if (word_is(w, "cpu"))
		return num_signed(n, r->arg_cpu);
	if (word_is(w, "group_fd"))
		return num_signed(n, r->arg_group_fd);
	if (word_is(w, "flags"))
		return num(n, r->flags);
	if (word_is(w, "event_cpu"))
		return num_signed(n, r->have_kview && r->kv.have & PA_KV_EVENT ? r->kv.cpu :
									       r->arg_cpu);
	if (word_is(w, "extended_type"))
		return num(n, c->config >> PA_PMU_TYPE_SHIFT);
	if (word_is(w, "regs_user_valid"))
		return num(n, regs_valid(c, PA_FIELD_SAMPLE_REGS_USER));
	if (word_is(w, "regs_intr_valid"))
		return num(n, regs_valid(c, PA_FIELD_SAMPLE_REGS_INTR));
	if (word_is(w, "bp_len_plain"))
		return num(n, bp_len_plain(c));
	/* Wanted only of those who sample callchains, where the kernel asks for it. */
	if (word_is(w, "callchain_user_only"))
		return num(n, pa_case_flag(c, PA_FIELD_EXCLUDE_CALLCHAIN_KERNEL) ||
			      (c->k->has & PA_K_ALLOW_CALLCHAIN && c->sample_type >> 5 & 1));
	return false;
}

static enum pa_field_id field_find(const struct word *w)
{
	unsigned int id;

	for (id = 0; id < PA_FIELD_MAX; id++)
		if (word_is(w, pa_fields[id].name))
			return id;
	return PA_FIELD_MAX;
}

static bool num_field(struct number *n, const struct pa_case *c, const struct word *w)
{
	enum pa_field_id id = field_find(w);

	if (id == PA_FIELD_MAX)
		return false;
	if (id == PA_FIELD_CLOCKID)
		return num_signed(n, (s32)pa_case_get(c, id));
	return num(n, pa_case_get(c, id));
}

static bool num_find(struct number *n, const struct pa_case *c, const struct word *w)
{
	n->is_signed = false;
	return num_call(n, c, w) || num_field(n, c, w) || num_kernel(n, c, w) ||
	       num_fact(n, c, w) || num_leader(n, c, w);
}

/* Texts: each returns false when it is not known. */

static bool put_pmu(struct seq_buf *s, const struct pa_pmu_name *pmu)
{
	if (!pmu)
		return false;
	out_mem(s, pmu->name, strnlen(pmu->name, sizeof(pmu->name)));
	return true;
}

/* As many names as fit into a sentence. */
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
		if (!put_pmu(s, pa_pmu_by_index(c->env, kv->steps[i].pmu)))
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

static bool put_string(struct seq_buf *s, const struct pa_record *r)
{
	u32 len = r->str_len < PA_STR_LEN ? r->str_len : PA_STR_LEN;

	if (!r->str_kind || !len)
		return false;
	out_mem(s, r->str, strnlen(r->str, len));
	return true;
}

/* The first byte that is not zero where the kernel's struct has ended. */
static bool put_tail(struct seq_buf *s, const struct pa_case *c)
{
	u32 end = pa_attr_passed(c->r);
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

static bool put_msr(struct seq_buf *s, const struct pa_case *c)
{
	/* arch/x86/events/msr.c */
	static const char * const names[] = { "tsc", "aperf", "mperf", "pperf", "smi", "ptsc",
					      "irperf", "cpu_thermal_margin" };

	if (c->config >= ARRAY_SIZE(names))
		return false;
	out_lit(s, "msr/");
	out_str(s, names[c->config]);
	out_char(s, '/');
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

static bool put_text(struct seq_buf *s, const struct pa_case *c, const struct word *w)
{
	const struct field_list *list;
	bool all;

	list = list_find(w, &all);
	if (list)
		return put_list(s, c, list, all);
	if (word_is(w, "pmu"))
		return put_pmu(s, c->pmu);
	if (word_is(w, "pmus"))
		return put_asked(s, c);
	if (word_is(w, "extended_pmu"))
		return put_pmu(s, pa_pmu_of_type(c->r, c->env,
						 c->config >> PA_PMU_TYPE_SHIFT));
	if (word_is(w, "leader_pmu"))
		return c->leader && put_pmu(s, pa_pmu_by_index(c->env, c->leader->pmu));
	if (word_is(w, "event"))
		return put_event(s, c);
	if (word_is(w, "type_name"))
		return put_type(s, c);
	if (word_is(w, "errno"))
		return put_errno(s, c);
	if (word_is(w, "string"))
		return put_string(s, c->r);
	if (word_is(w, "tail_field"))
		return put_tail(s, c);
	if (word_is(w, "msr_event"))
		return put_msr(s, c);
	if (word_is(w, "kernel_what"))
		return put_kernel_what(s, c);
	return false;
}

/* @w is what stands between { and }. */
static bool put_variable(struct seq_buf *s, const struct pa_case *c, struct word w)
{
	struct number n;
	bool hex = w.at[0] == '#';

	w.at += hex;
	w.len -= hex;
	if (put_text(s, c, &w))
		return true;
	if (!num_find(&n, c, &w))
		return false;
	if (hex)
		out_hex(s, n.value);
	else if (n.is_signed)
		out_s64(s, (s64)n.value);
	else
		out_u64(s, n.value);
	return true;
}

/*
 * Writes @text. What does not fit is cut at a piece's border. A part in [] is taken back when a
 * variable in it is not known; outside of [] such a variable is written as "?".
 */
static void put_template(struct seq_buf *s, const struct pa_case *c, const char *text)
{
	size_t mark = 0, before;
	bool optional = false, skip = false;
	struct word w;

	for (; *text && !seq_buf_has_overflowed(s); text++) {
		before = s->len;
		if (*text == '[') {
			optional = true;
			mark = s->len;
		} else if (*text == ']') {
			optional = false;
			skip = false;
		} else if (*text == '{') {
			w.at = text + 1;
			w.len = strcspn(w.at, "}");
			text = w.at + w.len;
			if (!skip && !put_variable(s, c, w)) {
				skip = optional;
				if (optional)
					s->len = mark;
				else
					out_char(s, '?');
			}
		} else if (!skip) {
			out_char(s, *text);
		}
		if (seq_buf_has_overflowed(s)) {
			s->len = before;
			return;
		}
	}
}

/* Fixes */

static const char *arg_name(const struct word *w)
{
	static const char * const names[] = { "pid", "cpu", "group_fd", "flags" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (word_is(w, names[i]))
			return names[i];
	return NULL;
}

static const char *name_intern(const struct word *w)
{
	enum pa_field_id id = field_find(w);

	return id == PA_FIELD_MAX ? arg_name(w) : pa_fields[id].name;
}

/* A bit by its name among those that the field has. */
static bool bit_find(struct number *n, const struct word *field, const struct word *w)
{
	enum pa_field_id id = field_find(field);
	const struct pa_names *names = id == PA_FIELD_MAX ? &pa_flag_bits : pa_fields[id].names;
	unsigned int i;

	for (i = 0; names && i < names->count; i++)
		if (names->name[i].text && word_is(w, names->name[i].text))
			return num(n, 1ULL << i);
	return false;
}

static bool literal(struct number *n, const struct word *w)
{
	bool hex = w->len > 2 && w->at[0] == '0' && w->at[1] == 'x';
	bool minus = w->at[0] == '-';
	size_t i = hex ? 2 : minus;
	u64 v = 0;

	if (i == w->len)
		return false;
	for (; i < w->len; i++) {
		char ch = w->at[i];

		if (ch >= '0' && ch <= '9')
			v = v * (hex ? 16 : 10) + (u64)(ch - '0');
		else if (hex && ch >= 'a' && ch <= 'f')
			v = v * 16 + (u64)(ch - 'a') + 10;
		else
			return false;
	}
	return num(n, minus ? 0 - v : v);
}

static bool operand(struct number *n, const struct pa_case *c, const struct word *field,
		    struct word w)
{
	if (w.len > 2 && w.at[0] == '{') {
		w.at++;
		w.len -= 2;
		return num_find(n, c, &w);
	}
	return literal(n, &w) || bit_find(n, field, &w);
}

/* The fix of @name that is there already, or a new one with the value that was passed. */
static struct pa_fix *fix_of(struct pa_why *why, const struct pa_case *c, const char *name)
{
	struct word w = { name, strlen(name) };
	struct number n = {};
	struct pa_fix *fix;
	unsigned int i;

	for (i = 0; i < why->nfix; i++)
		if (why->fix[i].field == name)
			return &why->fix[i];
	if (why->nfix == PA_FIX_MAX)
		return NULL;
	num_find(&n, c, &w);
	fix = &why->fix[why->nfix++];
	fix->field = name;
	fix->value = n.value;
	fix->is_signed = n.is_signed;
	return fix;
}

/* "field=value", "field&~value", "field&value" or "field|value"; false when it cannot be said. */
static bool fix_add(struct pa_why *why, const struct pa_case *c, const struct word *w)
{
	struct word field = { w->at, 0 };
	struct word value;
	struct pa_fix *fix;
	struct number n = {};
	const char *name;
	bool clear;
	char op;

	while (field.len < w->len && !strchr("=&|", field.at[field.len]))
		field.len++;
	op = field.at[field.len];
	clear = field.at[field.len + 1] == '~';
	value.at = field.at + field.len + 1 + clear;
	value.len = w->len - (size_t)(value.at - w->at);
	name = name_intern(&field);
	if (!name || !operand(&n, c, &field, value))
		return false;
	fix = fix_of(why, c, name);
	if (!fix)
		return false;
	if (op == '=')
		fix->value = n.value;
	else if (op == '|')
		fix->value |= n.value;
	else
		fix->value &= clear ? ~n.value : n.value;
	return true;
}

/* "{list}=0": every field of the list. */
static bool fix_add_list(struct pa_why *why, const struct pa_case *c, const struct word *w)
{
	struct word name = { w->at + 1, strcspn(w->at, "}") - 1 };
	const struct field_list *list;
	struct pa_fix *fix;
	unsigned int id;
	bool all;

	list = list_find(&name, &all);
	if (!list)
		return false;
	for (id = list_next(c, list, list->from); id != PA_FIELD_MAX;
	     id = list_next(c, list, id + 1)) {
		fix = fix_of(why, c, pa_fields[id].name);
		if (!fix)
			return false;
		fix->value = 0;
	}
	return why->nfix;
}

/* Leaves out what has the value already; a field beyond the caller's size needs a larger one. */
static void fixes_tidy(struct pa_why *why, const struct pa_case *c)
{
	struct number n;
	struct word w;
	unsigned int i, kept = 0, size = 0;

	for (i = 0; i < why->nfix; i++) {
		enum pa_field_id id;

		w.at = why->fix[i].field;
		w.len = strlen(w.at);
		if (num_find(&n, c, &w) && n.value == why->fix[i].value)
			continue;
		id = field_find(&w);
		if (id != PA_FIELD_MAX && pa_fields[id].since > pa_attr_passed(c->r) &&
		    pa_fields[id].since > size)
			size = pa_fields[id].since;
		why->fix[kept++] = why->fix[i];
	}
	why->nfix = (u8)kept;
	if (size && kept < PA_FIX_MAX) {
		why->fix[kept].field = pa_fields[PA_FIELD_SIZE].name;
		why->fix[kept].value = size;
		why->fix[kept].is_signed = false;
		why->nfix++;
	}
}

static void put_fixes(struct pa_why *why, const struct pa_case *c, const char *fix)
{
	struct word w;

	for (; fix && *fix; fix = w.at + w.len + strspn(w.at + w.len, " ")) {
		w.at = fix;
		w.len = strcspn(fix, " ");
		if (fix[0] == '{' ? !fix_add_list(why, c, &w) : !fix_add(why, c, &w)) {
			why->nfix = 0;
			return;
		}
	}
	fixes_tidy(why, c);
}

/* The field at fault; a list names its first. */
static const char *field_name(const struct pa_case *c, const char *field)
{
	const struct field_list *list;
	struct word w;
	unsigned int id;
	bool all;

	if (!field || field[0] != '{')
		return field;
	w.at = field + 1;
	w.len = strcspn(w.at, "}");
	list = list_find(&w, &all);
	id = list ? list_next(c, list, list->from) : PA_FIELD_MAX;
	return id == PA_FIELD_MAX ? NULL : pa_fields[id].name;
}

/* The function that has the check; a row for many PMUs says "event_init". */
static const char *function_name(const struct pa_case *c, const struct pa_rule *rule)
{
	static const char * const init[] = {
		[PA_PMU_SOFTWARE] = "perf_swevent_init",
		[PA_PMU_TRACEPOINT] = "perf_tp_event_init",
		[PA_PMU_KPROBE] = "perf_kprobe_event_init",
		[PA_PMU_UPROBE] = "perf_uprobe_event_init",
		[PA_PMU_BREAKPOINT] = "hw_breakpoint_event_init",
		[PA_PMU_MSR] = "msr_event_init",
		[PA_PMU_X86] = "x86_pmu_event_init",
		[PA_PMU_ARMV8] = "armpmu_event_init",
	};

	if (strcmp(rule->in, "event_init"))
		return rule->in;
	if (c->kind == PA_PMU_CLOCK && c->pmu)
		return c->pmu->name[0] == 'c' ? "cpu_clock_event_init" : "task_clock_event_init";
	if (c->kind < ARRAY_SIZE(init) && init[c->kind])
		return init[c->kind];
	return "event_init";
}

/**
 * pa_why_write() - say a rule about a call
 * @c:    the call
 * @rule: what refused it
 * @why:  all zero but for rule and certain; the rest is filled
 *
 * Context: any.
 */
void pa_why_write(const struct pa_case *c, const struct pa_rule *rule, struct pa_why *why)
{
	struct seq_buf s;

	why->in = function_name(c, rule);
	why->field = field_name(c, rule->field);
	seq_buf_init(&s, why->text, sizeof(why->text));
	if (!why->certain)
		out_lit(&s, "probably ");
	put_template(&s, c, rule->text);
	why->text[s.len < sizeof(why->text) ? s.len : sizeof(why->text) - 1] = '\0';
	put_fixes(why, c, rule->fix);
}
