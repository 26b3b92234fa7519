// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The address of a refused kprobe, and another name of its function.
 *
 * gcc adds a suffix to the name of a function whose arguments it has changed, or that it has split.
 * Then kallsyms does not have the name that the source uses.
 */

#include "host/parts.h"

/* Larger than any function: code this far behind a symbol does not belong to it. */
#define FUNCTION_MAX	0x100000

/* Suffixes that the compiler adds, at the end of a component or of the name. */
static const char * const words[] = { "isra.", "constprop.", "part.", "cold" };

/* The suffix that the compiler has added; NULL if none. */
static const char *suffix(const char *name)
{
	const char *dot = strchr(name, '.');
	size_t i;

	for (i = 0; dot && i < ARRAY_SIZE(words); i++)
		if (!strncmp(dot + 1, words[i], strlen(words[i])))
			return dot;
	return NULL;
}

static bool is_code(const struct env_symbol *sym)
{
	return memchr("tTwW", sym->type, 4);
}

/* Ranks the whole function before a part of it, and a part before its cold code. */
static u32 rank(const char *added)
{
	static const char * const usual[] = { ".isra.0", ".constprop.0", ".part.0" };
	u32 i;

	for (i = 0; i < ARRAY_SIZE(usual); i++)
		if (!strcmp(added, usual[i]))
			return i;
	return strstr(added, ".cold") ? i + 1 : i;
}

/* The best name that begins with @prefix, a name and a dot. */
static const char *choose(const struct env_symbols *s, const char *prefix)
{
	size_t len = strlen(prefix), i;
	const char *best = NULL, *name;

	for (i = env_symbol_find(s, prefix); i < s->n; i++) {
		name = env_symbol_name(s, &s->sym[i]);
		if (strncmp(name, prefix, len))
			break;
		if (!is_code(&s->sym[i]) || !suffix(name) || strlen(name) >= PA_NAME_LEN ||
		    s->sym[i].marks & ENV_BARRED)
			continue;
		if (!best || rank(name + len - 1) < rank(best + len - 1))
			best = name;
	}
	return best;
}

/* The first symbol of this name, in @module if that is not NULL. *n receives their number. */
static const struct env_symbol *named(const struct env_symbols *s, const char *name,
				      const char *module, size_t *n)
{
	const struct env_symbol *first = NULL, *sym;
	size_t i;

	*n = 0;
	for (i = env_symbol_find(s, name); i < s->n; i++) {
		sym = &s->sym[i];
		if (strcmp(env_symbol_name(s, sym), name))
			break;
		if (module && strcmp(env_symbol_module(s, sym), module))
			continue;
		if (!first)
			first = sym;
		++*n;
	}
	return first;
}

/**
 * env_probe_name() - find the compiler's name of the function that a refused kprobe names
 * @here: this machine
 * @to:   receives it, PA_NAME_LEN bytes; empty if there is none, or if it is not known
 * @r:    the record
 */
void env_probe_name(struct env_here *here, char *to, const struct pa_record *r)
{
	const struct env_symbols *s = env_symbols(here);
	char prefix[PA_NAME_LEN];
	const char *name;

	to[0] = '\0';
	if (!s)
		return;
	snprintf(prefix, sizeof(prefix), "%.*s.", r->str_len, r->str);
	name = choose(s, prefix);
	if (name)
		strscpy(to, name, PA_NAME_LEN);
}

/* A system call by its old name, or by its name in the C library. */
static bool other_call(const struct env_symbols *s, const char *name, char *to)
{
	static const char * const olds[] = { "sys_", "SyS_", "__sys_", "" };
	static const char * const news[] = { "__x64_sys_", "__arm64_sys_", "__s390x_sys_",
					     "__riscv_sys_", "sys_" };
	size_t i, k, n, len;
	char now[PA_NAME_LEN];

	for (i = 0; i < ARRAY_SIZE(olds); i++) {
		len = strlen(olds[i]);
		if (strncmp(name, olds[i], len))
			continue;
		for (k = 0; k < ARRAY_SIZE(news); k++) {
			if ((size_t)snprintf(now, sizeof(now), "%s%s", news[k], name + len) >=
			    sizeof(now) || !named(s, now, NULL, &n))
				continue;
			strscpy(to, now, PA_NAME_LEN);
			return true;
		}
	}
	return false;
}

/* Finds the function without a module, or in another module than the named one. */
static void elsewhere(const struct env_symbols *s, const char *name, char *to)
{
	const struct env_symbol *sym;
	const char *module;
	size_t n;

	sym = named(s, name, NULL, &n);
	if (!sym || n != 1 || !is_code(sym))
		return;
	module = env_symbol_module(s, sym);
	if ((size_t)snprintf(to, PA_NAME_LEN, "%s%s%s", module, *module ? ":" : "", name) >=
	    PA_NAME_LEN)
		to[0] = '\0';
}

static bool has_module(const struct env_symbols *s, const char *module)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (!strcmp(env_symbol_module(s, &s->sym[i]), module))
			return true;
	return false;
}

static u8 has_if(bool has)
{
	return has ? PA_SYSFS_HAS : PA_SYSFS_LACKS;
}

/* Return true if the symbol, or for "name.suffix" the function "name", has this mark. */
static bool is_listed(const struct env_symbols *s, const struct env_symbol *sym, u8 mark)
{
	const struct env_symbol *base;
	char name[512];
	size_t n, len = strcspn(env_symbol_name(s, sym), ".");

	if (sym->marks & mark)
		return true;
	if (!env_symbol_name(s, sym)[len] || len >= sizeof(name))
		return false;
	memcpy(name, env_symbol_name(s, sym), len);
	name[len] = '\0';
	base = named(s, name, NULL, &n);
	return base && base->marks & mark;
}

/* Looks a function up in a list; one of its names in the list is enough. */
static u8 listed(const struct env_symbols *s, const struct env_symbol *sym, u8 mark)
{
	const struct env_symbol *other;
	size_t n = 0;

	if (is_listed(s, sym, mark))
		return PA_SYSFS_HAS;
	while ((other = env_symbol_at(s, sym->at, &n)))
		if (other->marks & mark)
			return PA_SYSFS_HAS;
	return PA_SYSFS_LACKS;
}

/* Ranks names at one address: the passed one, or else code of its module, is best. */
static u32 rank_at(const struct env_symbols *s, const struct env_symbol *sym,
		   const struct env_symbol *passed)
{
	if (sym == passed)
		return 3;
	if (!is_code(sym))
		return 0;
	return strcmp(env_symbol_module(s, sym), env_symbol_module(s, passed)) ? 1 : 2;
}

/* The symbol that name and offset lead to; NULL: not known. */
static const struct env_symbol *lead(const struct env_symbols *s, const struct env_symbol *sym,
				     u64 offset, u64 *in)
{
	const struct env_symbol *other, *best = NULL;
	size_t n = 0;

	*in = offset;
	if (!offset)
		return sym;
	if (!sym->at)
		return NULL;
	/* An address may have several names, some of them of init code that was freed. */
	while ((other = env_symbol_at(s, sym->at + offset, &n)))
		if (!best || rank_at(s, other, sym) > rank_at(s, best, sym))
			best = other;
	if (best)
		*in = sym->at + offset - best->at;
	return best;
}

static bool is_within(const u64 range[2], u64 at)
{
	return at >= range[0] && at < range[1];
}

/* core_kernel_text() checks addresses only; a symbol that kallsyms marks as code may be data. */
static bool has_code(const struct env_symbols *s, const struct env_symbol *sym, u64 in)
{
	if (!is_code(sym) || in >= FUNCTION_MAX)
		return false;
	return *env_symbol_module(s, sym) || !sym->at || !s->code[0] || !s->boot[0] ||
	       is_within(s->code, sym->at + in) || is_within(s->boot, sym->at + in);
}

static void look_at(struct env_here *here, struct pa_kprobe_now *now,
		    const struct env_symbols *s, const struct env_symbol *sym, u64 offset)
{
	u64 in;

	sym = lead(s, sym, offset, &in);
	if (!sym)
		return;
	now->text = has_if(has_code(s, sym, in));
	if (now->text == PA_SYSFS_LACKS)
		return;
	now->offset = (u32)in;
	if (strlen(env_symbol_name(s, sym)) < sizeof(now->at))
		strscpy(now->at, env_symbol_name(s, sym), sizeof(now->at));
	if (sym->at && s->boot[0] && s->boot[1])
		now->boot = has_if(is_within(s->boot, sym->at));
	if (env_symbols_traced(here))
		now->traced = listed(s, sym, ENV_TRACED);
	now->barred = listed(s, sym, ENV_BARRED);
}

static void look(struct env_here *here, struct env_told *told, const struct env_symbols *s,
		 const struct pa_record *r, u64 offset)
{
	struct pa_kprobe_now *now = &told->now.kprobe;
	char text[PA_STR_LEN + 1], *name = text, *module = NULL, *colon;
	const struct env_symbol *sym;
	size_t n;

	snprintf(text, sizeof(text), "%.*s", (int)r->str_len, r->str);
	colon = strchr(text, ':');
	if (colon) {
		*colon = '\0';
		module = text;
		name = colon + 1;
		now->module = has_if(has_module(s, module));
	}
	now->known = true;
	sym = named(s, name, module, &n);
	now->symbols = n < U8_MAX ? (u8)n : U8_MAX;
	/* An offset above S32_MAX was meant as an address: say nothing about its target. */
	if (sym && n == 1 && r->ret != -ENOENT && offset <= S32_MAX)
		look_at(here, now, s, sym, offset);
	if (!sym && r->ret == -ENOENT && !told->now.probe_name[0] &&
	    (module || !other_call(s, name, told->now.probe_name)))
		elsewhere(s, name, told->now.probe_name);
}

/**
 * env_kprobe() - look up where a refused kprobe would be
 * @here:   this machine
 * @told:   receives facts about that address; if it has no such symbol, a name that exists
 * @r:      the call; its str is the name of the function
 * @offset: the offset that it passes
 */
void env_kprobe(struct env_here *here, struct env_told *told, const struct pa_record *r, u64 offset)
{
	const struct env_symbols *s = env_symbols(here);

	if (s)
		look(here, told, s, r, offset);
}
