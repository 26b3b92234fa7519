/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * The bytes that the kernel writes for an event: fields of a sample, values of a read, records of
 * the ring. Everything here is pure: it reads tables and bytes, and asks no system.
 */
#ifndef PERFATTR_SAMPLES_H
#define PERFATTR_SAMPLES_H

#include "core/names.h"

/* PERF_SAMPLE_* bits, each of which is a field of a sample. */
#define PA_SAMPLE_FIELDS	25
/* PERF_RECORD_* types that are known, with 0, which the kernel does not use. */
#define PA_RECORD_TYPES		23
/* Members of the result of read(): nr, value, and one for each PERF_FORMAT_* bit except GROUP. */
#define PA_READ_MEMBERS		6
/* struct perf_event_header, with which every record begins. */
#define PA_RECORD_HEADER	8
/* The PERF_RECORD_* types that the decoder looks into. */
#define PA_RECORD_LOST		2
#define PA_RECORD_THROTTLE	5
#define PA_RECORD_UNTHROTTLE	6
#define PA_RECORD_SAMPLE	9
#define PA_RECORD_AUX		11
#define PA_RECORD_LOST_SAMPLES	13

/**
 * struct pa_sample_field - a field of PERF_RECORD_SAMPLE
 * @bit:     of sample_type
 * @flag:    "ADDR", of PERF_SAMPLE_ADDR
 * @decl:    members of a C struct: "__u32 pid, tid;"; NULL if the size varies
 * @size:    bytes; 0 if the size varies
 * @varies:  what decides the size; NULL if it does not vary
 * @parts:   the members if the size varies: "__u64 nr; __u64 ips[nr];"; else NULL
 * @meaning: meaning of the value
 * @unit:    of the value
 * @needs:   what must be so for a value that is not 0 or empty; "" if nothing
 * @since:   the first Linux that has the bit
 */
struct pa_sample_field {
	u8 bit;
	const char *flag;
	const char *decl;
	u8 size;
	const char *varies;
	const char *parts;
	const char *meaning, *unit, *needs, *since;
};

/* In the order in which perf_output_sample() writes. */
extern const struct pa_sample_field pa_sample_fields[PA_SAMPLE_FIELDS];

/* The bits of struct sample_id, in the order of __perf_event__output_id_sample(). */
extern const u8 pa_sample_id_bits[6];

/**
 * struct pa_read_member - a member of the result of read(), and of PERF_SAMPLE_READ
 * @format: the PERF_FORMAT_* bit that it needs; 0 if it is always there
 * @each:   in a group: once for each event
 * @name:   of the member
 */
struct pa_read_member {
	u32 format;
	bool each;
	const char *name;
};

/* With PERF_FORMAT_GROUP in this order; without it the value is first, and there is no nr. */
extern const struct pa_read_member pa_read_members[PA_READ_MEMBERS];

/**
 * struct pa_record_type - a PERF_RECORD_* type
 * @name: "MMAP2"; NULL if there is no such type
 * @size: bytes between the header and struct sample_id, without an array at their end
 * @decl: the members there
 */
struct pa_record_type {
	const char *name;
	u8 size;
	const char *decl;
};

extern const struct pa_record_type pa_record_types[PA_RECORD_TYPES];

/**
 * struct pa_sample_attr - the fields of an attr that decide the layout
 * @sample_type:   PA_SAMPLE_*
 * @read_format:   PA_FORMAT_*
 * @branch:        branch_sample_type
 * @regs_user:     sample_regs_user
 * @regs_intr:     sample_regs_intr
 * @stack_user:    sample_stack_user
 * @sample_id_all: records other than samples end with struct sample_id
 */
struct pa_sample_attr {
	u64 sample_type;
	u64 read_format;
	u64 branch;
	u64 regs_user;
	u64 regs_intr;
	u32 stack_user;
	bool sample_id_all;
};

/**
 * struct pa_sample_place - where a field is in a sample
 * @field:  the field
 * @offset: from the start of the record, header included; -1 after a field whose size varies
 * @size:   bytes; 0 if they vary
 * @least:  bytes at least
 */
struct pa_sample_place {
	const struct pa_sample_field *field;
	s32 offset;
	u32 size, least;
};

/**
 * struct pa_sample_layout - a PERF_RECORD_SAMPLE of an attr
 * @attr:    the attr
 * @place:   its fields, in the order in which they are written
 * @n:       entries of @place
 * @size:    bytes of the record; 0 if they vary
 * @least:   bytes at least
 * @unknown: bits of sample_type that are not in the table: offsets of their fields are not known
 * @unknown_format: bits of read_format that are not in the table
 */
struct pa_sample_layout {
	struct pa_sample_attr attr;
	struct pa_sample_place place[PA_SAMPLE_FIELDS];
	u32 n;
	u32 size, least;
	u64 unknown, unknown_format;
};

void pa_sample_layout(struct pa_sample_layout *l, const struct pa_sample_attr *attr);
u32 pa_read_size(u64 read_format, u64 events);
u32 pa_read_order(const struct pa_read_member *m[PA_READ_MEMBERS], u64 read_format);
u32 pa_sample_id_size(const struct pa_sample_attr *a);

/* How the decoding of a sample ended. */
enum pa_decode {
	PA_DECODE_EXACT,	/* its fields fill the record */
	PA_DECODE_SHORT,	/* a field goes beyond the record; it and later ones are left out */
	PA_DECODE_LONG,		/* bytes remain after the last field */
	PA_DECODE_UNKNOWN,	/* an unknown bit: of sample_type, or of read_format before READ */
};

/**
 * struct pa_sample - the fields of one PERF_RECORD_SAMPLE
 * @at:       by bit of sample_type: bytes from the start of the record; 0 if it is not there
 * @len:      by bit: bytes of the field
 * @size:     bytes of the header and of these fields
 * @hw_idx:   BRANCH_STACK has hw_idx after nr
 * @counters: BRANCH_STACK has a counter for each branch after the branches
 */
struct pa_sample {
	u32 at[PA_SAMPLE_FIELDS];
	u32 len[PA_SAMPLE_FIELDS];
	u32 size;
	bool hw_idx;
	bool counters;
};

/**
 * struct pa_ring_record - a record of a ring, copied out of it
 * @type:  PERF_RECORD_*
 * @misc:  PERF_RECORD_MISC_*
 * @size:  bytes, header included
 * @bytes: the record, until the next one is read; aligned as a u64
 */
struct pa_ring_record {
	u32 type;
	u16 misc;
	u16 size;
	const u8 *bytes;
};

/**
 * struct pa_ring_counts - the content of a ring
 * @of:           records of each type
 * @unknown:      records of a type that is not known
 * @lost:         records that LOST counts
 * @lost_samples: samples that LOST_SAMPLES counts
 * @broken:       records of an impossible size, which end the reading
 * @lapped:       bytes that were overwritten before they were read
 * @aux_bytes:    bytes that AUX records announce
 * @aux_flagged:  AUX records with TRUNCATED, OVERWRITE, PARTIAL, COLLISION, in this order
 */
struct pa_ring_counts {
	u64 of[PA_RECORD_TYPES];
	u64 unknown, lost, lost_samples, broken, lapped, aux_bytes, aux_flagged[4];
};

/**
 * struct pa_ring - a reader of the data area of a ring
 * @data:     the area, data_offset bytes after the start of the mapping
 * @size:     its bytes, data_size: a power of two
 * @at:       the next record; behind the last one it is the new data_tail
 * @end:      the first byte that is not to be read
 * @backward: the event has write_backward: from the newest record to the oldest
 * @counts:   the number of records read
 * @copy:     the record that was read last
 */
struct pa_ring {
	const u8 *data;
	u64 size, at, end;
	bool backward;
	struct pa_ring_counts counts;
	u64 copy[(U16_MAX + 1) / 8];
};

enum pa_decode pa_sample_decode(struct pa_sample *s, const struct pa_sample_layout *l,
				const struct pa_ring_record *r);
u64 pa_record_u64(const struct pa_ring_record *r, u32 at);
u32 pa_record_id_at(const struct pa_ring_record *r, const struct pa_sample_attr *a, u32 bit);

void pa_ring_start(struct pa_ring *ring, const void *data, u64 size, u64 tail, u64 head);
void pa_ring_start_backward(struct pa_ring *ring, const void *data, u64 size, u64 head);
bool pa_ring_next(struct pa_ring *ring, struct pa_ring_record *r);

#endif /* PERFATTR_SAMPLES_H */
