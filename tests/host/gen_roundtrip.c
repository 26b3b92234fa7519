// SPDX-License-Identifier: GPL-2.0
/*
 * Writes a C program to stdout: the arg[0] blocks of 50 random attrs of each size, as the text view
 * prints them, each next to the bytes that were passed. Compiled with the UAPI header, the program
 * checks that each block compiles to its bytes.
 *
 * With the argument "system" it is for headers of the system, as old as Debian
 * 12's: fields that these lack are zero, and the callers are x86 programs.
 */
#include <stdio.h>

#include "core/attr.h"
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

static int for_system;

static void clear(struct perf_event_attr *attr, unsigned int id)
{
#define SET(id, field, ...)	case PA_FIELD_##id: attr->field = 0; break;
	switch (id) {
	PA_LIST_FIELDS(SET, SET, SET, SET);
	default:
		break;
	}
}

/* Leaves what the headers of Linux 6.1 know of it; bits that no header names have no place. */
static void as_in_61(struct perf_event_attr *attr)
{
	unsigned int id;

	for (id = 0; id < PA_FIELD_MAX; id++)
		if (pa_fields[id].recent || pa_fields[id].reserved)
			clear(attr, id);
}

static void one(unsigned int n, unsigned int size)
{
	struct perf_event_attr attr;
	struct pa_record r;
	struct pa_env env;

	rec_random_attr(&attr);
	if (for_system)
		as_in_61(&attr);
	if (!size)
		size = PERF_ATTR_SIZE_VER0 + rec_random() % (sizeof(attr) - PERF_ATTR_SIZE_VER0);
	attr.size = size;
	memset((unsigned char *)&attr + size, 0, sizeof(attr) - size);
	rec_env(&env);
	if (rec_random() & 1)
		env.kernel = &rec_kernel_510;
	rec_init(&r, &attr, size);
	r.abi = rec_random() % (for_system ? PA_ABI_ARM64 : PA_ABI_MAX);
	r.str_kind = rec_random() % 3;
	r.str_len = 8;
	memcpy(r.str, "*/a\n\\/*\"", 8);
	printf("static void f%u(void)\n{\n\tstatic const unsigned char want[%zu] = {", n,
	       sizeof(attr));
	put_bytes((unsigned char *)&attr, sizeof(attr));
	printf("\n\t};\n");
	if (!put_block(rec_text(&r, &env, n & 1 ? PA_TEXT_BRIEF : 0)))
		printf("#error no block\n");
	printf("\tbad += differs(&attr, sizeof(attr), want, sizeof(want));\n}\n\n");
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

	printf("#include \"tap.h\"\n%s\nstatic int bad;\n\n%s",
	       for_system ? "#include <asm/perf_regs.h>\n#include <linux/hw_breakpoint.h>\n"
			    "#include <linux/perf_event.h>\n#include <time.h>\n" :
			    "#include \"uapi.h\"\n",
	       /* What the struct of older headers has no room for is zero. */
	       "static int differs(const void *attr, size_t size, const unsigned char *want, size_t n)\n"
	       "{\n\tif (memcmp(attr, want, size < n ? size : n))\n\t\treturn 1;\n"
	       "\tfor (; size < n; size++)\n\t\tif (want[size])\n\t\t\treturn 1;\n"
	       "\treturn 0;\n}\n\n");
	for (g = 0; g < GROUPS; g++)
		for (i = 0; i < PER_GROUP; i++)
			one(g * PER_GROUP + i, sizes[g]);
	printf("int main(void)\n{\n");
	for (g = 0; g < GROUPS; g++)
		put_tests(g);
	printf("\treturn tap_end();\n}\n");
}

int main(int argc, char **argv)
{
	for_system = argc > 1 && !strcmp(argv[1], "system");
	put_program();
	return 0;
}
