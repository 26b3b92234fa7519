// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Fields of the attr: by name, and as the kernel of a record knows them. */
#include "why/field.h"

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

/**
 * pa_field_known() - does the running kernel have this field?
 * @k:  the running kernel, or NULL if it is unknown: then all fields count as known
 * @id: the field
 *
 * Context: any.
 */
bool pa_field_known(const struct pa_kernel *k, enum pa_field_id id)
{
	const struct pa_field *f = &pa_fields[id];

	if (!k)
		return true;
	if (f->offset >= k->attr_size)
		return false;
	if (f->offset == PA_OFF_FLAGS)
		return (k->known_flags >> f->shift) & 1;
	if (f->offset == PA_OFF_AUX)
		return (k->known_aux >> (f->shift - 32)) & 1;
	return true;
}
