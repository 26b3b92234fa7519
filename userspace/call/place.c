// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The environment of a call, as the member "place" of its record. */
#include "call/parts.h"
#include "host/host.h"

#define PLACE(member, key, kind, bit) \
	PA_FACT(pa_place, member, key, kind, .have = PA_PLACE_##bit)

static const struct pa_fact of_place[] = {
	PLACE(sys_read_only, "sys_read_only", BOOL, SYS),
	PLACE(init_userns, "init_userns", BOOL, USERNS),
	PLACE(no_new_privs, "no_new_privs", BOOL, CAPS),
	PLACE(effective, "cap_effective", WIDE, CAPS),
	PLACE(bounding, "cap_bounding", WIDE, CAPS),
	PLACE(file, "cap_file", WIDE, FILE),
};

/* All members but the kind of container. */
const struct pa_fact_list place_facts = {
	.fact = of_place, .count = ARRAY_SIZE(of_place), .have = offsetof(struct pa_place, have),
};

/**
 * place_read() - read back where a call was made
 * @place: receives it
 * @o:     the object, or any other value: then nothing is known
 */
void place_read(struct pa_place *place, const cJSON *o)
{
	struct missing missing = { .n = 0 };

	memset(place, 0, sizeof(*place));
	if (!cJSON_IsObject(o))
		return;
	place->in = get_name(o, "container", pa_runs_in_names, PA_IN_MAX) ?: PA_IN_NOTHING;
	facts_read(o, "place", &place_facts, place, &missing);
}
