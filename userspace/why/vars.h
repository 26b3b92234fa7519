/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The variables in the sentences and fixes of the rules, and their values for one call. */
#ifndef PERFATTR_WHY_VARS_H
#define PERFATTR_WHY_VARS_H

#include "core/out.h"
#include "why/case.h"

/**
 * struct pa_var - a variable of opens, or of ops
 * @name:   its name
 * @number: of a number: gives its value; returns false if that is not known
 * @put:    of a text: writes it; returns false if it is not known
 * @is_signed: the number is an s64
 */
struct pa_var {
	const char *name;
	bool (*number)(const struct pa_case *c, u64 *value);
	bool (*put)(struct out *s, const struct pa_case *c);
	bool is_signed;
};

/* Each ends with a variable without a name. */
extern const struct pa_var pa_open_vars[];
extern const struct pa_var pa_op_vars[];

/*
 * A list of variables is a macro with three parameters: for a u64, an s64 and a text. A number has
 * its name, the condition under which it is known, and its value; a text its name, a string, which
 * is NULL if it is not known, and the size of the array that holds the string. These make the
 * functions and the rows of a table from the list.
 */
#define PA_NUMBER_FN(name, known, number) \
static bool number_##name(const struct pa_case *c, u64 *value) \
{ \
	if (!(known)) \
		return false; \
	*value = (u64)(number); \
	return true; \
}

#define PA_SIGNED_FN(name, known, number)	PA_NUMBER_FN(name, known, (s64)(number))

#define PA_TEXT_FN(name, text, size) \
static bool put_##name(struct out *s, const struct pa_case *c) \
{ \
	return pa_var_put(s, text, size); \
}

#define PA_NUMBER_ROW(var, ...) \
	{ .name = #var, .number = number_##var },
#define PA_SIGNED_ROW(var, ...) \
	{ .name = #var, .number = number_##var, .is_signed = true },
#define PA_TEXT_ROW(var, ...) \
	{ .name = #var, .put = put_##var },

/* The name of a PMU for pa_var_put(): it fills at most PA_PMU_NAME bytes. */
#define PA_PMU_NAME	sizeof(((struct pa_pmu_name *)NULL)->name)

static inline const char *pa_var_pmu(const struct pa_pmu_name *pmu)
{
	return pmu ? pmu->name : NULL;
}

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

bool pa_var_put(struct out *s, const char *text, size_t size);
bool pa_why_put_needs(struct out *s, const struct pa_case *c);

#endif /* PERFATTR_WHY_VARS_H */
