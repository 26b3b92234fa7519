// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The offsets and sizes of a sample's fields, as far as an attr decides them. */
#include "samples/samples.h"

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
 * pa_read_order() - the members of a read
 * @m:           receives them, in the order in which they are written
 * @read_format: PA_FORMAT_*
 *
 * Return: how many.
 */
u32 pa_read_order(const struct pa_read_member *m[PA_READ_MEMBERS], u64 read_format)
{
	bool group = read_format & PA_FORMAT_GROUP;
	u32 i, n = 0;

	/* Without a group the value is first. */
	if (!group)
		m[n++] = &pa_read_members[3];
	for (i = 0; i < PA_READ_MEMBERS; i++) {
		const struct pa_read_member *one = &pa_read_members[i];

		if (one->format ? read_format & one->format : group)
			m[n++] = one;
	}
	return n;
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

/**
 * pa_sample_layout() - where each field of PERF_RECORD_SAMPLE is
 * @l:    the result
 * @attr: the attr
 *
 * WEIGHT and WEIGHT_STRUCT share one word, and no kernel takes both: the second is left out.
 * Unknown bits of read_format make the size of READ unknown, unknown bits of sample_type all
 * offsets except that of IDENTIFIER, which is first.
 */
void pa_sample_layout(struct pa_sample_layout *l, const struct pa_sample_attr *attr)
{
	u32 i, at = PA_RECORD_HEADER;
	bool fixed;

	memset(l, 0, sizeof(*l));
	l->attr = *attr;
	l->unknown = attr->sample_type >> PA_SAMPLE_FIELDS << PA_SAMPLE_FIELDS;
	l->unknown_format = attr->read_format & ~(u64)(2 * PA_FORMAT_LOST - 1);
	fixed = !l->unknown;
	for (i = 0; i < PA_SAMPLE_FIELDS; i++) {
		const struct pa_sample_field *f = &pa_sample_fields[i];
		struct pa_sample_place *p = &l->place[l->n];

		if (!(attr->sample_type >> f->bit & 1) ||
		    (f->bit == 24 && attr->sample_type & PA_SAMPLE_WEIGHT))
			continue;
		p->field = f;
		p->offset = fixed || f->bit == 16 ? (s32)at : -1;
		p->size = f->size;
		p->least = 8;
		if (1U << f->bit == PA_SAMPLE_READ) {
			p->least = pa_read_size(attr->read_format, 1);
			if (!l->unknown_format && !(attr->read_format & PA_FORMAT_GROUP))
				p->size = p->least;
		}
		at += p->least;
		fixed = fixed && p->size;
		l->n++;
	}
	l->least = at;
	l->size = fixed ? at : 0;
}
