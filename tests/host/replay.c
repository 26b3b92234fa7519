// SPDX-License-Identifier: GPL-2.0
/* Runs a fuzz target over the files of its corpus, without a fuzzer. */
#include <stdio.h>

#include "fuzz.h"
#include "tap.h"

int main(int argc, char **argv)
{
	static u8 data[65536];
	int i;

	for (i = 1; i < argc; i++) {
		FILE *file = fopen(argv[i], "rb");
		size_t n;

		if (!file) {
			ok(false, "corpus file %s can be read", argv[i]);
			continue;
		}
		n = fread(data, 1, sizeof(data), file);
		fclose(file);
		LLVMFuzzerTestOneInput(data, n);
	}
	/* A fault aborts, so coming here proves all of them. */
	ok(argc > 10, "%d records of the corpus of %s hold", argc - 1, argv[0]);
	return tap_end();
}
