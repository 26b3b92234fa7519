// SPDX-License-Identifier: GPL-2.0
/* Entries of raw records, of the module or of a file, as records. */

#include "capture/capture.h"
#include "call/call.h"
#include "call/parts.h"

/* Says what else the bytes are, and that there is nothing behind them that could be read. */
static enum next raw_refuse(struct source *src)
{
	if (!src->in.begun)
		die("%s: %s", src->name, src->in.fault);
	warn("%s: %s; what follows is not read", src->name, src->in.fault);
	src->in.fault = NULL;
	src->ended = true;
	src->len = 0;
	return NEXT_END;
}

/**
 * source_lost() - say that records were overwritten before they could be read
 * @src: the source
 * @n:   how many
 */
void source_lost(struct source *src, uint64_t n)
{
	if (!n)
		return;
	src->lost = true;
	warn("%ju records were lost: they were overwritten before they could be read",
	     (uintmax_t)n);
}

/**
 * source_firing() - say whether probes fire from now on
 * @src:    the source
 * @firing: they do
 * @seq:    number of the last call before
 */
void source_firing(struct source *src, bool firing, uint64_t seq)
{
	if (firing) {
		warn("probes fire again: calls after #%ju are seen", (uintmax_t)seq);
		return;
	}
	src->lost = true;
	warn("probes do not fire (the kernel log says why): calls after #%ju are not seen",
	     (uintmax_t)seq);
}

/* A record of the entry. NEXT_IDLE: it is none of those that commands look at. */
static enum next raw_record(struct source *src, struct record *r, const struct raw_entry *e)
{
	struct pa_raw_firing firing;
	struct pa_raw_lost lost;

	*r = (struct record){ .x = NULL };
	switch (e->kind) {
	case PA_RAW_CALL:
		r->x = must(malloc(sizeof(*r->x)));
		if (call_raw(r->x, &src->in, e))
			return NEXT_RECORD;
		record_free(r);
		src->in.unknown++;
		return NEXT_IDLE;
	case PA_RAW_LOST:
		raw_read(&lost, sizeof(lost), e);
		source_lost(src, lost.lost);
		return NEXT_IDLE;
	case PA_RAW_FIRING:
		raw_read(&firing, sizeof(firing), e);
		source_firing(src, firing.firing, firing.seq);
		return NEXT_IDLE;
	case PA_RAW_EVENT:
	case PA_RAW_MORE:
		return NEXT_IDLE;
	default:
		r->in = &src->in;
		r->entry = *e;
		return NEXT_HEAD;
	}
}

/**
 * raw_take() - the next record of the bytes that were read
 * @src: a source of raw records
 * @r:   receives it; what it has of the machine is valid until more is read
 *
 * Return: NEXT_IDLE if they have none; NEXT_END if nothing of them can be read.
 */
enum next raw_take(struct source *src, struct record *r)
{
	enum next next = NEXT_IDLE;
	struct raw_entry e;
	enum raw_got got;
	size_t used;

	while (next == NEXT_IDLE) {
		got = raw_next(&src->in, src->buf + src->start, src->len, &e, &used);
		src->start += used;
		src->len -= used;
		if (got == RAW_FAULT)
			return raw_refuse(src);
		if (got == RAW_SHORT)
			return NEXT_IDLE;
		src->line++;
		next = raw_record(src, r, &e);
	}
	return next;
}

/**
 * raw_end() - say what a source of raw records had that is not shown
 * @src: the source, which has ended
 */
void raw_end(struct source *src)
{
	char said[256];

	if (src->ended && !src->in.begun)
		die("%s is empty, or ends within its head", src->name);
	if (src->ended && src->len)
		warn("%s ends within an entry: the rest of it is missing", src->name);
	if (raw_told(&src->in, said, sizeof(said)))
		warn("%s: %s", src->name, said);
}
