/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* What the files of words and events call of each other. */
#ifndef PERFATTR_PASTE_EVENT_H
#define PERFATTR_PASTE_EVENT_H

#include "paste/paste.h"
#include "paste/span.h"

/* What perf lets follow the name of an event: cycles:ukpp. */
struct modifiers {
	bool user;
	bool kernel;
	bool hv;
	bool guest;
	bool host;
	bool idle;
	bool most_precise;	/* P: as precise as the PMU can */
	u8 precise;
};

/**
 * struct event - an event by its name
 * @has:    EVENT_*: what of it is known
 * @type:   attr.type
 * @config: attr.config
 * @addr:   attr.bp_addr
 * @len:    attr.bp_len
 * @access: attr.bp_type
 * @m:      its modifiers
 */
struct event {
	unsigned int has;
	u32 type;
	u64 config;
	u64 addr;
	u64 len;
	u32 access;
	struct modifiers m;
};

#define EVENT_TYPE	0x01
#define EVENT_CONFIG	0x02
#define EVENT_ADDR	0x04
#define EVENT_LEN	0x08
#define EVENT_ACCESS	0x10

bool paste_event_read(struct event *e, const char *s, size_t len);
bool paste_hex_number(const char *s, size_t len, u64 *value);

#endif /* PERFATTR_PASTE_EVENT_H */
