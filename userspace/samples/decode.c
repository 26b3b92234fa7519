// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The fields of a sample that was read. A size in it is believed only within the record. */
#include "samples/samples.h"

/* Bytes of struct perf_branch_entry, and of a counter of BRANCH_COUNTERS. */
#define BRANCH_BYTES	24
#define COUNTER_BYTES	8

/**
 * pa_record_u64() - eight bytes of a record
 * @r:  the record
 * @at: bytes from its start
 *
 * Return: 0 if they are not in the record.
 */
u64 pa_record_u64(const struct pa_ring_record *r, u32 at)
{
	u64 value = 0;

	if (at + 8ULL <= r->size)
		memcpy(&value, r->bytes + at, 8);
	return value;
}

/*
 * Bytes of the field at @at by the count in it; if the count is too large for any record, more than
 * there are.
 */
static u32 field_bytes(const struct pa_sample *s, const struct pa_sample_attr *a,
		       const struct pa_ring_record *r, u32 bit, u32 at)
{
	u64 nr = pa_record_u64(r, at);
	u32 n = nr > U16_MAX ? U16_MAX : (u32)nr;

	switch (1U << bit) {
	case PA_SAMPLE_READ:
		return pa_read_size(a->read_format, nr);
	case PA_SAMPLE_CALLCHAIN:
		return 8 + 8 * n;
	case PA_SAMPLE_RAW:
		memcpy(&n, &nr, 4);
		return 4 + (n > U16_MAX ? U16_MAX : n);
	case PA_SAMPLE_BRANCH_STACK:
		return 8 + (s->hw_idx ? 8 : 0) +
		       n * (BRANCH_BYTES + (s->counters ? COUNTER_BYTES : 0));
	case PA_SAMPLE_REGS_USER:
		return 8 + (n ? 8 * (u32)__builtin_popcountll(a->regs_user) : 0);
	case PA_SAMPLE_REGS_INTR:
		return 8 + (n ? 8 * (u32)__builtin_popcountll(a->regs_intr) : 0);
	case PA_SAMPLE_STACK_USER:
		return n ? 16 + n : 8;
	case PA_SAMPLE_AUX:
		return 8 + n;
	}
	return 8;
}

static enum pa_decode decode(struct pa_sample *s, const struct pa_sample_layout *l,
			     const struct pa_ring_record *r)
{
	u32 i, bytes;

	s->size = PA_RECORD_HEADER;
	for (i = 0; i < l->n; i++) {
		u32 bit = l->place[i].field->bit;

		if (1U << bit == PA_SAMPLE_READ && l->unknown_format)
			return PA_DECODE_UNKNOWN;
		bytes = field_bytes(s, &l->attr, r, bit, s->size);
		/*
		 * For a task with registers but no stack bytes the kernel writes a dyn_size that
		 * the size of the record does not include: later fields are 8 bytes behind.
		 */
		if (bytes % 8 || s->size + bytes > r->size ||
		    (1U << bit == PA_SAMPLE_STACK_USER && bytes == 8 && s->at[12] &&
		     pa_record_u64(r, s->at[12])))
			return PA_DECODE_SHORT;
		s->at[bit] = s->size;
		s->len[bit] = bytes;
		s->size += bytes;
	}
	return s->size == r->size ? PA_DECODE_EXACT : PA_DECODE_LONG;
}

/*
 * The members of a branch stack are not as the attr says if the PMU gave none: the kernel then
 * writes nr = 0 without hw_idx. And counters are there if the group's leader asked for them. In
 * rare samples with nr = 0 both ways fit, because a later count makes up for the difference.
 */
static bool decode_other(struct pa_sample *s, const struct pa_sample_layout *l,
			 const struct pa_ring_record *r)
{
	/* If a missing hw_idx is assumed, the last field of a record goes beyond its end. */
	u32 at = s->at[11] ? s->at[11] : s->size;
	bool none = !pa_record_u64(r, at);
	struct pa_sample other = {
		.hw_idx = none ? !s->hw_idx : s->hw_idx,
		.counters = none ? s->counters : !s->counters,
	};

	if (!(l->attr.sample_type & PA_SAMPLE_BRANCH_STACK) || (none && !s->hw_idx) ||
	    decode(&other, l, r) != PA_DECODE_EXACT)
		return false;
	*s = other;
	return true;
}

/**
 * pa_sample_decode() - find the fields of a sample
 * @s: the result
 * @l: the layout by the attr of the event that wrote it
 * @r: the record, of type PERF_RECORD_SAMPLE
 *
 * With an unknown bit of sample_type no field is found: a kernel may write the field of the bit
 * before any other.
 */
enum pa_decode pa_sample_decode(struct pa_sample *s, const struct pa_sample_layout *l,
				const struct pa_ring_record *r)
{
	enum pa_decode how;

	memset(s, 0, sizeof(*s));
	if (l->unknown)
		return PA_DECODE_UNKNOWN;
	s->hw_idx = l->attr.branch & PA_BRANCH_HW_INDEX;
	s->counters = l->attr.branch & PA_BRANCH_COUNTERS;
	how = decode(s, l, r);
	if ((how == PA_DECODE_SHORT || how == PA_DECODE_LONG) && decode_other(s, l, r))
		how = PA_DECODE_EXACT;
	return how;
}

/**
 * pa_record_id_at() - a field of the struct sample_id that ends a record which is not a sample
 * @r:   the record
 * @a:   the attr of the event that wrote it
 * @bit: of sample_type
 *
 * Return: bytes from the start of the record; 0 if the record has no such field.
 */
u32 pa_record_id_at(const struct pa_ring_record *r, const struct pa_sample_attr *a, u32 bit)
{
	u32 i, size = pa_sample_id_size(a), at = r->size - size;

	if (!size || r->type == PA_RECORD_SAMPLE || size + PA_RECORD_HEADER > r->size)
		return 0;
	for (i = 0; i < ARRAY_SIZE(pa_sample_id_bits); i++) {
		bool there = a->sample_type >> pa_sample_id_bits[i] & 1;

		if (pa_sample_id_bits[i] == bit)
			return there ? at : 0;
		at += there ? 8 : 0;
	}
	return 0;
}
