/* SPDX-License-Identifier: GPL-2.0 */
/*
 * For tests of what reads JSON back: possible() makes of the records of varied.h such as a module
 * has.
 */
#ifndef PERFATTR_TEST_READ_RANDOM_H
#define PERFATTR_TEST_READ_RANDOM_H

#include <stdio.h>

#include "call/parts.h"
#include "tap.h"
#include "varied.h"

/* The drivers of these PMUs, as the module would name them. */
static struct pa_event_init inits[ARRAY_SIZE(drivers) + 1];

static void inits_fill(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(drivers); i++) {
		strcpy(inits[i + 1].symbol, drivers[i].init);
		strcpy(inits[i + 1].module, drivers[i].module);
		pmus[drivers[i].pmu].init = (u8)(i + 1);
	}
}

static unsigned long differ;

/* Counts a difference, and prints both from a little before it on. @note: more of the record. */
static inline void complain(const char *what, const char *note, const char *want, const char *got)
{
	size_t i;

	if (++differ > 12)
		return;
	for (i = 0; want[i] && want[i] == got[i]; i++)
		;
	i -= i < 60 ? i : 60;
	printf("# %s, kind %u ret %lld%s\n#   want %.200s\n#   got  %.200s\n", what, rec.kind,
	       rec.ret, note, want + i, got + i);
}

/* A string that is UTF-8, as all but very odd names are. */
static void name(char *p, size_t room)
{
	size_t i;

	for (i = 0; i < room - 1 && p[i]; i++)
		p[i] = (char)(' ' + (unsigned char)p[i] % 95);
	memset(p + i, 0, room - i);
}

static void bit(u8 *v)
{
	*v &= 1;
}

/* What a list has no value for, no handler writes. */
static void in_range(const struct pa_fact_list *list, void *of)
{
	u32 i;

	for (i = 0; i < list->count; i++) {
		const struct pa_fact *f = &list->fact[i];
		u8 *at = (u8 *)of + f->offset;

		if (f->kind == PA_FACT_BOOL)
			bit(at);
		else if (f->kind == PA_FACT_TRI)
			*at %= 3;
		else if (f->kind == PA_FACT_NAME)
			*at %= f->names->count;
		else if (f->kind == PA_FACT_STRING)
			name((char *)at, f->width);
	}
}

static void tidy_leader(struct pa_leader *l)
{
	in_range(&pa_facts_of_leader, l);
	l->pmu %= PMUS;
}

/* The functions hand on the errno with which they fail. */
static void tidy_path(struct pa_kview *kv)
{
	unsigned int i;

	kv->followed &= all_followed;
	for (i = 0; i < kv->nsteps; i++) {
		struct pa_step *s = &kv->steps[i];

		s->hardware = s->fn == PA_FN_TRY_INIT && s->hardware & 1;
		s->pmu = s->fn == PA_FN_TRY_INIT ? s->pmu % PMUS : 0;
		if (s->fn != PA_FN_TRY_INIT && s->ret < 0 && s->ret != PA_RET_PENDING)
			s->ret = rec.ret < 0 ? (s32)rec.ret : 0;
	}
}

static void tidy_kview(struct pa_kview *kv)
{
	kv->have &= 2 * PA_KV_LEADER_NAME - 1;
	kv->pmu %= PMUS;
	kv->pmu_caps &= 0x7ff;
	if (!kv->pmu)
		kv->pmu_caps = 0;
	name(kv->task_comm, sizeof(kv->task_comm));
	name(kv->name, sizeof(kv->name));
	name(kv->leader_name, sizeof(kv->leader_name));
	name(kv->cgroup, sizeof(kv->cgroup));
	tidy_leader(&kv->leader);
	tidy_path(kv);
	kv->kattr_len = kernel.attr_size;
	if (!(kv->have & PA_KV_HWCONFIG))
		kv->have &= ~PA_KV_HWBASE;
	if (kv->have & PA_KV_ATTR)
		kv->have &= ~PA_KV_COPIED;
	if (pa_attr_get(&rec, PA_FIELD_TYPE) != PA_TYPE_TRACEPOINT)
		kv->have &= ~PA_KV_NAME;
	if (kv->leader.type != PA_TYPE_TRACEPOINT)
		kv->have &= ~PA_KV_LEADER_NAME;
}

static void tidy_open(void)
{
	struct pa_facts *f = &rec.facts;

	in_range(&pa_facts_of_open, f);
	tidy_leader(&f->leader);
	f->lsm &= 3;
	if (!maybe(3) || rec.type_pmu != PA_PMU_NONE)
		rec.type_pmu %= PMUS;
	if (pa_attr_get(&rec, PA_FIELD_TYPE) < PA_TYPE_DYNAMIC || rec.attr_len < 64 ||
	    pa_is_kernel_address(pa_attr_get(&rec, PA_FIELD_CONFIG1)) ||
	    !pa_attr_get(&rec, PA_FIELD_CONFIG1))
		rec.str_kind = 0;
	if (!rec.str_kind)
		rec.str_len = 0;
	if (rec.have_kview)
		tidy_kview(&rec.kv);
}

/* The members of the union exclude each other. */
static void tidy_special(struct pa_op_facts *f)
{
	static const struct {
		u32 bit;
		const struct pa_fact_list *list;
		u32 more;
	} special[] = {
		{ PA_OF_MMAPS, &pa_facts_of_map, PA_OF_CONTROL | PA_OF_MLOCK },
		{ PA_OF_OUTPUT, &pa_facts_of_output, 0 },
		{ PA_OF_TRACE, &pa_facts_of_trace, PA_OF_PROG_FD | PA_OF_LOOKUPS },
		{ PA_OF_CHANGE, &pa_facts_of_change, 0 },
	};
	unsigned int i, n;

	/* Which of them handlers take depends on the op. */
	n = rec.kind == PA_RECORD_MMAP ? 0 : rec.kind == PA_RECORD_BPF ? 2 :
	    rec.kind != PA_RECORD_IOCTL ? 4 :
	    pa_ioc_of(&rec) == PA_IOC_SET_OUTPUT ? 1 :
	    pa_ioc_of(&rec) == PA_IOC_MODIFY_ATTRIBUTES ? 3 : 2;

	for (i = 0; i < ARRAY_SIZE(special); i++)
		if (i != n)
			f->have &= ~(special[i].bit | special[i].more);
	if (n == 4 || !(f->have & special[n].bit)) {
		f->have &= n == 4 ? ~0U : ~special[n].more;
		memset(&f->map, 0, sizeof(f->map));
		return;
	}
	in_range(special[n].list, f);
	if (!n) {
		/* Of two addresses of the kernel only that they are some is known. */
		f->map.aux_at >>= 1;
		f->map.aux_offset >>= 1;
		f->map.aux_size >>= 1;
		f->map.data_len >>= 1;
	}
	if (n == 2) {
		f->trace.prog &= 31;
		f->trace.name[PA_NAME_LEN - 1] = 0;
	}
}

static void tidy_op(void)
{
	struct pa_op *op = &rec.op;

	op->open_seq &= U32_MAX;
	rec.str_kind = 0;
	rec.have_kview = 0;
	rec.have_facts = 0;
	if (rec.kind == PA_RECORD_READ && rec.ret <= 0)
		rec.attr_len = 0;
	if (pa_ioc_of(&rec) != PA_IOC_PERIOD && pa_ioc_of(&rec) != PA_IOC_ID &&
	    pa_ioc_of(&rec) != PA_IOC_QUERY_BPF && rec.kind == PA_RECORD_IOCTL)
		op->have &= ~PA_OP_VALUE;
	if (rec.kind == PA_RECORD_IOCTL && pa_ioc_of(&rec) == PA_IOC_ID)
		op->value >>= 1;
	if (rec.kind == PA_RECORD_READ && op->format & PERF_FORMAT_GROUP) {
		u64 nr = 1 + pa_values_word(&rec, 0) % 100;

		memcpy(rec.attr, &nr, sizeof(nr));
	}
	op->pmu %= PMUS;
	in_range(&pa_facts_of_op, &rec.op_facts);
	tidy_special(&rec.op_facts);
	if (rec.kind == PA_RECORD_PRCTL || rec.kind == PA_RECORD_BPF)
		op->arg &= U32_MAX;
	if (rec.kind == PA_RECORD_BPF)
		op->len = op->cmd == PA_BPF_LINK_UPDATE ? op->len & U32_MAX : (u32)op->fd;
}

static void tidy(void)
{
	name(rec.comm, sizeof(rec.comm));
	rec.seq &= U32_MAX;
	rec.duration_ns &= U32_MAX;
	if (rec.kind == PA_RECORD_OPEN)
		tidy_open();
	else
		tidy_op();
}

/* The record and its machine become such as a module has. */
static void possible(void)
{
	env.inits = inits;
	env.ninits = ARRAY_SIZE(inits);
	strcpy(kernel.module, "0.1.0");
	strcpy(kernel.release, "6.1.0");
	kernel.load = 0x9c1e52d0;
	env.followed = all_followed;
	tidy();
}

#endif /* PERFATTR_TEST_READ_RANDOM_H */
