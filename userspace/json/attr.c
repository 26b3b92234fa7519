// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The attr as JSON: numbers, raw bytes, symbols, and the string that it points to. */
#include "core/arch.h"
#include "core/event_name.h"
#include "json/json.h"
#include "json/writer.h"

/**
 * pa_json_field_value() - write the number in a field, as the type that the field has
 * @j: the writer
 * @f: the field
 * @v: its bits
 *
 * Context: any.
 */
void pa_json_field_value(struct pa_json *j, const struct pa_field *f, u64 v)
{
	if (f->show == PA_SHOW_NAME_S)
		out_s64(j->s, (s32)v);
	else if (pa_json_is_wide(f))
		pa_json_wide(j, v);
	else
		json_count(j, v);
}

/**
 * pa_json_pmu_name() - write the name of a PMU
 * @j:   the writer
 * @pmu: the PMU; NULL gives null
 *
 * Context: any.
 */
void pa_json_pmu_name(struct pa_json *j, const struct pa_pmu_name *pmu)
{
	if (pmu)
		pa_json_string(j, pmu->name, sizeof(pmu->name));
	else
		json_null(j);
}

static void put_field(struct pa_json *j, unsigned int id)
{
	const struct pa_field *f = &pa_fields[id];

	if (f->group && j->a.member[f->group] != id)
		return;
	json_field_key(j, f);
	if (f->offset >= j->a.passed || pa_attr_is_hidden(&j->a, id) ||
	    json_unknown(j, f) == f->mask)
		json_null(j);
	else if (f->mask == 1)
		out_char(j->s, '0' + (char)pa_bits(j->a.word, f));
	else
		pa_json_field_value(j, f, pa_bits(j->a.word, f));
}

static void put_fields(struct pa_json *j)
{
	unsigned int id;

	if (!json_object_if(j, "attr", j->a.passed))
		return;
	for (id = 0; id < PA_FIELD_MAX; id++)
		put_field(j, id);
	json_end(j, '}');
}

/* Bytes of the attr that the caller has passed, by the size that it has passed. */
static u32 raw_len(const struct pa_json *j)
{
	const struct pa_record *r = j->r;
	u32 len = j->a.passed;

	return r->have_size && r->attr_size && r->attr_size < len ? pa_le_len(r->attr_size) : len;
}

static void put_raw(struct pa_json *j)
{
	static const u8 words[] = { PA_FIELD_CONFIG1, PA_FIELD_CONFIG2 };
	u8 raw[PA_ATTR_KEEP];
	u32 len = raw_len(j);
	u32 i;

	json_key(j, "attr_raw");
	if (!len) {
		json_null(j);
		return;
	}
	memcpy(raw, j->r->attr, len);
	for (i = 0; i < sizeof(words); i++)
		if (j->a.hidden & 1 << i)
			memset(raw + pa_fields[words[i]].offset, 0, sizeof(u64));
	json_bytes(j, raw, len);
}

/* The value of a word, even if it is not shown. @what: an index of pa_attr.kept. */
static u64 held(const struct pa_json *j, u32 what, enum pa_field_id id)
{
	return j->a.hidden & 1 << what ? j->a.kept[what] : pa_bits(j->a.word, &pa_fields[id]);
}

/*
 * What rules need of an address that is not shown: its place in a page, which is the same for each
 * boot, and how the range of a breakpoint lies. @what: the word, an index of pa_attr.kept.
 */
static void put_hidden(struct pa_json *j, u32 what, const struct pa_field *f)
{
	u64 addr = held(j, 0, PA_FIELD_BP_ADDR);
	u64 len = held(j, 1, PA_FIELD_BP_LEN);

	json_field_key(j, f);
	json_begin(j, '{');
	json_put_count(j, "low", j->a.kept[what] & 0xfff);
	if (f == &pa_fields[PA_FIELD_BP_ADDR])
		json_put_bool(j, "aligned", !(addr & (len - 1)));
	if (f == &pa_fields[PA_FIELD_BP_ADDR] || f == &pa_fields[PA_FIELD_BP_LEN])
		json_put_bool(j, "wraps", addr + len - 1 < addr);
	json_end(j, '}');
}

static void put_hidden_words(struct pa_json *j)
{
	u32 i;

	json_object(j, "hidden");
	for (i = 0; i < 2; i++)
		if (j->a.hidden & 1 << i)
			put_hidden(j, i, &pa_fields[j->a.member[PA_UNION_CONFIG1 + i]]);
	json_end(j, '}');
}

/* How the attr was copied, as far as its fields do not show it. */
static void put_copied(struct pa_json *j)
{
	const struct pa_record *r = j->r;

	pa_json_symbol(json_key(j, "attr_state"), pa_name_of(&pa_attr_states, r->attr_state));
	/* attr_raw alone would not show whether all bytes of the size were readable. */
	if (r->have_size && raw_len(j) < 8)
		json_put_count(j, "attr_size", r->attr_size);
	if (r->attr_more)
		json_put_count(j, "attr_more", r->attr_more);
	if (!j->a.passed)
		json_put_wide_if(j, "attr_ptr", !pa_is_kernel_address(r->attr_ptr), r->attr_ptr);
}

/**
 * pa_json_attr() - write the attr: its fields, its bytes, and where it becomes unreadable
 * @j: in an object; pa_attr_look() was called
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_attr(struct pa_json *j)
{
	put_fields(j);
	put_raw(j);
	put_copied(j);
	if (j->a.hidden)
		put_hidden_words(j);
	/* The rest of the attr is on a page that is not readable. */
	if (j->r->attr_state == PA_ATTR_PART)
		json_put_count(j, "attr_ends", j->a.passed);
}

static void put_config(struct pa_json *j, u64 v)
{
	const struct pa_record *r = j->r;
	struct out *s = j->s;
	size_t start = s->len;

	if (j->a.type == PA_TYPE_TRACEPOINT) {
		if (r->have_kview && (r->kv.have & PA_KV_NAME))
			pa_json_string_or_null(j, r->kv.name, sizeof(r->kv.name));
		else
			json_null(j);
		return;
	}
	out_char(s, '"');
	if (pa_put_config(s, j->a.type, v)) {
		out_char(s, '"');
		return;
	}
	if (!out_overflowed(s))
		s->len = start;
	json_null(j);
}

static void put_field_symbol(struct pa_json *j, const struct pa_field *f, u64 v)
{
	const struct pa_name *name;

	switch (f->show) {
	case PA_SHOW_MASK:
		pa_json_bits(j, f->names, v, false);
		break;
	case PA_SHOW_REGS:
		pa_json_bits(j, pa_reg_names(j->r->abi), v, pa_arch_of(j->r->abi)->reg_pairs);
		break;
	case PA_SHOW_CONFIG:
		put_config(j, v);
		break;
	case PA_SHOW_SIZE:
		pa_json_symbol(j, pa_size_name(v));
		break;
	default:
		name = pa_name_of(f->names, v);
		if (!name && f == &pa_fields[PA_FIELD_TYPE])
			pa_json_pmu_name(j, pa_pmu_of_type(j->r, j->env, (u32)v));
		else
			pa_json_symbol(j, name);
	}
}

/**
 * pa_json_symbols() - write the fields of the attr and the flags of the call as symbols
 * @j: in an object; pa_attr_look() was called
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_symbols(struct pa_json *j)
{
	const struct pa_field *f;
	unsigned int id;

	json_object(j, "symbols");
	for (id = 0; id < PA_FIELD_MAX; id++) {
		f = &pa_fields[id];
		if (f->show < PA_SHOW_SIZE || !pa_attr_has(&j->a, id) ||
		    json_unknown(j, f) == f->mask)
			continue;
		json_field_key(j, f);
		put_field_symbol(j, f, pa_bits(j->a.word, f));
	}
	if (j->a.kind == PA_KIND_BREAKPOINT && j->env->symbol[0])
		pa_json_string(json_key(j, "bp_addr"), j->env->symbol, sizeof(j->env->symbol));
	if (!json_unknown_arg(j, PA_UNKNOWN_FLAGS))
		pa_json_bits(json_key(j, "flags"), &pa_flag_bits, j->r->flags, false);
	json_end(j, '}');
}

/* Bytes that are not UTF-8 become other and more bytes in a JSON string. */
static bool has_high_bytes(const char *p, u32 len)
{
	while (len--)
		if (*p++ & 0x80)
			return true;
	return false;
}

/**
 * pa_json_strings() - write the string that the attr points to
 * @j: in an object; pa_attr_look() was called
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_strings(struct pa_json *j)
{
	const struct pa_record *r = j->r;
	u32 len = r->str_len < PA_STR_LEN ? r->str_len : PA_STR_LEN;
	const struct pa_field *func = &pa_fields[PA_FIELD_KPROBE_FUNC];
	bool kprobe = j->a.kind == PA_KIND_KPROBE && pa_bits(j->a.word, func);

	json_object(j, "strings");
	if (kprobe || j->a.kind == PA_KIND_UPROBE) {
		if (kprobe)
			json_key(j, "kprobe_func");
		else
			json_key(j, "uprobe_path");
		json_string_if(j, r->str_kind, r->str, len);
		if (r->str_kind && has_high_bytes(r->str, len))
			json_bytes(json_key(j, "raw"), r->str, len);
	}
	json_end(j, '}');
}
