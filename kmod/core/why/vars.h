/* SPDX-License-Identifier: GPL-2.0 */
/* The variables in the sentences and fixes of the rules, and their values for one call. */
#ifndef PERFATTR_WHY_VARS_H
#define PERFATTR_WHY_VARS_H

#include "core/why/case.h"
#include "core/why/template.h"

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

const struct pa_var_list *pa_var_list_find(const struct pa_word *w, bool *all);
enum pa_field_id pa_var_list_next(const struct pa_case *c, const struct pa_var_list *list,
				  unsigned int id);
enum pa_field_id pa_var_field(const struct pa_word *w);
bool pa_var_number(struct pa_number *n, const struct pa_case *c, const struct pa_word *w);

/**
 * pa_var_is_address() - would showing this value of a field reveal a kernel address?
 * @id:    the field, PA_FIELD_MAX if it is none
 * @value: its value
 *
 * config1 and config2 hold addresses for some PMUs; callers may pass them for any PMU.
 *
 * Context: any.
 */
static inline bool pa_var_is_address(enum pa_field_id id, u64 value)
{
	if (id == PA_FIELD_MAX || !pa_is_kernel_address(value))
		return false;
	return pa_fields[id].group == PA_UNION_CONFIG1 || pa_fields[id].group == PA_UNION_CONFIG2;
}

#endif /* PERFATTR_WHY_VARS_H */
