// SPDX-License-Identifier: GPL-2.0
/*
 * Names of kernel addresses, which are never shown themselves. All of kallsyms is read once, and
 * again when an address is asked for that is in no function, as that of a module that came later.
 */
#include <time.h>

#include "bpf/parts.h"
#include "host/kallsyms.h"

static struct env_symbols all;
static time_t read_at;

/* A cache: calls ask for the same few functions again and again. */
static struct {
	u64 addr;
	char name[128];
} recent[16];

static void read_all(void)
{
	env_kallsyms_free(&all);
	memset(&all, 0, sizeof(all));
	all.made = true;
	read_at = time(NULL);
	memset(recent, 0, sizeof(recent));
	env_kallsyms(&all, fopen("/proc/kallsyms", "re"));
}

/* The last symbol that begins at or before an address; of several there the first in the file. */
static const struct env_symbol *find(u64 addr)
{
	const struct env_symbol *first = NULL, *s;
	size_t n = 0;

	while ((s = env_symbol_at(&all, addr, &n)))
		if (!first || s->name < first->name)
			first = s;
	return first;
}

/**
 * symbols_known() - does kallsyms tell us addresses?
 */
bool symbols_known(void)
{
	size_t n = 0;

	if (!all.n)
		read_all();
	return env_symbol_at(&all, U64_MAX, &n);
}

/**
 * symbols_variables() - does it have variables, too?
 */
bool symbols_variables(void)
{
	static const char name[] = "sysctl_perf_event_paranoid";
	size_t i = symbols_known() ? env_symbol_find(&all, name) : all.n;

	return i < all.n && !strcmp(env_symbol_name(&all, &all.sym[i]), name);
}

/* The format of sprint_symbol(): "name [module]". */
static void put_function(char *to, size_t size, const struct env_symbol *s)
{
	const char *module = env_symbol_module(&all, s);

	snprintf(to, size, *module ? "%s [%s]" : "%s", env_symbol_name(&all, s), module);
}

/* Returns an empty name if it is not known. */
static void find_code(u64 addr, char *to, size_t size)
{
	const struct env_symbol *s = find(addr);

	to[0] = '\0';
	/* Each of these is asked for by its first byte. */
	if ((!s || s->at != addr) && time(NULL) - read_at > 1) {
		read_all();
		s = find(addr);
	}
	if (s && s->at == addr)
		put_function(to, size, s);
}

/**
 * symbol_code() - the name of a function, with [module] if it is one of a module
 * @addr: its address
 * @to:   receives it; empty: not known
 * @size: bytes there
 */
void symbol_code(u64 addr, char *to, size_t size)
{
	size_t at = addr / 16 % ARRAY_SIZE(recent);

	to[0] = '\0';
	if (!addr || !symbols_known())
		return;
	if (recent[at].addr != addr) {
		find_code(addr, recent[at].name, sizeof(recent[at].name));
		recent[at].addr = recent[at].name[0] ? addr : 0;
	}
	strscpy(to, recent[at].name, size);
}

/**
 * symbol_any() - the name of what is at an address, as the module writes it: "jiffies+0x0"
 * @addr: the address
 * @to:   receives it; empty: not known
 * @size: bytes there
 */
void symbol_any(u64 addr, char *to, size_t size)
{
	const struct env_symbol *s = symbols_known() ? find(addr) : NULL;

	to[0] = '\0';
	/* Behind the last one of a region there is nothing of that name. */
	if (s && addr - s->at < 1 << 20)
		snprintf(to, size, "%s+0x%llx", env_symbol_name(&all, s), addr - s->at);
}
