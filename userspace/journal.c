// SPDX-License-Identifier: GPL-2.0
/*
 * Sends each record to the systemd journal: the line of JSON as MESSAGE, a priority, and what
 * people select by as fields of its own. docs/INTERFACE.md lists the fields.
 *
 * sd_journal_sendv() waits while the journal is busy, so that a slow one loses nothing before the
 * module's ring overruns, which a line {"lost":N} tells. But it returns success if the socket of
 * the journal does not exist. So that is looked at after each record.
 */
#include "journal.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>

/* Our own source lines are of no use to anybody. */
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-journal.h>

#include "die.h"

#define SOCKET		"/run/systemd/journal/socket"
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

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

/* A line that has not ended yet. */
static struct {
	char *text;
	size_t len, room;
} line;
static struct stat socket_at_begin;
static bool bad_line_said;

static void *must(void *p)
{
	if (!p)
		die("out of memory");
	return p;
}

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

/* A line that is no record is sent all the same, without fields, and that is said once. */
static json_t *parse(const char *text, size_t len)
{
	json_error_t err;
	json_t *rec = json_loadb(text, len, 0, &err);

	if (!rec && !bad_line_said) {
		fprintf(stderr, "perfattr-cat: a line is no JSON (%s): it and others like it are sent to the journal without fields\n",
			err.text);
		bad_line_said = true;
	}
	return rec;
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

static void send_line(const char *text, size_t len)
{
	json_t *rec = parse(text, len);
	struct entry e = { .n = 0 };
	size_t i;

	add(&e, "SYSLOG_IDENTIFIER", "perfattr", strlen("perfattr"));
	add(&e, "PRIORITY", !rec || is_warning(rec) ? "4" : "6", 1);
	for (i = 0; i < ARRAY_SIZE(members); i++)
		add_value(&e, members[i].field, json_object_get(rec, members[i].key));
	add_value(&e, "PERFATTR_RULE", json_object_get(json_object_get(rec, "why"), "rule"));
	add(&e, "MESSAGE", text, len);
	send_entry(&e);
	while (e.n)
		free(e.fields[--e.n].iov_base);
	json_decref(rec);
}

static void keep(const char *p, size_t n)
{
	if (!n)
		return;
	if (line.len + n > line.room) {
		line.room = 2 * (line.len + n);
		line.text = must(realloc(line.text, line.room));
	}
	memcpy(line.text + line.len, p, n);
	line.len += n;
}

/**
 * journal_begin() - find the journal; ends the program if there is none
 *
 * Return: true: records go to the journal by journal_write().
 */
bool journal_begin(void)
{
	if (stat(SOCKET, &socket_at_begin))
		die("there is no journal, cannot look at " SOCKET ": %s; without --journal lines go to standard output",
		    strerror(errno));
	return true;
}

/**
 * journal_write() - send the records that end in a part of the view json
 * @p: the part; may begin and end anywhere in a record
 * @n: its length
 *
 * Ends the program if the journal does not take one.
 */
void journal_write(const char *p, size_t n)
{
	const char *end;

	while ((end = memchr(p, '\n', n))) {
		keep(p, end - p);
		send_line(line.text, line.len);
		line.len = 0;
		n -= end + 1 - p;
		p = end + 1;
	}
	keep(p, n);
}
