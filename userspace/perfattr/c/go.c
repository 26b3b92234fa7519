// SPDX-License-Identifier: GPL-2.0
/* Guesses where in a session the command ran, as no call on a perf event shows that. */
#include "go.h"

#include <stdbool.h>

#include "record.h"
#include "util.h"

/* Does this call set events up, instead of reading results? */
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

/* Not an open that is closed at once: such a call only tests for a kernel feature. */
static bool is_lasting_open(json_t *records, size_t i)
{
	json_t *r = json_array_get(records, i);

	return is_call(r, "open") && result(r) >= 0 &&
	       !(i + 1 < json_array_size(records) &&
		 is_call(json_array_get(records, i + 1), "close"));
}

/* Another thread may poll its own events before the setup is complete. */
static bool is_other_threads_poll(json_t *r)
{
	return is_call(r, "poll") &&
	       number(member(r, "tid", NULL)) != number(member(r, "pid", NULL));
}

/**
 * go_record() - find the record before which the command ran
 * @records: the session's
 *
 * That is after the last lasting open and its setup, before calls that follow the command's end
 * or read results.
 *
 * Return: an index; the number of records if it ran after all of them.
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
