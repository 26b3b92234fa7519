/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * The table of the fields of struct perf_event_attr. PA_LIST_FIELDS gives their byte layout, not
 * the target kernel's header, so fields that are newer than that kernel are decoded, too.
 */
#ifndef PERFATTR_CORE_ATTR_H
#define PERFATTR_CORE_ATTR_H

#include "core/endian.h"
#include "core/env.h"
#include "core/names.h"

/* Words that hold more than one field. */
#define PA_OFF_FLAGS	40
#define PA_OFF_AUX	116

/* The renderers look at the attr as 64-bit words. */
#define PA_WORDS	(PA_ATTR_NEWEST / 8)

#define PA_FIELD_ID(id, ...)	PA_FIELD_##id,

/* In the order of the UAPI struct, which is the order in which they are shown. */
enum pa_field_id {
	PA_LIST_FIELDS(PA_FIELD_ID, PA_FIELD_ID, PA_FIELD_ID, PA_FIELD_ID)
	PA_FIELD_MAX,
};

/* How a value is written. */
enum pa_show {
	PA_SHOW_DEC,
	PA_SHOW_HEX,
	PA_SHOW_SIZE,	/* PERF_ATTR_SIZE_VERn, or else decimal */
	PA_SHOW_NAME,	/* the value's name in pa_field.names, or else decimal */
	PA_SHOW_NAME_S,	/* a signed 32-bit value by its name */
	PA_SHOW_MASK,	/* the names of its bits in pa_field.names, the rest hexadecimal */
	PA_SHOW_REGS,	/* each bit is a register of the caller's ABI */
	PA_SHOW_CONFIG,	/* depends on attr.type */
};

/* Groups of fields that share their bytes. */
enum pa_union {
	PA_UNION_NONE,
	PA_UNION_PERIOD,
	PA_UNION_WAKEUP,
	PA_UNION_CONFIG1,
	PA_UNION_CONFIG2,
	PA_UNION_MAX,
};

/* Sizes that fit the longest label and key; a label is copied at once, in 64-bit words. */
#define PA_LABEL_ROOM	40
#define PA_KEY_ROOM	32

/**
 * struct pa_field - one row
 * @name:      C name in the UAPI header
 * @note:      comment that the text view always adds, or NULL
 * @names:     symbols of its values or bits, or NULL
 * @mask:      mask of its bits, after the shift
 * @word:      index of the 64-bit word that holds it
 * @shift:     its first bit in that word
 * @offset:    byte offset of the integer that holds it
 * @width:     bytes of that integer
 * @since:     size of the first struct that had this field
 * @show:      enum pa_show
 * @group:     enum pa_union
 * @reserved:  must be zero; shown only if it is not
 * @recent:    not in the headers of Debian 12; the text view shows it only if it is not 0
 * @name_len:  length of @name
 * @label_len: length of @label
 * @key_len:   length of @key
 * @label:     its line in the text view if it is 0; up to @label_len the start of any other
 * @key:       start of its JSON member, with the comma after the previous one
 */
struct pa_field {
	const char *name;
	const char *note;
	const struct pa_names *names;
	u64 mask;
	u8 word;
	u8 shift;
	u8 offset;
	u8 width;
	u8 since;
	u8 show;
	u8 group;
	u8 reserved;
	u8 recent;
	u8 name_len;
	u8 label_len;
	u8 key_len;
	char label[PA_LABEL_ROOM];
	char key[PA_KEY_ROOM];
};

extern const struct pa_field pa_fields[PA_FIELD_MAX];

/* Bits of pa_unknown.args; the last one is the argument of an ioctl. */
#define PA_UNKNOWN_PID		0x01
#define PA_UNKNOWN_CPU		0x02
#define PA_UNKNOWN_GROUP_FD	0x04
#define PA_UNKNOWN_FLAGS	0x08
#define PA_UNKNOWN_ARG		0x20

/**
 * struct pa_unknown - the fields and arguments that are not known of a call read from a text
 * @word: bits of the attr, in words as pa_attr.word has them
 * @args: PA_UNKNOWN_*
 */
struct pa_unknown {
	u64 word[PA_WORDS];
	u8 args;
};

/* Kinds of PMU that give config1 and config2 different meanings. */
enum pa_attr_kind {
	PA_KIND_OTHER,
	PA_KIND_BREAKPOINT,
	PA_KIND_KPROBE,
	PA_KIND_UPROBE,
};

/* Bits of pa_attr.hidden: the word of config1 and its union members, or the word of config2. */
#define PA_HIDDEN_CONFIG1	0x1
#define PA_HIDDEN_CONFIG2	0x2

/**
 * struct pa_attr - the attr of one record, laid out for reading
 * @word:    as the caller passed it; zero beyond the caller's size, as in the kernel
 * @differs: bits in which the kernel's copy differs; 0 if the record has no such copy
 * @passed:  bytes of the attr that the caller passed and that are in the record
 * @type:    attr.type
 * @kind:    enum pa_attr_kind
 * @member:  for each union, the enum pa_field_id of the valid member
 * @hidden:  PA_HIDDEN_*: these hold a kernel address and are zeroed in @word
 * @kept:    original words of the PA_HIDDEN_* bits; never to be shown
 */
struct pa_attr {
	u64 word[PA_WORDS];
	u64 differs[PA_WORDS];
	u32 passed;
	u32 type;
	u8 kind;
	u8 member[PA_UNION_MAX];
	u8 hidden;
	u64 kept[2];
};

/**
 * pa_bits() - the bits of a field
 * @word: pa_attr.word, pa_attr.differs, or another array of the same layout
 * @f:    the field
 *
 * Context: any.
 */
static inline u64 pa_bits(const u64 *word, const struct pa_field *f)
{
	return (word[f->word] >> f->shift) & f->mask;
}

/**
 * pa_attr_has() - return true if a field was passed, and is the valid member of its union, if it is
 * in one
 * @a:  from pa_attr_look()
 * @id: the field
 *
 * Context: any.
 */
static inline bool pa_attr_has(const struct pa_attr *a, enum pa_field_id id)
{
	const struct pa_field *f = &pa_fields[id];

	return f->offset < a->passed && (!f->group || a->member[f->group] == id);
}

/**
 * pa_field_find() - the field of this name
 * @name: C name; need not end with a NUL
 * @len:  its length, not 0
 *
 * Context: any. Return: PA_FIELD_MAX if there is none.
 */
static inline enum pa_field_id pa_field_find(const char *name, size_t len)
{
	unsigned int id;

	/* Most names differ in the first byte. */
	for (id = 0; id < PA_FIELD_MAX; id++)
		if (pa_fields[id].name[0] == *name && pa_fields[id].name_len == len &&
		    !memcmp(pa_fields[id].name, name, len))
			break;
	return (enum pa_field_id)id;
}

/**
 * pa_attr_put() - change a field in the attr of a record
 * @r:     the record
 * @f:     the field
 * @value: its new value; bits that do not fit are lost, as in C
 *
 * Context: any.
 */
static inline void pa_attr_put(struct pa_record *r, const struct pa_field *f, u64 value)
{
	u64 word;

	memcpy(&word, r->attr + 8u * f->word, sizeof(word));
	word = pa_le64(word);
	word = pa_le64((word & ~(f->mask << f->shift)) | (value & f->mask) << f->shift);
	memcpy(r->attr + 8u * f->word, &word, sizeof(word));
}

/**
 * pa_record_arg() - change an argument of an open
 * @r:     its record
 * @n:     which: 0 pid, 1 cpu, 2 group_fd, else flags
 * @value: its new value
 *
 * Context: any.
 */
static inline void pa_record_arg(struct pa_record *r, unsigned int n, u64 value)
{
	if (n == 0)
		r->arg_pid = (s32)value;
	else if (n == 1)
		r->arg_cpu = (s32)value;
	else if (n == 2)
		r->arg_group_fd = (s32)value;
	else
		r->flags = value;
}

u32 pa_attr_passed(const struct pa_record *r);
u64 pa_attr_get(const struct pa_record *r, enum pa_field_id id);
bool pa_kattr_get(const struct pa_record *r, enum pa_field_id id, u64 *value);
void pa_attr_look(struct pa_attr *a, const struct pa_record *r, const struct pa_env *env);
bool pa_attr_is_hidden(const struct pa_attr *a, enum pa_field_id id);
void pa_unknown_bits(u64 *word, const struct pa_kernel *k);

const char *pa_clock_symbol(const struct pa_record *r, const struct pa_env *env);

const struct pa_pmu_name *pa_pmu_by_type(const struct pa_env *env, u32 type);
const struct pa_pmu_name *pa_pmu_of_type(const struct pa_record *r, const struct pa_env *env,
					 u32 type);
u32 pa_pmu_by_name(const struct pa_env *env, const char *name);
const struct pa_pmu_name *pa_pmu_by_index(const struct pa_env *env, u32 index);
bool pa_name_keeps_code(const char *name, int task_ctx_nr);

#endif /* PERFATTR_CORE_ATTR_H */
