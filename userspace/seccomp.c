// SPDX-License-Identifier: GPL-2.0
/*
 * A seccomp filter answers a call before perf_event_open() runs, so the module sees none of it:
 * in containers the commonest reason for EPERM without a record. Which processes have a filter is
 * public, in /proc/PID/status; what it refuses is not.
 */
#include "seccomp.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* As prctl(PR_GET_SECCOMP) numbers them; a number beyond would be of another kind of filter. */
static const char * const verdicts[] = {
	"runs under no seccomp filter: each of its calls arrives",
	"runs under strict seccomp: it cannot call perf_event_open()",
	"runs under a seccomp filter: a call that it refuses leaves no record",
};

#define LAST_VERDICT	(sizeof(verdicts) / sizeof(verdicts[0]) - 1)

/* A process chooses its name: nothing but printable ASCII comes out, the rest is octal. */
static void safe_name(char to[256], const char *name)
{
	size_t len = 0;

	for (; *name && *name != '\n' && len < 250; name++)
		len += (size_t)snprintf(to + len, 256 - len,
					*name < 0x20 || *name > 0x7e ? "\\%03o" : "%c",
					(unsigned char)*name);
}

/* The process's mode and name; -1 when there is no such process, or the kernel has no seccomp. */
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
 * seccomp_tell() - say whether calls of a process may not arrive
 * @to:  where to say it
 * @pid: the process, by its number in this namespace
 *
 * Return: 1 when it is under seccomp, 0 when not, -1 when that is not known; then nothing is said.
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
 * seccomp_warn() - there was no record: can that be why?
 * @filter: the file with the module's filter
 *
 * Speaks of the process that the filter asks for by "pid=N", if it is under seccomp.
 */
void seccomp_warn(const char *filter)
{
	char text[512] = "", name[256];
	const char *term = text;
	unsigned long pid;
	FILE *file = fopen(filter, "re");

	if (!file)
		return;
	if (!fgets(text, sizeof(text), file))
		text[0] = '\0';
	fclose(file);
	while ((term = strstr(term, "pid=")) && term > text && !isspace((unsigned char)term[-1]))
		term++;
	if (!term)
		return;
	pid = strtoul(term + 4, NULL, 10);
	if (seccomp_mode(pid, name) <= 0)
		return;
	fputs("perfattr-cat: no record: ", stderr);
	seccomp_tell(stderr, pid);
}
