// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* A call in a text, while it is filled in. */
#include "parse/parse.h"

#include "parse/span.h"

/* Assumed for an unknown attr: as long as any that this program knows. */
#define SIZE_ANY	PA_ATTR_NEWEST

const struct paste_name paste_names[PASTE_N_ARGS] = {
	{ "pid", PASTE_PID }, { "cpu", PASTE_CPU }, { "group_fd", PASTE_GROUP_FD },
	{ "flags", PASTE_FLAGS },
};

/**
 * paste_begin() - begin a call; of its attr all is 0, and nothing else is known
 * @call: the call
 * @form: the kind of text
 */
void paste_begin(struct paste_call *call, enum paste_form form)
{
	memset(call, 0, sizeof(*call));
	call->form = (u8)form;
	call->r.kind = PA_RECORD_OPEN;
	call->r.abi = PA_ABI_MAX;
	call->r.attr_state = PA_ATTR_ENTRY;
	call->r.attr_ptr = 1;
	call->r.arg_cpu = -1;
	call->r.arg_group_fd = -1;
}

/**
 * paste_all_unknown() - of the attr nothing is known, from now on
 * @call: the call
 */
void paste_all_unknown(struct paste_call *call)
{
	memset(call->r.attr, 0, sizeof(call->r.attr));
	memset(call->unknown, 0xff, sizeof(call->unknown));
}

/* The bits of a field in its word. */
static u64 bits_of(const struct pa_field *f)
{
	return f->mask << f->shift;
}

/**
 * paste_set() - a field has a value
 * @call:  the call
 * @id:    the field
 * @value: its value; bits that do not fit are lost, as in C
 */
void paste_set(struct paste_call *call, enum pa_field_id id, u64 value)
{
	const struct pa_field *f = &pa_fields[id];

	pa_attr_put(&call->r, f, value);
	call->unknown[f->word] &= ~bits_of(f);
}

/**
 * paste_bits() - bits of a field are set, and the others are as they were
 * @call: the call
 * @id:   the field
 * @bits: the bits
 */
void paste_bits(struct paste_call *call, enum pa_field_id id, u64 bits)
{
	const struct pa_field *f = &pa_fields[id];

	pa_attr_put(&call->r, f, paste_get(call, id) | bits);
	call->unknown[f->word] &= ~(bits << f->shift);
}

/**
 * paste_unknown() - the value of a field is not known
 * @call: the call
 * @id:   the field
 */
void paste_unknown(struct paste_call *call, enum pa_field_id id)
{
	const struct pa_field *f = &pa_fields[id];

	pa_attr_put(&call->r, f, 0);
	call->unknown[f->word] |= bits_of(f);
}

/* Prefixes that the symbols of a field may lack. */
static const char *prefix_of(const struct pa_field *f)
{
	static const struct {
		const struct pa_names *names;
		const char *prefix;
	} prefixes[] = {
		{ &pa_types, "PERF_TYPE_" }, { &pa_sample_bits, "PERF_SAMPLE_" },
		{ &pa_format_bits, "PERF_FORMAT_" }, { &pa_branch_bits, "PERF_SAMPLE_BRANCH_" },
		{ &pa_bp_types, "HW_BREAKPOINT_" }, { &pa_bp_lens, "HW_BREAKPOINT_LEN_" },
		{ &pa_clocks, "CLOCK_" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (f->names == prefixes[i].names)
			return prefixes[i].prefix;
	return NULL;
}

/**
 * paste_field() - set a field or an argument to the value in a text
 * @call:     the call
 * @name:     name of the field or argument
 * @name_len: its length
 * @value:    the value as an expression
 * @len:      its length
 */
enum paste_value paste_field(struct paste_call *call, const char *name, size_t name_len,
			     const char *value, size_t len)
{
	enum pa_field_id id = name_len ? pa_field_find(name, name_len) : PA_FIELD_MAX;
	const struct span word = { name, name_len };
	enum paste_value known;
	size_t i;
	u64 v;

	for (i = 0; i < PASTE_N_ARGS; i++)
		if (is(&word, paste_names[i].name))
			return paste_arg(call, paste_names[i].arg, value, len);
	if (id == PA_FIELD_MAX)
		return PASTE_BAD;
	/* sizeof(attr) depends on the headers: take Debian 12's, if no newer field is used. */
	if (id == PA_FIELD_SIZE && memmem(value, len, "sizeof", 6)) {
		paste_set(call, id, PA_OLD_SIZE);
		return PASTE_KNOWN;
	}
	known = paste_value(value, len, prefix_of(&pa_fields[id]), &v);
	if (known == PASTE_KNOWN)
		paste_set(call, id, v);
	else
		paste_unknown(call, id);
	return known;
}

/**
 * paste_arg() - set an argument of the call to the value in a text
 * @call:  the call
 * @arg:   PASTE_PID, PASTE_CPU, PASTE_GROUP_FD or PASTE_FLAGS
 * @value: the value as an expression
 * @len:   its length
 */
enum paste_value paste_arg(struct paste_call *call, unsigned int arg, const char *value, size_t len)
{
	const char *prefix = arg == PASTE_FLAGS ? "PERF_FLAG_" : NULL;
	u64 v;
	enum paste_value known = paste_value(value, len, prefix, &v);

	if (known == PASTE_KNOWN) {
		pa_record_arg(&call->r, (unsigned int)__builtin_ctz(arg), v);
		call->args |= (u8)arg;
	}
	return known;
}

/**
 * paste_errno() - the call has failed
 * @call: the call
 * @err:  the errno, positive
 */
void paste_errno(struct paste_call *call, unsigned int err)
{
	call->r.ret = -(s64)err;
	call->args |= PASTE_RET;
}

/**
 * paste_paranoid() - the text shows the level of kernel.perf_event_paranoid
 * @call: the call
 * @s:    the level; a text that is not a level is ignored
 * @len:  its length
 */
void paste_paranoid(struct paste_call *call, const char *s, size_t len)
{
	u64 v;

	if (paste_value(s, len, NULL, &v) != PASTE_KNOWN || (s64)v < -1 || (s64)v > 9)
		return;
	call->r.have_facts = true;
	call->r.facts.have |= PA_F_PARANOID;
	call->r.facts.paranoid = (s32)v;
}

/**
 * paste_name() - copy a name from a text, if it is valid
 * @to:   receives it; empty if it has other characters than names have, or is too long
 * @size: bytes there
 * @s:    the name
 * @len:  its length
 */
void paste_name(char *to, size_t size, const char *s, size_t len)
{
	size_t i;

	for (i = 0; i < len && i + 1 < size && (is_word(s[i]) || s[i] == '-'); i++)
		to[i] = s[i];
	to[i == len ? i : 0] = '\0';
}

/* The size of an attr that ends with the last field that is not 0. */
static u32 bytes_used(const struct paste_call *call)
{
	u32 i = PA_ATTR_NEWEST;

	while (i > PA_OLD_SIZE && !call->r.attr[i - 1])
		i--;
	return (i + 7) & ~7u;
}

/* Bytes behind the end of the attr are not part of it. */
static void attr_cut(struct paste_call *call, u32 len)
{
	u32 i;

	call->r.attr_len = (u16)len;
	memset(call->r.attr + len, 0, sizeof(call->r.attr) - len);
	for (i = (len + 7) / 8; i < PA_WORDS; i++)
		call->unknown[i] = 0;
}

/**
 * paste_end() - finish a call after all parts of the text were filled in
 * @call: the call
 *
 * Return: false if nothing of the attr is known, nor any argument or result.
 */
bool paste_end(struct paste_call *call)
{
	const struct pa_field *f = &pa_fields[PA_FIELD_SIZE];
	u64 size = paste_get(call, PA_FIELD_SIZE);
	bool any = call->args;
	size_t i;

	for (i = 0; i < PA_WORDS; i++)
		any |= call->unknown[i] != U64_MAX;
	if (call->unknown[f->word] & bits_of(f))
		size = SIZE_ANY;
	else if (size == PA_OLD_SIZE && call->form == PASTE_CODE)
		size = bytes_used(call);
	if (!(call->unknown[f->word] & bits_of(f)))
		paste_set(call, PA_FIELD_SIZE, size);
	call->r.have_size = 1;
	call->r.attr_size = (u32)size;
	if (!size)
		size = PA_ATTR_OLDEST;
	if (size > SIZE_ANY) {
		call->r.attr_more = (u32)size - SIZE_ANY;
		size = SIZE_ANY;
	}
	attr_cut(call, size < 8 ? 8 : (u32)size);
	return any;
}

/*
 * Return true if the error is only in the words of a program, which may print a -1 of its own as an
 * errno; strace and perf print the kernel's.
 */
static bool is_hearsay(const struct paste_call *call)
{
	if (call->form == PASTE_STRACE)
		return false;
	/* perf has printed a -95 of its own behind calls; its sentences have the kernel's. */
	if (call->form == PASTE_PERF)
		return call->r.ret == -EOPNOTSUPP && call->args & PASTE_FLAGS;
	return call->r.ret == -EPERM;
}

/**
 * paste_told_by() - note the origin of the error of a call
 * @call:   the call, with its result
 * @behind: the text behind it in its line, for strace; else empty
 * @len:    its length
 */
void paste_told_by(struct paste_call *call, const char *behind, size_t len)
{
	/* Two calls may share a line. */
	const char *next = memmem(behind, len, "perf_event_open", 15);

	len = next ? (size_t)(next - behind) : len;
	call->by = PASTE_BY_KERNEL;
	if (call->r.ret < 0 && is_hearsay(call))
		call->by = PASTE_BY_PROGRAM;
	if (memmem(behind, len, "(INJECTED)", 10))
		call->by = PASTE_BY_STRACE;
}
