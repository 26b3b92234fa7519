// SPDX-License-Identifier: GPL-2.0
/* Error messages that the programs share, how they begin and end, and lines of small files. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <linux/magic.h>

#include "common/die.h"

/**
 * put_printable() - print a string on standard error, as printable ASCII only
 * @s: any bytes; others become an octal escape, and a backslash stays
 *
 * So it is neither a second line nor a command for the terminal.
 */
void put_printable(const char *s)
{
	for (; *s; s++)
		fprintf(stderr, *s < 0x20 || *s > 0x7e ? "\\%03o" : "%c", (unsigned char)*s);
}

/*
 * Prints a sentence on standard error, behind earlier output. It may contain names of files and
 * words that a user has typed.
 */
static void __attribute__((format(printf, 1, 0))) complain(const char *fmt, va_list args)
{
	char *text;

	if (vasprintf(&text, fmt, args) < 0)
		return;
	fflush(stdout);
	fprintf(stderr, "%s: ", program_invocation_short_name);
	put_printable(text);
	fputc('\n', stderr);
	free(text);
}

/**
 * warn() - print a sentence on standard error
 * @fmt: as printf(); without a newline; what is not printable ASCII is escaped
 */
void warn(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	complain(fmt, args);
	va_end(args);
}

/**
 * die() - print a sentence on standard error and exit with status 1
 * @fmt: as printf(); without a newline; what is not printable ASCII is escaped
 */
void die(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	complain(fmt, args);
	va_end(args);
	exit(1);
}

/**
 * standard_files() - open descriptors 0 to 2 if they are closed, before any other file
 *
 * Otherwise the first file that we open becomes, say, standard output, and is overwritten or
 * replaced. They cannot be used, and are closed again for a program that we run.
 */
void standard_files(void)
{
	static const int flags[] = { O_WRONLY, O_RDONLY, O_WRONLY };
	int fd;

	do {
		for (fd = 0; fd < 3 && fcntl(fd, F_GETFD) >= 0; fd++)
			;
	} while (fd < 3 && open("/dev/null", flags[fd] | O_CLOEXEC) == fd);
}

/**
 * end_output() - exit with status 0, unless output could not be written
 */
void end_output(void)
{
	if (fflush(stdout) || ferror(stdout))
		die("cannot write to standard output: %s", strerror(errno));
	exit(0);
}

static void __attribute__((noreturn)) die_not_loaded(const char *hint)
{
	die("the module is not loaded: modprobe perfattr_dump loads it%s", hint);
}

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

	/* Without the module there is nothing to read, even for root and with debugfs mounted. */
	if (!strcmp(debugfs, DEBUGFS_DIR) && access(MODULE_DIR, F_OK) &&
	    !access("/sys/module", F_OK))
		die_not_loaded(hint);
	if (err == EACCES)
		die("no permission to read %s: run it as root (sudo %s)", path,
		    program_invocation_short_name);
	if (err == EPERM)
		die("lockdown forbids reading %s. Without that file: perfattr run --source tracer -- PROGRAM; under lockdown=integrity also perf trace -a -e perfattr:perf_event_open",
		    path);
	if (err != ENOENT && err != ENOTDIR)
		die("cannot open %s: %s", path, strerror(err));
	if (statfs(debugfs, &fs))
		die("there is no directory %s: --debugfs DIR says where debugfs is mounted",
		    debugfs);
	if (fs.f_type != DEBUGFS_MAGIC)
		die("debugfs is not mounted on %s: mount -t debugfs none %s%s", debugfs, debugfs,
		    hint);
	die_not_loaded(hint);
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

/**
 * read_line_of() - the first line of a small file, such as those of sysfs
 * @path: the file
 *
 * Return: the line without its newline, to be freed; NULL if there is no such file.
 */
char *read_line_of(const char *path)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	if (!file)
		return NULL;
	n = getline(&line, &room, file);
	fclose(file);
	if (n < 0) {
		free(line);
		return NULL;
	}
	line[strcspn(line, "\n")] = '\0';
	return line;
}

/**
 * module_setting() - read a setting of the loaded module
 * @name: the module parameter
 *
 * Return: its value, to be freed; NULL if it cannot be read.
 */
char *module_setting(const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), SETTINGS_DIR "/%s", name);
	return read_line_of(path);
}

/**
 * say_empty() - say on standard error why the module has no records
 */
void say_empty(void)
{
	char *enable = module_setting("enable"), *filter = module_setting("filter");

	if (enable && !strcmp(enable, "0"))
		warn("nothing is recorded: enable is 0 (echo 1 > " SETTINGS_DIR "/enable)");
	else if (filter && *filter)
		warn("nothing was recorded: the module's filter is \"%s\" (echo > " SETTINGS_DIR "/filter removes it)",
		     filter);
	else
		warn("nothing was recorded: no process has called perf_event_open() since the module was loaded or its records were cleared");
	free(filter);
	free(enable);
}
