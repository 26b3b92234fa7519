/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* A variable in the sentences and fixes of the rules, and how the tables of them are made. */
#ifndef PERFATTR_WHY_VAR_H
#define PERFATTR_WHY_VAR_H

#include "why/case.h"

struct out;

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
 * A list of numbers is a macro with two parameters, for those that are a u64 and those that are an
 * s64. Each has the name, the condition under which it is known, and the value; these make of them
 * the functions and the rows of a table.
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
#define PA_NUMBER_ROW(var, ...) \
	{ .name = #var, .number = number_##var },
#define PA_SIGNED_ROW(var, ...) \
	{ .name = #var, .number = number_##var, .is_signed = true },

bool pa_why_put_needs(struct out *s, const struct pa_case *c);

#endif /* PERFATTR_WHY_VAR_H */
