// SPDX-License-Identifier: GPL-2.0
/*
 * Counts the fields that the kernel looks up while it parses the filter of a trace event, and notes
 * whether the last one exists. So the reason of a refused SET_FILTER is measured: no header says
 * which fields an event has (struct ftrace_event_field is in kernel/trace/trace.h).
 *
 * Each task has a slot by its number, in one word: a task that finds another's number in the slot
 * has lost its own, and knows nothing.
 */
#include "record/lookups.h"

#include "kernel/arch.h"

#define LOOKUP_SLOTS	64
/* Bytes of a name that are hashed; names that differ only behind them count as equal. */
#define LOOKUP_NAME	64

/* tid << 32 | count << 24 | missing << 16 | hash */
static atomic64_t lookups[LOOKUP_SLOTS];

static atomic64_t __kprobes *lookup_slot(void)
{
	return &lookups[current->pid % LOOKUP_SLOTS];
}

static bool __kprobes is_mine(u64 word)
{
	return word >> 32 == current->pid;
}

static u8 __kprobes count_of(u64 word)
{
	return word >> 24;
}

/**
 * pa_lookups_begin() - the current task is about to parse a filter
 *
 * Context: probe handler.
 */
void __kprobes pa_lookups_begin(void)
{
	atomic64_set(lookup_slot(), (u64)current->pid << 32);
}

/**
 * pa_lookups_end() - the fields that the current task has looked up since pa_lookups_begin()
 * @to: receives looked, hash and missing
 *
 * Context: probe handler. Return: false if nothing was seen, perhaps because there is no probe, or
 * because another task has taken the slot.
 */
bool __kprobes pa_lookups_end(struct pa_trace_facts *to)
{
	u64 word = atomic64_read(lookup_slot());

	to->looked = count_of(word);
	to->missing = word >> 16 & 1;
	to->hash = word;
	return is_mine(word) && to->looked;
}

/*
 * No header declares the function: the supposed name may not be a pointer. Then its hash is not
 * that of any name in the filter, with which perfattr compares it.
 */
static u32 __kprobes name_copy(char to[LOOKUP_NAME], const char *name)
{
	u32 len = 0;

	while (len < LOOKUP_NAME && !get_kernel_nofault(to[len], name + len) && to[len])
		len++;
	return len;
}

/**
 * pa_lookup_entry() - trace_find_event_field(call, name) is entered
 * @ri:   the kretprobe instance
 * @regs: registers at the entry
 *
 * It has other callers, too: only a task that parses a filter of ours has a slot.
 *
 * Context: probe handler. Return: 1 if the return is of no interest.
 */
int __kprobes pa_lookup_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const char *name = (const char *)compat_arg(regs, 1);
	struct pa_lookup *lookup = (struct pa_lookup *)ri->data;
	char copy[LOOKUP_NAME];

	if (!is_mine(atomic64_read(lookup_slot())))
		return 1;
	lookup->hash = pa_name_hash(copy, name_copy(copy, name));
	return 0;
}

/**
 * pa_lookup_return() - it returns the field, or NULL
 * @ri:   the kretprobe instance
 * @regs: registers at the return
 *
 * Context: probe handler.
 */
int __kprobes pa_lookup_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct pa_lookup *lookup = (const struct pa_lookup *)ri->data;
	atomic64_t *slot = lookup_slot();
	u64 word = atomic64_read(slot);
	u64 count = min_t(u64, count_of(word) + 1, U8_MAX);
	u64 missing = !compat_ret(regs);

	if (is_mine(word))
		atomic64_cmpxchg(slot, word, (u64)current->pid << 32 | count << 24 |
					     missing << 16 | lookup->hash);
	return 0;
}
