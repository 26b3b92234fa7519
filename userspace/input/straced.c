// SPDX-License-Identifier: GPL-2.0
/* What strace writes of a program that runs now, as the lines of a recording. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/pasting.h"

static bool has(const char *line, size_t len, const char *word)
{
	return memmem(line, len, word, strlen(word));
}

/* seccomp(SECCOMP_SET_MODE_FILTER, ...), prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ...) */
static bool sets_filter(const char *line, size_t len)
{
	static const char seccomp[] = "seccomp(0x1,", prctl[] = "prctl(0x16, 0x2,";
	size_t at = paste_strace_begins(line, len);

	return (len - at >= sizeof(seccomp) && !memcmp(line + at, seccomp, sizeof(seccomp) - 1)) ||
	       (len - at >= sizeof(prctl) && !memcmp(line + at, prctl, sizeof(prctl) - 1));
}

/* A signal of seccomp: an open that it has stopped has no result, though strace shows a number. */
static void take_signal(struct pasting *p, const char *line, size_t len)
{
	struct paste_call call;
	bool traps = has(line, len, " --- SIGSYS ");

	if ((!traps && !has(line, len, " +++ killed by SIGSYS ")) || !p->stopped.args ||
	    p->stopped.r.tid != (s32)strtol(line, NULL, 10))
		return;
	call = p->stopped;
	memset(&p->stopped, 0, sizeof(p->stopped));
	p->calls--;
	p->opens--;
	call.stopped = traps ? PASTE_TRAPPED : PASTE_KILLED;
	paste_errno(&call, ENOSYS);
	pasting_open(p, &call, p->line);
}

/*
 * Files that tell what events there are, and who may open them. Few PMUs have caps, and nobody
 * needs them.
 */
static bool is_about_events(const char *path)
{
	static const char * const about[] = {
		"/sys/kernel/tracing", "/sys/kernel/debug", "/sys/bus/event_source",
		"/proc/sys/kernel/perf_event",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(about); i++)
		if (!strncmp(path, about[i], strlen(about[i])))
			return !strstr(path, "/caps/");
	return false;
}

static bool has_capabilities(const char *path)
{
	const char *rights = file_rights(path);

	return rights && !strcmp(rights, "capabilities");
}

/* What could not be executed or opened may be why there is no open of an event. */
static void take_file(struct pasting *p, const struct paste_op *op)
{
	const struct pa_record *r = &op->call.r;
	char path[PA_ATTR_KEEP + 1], exe[32];
	const char *rights;

	snprintf(path, sizeof(path), "%.*s", (int)r->attr_len, (const char *)r->attr);
	if (r->ret < 0 && (op->what == PASTE_EXEC ? r->ret != -ENOENT : is_about_events(path))) {
		text_clear(&p->failed);
		text_add(&p->failed, op->what == PASTE_EXEC ? "execve() of " : "open() of ");
		text_safe(&p->failed, path);
		text_printf(&p->failed, " has failed: %s", strerror((int)-r->ret));
		if (op->what == PASTE_EXEC && r->ret == -EPERM && has_capabilities(path))
			text_add(&p->failed, ", as its file has capabilities that are outside the bounding set");
	}
	if (op->what != PASTE_EXEC)
		return;
	p->execs++;
	/* Of the first one it was said before. */
	if (r->ret < 0 || p->execs == 1 || p->rights.len)
		return;
	snprintf(exe, sizeof(exe), "/proc/%d/exe", r->tid);
	rights = file_rights(*path == '/' ? path : exe);
	if (!rights)
		return;
	text_safe(&p->rights, path);
	text_printf(&p->rights, " (%s)", rights);
}

/* A line of strace that is no call: has the program ended, or set a filter that hides its calls? */
static void take_note(struct pasting *p, const char *line, size_t len)
{
	s32 tid;
	bool ends = paste_strace_exit(line, len, &tid);

	take_signal(p, line, len);
	if (ends)
		opened_exit(p->opened, tid);
	if (ends && tid == p->program)
		p->whole = true;
	else if (sets_filter(line, len))
		p->filter |= has(line, len, " = 0");
	else if (has(line, len, "perf_event_open") && !has(line, len, "unfinished") &&
		 !has(line, len, "= ?"))
		p->odd++;
}

static bool is_open(const char *line, size_t len)
{
	static const char name[] = "perf_event_open(";
	size_t at = paste_strace_begins(line, len);

	return len - at >= sizeof(name) - 1 && !memcmp(line + at, name, sizeof(name) - 1);
}

/* A line of strace about a program that runs now. */
static void take_line(struct pasting *p, const char *line, size_t len)
{
	struct paste_op op;

	if (!opened_whole(p->opened, &line, &len))
		return;
	/* In the words of another call it is none. */
	if (is_open(line, len) && pasting_strace(p, line, len))
		return;
	if (!paste_strace_op(&op, line, len)) {
		take_note(p, line, len);
		return;
	}
	/* Its thread goes on. */
	if (op.call.r.tid == p->stopped.r.tid)
		p->stopped.args = 0;
	if (op.what == PASTE_EXEC || op.what == PASTE_OPEN)
		take_file(p, &op);
	pasting_op(p, &op);
}

/* Takes whole lines; what is left of the last one waits for its end. */
static void take_straced(struct pasting *p)
{
	char *end = memrchr(p->text.s, '\n', p->text.len);
	size_t whole = end ? (size_t)(end - p->text.s) + 1 : 0, rest = p->text.len - whole;

	p->at = 0;
	while (p->at < whole) {
		size_t len = pasting_line(p);

		take_line(p, p->text.s + p->at, len);
		pasting_go_on(p, len);
	}
	memmove(p->text.s, p->text.s + whole, rest);
	p->text.len = rest;
}

static bool more_straced(struct source *src, int wait_ms)
{
	struct pasting *p = src->pasting;
	struct pollfd from = { .fd = src->fd, .events = POLLIN };
	char buf[16384];
	ssize_t n;

	poll(&from, 1, wait_ms);
	n = read(src->fd, buf, sizeof(buf));
	if (n <= 0)
		return false;
	text_mem(&p->text, buf, (size_t)n);
	take_straced(p);
	return true;
}

/**
 * straced_program() - the program has been started
 * @src: from straced_source()
 * @pid: its process
 */
void straced_program(struct source *src, pid_t pid)
{
	src->pasting->program = pid;
}

/**
 * straced_end() - say which calls of the program strace may not have seen
 * @src: from straced_source(); the program has ended
 *
 * Return: whether there may be any.
 */
bool straced_end(const struct source *src)
{
	const struct pasting *p = src->pasting;

	if (p->program && p->line == 1 && !p->text.len) {
		warn("strace has written nothing, and may not have run the program: it must be 5.7 or newer");
		return true;
	}
	if (p->rights.len)
		warn("%s has not got the rights of its file under strace: calls may be refused for that",
		     text_str(&p->rights));
	if (!p->opens && p->failed.len)
		warn("no event was opened, and before that %s", text_str(&p->failed));
	else if (!p->opens && !src->opt->calls)
		warn("no event was opened: perfattr run -c tells which files of events the program could not open");
	/* The kernel refuses what the filter passes to a tracer that is not there. */
	if (p->program && !p->whole)
		warn("strace has not watched the program to its end: calls may be missing%s",
		     p->own ? ", and those that it watches fail since with ENOSYS" : "");
	if (p->own && p->filter)
		warn("the program has set a seccomp filter: calls that it refuses are not seen; those of strace -f without --seccomp-bpf: perfattr explain");
	if (p->late)
		warn("%lu refused call%s had gone on before perfattr could look at the caller; if a reason seems wrong, run again with --hold %u",
		     p->late, p->late == 1 ? "" : "s", (unsigned int)(10 * p->hold_ns / 1000000));
	if (p->odd)
		warn("%lu lines of strace are not understood: calls are missing", p->odd);
	return (p->program && !p->whole) || (p->own && p->filter) || p->odd;
}

/**
 * straced_source() - the calls of a program as strace writes them
 * @src: receives the source
 * @opt: options
 * @fd:  of the pipe to which strace writes
 * @own: strace puts a seccomp filter on the program
 */
void straced_source(struct source *src, const struct options *opt, int fd, bool own)
{
	memset(src, 0, sizeof(*src));
	src->opt = opt;
	src->name = "strace";
	src->stream = true;
	src->fd = fd;
	src->more = more_straced;
	src->pasting = must(calloc(1, sizeof(*src->pasting)));
	*src->pasting = (struct pasting){
		.line = 1, .to = &src->queue, .live = true, .own = own,
		.hold_ns = 1000000ULL * opt->hold,
	};
	src->pasting->opened = opened_new(false, !opt->attach);
	pasting_machine(src->pasting, opt);
}
