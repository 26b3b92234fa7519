// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The environment of a call, as the member "place" of its record. */
#include "call/place.h"

#include <stdio.h>

static bool truth_read(const cJSON *o, const char *key, bool *to)
{
	const cJSON *v = json_get(o, key);

	*to = cJSON_IsTrue(v);
	return cJSON_IsBool(v);
}

/**
 * place_read() - read back where a call was made
 * @place: receives it
 * @o:     the object, or any other value: then nothing is known
 */
void place_read(struct pa_place *place, const cJSON *o)
{
	uint64_t effective, bounding, file;

	memset(place, 0, sizeof(*place));
	if (!cJSON_IsObject(o))
		return;
	place->in = get_name(o, "container", pa_runs_in_names, PA_IN_MAX) ?: PA_IN_NOTHING;
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
