// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Addresses that were not shown. In their place stand others of which the same is true, so that
 * rules say the same, and renderers hide them as those.
 */
#include "core/attr.h"
#include "core/facts.h"
#include "raw/raw.h"

/* An address of the kernel is in the highest half; on 32-bit Arm its lower half counts, too. */
#define KERNEL_ADDRESS	0xffff8000fff00000ULL

/**
 * raw_stand_in() - an address of the kernel for one that was not shown
 * @low: its lowest 12 bits
 */
u64 raw_stand_in(u64 low)
{
	return KERNEL_ADDRESS | (low & 0xfff);
}

/*
 * An address of which the same is true as of that of a breakpoint: whether it is a multiple of the
 * length, and whether both together go beyond the highest address.
 */
static u64 breakpoint_like(u64 low, bool aligned, bool wraps, u64 len)
{
	static const u64 from[] = {
		KERNEL_ADDRESS, KERNEL_ADDRESS + 0x1000, 0xffff800000000000ULL,
		0x8000000000000000ULL, 0xffffffffffffe000ULL, 0xffffffffffffd000ULL,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(from); i++) {
		u64 v = from[i] | low;

		if (!(v & (len - 1)) == aligned && (v + len - 1 < v) == wraps)
			return v;
	}
	return KERNEL_ADDRESS | low;
}

/*
 * A length of which the same is true as of that of a breakpoint. No cpu watches one as long: that
 * is so of each; but whether it wraps, which the kernel looks at first, depends on the part that
 * was not shown.
 */
static u64 length_like(u64 low, bool wraps, u64 addr)
{
	static const u64 from[] = {
		KERNEL_ADDRESS, 0xfffffffffffff000ULL, 0xc000000000000000ULL, 0x8000000000000000ULL,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(from); i++) {
		u64 v = from[i] | low;

		if ((addr + v - 1 < addr) == wraps)
			return v;
	}
	return KERNEL_ADDRESS | low;
}

/* The kernel's copy has the same. */
static void word_put(struct pa_record *r, const struct pa_field *f, u64 v)
{
	pa_attr_put(r, f, v);
	if (r->have_kview && r->kv.kattr_len >= f->offset + sizeof(v))
		memcpy(r->kv.kattr + f->offset, r->attr + f->offset, sizeof(v));
}

/**
 * raw_attr_unhide() - put stand-ins for addresses into the attr
 * @r:   the record
 * @h:   what was hidden
 * @env: the PMUs of its machine. If the PMU is not known, neither is that its events have addresses
 *       there: then they stay zero, or they would be shown
 */
void raw_attr_unhide(struct pa_record *r, const struct pa_raw_hidden *h, const struct pa_env *env)
{
	bool aligned = h->what & PA_RAW_ALIGNED, wraps = h->what & PA_RAW_WRAPS;
	struct pa_attr a;
	u32 i;

	if (!(h->what & (PA_RAW_CONFIG1 | PA_RAW_CONFIG2)))
		return;
	pa_attr_look(&a, r, env);
	for (i = 0; i < 2 && a.kind != PA_KIND_OTHER; i++) {
		unsigned int id = a.member[PA_UNION_CONFIG1 + i];
		const struct pa_field *f = &pa_fields[id];
		u64 low = h->low[i] & 0xfff;

		if (!(h->what & PA_RAW_CONFIG1 << i) || f->offset + sizeof(u64) > r->attr_len)
			continue;
		if (id == PA_FIELD_BP_ADDR)
			word_put(r, f, breakpoint_like(low, aligned, wraps,
						       pa_attr_get(r, PA_FIELD_BP_LEN)));
		else if (id == PA_FIELD_BP_LEN)
			word_put(r, f, length_like(low, wraps, pa_attr_get(r, PA_FIELD_BP_ADDR)));
		else
			word_put(r, f, raw_stand_in(low));
	}
}

/* These are known only to be addresses of the kernel. */
static void facts_unhide(void *of, const struct pa_fact_list *list, u32 hidden)
{
	const u64 v = 1ULL << 63;
	u32 i;

	for (i = 0; i < list->count; i++) {
		if (list->fact[i].kind != PA_FACT_CALLERS)
			continue;
		if (hidden & 1)
			memcpy((u8 *)of + list->fact[i].offset, &v, sizeof(v));
		hidden >>= 1;
	}
}

static void op_unhide(struct pa_record *r, const struct pa_raw_hidden *h)
{
	bool is_map = r->kind == PA_RECORD_MMAP || r->kind == PA_RECORD_MUNMAP;

	if (h->what & PA_RAW_ARG)
		r->op.arg = raw_stand_in(h->low[2]);
	if (h->what & PA_RAW_VALUE)
		*(is_map ? &r->op.offset : &r->op.value) = raw_stand_in(h->low[3]);
	if (r->op.have & PA_OP_FACTS && r->op_facts.have & PA_OF_MMAPS)
		facts_unhide(&r->op_facts, &pa_facts_of_map, h->what >> PA_RAW_FACTS);
}

/**
 * raw_unhide() - put symbols, and stand-ins for all addresses but those of the attr
 * @r:   the record
 * @h:   what was hidden
 * @env: receives symbols
 * @in:  the stream that it is of
 */
void raw_unhide(struct pa_record *r, const struct pa_raw_hidden *h, struct pa_env *env,
		const struct raw_in *in)
{
	if (r->kv.overflow_handler)
		memcpy(env->handler, in->name[PA_RAW_OF_HANDLER], sizeof(env->handler));
	if (r->kv.clock)
		memcpy(env->clock, in->name[PA_RAW_OF_CLOCK], sizeof(env->clock));
	if (h->what & PA_RAW_SYMBOL)
		memcpy(env->symbol, in->name[PA_RAW_OF_SYMBOL], sizeof(env->symbol));
	if (h->what & PA_RAW_PTR)
		r->attr_ptr = KERNEL_ADDRESS;
	if (r->kind != PA_RECORD_OPEN)
		op_unhide(r, h);
}
