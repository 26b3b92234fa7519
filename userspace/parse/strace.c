// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Lines of strace, 5.0 to 7.x, with and without -v, -f, -y, -X, -N. Without -v it prints little
 * more than type and config, and with it some fields only if a flag says that they count.
 */

#include "parse/strace_parts.h"

/* No call is longer. Else a line with the name again and again would take long. */
#define CALL_MAX	16384

/**
 * struct seen - the parts of the attr that were printed
 * @reserved: bits of the flag word that have no name in that strace
 * @flags:    all flags that it knows, or all of them that are not 0
 * @zero:     a flag that is 0
 * @user:     exclude_user: before 5.11 it is "exclusive_user"
 * @sigtrap:  sigtrap, as since 5.13
 * @stack:    sample_max_stack
 * @aux:      aux_sample_size
 */
struct seen {
	u64 reserved;
	bool flags;
	bool zero;
	bool user;
	bool sigtrap;
	bool stack;
	bool aux;
};

/* The number behind a text within a value; false if it is not there. */
static bool number_behind(const struct span *p, const char *text, u64 *n)
{
	const char *end = p->s + p->len, *at = memmem(p->s, p->len, text, strlen(text));
	struct span word = word_at(at ? at + strlen(text) : end, end);

	return paste_value(word.s, word.len, NULL, n) == PASTE_KNOWN;
}

/* Bits without a name are printed as one number, and a comment names the first. */
static void reserved(struct seen *seen, const struct span *value)
{
	u64 v, from;

	if (number_behind(value, "Bits 63..", &from) && from < 64 &&
	    paste_value(value->s, value->len, NULL, &v) == PASTE_KNOWN)
		seen->reserved = v << from;
	else
		seen->flags = false;
}

/* Fields of bytes 116 to 119, from the lowest bit on. */
static const u8 aux_action[] = {
	PA_FIELD_AUX_START_PAUSED, PA_FIELD_AUX_PAUSE, PA_FIELD_AUX_RESUME, PA_FIELD_RESERVED_3,
};

/* Bytes without a name are in a comment behind the field before them, if they are not 0. */
static void unnamed(struct paste_call *call, const struct span *value)
{
	size_t i;
	u64 n;

	if (number_behind(value, "bytes 110..111: ", &n))
		paste_set(call, PA_FIELD_RESERVED_2, n);
	if (!number_behind(value, "bytes 116..119: ", &n))
		return;
	for (i = 0; i < ARRAY_SIZE(aux_action); i++)
		paste_set(call, aux_action[i], n >> i);
}

/**
 * strace_field() - a field of the attr has a value, as strace prints it and as C sets it
 * @call:  the call
 * @name:  name of the field
 * @value: its value as an expression; any other text makes it unknown
 */
void strace_field(struct paste_call *call, const struct span *name, const struct span *value)
{
	static const char user[] = "exclude_user";
	/* strace prints "size=A => B" if the kernel has replaced attr.size by its own: take A. */
	const char *changed = memmem(value->s, value->len, "=>", 2);
	size_t len = changed ? (size_t)(changed - value->s) : value->len;

	/* So strace before 5.11 calls it. */
	if (is(name, "exclusive_user"))
		paste_field(call, user, sizeof(user) - 1, value->s, len);
	else
		paste_field(call, name->s, name->len, value->s, len);
	unnamed(call, &(struct span){ value->s, len });
}

static void field(struct paste_call *call, struct seen *seen, const struct span *name,
		  const struct span *value)
{
	if (is(name, "__reserved_1")) {
		reserved(seen, value);
		return;
	}
	strace_field(call, name, value);
	seen->user |= is(name, "exclude_user");
	seen->sigtrap |= is(name, "sigtrap");
	seen->stack |= is(name, "sample_max_stack");
	seen->aux |= is(name, "aux_sample_size");
	seen->zero |= value->len == 1 && *value->s == '0' && is(name, "exclude_hv");
	/* In a shortened line a flag that is 0 is left out. */
	if (is(name, "wakeup_events") || is(name, "wakeup_watermark") ||
	    (is(name, "precise_ip") && !seen->zero))
		seen->flags = true;
}

/* strace printed all flags that it knows, and unnamed ones if they are not 0. */
static void flags_end(struct paste_call *call, const struct seen *seen)
{
	u64 *unknown = &call->unknown[PA_OFF_FLAGS / 8];
	u64 word;

	if (!seen->flags)
		return;
	memcpy(&word, call->r.attr + PA_OFF_FLAGS, sizeof(word));
	word = pa_le64(pa_le64(word) | (seen->reserved & *unknown));
	memcpy(call->r.attr + PA_OFF_FLAGS, &word, sizeof(word));
	*unknown = 0;
}

/*
 * Bytes without a name that were not printed are 0: bytes behind sample_max_stack since 5.5, which
 * has aux_sample_size, too; bytes behind aux_sample_size since 5.13.
 */
static void bytes_end(struct paste_call *call, const struct seen *seen)
{
	size_t i;

	if (seen->stack && (seen->user || seen->aux) &&
	    pa_bits(call->unknown, &pa_fields[PA_FIELD_RESERVED_2]))
		paste_set(call, PA_FIELD_RESERVED_2, 0);
	for (i = 0; i < ARRAY_SIZE(aux_action) && seen->aux && seen->sigtrap; i++)
		if (pa_bits(call->unknown, &pa_fields[aux_action[i]]))
			paste_set(call, aux_action[i], 0);
}

/**
 * strace_attr() - read type=..., size=..., ...} of an attr
 * @call: receives its fields; all of it is unknown before
 * @c:    the line, behind {
 *
 * Return: false if it was cut.
 */
bool strace_attr(struct paste_call *call, struct scan *c)
{
	struct seen seen = { 0 };
	struct span p, name;
	const char *sign;

	do {
		if (!strace_item(c, &p) || *c->at == ')')
			return false;
		sign = memchr(p.s, '=', p.len);
		if (!sign)
			continue;
		name = (struct span){ p.s, (size_t)(sign - p.s) };
		p.len -= name.len + 1;
		p.s = sign + 1;
		field(call, &seen, &name, &p);
	} while (take(c, ","));
	flags_end(call, &seen);
	bytes_end(call, &seen);
	return take(c, "}");
}

/* With -N its name and "=" precede its value. */
static void skip_name(struct scan *c, const char *name)
{
	struct scan behind = *c;

	if (take(&behind, name) && take(&behind, "="))
		*c = behind;
}

static bool argument(struct paste_call *call, struct scan *c, const struct paste_name *name)
{
	struct span p;
	u8 file;

	while (take(c, " "))
		;
	skip_name(c, name->name);
	if (!strace_arg(c, &p, name->arg == PASTE_FLAGS ? NULL : &file))
		return false;
	if (name->arg == PASTE_GROUP_FD && file != PASTE_FILE_UNKNOWN)
		call->group = file == PASTE_FILE_PERF ? PASTE_FILE_PERF : PASTE_FILE_OTHER;
	return paste_arg(call, name->arg, p.s, p.len) == PASTE_KNOWN;
}

/* All bytes of the attr, in hexadecimal digits: a program has printed them. */
static bool hex_attr(struct paste_call *call, const struct span *digits)
{
	size_t bytes = digits->len / 2, known = sizeof(call->unknown);

	if (digits->len % 2 || bytes < PA_ATTR_OLDEST || bytes > sizeof(call->r.attr))
		return digits->len <= 16;
	if (pa_hex_bytes(call->r.attr, bytes, digits->s, digits->len) < bytes)
		return false;
	memset(call->unknown, 0, bytes < known ? bytes / 8 * 8 : known);
	return true;
}

/* Behind the name of the call. */
static bool call_read(struct paste_call *call, struct scan *c)
{
	struct span p;
	size_t i;

	paste_begin(call, PASTE_STRACE);
	paste_all_unknown(call);
	while (take(c, " "))
		;
	skip_name(c, "attr");
	if (take(c, "{")) {
		if (!strace_attr(call, c))
			return false;
	} else if (take(c, "NULL")) {
		call->r.attr_ptr = 0;
	} else if (!take(c, "0x") || !strace_item(c, &p) || !hex_attr(call, &p)) {
		return false;
	}
	if (!take(c, ","))
		return false;
	for (i = 0; i < PASTE_N_ARGS; i++)
		if (!argument(call, c, &paste_names[i]))
			return false;
	if (!strace_result(call, c))
		return false;
	/* -4095 and above is an errno as a number; a call that was stopped has any value there. */
	if (call->r.ret > S32_MAX || call->r.ret < -4095) {
		call->r.ret = 0;
		call->args &= (u8)~PASTE_RET;
	}
	return true;
}

/**
 * paste_strace_tid() - the thread that a line of strace is of
 * @s:   the text before the call: "[pid 1234] " or "1234 "; -Y prints the name of the program
 *       behind the number, in <>
 * @len: its length
 *
 * Return: 0 if there is none.
 */
s32 paste_strace_tid(const char *s, size_t len)
{
	static const char bracket[] = "[pid ";
	const char *at = memmem(s, len, bracket, sizeof(bracket) - 1), *end = s + len;
	s32 pid = 0;

	at = at ? at + sizeof(bracket) - 1 : s;
	while (at < end && *at == ' ')
		at++;
	for (; at < end && is_digit(*at) && pid < 100000000; at++)
		pid = pid * 10 + (*at - '0');
	return at == end || (*at != ']' && *at != ' ' && *at != '<') ? 0 : pid;
}

/**
 * strace_caller() - find the thread that has made a call
 * @call: receives the thread, if the line has it
 * @s:    the line
 * @name: the name of the call in it
 */
void strace_caller(struct paste_call *call, const char *s, const char *name)
{
	s32 tid = paste_strace_tid(s, (size_t)(name - s));

	if (!tid)
		return;
	call->r.pid = tid;
	call->r.tid = tid;
}

/**
 * paste_strace_begins() - find the name of the call in a line of strace
 * @s:   the line
 * @len: its length
 *
 * A call in the strings of another call does not count.
 *
 * Return: its index; that of "<... " if the line is the second half of a call; @len if there is
 * none.
 */
size_t paste_strace_begins(const char *s, size_t len)
{
	static const char resumed[] = "<... ";
	const char *half = memmem(s, len, resumed, sizeof(resumed) - 1);
	const char *call = memchr(s, '(', len), *quote = memchr(s, '"', len), *at = call;

	if (half && (!call || half < call) && (!quote || half < quote))
		return (size_t)(half - s);
	if (!call || (quote && quote < call))
		return len;
	while (at > s && is_word(at[-1]))
		at--;
	return at == call || (at > s && at[-1] != ' ' && at[-1] != ']') ? len : (size_t)(at - s);
}

/**
 * paste_strace() - read a call from a line of strace
 * @call: receives it
 * @s:    a line, or the rest of one; other lines may follow
 * @len:  their length
 *
 * Return: number of bytes up to the end of the call; 0 if there is none in this line.
 */
size_t paste_strace(struct paste_call *call, const char *s, size_t len)
{
	static const char name[] = "perf_event_open";
	const char *end = memchr(s, '\n', len);
	/* Counts the newline: a text that ends without one may have been cut. */
	struct scan c = { .at = s, .end = end ? end + 1 : s + len }, one;
	const char *at;

	while ((at = memmem(c.at, (size_t)(c.end - c.at), name, sizeof(name) - 1))) {
		c.at = at + sizeof(name) - 1;
		if (!take(&c, "(") && !take(&c, " resumed>"))
			continue;
		one = c;
		if (one.end - one.at > CALL_MAX)
			one.end = one.at + CALL_MAX;
		if (call_read(call, &one) && paste_end(call)) {
			strace_caller(call, s, at);
			return (size_t)(one.at - s);
		}
		c.at = at + sizeof(name);
	}
	return 0;
}
