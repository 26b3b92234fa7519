// SPDX-License-Identifier: GPL-2.0
/* Error messages that the programs share. */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>

#include <linux/magic.h>

#include "die.h"

/**
 * die_view() - why a view could not be opened, and what to do about it
 * @debugfs: where debugfs should be mounted
 * @path: the view
 * @err: errno of the open
 * @hint: appended to the sentence if the module is not loaded; may be ""
 */
void die_view(const char *debugfs, const char *path, int err, const char *hint)
{
	struct statfs fs;

	if (err == EACCES)
		die("no permission to read %s: run it as root (sudo %s)", path,
		    program_invocation_short_name);
	if (err == EPERM)
		die("the kernel is locked down and does not let %s be read: it needs lockdown none, or integrity on a kernel that lets root's own files be read; under integrity any kernel has perf trace -a -e perfattr:perf_event_open",
		    path);
	if (err != ENOENT && err != ENOTDIR)
		die("cannot open %s: %s", path, strerror(err));
	if (statfs(debugfs, &fs))
		die("there is no folder %s: name the place where debugfs is mounted with --debugfs",
		    debugfs);
	if (fs.f_type != DEBUGFS_MAGIC)
		die("debugfs is not mounted on %s: mount -t debugfs none %s%s", debugfs, debugfs,
		    hint);
	die("the module is not loaded: modprobe perfattr_dump, or insmod perfattr_dump.ko where it was built%s",
	    hint);
}

/**
 * die_option() - report an option that getopt_long() refused
 * @argv: arguments of the program; opterr must be 0
 * @c:    result of getopt_long(): ':' for a missing value, or '?'
 */
void die_option(char **argv, int c)
{
	const char *word = argv[optind - 1];
	char letter[] = { '-', (char)optopt, '\0' };

	/* In "-abc" optind is advanced only after the last letter, so word may be wrong. */
	if (strncmp(word, "--", 2) || (c == '?' && optopt && !strchr(word, '=')))
		word = letter;
	if (c == ':')
		die("%s needs a value, see %s --help", word, program_invocation_short_name);
	die("unknown option %s, see %s --help", word,
	    program_invocation_short_name);
}

/* Read the first line of a file of the module, "" if that fails. */
static void setting(const char *debugfs, const char *name, char line[512])
{
	char path[PATH_MAX];
	FILE *file = NULL;

	line[0] = '\0';
	if (snprintf(path, sizeof(path), "%s/perfattr/%s", debugfs, name) < (int)sizeof(path))
		file = fopen(path, "re");
	if (!file)
		return;
	if (!fgets(line, 512, file))
		line[0] = '\0';
	line[strcspn(line, "\n")] = '\0';
	fclose(file);
}

/**
 * say_empty() - say on standard error why the module has no records
 * @debugfs: where debugfs is mounted
 */
void say_empty(const char *debugfs)
{
	const char *name = program_invocation_short_name;
	char enable[512], filter[512];

	setting(debugfs, "enable", enable);
	setting(debugfs, "filter", filter);
	if (!strcmp(enable, "0"))
		fprintf(stderr,
			"%s: nothing is recorded: enable is 0 (echo 1 > %s/perfattr/enable)\n",
			name, debugfs);
	else if (*filter)
		fprintf(stderr,
			"%s: nothing was recorded: the module's filter is \"%s\" (echo > %s/perfattr/filter removes it)\n",
			name, filter, debugfs);
	else
		fprintf(stderr,
			"%s: nothing was recorded: no process has called perf_event_open() since the module was loaded or its records were cleared\n",
			name);
}
