/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records as varied as a ring and a stream can have them: refused opens, attrs of hostile sizes,
 * and opens and ops in which all is random but what handlers keep within bounds.
 */
#ifndef PERFATTR_TEST_VARIED_H
#define PERFATTR_TEST_VARIED_H

#include "facts/held.h"
#include "rules/rule.h"
#include "why_random.h"

static inline void anything(void *p, size_t n)
{
	unsigned char *c = p;

	while (n--)
		*c++ = (unsigned char)(rec_random() >> 32);
}

static inline s64 result(void)
{
	return maybe(2) ? -(s64)(rec_random() % 133) - 1 : (s64)(rec_random() & S32_MAX);
}

static inline void refused_open(unsigned int n)
{
	static struct pa_held held;

	while (!random_refusal())
		;
	memcpy(rec.attr, attr, sizeof(*attr));
	rec.seq = n;
	anything(rec.comm, sizeof(rec.comm));
	anything(held.by, sizeof(held.by));
	held.n = n % (PA_HELD_NAMED + 1);
	now.held = maybe(2) ? &held : NULL;
}

/* Sizes that nobody passes by mistake stand beside those that somebody does. */
static inline void hostile_size(unsigned int n)
{
	static const unsigned int sizes[] = {
		0, 1, 4, 7, 8, 10, 40, 63, 64, 65, 72, 80, 96, 104, 112, 116, 120, 128, 135, 136,
		143, 144, 145, 200, 255, 256, 257, 4095, 4096, 4097, 65536, S32_MAX, ~0U,
	};
	unsigned char bytes[PA_ATTR_KEEP];
	unsigned int size = sizes[n % ARRAY_SIZE(sizes)];

	start();
	anything(bytes, sizeof(bytes));
	rec_random_attr(attr);
	memcpy(bytes, attr, sizeof(*attr));
	memcpy(bytes + offsetof(struct perf_event_attr, size), &size, sizeof(size));
	rec_init(&rec, bytes, size);
	rec.have_facts = 0;
	rec.have_kview = 0;
	rec.ret = result();
	rec.attr_state = 1 + n % PA_ATTR_PART;
	if (rec.attr_state == PA_ATTR_PART && rec.attr_len)
		rec.attr_len = (u16)(1 + rec_random() % rec.attr_len);
	if (!rec.attr_len || maybe(10)) {
		rec.attr_state = PA_ATTR_UNREADABLE;
		rec.attr_len = 0;
		rec.have_size = 0;
	}
}

static inline void keep_bounds_of_path(struct pa_kview *kv)
{
	unsigned int i;

	kv->nsteps %= PA_STEPS + 1;
	for (i = 0; i < kv->nsteps; i++) {
		struct pa_step *s = &kv->steps[i];

		s->fn = (u8)(PA_FN_COPY_ATTR + s->fn % (PA_FN_MAX - PA_FN_COPY_ATTR));
		s->ret = maybe(3) ? PA_RET_PENDING : -(s32)(rec_random() % 134);
	}
}

/* What handlers write has bounds that random bytes do not keep. */
static inline void keep_bounds(void)
{
	rec.abi %= PA_ABI_MAX;
	rec.attr_state %= PA_ATTR_PART + 1;
	rec.attr_len = (u16)(1 + rec.attr_len % PA_ATTR_KEEP);
	rec.str_len %= PA_STR_LEN + 1;
	rec.str_kind %= 3;
	rec.have_kview &= 1;
	rec.ret = result();
	/* They are taken of calls that are refused. */
	rec.have_facts = rec.ret < 0 && rec.have_facts & 1;
	rec.type_pmu = maybe(3) ? PA_PMU_NONE : rec.type_pmu % 5;
}

static inline void keep_bounds_of_open(struct pa_kview *kv)
{
	unsigned int i;

	keep_bounds_of_path(kv);
	kv->pmu %= PA_PMU_NONE;
	kv->leader.pmu %= PA_PMU_NONE;
	for (i = 0; i < kv->nsteps; i++)
		kv->steps[i].pmu %= PA_PMU_NONE;
	rec.facts.leader.pmu %= PA_PMU_NONE;
}

/* Which rules are about this op. */
static inline u32 on_of(void)
{
	switch (rec.kind) {
	case PA_RECORD_MMAP:
		return PA_ON_MMAP;
	case PA_RECORD_READ:
		return PA_ON_READ;
	case PA_RECORD_POLL:
		return PA_ON_POLL;
	case PA_RECORD_PRCTL:
		return PA_ON_PRCTL;
	case PA_RECORD_IOCTL:
		return PA_ON_IOC(ENABLE) << pa_ioc_of(&rec);
	case PA_RECORD_BPF:
		return rec.op.cmd == PA_BPF_LINK_UPDATE ? PA_ON_UPDATE : PA_ON_LINK;
	default:
		return 0;
	}
}

/* One of the results that rules explain; most random errnos have no rule. */
static inline void likely_result(void)
{
	const struct pa_rule *rule;
	unsigned int i;

	for (i = 0; i < 500; i++) {
		rule = pa_rule_number(pa_op_tables, (unsigned int)(rec_random() % 100));
		if (!rule || !(rule->sites & on_of()))
			continue;
		rec.ret = -(s64)rule->err;
		break;
	}
}

/* What few random bytes are: a call with its facts, an ioctl of perf's, an area of some pages. */
static inline void likely_op(void)
{
	rec.op.fd_from %= PA_FD_OPEN + 1;
	rec.op.pmu %= PA_PMU_NONE;
	if (!maybe(4))
		rec.op.have |= PA_OP_FACTS;
	if (rec.kind == PA_RECORD_IOCTL && !maybe(4))
		rec.op.cmd = pa_ioc_number(rec.abi, (u32)(rec_random() % PA_IOC_MAX));
	if (rec.kind == PA_RECORD_BPF) {
		rec.op.cmd = maybe(2) ? PA_BPF_LINK_UPDATE : PA_BPF_LINK_CREATE;
		rec.op.len = (u32)rec.op.len;
	}
	if (rec.kind == PA_RECORD_MMAP && !maybe(4)) {
		rec.op.len = (1 + rec_random() % 40) << 12;
		rec.op.offset = maybe(2) ? 0 : 64 << 12;
		rec.op_facts.map.cpus %= 512;
	}
	if (rec.kind == PA_RECORD_READ && !maybe(4))
		rec.op.arg %= 64;
	if (!maybe(4))
		likely_result();
}

static inline void noise(unsigned int kind)
{
	start();
	anything(&rec, sizeof(rec));
	rec.kind = (u8)kind;
	keep_bounds();
	if (kind == PA_RECORD_OPEN)
		keep_bounds_of_open(&rec.kv);
	else
		likely_op();
}

/* The four records of a round, which is made of four calls with following numbers. */
static inline void varied_record(unsigned int number)
{
	unsigned int n = 1 + number / 4;

	switch (number % 4) {
	case 0:
		refused_open(n);
		break;
	case 1:
		hostile_size(n);
		break;
	case 2:
		noise(PA_RECORD_OPEN);
		break;
	default:
		noise(1 + n % (PA_RECORD_MAX - 1));
	}
}

/* What a stream says first, by lines. */
static inline void varied_machine(void (*put)(const char *line))
{
	static const struct pa_event_init odd_inits[] = {
		[1] = { "x86_pmu_event_init", "" },
		[2] = { "rapl_pmu_event_init", "intel\"rapl" },
	};
	static const u8 gone[40] = { [7] = 1 };
	struct pa_pmu_name odd[ARRAY_SIZE(gone)];
	unsigned int i;

	start();
	put(rec_json_env(&env));
	for (i = 1; i < env.npmus; i++)
		put(rec_json_pmu(&env, i));
	env.inits = odd_inits;
	env.ninits = ARRAY_SIZE(odd_inits);
	env.pmus = odd;
	env.npmus = ARRAY_SIZE(odd);
	env.pmu_gone = gone;
	for (i = 1; i < ARRAY_SIZE(odd); i++) {
		anything(&odd[i], sizeof(odd[i]));
		odd[i].name[0] = 'p';
		odd[i].have_caps = !maybe(4);
		odd[i].init = i % 3;
		put(rec_json_pmu(&env, i));
	}
	env.pmu_gone = NULL;
}

#endif /* PERFATTR_TEST_VARIED_H */
