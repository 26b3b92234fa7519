// SPDX-License-Identifier: GPL-2.0
/* Selects the records to show. Rejects values that cannot match. */
#include <fnmatch.h>
#include <strings.h>

#include "ui/ui.h"

#define COMM_MAX	15

/**
 * errno_of() - the error that a word names
 * @word: its name in any case, or its number; not terminated
 * @len:  length of that
 *
 * Return: 0 if it is not an errno.
 */
unsigned int errno_of(const char *word, size_t len)
{
	bool number = len && *word >= '0' && *word <= '9';
	unsigned int err = number ? paste_errno_of(word, len) : 1;

	for (; err <= PA_ENOTSUPP; err++) {
		const struct pa_name *name = pa_errno_name(err);

		if (name && (number || (name->len == len && !strncasecmp(word, name->text, len))))
			return err;
		if (number)
			break;
	}
	return 0;
}

/**
 * any_word() - call a function for each word between commas, until it returns true
 * @list: the words
 * @fn:   gets a word, which is not terminated, and @arg
 * @arg:  passed on
 *
 * Return: whether it did.
 */
bool any_word(const char *list, bool (*fn)(const char *word, size_t len, const void *arg),
	      const void *arg)
{
	for (;;) {
		size_t len = strcspn(list, ",");

		if (fn(list, len, arg))
			return true;
		if (!list[len])
			return false;
		list += len + 1;
	}
}

static bool not_an_errno(const char *word, size_t len, const void *arg)
{
	return !errno_of(word, len);
}

/**
 * errno_is() - return true if a call failed with the error that a word names
 * @word: as above
 * @len:  as above
 * @arg:  the record
 */
bool errno_is(const char *word, size_t len, const void *arg)
{
	const struct record *r = arg;

	return r->x->pasted.stopped <= PASTE_REFUSED && errno_of(word, len) == 0 - (u64)r->x->r.ret;
}

/* Return true for a pattern, false for a plain word. */
static bool is_glob(const char *s)
{
	return s[strcspn(s, "*?[")] != '\0';
}

static void check_event(const char *word)
{
	if (is_glob(word) || strpbrk(word, ":/") || event_word(word))
		return;
	die("-e %s names no event: it takes a name as perf list has it, SYSTEM:TRACEPOINT, PMU/.../, mem:..., rHEX, or a pattern such as 'L1-*'",
	    word);
}

/**
 * filter_check() - reject filters that cannot match anything
 * @opt: options
 */
void filter_check(struct options *opt)
{
	const struct filter *f = &opt->filter;

	if (f->errnos && any_word(f->errnos, not_an_errno, NULL))
		die("-E takes names of errors, such as EINVAL,EACCES, or their numbers, not \"%s\"",
		    f->errnos);
	if (f->comm && (!*f->comm || (strlen(f->comm) > COMM_MAX && !is_glob(f->comm))))
		die("-C \"%s\" can match nothing: the kernel keeps the first %d characters of a name; 'NAME*' is a pattern",
		    f->comm, COMM_MAX);
	if (f->event)
		check_event(f->event);
}

/* Return true for the event, its name without modifiers, or another name that perf has for it. */
static bool event_matches(const char *pattern, const char *event)
{
	char name[256];
	size_t len = strcspn(event, "/") < strlen(event) ? strlen(event) : strcspn(event, ":");

	if (!fnmatch(pattern, event, 0))
		return true;
	if (!strncmp(event, "mem:", 4) || len >= sizeof(name))
		return false;
	/* sched:sched_switch:u: the first colon is part of the name. */
	if (event[len] && strchr(event + len + 1, ':'))
		len += 1 + strcspn(event + len + 1, ":");
	snprintf(name, sizeof(name), "%.*s", (int)len, event);
	return !fnmatch(pattern, name, 0) || !strcmp(event_alias(pattern), name);
}

/**
 * filter_shows() - return true if this call may be shown; calls on descriptors only with -c, or as
 * JSON
 * @opt: options
 * @r:   the record
 */
bool filter_shows(const struct options *opt, const struct record *r)
{
	return record_is_open(r) || opt->calls || opt->json;
}

/**
 * filter_passes_but_x() - return true if all options but -x select this record
 * @opt: options
 * @r:   the record
 */
bool filter_passes_but_x(const struct options *opt, const struct record *r)
{
	const struct filter *f = &opt->filter;

	if (f->by_pid && r->x->r.pid != f->pid && r->x->r.tid != f->pid)
		return false;
	if (f->comm && fnmatch(f->comm, r->comm, 0))
		return false;
	if (f->errnos && (!r->errname || !any_word(f->errnos, errno_is, r)))
		return false;
	return !f->event || (r->event && event_matches(f->event, r->event));
}

/**
 * filter_passes() - return true if this record should be shown
 * @opt: options
 * @r:   the record
 */
bool filter_passes(const struct options *opt, const struct record *r)
{
	if (opt->filter.failed && r->x->r.ret >= 0)
		return false;
	return filter_passes_but_x(opt, r);
}

/**
 * numbers_have() - return true if a call is chosen by its number
 * @n:   the numbers
 * @seq: that of the call
 */
bool numbers_have(struct numbers *n, uint64_t seq)
{
	bool have = false;
	int i;

	if (!n->least || seq < n->least)
		n->least = seq;
	if (seq > n->most)
		n->most = seq;
	for (i = 0; i < n->n; i++) {
		if (seq < n->range[i][0] || seq > n->range[i][1])
			continue;
		n->found[i]++;
		have = true;
	}
	return have;
}
