// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* A call of this process as a record: the memory at its pointers is read as the kernel does. */

#include "libperfattr/found.h"

/* Nothing is known of the attr. */
static void attr_unknown(struct found *f)
{
	struct pa_record *r = &f->x.r;

	memset(f->x.pasted.unknown.word, 0xff, sizeof(f->x.pasted.unknown.word));
	f->x.pasted.some = true;
	memset(r->attr, 0, sizeof(r->attr));
	r->attr_state = PA_ATTR_ENTRY;
	r->attr_len = PA_ATTR_NEWEST;
}

/* It is not readable, as far as the kernel has to read it for its size. */
static void attr_unreadable(struct pa_record *r)
{
	memset(r->attr, 0, sizeof(r->attr));
	r->attr_state = PA_ATTR_UNREADABLE;
}

/* Return true if the kernel may have written this size, to report the length of its own attr. */
static bool is_of_kernel(u32 size)
{
	return size >= PA_ATTR_OLDEST && size <= 4096 && !(size % 8);
}

/*
 * The first @there bytes of the attr were readable, type and size among them. Bytes that are read
 * later may have been written after the kernel has written its size.
 */
static void attr_take(struct found *f, u32 there, u32 passed, bool later)
{
	struct pa_record *r = &f->x.r;
	u32 size, len;

	if (passed)
		memcpy(r->attr + 4, &passed, sizeof(passed));
	memcpy(&size, r->attr + 4, sizeof(size));
	if (r->ret == -E2BIG && !passed && (later || is_of_kernel(size))) {
		attr_unknown(f);
		return;
	}
	len = size ? size : PA_ATTR_OLDEST;
	r->attr_state = len > there && there < sizeof(r->attr) ? PA_ATTR_PART : PA_ATTR_ENTRY;
	r->have_size = 1;
	r->attr_size = size;
	r->attr_len = (u16)(len < there ? len : there);
	r->attr_more = len - r->attr_len;
	/* Type and size are read of each. */
	if (r->attr_len < 8)
		r->attr_len = 8;
	pa_le_attr(r->attr, r->attr_len, size);
	r->attr_len = (u16)pa_le_len(r->attr_len);
	memset(r->attr + r->attr_len, 0, sizeof(r->attr) - r->attr_len);
}

/**
 * call_read() - a call with the attr that it points at
 * @f:     receives it; all 0 except the errno
 * @call:  the call
 * @later: it was made a while ago
 */
void call_read(struct found *f, const struct perfattr_call *call, bool later)
{
	struct pa_record *r = &f->x.r;
	long there;

	r->kind = PA_RECORD_OPEN;
	r->abi = HERE_ABI;
	r->arg_pid = call->pid;
	r->arg_cpu = call->cpu;
	r->arg_group_fd = call->group_fd;
	r->flags = call->flags;
	r->attr_ptr = (u64)(uintptr_t)call->attr;
	r->have_facts = 1;
	there = memory_copy(r->attr, call->attr, sizeof(r->attr));
	if (there < 0)
		attr_unknown(f);
	else if (there < 8)
		attr_unreadable(r);
	else
		attr_take(f, (u32)there, call->attr_size, later);
}

/**
 * call_string() - the string at the pointer in the attr of a probe
 * @f: from call_read(); the PMUs are known
 */
void call_string(struct found *f)
{
	struct pa_record *r = &f->x.r;
	u64 type = pa_attr_get(r, PA_FIELD_TYPE), at = pa_attr_get(r, PA_FIELD_CONFIG1);
	const struct pa_pmu_name *pmu = pa_pmu_by_type(&f->x.env, (u32)type);
	u8 kind = 0;
	long n;

	if (pmu && !strcmp(pmu->name, "kprobe"))
		kind = 1;
	if (pmu && !strcmp(pmu->name, "uprobe"))
		kind = 2;
	if (!kind || !at || f->x.pasted.some)
		return;
	n = memory_copy(r->str, (const void *)(uintptr_t)at, sizeof(r->str));
	if (n < (long)sizeof(r->str) && (n <= 0 || !memchr(r->str, '\0', (size_t)n))) {
		memset(r->str, 0, sizeof(r->str));
		return;
	}
	r->str_kind = kind;
	r->str_len = (u16)strnlen(r->str, (size_t)n);
}
