// SPDX-License-Identifier: GPL-2.0
/*
 * Writes a C program to stdout: the arg[0] blocks of 50 random attrs a size as the text view prints
 * them, each beside the bytes that were passed. Compiled against the UAPI header and run, it
 * says whether every block is C that yields its bytes.
 */
#include <stdio.h>

#include "core/lists.h"
#include "rec.h"

#define PER_GROUP	50
#define GROUPS		ARRAY_SIZE(sizes)

/* The last group has sizes between the versions. */
#define SIZE(version, bytes)	PERF_ATTR_SIZE_VER##version,
static const unsigned int sizes[] = { PA_LIST_SIZES(SIZE, SIZE) 0 };

static void put_bytes(const unsigned char *p, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		printf("%s0x%02x,", i % 12 ? " " : "\n\t\t", p[i]);
}

/* The block between its labels, without the last newline. */
static int put_block(const char *text)
{
	const char *from = strstr(text, "\narg[0]:\n");
	const char *to = strstr(text, "\narg[1]:\n");

	if (!from || !to)
		return 0;
	from += strlen("\narg[0]:\n");
	return printf("%.*s\n", (int)(to - from), from) > 0;
}

static void one(unsigned int n, unsigned int size)
{
	struct perf_event_attr attr;
	struct pa_record r;
	struct pa_env env;

	rec_random_attr(&attr);
	if (!size)
		size = PERF_ATTR_SIZE_VER0 + rec_random() % (sizeof(attr) - PERF_ATTR_SIZE_VER0);
	attr.size = size;
	memset((unsigned char *)&attr + size, 0, sizeof(attr) - size);
	rec_env(&env);
	if (rec_random() & 1)
		env.kernel = &rec_kernel_510;
	rec_init(&r, &attr, size);
	r.abi = rec_random() % PA_ABI_MAX;
	r.str_kind = rec_random() % 3;
	r.str_len = 8;
	memcpy(r.str, "*/a\n\\/*\"", 8);
	printf("static void f%u(void)\n{\n\tstatic const unsigned char want[%zu] = {", n,
	       sizeof(attr));
	put_bytes((unsigned char *)&attr, sizeof(attr));
	printf("\n\t};\n");
	if (!put_block(rec_text(&r, &env, n & 1 ? PA_TEXT_BRIEF : 0)))
		printf("#error no block\n");
	printf("\tbad += memcmp(&attr, want, sizeof(want)) != 0;\n}\n\n");
}

/* One test a group, so that a fault tells its size. */
static void put_tests(unsigned int g)
{
	unsigned int i;

	printf("\tbad = 0;\n");
	for (i = 0; i < PER_GROUP; i++)
		printf("\tf%u();\n", g * PER_GROUP + i);
	printf("\tok(!bad, \"%d printed attrs of ", PER_GROUP);
	if (sizes[g])
		printf("size %u", sizes[g]);
	else
		printf("sizes between versions");
	printf(" compile to the bytes passed\");\n");
}

static void put_program(void)
{
	unsigned int g;
	unsigned int i;

	printf("#include \"tap.h\"\n#include \"uapi.h\"\n\nstatic int bad;\n\n");
	for (g = 0; g < GROUPS; g++)
		for (i = 0; i < PER_GROUP; i++)
			one(g * PER_GROUP + i, sizes[g]);
	printf("int main(void)\n{\n");
	for (g = 0; g < GROUPS; g++)
		put_tests(g);
	printf("\treturn tap_end();\n}\n");
}

int main(void)
{
	put_program();
	return 0;
}
