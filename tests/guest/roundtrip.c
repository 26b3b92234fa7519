// SPDX-License-Identifier: GPL-2.0
/*
 * Calls with attrs of random bytes: roundtrip CALLS SEED FILE
 *
 * Writes the first SHOWN bytes of each attr to FILE as they were passed, but with the bytes beyond
 * its size as zero: the C block of the record must compile to these.
 */
#include "peo.h"
#include "rnd.h"

#define SHOWN	sizeof(struct perf_event_attr)
#define LARGEST	4096

static uint64_t state;

static uint32_t random_size(void)
{
	static const uint32_t sizes[] = { 0, 8, 63, ALL_VERSION_SIZES };

	switch (rnd(&state) % 8) {
	case 0:
		return 8 + rnd(&state) % 248;
	case 1:
		return rnd(&state) % (LARGEST + 1);
	default:
		return sizes[rnd(&state) % (sizeof(sizes) / sizeof(sizes[0]))];
	}
}

/* Every bit at random: the kernel refuses these early. */
static void fill_wild(unsigned char *bytes)
{
	size_t i;

	for (i = 0; i < LARGEST; i++)
		bytes[i] = rnd(&state);
}

/* A few bits here and there: unions, symbols and flags in every mixture. */
static void fill_tame(struct perf_event_attr *attr, unsigned char *bytes)
{
	int i;

	memset(bytes, 0, LARGEST);
	attr->type = rnd(&state) % 10;
	attr->config = rnd(&state) % 4 ? rnd(&state) % 12 : rnd(&state) & 0x2000f0707;
	attr->sample_period = rnd(&state) % 100000;
	attr->sample_type = rnd(&state) & rnd(&state) & rnd(&state) & (PERF_SAMPLE_MAX - 1);
	attr->read_format = rnd(&state) & rnd(&state) & (PERF_FORMAT_MAX - 1);
	for (i = 0; i < 4; i++)
		bytes[16 + rnd(&state) % (SHOWN - 16)] = rnd(&state);
	for (i = 0; i < 4; i++)
		bytes[40 + rnd(&state) % 5] |= 1 << rnd(&state) % 8;
	attr->sigtrap = 0;
	attr->disabled = 1;
	attr->enable_on_exec = 0;
}

static void one_call(FILE *out)
{
	static union {
		struct perf_event_attr attr;
		unsigned char bytes[LARGEST];
	} the;
	unsigned char passed[SHOWN] = { 0 };
	uint32_t size = random_size(), count;
	int fd;

	if (rnd(&state) % 2)
		fill_wild(the.bytes);
	else
		fill_tame(&the.attr, the.bytes);
	the.attr.size = size;
	count = size ? size : PERF_ATTR_SIZE_VER0;
	if (count < 8)
		count = 8;	/* type and size are always there */
	memcpy(passed, the.bytes, count < SHOWN ? count : SHOWN);
	if (fwrite(passed, SHOWN, 1, out) != 1)
		err(1, "write");
	fd = peo(the.bytes, rnd(&state) % 2 ? 0 : -1, (int)(rnd(&state) % 3) - 1, -1,
		 rnd(&state) % 4 ? 8 : 0);
	if (fd >= 0)
		close(fd);
}

int main(int argc, char **argv)
{
	FILE *out = argc == 4 ? fopen(argv[3], "w") : NULL;
	int calls;

	if (!out)
		errx(2, "roundtrip CALLS SEED FILE");
	state = strtoull(argv[2], NULL, 0) * 2 + 1;
	for (calls = atoi(argv[1]); calls > 0; calls--)
		one_call(out);
	return fclose(out) ? 1 : 0;
}
