/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * Raw records: what leaves the kernel. A stream is a struct pa_raw_head, and entries: each is a
 * struct pa_raw_entry and as many bytes as that says. A stream may follow another one: then its
 * head stands where an entry would.
 *
 * The structs are the same on all architectures. Each has its size in front of it: of a shorter
 * one the rest is 0, of a longer one its end is not known. What is not valid is 0, and so is each
 * address of the kernel. Numbers are in the byte order of the machine, attrs in that of records.
 */
#ifndef PERFATTR_CORE_RAW_H
#define PERFATTR_CORE_RAW_H

#include "core/event_now.h"

#define PA_RAW_MAGIC	"\211perfraw"
#define PA_RAW_ORDER	0x01020304U
#define PA_RAW_TURNED	0x04030201U

/* More than any entry takes. */
#define PA_RAW_MAX	8192

/* pa_raw_entry.kind */
enum pa_raw_kind {
	PA_RAW_CALL = 1,	/* struct pa_raw_call */
	PA_RAW_PMU,		/* struct pa_raw_pmu: before the first call that names it */
	PA_RAW_NAME,		/* struct pa_raw_name: valid for the calls that follow */
	PA_RAW_LOST,		/* struct pa_raw_lost */
	PA_RAW_FIRING,		/* struct pa_raw_firing */
	PA_RAW_EVENT,		/* struct pa_raw_event, and its holders */
	PA_RAW_MORE,		/* no bytes: there are more events than those that follow */
};

/**
 * struct pa_raw_entry - what precedes each entry
 * @kind: enum pa_raw_kind
 * @size: bytes that follow, a multiple of 8
 */
struct pa_raw_entry {
	u32 kind;
	u32 size;
};

/**
 * struct pa_raw_head - begin of a stream
 * @magic:    PA_RAW_MAGIC without its NUL
 * @order:    PA_RAW_ORDER in the byte order of the machine
 * @size:     bytes of the head
 * @followed: as in struct pa_env
 * @hidden:   1: @kernel.task_size is a kernel address, and 0 here
 * @kernel:   limits and features; an empty module: the stream is of perfattr-bpf
 */
struct pa_raw_head {
	char magic[8];
	u32 order;
	u32 size;
	u32 followed;
	u32 hidden;
	struct pa_kernel kernel;
};

/* pa_raw_hidden.what: a kernel address was here. */
#define PA_RAW_CONFIG1	0x001	/* attr: bp_addr, kprobe_func, uprobe_path */
#define PA_RAW_CONFIG2	0x002	/* attr: bp_len, kprobe_addr, probe_offset */
#define PA_RAW_ARG	0x004	/* op.arg */
#define PA_RAW_VALUE	0x008	/* op.value, or op.offset of a mapping */
#define PA_RAW_PTR	0x010	/* attr_ptr */
#define PA_RAW_ALIGNED	0x020	/* bp_addr is a multiple of bp_len */
#define PA_RAW_WRAPS	0x040	/* bp_addr + bp_len - 1 is beyond the highest address */
#define PA_RAW_SYMBOL	0x080	/* the last name of PA_RAW_OF_SYMBOL is that of bp_addr */
#define PA_RAW_FACTS	8	/* ... and from this bit on: facts of PA_FACT_CALLERS, in order */

/**
 * struct pa_raw_hidden - addresses of the kernel that a call had
 * @what: PA_RAW_*
 * @low:  their lowest 12 bits, which are the same for each boot: config1, config2, arg, value
 * @unused: 0
 */
struct pa_raw_hidden {
	u32 what;
	u16 low[4];
	u32 unused;
};

/**
 * struct pa_raw_call - a call
 * @hidden: what was not to be shown
 * @r:      the record. kv.overflow_handler and kv.clock are 1 if the last names of these are
 *          theirs. Of an op it ends before @kv, of an open behind the last step
 */
struct pa_raw_call {
	struct pa_raw_hidden hidden;
	struct pa_record r;
};

/**
 * struct pa_raw_pmu - a PMU
 * @id:          index by which calls name it
 * @type:        as in struct pa_pmu_name
 * @caps:        as there
 * @task_ctx_nr: as there
 * @have_caps:   as there
 * @gone:        1: it was unregistered
 * @name:        as in struct pa_pmu_name
 * @symbol:      as in struct pa_event_init; empty: not known
 * @module:      as there
 */
struct pa_raw_pmu {
	u32 id;
	u32 type;
	u32 caps;
	s16 task_ctx_nr;
	u8 have_caps;
	u8 gone;
	char name[40];
	char symbol[64];
	char module[32];
};

/* pa_raw_name.of */
enum pa_raw_of { PA_RAW_OF_HANDLER, PA_RAW_OF_CLOCK, PA_RAW_OF_SYMBOL, PA_RAW_OF_MAX };

/**
 * struct pa_raw_name - symbol of a code address
 * @of:   enum pa_raw_of
 * @unused: 0
 * @name: the symbol
 */
struct pa_raw_name {
	u32 of;
	u32 unused;
	char name[PA_NAME_LEN];
};

/**
 * struct pa_raw_lost - records were overwritten before they were read
 * @lost: how many
 */
struct pa_raw_lost {
	u64 lost;
};

/**
 * struct pa_raw_firing - probes do not fire, or fire again
 * @seq:     number of the record
 * @time_ns: boot clock
 * @firing:  1 or 0
 */
struct pa_raw_firing {
	u64 seq;
	u64 time_ns;
	u64 firing;
};

/**
 * struct pa_raw_event - an open event
 * @size:   bytes of this struct; now.nholders times struct pa_holder follow it
 * @unused: 0
 * @hidden: as of a call
 * @now:    the event
 */
struct pa_raw_event {
	u32 size;
	u32 unused;
	struct pa_raw_hidden hidden;
	struct pa_event_now now;
};

void *pa_raw_begin(struct out *s, u32 kind, u32 size);
void pa_raw_head(struct out *s, const struct pa_env *env);
void pa_raw_pmu(struct out *s, const struct pa_env *env, u32 index);
void pa_raw_name(struct out *s, enum pa_raw_of of, const char *name);
void pa_raw_lost(struct out *s, u64 lost);
void pa_raw_firing(struct out *s, const struct pa_record *r);
void pa_raw_call(struct out *s, const struct pa_record *r, const struct pa_env *env);
void pa_raw_event(struct out *s, struct pa_event_view *v);

#endif /* PERFATTR_CORE_RAW_H */
