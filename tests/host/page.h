/* SPDX-License-Identifier: GPL-2.0 */
/* Pages of docs that a test makes, or a part of them. */
#ifndef PERFATTR_TEST_PAGE_H
#define PERFATTR_TEST_PAGE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The page as it is; empty if it cannot be read. */
static inline void page_read(char *have, size_t size, const char *path)
{
	FILE *in = fopen(path, "r");
	size_t len = in ? fread(have, 1, size - 1, in) : 0;

	have[len] = 0;
	if (in)
		fclose(in);
}

/* With --print the page is written as it should be: then this is all that the program does. */
static inline bool page_print(int argc, char **argv, const char *want)
{
	if (argc < 2 || strcmp(argv[1], "--print"))
		return false;
	fputs(want ? want : "", stdout);
	return true;
}

#endif /* PERFATTR_TEST_PAGE_H */
