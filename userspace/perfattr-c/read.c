// SPDX-License-Identifier: GPL-2.0
/* Reads the records: JSON Lines as written by perfattr-cat -j. */
#include "read.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "record.h"
#include "util.h"

/* The meaning of a line that is no call, for the program's comments; NULL for calls. */
static const char *what_is_missing(json_t *r)
{
	if (json_is_integer(member(r, "lost", NULL)))
		return "records are missing here";
	if (json_is_integer(member(r, "firing", NULL)))
		return "calls around here may be missing: probes did not fire";
	return NULL;
}

/* A line about the machine, from which perfattr explains records: a program needs none of it. */
static bool is_about_machine(json_t *line)
{
	static const char * const keys[] = { "env", "pmu", "now" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (json_is_object(member(line, keys[i], NULL)))
			return !member(line, "seq", NULL);
	return false;
}

static void add_record(json_t *records, json_t *r, const char *name, size_t line)
{
	const char *missing = what_is_missing(r);
	char *wrong;

	if (missing) {
		fprintf(stderr, "perfattr-c: %s, line %zu: %s\n", name, line, missing);
		return;
	}
	wrong = is_about_machine(r) ? check_version(r) : check_record(r);
	if (wrong)
		die("%s, line %zu: %s", name, line, wrong);
	if (!is_about_machine(r) && json_array_append(records, r))
		die("no memory");
}

/**
 * read_records() - read all records of a file
 * @in:   the file
 * @name: its name in messages
 *
 * Exits with an error message if a line is not acceptable or the file cannot be read.
 *
 * Return: an array.
 */
json_t *read_records(FILE *in, const char *name)
{
	json_t *records = json_array();
	json_error_t error;
	char *line = NULL;
	size_t room = 0, n = 0;
	ssize_t len;
	json_t *r;

	while (errno = 0, (len = getline(&line, &room, in)) > 0) {
		n++;
		r = json_loadb(line, len, 0, &error);
		if (!r)
			die("%s, line %zu: %s", name, n, error.text);
		add_record(records, r, name, n);
		json_decref(r);
	}
	if (!feof(in))
		die("cannot read %s behind line %zu: %s", name, n, strerror(errno));
	free(line);
	return records;
}

/**
 * choose_process() - keep only the records of one process
 * @records: records of all processes; changed in place
 * @pid:     the process; -1: there must be only one
 */
void choose_process(json_t *records, json_int_t pid)
{
	json_int_t seen = -1;
	size_t i;

	for (i = 0; i < json_array_size(records);) {
		json_int_t this = number(member(json_array_get(records, i), "pid", NULL));

		if (pid < 0 && seen >= 0 && this != seen)
			die("there are records of process %" JSON_INTEGER_FORMAT " and of %"
			    JSON_INTEGER_FORMAT ": choose one with -p", seen, this);
		if (pid >= 0 && this != pid) {
			json_array_remove(records, i);
			continue;
		}
		seen = this;
		i++;
	}
	if (!json_array_size(records))
		die("there are no records%s", pid >= 0 ? " of that process" : "");
}
