// SPDX-License-Identifier: GPL-2.0
/*
 * Looks up kernel functions by name. kallsyms_lookup_name() is not exported, but register_kprobe()
 * looks up its symbol, and a disabled kprobe touches no code.
 */
#include "kernel/symbol.h"

#include <linux/kallsyms.h>
#include <linux/kprobes.h>

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
 * pa_symbol_address() - the address of a kernel function or variable
 * @name: the symbol
 *
 * Registers a disabled kprobe, which touches no code, only to have its name resolved. For data
 * register_kprobe() fails with -EINVAL, but only after it has stored the address in kp.addr
 * (kernel/kprobes.c). Without CONFIG_KALLSYMS_ALL it does not find data: -ENOENT, no address.
 *
 * The kprobe may be on the stack because unregistering a disabled kprobe cannot fail.
 *
 * Context: process, may sleep.
 * Return: the address, to read from and never to call; NULL when not found.
 */
const void *pa_symbol_address(const char *name)
{
	struct kprobe kp = { .symbol_name = name, .flags = KPROBE_FLAG_DISABLED };
	int err = register_kprobe(&kp);

	if (!err)
		unregister_kprobe(&kp);
	return !err || err == -EINVAL ? kp.addr : NULL;
}

/**
 * pa_symbol_function() - where a function is
 * @name: its name
 * @addr: receives the address of its first instruction
 * @size: receives its size in bytes, up to the next symbol
 *
 * Context: process, may sleep. Return: false if there is no function of this name.
 */
bool pa_symbol_function(const char *name, u64 *addr, u32 *size)
{
	unsigned long begin = (unsigned long)pa_symbol_address(name);
	char text[KSYM_SYMBOL_LEN];
	unsigned int offset;
	const char *at;

	if (!begin)
		return false;
	sprint_symbol(text, begin);
	at = strrchr(text, '+');
	/* A probe at the beginning may be some bytes behind it: arch_adjust_kprobe_addr(). */
	if (!at || sscanf(at, "+0x%x/0x%x", &offset, size) != 2)
		return false;
	*addr = begin - offset;
	return *size;
}
