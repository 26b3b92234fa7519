// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Prints the attr as C initialisers. Values are expressions that yield the caller's bytes; all else
 * is in C comments. The table in core/attr.c defines how each field is shown, this file does the
 * layout.
 */
#include "core/event_name.h"
#include "core/out.h"
#include "core/text/text.h"

/**
 * pa_text_look() - prepare to write a record that has an attr
 * @t:     filled in
 * @s:     the buffer
 * @r:     the record
 * @env:   further input
 * @flags: PA_TEXT_*
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_text_look(struct pa_text *t, struct out *s, const struct pa_record *r,
		  const struct pa_env *env, unsigned int flags)
{
	t->s = s;
	t->r = r;
	t->env = env;
	t->brief = flags & PA_TEXT_BRIEF;
	pa_attr_look(&t->a, r, env);
	pa_unknown_bits(t->unknown, env->kernel);
}

static void put_decimal(struct out *s, u64 v)
{
	out_u64(s, v);
	/* In C a decimal constant without suffix is signed. */
	if (v >> 63)
		out_lit(s, "ULL");
}

/* Bits whose names are missing in the headers of Debian 12, with which arg[0] must compile. */
static u64 recent_bits(const struct pa_field *f)
{
	return f == &pa_fields[PA_FIELD_BRANCH_SAMPLE_TYPE] ? PA_RECENT_BRANCH : 0;
}

/**
 * pa_text_value() - write a value as a C expression
 * @t: from pa_text_look()
 * @f: the field whose value it is
 * @v: the value
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_text_value(struct pa_text *t, const struct pa_field *f, u64 v)
{
	const struct pa_name *name = NULL;

	switch (f->show) {
	case PA_SHOW_HEX:
		out_hex(t->s, v);
		return;
	case PA_SHOW_MASK:
		pa_text_mask_but(t->s, f->names, v, recent_bits(f));
		return;
	case PA_SHOW_REGS:
		if (v)
			pa_text_regs(t->s, t->r->abi, v);
		else
			out_char(t->s, '0');
		return;
	case PA_SHOW_CONFIG:
		if (pa_put_config(t->s, t->a.type, v))
			return;
		if (t->a.type == PA_TYPE_TRACEPOINT)
			break;
		out_hex(t->s, v);
		return;
	case PA_SHOW_SIZE:
		name = v <= PA_OLD_SIZE ? pa_size_name(v) : NULL;
		break;
	case PA_SHOW_NAME:
	case PA_SHOW_NAME_S:
		name = pa_name_of(f->names, v);
		break;
	default:
		break;
	}
	if (name)
		pa_put_name(t->s, name);
	else if (f->show == PA_SHOW_NAME_S)
		out_s64(t->s, (s32)v);
	else
		put_decimal(t->s, v);
}

static void note_name(struct out *s, const char *name, size_t max)
{
	out_lit(s, " /* ");
	out_escaped(s, name, max);
	out_lit(s, " */");
}

/* Inline, so that the compiler knows the length of @what. */
static __always_inline void note_bits(struct out *s, const char *what,
				      const struct pa_names *names, u64 v)
{
	out_lit(s, " /* ");
	out_str(s, what);
	pa_text_mask(s, names, v);
	out_lit(s, " */");
}

static void note_pmu(struct pa_text *t, u32 type)
{
	const struct pa_pmu_name *pmu = pa_pmu_of_type(t->r, t->env, type);

	if (pmu)
		note_name(t->s, pmu->name, sizeof(pmu->name));
}

static void note_config(struct pa_text *t, u64 v)
{
	const struct pa_record *r = t->r;
	u32 type = t->a.type;

	if (type == PA_TYPE_TRACEPOINT) {
		if (r->have_kview && (r->kv.have & PA_KV_NAME) && r->kv.name[0])
			note_name(t->s, r->kv.name, sizeof(r->kv.name));
	} else if ((type == PA_TYPE_HARDWARE || type == PA_TYPE_HW_CACHE) &&
		   v >> PA_PMU_TYPE_SHIFT) {
		note_pmu(t, v >> PA_PMU_TYPE_SHIFT);
	}
}

/* The string that kprobe_func or uprobe_path points to. */
static void note_string(struct pa_text *t)
{
	const struct pa_record *r = t->r;
	u32 len = r->str_len < PA_STR_LEN ? r->str_len : PA_STR_LEN;

	if (!r->str_kind)
		return;
	out_lit(t->s, " /* \"");
	out_escaped(t->s, r->str, len);
	if (len == PA_STR_LEN)
		out_lit(t->s, "\"... */");
	else
		out_lit(t->s, "\" */");
}

static void note_hidden(struct pa_text *t, enum pa_field_id id)
{
	if (pa_attr_is_hidden(&t->a, id))
		out_lit(t->s, " /* kernel address, not shown */");
}

/*
 * The comments that explain a value further. Inline, as is put_field(): a record takes 200
 * instructions less.
 */
static __always_inline void put_meaning(struct pa_text *t, enum pa_field_id id, u64 v)
{
	const struct pa_field *f = &pa_fields[id];
	const struct pa_name *name;

	if (f->note)
		out_between(out_str, t->s, " /* ", f->note, " */");
	switch (id) {
	case PA_FIELD_TYPE:
		if (v >= PA_TYPE_DYNAMIC)
			note_pmu(t, (u32)v);
		break;
	case PA_FIELD_SIZE:
		name = v > PA_OLD_SIZE ? pa_size_name(v) : NULL;
		if (name)
			out_between(pa_put_name, t->s, " /* ", name, " */");
		break;
	case PA_FIELD_BRANCH_SAMPLE_TYPE:
		if (v & PA_RECENT_BRANCH)
			note_bits(t->s, "", f->names, v & PA_RECENT_BRANCH);
		break;
	case PA_FIELD_CONFIG:
		note_config(t, v);
		break;
	case PA_FIELD_PRECISE_IP:
		/* Never NULL: two bits, four names. */
		out_between(pa_put_name, t->s, " /* ", pa_name_of(&pa_precise, v), " */");
		break;
	case PA_FIELD_BP_LEN:
	case PA_FIELD_KPROBE_ADDR:
	case PA_FIELD_PROBE_OFFSET:
		note_hidden(t, id);
		break;
	case PA_FIELD_BP_ADDR:
		note_hidden(t, id);
		if (t->env->symbol[0])
			note_name(t->s, t->env->symbol, sizeof(t->env->symbol));
		break;
	case PA_FIELD_KPROBE_FUNC:
	case PA_FIELD_UPROBE_PATH:
		note_hidden(t, id);
		note_string(t);
		break;
	default:
		break;
	}
}

/* The value in the kernel's copy, which differs from the caller's. */
static void note_kernel(struct pa_text *t, enum pa_field_id id, u64 kernel)
{
	const struct pa_field *f = &pa_fields[id];
	const struct pa_pmu_name *pmu;
	u64 freq;

	out_lit(t->s, " /* kernel: ");
	/* cpu-clock and task-clock convert the frequency to a fixed period. */
	if (id == PA_FIELD_SAMPLE_FREQ && pa_kattr_get(t->r, PA_FIELD_FREQ, &freq) && !freq)
		out_lit(t->s, "sample_period ");
	if (f->show == PA_SHOW_REGS)
		out_hex(t->s, kernel);
	else
		pa_text_value(t, f, kernel);
	if (id == PA_FIELD_TYPE && kernel >= PA_TYPE_DYNAMIC) {
		pmu = pa_pmu_of_type(t->r, t->env, (u32)kernel);
		if (pmu) {
			out_lit(t->s, ", ");
			out_escaped(t->s, pmu->name, sizeof(pmu->name));
		}
	}
	out_lit(t->s, " */");
}

static bool config_known(const struct pa_kernel *k, u32 type, u64 v)
{
	if (!k)
		return true;
	if (type == PA_TYPE_SOFTWARE)
		return v < k->sw_max || !pa_name_of(&pa_sw_events, v);
	if (type == PA_TYPE_HARDWARE)
		return (u32)v < k->hw_max || !pa_name_of(&pa_hw_events, (u32)v);
	return true;
}

/* Marks a field, bits of a mask or an event that are newer than the running kernel. */
static void note_unknown(struct pa_text *t, enum pa_field_id id, u64 v, u64 unknown)
{
	const struct pa_field *f = &pa_fields[id];

	if (f->show == PA_SHOW_MASK) {
		if (!(v & unknown))
			return;
		note_bits(t->s, "not known to this kernel: ", f->names, v & unknown);
	} else if (unknown || (id == PA_FIELD_CONFIG &&
			       !config_known(t->env->kernel, t->a.type, v))) {
		out_lit(t->s, " /* not known to this kernel */");
	}
}

/* The caller's size ends in the middle of this field. */
static void note_cut(struct pa_text *t, const struct pa_field *f)
{
	out_number(t->s, " /* ", t->a.passed - f->offset, " of ");
	out_u64(t->s, f->width);
	out_lit(t->s, " bytes passed */");
}

/* The label of a field is stored with the text of a plain zero behind it. */
static __always_inline void put_zero(struct pa_text *t, const struct pa_field *f)
{
	out_fixed(t->s, f->label, PA_LABEL_ROOM, f->label_len + strlen("0,\n"));
}

/* Return true if a zero of this field is written as 0, without a symbol or a remark. */
static bool zero_is_plain(const struct pa_text *t, const struct pa_field *f)
{
	if (f->show == PA_SHOW_MASK || f->show == PA_SHOW_REGS)
		return true;
	return f->show == PA_SHOW_DEC && !f->note && f != &pa_fields[PA_FIELD_PRECISE_IP] &&
	       !pa_bits(t->unknown, f);
}

static __always_inline void put_field(struct pa_text *t, enum pa_field_id id)
{
	const struct pa_field *f = &pa_fields[id];
	u64 v = pa_bits(t->a.word, f);
	u64 differs = pa_bits(t->a.differs, f);
	u64 unknown;

	if (!v && (f->reserved || f->recent || (t->brief && id > PA_FIELD_CONFIG)))
		return;
	/* The fast path: most fields of most calls are zero. */
	if (!(v | differs) && f->offset + f->width <= t->a.passed && zero_is_plain(t, f)) {
		put_zero(t, f);
		return;
	}
	unknown = pa_bits(t->unknown, f);
	out_fixed(t->s, f->label, PA_LABEL_ROOM, f->label_len);
	if (f->mask == 1) {
		out_char(t->s, '0' + (char)v);
	} else {
		pa_text_value(t, f, v);
		put_meaning(t, id, v);
	}
	if (f->offset + f->width > t->a.passed)
		note_cut(t, f);
	if (differs)
		note_kernel(t, id, v ^ differs);
	if (unknown || id == PA_FIELD_CONFIG)
		note_unknown(t, id, v, unknown);
	out_lit(t->s, ",\n");
}

/* Bytes that the caller passed beyond the newest field, and notes about bytes not captured. */
static void put_rest(struct pa_text *t)
{
	u32 passed = t->a.passed;

	if (passed > PA_ATTR_NEWEST) {
		out_number(t->s, "        /* bytes ", PA_ATTR_NEWEST, "..");
		out_u64(t->s, passed - 1);
		out_lit(t->s, ": ");
		out_bytes(t->s, t->r->attr + PA_ATTR_NEWEST, passed - PA_ATTR_NEWEST);
		out_lit(t->s, " */\n");
	}
	if (t->r->attr_more)
		out_number(t->s, "        /* ", t->r->attr_more, " further bytes not kept */\n");
	if (t->r->attr_state == PA_ATTR_PART)
		out_number(t->s, "        /* not readable from byte ", passed, " on */\n");
}

/**
 * pa_text_fields() - write the initialisers of struct perf_event_attr, one per line
 * @t: from pa_text_look()
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_text_fields(struct pa_text *t)
{
	const u32 w = PA_OFF_FLAGS / 8;
	/*
	 * The flags whose value 0 is a statement of its own, and those that are shown only if they
	 * are not 0.
	 */
	u64 odd = t->a.word[w] | t->a.differs[w] | t->unknown[w] | ~0ULL << PA_OLD_FLAGS;
	bool plain = !t->brief && t->a.passed >= PA_OFF_FLAGS + sizeof(u64);
	unsigned int id;

	for (id = 0; id < PA_FIELD_MAX; id++) {
		const struct pa_field *f = &pa_fields[id];

		/* Half of the fields are flags, most of them 0: this saves 1,100 instructions. */
		if (plain && f->mask == 1 && f->word == w && !(odd >> f->shift & 1))
			put_zero(t, f);
		else if (pa_attr_has(&t->a, id))
			put_field(t, id);
	}
	put_rest(t);
}
