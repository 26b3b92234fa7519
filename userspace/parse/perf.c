// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The output of perf -vv: the attr as a block of lines, followed by a line for each call that is
 * made with it. Also the sentences that perf prints when it gives up.
 */
#include "parse/perf_parts.h"
#include "parse/row.h"

#define FAILED		"perf_event_open failed, error "

/* pid 1  cpu -1  group_fd -1  flags 0x8; false if not all of it is there. */
static bool call_args(struct paste_call *call, struct line *l)
{
	struct span t;
	size_t i;
	u64 v;

	for (i = 0; i < PASTE_N_ARGS; i++) {
		if (!perf_word_take(l, &t) || !is(&t, paste_names[i].name))
			return false;
		if (!perf_word_take(l, &t) || perf_is_cut(l, &t) || !perf_number(&t, &v))
			return false;
		if (paste_names[i].arg != PASTE_FLAGS && (s64)v != (s32)v)
			return false;
		paste_arg(call, paste_names[i].arg, t.s, t.len);
	}
	return true;
}

/* A descriptor, behind the arguments. */
static void call_fd(struct paste_call *call, struct line *l)
{
	struct span t, more;
	u64 v;

	if (!perf_word_take(l, &t) || !is(&t, "=") || !perf_word_take(l, &t))
		return;
	if (l->cut || !perf_number(&t, &v) || v > S32_MAX || perf_word_take(l, &more))
		return;
	call->r.ret = (s64)v;
	call->args |= PASTE_RET;
}

/* The number behind "failed, error". False: the line has none. @err is 0 if it is not certain. */
static bool error_of(const struct line *l, unsigned int *err)
{
	const char *s = perf_find(l->s, l->end, FAILED);
	struct line rest;
	struct span t;
	u64 v;

	*err = 0;
	if (!s)
		return false;
	rest = (struct line){ .s = s + strlen(FAILED), .end = l->end, .cut = l->cut };
	if (!perf_word_take(&rest, &t) || perf_is_cut(&rest, &t) || !perf_number(&t, &v))
		return true;
	if ((s64)v < 0 && (s64)v >= -4095)
		*err = (unsigned int)-(s64)v;
	return true;
}

/*
 * perf 5.x prints EOPNOTSUPP for any error after which it tries a smaller precise_ip, and says so
 * on the next line. Return true if the next line says something else.
 */
static bool is_real_error(const char *s, const char *end)
{
	struct line l;
	size_t i, lines = 0;

	for (i = 0; i < NEAR && s < end; i++) {
		s = perf_line_get(&l, s, end);
		if (perf_find(l.s, l.end, "precise_ip"))
			return false;
		lines += !l.cut && perf_skip(l.s, l.end) < l.end;
	}
	return lines;
}

/* Return true if perf cannot try a smaller precise_ip: then the printed error is the kernel's. */
static bool has_no_precise(const struct paste_call *call)
{
	return !paste_get(call, PA_FIELD_PRECISE_IP) &&
	       !pa_bits(call->unknown, &pa_fields[PA_FIELD_PRECISE_IP]);
}

/* Reads the result if it has a line of its own. Returns the end of what was read. */
static const char *call_result(struct paste_call *call, const char *s, const char *end)
{
	const char *from = s;
	struct line l, args;
	unsigned int err;
	size_t i, units;

	for (i = 0; i < NEAR && s < end; i++) {
		s = perf_line_get(&l, s, end);
		if (perf_is_call(&l, &args) || perf_find(l.s, l.end, PERF_RULER) ||
		    perf_is_header(&l, &units))
			break;
		if (!error_of(&l, &err))
			continue;
		if (call->args & PASTE_RET) {
			/* It cannot be both. */
			call->args &= (u8)~PASTE_RET;
			call->r.ret = 0;
		} else if (err && (err != EOPNOTSUPP || has_no_precise(call) ||
				   is_real_error(s, end))) {
			paste_errno(call, err);
		}
		return i ? from : s;
	}
	return from;
}

/* Return true if a modifier of the event asks for precise_ip. */
static bool is_precise(const struct span *name)
{
	const char *colon = memrchr(name->s, ':', name->len);
	size_t len = colon ? (size_t)(name->s + name->len - colon) : 0;

	return len && (memchr(colon, 'p', len) || memchr(colon, 'P', len));
}

/*
 * The event that did not open. It may have become another attr after that name was given to it:
 * perf tries with less. Newer perf may take hardware events other than cycles from sysfs or its own
 * lists, and on machines with several kinds of cores, config has the PMU's type.
 */
static void event_said(struct paste_call *call, const struct span *name, bool per_thread)
{
	const struct pa_field *config = &pa_fields[PA_FIELD_CONFIG];
	u64 type;

	if (call->r.ret == -EINVAL && name->len > 8 && !memcmp(name->s, "topdown-", 8))
		strcpy(call->rule, "topdown-without-slots");
	/* On AMD precise events are IBS events, which counted no tasks before 6.2. */
	if (per_thread && is_precise(name))
		strcpy(call->rule, "pmu-without-task-context");
	if (!paste_event(call, name->s, name->len))
		return;
	paste_unknown(call, PA_FIELD_PRECISE_IP);
	paste_unknown(call, PA_FIELD_EXCLUDE_HOST);
	paste_unknown(call, PA_FIELD_EXCLUDE_GUEST);
	type = paste_get(call, PA_FIELD_TYPE);
	if (call->unknown[0] & U32_MAX || type == PA_TYPE_SOFTWARE ||
	    type == PA_TYPE_TRACEPOINT || type == PA_TYPE_BREAKPOINT)
		return;
	if (name->len >= 6 && !memcmp(name->s, "cycles", 6)) {
		call->unknown[config->word] |= (u64)U32_MAX << PA_PMU_TYPE_SHIFT;
		return;
	}
	/* Without a PMU for it, an event of either kind is missing. */
	if (call->r.ret == -ENOENT)
		return;
	paste_unknown(call, PA_FIELD_TYPE);
	paste_unknown(call, PA_FIELD_CONFIG);
}

/* Return true if that error belongs to a call before it, which was printed in full. */
static bool is_told(const char *text, const char *at, unsigned int err)
{
	const char *s = (size_t)(at - text) > WINDOW ? at - WINDOW : text;
	const char *last = NULL;
	struct line l;
	unsigned int before;

	while ((s = perf_find(s, at, FAILED)))
		last = s++;
	if (!last)
		return false;
	perf_line_get(&l, last, at);
	return error_of(&l, &before) && before == err;
}

/* Characters between two lines, quoted, too. */
#define LINE_AHEAD	16

/*
 * Return true if it is the first message of perf. Another one about EPERM may precede the same
 * words.
 */
static bool is_first(const char *text, const struct line *l)
{
	return perf_find(l->s - text > LINE_AHEAD ? l->s - LINE_AHEAD : text, l->s, "Error:");
}

/* More than perf says of missing rights, quoted, too. */
#define RIGHTS_LEN	2048

/* Return true if no line before it is about the same failure. */
static bool is_alone(const char *text, const struct line *l)
{
	const char *s = l->s - text > RIGHTS_LEN ? l->s - RIGHTS_LEN : text;

	return !perf_find(s, l->s, "perf_event_open") && !perf_find(s, l->s, "legacy ");
}

/* Fill in a call if the line is a sentence of a row. */
static bool is_said(struct paste_call *call, const char *text, const struct line *l,
		    const char *end)
{
	struct paste_matched m;
	unsigned int err = 0;
	struct span event;

	if (!paste_row_find(&m, l->s, l->end) || paste_is_code(l->s, (size_t)(l->end - l->s)) ||
	    (paste_row_has(m.row, " first") && !is_first(text, l)) ||
	    (paste_row_has(m.row, " alone") && !is_alone(text, l)))
		return false;
	paste_begin(call, (enum paste_form)m.row->form);
	paste_all_unknown(call);
	event = paste_row_put(call, &m, &err);
	if (!err)
		err = paste_errno_in(l->s, (size_t)(l->end - l->s));
	if (!err || is_told(text, l->s, err))
		return false;
	paste_errno(call, err);
	/* A name at the start of the text, or in a cut line, may lack a part: ignore it. */
	if (event.len && event.s > text && !perf_is_cut(l, &event))
		event_said(call, &event, err == EINVAL &&
			   perf_find(l->s, l->end, "in per-thread mode"));
	paste_beside(call, text, l->s, end);
	return true;
}

/* Return true if a call with this block's attr follows the block. */
static bool is_called(const char *s, const char *end)
{
	const char *next;
	struct line l, args;

	if ((size_t)(end - s) > WINDOW)
		end = s + WINDOW;
	next = perf_find(s, end, PERF_HEADER);
	end = next ? next : end;
	while ((s = perf_find(s, end, PERF_CALL))) {
		perf_line_get(&l, s, end);
		if (perf_is_call(&l, &args))
			return true;
		s++;
	}
	return false;
}

/**
 * paste_perf() - read a call from the output of perf -vv, or from perf's sentence
 * @call: receives the call
 * @text: the text
 * @at:   where a line of it begins
 * @len:  length of the text
 *
 * A call is its line, with the attr of the block before it. A block without any call is one, too.
 *
 * Return: how many bytes belong to the call; 0 if none is there.
 */
size_t paste_perf(struct paste_call *call, const char *text, size_t at, size_t len)
{
	const char *s = text + at, *end = text + len, *next;
	struct block b = { .call = call, .whole = true };
	struct line l, args;

	next = perf_line_get(&l, s, end);
	if (perf_is_call(&l, &args)) {
		paste_begin(call, PASTE_PERF);
		perf_attr_before(call, text, s);
		if (call_args(call, &args))
			call_fd(call, &args);
		else if (!args.cut && !(call->args & PASTE_GROUP_FD))
			return 0;
		next = call_result(call, next, end);
	} else if (perf_is_header(&l, &b.prefix)) {
		if (is_called(next, end))
			return 0;
		paste_begin(call, PASTE_PERF);
		paste_all_unknown(call);
		next = perf_block_read(&b, next, end, false);
		perf_block_end(&b);
	} else if (!is_said(call, text, &l, end)) {
		return 0;
	}
	return paste_end(call) ? (size_t)(next - s) : 0;
}
