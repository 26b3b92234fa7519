/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Makes a record and an environment of any bytes. A record comes from a ring that handlers fill, so
 * it is not trusted; the names in the environment end with a NUL, as record.h promises.
 */
#ifndef PERFATTR_FUZZ_H
#define PERFATTR_FUZZ_H

#include <stdlib.h>

#include "rec.h"

#define FUZZ_PMUS	8

struct fuzz {
	u8 flags;		/* what the record does not hold */
	struct pa_record r;
	struct pa_kernel kernel;
	struct pa_pmu_name pmus[FUZZ_PMUS];
	struct pa_env env;
	char buf[PA_TEXT_MAX];
	struct seq_buf s;
};

static inline size_t fuzz_take(void *to, size_t want, const u8 **p, size_t left)
{
	size_t n = want < left ? want : left;

	memcpy(to, *p, n);
	*p += n;
	return left - n;
}

static inline void fuzz_setup(struct fuzz *f, const u8 *p, size_t size)
{
	unsigned int i;

	memset(f, 0, sizeof(*f));
	size = fuzz_take(&f->flags, 1, &p, size);
	size = fuzz_take(&f->r, sizeof(f->r), &p, size);
	size = fuzz_take(&f->kernel, sizeof(f->kernel), &p, size);
	size = fuzz_take(f->pmus, sizeof(f->pmus), &p, size);
	size = fuzz_take(f->env.handler, sizeof(f->env.handler), &p, size);
	size = fuzz_take(f->env.clock, sizeof(f->env.clock), &p, size);
	fuzz_take(f->env.symbol, sizeof(f->env.symbol), &p, size);
	for (i = 0; i < FUZZ_PMUS; i++)
		f->pmus[i].name[sizeof(f->pmus[i].name) - 1] = 0;
	f->env.handler[PA_NAME_LEN - 1] = 0;
	f->env.clock[PA_NAME_LEN - 1] = 0;
	f->env.symbol[PA_NAME_LEN - 1] = 0;
	f->env.kernel = f->flags & 2 ? &f->kernel : &rec_kernel_new;
	f->env.pmus = f->pmus;
	f->env.npmus = FUZZ_PMUS;
	seq_buf_init(&f->s, f->buf, sizeof(f->buf));
}

/* The fuzzer, and the replay of its corpus, stop here. */
static inline void fuzz_require(bool holds)
{
	if (!holds)
		abort();
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

#endif /* PERFATTR_FUZZ_H */
