// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Reads the members of an object by the table with which they were written. */

#include "call/parts.h"

/**
 * missing_add() - note that a record lacks a key
 * @m:      the note
 * @object: the object that should have it; NULL: the record itself
 * @key:    its name
 */
void missing_add(struct missing *m, const char *object, const char *key)
{
	size_t len = strlen(m->text);
	int n = snprintf(m->text + len, sizeof(m->text) - len, "%s%s%s%s", len ? ", " : "",
			 object ? object : "", object ? "." : "", key);

	if (n < 0 || (size_t)n >= sizeof(m->text) - len)
		m->text[len] = '\0';
	m->n++;
}

/**
 * has_keys() - return true if an object has all of these keys; their values may be null
 * @o:       the object
 * @name:    its name, for @missing; NULL: it is the record
 * @keys:    the keys, and NULL
 * @missing: receives the names of absent keys; NULL: they are not noted
 */
bool has_keys(const cJSON *o, const char *name, const char *const *keys, struct missing *missing)
{
	bool all = true;

	for (; *keys; keys++) {
		if (json_get(o, *keys))
			continue;
		all = false;
		if (missing)
			missing_add(missing, name, *keys);
	}
	return all;
}

/**
 * name_read() - the value that has a name
 * @v:     a string, or any other value
 * @names: the names by value
 *
 * Return: -1 if there is none.
 */
int name_read(const cJSON *v, const struct pa_names *names)
{
	const char *s = cJSON_GetStringValue(v);
	u32 i;

	for (i = 0; s && i < names->count; i++)
		if (names->name[i].text && !strcmp(s, names->name[i].text))
			return (int)i;
	return -1;
}

/**
 * names_read() - bits by their names
 * @array: strings; unknown ones are left out
 * @names: the names by bit
 */
u64 names_read(const cJSON *array, const struct pa_names *names)
{
	const cJSON *v;
	u64 bits = 0;
	int bit;

	json_each(v, array) {
		bit = name_read(v, names);
		if (bit >= 0)
			bits |= 1ULL << bit;
	}
	return bits;
}

/**
 * steps_read() - functions of a path by their names
 * @array: strings; unknown ones are left out
 *
 * Return: a bit for each enum pa_fn.
 */
u32 steps_read(const cJSON *array)
{
	const char *s;
	const cJSON *v;
	u32 steps = 0;
	u32 fn;

	json_each(v, array) {
		s = cJSON_GetStringValue(v);
		for (fn = 0; s && fn < PA_FN_MAX; fn++)
			if (pa_functions[fn].name.text && !strcmp(s, pa_functions[fn].name.text))
				steps |= 1U << fn;
	}
	return steps;
}

/* Bits as ranges: "32-63". */
static bool ranges_read(const cJSON *array, u64 *bits)
{
	unsigned int first, last;
	const cJSON *v;
	char end;

	*bits = 0;
	json_each(v, array) {
		const char *s = cJSON_GetStringValue(v);

		if (!s || sscanf(s, "%u-%u%c", &first, &last, &end) != 2 || first > last ||
		    last > 63)
			return false;
		*bits |= (~0ULL >> (63 - last)) & (~0ULL << first);
	}
	return cJSON_IsArray(array);
}

static bool number_read(const cJSON *v, const struct pa_fact *f, u64 *value)
{
	u64 most = f->width >= 8 ? ~0ULL : (1ULL << 8 * f->width) - 1;
	uint64_t u;
	int64_t s;

	if (f->kind == PA_FACT_SIGNED) {
		if (!value_s64(v, &s))
			return false;
		*value = (u64)s;
		return s <= (int64_t)(most >> 1) && s >= -(int64_t)(most >> 1) - 1;
	}
	if (!value_u64(v, &u))
		return false;
	*value = u;
	return u <= most;
}

static bool value_read(const cJSON *v, const struct pa_fact *f, u64 *value)
{
	const char *s = cJSON_GetStringValue(v);
	int n;

	switch (f->kind) {
	case PA_FACT_CALLERS:
		/* For an address of the kernel only that it is one is known. */
		if (s && !strcmp(s, PA_KERNEL_MARK)) {
			*value = 1ULL << 63;
			return true;
		}
		return number_read(v, f, value);
	case PA_FACT_TRI:
		*value = cJSON_IsNull(v) ? 2 : cJSON_IsTrue(v);
		return cJSON_IsNull(v) || cJSON_IsBool(v);
	case PA_FACT_BOOL:
	case PA_FACT_FLAG:
		*value = cJSON_IsTrue(v);
		return cJSON_IsBool(v);
	case PA_FACT_NAME:
		n = name_read(v, f->names);
		*value = (u64)n;
		return n >= 0;
	case PA_FACT_NAMES:
		*value = names_read(v, f->names);
		return cJSON_IsArray(v);
	case PA_FACT_RANGES:
		return ranges_read(v, value);
	case PA_FACT_PMU:
		*value = 0;
		return cJSON_IsNull(v) || number_read(v, f, value);
	default:
		return number_read(v, f, value);
	}
}

/* Reads one member. Returns false if it is absent, or no such value. */
static bool fact_read(const cJSON *v, const struct pa_fact *f, void *to, u32 *have)
{
	u64 value;

	if (f->kind == PA_FACT_STRING) {
		const char *s = cJSON_GetStringValue(v);
		size_t len = s ? strlen(s) : 0;

		if (!s || len > f->width)
			return false;
		memset((u8 *)to + f->offset, 0, f->width);
		memcpy((u8 *)to + f->offset, s, len);
		return true;
	}
	if (!value_read(v, f, &value))
		return false;
	if (f->kind != PA_FACT_FLAG)
		fact_put((u8 *)to + f->offset, f->width, value);
	else if (value)
		*have |= f->flag;
	return true;
}

/**
 * facts_read() - read the members of an object
 * @o:       the object, or any other value
 * @name:    its name, for @missing
 * @list:    its members
 * @to:      the struct that receives them
 * @missing: receives the names of absent keys
 *
 * A member that is null is not known; an absent or malformed one is not known either, and is
 * reported. If not all members of a bit of the word of have bits are known, the bit is off; of a
 * text, if none is.
 *
 * Return: false if a member that must be known is not: then nothing of the struct may be used.
 */
bool facts_read(const cJSON *o, const char *name, const struct pa_fact_list *list, void *to,
		struct missing *missing)
{
	u32 present = 0, absent = 0, flags = 0, all = 0;
	bool whole = true;
	u32 *have = NULL;
	u32 i;

	if (list->have != PA_FACTS_NO_HAVE)
		have = (u32 *)((u8 *)to + list->have);
	for (i = 0; i < list->count; i++) {
		const struct pa_fact *f = &list->fact[i];
		char key[40];
		const cJSON *v;

		/* ,"KEY": */
		snprintf(key, sizeof(key), "%.*s", f->key_len - 4, f->key + 2);
		v = json_get(o, key);
		all |= f->have | f->flag;
		if (v && fact_read(v, f, to, &flags)) {
			present |= f->have;
			continue;
		}
		if (cJSON_IsNull(v) && missing->of_text) {
			if (list == &pa_facts_of_op && !f->have)
				missing->nulls |= 1U << i;
			continue;
		}
		if (!v || !cJSON_IsNull(v))
			missing_add(missing, name, key);
		absent |= f->have;
		whole &= f->have != 0;
	}
	if (have)
		*have = (*have & ~all) | (present & ~absent) | flags;
	return whole;
}
