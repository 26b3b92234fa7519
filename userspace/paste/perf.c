// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * What perf -vv prints: the attr as a block of lines, and behind it a line for each call that is
 * made with it. Also the sentences with which perf gives up.
 */
#include "paste/perf_parts.h"

#include "core/lists.h"

#define FAILED		"perf_event_open failed, error "
#define SENTENCE	"perf_event_open() syscall returned with "

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
 * perf of 5.x prints EOPNOTSUPP for any error after which it tries a smaller precise_ip, and says
 * so on the next line. Is it another line?
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

/* The result, if it is on a line of its own. Returns the end of that. */
static const char *call_result(struct paste_call *call, const char *s, const char *end)
{
	const char *from = s;
	struct line l, args;
	unsigned int err;
	size_t i, units;

	for (i = 0; i < NEAR && s < end; i++) {
		s = perf_line_get(&l, s, end);
		if (perf_is_call(&l, &args) || perf_is_ruler(&l) || perf_is_header(&l, &units))
			break;
		if (!error_of(&l, &err))
			continue;
		if (call->args & PASTE_RET) {
			/* It cannot be both. */
			call->args &= (u8)~PASTE_RET;
			call->r.ret = 0;
		} else if (err && (err != EOPNOTSUPP || is_real_error(s, end))) {
			paste_errno(call, err);
		}
		return i ? from : s;
	}
	return from;
}

/* What stands in the parentheses that begin at @s. False: the line ends before they do. */
static bool parentheses(const char *s, const char *end, struct span *t)
{
	size_t open = 1;

	t->s = ++s;
	for (; s < end; s++) {
		open += *s == '(';
		open -= *s == ')';
		if (!open)
			break;
	}
	t->len = (size_t)(s - t->s);
	return s < end;
}

/*
 * The event that did not open. It may have become another attr after that name was given to it:
 * perf tries with less. Newer perf may take hardware events other than cycles from sysfs or its own
 * lists, and on machines with several kinds of cores, config has the PMU's type.
 */
static void event_said(struct paste_call *call, const struct span *name)
{
	const struct pa_field *config = &pa_fields[PA_FIELD_CONFIG];
	u64 type;

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
	paste_unknown(call, PA_FIELD_TYPE);
	paste_unknown(call, PA_FIELD_CONFIG);
}

/* Is that error that of a call before it, which has been told in full? */
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

/* Where the name of the event stands in the sentence that follows the number; false: nowhere. */
static bool event_of(const struct line *l, struct span *name)
{
	const char *s = perf_find(l->s, l->end, "for event (");

	return s && parentheses(s + strlen("for event "), l->end, name);
}

/*
 * The sys_perf_event_open() syscall returned with 22 (Invalid argument) for event (cycles:u).
 * Receives the error and what of the line is behind it. What the error means follows the number, so
 * that this has not been cut.
 */
static bool sentence_of(const struct line *l, u64 *err, struct line *rest)
{
	const char *s = perf_find(l->s, l->end, SENTENCE);
	struct span t;

	if (!s)
		return false;
	*rest = (struct line){ .s = s + strlen(SENTENCE), .end = l->end, .cut = l->cut };
	/* Perf of 3.0 prints the file descriptor there, which is -1. */
	if (!perf_word_take(rest, &t) || perf_is_cut(rest, &t) || !perf_number(&t, err))
		return false;
	return *err && *err <= 4095 && perf_find(rest->s, rest->end, "(");
}

/* Return false if the line is not that sentence. */
static bool sentence(struct paste_call *call, const char *text, const struct line *l)
{
	struct line rest;
	struct span name;
	u64 err;

	if (!sentence_of(l, &err, &rest) || is_told(text, l->s, (unsigned int)err))
		return false;
	paste_begin(call, PASTE_PERF);
	paste_all_unknown(call);
	paste_errno(call, (unsigned int)err);
	if (event_of(&rest, &name))
		event_said(call, &name);
	return true;
}

/*
 * What perf says in place of that sentence where it knows more of an error (evsel__open_strerror()
 * of 3.13 to 7.x): each of these is of one error only.
 */
static const struct {
	const char *before;	/* the name of the event; NULL: none is told */
	const char *behind;
	unsigned int err;
	bool first;		/* only if nothing was said before that */
	u8 field;		/* enum pa_field_id: in this field ... */
	u32 bits;		/* ... these were set; 0: of none that is told */
} said[] = {
	{ "The ", " event is not supported.", ENOENT, false, 0, 0 },
	{ "No permission to enable ", " event.", EPERM, false, 0, 0 },
	{ "Invalid event (", ") in per-thread mode, enable system wide", EINVAL, false, 0, 0 },
	{ NULL, "AMD IBS can't exclude kernel events", EINVAL, false, PA_FIELD_EXCLUDE_KERNEL, 1 },
	{ NULL, "AMD IBS may only be available in system-wide/per-cpu mode", EINVAL, false, 0, 0 },
	{ NULL, "AMD Branch Sampling does not support ", EINVAL, false, 0, 0 },
	{ NULL, "Asking for the code page size isn't supported by this kernel", EINVAL, false,
	  PA_FIELD_SAMPLE_TYPE, PA_SAMPLE_CODE_PAGE_SIZE },
	{ NULL, "Asking for the data page size isn't supported by this kernel", EINVAL, false,
	  PA_FIELD_SAMPLE_TYPE, PA_SAMPLE_DATA_PAGE_SIZE },
	{ NULL, "Reading from overwrite event is not supported by this kernel", EINVAL, false,
	  PA_FIELD_WRITE_BACKWARD, 1 },
	{ NULL, "clockid feature not supported.", EINVAL, false, PA_FIELD_USE_CLOCKID, 1 },
	{ NULL, "wrong clockid (", EINVAL, false, PA_FIELD_USE_CLOCKID, 1 },
	{ NULL, "The 'aux_action' feature is not supported, update", EINVAL, false, 0, 0 },
	{ NULL, "The 'aux_output' feature is not supported, update", EINVAL, false,
	  PA_FIELD_AUX_OUTPUT, 1 },
	{ "", ": PMU Hardware doesn't support sampling/overflow-interrupts", EOPNOTSUPP, false,
	  0, 0 },
	{ "", ": PMU Hardware or event type doesn't support branch stack", EOPNOTSUPP, false,
	  PA_FIELD_SAMPLE_TYPE, PA_SAMPLE_BRANCH_STACK },
	{ "", ": PMU Hardware doesn't support 'aux_output'", EOPNOTSUPP, false,
	  PA_FIELD_AUX_OUTPUT, 1 },
	{ "", ": PMU Hardware doesn't support 'aux_action'", EOPNOTSUPP, false, 0, 0 },
	{ NULL, "PMU Hardware doesn't support sampling/overflow-interrupts", EOPNOTSUPP, false,
	  0, 0 },
	{ NULL, "'precise' request may not be supported", EOPNOTSUPP, false, 0, 0 },
	{ NULL, "No hardware sampling interrupt available", EOPNOTSUPP, false, 0, 0 },
	{ NULL, "did you specify an out-of-range profile CPU?", ENODEV, false, 0, 0 },
	{ NULL, "Too many events are opened", EMFILE, false, 0, 0 },
	{ NULL, "The PMU counters are busy/taken by another profiler", EBUSY, false, 0, 0 },
	{ NULL, "counters are busy and in use by another process", EBUSY, false, 0, 0 },
	{ NULL, "Not enough memory to setup event with callchain", ENOMEM, false, 0, 0 },
	{ NULL, "Cannot collect data source with the load latency event alone", ENODATA, false,
	  0, 0 },
	{ NULL, "Access to performance monitoring and observability operations", EACCES, false,
	  0, 0 },
	{ NULL, "You may not have permission to collect ", EACCES, true, 0, 0 },
};

/* The word that ends at @end. False: it does not stand behind @before. */
static bool name_between(const struct line *l, const char *before, const char *end,
			 struct span *name)
{
	size_t len = strlen(before);

	for (name->s = end; name->s > l->s && name->s[-1] != ' ' && name->s[-1] != '\t'; name->s--)
		;
	if (len && before[len - 1] == '(') {
		name->s = memchr(name->s, '(', (size_t)(end - name->s));
		if (!name->s)
			return false;
		name->s++;
	}
	name->len = (size_t)(end - name->s);
	return name->len && (size_t)(name->s - l->s) >= len &&
	       !memcmp(name->s - len, before, len);
}

/* What may stand between two lines, quoted, too. */
#define LINE_AHEAD	16

/* Is it the first that perf has said? Before the same words it tells of EPERM. */
static bool is_first(const char *text, const struct line *l)
{
	return perf_find(l->s - text > LINE_AHEAD ? l->s - LINE_AHEAD : text, l->s, "Error:");
}

/* More than perf says of missing rights, quoted, too. */
#define RIGHTS_LEN	2048

/* The level of kernel.perf_event_paranoid at the call, which perf tells behind that. */
static void level_said(struct paste_call *call, const char *s, const char *end)
{
	static const char * const before[] = {
		"perf_event_paranoid setting is ", "The current value is ",
	};
	const char *at = NULL;
	struct span t = { .len = 0 };
	size_t i;
	u64 v;

	if (end - s > RIGHTS_LEN)
		end = s + RIGHTS_LEN;
	for (i = 0; i < ARRAY_SIZE(before) && !at; i++) {
		at = perf_find(s, end, before[i]);
		t.s = at ? at + strlen(before[i]) : NULL;
	}
	if (!t.s)
		return;
	/* Its colon is the proof that it has not been cut. */
	s = memchr(t.s, ':', (size_t)(end - t.s));
	t.len = s ? (size_t)(s - t.s) : 0;
	if (!perf_number(&t, &v) || (s64)v < -1 || (s64)v > 9)
		return;
	call->r.have_facts = true;
	call->r.facts.have |= PA_F_PARANOID;
	call->r.facts.paranoid = (s32)v;
}

/* perf says so only where SELinux is in force. */
static void policy_said(struct paste_call *call, const char *s, const char *end)
{
	if (end - s > RIGHTS_LEN)
		end = s + RIGHTS_LEN;
	if (!perf_find(s, end, "Enforced MAC policy settings (SELinux) can"))
		return;
	call->r.have_facts = true;
	call->r.facts.have |= PA_F_LSM;
	call->r.facts.lsm = PA_LSM_SELINUX;
}

/* Is it one of these? */
static bool is_said(struct paste_call *call, const char *text, const struct line *l,
		    const char *end)
{
	struct span name = { .len = 0 };
	const char *at = NULL;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(said); i++) {
		at = perf_find(l->s, l->end, said[i].behind);
		if (at && (!said[i].before || name_between(l, said[i].before, at, &name)))
			break;
	}
	if (i == ARRAY_SIZE(said) || paste_is_code(l->s, (size_t)(l->end - l->s)) ||
	    is_told(text, l->s, said[i].err) ||
	    (said[i].first && !is_first(text, l)))
		return false;
	paste_begin(call, PASTE_PERF);
	paste_all_unknown(call);
	paste_errno(call, said[i].err);
	if (said[i].bits)
		paste_bits(call, said[i].field, said[i].bits);
	if (said[i].err == EACCES) {
		level_said(call, l->end, end);
		policy_said(call, l->end, end);
	}
	/* What is before the text may belong to the name. */
	if (said[i].before && name.s > text)
		event_said(call, &name);
	return true;
}

/* Does a call, which takes this block's attr, follow it? */
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
 * paste_perf() - a call that perf -vv prints, or tells of in its sentence
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
	if (!perf_find(l.s, l.end, "perf_event_"))
		return is_said(call, text, &l, end) && paste_end(call) ? (size_t)(next - s) : 0;
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
		next = perf_block_read(&b, text, next, end, false);
		perf_block_end(&b);
	} else if (!sentence(call, text, &l)) {
		return 0;
	}
	return paste_end(call) ? (size_t)(next - s) : 0;
}
