// SPDX-License-Identifier: GPL-2.0
/* Runs a fuzz target on a packed corpus, one input per line in hex, without a fuzzer. */
#include <stdio.h>

#include "fuzz.h"
#include "tap.h"

/* The value of a hex digit; 16 for any other character. */
static unsigned int digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (unsigned int)(at - digits) : 16;
}

/* Decodes @line in place up to its end; -1 when it is not hex. */
static long decode(char *line)
{
	u8 *out = (u8 *)line;
	long n = 0;

	for (; *line && *line != '\n'; line += 2) {
		unsigned int high = digit(line[0]), low = high < 16 ? digit(line[1]) : 16;

		if (low > 15)
			return -1;
		out[n++] = high << 4 | low;
	}
	return n;
}

/* The fault of a sanitizer aborts, so coming to the end proves that every input holds. */
static void replay(const char *name)
{
	FILE *file = fopen(name, "r");
	unsigned int inputs = 0;
	char *line = NULL;
	size_t room = 0;

	ok(file, "%s can be read", name);
	if (!file)
		return;
	while (getline(&line, &room, file) > 0) {
		long n = decode(line);
		u8 *data = n < 0 ? NULL : malloc(n ? n : 1);

		if (!data) {
			ok(false, "%s: line %u is hex", name, inputs + 1);
			break;
		}
		/* In memory of just that size: a read beyond it is a fault. */
		memcpy(data, line, n);
		LLVMFuzzerTestOneInput(data, n);
		free(data);
		inputs++;
	}
	ok(inputs > 10, "%u inputs of %s hold", inputs, name);
	free(line);
	fclose(file);
}

int main(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++)
		replay(argv[i]);
	return tap_end();
}
