// SPDX-License-Identifier: GPL-2.0
/* The tables of samples, reads and records, and the layout that an attr gives a sample. */
#include <ctype.h>
#include <stdlib.h>

#include "samples/samples.h"
#include "tap.h"
#include "uapi.h"

/* Bytes of one type of the tables; 0 if it has no fixed size. */
static unsigned int type_size(const char *type)
{
	static const struct {
		const char *name;
		unsigned int size;
	} types[] = {
		{ "__u64 ", 8 }, { "__u32 ", 4 }, { "__u16 ", 2 }, { "__u8 ", 1 },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(types); i++)
		if (!strncmp(type, types[i].name, strlen(types[i].name)))
			return types[i].size;
	return 0;
}

/* Bytes of the members of fixed size at the start of a declaration. */
static unsigned int decl_size(const char *decl)
{
	unsigned int size = 0, one;

	while ((one = type_size(decl))) {
		for (; *decl != ';'; decl++) {
			if (*decl == '[' && !isdigit((unsigned char)decl[1]))
				return size - one;
			if (*decl == '[')
				size += one * (unsigned int)(strtoul(decl + 1, NULL, 10) - 1);
			if (*decl == ' ')
				size += one;
		}
		decl++;
		decl += *decl == ' ';
	}
	return size;
}

static void test_fields(void)
{
	unsigned int bit, i, rows;

	is_num(1U << PA_SAMPLE_FIELDS, PERF_SAMPLE_MAX,
	       "pa_sample_fields has a row for each bit below PERF_SAMPLE_MAX");
	for (bit = 0; bit < PA_SAMPLE_FIELDS; bit++) {
		const struct pa_sample_field *f = NULL;

		for (i = rows = 0; i < PA_SAMPLE_FIELDS; i++) {
			if (pa_sample_fields[i].bit != bit)
				continue;
			f = &pa_sample_fields[i];
			rows++;
		}
		if (!is_num(rows, 1, "bit %u has one row", bit))
			continue;
		is_str(f->flag, pa_name_of(&pa_sample_bits, bit)->text + strlen("PERF_SAMPLE_"),
		       "its name is the UAPI's");
		ok(!f->decl == !!f->varies && !f->decl == !!f->parts && !f->decl == !f->size,
		   "%s has a declaration and a size, or what decides its size", f->flag);
		ok(f->meaning[0] && f->unit[0] && f->needs && f->since[0],
		   "%s is explained", f->flag);
		if (f->decl)
			is_num(decl_size(f->decl), f->size, "%s has its members' size", f->flag);
	}
}

static void test_records(void)
{
	unsigned int i;

	for (i = 1; i < PA_RECORD_TYPES; i++) {
		const struct pa_record_type *r = &pa_record_types[i];

		if (!ok(r->name && r->decl, "record type %u has a name", i) ||
		    i == PA_RECORD_SAMPLE)
			continue;
		is_num(decl_size(r->decl), r->size, "%s has the size of its members", r->name);
	}
	ok(!pa_record_types[0].name, "record type 0 does not exist");
	is_str(pa_record_types[PA_RECORD_LOST].name, "LOST", "LOST has its number");
	is_str(pa_record_types[PA_RECORD_THROTTLE].name, "THROTTLE", "THROTTLE has its number");
	is_str(pa_record_types[PA_RECORD_SAMPLE].name, "SAMPLE", "SAMPLE has its number");
	is_str(pa_record_types[PA_RECORD_AUX].name, "AUX", "AUX has its number");
	is_str(pa_record_types[PA_RECORD_LOST_SAMPLES].name, "LOST_SAMPLES",
	       "LOST_SAMPLES has its number");
}

/* A sample as a program would declare it. */
struct mem_sample {
	__u32 header[2];
	__u64 ip;
	__u32 pid, tid;
	__u64 time, addr, id;
	__u32 cpu, res;
	__u64 period;
	__u32 var1_dw;
	__u16 var2_w, var3_w;
	__u64 data_src, phys_addr, data_page_size;
};

static int offset_of(const struct pa_sample_layout *l, unsigned int bit)
{
	unsigned int i;

	for (i = 0; i < l->n; i++)
		if (l->place[i].field->bit == bit)
			return l->place[i].offset;
	return -2;
}

static void test_fixed(void)
{
	struct pa_sample_attr a = { .sample_type = 0x14881cf };
	struct pa_sample_layout l;

	pa_sample_layout(&l, &a);
	is_num(l.size, sizeof(struct mem_sample),
	       "a sample of perf mem record has the size of its struct");
	is_num(offset_of(&l, 0), offsetof(struct mem_sample, ip),
	       "ip is where the struct has it");
	is_num(offset_of(&l, 6), offsetof(struct mem_sample, id), "id is before cpu");
	is_num(offset_of(&l, 7), offsetof(struct mem_sample, cpu),
	       "cpu is where the struct has it");
	is_num(offset_of(&l, 24), offsetof(struct mem_sample, var1_dw),
	       "WEIGHT_STRUCT, bit 24, is before DATA_SRC, bit 15");
	is_num(offset_of(&l, 15), offsetof(struct mem_sample, data_src),
	       "data_src is after weight");
	is_num(offset_of(&l, 22), offsetof(struct mem_sample, data_page_size),
	       "data_page_size is where the struct has it");
	a.sample_type = 0;
	pa_sample_layout(&l, &a);
	is_num(l.size, 8,
	       "an empty sample_type gives the header alone");
	a.sample_type = PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT;
	pa_sample_layout(&l, &a);
	is_num(l.n, 1, "both weights are one word");
}

static void test_varying(void)
{
	struct pa_sample_attr a = {
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN |
			       PERF_SAMPLE_DATA_SRC,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_LOST,
	};
	struct pa_sample_layout l;

	pa_sample_layout(&l, &a);
	is_num(offset_of(&l, 16), 8, "IDENTIFIER is first");
	is_num(offset_of(&l, 5), 8 + 8 + 24, "a read without GROUP has a fixed size");
	is_num(offset_of(&l, 15), -1, "the offset after a callchain is not known");
	is_num(l.size, 0, "the sample has no fixed size");
	is_num(l.least, 8 + 8 + 24 + 8 + 8, "its smallest size has an empty callchain");
	a.read_format |= PERF_FORMAT_GROUP;
	pa_sample_layout(&l, &a);
	is_num(offset_of(&l, 5), -1, "a read of a group varies");
	is_num(l.place[1].least, 8 + 8 + 16, "at least the leader is read");
	a.read_format = 1 << 5;
	pa_sample_layout(&l, &a);
	is_num(l.unknown_format, 1 << 5, "an unknown bit of read_format is said");
	is_num(offset_of(&l, 5), -1,
	       "with an unknown bit of read_format the size of READ is not known");
	a.sample_type = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER | 1ULL << 40 | 1ULL << 63;
	pa_sample_layout(&l, &a);
	ok(l.unknown == (1ULL << 40 | 1ULL << 63), "unknown bits of sample_type are said");
	is_num(l.place[0].offset, -1, "with unknown bits no offset is known");
	a.sample_type |= PERF_SAMPLE_IDENTIFIER;
	pa_sample_layout(&l, &a);
	is_num(l.place[0].offset, 8, "but that of IDENTIFIER");
	a.sample_type = PERF_SAMPLE_IP | 1ULL << 40;
	pa_sample_layout(&l, &a);
	is_num(l.size, 0, "with an unknown bit the size is not known");
}

/* The size by the man page's structs, for all formats and some groups. */
static void test_read(void)
{
	const struct pa_read_member *m[PA_READ_MEMBERS];
	unsigned int format, events, size, wrong = 0;

	for (format = 0; format < PERF_FORMAT_MAX; format++) {
		for (events = 1; events < 40; events++) {
			size = 8 + 8 * !!(format & PERF_FORMAT_ID);
			size += 8 * !!(format & PERF_FORMAT_LOST);
			if (format & PERF_FORMAT_GROUP)
				size = 8 + events * size;
			size += 8 * !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED);
			size += 8 * !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
			wrong += pa_read_size(format, events) != size;
		}
	}
	is_num(wrong, 0, "all read_formats have the size of read()'s structs");
	is_num(pa_read_order(m, PERF_FORMAT_ID | PERF_FORMAT_TOTAL_TIME_RUNNING), 3,
	       "a read has the members of its bits");
	ok(!m[0]->format && m[2]->format == PERF_FORMAT_ID, "without GROUP the value is first");
	ok(pa_read_order(m, PERF_FORMAT_GROUP | PERF_FORMAT_ID) == 3 && !m[1]->format,
	   "with GROUP the number of events is before the values");
	is_num(pa_read_size(PERF_FORMAT_GROUP, ~0ULL), UINT32_MAX,
	       "an absurd group has no small size");
}

static void test_sample_id(void)
{
	struct pa_sample_attr a = { .sample_type = ~0ULL, .sample_id_all = true };

	is_num(pa_sample_id_size(&a), 48, "sample_id has at most six words");
	a.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_IDENTIFIER;
	is_num(pa_sample_id_size(&a), 16, "sample_id has only the bits of sample_type");
	a.sample_id_all = false;
	is_num(pa_sample_id_size(&a), 0, "without sample_id_all there is no sample_id");
}

int main(void)
{
	test_fields();
	test_records();
	test_fixed();
	test_varying();
	test_read();
	test_sample_id();
	return tap_end();
}
