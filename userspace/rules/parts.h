/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Shared by the rules of this room: variables, sentences, fixes, and plans with losses. */
#ifndef PERFATTR_RULES_PARTS_H
#define PERFATTR_RULES_PARTS_H

#include "core/out.h"
#include "rules/rule.h"

/**
 * struct pa_var - a variable of opens, or of ops
 * @name:   its name
 * @number: for a number: gives its value; returns false if that is not known
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

/* Writes a string that ends with a NUL, or at @size; false if it is NULL. */
static inline bool pa_var_put(struct out *s, const char *text, size_t size)
{
	size_t len;

	if (!text)
		return false;
	for (len = 0; len < size && text[len]; len++)
		;
	out_mem(s, text, len);
	return true;
}

/* The name of a PMU for pa_var_put(): it fills at most PA_PMU_NAME bytes. */
#define PA_PMU_NAME	sizeof(((struct pa_pmu_name *)NULL)->name)

static inline const char *pa_var_pmu(const struct pa_pmu_name *pmu)
{
	return pmu ? pmu->name : NULL;
}

/* A keyword of a sentence or fix. */
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
 * @field:     the field of the attr that has it, PA_FIELD_MAX if no field has it
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
 * @of:   returns true if a field is in the list, for this call
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
bool pa_var_unknown(const struct pa_case *c, const struct pa_word *w);
bool pa_var_number(struct pa_number *n, const struct pa_case *c, const struct pa_word *w);
bool pa_var_is_address(const struct pa_case *c, const struct pa_number *n);

bool pa_why_put_needs(struct out *s, const struct pa_case *c);

void pa_plan_need_both(struct pa_need *sum, const struct pa_need *more);
struct pa_need pa_plan_needs(const struct pa_case *c, const struct pa_rule *reason);
void pa_plan_make(const struct pa_case *c, const struct pa_rule *reason, struct pa_why *why);
void pa_plan_needs_look(struct pa_case *c, const struct pa_rule *rule);
enum pa_verdict pa_plan_foresee(const struct pa_case *c, const struct pa_rule **rule);

void pa_why_put(char *to, size_t size, const struct pa_case *c, const char *text);
void pa_why_say_needs(const struct pa_case *c, struct pa_why *why);
void pa_why_name(const struct pa_case *c, const struct pa_rule *rule, struct pa_why *why);
void pa_why_say(const struct pa_case *c, const struct pa_rule *rule, struct pa_why *why);

/* A fix may change a field of the attr, or one of these arguments. */
enum pa_arg_id {
	PA_ARG_PID = PA_FIELD_MAX,
	PA_ARG_CPU,
	PA_ARG_GROUP_FD,
	PA_ARG_FLAGS,
	PA_ARG_MAX,
};

/* Bits of a field or argument that are not known. */
static inline u64 pa_unknown_of(const struct pa_unknown *unknown, unsigned int id)
{
	if (id < PA_FIELD_MAX)
		return pa_bits(unknown->word, &pa_fields[id]);
	return id < PA_ARG_MAX ? unknown->args >> (id - PA_FIELD_MAX) & 1 : 0;
}

#define PA_TOUCHED_MAX	24

/**
 * struct pa_touched - the changes by the fixes of a plan, in that order
 * @id: fields and arguments, each once; some may have their original values again
 * @n:  entries of @id
 */
struct pa_touched {
	u8 id[PA_TOUCHED_MAX];
	u8 n;
};

unsigned int pa_fix_id(const struct pa_word *w);
u64 pa_fix_get(const struct pa_args *call, unsigned int id);
void pa_fix_set(struct pa_args *call, unsigned int id, u64 value);
void pa_fix_change(struct pa_args *call, const struct pa_why *why);
const char *pa_fix_name(unsigned int id);
bool pa_fix_is_signed(unsigned int id);
bool pa_fix_value(struct pa_number *n, const struct pa_case *c, const char *fix);
const char *pa_fix_alternative(const char *fix, unsigned int n);
bool pa_fix_apply(struct pa_case *c, const char *fix, struct pa_touched *touched);

/**
 * struct pa_void - why the kernel never counts or samples an event that opens
 * @text:  half a sentence
 * @check: the kernel function that leaves out all of it
 */
struct pa_void {
	const char *text;
	const char *check;
};

const struct pa_void *pa_void_of(const struct pa_case *from, const struct pa_args *to);

enum pa_plan pa_loss(const struct pa_case *from, const struct pa_args *to,
		     const struct pa_touched *touched, char *lost, const char **check);

/* The kernels that a call may have been made on if not all of it is known. */
enum { PA_OF_CALLED, PA_OF_NEWEST, PA_OF_OLDEST, PA_OF_MAX };

/**
 * struct pa_partly - a partly known call
 * @c:      the call, by PA_OF_*; the last two only if the kernel that was called is not known
 * @limits: limits of these kernels; sentences use those of the first
 * @env:    of these kernels; the first is not used
 */
struct pa_partly {
	struct pa_case c[PA_OF_MAX];
	struct pa_kernel limits[PA_OF_MAX];
	struct pa_env env[PA_OF_MAX];
};

void pa_partly_look(struct pa_partly *l, const struct pa_record *r, const struct pa_env *env,
		    const struct pa_unknown *unknown);
enum pa_verdict pa_partly_ask(const struct pa_partly *l, const struct pa_rule *rule);
bool pa_partly_foreign(const struct pa_case *c);
struct pa_case *pa_partly_told(struct pa_partly *l, const struct pa_rule *rule);

bool pa_attr_is_garbage(const struct pa_case *c);

#endif /* PERFATTR_RULES_PARTS_H */
