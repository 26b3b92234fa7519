// SPDX-License-Identifier: GPL-2.0
/* What to pass instead, in words. */
#include <string.h>

#include "show/show.h"

/**
 * fix_put() - changes of arguments, and what is lost with them: "cpu=0 (on this cpu only)"
 * @t:    receives it; safe to print
 * @fix:  the changes, an object
 * @lost: what is lost, or NULL
 */
void fix_put(struct text *t, json_t *fix, const char *lost)
{
	const char *field, *sep = "";
	json_t *value;

	json_object_foreach(fix, field, value) {
		text_add(t, sep);
		text_safe(t, field);
		text_char(t, '=');
		number_put(t, field, value);
		sep = ", ";
	}
	if (*sep && lost) {
		text_add(t, " (");
		text_safe(t, lost);
		text_char(t, ')');
	}
}

/**
 * plan_is_void() - does the kernel never count or sample what a plan opens?
 * @plan: why.plan, or tried.found
 */
bool plan_is_void(json_t *plan)
{
	const char *kind = str(plan, "kind");

	return kind && !strcmp(kind, "void");
}

static const char *fix_word(json_t *plan)
{
	if (plan_is_void(plan))
		return "void: ";
	return json_is_false(json_object_get(plan, "opens")) ? "try " : "pass ";
}

/**
 * fix_of() - the changes of the arguments that help
 * @why: the reason; NULL: there is none
 *
 * Return: "pass ..."; "try ..." where that is only likely; "void: ..." of those that open, and are
 * of no use; to be freed.
 */
char *fix_of(json_t *why)
{
	json_t *fix = json_object_get(why, "fix"), *plan = json_object_get(why, "plan");
	struct text t = { 0 };

	if (json_object_size(fix))
		text_add(&t, fix_word(plan));
	fix_put(&t, fix, str(plan, "lost"));
	return text_taken(&t);
}
