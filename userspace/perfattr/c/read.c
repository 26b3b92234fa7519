// SPDX-License-Identifier: GPL-2.0
/* Takes the records of the session: all that the options select, which must be of one process. */
#include "read.h"

#include "check.h"
#include "util.h"

struct reading {
	const struct options *opt;
	json_t *records;
	int64_t pid;
};

static bool take_record(struct record *r, const char *event, void *arg)
{
	struct reading *in = arg;
	struct text wrong = { 0 };

	/* There is none now. */
	if (!r)
		return true;
	if (!check_record(r, &wrong))
		die("%s: line %lu: %s", source_name(in->opt), r->line, text_str(&wrong));
	if (json_array_size(in->records) && r->pid != in->pid)
		die("there are records of process %jd and of %jd: choose one with -p",
		    (intmax_t)in->pid, (intmax_t)r->pid);
	in->pid = r->pid;
	if (json_array_append(in->records, r->json))
		die("out of memory");
	return true;
}

/**
 * read_records() - read the records of a session
 * @opt: options, which select them
 *
 * Exits with an error message if one is not acceptable, or if there are several processes.
 *
 * Return: an array; NULL if there are none, which is said then.
 */
json_t *read_records(const struct options *opt)
{
	struct reading in = { .opt = opt, .records = must(json_array()) };

	if (each_record(opt, take_record, &in))
		return in.records;
	json_decref(in.records);
	return NULL;
}
