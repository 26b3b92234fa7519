// SPDX-License-Identifier: GPL-2.0
/* Turns pasted text into the lines of a recording: strace, perf -vv, lines of C, words. */

#include "capture/pasting.h"

/* Maximum size of a text: strace writes less than 64 MiB of a busy program in a minute. */
#define TEXT_MAX	(64 << 20)

#define UNDERSTOOD \
	"run the program: perfattr run -- ./PROGRAM; accepted: a line with an error, as a program has printed it, unbroken lines of strace -v, what perf -vv prints, lines .FIELD = VALUE, words such as EACCES cycles:u, records of perfattr -j"

/* Maximum number of attrs of a text that are looked at: for each one the whole text is searched. */
#define FIELDS_MAX	256

static void read_all(struct source *src, struct text *t)
{
	char buf[65536];
	ssize_t n;

	while ((n = read(src->fd, buf, sizeof(buf))) > 0) {
		text_mem(t, buf, (size_t)n);
		if (t->len > TEXT_MAX)
			die("%s is too long: explain reads at most 64 MiB", src->name);
	}
	if (n < 0)
		die("cannot read %s: %s", src->name, strerror(errno));
}

/* Copies a record of perfattr unchanged. */
static bool take_record(struct pasting *p, size_t len)
{
	static const char begin[] = "{\"v\":";

	if (len < sizeof(begin) || memcmp(p->text.s + p->at, begin, sizeof(begin) - 1))
		return false;
	queue_line(p->to, p->text.s + p->at, len);
	if (!memmem(p->text.s + p->at, len, "\"call\":", 7))
		return true;
	p->calls++;
	p->results++;
	return true;
}

/* Takes a line about descriptors. Returns false for any other line. */
static bool take_descriptors(struct pasting *p, const char *line, size_t len)
{
	struct paste_call op;

	if (!paste_strace_op(&op, line, len))
		return false;
	pasting_op(p, &op);
	return true;
}

/* A call of perf -vv; returns its length. */
static size_t take_perf(struct pasting *p)
{
	struct paste_call call;
	size_t n = paste_perf(&call, p->text.s, p->at, p->text.len);

	if (n)
		pasting_said(p, &call);
	return n;
}

/* Reads texts whose lines identify themselves: strace, perf -vv. */
static void take_lines(struct pasting *p)
{
	size_t len, n;

	while (p->at < p->text.len) {
		len = pasting_line(p);
		n = take_record(p, len) || pasting_strace(p, p->text.s + p->at, len) ||
		    take_descriptors(p, p->text.s + p->at, len) ? 0 : take_perf(p);
		pasting_go_on(p, n ? n : len);
	}
}

/* Programs print the same message for each thread and cpu that they try. */
#define SAID_MAX	16

/* Takes messages of programs about calls, each line once. */
static void take_said(struct pasting *p)
{
	struct paste_call told[SAID_MAX], *call = told;
	size_t n, i;

	p->at = 0;
	p->line = 1;
	for (; p->at < p->text.len && call < told + SAID_MAX; pasting_go_on(p, n)) {
		n = pasting_line(p);
		if (!paste_said(call, p->text.s, p->at, p->text.len))
			continue;
		for (i = 0; told + i < call; i++)
			if (told[i].r.ret == call->r.ret && told[i].r.kind == call->r.kind &&
			    !memcmp(told[i].r.attr, call->r.attr, sizeof(call->r.attr)))
				break;
		if (told + i < call)
			continue;
		pasting_said(p, call++);
	}
}

/* The error that all messages with an error agree on; 0: none, or they differ. */
static unsigned int errno_said(const struct pasting *p)
{
	const char *s = p->text.s, *end = s + p->text.len, *newline;
	struct paste_call call;
	s64 ret = 0;

	for (; s < end; s = newline ? newline + 1 : end) {
		newline = memchr(s, '\n', (size_t)(end - s));
		if (!paste_said(&call, p->text.s, (size_t)(s - p->text.s), p->text.len))
			continue;
		if (ret && ret != call.r.ret)
			return 0;
		ret = call.r.ret;
	}
	return (unsigned int)-ret;
}

/* Takes lines of C; the error of their call may be near them, as the program printed it. */
static void take_fields(struct pasting *p)
{
	unsigned int err = p->err;
	struct paste_call call;
	size_t n;

	p->at = 0;
	p->line = 1;
	for (; p->at < p->text.len && p->calls < FIELDS_MAX; pasting_go_on(p, n)) {
		n = paste_fields(&call, p->text.s, p->at, p->text.len);
		if (!n) {
			n = pasting_line(p);
			continue;
		}
		if (!err && !p->calls)
			err = errno_said(p);
		if (err)
			paste_errno(&call, err);
		paste_told_by(&call, "", 0);
		pasting_open(p, &call, p->line);
	}
}

static void take_rest(struct pasting *p)
{
	struct paste_call call;

	take_fields(p);
	if (p->calls)
		return;
	if (paste_words(&call, p->text.s, p->text.len)) {
		paste_told_by(&call, "", 0);
		pasting_open(p, &call, 1);
		return;
	}
	take_said(p);
}

/* Return true if the text would be understood after @before and without @cut bytes at @at. */
static bool are_words(const char *before, const char *words, size_t at, size_t cut)
{
	struct paste_call call;
	struct text t = { 0 };
	bool are;

	text_printf(&t, "%s%.*s%s\n", before, (int)at, words, words + at + cut);
	are = paste_words(&call, t.s, t.len);
	text_free(&t);
	return are;
}

/* A missing file must not be taken for words just because an error is given, too. */
static void check_files(const char *words)
{
	size_t at, len;

	for (at = 0; words[at] && !are_words("", words, 0, 0);
	     at += len + (words[at + len] == ' ')) {
		len = strcspn(words + at, " ");
		if (strcspn(words + at, "./") < len && are_words("", words, at, len))
			die("\"%.*s\" is neither a file nor a known word: " UNDERSTOOD, (int)len,
			    words + at);
	}
}

/* Names the one word that is not understood, or says that the error is missing. */
static void __attribute__((noreturn)) die_words(const char *words)
{
	if (are_words("EINVAL ", words, 0, 0))
		die("\"%s\" has no error: perfattr explain EINVAL %s",
		    words, words);
	die("\"%s\" is neither a file nor known words: " UNDERSTOOD, words);
}

/* "perf_event_open failed", and nothing of an error. */
static bool names_failure(const struct text *t)
{
	static const char name[] = "perf_event_open", failed[] = " fail";
	const char *s = t->s, *end = t->s + t->len, *newline, *at;

	for (; s < end; s = newline ? newline + 1 : end) {
		newline = memchr(s, '\n', (size_t)(end - s));
		at = memmem(s, (size_t)((newline ?: end) - s), name, sizeof(name) - 1);
		if (at && !paste_is_code(s, (size_t)((newline ?: end) - s)) &&
		    memmem(at, (size_t)((newline ?: end) - at), failed, sizeof(failed) - 1))
			return true;
	}
	return false;
}

/* Return true if the name of a file is that of source code. */
static bool is_source_file(const char *name)
{
	static const char * const ends[] = {
		".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".go", ".py", ".rs",
	};
	const char *dot = strrchr(name, '.');
	size_t i;

	for (i = 0; dot && i < ARRAY_SIZE(ends); i++)
		if (!strcmp(dot, ends[i]))
			return true;
	return false;
}

/* Warns about calls that are left out; exits if there is none. */
static void check(const struct pasting *p, const struct source *src)
{
	if (!p->calls && src->opt->words)
		die_words(src->opt->words);
	if (!p->calls && (p->err || !names_failure(&p->text)))
		die("no call of perf_event_open() in %s: " UNDERSTOOD, src->name);
	if (!p->results)
		die("%s does not say which error the call returned: perfattr explain EINVAL %s",
		    src->name, strcmp(src->opt->input, "-") ? src->name : "< FILE");
	if (p->results < p->calls)
		warn("%lu of %lu calls are left out: %s does not say what they returned",
		     p->calls - p->results, p->calls, src->name);
}

/**
 * pasted_source() - make lines of records of all that a source has
 * @src: the source, just opened
 *
 * Exits with a sentence if it has no call.
 */
void pasted_source(struct source *src)
{
	struct pasting p = {
		.line = 1, .err = src->opt->text_errno, .to = &src->queue,
		.opened = opened_new(false),
	};

	if (!src->opt->words && is_source_file(src->name))
		die("%s is source code, which explain does not read: run the program: perfattr run -- ./PROGRAM",
		    src->name);
	if (src->opt->words)
		check_files(src->opt->words);
	if (src->opt->words)
		text_printf(&p.text, "%s\n", src->opt->words);
	else
		read_all(src, &p.text);
	/* Standard input is empty: explain the error that was given as an argument. */
	if (!p.text.len && src->opt->text_errno)
		text_printf(&p.text, "%s\n", pa_errno_name(src->opt->text_errno)->text);
	if (src->opt->here) {
		p.here = must(env_here_open(src->opt->sysfs, src->opt->debugfs));
		pasted_pmus(p.here, queue_line, p.to);
	}
	take_lines(&p);
	if (!p.calls && p.text.len)
		take_rest(&p);
	retries_find(p.open, p.n_open);
	check(&p, src);
	src->ended = true;
	env_here_close(p.here);
	free(p.opened);
	text_free(&p.text);
	free(p.open);
}
