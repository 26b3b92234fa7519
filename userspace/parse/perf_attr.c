// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The attr as perf -vv prints it. perf prints fields that are not 0, and not even all of them,
 * depending on its version, which the size of its attr shows roughly. A field that a block lacks is
 * 0 only if the block is whole and every perf of that size prints the field.
 */
#include "parse/perf_parts.h"

/* Upper bound of the bytes of a block, including any prefixes of its lines. */
#define BLOCK_LEN	(8u << 10)
/* Maximum number of foreign lines between perf's lines. */
#define FOREIGN_MAX	24

/* Fields of bits, which perf prints as symbols. */
static const struct {
	u8 id;
	const char *prefix;
} masks[] = {
	{ PA_FIELD_SAMPLE_TYPE, "PERF_SAMPLE_" },
	{ PA_FIELD_READ_FORMAT, "PERF_FORMAT_" },
	{ PA_FIELD_BRANCH_SAMPLE_TYPE, "PERF_SAMPLE_BRANCH_" },
};

/* Members of a union are one field here: the first of them. */
static size_t first_of_union(size_t id)
{
	while (id && pa_fields[id].group && pa_fields[id - 1].group == pa_fields[id].group)
		id--;
	return id;
}

/* Returns PA_FIELD_MAX for an unknown name. */
static size_t field_named(const char *s, size_t len)
{
	size_t i = len ? pa_field_find(s, len) : PA_FIELD_MAX;

	return i < PA_FIELD_MAX ? first_of_union(i) : i;
}

/* NAME, or { NAME, NAME } of a union. */
static size_t field_of_unit(const struct span *unit)
{
	const char *s = unit->s, *end = s + unit->len;
	const char *comma;

	if (*s != '{')
		return field_named(s, unit->len);
	comma = memchr(s, ',', unit->len);
	s = perf_skip(s + 1, end);
	if (!comma || comma <= s)
		return PA_FIELD_MAX;
	return field_named(s, (size_t)(comma - s));
}

/* IP|TID|TIME */
static bool mask_value(struct block *b, size_t id, const struct span *t, u64 *value)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(masks) && masks[i].id != id; i++)
		;
	if (i == ARRAY_SIZE(masks) || !t->len || is_digit(*t->s))
		return false;
	if (paste_value(t->s, t->len, masks[i].prefix, value) != PASTE_KNOWN)
		return false;
	b->names |= 1u << i;
	return true;
}

/* Sets a field to a value. False: the field cannot have that value. */
static bool field_put(struct block *b, size_t id, const struct span *t)
{
	u64 v;

	if (!mask_value(b, id, t, &v)) {
		if (!perf_number(t, &v))
			return false;
		if (id == PA_FIELD_CLOCKID && (s64)v >= S32_MIN && (s64)v <= S32_MAX)
			v = (u32)v;
		if (v > pa_fields[id].mask)
			return false;
	}
	if (b->state[id] == TWICE ||
	    (b->state[id] == SEEN && paste_get(b->call, (enum pa_field_id)id) != v)) {
		b->state[id] = TWICE;
		return true;
	}
	b->state[id] = SEEN;
	paste_set(b->call, (enum pa_field_id)id, v);
	return true;
}

/* Return false if the words are not those of a field. */
static bool one_field(struct block *b, const struct span *unit, size_t n)
{
	size_t id;
	u64 v;

	/* The meaning of a number, as newer perf adds it. */
	if (n < 2 || (n > 2 && (*unit[2].s != '(' || n > 3)))
		return false;
	id = field_of_unit(&unit[0]);
	if (id < PA_FIELD_MAX)
		return field_put(b, id, &unit[1]);
	/* A field of later headers is in bytes that these do not use. */
	if (!perf_number(&unit[1], &v) || !(is_word(*unit[0].s) || *unit[0].s == '{'))
		return false;
	b->newer = true;
	return true;
}

static void field_line(struct block *b, const struct line *l)
{
	struct span unit[UNITS];
	size_t n = perf_units_get(l, unit);

	/* What another program has written may be the half of a field. */
	if (n && (l->cut || n == UNITS || n < b->prefix ||
		  !one_field(b, &unit[b->prefix], n - b->prefix))) {
		b->whole = false;
		b->foreign++;
	}
}

/**
 * perf_block_read() - read the lines of a block
 * @b:       the block
 * @s:       where its lines begin
 * @end:     where it has ended at the latest
 * @at_call: there is a call; else that is the end of the text
 *
 * Return: its end.
 */
const char *perf_block_read(struct block *b, const char *s, const char *end, bool at_call)
{
	const char *last = (size_t)(end - s) > BLOCK_LEN ? s + BLOCK_LEN : end;
	const char *next;
	struct line l, args;
	size_t units;

	for (; s < last && b->foreign <= FOREIGN_MAX; s = next) {
		next = perf_line_get(&l, s, end);
		if (perf_find(l.s, l.end, PERF_RULER))
			return next;
		if (perf_is_call(&l, &args))
			return s;
		if (perf_is_header(&l, &units))
			break;
		field_line(b, &l);
	}
	if (s < end || !at_call)
		b->whole = false;
	return s;
}

/*
 * Return whether perf prints this field if it is set. That depends on its version, which @size
 * shows.
 */
static bool is_printed(const struct block *b, size_t id, u64 size)
{
	switch (id) {
	case PA_FIELD_TEXT_POKE:
	case PA_FIELD_BUILD_ID:
		return size != PA_ATTR_VER6;
	case PA_FIELD_DEFER_OUTPUT:
		return size && size < PA_ATTR_VER8;
	case PA_FIELD_CONFIG3:
		return size < PA_ATTR_VER8;
	case PA_FIELD_CONFIG4:
		return size < PA_ATTR_VER9;
	case PA_FIELD_RESERVED_1:
	case PA_FIELD_RESERVED_2:
	case PA_FIELD_RESERVED_3:
		return !b->newer;
	default:
		return true;
	}
}

/* Bits for which the perf that has an attr of this size may have no symbol, which it leaves out. */
static u64 nameless_bits(size_t id, u64 size)
{
	const u64 old_sample = PA_SAMPLE_WEIGHT | PA_SAMPLE_DATA_SRC | PA_SAMPLE_PHYS_ADDR;
	const u64 more_sample = PA_SAMPLE_DATA_PAGE_SIZE | PA_SAMPLE_CODE_PAGE_SIZE |
				PA_SAMPLE_WEIGHT_STRUCT;
	const u64 old_branch = PA_BRANCH_TYPE_SAVE | PA_BRANCH_HW_INDEX;
	const u64 more_branch = PA_BRANCH_PRIV_SAVE | PA_BRANCH_COUNTERS;
	u64 bits = 0;

	if (id == PA_FIELD_SAMPLE_TYPE) {
		bits = PA_SAMPLE_TRANSACTION;
		bits |= size <= PA_ATTR_VER5 ? old_sample : 0;
		bits |= !size || size == PA_ATTR_VER6 ? more_sample : 0;
		bits |= !size || size > PA_ATTR_VER8 ? ~0ULL << 25 : 0;
	} else if (id == PA_FIELD_BRANCH_SAMPLE_TYPE) {
		bits |= size <= PA_ATTR_VER6 ? old_branch : 0;
		bits |= !size || size > PA_ATTR_VER6 ? more_branch : 0;
		bits |= !size || size > PA_ATTR_VER8 ? ~0ULL << 20 : 0;
	} else if (!size || size > PA_ATTR_VER8) {
		bits = ~0ULL << 5;
	}
	return bits;
}

/**
 * perf_block_end() - decide about the fields that the lines of a block lack
 * @b: the block
 */
void perf_block_end(struct block *b)
{
	u64 size = 0, bits;
	bool sized = b->state[PA_FIELD_SIZE] == SEEN;
	size_t i;

	if (sized)
		size = paste_get(b->call, PA_FIELD_SIZE);
	/* An attr without a size has size 0: newer perf tests features of the kernel with it. */
	sized |= b->state[PA_FIELD_SIZE] == MISSING;
	for (i = 0; i < PA_FIELD_MAX; i++) {
		if (first_of_union(i) != i || b->state[i] == SEEN)
			continue;
		if (b->whole && sized && b->state[i] == MISSING && is_printed(b, i, size))
			paste_set(b->call, (enum pa_field_id)i, 0);
		else
			paste_unknown(b->call, (enum pa_field_id)i);
	}
	for (i = 0; i < ARRAY_SIZE(masks); i++) {
		if (!(b->names & 1u << i) || b->state[masks[i].id] != SEEN)
			continue;
		bits = nameless_bits(masks[i].id, size);
		bits &= ~paste_get(b->call, masks[i].id);
		b->call->unknown[pa_fields[masks[i].id].word] |= bits;
	}
}

/* The last first line of a block. Returns the line behind it, NULL if there is none. */
static const char *header_find(const char *s, const char *end, size_t *units)
{
	const char *found = NULL, *hit, *newline;
	struct line l;
	size_t n;

	while ((hit = perf_find(s, end, PERF_HEADER))) {
		newline = memrchr(s, '\n', (size_t)(hit - s));
		s = perf_line_get(&l, newline ? newline + 1 : s, end);
		if (!perf_is_header(&l, &n))
			continue;
		found = s;
		*units = n;
	}
	return found;
}

/* The lines between a block and its call: perf may report that it has changed the attr. */
static void attr_changes(struct paste_call *call, const char *s, const char *end)
{
	static const char * const changes[] = {
		PERF_RULER, "switching ", "alling back", "precise_ip",
	};
	size_t i;

	for (i = 0; i + 1 < ARRAY_SIZE(changes); i++)
		if (perf_find(s, end, changes[i]))
			paste_all_unknown(call);
	if (perf_find(s, end, changes[i]))
		paste_unknown(call, PA_FIELD_PRECISE_IP);
}

/**
 * perf_attr_before() - fill in the attr of a call from the block before it
 * @call: the call
 * @text: the text
 * @at:   where the line of the call begins
 */
void perf_attr_before(struct paste_call *call, const char *text, const char *at)
{
	struct block b = { .call = call, .whole = true };
	const char *from = text, *s;

	paste_all_unknown(call);
	if ((size_t)(at - text) > WINDOW)
		from = memchr(at - WINDOW, '\n', WINDOW);
	if (!from)
		return;
	s = header_find(from, at, &b.prefix);
	if (!s)
		return;
	s = perf_block_read(&b, s, at, true);
	perf_block_end(&b);
	attr_changes(call, s, at);
}
