// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The records of a ring's data area, one after the other. The area may hold anything, and may
 * change while it is read: each record is copied once, by a size that was checked.
 */
#include "samples/samples.h"

/**
 * pa_ring_start() - begin to read the records between data_tail and data_head
 * @ring: the reader
 * @data: the data area
 * @size: data_size
 * @tail: data_tail, or where the reader has stopped the last time
 * @head: data_head, loaded with acquire before the data
 *
 * The counts go on; set them to 0 before the first time. If @head is more than @size ahead, the
 * records were overwritten, and none of them is found.
 */
void pa_ring_start(struct pa_ring *ring, const void *data, u64 size, u64 tail, u64 head)
{
	ring->data = data;
	ring->size = size;
	ring->at = tail;
	ring->end = head;
	ring->backward = false;
	if (head - tail <= size && !(size & (size - 1)))
		return;
	ring->counts.lapped += head - tail;
	ring->at = head;
}

/**
 * pa_ring_start_backward() - read a ring that the kernel fills from the end to the start
 * @ring: the reader
 * @data: the data area
 * @size: data_size
 * @head: data_head, where the newest record is
 *
 * Stop the event's output (PERF_EVENT_IOC_PAUSE_OUTPUT) before the head is read. The area ends with
 * bytes that were never written, or with the rest of a record that was overwritten.
 */
void pa_ring_start_backward(struct pa_ring *ring, const void *data, u64 size, u64 head)
{
	pa_ring_start(ring, data, size, head, head + size);
	ring->backward = true;
}

/* Copies bytes that may go round the end of the area. */
static void ring_copy(const struct pa_ring *ring, void *to, u32 len)
{
	u64 from = ring->at & (ring->size - 1);
	u64 first = ring->size - from < len ? ring->size - from : len;

	memcpy(to, ring->data + from, first);
	memcpy((u8 *)to + first, ring->data, len - first);
}

static void count(struct pa_ring_counts *c, const struct pa_ring_record *r)
{
	u32 i;

	if (r->type >= PA_RECORD_TYPES || !pa_record_types[r->type].name) {
		c->unknown++;
		return;
	}
	c->of[r->type]++;
	if (r->type == PA_RECORD_LOST)
		c->lost += pa_record_u64(r, 16);
	if (r->type == PA_RECORD_LOST_SAMPLES)
		c->lost_samples += pa_record_u64(r, 8);
	if (r->type != PA_RECORD_AUX)
		return;
	c->aux_bytes += pa_record_u64(r, 16);
	for (i = 0; i < ARRAY_SIZE(c->aux_flagged); i++)
		c->aux_flagged[i] += pa_record_u64(r, 24) >> i & 1;
}

/* Ends the reading: no record is found after one whose size is wrong. */
static bool ring_end(struct pa_ring *ring, bool broken)
{
	ring->counts.broken += broken;
	ring->at = ring->end;
	return false;
}

/**
 * pa_ring_next() - read and count the next record
 * @ring: the reader
 * @r:    the record
 *
 * Return: false if there is none.
 */
bool pa_ring_next(struct pa_ring *ring, struct pa_ring_record *r)
{
	struct {
		u32 type;
		u16 misc, size;
	} header;

	if (ring->at == ring->end)
		return false;
	if (ring->end - ring->at < sizeof(header))
		return ring_end(ring, !ring->backward);
	ring_copy(ring, &header, sizeof(header));
	if (ring->backward && (!header.size || header.size > ring->end - ring->at))
		return ring_end(ring, false);
	if (header.size < sizeof(header) || header.size % 8 || header.size > ring->end - ring->at)
		return ring_end(ring, true);
	ring_copy(ring, ring->copy, header.size);
	/* The size that was checked; the area may have another one by now. */
	memcpy(ring->copy, &header, sizeof(header));
	r->type = header.type;
	r->misc = header.misc;
	r->size = header.size;
	r->bytes = (const u8 *)ring->copy;
	ring->at += header.size;
	count(&ring->counts, r);
	return true;
}
