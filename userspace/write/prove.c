// SPDX-License-Identifier: GPL-2.0
/* A written program is compiled and run for a second; a profiler is run, to see what it opens. */
#include <sys/wait.h>

#include "write/write.h"

/**
 * write_spawn() - run a command
 * @before: its first words; "" stands for this program
 * @after:  what follows
 * @in:     its standard input; -1: ours
 *
 * Its output goes to standard error, as ours is the written program.
 *
 * Return: its status; 127 if it could not be run.
 */
int write_spawn(const char * const *before, char **after, int in)
{
	char *argv[SPAWN_WORDS + 1] = { NULL }, self[4096];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);
	size_t n = 0;
	int status;
	pid_t pid;

	self[len < 0 ? 0 : len] = '\0';
	for (; *before; before++)
		argv[n++] = **before ? (char *)*before : self;
	for (; n < SPAWN_WORDS && *after; after++)
		argv[n++] = *after;
	fflush(stdout);
	pid = fork();
	if (!pid) {
		if ((in < 0 || dup2(in, STDIN_FILENO) >= 0) &&
		    dup2(STDERR_FILENO, STDOUT_FILENO) >= 0)
			execvp(argv[0], argv);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		die("cannot run %s: %s", argv[0], strerror(errno));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/**
 * program_prove() - compile a program, run it for a second, and print what it says at its end
 * @p:    the program
 * @text: the program as C
 * @argv: the process or program that it is to measure; may be empty
 *
 * Return: the status of the command: 1 if it does not open here.
 */
int program_prove(struct program *p, const char *text, char **argv)
{
	struct text script = { 0 };
	FILE *in = must(tmpfile());
	int status;

	template_put(&script, p, "try");
	fputs(text, in);
	rewind(in);
	status = write_spawn((const char *[]){ "sh", "-c", script.s, "sh", "", NULL }, argv,
			     fileno(in));
	fclose(in);
	text_free(&script);
	return status;
}
