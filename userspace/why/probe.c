// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* What is known now of the place of a refused kprobe, and how sentences say it. */
#include "why/probe.h"

#include "core/out.h"

/**
 * pa_probe_kprobe() - where the kprobe of a call would be, as the lists of the kernel say now
 * @c: the call
 *
 * Context: any. Return: NULL if that is not known.
 */
const struct pa_kprobe_now *pa_probe_kprobe(const struct pa_case *c)
{
	const struct pa_now *now = c->env->now;

	return now && now->kprobe.known && c->r->str_kind == 1 ? &now->kprobe : NULL;
}

/* The string of the call: the name of a function, or of a file. */
static u32 string_len(const struct pa_record *r)
{
	u32 len = r->str_len < PA_STR_LEN ? r->str_len : PA_STR_LEN;

	return r->str_kind ? (u32)strnlen(r->str, len) : 0;
}

/**
 * pa_probe_put_name() - write the name under which the function of a kprobe is there
 * @s: receives it
 * @c: the call
 *
 * Context: any. Return: false if there is none.
 */
bool pa_probe_put_name(struct out *s, const struct pa_case *c)
{
	const char *name = c->env->now ? c->env->now->probe_name : "";

	out_mem(s, name, strnlen(name, PA_NAME_LEN));
	return name[0];
}

/**
 * pa_probe_put_func() - write the function in which the kprobe of a call would be
 * @s: receives it
 * @c: the call
 *
 * Context: any. Return: false if it is not known.
 */
bool pa_probe_put_func(struct out *s, const struct pa_case *c)
{
	const struct pa_kprobe_now *now = pa_probe_kprobe(c);

	if (!now || !now->at[0])
		return false;
	out_mem(s, now->at, strnlen(now->at, sizeof(now->at)));
	return true;
}

/**
 * pa_probe_put_place() - write function and offset of the kprobe of a call
 * @s: receives them
 * @c: the call
 *
 * Context: any. Return: false if they are not known.
 */
bool pa_probe_put_place(struct out *s, const struct pa_case *c)
{
	const struct pa_kprobe_now *now = pa_probe_kprobe(c);

	if (!now || !pa_probe_put_func(s, c))
		return false;
	out_char(s, '+');
	out_hex(s, now->offset);
	return true;
}

/* "func+0x10" as the name of a function. */
static bool has_offset(const struct pa_record *r)
{
	return memchr(r->str, '+', string_len(r));
}

/**
 * pa_probe_put_hint() - write why a kprobe's function has no symbol
 * @s: receives it: a part of a sentence, behind the name
 * @c: the call
 *
 * Context: any. Return: false if there is nothing to say.
 */
bool pa_probe_put_hint(struct out *s, const struct pa_case *c)
{
	const struct pa_kprobe_now *now = pa_probe_kprobe(c);
	const char *colon;

	if (!now || c->env->now->probe_name[0])
		return false;
	colon = memchr(c->r->str, ':', string_len(c->r));
	if (has_offset(c->r)) {
		out_str(s, ": an offset goes into probe_offset");
	} else if (colon && now->module == PA_SYSFS_LACKS) {
		out_str(s, ": module ");
		out_mem(s, c->r->str, (size_t)(colon - c->r->str));
		out_str(s, " is not loaded now");
	} else if (now->symbols) {
		out_str(s, ": now there is one");
	} else {
		out_str(s, ": kallsyms has no such symbol now, ");
		out_str(s, "as of a function that the compiler has put into its callers");
	}
	return true;
}
