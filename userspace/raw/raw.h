/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * Reads raw records (core/raw.h), which anybody may have written: what is out of range is not
 * known, strings end, and no more memory is taken than the structs have.
 */
#ifndef PERFATTR_RAW_RAW_H
#define PERFATTR_RAW_RAW_H

#include <stdio.h>

#include "core/raw.h"
#include "json/json.h"

/* The size of an entry cannot be larger. */
#define RAW_ENTRY_MOST	0x100000U

/**
 * enum raw_got - what raw_next() has found
 * @RAW_SHORT: the bytes end before an entry does
 * @RAW_FAULT: they are not a stream; raw_in.fault says why
 * @RAW_HEAD:  a head
 * @RAW_ENTRY: an entry of a kind that is known
 */
enum raw_got { RAW_SHORT, RAW_FAULT, RAW_HEAD, RAW_ENTRY };

/**
 * struct raw_in - a stream that is being read
 * @begun:   its head was seen
 * @load:    of the head
 * @fault:   what is wrong with it
 * @unknown: entries of kinds that are not known, which were skipped
 * @longer:  entries that have more than is known
 * @name:    the last symbols, by enum pa_raw_of
 */
struct raw_in {
	bool begun;
	u32 load;
	const char *fault;
	unsigned long unknown;
	unsigned long longer;
	char name[PA_RAW_OF_MAX][PA_NAME_LEN];
};

/**
 * struct raw_entry - a head or an entry
 * @kind:  enum pa_raw_kind
 * @size:  bytes at @bytes
 * @bytes: they; not aligned
 */
struct raw_entry {
	u32 kind;
	u32 size;
	const u8 *bytes;
};

/**
 * struct raw_event - an open event that was read
 * @raw:     the entry
 * @holders: its holders
 * @view:    shows these; its record is valid
 */
struct raw_event {
	struct pa_raw_event raw;
	struct pa_holder holders[PA_HOLDERS];
	struct pa_event_view view;
};

/* Bytes that raw_lines() takes at once. */
#define RAW_READ	65536

/**
 * struct raw_lines - a stream whose entries are written as lines of JSON
 * @in:     the stream
 * @left:   bytes of an entry that is not whole
 * @bytes:  they
 * @line:   a line
 * @env:    what it has said of the machine
 * @kernel: of its head
 * @pmus:   by their ids
 * @gone:   of each of these
 * @inits:  the second one is of the last PMU
 */
struct raw_lines {
	struct raw_in in;
	size_t left;
	u8 bytes[RAW_READ + sizeof(struct pa_raw_entry) + RAW_ENTRY_MOST];
	char line[PA_JSON_MAX];
	struct pa_env env;
	struct pa_kernel kernel;
	struct pa_pmu_name pmus[PA_PMUS];
	u8 gone[PA_PMUS];
	struct pa_event_init inits[2];
};

/* Is given an entry of a stream. Returns false to end. */
typedef bool (*raw_entry_fn)(void *arg, const struct raw_in *in, const struct raw_entry *e);

/* next.c */
enum raw_got raw_next(struct raw_in *in, const void *bytes, size_t len, struct raw_entry *e,
		      size_t *used);
bool raw_each(struct raw_in *in, FILE *file, raw_entry_fn fn, void *arg);
bool raw_told(const struct raw_in *in, char *to, size_t size);

/* read.c */
void raw_read(void *to, size_t size, const struct raw_entry *e);
void raw_head(struct pa_kernel *k, u32 *followed, const struct raw_entry *e);
bool raw_pmu(struct pa_raw_pmu *to, const struct raw_entry *e);
void raw_pmu_name(struct pa_pmu_name *to, const struct pa_raw_pmu *pmu);
bool raw_call(struct pa_raw_call *to, const struct raw_entry *e);
bool raw_event(struct raw_event *to, const struct raw_entry *e, const struct pa_env *env);

/* hidden.c */
u64 raw_stand_in(u64 low);
void raw_attr_unhide(struct pa_record *r, const struct pa_raw_hidden *h, const struct pa_env *env);
void raw_unhide(struct pa_record *r, const struct pa_raw_hidden *h, struct pa_env *env,
		const struct raw_in *in);

/* line.c */
const char *raw_lines(struct raw_lines *m, const void *bytes, size_t n,
		      void (*put)(const void *line, size_t len));

#endif /* PERFATTR_RAW_RAW_H */
