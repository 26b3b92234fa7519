// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Lists of cpus as the kernel writes them: "0-3,8". */

#include "host/parts.h"

/**
 * env_cpus_parse() - read a list of cpus
 * @cpus: receives them
 * @text: the list, with white space around it
 *
 * Return: false if it is not a list. An empty list is one.
 */
bool env_cpus_parse(struct env_cpus *cpus, char *text)
{
	const char *p = env_trim(text);
	u32 cpu, last;

	memset(cpus, 0, sizeof(*cpus));
	if (!*p)
		return true;
	while (pa_span_parse(&p, ENV_CPUS, &cpu, &last)) {
		for (; cpu <= last; cpu++)
			cpus->word[cpu / 64] |= 1ULL << cpu % 64;
		if (!*p)
			return true;
		if (*p++ != ',')
			break;
	}
	return false;
}

/* Longer lists are not read; the kernel's own end at a page. */
#define LIST_MAX	65536

/**
 * env_cpus_read() - read a list of cpus from a file
 * @root: the file system
 * @cpus: receives them
 * @path: the file there
 *
 * Return: false if it cannot be read, or is not a list.
 */
bool env_cpus_read(const struct env_root *root, struct env_cpus *cpus, const char *path)
{
	char *text = malloc(LIST_MAX);
	bool done = text && !env_read(root, path, text, LIST_MAX) && env_cpus_parse(cpus, text);

	free(text);
	return done;
}

/**
 * env_cpus_has() - return true if a cpu is in a set
 * @cpus: the set
 * @cpu:  the cpu
 */
bool env_cpus_has(const struct env_cpus *cpus, s32 cpu)
{
	return cpu >= 0 && cpu < ENV_CPUS && cpus->word[cpu / 64] >> cpu % 64 & 1;
}

/**
 * env_cpus_first() - the first cpu that is in both of two sets
 * @a: a set
 * @b: another one
 *
 * Return: -1 if there is none.
 */
s32 env_cpus_first(const struct env_cpus *a, const struct env_cpus *b)
{
	s32 cpu;

	for (cpu = 0; cpu < ENV_CPUS; cpu++)
		if (env_cpus_has(a, cpu) && env_cpus_has(b, cpu))
			return cpu;
	return -1;
}

/**
 * env_cpus_last() - the last cpu of a set
 * @cpus: the set
 *
 * Return: -1 if it is empty.
 */
s32 env_cpus_last(const struct env_cpus *cpus)
{
	s32 cpu = ENV_CPUS - 1;

	while (cpu >= 0 && !env_cpus_has(cpus, cpu))
		cpu--;
	return cpu;
}
