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

/*
 * The page @have with @n tables made anew between @begin and @end, which stand around each of them,
 * to be freed; NULL if these marks are not there, or one has no table.
 */
static inline char *page_fill(const char *have, const char *begin, const char *end,
			      void (*const *put)(FILE *out), size_t n)
{
	const char *at = have, *from, *to;
	char *text = NULL;
	size_t len, i;
	FILE *out = open_memstream(&text, &len);

	for (i = 0; out && i < n; i++) {
		from = strstr(at, begin);
		to = from ? strstr(from, end) : NULL;
		if (!to)
			break;
		from += strlen(begin);
		fwrite(at, 1, (size_t)(from - at), out);
		put[i](out);
		at = to;
	}
	if (out)
		fputs(at, out);
	if (!out || fclose(out) || i < n) {
		free(text);
		return NULL;
	}
	return text;
}

#endif /* PERFATTR_TEST_PAGE_H */
