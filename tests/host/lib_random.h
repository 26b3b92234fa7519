/* SPDX-License-Identifier: GPL-2.0 */
/* Random refused calls for libperfattr: attrs as programs pass them, with some of it changed. */
#ifndef PERFATTR_TEST_LIB_RANDOM_H
#define PERFATTR_TEST_LIB_RANDOM_H

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "core/attr.h"
#include "libperfattr/perfattr.h"

/* A call with its attr, in words. */
struct lib_call {
	struct perfattr_call call;
	u64 word[PA_ATTR_KEEP / 8];
};

static inline u64 lib_random(u64 *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

/* One of a list, by a random number. */
#define LIB_ONE_OF(seed, ...) \
	lib_one_of(seed, (const s64[]){ __VA_ARGS__ }, sizeof((s64[]){ __VA_ARGS__ }) / 8)

static inline s64 lib_one_of(u64 *seed, const s64 *list, size_t n)
{
	return list[lib_random(seed) % n];
}

static inline void lib_field(struct lib_call *c, unsigned int id, u64 value)
{
	const struct pa_field *f = &pa_fields[id];

	c->word[f->word] &= ~(f->mask << f->shift);
	c->word[f->word] |= (value & f->mask) << f->shift;
}

/* A program's own addresses may be shown, those of the kernel not. */
static inline u64 lib_value(u64 *seed)
{
	u64 v = lib_random(seed);

	return v % 3 == 0 ? v >> 8 & 1 : v % 3 == 1 ? v >> 50 : v >> 17;
}

static inline void lib_random_call(struct lib_call *c, u64 *seed)
{
	unsigned int changes = lib_random(seed) % 4;

	memset(c, 0, sizeof(*c));
	lib_field(c, PA_FIELD_TYPE, LIB_ONE_OF(seed, 0, 1, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 99));
	lib_field(c, PA_FIELD_SIZE, LIB_ONE_OF(seed, 128, 136, 136, 112, 64, 0, 8, 3, 200, 4096));
	lib_field(c, PA_FIELD_CONFIG, LIB_ONE_OF(seed, 0, 1, 3, 9, 10, 77));
	while (changes--)
		lib_field(c, PA_FIELD_CONFIG + lib_random(seed) % (PA_FIELD_MAX - PA_FIELD_CONFIG),
			  lib_value(seed));
	c->call.attr = (const struct perf_event_attr *)c->word;
	c->call.pid = (int32_t)LIB_ONE_OF(seed, 0, 0, -1, 1, -7, 99999);
	c->call.cpu = (int32_t)LIB_ONE_OF(seed, -1, -1, 0, 1, 7000, -5);
	c->call.group_fd = (int32_t)LIB_ONE_OF(seed, -1, -1, -1, 0, 999, -9);
	c->call.flags = (u64)LIB_ONE_OF(seed, 0, 0, 8, 1, 2, 4, 1 << 20);
	c->call.attr_size = (uint32_t)LIB_ONE_OF(seed, 0, 0, 136, 8);
	c->call.error = (int32_t)LIB_ONE_OF(seed, EINVAL, EINVAL, EINVAL, EACCES, EPERM, ENOENT,
					    EOPNOTSUPP, E2BIG, EBADF, ESRCH, ENODEV, EBUSY, EFAULT,
					    EMFILE, ENOSPC, EOVERFLOW, ENOMEM, ENOSYS);
}

#endif /* PERFATTR_TEST_LIB_RANDOM_H */
