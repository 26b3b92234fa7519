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

/* Keys of a record that become fields; absent and null ones do not. */
static const struct {
	const char *key;
	const char *field;
} members[] = {
	{ "seq", "PERFATTR_SEQ" },
	{ "call", "PERFATTR_CALL" },
	{ "pid", "PERFATTR_PID" },
	{ "uid", "PERFATTR_UID" },
	{ "comm", "PERFATTR_COMM" },
	{ "errno", "PERFATTR_ERRNO" },
	{ "lost", "PERFATTR_LOST" },
	{ "firing", "PERFATTR_FIRING" },
};

struct entry {
	/* And PERFATTR_RULE, MESSAGE, PRIORITY, SYSLOG_IDENTIFIER. */
	struct iovec fields[ARRAY_SIZE(members) + 4];
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

static void add_value(struct entry *e, const char *field, json_t *value)
{
	char digits[24];

	if (json_is_string(value))
		add(e, field, json_string_value(value), json_string_length(value));
	else if (json_is_integer(value))
		add(e, field, digits, snprintf(digits, sizeof(digits), "%" JSON_INTEGER_FORMAT,
					       json_integer_value(value)));
}

/* What somebody should look at: a refused call, lost records, probes that do not fire. */
static bool is_warning(json_t *rec)
{
	json_t *firing = json_object_get(rec, "firing");

	return json_is_string(json_object_get(rec, "errno")) || json_object_get(rec, "lost") ||
	       (firing && !json_integer_value(firing));
}

/* As syslog has it: what is of no interest but to who explains the records again is debug. */
static const char *priority(const struct record *r)
{
	if (record_is_head(r))
		return "7";
	return !r->json || is_warning(r->json) ? "4" : "6";
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
		die("the journal does not take a record: %s%s", strerror(-err),
		    err == -ECONNREFUSED ? " (is systemd-journald running?)" : "");
	if (!socket_is_same())
		die("the journal has gone, " SOCKET " is not the same as before: the last record may be missing in it");
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
 * @r:    what it says, from record_load(); without JSON it has no fields
 * @line: its text, without its end
 * @len:  its length
 *
 * Ends the program if the journal does not take it.
 */
void journal_send(const struct record *r, const char *line, size_t len)
{
	const char *rule = record_rule(r);
	struct entry e = { .n = 0 };
	size_t i;

	add(&e, "SYSLOG_IDENTIFIER", "perfattr", strlen("perfattr"));
	add(&e, "PRIORITY", priority(r), 1);
	for (i = 0; i < ARRAY_SIZE(members); i++)
		add_value(&e, members[i].field, json_object_get(r->json, members[i].key));
	if (rule)
		add(&e, "PERFATTR_RULE", rule, strlen(rule));
	add(&e, "MESSAGE", line, len);
	send_entry(&e);
	while (e.n)
		free(e.fields[--e.n].iov_base);
}
