// SPDX-License-Identifier: GPL-2.0
/*
 * The caller: its ABI, and copies of its memory.
 *
 * User memory is read without faulting. A page that is not resident when a call is entered has
 * been faulted in by the kernel when it returns.
 */
#include "probe/caller.h"

#include <linux/atomic.h>
#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/perf_event.h>
#include <linux/string.h>

#include "probe/pmu.h"

/* Read at entry in one go: the newest struct. Larger attrs cost a second copy. */
#define FIRST_COPY	sizeof(struct perf_event_attr)
/* type and size, which say how to read the rest. */
#define ATTR_HEAD	8

static atomic64_t caller_unreadable;

#ifdef CONFIG_X86_64
/*
 * A task that was killed in user mode closes and unmaps outside of every system call. What tells
 * then is what it was started as: only i386 and x32 have addresses of 32 bits
 * (set_personality_ia32()), and of the two x32 runs in 64-bit mode.
 */
static enum pa_abi task_abi(const struct pt_regs *regs)
{
	if (!test_thread_flag(TIF_ADDR32))
		return PA_ABI_X86_64;
	return regs->cs == __USER_CS ? PA_ABI_X32 : PA_ABI_I386;
}
NOKPROBE_SYMBOL(task_abi);
#endif

/**
 * pa_caller_abi() - the ABI of the current task, in a system call or not
 *
 * Context: any. Return: PA_ABI_MAX for a kernel thread, which may put the last reference to a file.
 */
enum pa_abi pa_caller_abi(void)
{
#ifdef CONFIG_X86_64
	struct pt_regs *regs = task_pt_regs(current);

	if (unlikely(!user_mode(regs)))
		return PA_ABI_MAX;
	/* Not in a system call: entered by an interrupt or an exception. */
	if (unlikely((long)regs->orig_ax < 0 && !in_ia32_syscall()))
		return task_abi(regs);
#else
	if (unlikely(current->flags & PF_KTHREAD))
		return PA_ABI_MAX;
#endif
	return pa_caller_syscall_abi();
}
NOKPROBE_SYMBOL(pa_caller_abi);

/*
 * How many bytes of an attr of this size are kept: what the kernel looks at, and type and size
 * however small that is.
 */
static u32 attr_wanted(u32 size)
{
	if (!size)
		size = PERF_ATTR_SIZE_VER0;
	return clamp_t(u32, size, ATTR_HEAD, PA_ATTR_KEEP);
}
NOKPROBE_SYMBOL(attr_wanted);

/*
 * The part that is read before the size is known. Through the stack: hardened usercopy
 * needs 20 instructions to accept a buffer there and 160 for one on the heap.
 */
static u32 attr_copy_first(struct pa_record *rec)
{
	u8 buf[ALIGN(FIRST_COPY, 8)];
	u32 len = min_t(u32, FIRST_COPY, PAGE_SIZE - offset_in_page(rec->attr_ptr));

	if (len < ATTR_HEAD)
		len = ATTR_HEAD;
	if (!pa_caller_copy(buf, rec->attr_ptr, len))
		return 0;
	memcpy(rec->attr, buf, len);
	return len;
}
NOKPROBE_SYMBOL(attr_copy_first);

/* No more than @len bytes of it are there: less than its size, or not even that. */
static bool attr_ends(struct pa_record *rec, u32 len)
{
	rec->attr_len = len;
	rec->attr_state = len ? PA_ATTR_PART : PA_ATTR_UNREADABLE;
	return false;
}
NOKPROBE_SYMBOL(attr_ends);

/* The attr begins so close to the end of its page that not even its size is there. */
static bool attr_tiny(struct pa_record *rec)
{
	u32 len = PAGE_SIZE - offset_in_page(rec->attr_ptr);

	rec->type_pmu = 0;
	if (len >= ATTR_HEAD || !pa_caller_copy(rec->attr, rec->attr_ptr, len))
		len = 0;
	return attr_ends(rec, len);
}
NOKPROBE_SYMBOL(attr_tiny);

/*
 * Copies the attr. Never beyond the page that it begins on before its size is known: a
 * 64-byte attr that ends with its mapping is legal. Returns false when bytes that the
 * kernel needs were not there; those before them are kept, and attr_state says so.
 */
static bool attr_copy(struct pa_record *rec)
{
	u32 first = attr_copy_first(rec);
	u32 type, size, want;

	if (!first)
		return attr_tiny(rec);
	/* The kernel may have overwritten it (E2BIG) when this is the second try. */
	if (rec->have_size)
		memcpy(rec->attr + 4, &rec->attr_size, sizeof(rec->attr_size));
	memcpy(&size, rec->attr + 4, sizeof(size));
	rec->attr_size = size;
	rec->have_size = 1;
	memcpy(&type, rec->attr, sizeof(type));
	rec->type_pmu = pa_pmu_now(type);
	want = attr_wanted(size);
	if (want > first &&
	    !pa_caller_copy(rec->attr + first, rec->attr_ptr + first, want - first)) {
		/* perf_copy_attr() reads no more than the size when it is absurd. */
		if (size <= PAGE_SIZE)
			return attr_ends(rec, first);
		want = first;
	}
	rec->attr_len = want;
	rec->attr_more = size > want ? size - want : 0;
	return true;
}
NOKPROBE_SYMBOL(attr_copy);

/**
 * pa_caller_attr_entry() - copy the caller's attr before the kernel reads it
 * @rec: begun, attr_ptr is set; receives attr and all that is said of it
 *
 * Context: probe handler.
 */
void pa_caller_attr_entry(struct pa_record *rec)
{
	rec->attr_more = 0;
	rec->have_size = 0;
	rec->attr_size = 0;
	if (attr_copy(rec))
		rec->attr_state = PA_ATTR_ENTRY;
}
NOKPROBE_SYMBOL(pa_caller_attr_entry);

/**
 * pa_caller_attr_return() - copy the attr after all: pa_caller_attr_entry() could not
 * @rec: the call, its result is there
 *
 * Context: probe handler.
 */
void pa_caller_attr_return(struct pa_record *rec)
{
	bool had_size = rec->have_size;

	if (attr_copy(rec))
		rec->attr_state = PA_ATTR_RETURN;
	else
		atomic64_inc(&caller_unreadable);
	/* The kernel may have written its own size there before we saw the caller's. */
	if (!had_size && rec->ret == -E2BIG)
		rec->have_size = 0;
}
NOKPROBE_SYMBOL(pa_caller_attr_return);

/**
 * pa_caller_string() - a string of the user's memory, as far as it fits and is resident
 * @to:   receives it, without a NUL
 * @room: bytes at @to
 * @from: where it begins
 *
 * Page by page, without faulting.
 *
 * Context: probe handler. Return: bytes of the string; @room means that it may go on.
 */
u16 pa_caller_string(char *to, u16 room, u64 from)
{
	u16 have = 0;

	while (have < room) {
		u64 at = from + have;
		u16 part = min_t(u64, room - have, PAGE_SIZE - offset_in_page(at));
		const char *nul;

		if (!pa_caller_copy(to + have, at, part))
			break;
		nul = memchr(to + have, '\0', part);
		if (nul)
			return nul - to;
		have += part;
	}
	return have;
}
NOKPROBE_SYMBOL(pa_caller_string);

/**
 * pa_caller_unreadable() - attrs that could be copied neither at entry nor at return
 *
 * Context: any.
 */
u64 pa_caller_unreadable(void)
{
	return atomic64_read(&caller_unreadable);
}
