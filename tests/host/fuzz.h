/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Makes a record and an environment of any bytes. A record comes from a ring that handlers fill, so
 * it is not trusted; the names in the environment end with a NUL, as record.h promises.
 */
#ifndef PERFATTR_FUZZ_H
#define PERFATTR_FUZZ_H

#include <stdlib.h>

#include "core/out.h"
#include "rec.h"
#include "facts/format.h"
#include "facts/now.h"

#define FUZZ_PMUS	8

struct fuzz {
	u8 flags;		/* what the record does not hold */
	struct pa_record r;
	struct pa_kernel kernel;
	struct pa_pmu_name pmus[FUZZ_PMUS];
	struct pa_event_init inits[2];
	struct pa_formats formats;
	struct pa_now now;
	struct pa_env env;
	char buf[PA_TEXT_MAX];
	struct out s;
};

static inline size_t fuzz_take(void *to, size_t want, const u8 **p, size_t left)
{
	size_t n = want < left ? want : left;

	memcpy(to, *p, n);
	*p += n;
	return left - n;
}

/* Pairs of strings are the terms of a format, and their bits: the format of the record's PMU. */
static inline void fuzz_formats(struct fuzz *f, const u8 *p, size_t left)
{
	char string[2][128];
	size_t len;
	u32 i, n;

	for (i = 0; left; i++) {
		len = strnlen((const char *)p, left);
		memset(string[i % 2], 0, sizeof(string[0]));
		memcpy(string[i % 2], p, len < sizeof(string[0]) ? len : sizeof(string[0]) - 1);
		p += len < left ? len + 1 : len;
		left -= len < left ? len + 1 : len;
		n = f->formats.n;
		if (i % 2 && pa_formats_name(&f->formats, string[0], strlen(string[0])) &&
		    f->formats.n > n)
			pa_format_parse(&f->formats.term[n], string[1]);
	}
	pa_formats_sort(&f->formats);
	f->formats.pmu = f->r.kv.pmu;
	f->now.formats = &f->formats;
	f->env.now = &f->now;
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
	size = fuzz_take(f->env.symbol, sizeof(f->env.symbol), &p, size);
	/* Names that end, as kbuild and uname write them: what the record has will do. */
	f->inits[1] = (struct pa_event_init){};
	memcpy(f->inits[1].symbol, f->env.handler, sizeof(f->inits[1].symbol));
	memcpy(f->inits[1].module, f->env.clock, sizeof(f->inits[1].module));
	fuzz_formats(f, p, size);
	for (i = 0; i < FUZZ_PMUS; i++) {
		f->pmus[i].name[sizeof(f->pmus[i].name) - 1] = 0;
		f->pmus[i].have_caps = *(u8 *)&f->pmus[i].have_caps & 1;
	}
	f->inits[1].symbol[sizeof(f->inits[1].symbol) - 1] = 0;
	f->inits[1].module[sizeof(f->inits[1].module) - 1] = 0;
	f->env.handler[PA_NAME_LEN - 1] = 0;
	f->env.clock[PA_NAME_LEN - 1] = 0;
	f->env.symbol[PA_NAME_LEN - 1] = 0;
	f->env.kernel = f->flags & 2 ? &f->kernel : &rec_kernel_new;
	f->env.pmus = f->pmus;
	f->env.npmus = FUZZ_PMUS;
	f->env.inits = f->inits;
	f->env.ninits = ARRAY_SIZE(f->inits);
	out_init(&f->s, f->buf, sizeof(f->buf));
}

/* The fuzzer, and the replay of its corpus, stop here. */
static inline void fuzz_require(bool holds)
{
	if (!holds)
		abort();
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

#endif /* PERFATTR_FUZZ_H */
