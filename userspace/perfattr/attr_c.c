// SPDX-License-Identifier: GPL-2.0
/* perfattr c N: the attr of a call as C; c: a program that makes the calls, by perfattr-c. */
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/perf_event.h>

#include "perfattr.h"

struct one {
	const struct options *opt;
	uint64_t seq;
	bool found;
};

static void put_headers(const struct record *r, const struct options *opt)
{
	const char *clock = str(r->symbols, "clockid");

	puts("#include <linux/perf_event.h>");
	if (num(r->attr, "bp_type") || opt->all || num(r->attr, "type") == PERF_TYPE_BREAKPOINT)
		puts("#include <linux/hw_breakpoint.h>");
	puts("#include <sys/syscall.h>");
	if (clock && (opt->all || snum(r->attr, "clockid", 0)))
		puts("#include <time.h>");
	puts("#include <unistd.h>\n");
}

static void put_what(const struct record *r, const struct options *opt)
{
	struct text t = { 0 };
	char *p;

	text_printf(&t, "#%ju of ", (uintmax_t)r->seq);
	text_safe(&t, r->comm);
	text_printf(&t, "[%jd]: ", (intmax_t)r->pid);
	event_text(&t, r, opt->sysfs, true);
	if (r->errname) {
		text_add(&t, ", ");
		text_safe(&t, r->errname);
		text_add(&t, ": ");
		text_safe(&t, str(r->why, "text"));
	}
	for (p = t.s; (p = strstr(p, "*/"));)
		*p = '+';
	printf("/* %s */\n", text_str(&t));
	text_free(&t);
}

/* The attr, in room enough for all of it where older headers have not. Returns how it is called. */
static const char *put_attr(const struct record *r, const struct options *opt)
{
	unsigned int words = block_room(r);

	if (!words) {
		puts("\tstruct perf_event_attr attr = {");
		block_attr(stdout, r, "\t\t", opt->all, true);
		puts("\t};\n");
		return "attr";
	}
	printf("\t/* As large as the attr was: that of older headers is smaller. */\n"
	       "\tunion {\n\t\tstruct perf_event_attr attr;\n\t\t__u64 word[%u];\n\t} u = { 0 };\n\n",
	       words);
	puts("\tu.attr = (struct perf_event_attr) {");
	block_attr(stdout, r, "\t\t", opt->all, true);
	puts("\t};");
	block_words(stdout, r, "u.word");
	return "u.attr";
}

static void put_function(const struct record *r, const struct options *opt)
{
	struct text flags = { 0 };
	const char *attr;

	value_symbol(&flags, r, "flags", json_object_get(r->args, "flags"));
	put_headers(r, opt);
	put_what(r, opt);
	puts("int open_event(pid_t pid, int cpu, int group_fd)\n{");
	attr = put_attr(r, opt);
	printf("\t/* pid %jd, cpu %jd, group_fd %jd */\n", (intmax_t)snum(r->args, "pid", 0),
	       (intmax_t)snum(r->args, "cpu", -1), (intmax_t)snum(r->args, "group_fd", -1));
	printf("\treturn syscall(SYS_perf_event_open, &%s, pid, cpu, group_fd, %s);\n}\n",
	       attr, text_str(&flags));
	text_free(&flags);
}

static bool one_record(struct record *r, const char *event, void *arg)
{
	struct one *o = arg;

	if (!r || r->seq != o->seq)
		return true;
	o->found = true;
	if (!record_is_open(r))
		die("#%ju is no perf_event_open() but a call on its descriptor", (uintmax_t)r->seq);
	if (!r->attr)
		die("#%ju has no attr: it was not readable", (uintmax_t)r->seq);
	put_function(r, o->opt);
	return false;
}

/* perfattr-c, beside this program or in PATH, with @in as its input. */
static void __attribute__((noreturn)) exec_perfattr_c(const struct options *opt, int in)
{
	char self[PATH_MAX], path[PATH_MAX + 16];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *args[5] = { "perfattr-c" };
	int i = 1;

	if (opt->probes)
		args[i++] = "--probes";
	if (opt->output) {
		args[i++] = "-o";
		args[i] = (char *)opt->output;
	}
	dup2(in, STDIN_FILENO);
	if (n > 0) {
		self[n] = '\0';
		snprintf(path, sizeof(path), "%s/perfattr-c", dirname(self));
		execv(path, args);
	}
	execvp("perfattr-c", args);
	die("cannot run perfattr-c: %s", strerror(errno));
}

static bool pipe_record(struct record *r, const char *event, void *arg)
{
	FILE *to = arg;

	if (!r)
		return true;
	json_dumpf(r->json, to, JSON_COMPACT);
	fputc('\n', to);
	return !ferror(to);
}

static int session(const struct options *opt)
{
	int fds[2], status;
	FILE *to;
	pid_t pid;

	if (pipe(fds))
		die("no pipe: %s", strerror(errno));
	pid = fork();
	if (!pid) {
		close(fds[1]);
		exec_perfattr_c(opt, fds[0]);
	}
	close(fds[0]);
	/* It may end before it has read all, or not begin; its status says so. */
	signal(SIGPIPE, SIG_IGN);
	to = must(fdopen(fds[1], "w"));
	each_record(opt, pipe_record, to);
	fclose(to);
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		die("cannot run perfattr-c: %s", strerror(errno));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int cmd_c(struct options *opt, int argc, char **argv)
{
	struct one o = { .opt = opt };

	if (!argc)
		return session(opt);
	if (argc > 1 || !parse_u64(argv[0] + (*argv[0] == '#'), &o.seq))
		die("c takes the number of one record as the list has it: perfattr c 12");
	each_record(opt, one_record, &o);
	if (!o.found)
		die("there is no record #%ju", (uintmax_t)o.seq);
	return 0;
}
