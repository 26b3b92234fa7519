// SPDX-License-Identifier: GPL-2.0
/*
 * The samples of a file of perf record, as userspace/samples decodes them: for perf_data.py.
 *
 *   perf_data FILE
 *
 * Prints a line for each sample: its offset in the file, how its decoding ended, "hw_idx" or "-",
 * "counters" or "-", and each field as BIT:OFFSET:LENGTH. The last line has the number of records
 * of other types, of unknown types, and of broken ones.
 */
#include "peo.h"

#include <stdbool.h>

#include "samples/samples.h"

#define MAGIC		0x32454c4946524550ULL	/* "PERFILE2" */
#define ATTRS_MOST	64
#define IDS_MOST	4096

struct section {
	u64 offset, size;
};

struct file_header {
	u64 magic, size, attr_size;
	struct section attrs, data, types;
};

static u8 *file;
static size_t file_size;
static struct pa_sample_layout layouts[ATTRS_MOST];
static struct {
	u64 id;
	u32 attr;
} ids[IDS_MOST];
static u32 n_attrs, n_ids;

static void *part(u64 offset, u64 size)
{
	if (offset > file_size || size > file_size - offset)
		errx(1, "the file ends before %#llx", (unsigned long long)(offset + size));
	return file + offset;
}

static void read_file(const char *name)
{
	FILE *f = fopen(name, "rb");

	if (!f || fseek(f, 0, SEEK_END))
		err(1, "%s", name);
	file_size = ftell(f);
	rewind(f);
	file = malloc(file_size);
	if (!file || fread(file, 1, file_size, f) != file_size)
		err(1, "%s", name);
	fclose(f);
}

static void add_attr(const u8 *entry, u64 size)
{
	struct perf_event_attr attr = { 0 };
	struct section own;
	u64 i, *id;

	memcpy(&attr, entry, size - sizeof(own) < sizeof(attr) ? size - sizeof(own) : sizeof(attr));
	memcpy(&own, entry + size - sizeof(own), sizeof(own));
	id = part(own.offset, own.size);
	if (n_attrs == ATTRS_MOST || n_ids + own.size / 8 > IDS_MOST)
		errx(1, "too many attrs or ids");
	pa_sample_layout(&layouts[n_attrs], &(struct pa_sample_attr){
		.sample_type = attr.sample_type, .read_format = attr.read_format,
		.branch = attr.branch_sample_type, .regs_user = attr.sample_regs_user,
		.regs_intr = attr.sample_regs_intr, .stack_user = attr.sample_stack_user,
		.sample_id_all = attr.sample_id_all,
	});
	for (i = 0; i < own.size / 8; i++) {
		memcpy(&ids[n_ids].id, id + i, 8);
		ids[n_ids++].attr = n_attrs;
	}
	n_attrs++;
}

/* perf asks for IDENTIFIER, the first field, if there are several events. */
static const struct pa_sample_layout *layout_of(const struct pa_ring_record *r)
{
	u32 i;

	for (i = 0; n_attrs > 1 && i < n_ids; i++)
		if (ids[i].id == pa_record_u64(r, 8))
			return &layouts[ids[i].attr];
	return &layouts[0];
}

static void put_sample(u64 offset, const struct pa_ring_record *r)
{
	static const char * const how[] = {
		[PA_DECODE_EXACT] = "exact", [PA_DECODE_SHORT] = "short",
		[PA_DECODE_LONG] = "long", [PA_DECODE_UNKNOWN] = "unknown",
	};
	struct pa_sample s;
	u32 i;

	printf("%llu %s", (unsigned long long)offset, how[pa_sample_decode(&s, layout_of(r), r)]);
	printf(" %s %s", s.hw_idx ? "hw_idx" : "-", s.counters ? "counters" : "-");
	for (i = 0; i < PA_SAMPLE_FIELDS; i++)
		if (s.at[i])
			printf(" %u:%u:%u", i, s.at[i], s.len[i]);
	putchar('\n');
}

int main(int argc, char **argv)
{
	static struct pa_ring ring;
	struct file_header *header;
	struct pa_ring_record r;
	u64 i, others = 0, size = 4096, at = 0;
	u8 *area;

	if (argc != 2)
		errx(1, "usage: perf_data FILE");
	read_file(argv[1]);
	header = part(0, sizeof(*header));
	if (header->magic != MAGIC || header->attr_size <= sizeof(struct section))
		errx(1, "not a file of perf record");
	for (i = 0; i < header->attrs.size / header->attr_size; i++)
		add_attr(part(header->attrs.offset + i * header->attr_size, header->attr_size),
			 header->attr_size);
	/* The records follow each other as in a ring that is large enough. */
	while (size < header->data.size)
		size *= 2;
	area = calloc(1, size);
	if (!area || !n_attrs)
		errx(1, "no memory, or no attr");
	memcpy(area, part(header->data.offset, header->data.size), header->data.size);
	pa_ring_start(&ring, area, size, 0, header->data.size);
	for (; pa_ring_next(&ring, &r); at = ring.at) {
		if (r.type == PA_RECORD_SAMPLE)
			put_sample(header->data.offset + at, &r);
		else
			others++;
	}
	printf("%llu others, %llu unknown, %llu broken\n", (unsigned long long)others,
	       (unsigned long long)ring.counts.unknown, (unsigned long long)ring.counts.broken);
	return 0;
}
