/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The symbols of the kernel. */
#ifndef PERFATTR_HOST_KALLSYMS_H
#define PERFATTR_HOST_KALLSYMS_H

#include <stdio.h>

#include "core/record.h"

/**
 * struct env_names - names of functions
 * @text: all of them, each with a NUL
 * @len:  bytes in @text
 * @room: bytes for which it has room
 * @name: offsets of the names in @text, in alphabetical order
 * @n:    entries of @name
 */
struct env_names {
	char *text;
	size_t len;
	size_t room;
	const char **name;
	size_t n;
};

/**
 * struct env_symbol - a line of kallsyms
 * @at:   its address; 0: not shown
 * @name: offset of its name in the text of all; the name of its module follows its NUL, and is
 *        empty for the kernel itself
 * @type: as nm has it
 */
struct env_symbol {
	u64 at;
	u32 name;
	char type;
};

/**
 * struct env_symbols - functions and data of the kernel
 * @looked: kallsyms was read, or could not be
 * @known:  kallsyms was readable
 * @modules: a sum over the modules that were there then
 * @made:   set before: programs of BPF and trampolines are wanted, too
 * @text:   names, and modules
 * @len, @room: its bytes, and those for which it has room
 * @sym:    sorted by name
 * @n, @max: its entries, and those for which it has room
 * @by_at:  indices of @sym, sorted by address; NULL: not yet
 * @code:   first and last address of the code of the kernel itself; 0: not known
 * @boot:   first and last address of the code for the boot
 * @barred: functions that kprobes refuses; of a module "name [module]"
 * @traced: functions that the function tracer has, named likewise
 * @looked_traced: @traced was read, or could not be
 * @known_traced:  it was readable
 */
struct env_symbols {
	bool looked;
	bool known;
	u32 modules;
	bool made;
	char *text;
	size_t len;
	size_t room;
	struct env_symbol *sym;
	size_t n;
	size_t max;
	u32 *by_at;
	u64 code[2];
	u64 boot[2];
	struct env_names barred;
	struct env_names traced;
	bool looked_traced;
	bool known_traced;
};

/* Handles a line; returns false if there is no room for it. */
typedef bool (*env_line_fn)(void *to, char *line);

bool env_text_grow(char **text, size_t len, size_t *room, size_t more);
bool env_each_line(FILE *file, env_line_fn fn, void *to);
bool env_kallsyms(struct env_symbols *s, FILE *file);
void env_kallsyms_free(struct env_symbols *s);
size_t env_symbol_find(const struct env_symbols *s, const char *name);
const struct env_symbol *env_symbol_at(const struct env_symbols *s, u64 at, size_t *n);

static inline const char *env_symbol_name(const struct env_symbols *s, const struct env_symbol *sym)
{
	return s->text + sym->name;
}

static inline const char *env_symbol_module(const struct env_symbols *s,
					    const struct env_symbol *sym)
{
	const char *name = env_symbol_name(s, sym);

	return name + strlen(name) + 1;
}

#endif /* PERFATTR_HOST_KALLSYMS_H */
