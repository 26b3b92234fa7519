// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Symbols in constants, and how wide their values are. */
#include "parse/value_parts.h"

#include "core/attr.h"

/**
 * value_width() - the width of a number without an ending
 * @v:       the number
 * @decimal: it is written in decimal: then it is never unsigned
 */
enum width value_width(u64 v, bool decimal)
{
	return v <= S32_MAX ? INT : v <= U32_MAX && !decimal ? UNSIGNED : WIDE;
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
