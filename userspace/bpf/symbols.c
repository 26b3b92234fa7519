// SPDX-License-Identifier: GPL-2.0
/*
 * Names of kernel addresses, which are never shown themselves. All of kallsyms is read once, and
 * again when an address is asked for that is in no function, as that of a module that came later.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bpf/parts.h"

struct symbol {
	u64 addr;
	u32 name;	/* offset in the text */
	char type;
};

static struct symbol *all;
static char *text;
static size_t n_all, text_len;
static time_t read_at;

/* Calls ask for the same few functions again and again. */
static struct {
	u64 addr;
	char name[128];
} recent[16];

static int by_addr(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	/* Of those at one address the first in the kernel's table. */
	return x->name < y->name ? -1 : x->name > y->name;
}

/* "ffffffff81000000 t name\t[module]" */
static bool take_line(const char *line, size_t *room, size_t *text_room)
{
	unsigned long long addr;
	int at = 0;
	size_t len;
	char type;

	if (sscanf(line, "%llx %c %n", &addr, &type, &at) < 2 || !at || !addr)
		return true;
	len = strcspn(line + at, "\n") + 1;
	if (n_all == *room) {
		*room = *room ? 2 * *room : 1 << 17;
		all = realloc(all, *room * sizeof(*all));
	}
	if (text_len + len > *text_room) {
		*text_room = *text_room ? 2 * *text_room : 1 << 22;
		text = realloc(text, *text_room);
	}
	if (!all || !text)
		die("there is no memory for the names of the kernel");
	memcpy(text + text_len, line + at, len - 1);
	text[text_len + len - 1] = '\0';
	all[n_all++] = (struct symbol){ addr, (u32)text_len, type };
	text_len += len;
	return true;
}

static void read_all(void)
{
	FILE *file = fopen("/proc/kallsyms", "re");
	size_t room = 0, text_room = 0;
	char line[1024];

	free(all);
	free(text);
	all = NULL;
	text = NULL;
	n_all = 0;
	text_len = 0;
	read_at = time(NULL);
	memset(recent, 0, sizeof(recent));
	if (!file)
		return;
	while (fgets(line, sizeof(line), file))
		take_line(line, &room, &text_room);
	fclose(file);
	qsort(all, n_all, sizeof(*all), by_addr);
}

/* The last symbol that begins at or before an address; of several there the first. */
static const struct symbol *find(u64 addr)
{
	size_t from = 0, to = n_all, mid;

	while (from < to) {
		mid = from + (to - from) / 2;
		if (all[mid].addr <= addr)
			from = mid + 1;
		else
			to = mid;
	}
	if (!from)
		return NULL;
	for (from--; from && all[from - 1].addr == all[from].addr; from--)
		continue;
	return &all[from];
}

static bool has(const char *name)
{
	size_t i;

	for (i = 0; i < n_all; i++)
		if (!strcmp(text + all[i].name, name))
			return true;
	return false;
}

/**
 * symbols_known() - does kallsyms tell us addresses?
 */
bool symbols_known(void)
{
	if (!n_all)
		read_all();
	return n_all;
}

/**
 * symbols_variables() - does it have variables, too?
 */
bool symbols_variables(void)
{
	return symbols_known() && has("sysctl_perf_event_paranoid");
}

/* As sprint_symbol() writes it: "name [module]". */
static void put_name(char *to, size_t size, const char *name, const char *between, u64 offset)
{
	const char *tab = strchr(name, '\t');
	int len = tab ? (int)(tab - name) : (int)strlen(name);

	if (between)
		snprintf(to, size, "%.*s%s%llx", len, name, between, offset);
	else
		snprintf(to, size, "%.*s%s%s", len, name, tab ? " " : "", tab ? tab + 1 : "");
}

/* Returns an empty name if it is not known. */
static void find_code(u64 addr, char *to, size_t size)
{
	const struct symbol *s = find(addr);

	to[0] = '\0';
	/* Each of these is asked for by its first byte. */
	if ((!s || s->addr != addr) && time(NULL) - read_at > 1) {
		read_all();
		s = find(addr);
	}
	if (s && s->addr == addr)
		put_name(to, size, text + s->name, NULL, 0);
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
	const struct symbol *s = symbols_known() ? find(addr) : NULL;

	to[0] = '\0';
	/* Behind the last one of a region there is nothing of that name. */
	if (s && addr - s->addr < 1 << 20)
		put_name(to, size, text + s->name, "+0x", addr - s->addr);
}
