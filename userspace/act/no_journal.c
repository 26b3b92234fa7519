// SPDX-License-Identifier: GPL-2.0
/* Takes the place of journal.c where libsystemd is missing. */
#include <stdlib.h>

#include "act/act.h"

/**
 * journal_begin() - say that there are no fields
 *
 * Return: false: the lines go to standard output, which a service has connected to the journal.
 */
bool journal_begin(void)
{
	warn("perfattr was built without libsystemd: lines go to standard output, without fields. To build it with: apt-get install libsystemd-dev; make -B tools");
	return false;
}

/**
 * journal_send() - never called
 * @r:    a line
 * @line: its text
 * @len:  its length
 */
void journal_send(const struct record *r, const char *line, size_t len)
{
	abort();
}
