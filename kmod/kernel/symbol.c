// SPDX-License-Identifier: GPL-2.0
/*
 * Looks up kernel functions by name. kallsyms_lookup_name() is not exported, but register_kprobe()
 * looks up its symbol, and a disabled kprobe touches no code.
 */
#include "kernel/symbol.h"

#include <linux/errno.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/string.h>

/**
 * pa_symbol_code() - the name of a code address
 * @to:   receives it, KSYM_SYMBOL_LEN bytes; of a module's function with [module]
 * @addr: the address
 *
 * Empty if kallsyms has none, for then it prints the address itself.
 *
 * Context: process.
 */
void pa_symbol_code(char *to, u64 addr)
{
	sprint_symbol_no_offset(to, addr);
	if (!strncmp(to, "0x", 2))
		to[0] = '\0';
}

/**
 * pa_symbol_function() - where a function is
 * @name: its name
 * @addr: receives the address of its first instruction
 * @size: receives its size in bytes, up to the next symbol
 *
 * Context: process, may sleep. Return: false if no function of this name can be probed.
 */
bool pa_symbol_function(const char *name, u64 *addr, u32 *size)
{
	struct kprobe kp = { .symbol_name = name, .flags = KPROBE_FLAG_DISABLED };
	char text[KSYM_SYMBOL_LEN];
	unsigned int offset;
	const char *at;

	if (register_kprobe(&kp))
		return false;
	sprint_symbol(text, (unsigned long)kp.addr);
	at = strrchr(text, '+');
	/* A probe at the beginning may be some bytes behind it: arch_adjust_kprobe_addr(). */
	if (!at || sscanf(at, "+0x%x/0x%x", &offset, size) != 2)
		*size = 0;
	else
		*addr = (unsigned long)kp.addr - offset;
	unregister_kprobe(&kp);
	return *size;
}
