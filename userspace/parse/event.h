/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Shared by the files that read words and events. */
#ifndef PERFATTR_PARSE_EVENT_H
#define PERFATTR_PARSE_EVENT_H

#include "parse/parse.h"
#include "parse/span.h"

/**
 * struct event - an event by its name
 * @has:    EVENT_*: the known parts
 * @type:   attr.type
 * @config: attr.config
 * @addr:   attr.bp_addr
 * @len:    attr.bp_len
 * @access: attr.bp_type
 * @letters: modifiers that follow its name, such as "u", as event.c has their bits
 * @precise: how many "p" are among them
 * @pmu:    its PMU, if it is named; an event without a type has none
 * @known:  its trace system is one of the kernel's
 */
struct event {
	unsigned int has;
	u32 type;
	u64 config;
	u64 addr;
	u64 len;
	u32 access;
	u8 letters;
	u8 precise;
	struct span pmu;
	bool known;
};

#define EVENT_TYPE	0x01
#define EVENT_CONFIG	0x02
#define EVENT_ADDR	0x04
#define EVENT_LEN	0x08
#define EVENT_ACCESS	0x10

bool paste_event_read(struct event *e, const char *s, size_t len);

#endif /* PERFATTR_PARSE_EVENT_H */
