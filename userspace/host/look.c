// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Small questions to this machine, for commands that report what perf can do here. */

#include "host/parts.h"

/* Longer lines of /proc/cpuinfo are cut: the keyword is in their first half. */
#define CPUINFO_LINE	8192

/**
 * env_here_text() - the content of a small file
 * @here: this machine
 * @path: from /sys on, also of a file system that is mounted there
 * @text: receives it, without white space around it; it may have any bytes
 * @size: bytes there
 *
 * Return: false if there is none, it cannot be read, or is longer.
 */
bool env_here_text(const struct env_here *here, const char *path, char *text, size_t size)
{
	const struct env_root any = { .fd = here->sysfs.fd };

	return env_text(&any, path, text, size);
}

/**
 * env_here_number() - the number that a file of procfs has
 * @here:  this machine
 * @path:  from /proc on
 * @value: receives it
 *
 * Return: false if it is not known.
 */
bool env_here_number(const struct env_here *here, const char *path, s64 *value)
{
	return env_number(&here->proc, path, value);
}

/**
 * env_here_folder() - return true if a folder can be read
 * @here: this machine
 * @path: from /sys on, also of a file system that is mounted there
 *
 * Return: 0; else the errno.
 */
int env_here_folder(const struct env_here *here, const char *path)
{
	const struct env_root any = { .fd = here->sysfs.fd };
	int fd = env_open(&any, path, O_RDONLY | O_DIRECTORY);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

/**
 * env_here_lines() - look through the lines of a file of procfs
 * @here: this machine
 * @path: from /proc on
 * @fn:   is given each line, and says whether to go on; NULL: the first line is enough
 * @arg:  passed on
 *
 * Return: false if it cannot be read.
 */
bool env_here_lines(const struct env_here *here, const char *path,
		    bool (*fn)(void *arg, const char *line), void *arg)
{
	char *line = malloc(CPUINFO_LINE);
	FILE *in = line ? env_lines(&here->proc, path) : NULL;
	bool read = false;

	while (in && fgets(line, CPUINFO_LINE, in)) {
		read = true;
		if (!fn || !fn(arg, line))
			break;
	}
	if (in)
		fclose(in);
	free(line);
	return read;
}

/**
 * env_here_cpus() - cpus of this machine
 * @here:    this machine
 * @online:  receives how many are
 * @first:   receives the first of these
 * @offline: receives the first that is there and is not, -1: none
 *
 * Return: false if that is not known.
 */
bool env_here_cpus(const struct env_here *here, u32 *online, s32 *first, s32 *offline)
{
	struct env_cpus on, present;
	s32 cpu;

	if (!env_cpus_read(&here->sysfs, &on, ENV_CPUS_ONLINE) ||
	    !env_cpus_read(&here->sysfs, &present, ENV_CPUS_PRESENT))
		return false;
	*online = 0;
	*first = env_cpus_first(&on, &on);
	*offline = -1;
	for (cpu = 0; cpu < ENV_CPUS; cpu++) {
		*online += env_cpus_has(&on, cpu);
		if (*offline < 0 && env_cpus_has(&present, cpu) && !env_cpus_has(&on, cpu))
			*offline = cpu;
	}
	return *online > 0;
}
