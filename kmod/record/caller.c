// SPDX-License-Identifier: GPL-2.0
/*
 * The caller: its ABI, and copies of its memory.
 *
 * User memory is read without faulting. If a page is not resident when the call is entered, it is
 * read again at return: by then the kernel has faulted it in.
 */
#include "record/caller.h"

#include <linux/kprobes.h>

/* First copy: the attr size of the running kernel. A larger attr takes a second copy. */
#define FIRST_COPY	sizeof(struct perf_event_attr)
/* The members type and size, which say how to read the rest. */
#define ATTR_HEAD	8

#ifdef CONFIG_X86_64
/*
 * A task that was killed in user mode closes and unmaps its files outside of any system call. Then
 * its personality tells the ABI: only i386 and x32 tasks have TIF_ADDR32 (set_personality_ia32()),
 * and of these two only x32 runs in 64-bit mode.
 */
static enum pa_abi __kprobes task_abi(const struct pt_regs *regs)
{
	if (!test_thread_flag(TIF_ADDR32))
		return PA_ABI_X86_64;
	return regs->cs == __USER_CS ? PA_ABI_X32 : PA_ABI_I386;
}
#endif

/**
 * pa_caller_abi() - the ABI of the current task, in a system call or not
 *
 * Context: any. Return: PA_ABI_MAX for a kernel thread, which may put the last reference to a file.
 */
enum pa_abi __kprobes pa_caller_abi(void)
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

/*
 * Number of bytes to keep of an attr of this size: those that the kernel reads, but always type and
 * size, even if the size is smaller than these two.
 */
static u32 __kprobes attr_wanted(u32 size)
{
	if (!size)
		size = PERF_ATTR_SIZE_VER0;
	return clamp_t(u32, size, ATTR_HEAD, PA_ATTR_KEEP);
}

/* Copies the part that is read before the size is known. Returns its length; 0: unreadable. */
static u32 __kprobes attr_copy_first(struct pa_record *rec)
{
	u32 len = min_t(u32, FIRST_COPY, PAGE_SIZE - offset_in_page(rec->attr_ptr));

	if (len < ATTR_HEAD)
		len = ATTR_HEAD;
	return pa_caller_copy(rec->attr, rec->attr_ptr, len) ? len : 0;
}

/* Only @len bytes of the attr are readable, fewer than its size; 0: none. Always returns false. */
static bool __kprobes attr_ends(struct pa_record *rec, u32 len)
{
	pa_le_attr(rec->attr, len, sizeof(rec->attr));
	rec->attr_len = pa_le_len(len);
	rec->attr_state = len ? PA_ATTR_PART : PA_ATTR_UNREADABLE;
	return false;
}

/* attr_copy_first() failed: type and size may straddle a page end. Keep the bytes before it. */
static bool __kprobes attr_tiny(struct pa_record *rec)
{
	u32 len = PAGE_SIZE - offset_in_page(rec->attr_ptr);

	rec->type_pmu = 0;
	if (len >= ATTR_HEAD || !pa_caller_copy(rec->attr, rec->attr_ptr, len))
		len = 0;
	return attr_ends(rec, len);
}

/*
 * Copies the attr. Until its size is known, only up to the end of its first page, because an attr
 * may end where its mapping ends. Returns false when bytes that the kernel needs could not be
 * read; the bytes before them are kept, and attr_state says so.
 */
static bool __kprobes attr_copy(struct pa_record *rec)
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
		/* Above PAGE_SIZE perf_copy_attr() refuses the size and reads nothing else. */
		if (size <= PAGE_SIZE)
			return attr_ends(rec, first);
		want = first;
	}
	pa_le_attr(rec->attr, want, sizeof(rec->attr));
	rec->attr_len = pa_le_len(want);
	rec->attr_more = size > want ? size - want : 0;
	return true;
}

/**
 * pa_caller_attr_unusual() - slow path of pa_caller_attr_entry()
 * @rec: as there
 *
 * Context: probe handler.
 */
void __kprobes pa_caller_attr_unusual(struct pa_record *rec)
{
	rec->attr_more = 0;
	rec->have_size = 0;
	rec->attr_size = 0;
	if (attr_copy(rec))
		rec->attr_state = PA_ATTR_ENTRY;
}

/**
 * pa_caller_attr_return() - copy the attr at return, after pa_caller_attr_entry() has failed
 * @rec: the call; its result is set
 *
 * Context: probe handler.
 */
void __kprobes pa_caller_attr_return(struct pa_record *rec)
{
	bool had_size = rec->have_size;

	if (attr_copy(rec))
		rec->attr_state = PA_ATTR_RETURN;
	/* The kernel may have written its own size there before we saw the caller's. */
	if (!had_size && rec->ret == -E2BIG)
		rec->have_size = 0;
}

/**
 * pa_caller_string() - copy a string from user memory, as far as it fits and is resident
 * @to:   receives it, without a NUL
 * @size: bytes at @to
 * @from: user address of the string
 *
 * Copies page by page, without faulting.
 *
 * Context: probe handler.
 * Return: bytes copied; @size means that the string may be longer; -EFAULT if not even its first
 * byte is resident.
 */
int __kprobes pa_caller_string(char *to, u16 size, u64 from)
{
	u16 have = 0;

	while (have < size) {
		u64 at = from + have;
		u16 part = min_t(u64, size - have, PAGE_SIZE - offset_in_page(at));
		const char *nul;

		if (!pa_caller_copy(to + have, at, part))
			return have ?: -EFAULT;
		nul = memchr(to + have, '\0', part);
		if (nul)
			return nul - to;
		have += part;
	}
	return have;
}
