// SPDX-License-Identifier: GPL-2.0
/*
 * The decoder of samples, and the reader of rings: records that a kernel could have written, and
 * rings that hold anything.
 *
 *   test_samples_ring [RINGS]   with so many hostile rings, by default 20000
 */
#include <stdlib.h>

#include "samples/samples.h"
#include "tap.h"
#include "uapi.h"

#define HOSTILE_RINGS	20000
#define RECORD_MOST	4096
/* Types of records that the kernel has. */
#define RECORD_MMAP	1
#define RECORD_SWITCH	14

static u64 seed = 1;

static u32 rnd(u32 below)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (u32)(seed >> 33) % below;
}

/* A record that is being written. */
struct written {
	u64 word[RECORD_MOST / 8];
	u32 n;
	u32 field[PA_SAMPLE_FIELDS];	/* by bit: the word with which it begins */
};

static void put(struct written *w, u64 value)
{
	w->word[w->n++] = value;
}

static void put_many(struct written *w, u32 n)
{
	while (n--)
		put(w, seed ^ w->n);
}

static void put_header(struct written *w, u32 type, u16 misc)
{
	w->word[0] = type | (u64)misc << 32 | (u64)(8 * w->n) << 48;
}

/* The writer knows the UAPI's order by heart: it is not made from the table. */
static void put_read(struct written *w, const struct pa_sample_attr *a, u32 events)
{
	bool group = a->read_format & PERF_FORMAT_GROUP;
	u32 each = 1 + !!(a->read_format & PERF_FORMAT_ID) + !!(a->read_format & PERF_FORMAT_LOST);

	if (group)
		put(w, events);
	put_many(w, !!(a->read_format & PERF_FORMAT_TOTAL_TIME_ENABLED) +
		    !!(a->read_format & PERF_FORMAT_TOTAL_TIME_RUNNING));
	put_many(w, group ? events * each : each);
}

static void put_branches(struct written *w, const struct pa_sample_attr *a, bool none,
			 bool counters)
{
	u32 nr = none ? 0 : rnd(5);

	put(w, nr);
	if (!none && a->branch & PERF_SAMPLE_BRANCH_HW_INDEX)
		put(w, ~0ULL);
	put_many(w, nr * (counters ? 4 : 3));
}

static void put_regs(struct written *w, u64 mask)
{
	u64 abi = rnd(3);

	put(w, abi);
	for (; abi && mask; mask &= mask - 1)
		put(w, seed);
}

/* A count of bytes and the bytes. */
static void put_bytes(struct written *w, u32 words)
{
	put(w, 8 * words);
	put_many(w, words);
}

static void put_field(struct written *w, const struct pa_sample_attr *a, u32 bit)
{
	u32 n = rnd(6);

	w->field[bit] = w->n;
	switch (1U << bit) {
	case PERF_SAMPLE_READ:
		put_read(w, a, 1 + n);
		return;
	case PERF_SAMPLE_CALLCHAIN:
		put(w, n);
		put_many(w, n);
		return;
	case PERF_SAMPLE_RAW:
		put(w, (8 * n + 4) | 0x123456789ULL << 32);
		put_many(w, n);
		return;
	case PERF_SAMPLE_BRANCH_STACK:
		put_branches(w, a, !n, a->branch & PERF_SAMPLE_BRANCH_COUNTERS);
		return;
	case PERF_SAMPLE_REGS_USER:
		put_regs(w, a->regs_user);
		return;
	case PERF_SAMPLE_REGS_INTR:
		put_regs(w, a->regs_intr);
		return;
	case PERF_SAMPLE_STACK_USER:
		/* A task with registers has a stack, see test_no_stack(). */
		n += a->sample_type & PERF_SAMPLE_REGS_USER && w->word[w->field[12]];
		put_bytes(w, n);
		if (n)
			put(w, 8);
		return;
	case PERF_SAMPLE_AUX:
		put_bytes(w, n);
		return;
	}
	put(w, seed);
}

/* By perf_output_sample(), with AUX at the end and WEIGHT_STRUCT in the place of WEIGHT. */
static const u8 written_order[] = {
	16, 0, 1, 2, 3, 6, 9, 7, 8, 4, 5, 10, 11, 12, 13, 14, 24, 15, 17, 18, 19, 21, 22, 23, 20,
};

static void put_sample(struct written *w, const struct pa_sample_attr *a)
{
	u32 i;

	memset(w, 0, sizeof(*w));
	w->n = 1;
	for (i = 0; i < ARRAY_SIZE(written_order); i++)
		if (a->sample_type >> written_order[i] & 1)
			put_field(w, a, written_order[i]);
	put_header(w, PA_RECORD_SAMPLE, 2);
}

static struct pa_ring_record record_of(const struct written *w)
{
	return (struct pa_ring_record){
		.type = (u32)w->word[0],
		.size = (u16)(w->word[0] >> 48),
		.bytes = (const u8 *)w->word,
	};
}

static void random_attr(struct pa_sample_attr *a)
{
	memset(a, 0, sizeof(*a));
	a->sample_type = rnd(1U << PA_SAMPLE_FIELDS);
	if (a->sample_type & PERF_SAMPLE_WEIGHT)
		a->sample_type &= ~(u64)PERF_SAMPLE_WEIGHT_STRUCT;
	a->read_format = rnd(PERF_FORMAT_MAX);
	a->branch = (rnd(2) ? PERF_SAMPLE_BRANCH_HW_INDEX : 0) |
		    (rnd(2) ? PERF_SAMPLE_BRANCH_COUNTERS : 0);
	a->regs_user = rnd(256);
	a->regs_intr = rnd(256);
	a->stack_user = 64;
}

/* Returns true if each field is where it was written, and where the layout has it. */
static bool same_places(const struct pa_sample *s, const struct written *w,
			const struct pa_sample_layout *l)
{
	bool same = true;
	u32 i;

	for (i = 0; i < PA_SAMPLE_FIELDS; i++)
		same = same && s->at[i] == 8 * w->field[i];
	for (i = 0; i < l->n; i++) {
		const struct pa_sample_place *p = &l->place[i];
		u32 len = s->len[p->field->bit];

		same = same && (p->offset < 0 || p->offset == (s32)s->at[p->field->bit]);
		same = same && len >= p->least && (!p->size || p->size == len);
	}
	return same && (!l->size || l->size == s->size) && l->least <= s->size;
}

/* If nr is 0 and hw_idx may be missing, a later count can make up for the difference. */
static bool may_be_either(const struct pa_sample *s, const struct written *w,
			  const struct pa_sample_attr *a)
{
	return s->hw_idx && s->at[11] && !w->word[w->field[11]] &&
	       a->sample_type & (PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER |
				 PERF_SAMPLE_REGS_INTR | PERF_SAMPLE_AUX);
}

static void test_samples(void)
{
	u32 i, wrong = 0, either = 0, longer = 0, shorter = 0;
	struct pa_sample_layout l;
	struct pa_sample_attr a;
	struct pa_ring_record r;
	struct pa_sample s;
	struct written w;

	for (i = 0; i < 20000; i++) {
		random_attr(&a);
		put_sample(&w, &a);
		r = record_of(&w);
		pa_sample_layout(&l, &a);
		wrong += pa_sample_decode(&s, &l, &r) != PA_DECODE_EXACT;
		if (!same_places(&s, &w, &l))
			*(may_be_either(&s, &w, &a) ? &either : &wrong) += 1;
		/* hw_idx and counters are found by the size: what is longer or shorter may fit. */
		if (a.sample_type & PERF_SAMPLE_BRANCH_STACK)
			continue;
		r.size += 8;
		longer += pa_sample_decode(&s, &l, &r) == PA_DECODE_EXACT;
		r.size -= 16;
		shorter += w.n > 1 && pa_sample_decode(&s, &l, &r) != PA_DECODE_SHORT;
	}
	is_num(wrong, 0, "random samples of all bits are decoded as they were written");
	ok(either < 20, "few with no branches fit with hw_idx and without it");
	is_num(longer, 0, "a record with a word too many is not decoded as exact");
	is_num(shorter, 0, "a record with a word too few is too short");
}

static void test_branches(void)
{
	struct pa_sample_attr a = {
		.sample_type = PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_DATA_SRC,
		.branch = PERF_SAMPLE_BRANCH_HW_INDEX,
	};
	struct written w = { .n = 1 };
	struct pa_sample_layout l;
	struct pa_ring_record r;
	struct pa_sample s;

	put(&w, 2);
	put_many(&w, 1 + 2 * 4);
	put(&w, 0x1234);
	put_header(&w, PA_RECORD_SAMPLE, 0);
	r = record_of(&w);
	pa_sample_layout(&l, &a);
	ok(pa_sample_decode(&s, &l, &r) == PA_DECODE_EXACT && s.counters && s.hw_idx &&
	   pa_record_u64(&r, s.at[15]) == 0x1234,
	   "counters that only the group's leader asked for are found by the size");
}

/* A task with registers, but without a stack: the kernel writes more than the size says. */
static void test_no_stack(void)
{
	struct pa_sample_attr a = {
		.sample_type = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER |
			       PERF_SAMPLE_DATA_SRC,
		.regs_user = 1,
	};
	struct written w = { .n = 1 };
	struct pa_sample_layout l;
	struct pa_ring_record r;
	struct pa_sample s;

	put(&w, 2);
	put(&w, 0x400000);
	put(&w, 0);
	put(&w, 0);
	put_header(&w, PA_RECORD_SAMPLE, 0);
	r = record_of(&w);
	pa_sample_layout(&l, &a);
	ok(pa_sample_decode(&s, &l, &r) == PA_DECODE_SHORT &&
	   s.at[12] && !s.at[13] && !s.at[15],
	   "what follows a stack of 0 bytes of a task with registers is left out");
	w.n = 1;
	put(&w, 0);
	put(&w, 0);
	put(&w, 0x1234);
	put_header(&w, PA_RECORD_SAMPLE, 0);
	r = record_of(&w);
	ok(pa_sample_decode(&s, &l, &r) == PA_DECODE_EXACT &&
	   pa_record_u64(&r, s.at[15]) == 0x1234, "... and is decoded if it has no registers");
}

static void test_unknown(void)
{
	struct pa_sample_attr a = { .sample_type = PERF_SAMPLE_IP | 1ULL << 40 };
	struct written w = { .n = 3 };
	struct pa_sample_layout l;
	struct pa_ring_record r;
	struct pa_sample s;

	put_header(&w, PA_RECORD_SAMPLE, 0);
	r = record_of(&w);
	pa_sample_layout(&l, &a);
	ok(pa_sample_decode(&s, &l, &r) == PA_DECODE_UNKNOWN && !s.at[0],
	   "nothing is decoded with an unknown bit of sample_type");
	a.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_READ;
	a.read_format = 1 << 5;
	pa_sample_layout(&l, &a);
	ok(pa_sample_decode(&s, &l, &r) == PA_DECODE_UNKNOWN && s.at[0] == 8 && !s.at[4],
	   "with an unknown bit of read_format only what is before READ is decoded");
}

/* A ring of its own allocation, so that the sanitizer sees what is read beyond it. */
static u8 *ring_area(u64 size)
{
	u8 *area = malloc(size ? size : 1);

	if (!area)
		abort();
	return area;
}

static void area_put(u8 *area, u64 size, u64 at, const void *bytes, u32 len)
{
	u32 i;

	for (i = 0; i < len; i++)
		area[(at + i) % size] = ((const u8 *)bytes)[i];
}

/* Writes a record of @type with @words after the header, which hold their number. */
static u32 area_record(u8 *area, u64 size, u64 at, u32 type, u32 words, u64 word)
{
	struct written w = { .n = 1 };
	u32 i;

	for (i = 0; i < words; i++)
		put(&w, word);
	put_header(&w, type, 0);
	area_put(area, size, at, w.word, 8 * w.n);
	return 8 * w.n;
}

static void test_forward(void)
{
	static struct pa_ring ring;
	u64 size = 4096, tail = -80ULL, head = tail;
	u8 *area = ring_area(size);
	struct pa_ring_record r;
	u64 sum = 0, n = 0;

	/* The positions pass 2^64, and the first sample goes round the end of the area. */
	head += area_record(area, size, head, RECORD_SWITCH, 0, 0);
	head += area_record(area, size, head, PA_RECORD_SAMPLE, 20, 7);
	head += area_record(area, size, head, PA_RECORD_LOST, 2, 5);
	head += area_record(area, size, head, PA_RECORD_LOST_SAMPLES, 1, 3);
	head += area_record(area, size, head, PA_RECORD_THROTTLE, 3, 0);
	head += area_record(area, size, head, PA_RECORD_UNTHROTTLE, 3, 0);
	head += area_record(area, size, head, PA_RECORD_AUX, 3, 5);
	head += area_record(area, size, head, 99, 1, 0);
	head += area_record(area, size, head, RECORD_MMAP, 5, 0);
	memset(&ring, 0, sizeof(ring));
	pa_ring_start(&ring, area, size, tail, head);
	for (; pa_ring_next(&ring, &r); n++)
		if (r.type == PA_RECORD_SAMPLE)
			sum += pa_record_u64(&r, 8) + pa_record_u64(&r, 160);
	is_num(n, 9, "all records of a ring are read");
	is_num(sum, 14, "a record that goes round the end is whole");
	ok(ring.at == head, "the reader ends at data_head");
	is_num(ring.counts.of[PA_RECORD_SAMPLE], 1, "samples are counted");
	is_num(ring.counts.lost, 5, "LOST says how many records were lost");
	is_num(ring.counts.lost_samples, 3, "LOST_SAMPLES says how many samples were lost");
	ok(ring.counts.of[PA_RECORD_THROTTLE] == 1 && ring.counts.of[PA_RECORD_UNTHROTTLE] == 1,
	   "throttling is counted");
	ok(ring.counts.of[PA_RECORD_AUX] == 1 &&
	   ring.counts.aux_bytes == 5 && ring.counts.aux_flagged[0] == 1 &&
	   !ring.counts.aux_flagged[1] && ring.counts.aux_flagged[2] == 1, "AUX is summed up");
	is_num(ring.counts.unknown, 1, "a record of an unknown type is counted, and passed over");
	pa_ring_start(&ring, area, size, head, head + size + 8);
	ok(!pa_ring_next(&ring, &r) && ring.counts.lapped == size + 8,
	   "a ring that was overwritten has no records, and its bytes are counted");
	free(area);
}

/* A backward ring is written from the end to the start, newest record first. */
static void test_backward(void)
{
	static struct pa_ring ring;
	u64 size = 4096, head = 0, newest = 0, n = 0;
	u8 *area = ring_area(size);
	struct pa_ring_record r;
	bool falling = true;

	memset(area, 0, size);
	memset(&ring, 0, sizeof(ring));
	for (; newest < 10; newest++) {
		head -= 24;
		area_record(area, size, head, PA_RECORD_SAMPLE, 2, newest);
	}
	pa_ring_start_backward(&ring, area, size, head);
	for (; pa_ring_next(&ring, &r); n++)
		falling = falling && pa_record_u64(&r, 8) == newest - 1 - n;
	ok(n == 10 && falling, "a backward ring that is not full ends where nothing was written");
	for (; newest < 1000; newest++) {
		head -= 24;
		area_record(area, size, head, PA_RECORD_SAMPLE, 2, newest);
	}
	pa_ring_start_backward(&ring, area, size, head);
	for (n = 0; pa_ring_next(&ring, &r); n++)
		falling = falling && pa_record_u64(&r, 8) == newest - 1 - n;
	ok(n == size / 24 && falling, "a full backward ring has its newest records");
	is_num(ring.counts.broken, 0, "the record that was overwritten in part is not broken");
	free(area);
}

static void test_broken(void)
{
	static const u16 sizes[] = { 0, 1, 7, 12, 4104, 65535 };
	static struct pa_ring ring;
	u64 size = 4096, header;
	u8 *area = ring_area(size);
	struct pa_ring_record r;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		header = PA_RECORD_SAMPLE | (u64)sizes[i] << 48;
		area_put(area, size, 16, &header, 8);
		memset(&ring, 0, sizeof(ring));
		pa_ring_start(&ring, area, size, 16, 2048);
		ok(!pa_ring_next(&ring, &r) && ring.counts.broken == 1 && ring.at == 2048,
		   "a record of %u bytes ends the reading", sizes[i]);
	}
	memset(&ring, 0, sizeof(ring));
	pa_ring_start(&ring, area, 3000, 0, 1000);
	ok(!pa_ring_next(&ring, &r), "an area of 3000 bytes is not read: not a power of two");
	free(area);
}

/* A word of a record: mostly a count that may be believed. */
static u64 hostile_word(void)
{
	u64 any = (u64)rnd(1U << 30) << 34 | (u64)rnd(1U << 30) << 4 | rnd(16);

	return rnd(4) ? rnd(64) : any >> rnd(60);
}

/* Records from @at on, most of which have a possible size, and nothing else that is certain. */
static void hostile_fill(u8 *area, u64 size, u64 at)
{
	u64 end = at + size, word;
	u32 bytes, left;

	for (bytes = 0; at + 8 <= end; at += bytes) {
		bytes = rnd(40) ? 8 * (1 + rnd(rnd(4) ? 8 : 300)) : rnd(65536);
		word = (rnd(2) ? PA_RECORD_SAMPLE : rnd(24)) | (u64)bytes << 48;
		bytes = bytes < 8 ? 8 : bytes & ~7U;
		area_put(area, size, at, &word, 8);
		for (left = 8; left < bytes && at + left + 8 <= end; left += 8) {
			word = hostile_word();
			area_put(area, size, at + left, &word, 8);
		}
	}
}

/* Returns the records that were read; 0 if something was wrong with one. */
static u64 hostile_read(struct pa_ring *ring, const struct pa_sample_attr *a)
{
	struct pa_sample_layout l;
	struct pa_ring_record r;
	struct pa_sample s;
	u64 n = 1;
	u32 i;

	pa_sample_layout(&l, a);
	for (; pa_ring_next(ring, &r); n++) {
		enum pa_decode how = pa_sample_decode(&s, &l, &r);

		if (s.size > r.size || (how == PA_DECODE_EXACT && s.size != r.size) ||
		    n > ring->size / 8)
			return 0;
		for (i = 0; i < PA_SAMPLE_FIELDS; i++)
			if (s.at[i] + s.len[i] > r.size || pa_record_id_at(&r, a, i) > r.size)
				return 0;
	}
	return n;
}

static void test_hostile(u32 rings)
{
	static struct pa_ring ring;
	u64 wrong = 0, records = 0, n;
	struct pa_sample_attr a;
	u32 i;

	for (i = 0; i < rings; i++) {
		u64 size = rnd(8) ? 8ULL << rnd(11) : rnd(5000), tail = rnd(8192) * 8ULL, head;
		u8 *area = ring_area(size);

		if (size)
			hostile_fill(area, size, tail);
		random_attr(&a);
		a.sample_id_all = rnd(2);
		head = rnd(4) ? tail + rnd((u32)size + 1) : seed >> rnd(64);
		memset(&ring.counts, 0, sizeof(ring.counts));
		if (rnd(2))
			pa_ring_start(&ring, area, size, tail, head);
		else
			pa_ring_start_backward(&ring, area, size, rnd(4) ? tail : head);
		n = hostile_read(&ring, &a);
		wrong += !n;
		records += n;
		free(area);
	}
	diag("%u rings, %llu records", rings, (unsigned long long)records - rings);
	is_num(wrong, 0, "hostile rings are read within their bounds");
	ok(records > 2ULL * rings, "they have records that are decoded");
}

int main(int argc, char **argv)
{
	test_samples();
	test_branches();
	test_no_stack();
	test_unknown();
	test_forward();
	test_backward();
	test_broken();
	test_hostile(argc > 1 ? (u32)strtoul(argv[1], NULL, 10) : HOSTILE_RINGS);
	return tap_end();
}
