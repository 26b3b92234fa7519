// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Finds heads and entries in the bytes of a stream. */
#include "raw/raw.h"

/* Bytes of an entry that this program knows; 0: it does not know the kind. */
static u32 known_size(const struct raw_entry *e)
{
	static const u32 sizes[] = {
		[PA_RAW_CALL] = sizeof(struct pa_raw_call),
		[PA_RAW_PMU] = sizeof(struct pa_raw_pmu),
		[PA_RAW_NAME] = sizeof(struct pa_raw_name),
		[PA_RAW_LOST] = sizeof(struct pa_raw_lost),
		[PA_RAW_FIRING] = sizeof(struct pa_raw_firing),
		[PA_RAW_EVENT] = sizeof(struct pa_raw_event),
		[PA_RAW_MORE] = sizeof(u64),
	};

	return e->kind < ARRAY_SIZE(sizes) ? sizes[e->kind] : 0;
}

/* Return true if the entry's struct is longer than @known. Holders after it do not count. */
static bool is_longer(const struct raw_entry *e, u32 known)
{
	u32 size = e->size;

	if (e->kind == PA_RAW_EVENT)
		raw_read(&size, sizeof(size), e);
	return known && size > known;
}

static enum raw_got fault(struct raw_in *in, const char *what)
{
	in->fault = what;
	return RAW_FAULT;
}

static enum raw_got head(struct raw_in *in, const u8 *bytes, size_t len, struct raw_entry *e)
{
	u32 order, size;

	if (len < 16)
		return RAW_SHORT;
	memcpy(&order, bytes + 8, sizeof(order));
	memcpy(&size, bytes + 12, sizeof(size));
	if (order == PA_RAW_TURNED)
		return fault(in, "it has the other byte order: make JSON there, by perfattr -j");
	if (order != PA_RAW_ORDER || size < 16 || size > RAW_ENTRY_MOST || size % 8)
		return fault(in, "its first bytes are damaged");
	if (len < size)
		return RAW_SHORT;
	in->begun = true;
	in->longer += size > sizeof(struct pa_raw_head);
	memset(in->name, 0, sizeof(in->name));
	in->load = 0;
	if (size >= offsetof(struct pa_raw_head, kernel.load) + sizeof(in->load))
		memcpy(&in->load, bytes + offsetof(struct pa_raw_head, kernel.load),
		       sizeof(in->load));
	*e = (struct raw_entry){ .size = size, .bytes = bytes };
	return RAW_HEAD;
}

static enum raw_got entry(struct raw_in *in, const u8 *bytes, size_t len, struct raw_entry *e)
{
	struct pa_raw_entry is;

	if (len < sizeof(is))
		return RAW_SHORT;
	if (len >= 8 && !memcmp(bytes, PA_RAW_MAGIC, 8))
		return head(in, bytes, len, e);
	if (!in->begun)
		return fault(in, "it does not begin as raw records do");
	memcpy(&is, bytes, sizeof(is));
	if (is.size > RAW_ENTRY_MOST || is.size % 8)
		return fault(in, "it is damaged: a size is wrong");
	if (len < sizeof(is) + is.size)
		return RAW_SHORT;
	*e = (struct raw_entry){ .kind = is.kind, .size = is.size, .bytes = bytes + sizeof(is) };
	return RAW_ENTRY;
}

static void name_take(struct raw_in *in, const struct raw_entry *e)
{
	struct pa_raw_name name;

	raw_read(&name, sizeof(name), e);
	name.name[sizeof(name.name) - 1] = '\0';
	if (name.of < PA_RAW_OF_MAX)
		memcpy(in->name[name.of], name.name, sizeof(name.name));
}

/**
 * raw_next() - find the next head, or entry of a kind that is known
 * @in:    the stream; zeroed at its begin
 * @bytes: what was read of it
 * @len:   how many bytes
 * @e:     receives the entry
 * @used:  receives the bytes up to its end, also of what was skipped
 *
 * Names of code addresses are kept in @in, and not given out.
 */
enum raw_got raw_next(struct raw_in *in, const void *bytes, size_t len, struct raw_entry *e,
		      size_t *used)
{
	const u8 *from = bytes;
	enum raw_got got;
	u32 known;

	for (*used = 0;;) {
		got = entry(in, from + *used, len - *used, e);
		if (got == RAW_SHORT || got == RAW_FAULT)
			return got;
		*used += e->size + (got == RAW_ENTRY ? sizeof(struct pa_raw_entry) : 0);
		if (got == RAW_HEAD)
			return got;
		known = known_size(e);
		in->unknown += !known;
		in->longer += is_longer(e, known);
		if (e->kind == PA_RAW_NAME)
			name_take(in, e);
		else if (known)
			return got;
	}
}

/**
 * raw_each() - read a file of raw records
 * @in:   the stream; zeroed at its begin
 * @file: the file
 * @fn:   is given its heads, and its entries of kinds that are known
 * @arg:  passed on
 *
 * Return: true if all of it was read. If it is not a stream, raw_in.fault says why.
 */
bool raw_each(struct raw_in *in, FILE *file, raw_entry_fn fn, void *arg)
{
	static u8 bytes[8 * PA_RAW_MAX];
	size_t len = 0, done, used, n;
	struct raw_entry e;
	enum raw_got got;

	while ((n = fread(bytes + len, 1, sizeof(bytes) - len, file))) {
		len += n;
		for (done = 0; (got = raw_next(in, bytes + done, len - done, &e, &used)) >=
		     RAW_HEAD; done += used)
			if (!fn(arg, in, &e))
				return false;
		if (got == RAW_FAULT)
			return false;
		done += used;
		len -= done;
		memmove(bytes, bytes + done, len);
	}
	return in->begun && !len && !ferror(file);
}

/**
 * raw_told() - what a stream had that this program does not know
 * @in:   the stream
 * @to:   receives a sentence
 * @size: its room
 *
 * Return: false if there is nothing to say.
 */
bool raw_told(const struct raw_in *in, char *to, size_t size)
{
	if (!in->unknown && !in->longer)
		return false;
	snprintf(to, size,
		 "made by a newer version: %lu entries were skipped, and the end of %lu others",
		 in->unknown, in->longer);
	return true;
}
