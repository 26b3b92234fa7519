// SPDX-License-Identifier: GPL-2.0
/* Takes the place of journal.c where libsystemd or Jansson is missing. */
#include "journal.h"

#include <stdio.h>
#include <stdlib.h>

/**
 * journal_begin() - say that there are no fields
 *
 * Return: false: the lines go to standard output, which a service has connected to the journal.
 */
bool journal_begin(void)
{
	fputs("perfattr-cat: it was built without libsystemd: lines go to standard output, without fields\n",
	      stderr);
	return false;
}

/**
 * journal_write() - never called
 * @p: a part of a view
 * @n: its length
 */
void journal_write(const char *p, size_t n)
{
	(void)p;
	(void)n;
	abort();
}
