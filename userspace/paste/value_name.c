// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Names in expressions: of types and symbols, and how wide their values are. */
#include "paste/value_parts.h"

#include "core/attr.h"
#include "core/names.h"

/**
 * value_width() - the width of a number without an ending
 * @v:       the number
 * @decimal: it is written in decimals: then it is never unsigned
 */
enum width value_width(u64 v, bool decimal)
{
	return v <= S32_MAX ? INT : v <= U32_MAX && !decimal ? UNSIGNED : WIDE;
}

/* __u64, uint64_t: without what stands around them. */
static struct span bare(struct span t)
{
	if (t.len > 2 && !memcmp(t.s, "__", 2))
		t = (struct span){ t.s + 2, t.len - 2 };
	if (t.len > 2 && !memcmp(t.s + t.len - 2, "_t", 2))
		t.len -= 2;
	return t;
}

/**
 * value_is_type() - is this the name of an integer type, or what may stand before one?
 * @t: the word
 */
bool value_is_type(struct span t)
{
	static const char * const words[] = {
		"unsigned", "signed", "long", "int", "short", "char", "void", "const", "size_t",
		"pid_t", "uintptr_t", "intptr_t",
	};
	size_t i, digits;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (is(&t, words[i]))
			return true;
	/* u64, __u64, uint64, uint64_t, i32, int32_t, ... */
	t = bare(t);
	digits = t.len > 1 && t.s[0] == 'u' ? 1 : 0;
	if (t.len - digits > 3 && !memcmp(t.s + digits, "int", 3))
		digits += 3;
	else if (!digits && t.len && (t.s[0] == 'i' || t.s[0] == 's'))
		digits = 1;
	if (!digits)
		return false;
	t = (struct span){ t.s + digits, t.len - digits };
	return is(&t, "8") || is(&t, "16") || is(&t, "32") || is(&t, "64");
}

/**
 * value_type_width() - the width of a type; what is narrower than an int becomes one
 * @t:      a word of its name
 * @before: that of the words before it; at first INT
 */
enum width value_type_width(struct span t, enum width before)
{
	static const char * const ints[] = { "int", "pid_t", "signed", "short", "char" };
	size_t i;

	if (before == WIDE || is(&t, "const"))
		return before;
	if (is(&t, "unsigned"))
		return UNSIGNED;
	for (i = 0; i < ARRAY_SIZE(ints); i++)
		if (is(&t, ints[i]))
			return before;
	t = bare(t);
	if (!memmem(t.s, t.len, "32", 2) && !memmem(t.s, t.len, "16", 2) && t.s[t.len - 1] != '8')
		return WIDE;
	return *t.s == 'u' && memmem(t.s, t.len, "32", 2) ? UNSIGNED : INT;
}

/* A table of symbols: of values, or of bits. */
struct symbols {
	const struct pa_names *names;
	bool bits;
};

static bool symbol_among(const struct symbols *table, const struct span *w, u64 *value)
{
	u32 i;

	for (i = 0; i < table->names->count; i++) {
		const struct pa_name *name = &table->names->name[i];

		if (!name->text || name->len != w->len || memcmp(name->text, w->s, w->len))
			continue;
		*value = table->bits ? 1ULL << i : i;
		return true;
	}
	return false;
}

/**
 * paste_symbol() - the value of a symbol of the UAPI
 * @w:     its name
 * @value: receives it
 *
 * Return: false if there is none.
 */
bool paste_symbol(const struct span *w, u64 *value)
{
	static const struct symbols tables[] = {
		{ &pa_types, false }, { &pa_hw_events, false }, { &pa_sw_events, false },
		{ &pa_cache_ids, false }, { &pa_cache_ops, false }, { &pa_cache_results, false },
		{ &pa_bp_types, false }, { &pa_bp_lens, false }, { &pa_clocks, false },
		{ &pa_sample_bits, true }, { &pa_format_bits, true }, { &pa_branch_bits, true },
		{ &pa_flag_bits, true },
	};
	static const struct {
		const char *name;
		u64 value;
	} more[] = {
		{ "true", 1 }, { "false", 0 }, { "NULL", 0 },
		{ "PERF_SAMPLE_BRANCH_PLM_ALL", 7 }, { "PERF_PMU_TYPE_SHIFT", 32 },
		{ "PERF_HW_EVENT_MASK", 0xffffffff },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(tables); i++)
		if (symbol_among(&tables[i], w, value))
			return true;
	for (i = 0; i < ARRAY_SIZE(more); i++) {
		if (is(w, more[i].name)) {
			*value = more[i].value;
			return true;
		}
	}
	for (i = PA_ATTR_OLDEST; i <= PA_ATTR_NEWEST; i += 8) {
		const struct pa_name *name = pa_size_name(i);

		if (name && name->len == w->len && !memcmp(name->text, w->s, w->len)) {
			*value = i;
			return true;
		}
	}
	return false;
}

/**
 * value_symbol_width() - bits of arguments are unsigned long, all else are constants of an enum
 * @w: its name
 * @v: its value
 */
enum width value_symbol_width(const struct span *w, u64 v)
{
	static const char flag[] = "PERF_FLAG_";

	if (w->len >= sizeof(flag) && !memcmp(w->s, flag, sizeof(flag) - 1))
		return WIDE;
	return value_width(v, false);
}
