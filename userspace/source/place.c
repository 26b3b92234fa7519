// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Where a call was made, as the member "place" of its record. */
#include "source/place.h"

#include <stdio.h>
#include <string.h>

#include "source/values.h"

/* A number of 64 bits, as all of them: a string of digits. */
static json_t *digits(bool known, u64 value)
{
	char text[24];

	if (!known)
		return json_null();
	snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
	return json_string(text);
}

static json_t *truth(bool known, bool value)
{
	return known ? json_boolean(value) : json_null();
}

/**
 * place_json() - where a call was made, as JSON
 * @place: the place
 *
 * Return: an object; NULL if there is no memory.
 */
json_t *place_json(const struct pa_place *place)
{
	const char *in = pa_runs_in_names[place->in];
	bool caps = place->have & PA_PLACE_CAPS;
	json_t *o = json_object();

	json_object_set_new(o, "container", in ? json_string(in) : json_null());
	json_object_set_new(o, "sys_read_only",
			    truth(place->have & PA_PLACE_SYS, place->sys_read_only));
	json_object_set_new(o, "init_userns",
			    truth(place->have & PA_PLACE_USERNS, place->init_userns));
	json_object_set_new(o, "no_new_privs", truth(caps, place->no_new_privs));
	json_object_set_new(o, "cap_effective", digits(caps, place->effective));
	json_object_set_new(o, "cap_bounding", digits(caps, place->bounding));
	json_object_set_new(o, "cap_file", digits(place->have & PA_PLACE_FILE, place->file));
	return o;
}

static bool truth_read(json_t *o, const char *key, bool *to)
{
	json_t *v = json_object_get(o, key);

	*to = json_is_true(v);
	return json_is_boolean(v);
}

/**
 * place_read() - read back where a call was made
 * @place: receives it
 * @o:     the object, or any other value: then nothing is known
 */
void place_read(struct pa_place *place, json_t *o)
{
	const char *in = json_string_value(json_object_get(o, "container"));
	uint64_t effective, bounding, file;
	u8 i;

	memset(place, 0, sizeof(*place));
	if (!json_is_object(o))
		return;
	place->in = PA_IN_NOTHING;
	for (i = PA_IN_DOCKER; in && i < PA_IN_MAX; i++)
		if (!strcmp(in, pa_runs_in_names[i]))
			place->in = i;
	if (truth_read(o, "sys_read_only", &place->sys_read_only))
		place->have |= PA_PLACE_SYS;
	if (truth_read(o, "init_userns", &place->init_userns))
		place->have |= PA_PLACE_USERNS;
	if (truth_read(o, "no_new_privs", &place->no_new_privs) &&
	    get_u64(o, "cap_effective", &effective) && get_u64(o, "cap_bounding", &bounding)) {
		place->effective = effective;
		place->bounding = bounding;
		place->have |= PA_PLACE_CAPS;
	}
	if (get_u64(o, "cap_file", &file)) {
		place->file = file;
		place->have |= PA_PLACE_FILE;
	}
}
