// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The offsets and sizes of a sample's fields, as far as an attr decides them. */
#include "samples/samples.h"

static u32 bits_set(u64 mask)
{
	return (u32)__builtin_popcountll(mask);
}

/**
 * pa_sample_field_of() - the field of a bit of sample_type
 * @bit: the number of the bit
 *
 * Return: NULL if no known kernel has the bit.
 */
const struct pa_sample_field *pa_sample_field_of(u32 bit)
{
	u32 i;

	for (i = 0; i < PA_SAMPLE_FIELDS; i++)
		if (pa_sample_fields[i].bit == bit)
			return &pa_sample_fields[i];
	return NULL;
}

/**
 * pa_read_size() - bytes that read() returns, and of PERF_SAMPLE_READ
 * @read_format: PA_FORMAT_*
 * @events:      in the group, the leader included; without PA_FORMAT_GROUP not looked at
 *
 * Return: U32_MAX for more events than any group has: the kernel limits a read to 16 KiB.
 */
u32 pa_read_size(u64 read_format, u64 events)
{
	u32 i, size = 0, times = read_format & PA_FORMAT_GROUP ? (u32)events : 1;

	if (read_format & PA_FORMAT_GROUP && events > U16_MAX)
		return U32_MAX;
	for (i = 0; i < PA_READ_MEMBERS; i++) {
		const struct pa_read_member *m = &pa_read_members[i];

		if (!m->format || (read_format & m->format))
			size += 8 * (m->each ? times : 1);
	}
	return size;
}

/**
 * pa_sample_id_size() - bytes of struct sample_id at the end of records that are not samples
 * @a: the attr
 */
u32 pa_sample_id_size(const struct pa_sample_attr *a)
{
	u32 i, size = 0;

	for (i = 0; a->sample_id_all && i < ARRAY_SIZE(pa_sample_id_bits); i++)
		size += (a->sample_type >> pa_sample_id_bits[i] & 1) ? 8 : 0;
	return size;
}

/* The sizes of a field: each count in it is 8 bytes, but that of RAW. */
static void place_size(struct pa_sample_place *p, const struct pa_sample_attr *a)
{
	p->least = 8;
	switch (1U << p->field->bit) {
	case PA_SAMPLE_READ:
		p->least = pa_read_size(a->read_format, 1);
		if (!(a->read_format & PA_FORMAT_GROUP))
			p->size = p->least;
		break;
	case PA_SAMPLE_REGS_USER:
		p->most = 8 + 8 * bits_set(a->regs_user);
		break;
	case PA_SAMPLE_REGS_INTR:
		p->most = 8 + 8 * bits_set(a->regs_intr);
		break;
	case PA_SAMPLE_STACK_USER:
		p->most = 16 + a->stack_user;
		break;
	default:
		p->size = p->field->size;
	}
	if (p->size) {
		p->least = p->size;
		p->most = p->size;
	}
}

/**
 * pa_sample_layout() - where each field of PERF_RECORD_SAMPLE is
 * @l: the result
 * @a: the attr
 *
 * WEIGHT and WEIGHT_STRUCT share one word, and no kernel takes both: the second is left out.
 * With read_format bits that are not known the size of READ is not known.
 */
void pa_sample_layout(struct pa_sample_layout *l, const struct pa_sample_attr *a)
{
	u32 i, at = PA_RECORD_HEADER;
	bool fixed = true;

	memset(l, 0, sizeof(*l));
	l->unknown = a->sample_type >> PA_SAMPLE_FIELDS << PA_SAMPLE_FIELDS;
	l->unknown_format = a->read_format & ~(u64)(2 * PA_FORMAT_LOST - 1);
	l->least = PA_RECORD_HEADER;
	for (i = 0; i < PA_SAMPLE_FIELDS; i++) {
		struct pa_sample_place *p = &l->place[l->n];

		if (!(a->sample_type >> pa_sample_fields[i].bit & 1) ||
		    (pa_sample_fields[i].bit == 24 && a->sample_type & PA_SAMPLE_WEIGHT))
			continue;
		p->field = &pa_sample_fields[i];
		place_size(p, a);
		if (l->unknown_format && p->field->bit == 4) {
			p->size = 0;
			p->most = 0;
		}
		p->offset = fixed ? (s32)at : -1;
		at += p->size;
		fixed = fixed && p->size;
		l->least += p->least;
		l->n++;
	}
	l->size = fixed && !l->unknown ? at : 0;
}
