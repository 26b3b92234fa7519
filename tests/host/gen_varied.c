// SPDX-License-Identifier: GPL-2.0
/*
 * Writes lines of the json views for check_readers.py, as varied as a ring and a stream can have
 * them: records of varied.h, and the lines of kmod/file/views.c that are no calls, first those
 * about the machine.
 */
#include <stdio.h>

#include "varied.h"

#define EACH	700

static void print(const char *line)
{
	fputs(line, stdout);
}

int main(void)
{
	unsigned int i, n;

	varied_machine(print);
	for (i = 0; i < 4 * EACH; i++) {
		varied_record(i);
		print(rec_json_told(&rec, &env));
		n = 1 + i / 4;
		if (i % 4 < 3 || n % 100)
			continue;
		printf("{\"lost\":%llu}\n", maybe(2) ? 1ULL << n % 53 : n);
		printf("{\"firing\":%u,\"seq\":%u,\"time_ns\":\"%llu\"}\n", n / 100 % 2, n,
		       rec_random());
	}
	return 0;
}
