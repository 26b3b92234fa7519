/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * Text that people paste when a call has failed, as records: lines of strace, output of perf -vv,
 * lines of C that set fields, an event and an error in words. Parts that a text lacks are not
 * known, never guessed: @unknown of struct paste_call has them, and a reason must hold for any
 * values of them.
 *
 * These functions are pure: they end no program, allocate nothing and print nothing, and take any
 * bytes.
 */
#ifndef PERFATTR_PARSE_H
#define PERFATTR_PARSE_H

#include "core/attr.h"
#include "core/op.h"

/* The kind of a text. */
enum paste_form {
	PASTE_STRACE,
	PASTE_PERF,
	PASTE_CODE,	/* lines of C that set fields */
	PASTE_WORDS,
};

/* The kind of file of a descriptor, by the numbers of enum pa_file_kind. */
enum paste_file {
	PASTE_FILE_UNKNOWN = PA_FILE_NONE,	/* only a number */
	PASTE_FILE_PERF = PA_FILE_PERF,
	PASTE_FILE_OTHER = PA_FILE_OTHER,
	PASTE_FILE_BPF = PA_FILE_BPF,	/* a BPF program: for an open, another file */
};

/* Bits of paste_call.args: which of these the text has. */
#define PASTE_PID	PA_UNKNOWN_PID
#define PASTE_CPU	PA_UNKNOWN_CPU
#define PASTE_GROUP_FD	PA_UNKNOWN_GROUP_FD
#define PASTE_FLAGS	PA_UNKNOWN_FLAGS
#define PASTE_RET	0x10
#define PASTE_ARG	PA_UNKNOWN_ARG	/* the argument of an ioctl, not the memory it points at */

/* The action of a seccomp filter. */
enum paste_stopped {
	PASTE_NOT_STOPPED,
	PASTE_REFUSED,	/* it has returned an errno, and the kernel was not asked */
	PASTE_KILLED,
	PASTE_TRAPPED,
};

/* The origin of the error. */
enum paste_by {
	PASTE_BY_KERNEL,
	PASTE_BY_PROGRAM,	/* perhaps: it may be a -1 of its own */
	PASTE_BY_STRACE,	/* strace injected it, by option: the kernel was not asked */
};

/* bytes of the name of a rule or a PMU */
#define PASTE_NAME_LEN	40

/**
 * struct paste_call - a call of perf_event_open() in a text, or one on a descriptor
 * @r:       the call: attr, arguments, result, and the caller if it is named. An argument that is
 *           not known has its usual value: pid 0, cpu -1, group_fd -1, no flags
 * @unknown: bits of the attr that are not known, in words as pa_attr.word has them; in @r they
 *           are 0
 * @args:    PASTE_*: the known arguments, and the result
 * @form:    enum paste_form
 * @group:   the kind of file of group_fd, or of the descriptor that SET_OUTPUT and SET_BPF name,
 *           if the text shows it: enum paste_file
 * @file:    the kind of file of the descriptor that the call has returned, or that it is on
 * @by:      enum paste_by
 * @here:    it was made on this machine; its facts are in @r
 * @filtered: the caller is under a seccomp filter
 * @stopped: the action of the filter: enum paste_stopped
 * @live:    it was made just now, by a program that is watched
 * @held:    its caller was stopped while the facts that the text lacks were looked up
 * @shared:  other threads, which share its descriptors, were not stopped
 * @event:   id of the event that it opened, or on which it is; 0: not known
 * @group_event: id of the event of its group, or of the other event of SET_OUTPUT
 * @line:    line of the text where it begins, from 1
 * @rule:    id of the rule that the text itself names; empty: none
 * @pmu:     name of the PMU that the text names; empty: none
 * @release: release of the kernel in the text, 0x0604 for 6.4; 0: none
 */
struct paste_call {
	struct pa_record r;
	u64 unknown[PA_WORDS];
	u8 args;
	u8 form;
	u8 group;
	u8 file;
	u8 by;
	bool here;
	bool filtered;
	u8 stopped;
	bool live;
	bool held;
	bool shared;
	u64 event;
	u64 group_event;
	unsigned long line;
	char rule[PASTE_NAME_LEN];
	char pmu[PASTE_NAME_LEN];
	u16 release;
};

/* --- call.c: fills in a call --- */

#define PASTE_N_ARGS	4

/**
 * struct paste_name - an argument of the call other than the attr
 * @name: its name
 * @arg:  PASTE_*
 */
struct paste_name {
	const char *name;
	u8 arg;
};

/* In the order of the call. */
extern const struct paste_name paste_names[PASTE_N_ARGS];

/* The kind of an expression. */
enum paste_value {
	PASTE_KNOWN,
	PASTE_UNKNOWN,	/* a variable, a call, an unknown name */
	PASTE_BAD,	/* no expression; no field or argument has this name */
};

void paste_begin(struct paste_call *call, enum paste_form form);
void paste_all_unknown(struct paste_call *call);
enum paste_value paste_field(struct paste_call *call, const char *name, size_t name_len,
			     const char *value, size_t len);
void paste_set(struct paste_call *call, enum pa_field_id id, u64 value);
void paste_bits(struct paste_call *call, enum pa_field_id id, u64 bits);
void paste_unknown(struct paste_call *call, enum pa_field_id id);
/**
 * paste_get() - the known bits of the value of a field
 * @call: the call
 * @id:   the field; bits that are not known are 0
 */
static inline u64 paste_get(const struct paste_call *call, enum pa_field_id id)
{
	const struct pa_field *f = &pa_fields[id];
	u64 word;

	memcpy(&word, call->r.attr + 8u * f->word, sizeof(word));
	return pa_le64(word) >> f->shift & f->mask;
}

enum paste_value paste_arg(struct paste_call *call, unsigned int arg, const char *value,
			   size_t len);
void paste_errno(struct paste_call *call, unsigned int err);
void paste_paranoid(struct paste_call *call, const char *s, size_t len);
bool paste_end(struct paste_call *call);
void paste_name(char *to, size_t size, const char *s, size_t len);
void paste_told_by(struct paste_call *call, const char *behind, size_t len);

/* --- value.c: expressions --- */

enum paste_value paste_value(const char *s, size_t len, const char *prefix, u64 *value);
unsigned int paste_errno_of(const char *s, size_t len);
unsigned int paste_errno_at(const char *s, size_t len, size_t *used);
unsigned int paste_errno_in(const char *s, size_t len);
unsigned int paste_errnos_in(const char *s, size_t len, bool *several);

/* --- strace_op.c: calls on the descriptor of an event --- */

/* Return true if the argument of a call is a descriptor, which is known. */
static inline bool paste_has_other(const struct paste_call *op)
{
	u32 ioc = pa_ioc_of(&op->r);

	return op->args & PASTE_ARG && (ioc == PA_IOC_SET_OUTPUT || ioc == PA_IOC_SET_BPF);
}

bool paste_strace_op(struct paste_call *op, const char *s, size_t len);

/* --- strace.c, perf.c: calls that are lines of any text --- */

size_t paste_strace_begins(const char *s, size_t len);
s32 paste_strace_tid(const char *s, size_t len);
size_t paste_strace(struct paste_call *call, const char *s, size_t len);
size_t paste_perf(struct paste_call *call, const char *text, size_t at, size_t len);

/* --- fields.c, said.c, words.c: a text that has none of these --- */

size_t paste_fields(struct paste_call *call, const char *text, size_t at, size_t len);
bool paste_is_code(const char *s, size_t len);
size_t paste_said(struct paste_call *call, const char *text, size_t at, size_t len);
void paste_beside(struct paste_call *call, const char *text, const char *at, const char *end);
bool paste_words(struct paste_call *call, const char *s, size_t len);
bool paste_event(struct paste_call *call, const char *s, size_t len);

#endif /* PERFATTR_PARSE_H */
