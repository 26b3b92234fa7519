// SPDX-License-Identifier: GPL-2.0
/*
 * Sends each line to the systemd journal: the line as MESSAGE, a priority, and what people select
 * by as fields of its own. docs/INTERFACE.md lists the fields.
 *
 * sd_journal_sendv() waits while the journal is busy, so that a slow one loses nothing before the
 * module's ring overruns, which a line {"lost":N} tells. But it returns success if the socket of
 * the journal does not exist. So that is looked at after each record.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>

/* Our own source lines are of no use to anybody. */
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-journal.h>

#include "act/act.h"

#define SOCKET		"/run/systemd/journal/socket"

struct entry {
	/* SYSLOG_IDENTIFIER, PRIORITY, MESSAGE, and seven of a call */
	struct iovec fields[10];
	int n;
};

static struct stat socket_at_begin;

/* sd_journal_sendv() takes any bytes in a value, also newlines. */
static void add(struct entry *e, const char *field, const char *value, size_t len)
{
	size_t before = strlen(field) + 1;
	char *text = must(malloc(before + len));

	memcpy(text, field, before - 1);
	text[before - 1] = '=';
	memcpy(text + before, value, len);
	e->fields[e->n++] = (struct iovec){ text, before + len };
}

static void add_text(struct entry *e, const char *field, const char *value)
{
	add(e, field, value, strlen(value));
}

static void add_number(struct entry *e, const char *field, int64_t value)
{
	char digits[24];
	int len = snprintf(digits, sizeof(digits), "%jd", (intmax_t)value);

	add(e, field, digits, len);
}

static void add_call(struct entry *e, const struct record *r)
{
	const struct pa_name *err = r->ret < 0 ? pa_errno_name(0 - (u64)r->ret) : NULL;
	const char *rule = record_rule(r);

	add_text(e, "PERFATTR_CALL", r->call);
	add_number(e, "PERFATTR_PID", r->pid);
	add_number(e, "PERFATTR_UID", r->uid);
	add_text(e, "PERFATTR_COMM", r->comm);
	if (err)
		add_text(e, "PERFATTR_ERRNO", err->text);
	if (rule)
		add_text(e, "PERFATTR_RULE", rule);
}

static void add_fields(struct entry *e, const struct record *r)
{
	if (r->x || r->firing >= 0)
		add_number(e, "PERFATTR_SEQ", (int64_t)r->seq);
	if (r->x)
		add_call(e, r);
	if (r->lost)
		add_number(e, "PERFATTR_LOST", (int64_t)r->lost);
	if (r->firing >= 0)
		add_number(e, "PERFATTR_FIRING", r->firing);
}

/*
 * As syslog has it: refused calls, lost records, probes that do not fire and lines that cannot be
 * parsed are warnings; what matters only to readers that explain the records again is debug.
 */
static const char *priority(const struct record *r)
{
	if (!r || r->ret < 0 || r->lost || !r->firing)
		return "4";
	return record_is_head(r) ? "7" : "6";
}

/* Without it, records would have been thrown away with success. */
static bool socket_is_same(void)
{
	struct stat st;

	return !stat(SOCKET, &st) && st.st_dev == socket_at_begin.st_dev &&
	       st.st_ino == socket_at_begin.st_ino;
}

static void send_entry(const struct entry *e)
{
	int err;

	do {
		err = sd_journal_sendv(e->fields, e->n);
	} while (err == -EINTR);
	if (err)
		die("the journal refused a record: %s%s", strerror(-err),
		    err == -ECONNREFUSED ? " (is systemd-journald running?)" : "");
	if (!socket_is_same())
		die("the journal has ended or restarted, as its socket " SOCKET " has changed: the last record may be missing");
}

/**
 * journal_begin() - find the journal; ends the program if there is none
 *
 * Return: true: records go to the journal by journal_send().
 */
bool journal_begin(void)
{
	if (stat(SOCKET, &socket_at_begin))
		die("there is no journal, cannot look at " SOCKET ": %s; without --journal lines go to standard output",
		    strerror(errno));
	return true;
}

/**
 * journal_send() - send a line
 * @r:    what it says; NULL: it cannot be parsed, and has no fields
 * @line: its text, without its end
 * @len:  its length
 *
 * Ends the program if the journal does not take it.
 */
void journal_send(const struct record *r, const char *line, size_t len)
{
	struct entry e = { .n = 0 };

	add_text(&e, "SYSLOG_IDENTIFIER", "perfattr");
	add_text(&e, "PRIORITY", priority(r));
	if (r)
		add_fields(&e, r);
	add(&e, "MESSAGE", line, len);
	send_entry(&e);
	while (e.n)
		free(e.fields[--e.n].iov_base);
}
