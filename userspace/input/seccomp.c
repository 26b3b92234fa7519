// SPDX-License-Identifier: GPL-2.0
/*
 * A call that a seccomp filter refuses never reaches perf_event_open(), and the module misses it:
 * in containers the most common cause of EPERM without a record. Which processes have a filter is
 * public, in /proc/PID/status; what the filter refuses is not.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input/input.h"

/* By the numbers of prctl(PR_GET_SECCOMP); larger numbers would be new kinds of filters. */
static const char * const verdicts[] = {
	"runs under no seccomp filter: each of its calls arrives",
	"runs under strict seccomp: it cannot call perf_event_open()",
	"runs under a seccomp filter: a call that it refuses leaves no record",
};

#define LAST_VERDICT	(ARRAY_SIZE(verdicts) - 1)

/* A process chooses its name: bytes that are not printable ASCII become octal. */
static void safe_name(char to[256], const char *name)
{
	size_t len = 0;

	for (; *name && *name != '\n' && len < 250; name++)
		len += (size_t)snprintf(to + len, 256 - len,
					*name < 0x20 || *name > 0x7e ? "\\%03o" : "%c",
					(unsigned char)*name);
}

/* Mode and name of a process; -1 if there is no such process, or the kernel has no seccomp. */
static int seccomp_mode(unsigned long pid, char name[256])
{
	char path[64], line[256];
	int mode = -1;
	FILE *status;

	snprintf(path, sizeof(path), "/proc/%lu/status", pid);
	status = fopen(path, "re");
	if (!status)
		return -1;
	while (fgets(line, sizeof(line), status)) {
		if (!strncmp(line, "Name:\t", 6))
			safe_name(name, line + 6);
		if (!strncmp(line, "Seccomp:", 8))
			mode = atoi(line + 8);
	}
	fclose(status);
	return mode;
}

/**
 * seccomp_tell() - print whether a seccomp filter may refuse calls of a process
 * @to:  where to print it
 * @pid: the process, by its number in this namespace
 *
 * Return: 1 if it is under seccomp, 0 if not, -1 if not known; then nothing is printed.
 */
int seccomp_tell(FILE *to, unsigned long pid)
{
	char name[256] = "?";
	int mode = seccomp_mode(pid, name);

	if (mode < 0)
		return -1;
	fprintf(to, "process %lu (%s) %s\n", pid, name,
		verdicts[(size_t)mode < LAST_VERDICT ? (size_t)mode : LAST_VERDICT]);
	return mode != 0;
}

/**
 * seccomp_warn() - warn if seccomp may be the reason why there was no record
 * @filter: the module's filter
 *
 * Checks the process that the filter selects by "pid=N".
 *
 * Return: true if it has warned.
 */
bool seccomp_warn(const char *filter)
{
	const char *term = filter;
	unsigned long pid;
	char name[256];

	while ((term = strstr(term, "pid=")) && term > filter && !isspace((unsigned char)term[-1]))
		term++;
	if (!term)
		return false;
	pid = strtoul(term + 4, NULL, 10);
	if (seccomp_mode(pid, name) <= 0)
		return false;
	fputs("perfattr: no record: ", stderr);
	seccomp_tell(stderr, pid);
	return true;
}
