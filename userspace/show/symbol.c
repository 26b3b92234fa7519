// SPDX-License-Identifier: GPL-2.0
/*
 * Numbers as C, by their symbols where they have one. The symbols are those of the core's tables:
 * a file may have any name beside any number, and it is the number that the kernel has got.
 */
#include <string.h>

#include "core/event_name.h"
#include "core/out.h"

#include "show/show.h"

static const struct pa_field *field_named(const char *name)
{
	size_t i;

	for (i = 0; i < PA_FIELD_MAX; i++)
		if (!strcmp(pa_fields[i].name, name))
			return &pa_fields[i];
	return NULL;
}

static bool put_name(struct text *t, const struct pa_name *name)
{
	if (name)
		text_mem(t, name->text, name->len);
	return name;
}

static bool put_config(struct text *t, json_t *attr, uint64_t config)
{
	char symbol[PA_EVENT_LEN];
	struct out s;
	uint64_t type;

	out_init(&s, symbol, sizeof(symbol));
	if (!get_u64(attr, "type", &type) || type >= PA_TYPE_DYNAMIC ||
	    !pa_put_config(&s, type, config))
		return false;
	text_mem(t, symbol, s.len);
	return true;
}

/*
 * Writes a mask as a C expression; bits without a name follow as one number. Returns false, and
 * writes nothing, for 0.
 */
static bool bits_put(struct text *t, const struct pa_names *names, uint64_t bits)
{
	const char *sep = "";
	uint64_t rest = 0;
	unsigned int i;

	for (i = 0; i < 64; i++) {
		const struct pa_name *name = pa_name_of(names, i);

		if (!(bits >> i & 1))
			continue;
		if (!name) {
			rest |= 1ULL << i;
			continue;
		}
		text_add(t, sep);
		put_name(t, name);
		sep = " | ";
	}
	if (rest)
		text_printf(t, "%s0x%jx", sep, (uintmax_t)rest);
	return bits;
}

/**
 * symbol_put() - the symbol of a number as a C expression
 * @t:     receives it
 * @r:     its record, whose attr.type gives a config its meaning
 * @field: a field of the attr, or "flags" of the call
 * @value: the number
 *
 * Return: false, and nothing is written, if it has none.
 */
bool symbol_put(struct text *t, const struct record *r, const char *field, json_t *value)
{
	const struct pa_field *f = field_named(field);
	uint64_t v;

	if (!value_u64(value, &v))
		return false;
	if (!strcmp(field, "flags"))
		return bits_put(t, &pa_flag_bits, v);
	if (!f)
		return false;
	switch (f->show) {
	case PA_SHOW_SIZE:
		return put_name(t, pa_size_name(v));
	case PA_SHOW_CONFIG:
		return put_config(t, r->attr, v);
	case PA_SHOW_MASK:
		return bits_put(t, f->names, v);
	case PA_SHOW_NAME:
	case PA_SHOW_NAME_S:
		return put_name(t, pa_name_of(f->names, v));
	default:
		return false;
	}
}

/* Is this a field with bits or an address, to be shown in hexadecimal? */
static bool is_in_hex(const char *field)
{
	static const unsigned int shows = 1 << PA_SHOW_HEX | 1 << PA_SHOW_MASK |
					  1 << PA_SHOW_REGS | 1 << PA_SHOW_CONFIG;
	const struct pa_field *f = field_named(field);

	return f ? shows >> f->show & 1 : !strcmp(field, "hw_config") || !strcmp(field, "flags");
}

/* Is its symbol newer than headers that a program may be compiled with? */
static bool is_recent(const char *field, json_t *value)
{
	uint64_t v;

	if (!strcmp(field, "branch_sample_type"))
		return value_u64(value, &v) && v & PA_RECENT_BRANCH;
	return !strcmp(field, "size");
}

/**
 * u64_put() - an unsigned number as C
 * @t:     receives it
 * @field: its field, or argument
 * @u:     the number
 */
void u64_put(struct text *t, const char *field, uint64_t u)
{
	text_printf(t, is_in_hex(field) && u ? u >> 63 ? "0x%jxULL" : "0x%jx" :
		    u >> 63 ? "%juULL" : "%ju", (uintmax_t)u);
}

/**
 * number_put() - a number as C
 * @t:     receives it
 * @field: its field, or argument
 * @value: the number; of anything else the text says that it is none
 */
void number_put(struct text *t, const char *field, json_t *value)
{
	int64_t s;
	uint64_t u;

	if (value_u64(value, &u))
		u64_put(t, field, u);
	else if (value_s64(value, &s))
		text_printf(t, "%jd", (intmax_t)s);
	else
		text_add(t, "0 /* not a number of 64 bits */");
}

/**
 * value_symbol() - a value as a C expression, by its symbol if it has one
 * @t:     receives it; safe to print
 * @r:     the record
 * @field: its field, or argument
 * @value: the value
 *
 * Return: whether it is a symbol.
 */
bool value_symbol(struct text *t, const struct record *r, const char *field, json_t *value)
{
	/* Of a union one member alone has a key. */
	if (json_is_null(value) || !value) {
		text_add(t, value && str(r->json, "source") ? "not told" : "not passed");
		return false;
	}
	if (!is_recent(field, value) && symbol_put(t, r, field, value))
		return true;
	number_put(t, field, value);
	return false;
}
