// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Finds fields of struct perf_event_attr: by name, and those that are not zero. */
#include "core/fields.h"

#ifdef __KERNEL__
#include <linux/string.h>
#endif

/**
 * pa_field_named() - the field of this name
 * @name: C name
 *
 * Context: any. Return: PA_FIELD_MAX if there is none.
 */
unsigned int pa_field_named(const char *name)
{
	unsigned int id;

	/* The name of a change in a plan is that of the table itself. */
	for (id = 0; id < PA_FIELD_MAX; id++)
		if (pa_fields[id].name == name)
			return id;
	/* Most names differ in the first byte. */
	for (id = 0; id < PA_FIELD_MAX; id++)
		if (pa_fields[id].name[0] == name[0] && !strcmp(pa_fields[id].name, name))
			break;
	return id;
}

/* The fields of the flag word by bit. */
#define NO_FLAG(...)
#define FLAG_AT(id, name, bit)			[bit] = PA_FIELD_##id,
#define BITS_AT(id, name, first, n, ...)	[first ... (first) + (n) - 1] = PA_FIELD_##id,

static const u8 flag_at[64] = { PA_LIST_FIELDS(NO_FLAG, FLAG_AT, BITS_AT, NO_FLAG) };

/* The first field of each word. */
static const u8 first_of[PA_WORDS] = {
	PA_FIELD_TYPE, PA_FIELD_CONFIG, PA_FIELD_SAMPLE_PERIOD, PA_FIELD_SAMPLE_TYPE,
	PA_FIELD_READ_FORMAT, PA_FIELD_DISABLED, PA_FIELD_WAKEUP_EVENTS, PA_FIELD_BP_ADDR,
	PA_FIELD_BP_LEN, PA_FIELD_BRANCH_SAMPLE_TYPE, PA_FIELD_SAMPLE_REGS_USER,
	PA_FIELD_SAMPLE_STACK_USER, PA_FIELD_SAMPLE_REGS_INTR, PA_FIELD_AUX_WATERMARK,
	PA_FIELD_AUX_SAMPLE_SIZE, PA_FIELD_SIG_DATA, PA_FIELD_CONFIG3, PA_FIELD_CONFIG4,
};

/**
 * pa_fields_next() - the next field that has a bit set
 * @word: laid out as pa_attr.word
 * @id:   the first field to consider
 *
 * Context: any. Return: PA_FIELD_MAX if there are no more.
 */
unsigned int pa_fields_next(const u64 *word, unsigned int id)
{
	while (id < PA_FIELD_MAX) {
		const struct pa_field *f = &pa_fields[id];
		u64 rest = word[f->word] >> f->shift;
		u32 i;

		if (rest & f->mask)
			return id;
		if (rest && f->offset == PA_OFF_FLAGS)
			return flag_at[f->shift + __builtin_ctzll(rest)];
		if (rest) {
			id++;
			continue;
		}
		for (i = f->word + 1; i < PA_WORDS && !word[i]; i++)
			;
		id = i < PA_WORDS ? first_of[i] : PA_FIELD_MAX;
	}
	return id;
}

/**
 * pa_attr_odd() - bits of the fields for which a view writes anything but what it does for a zero
 * @a:    from pa_attr_look()
 * @word: receives PA_WORDS words, laid out as pa_attr.word
 *
 * These are the fields that are not zero, not of the usual member of their union, or not passed.
 *
 * Context: any.
 */
void pa_attr_odd(const struct pa_attr *a, u64 *word)
{
	static const u8 usual[] = {
		[PA_UNION_PERIOD] = PA_FIELD_SAMPLE_PERIOD,
		[PA_UNION_WAKEUP] = PA_FIELD_WAKEUP_EVENTS,
		[PA_UNION_CONFIG1] = PA_FIELD_CONFIG1,
		[PA_UNION_CONFIG2] = PA_FIELD_CONFIG2,
	};
	u32 i;

	memcpy(word, a->word, sizeof(a->word));
	for (i = PA_UNION_PERIOD; i < PA_UNION_MAX; i++)
		if (a->member[i] != usual[i])
			word[pa_fields[usual[i]].word] = ~0ULL;
	for (i = a->passed / 8; i < PA_WORDS; i++)
		word[i] = ~0ULL;
}
