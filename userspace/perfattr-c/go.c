// SPDX-License-Identifier: GPL-2.0
/* Where in a session the command ran: no call on a perf event tells. */
#include "go.h"

#include <stdbool.h>

#include "record.h"
#include "util.h"

/* A call that sets events up, rather than looks at what they found. */
static bool is_setup(json_t *r)
{
	static const char * const setup[] = {
		IOC(ENABLE), IOC(ID), IOC(SET_FILTER), IOC(SET_OUTPUT), IOC(SET_BPF), IOC(RESET),
		IOC(PERIOD),
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(setup); i++)
		if (is_ioctl(r, setup[i]))
			return true;
	return is_call(r, "mmap") || is_call(r, "open");
}

/* An open that is closed at once only tries whether the kernel has a feature. */
static bool is_lasting_open(json_t *records, size_t i)
{
	json_t *r = json_array_get(records, i);

	return is_call(r, "open") && result(r) >= 0 &&
	       !(i + 1 < json_array_size(records) &&
		 is_call(json_array_get(records, i + 1), "close"));
}

/* Another thread may wait for its own events before all is ready. */
static bool is_other_threads_poll(json_t *r)
{
	return is_call(r, "poll") &&
	       number(member(r, "tid", NULL)) != number(member(r, "pid", NULL));
}

/**
 * go_record() - find the record before which the command ran
 * @records: the session's
 *
 * Behind the last open that lasted, before what follows the end of the command or looks at the
 * results.
 *
 * Return: an index; the number of records when it ran behind all of them.
 */
size_t go_record(json_t *records)
{
	size_t n = json_array_size(records);
	size_t i = n;

	while (i > 0 && !is_lasting_open(records, i - 1))
		i--;
	if (!i)
		return n;
	for (; i < n; i++) {
		json_t *r = json_array_get(records, i);

		if (!is_other_threads_poll(r) && !is_setup(r))
			break;
	}
	return i;
}
