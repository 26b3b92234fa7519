// SPDX-License-Identifier: GPL-2.0
/*
 * A call that a seccomp filter refuses never reaches perf_event_open(), and the module misses it:
 * in containers the most common cause of EPERM without a record. Which processes have a filter is
 * public, in /proc/PID/status; which calls the filter refuses is not.
 */
#include <ctype.h>

#include "capture/capture.h"

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
			snprintf(name, 256, "%.*s", (int)strcspn(line + 6, "\n"), line + 6);
		if (!strncmp(line, "Seccomp:", 8))
			mode = atoi(line + 8);
	}
	fclose(status);
	return mode;
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
	char name[256] = "?";
	int mode;

	while ((term = strstr(term, "pid=")) && term > filter && !isspace((unsigned char)term[-1]))
		term++;
	if (!term)
		return false;
	pid = strtoul(term + 4, NULL, 10);
	mode = seccomp_mode(pid, name);
	if (mode <= 0)
		return false;
	warn("no record: process %lu (%s) runs under %s", pid, name, mode == 1 ?
	     "strict seccomp: it cannot call perf_event_open()" :
	     "a seccomp filter: a call that it refuses leaves no record");
	return true;
}
