// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Facts of a call on a descriptor that are null in its record. */
#include "call/pasted_op.h"

#include "host/values.h"

/**
 * pasted_op_unknown() - which facts of a call on a descriptor are not known
 * @line: the record
 *
 * Return: a bit for each enum pasted_fact_id.
 */
u32 pasted_op_unknown(const cJSON *line)
{
	const cJSON *facts = json_get(line, "facts");
	u32 unknown = 0;
	size_t i;

	for (i = 0; i < PASTED_FACTS; i++)
		if (!cJSON_IsObject(facts) ||
		    cJSON_IsNull(json_get(facts, pasted_facts[i].key)))
			unknown |= 1U << i;
	return unknown;
}

static void fill_null(cJSON *v, int type, double usual)
{
	if (!cJSON_IsNull(v))
		return;
	v->type = type;
	v->valuedouble = usual;
}

/**
 * pasted_op_facts() - copy facts, with values for the unknown ones, for reading
 * @facts: the facts of a record
 *
 * Return: a copy, to be freed; NULL if there are none, or no memory.
 */
cJSON *pasted_op_facts(const cJSON *facts)
{
	static const char * const of_map[] = { "memlock", "pinned", "charged", "cpus" };
	cJSON *copy = cJSON_Duplicate(facts, true), *map = json_get(copy, "map");
	size_t i;

	for (i = 0; i < PASTED_FACTS; i++)
		fill_null(json_get(copy, pasted_facts[i].key),
			  pasted_facts[i].flag ? cJSON_False : cJSON_Number,
			  i == PASTED_CPU ? -1 : 0);
	for (i = 0; i < ARRAY_SIZE(of_map); i++)
		fill_null(json_get(map, of_map[i]), cJSON_Number, 0);
	return copy;
}
