/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The variables in the sentences and fixes of the rules, and their values for one call. */
#ifndef PERFATTR_WHY_VARS_H
#define PERFATTR_WHY_VARS_H

#include "why/var.h"

/* A word of a sentence or fix. */
struct pa_word {
	const char *at;
	size_t len;
};

/* How many characters come before @stop, or before the end. */
static inline size_t pa_word_end(const char *text, char stop)
{
	const char stops[] = { stop, '\0' };

	return strcspn(text, stops);
}

static inline bool pa_word_is(const struct pa_word *w, const char *name)
{
	/* Most names differ in the first byte: 175,000 instructions of 4,400,000 a pasted call. */
	return *name == *w->at && !strncmp(name, w->at, w->len) && !name[w->len];
}

/**
 * struct pa_number - the value of a variable
 * @value:     the value
 * @field:     the field of the attr that has it, PA_FIELD_MAX if it is no field's
 * @is_signed: @value is an s64
 */
struct pa_number {
	u64 value;
	enum pa_field_id field;
	bool is_signed;
};

/**
 * struct pa_var_list - a variable that stands for fields, depending on the values in a call
 * @one:  its name when it means the first of them
 * @all:  its name when it means all of them
 * @from: the first field to consider
 * @to:   the last field to consider
 * @of:   is this field in the list, for this call?
 */
struct pa_var_list {
	const char *one;
	const char *all;
	u8 from;
	u8 to;
	bool (*of)(const struct pa_case *c, enum pa_field_id id);
};

const struct pa_var *pa_var_find(const struct pa_case *c, const struct pa_word *w);
const struct pa_var_list *pa_var_list_find(const struct pa_word *w, bool *all);
enum pa_field_id pa_var_list_next(const struct pa_case *c, const struct pa_var_list *list,
				  unsigned int id);
enum pa_field_id pa_var_field(const struct pa_word *w);
bool pa_var_unknown(const struct pa_case *c, const struct pa_word *w);
bool pa_var_number(struct pa_number *n, const struct pa_case *c, const struct pa_word *w);
bool pa_var_is_address(const struct pa_case *c, const struct pa_number *n);

#endif /* PERFATTR_WHY_VARS_H */
