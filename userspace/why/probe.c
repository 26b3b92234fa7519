// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* What is known now of the place of a refused kprobe or uprobe, and how sentences tell it. */
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

/**
 * pa_probe_uprobe() - what the file of a call's uprobe is now
 * @c: the call
 *
 * Context: any. Return: NULL if that is not known.
 */
const struct pa_uprobe_now *pa_probe_uprobe(const struct pa_case *c)
{
	const struct pa_now *now = c->env->now;

	return now && now->uprobe.known && c->r->str_kind == 2 ? &now->uprobe : NULL;
}

/**
 * pa_probe_uprobe_fits() - is the file one for uprobes now, and the offset in it?
 * @c: the call
 *
 * Context: any. Return: false also if that is not known.
 */
bool pa_probe_uprobe_fits(const struct pa_case *c)
{
	const struct pa_uprobe_now *now = pa_probe_uprobe(c);

	return now && now->kind == PA_KIND_REGULAR && now->pages == PA_SYSFS_HAS &&
	       pa_case_get(c, PA_FIELD_CONFIG2) <= now->size;
}

/**
 * pa_probe_insn() - what is wrong with the instruction at which a call's uprobe would be
 * @insn: receives it
 * @c:    the call
 *
 * Context: any.
 */
void pa_probe_insn(struct pa_insn *insn, const struct pa_case *c)
{
	const struct pa_uprobe_now *now = pa_probe_uprobe(c);

	*insn = (struct pa_insn){ PA_INSN_FINE, 0 };
	if (!now || !now->n)
		return;
	if (c->arch == PA_ABI_X86_64)
		pa_insn_x86(insn, now->bytes, now->n, now->bits != 32);
	else if (c->arch == PA_ABI_ARM64)
		pa_insn_arm64(insn, now->bytes, now->n);
}

/**
 * pa_probe_put_path_hint() - write what is at the path of a uprobe that was not found
 * @s: receives it: a part of a sentence, behind the path
 * @c: the call
 *
 * Context: any. Return: false if there is nothing to say.
 */
bool pa_probe_put_path_hint(struct out *s, const struct pa_case *c)
{
	const struct pa_uprobe_now *now = pa_probe_uprobe(c);

	if (!now)
		return false;
	if (now->kind == PA_KIND_LINK)
		out_str(s, ": now it is a symbolic link to nothing");
	else if (!now->error)
		out_str(s, ": now there is one");
	else
		return false;
	return true;
}

/**
 * pa_probe_put_kind() - write what the path of a uprobe leads to
 * @s: receives it
 * @c: the call
 *
 * Context: any. Return: false if that is not known, or nothing.
 */
bool pa_probe_put_kind(struct out *s, const struct pa_case *c)
{
	static const char * const kinds[PA_FILE_KINDS] = {
		[PA_KIND_FOLDER] = "a folder", [PA_KIND_FIFO] = "a FIFO",
		[PA_KIND_SOCKET] = "a socket", [PA_KIND_DEVICE] = "a device",
	};
	const struct pa_uprobe_now *now = pa_probe_uprobe(c);

	if (!now || now->kind >= PA_FILE_KINDS || !kinds[now->kind])
		return false;
	out_str(s, kinds[now->kind]);
	return true;
}

/**
 * pa_probe_put_file_system() - write which file system the file of a uprobe is in
 * @s: receives it
 * @c: the call
 *
 * Context: any. Return: false if that is not known.
 */
bool pa_probe_put_file_system(struct out *s, const struct pa_case *c)
{
	const struct pa_uprobe_now *now = pa_probe_uprobe(c);

	if (!now || !now->file_system[0])
		return false;
	out_mem(s, now->file_system, strnlen(now->file_system, sizeof(now->file_system)));
	return true;
}

/**
 * pa_probe_put_or_file() - write what else may be wrong with the file of a uprobe
 * @s: receives it
 * @c: the call
 *
 * Context: any. Return: false if nothing is.
 */
bool pa_probe_put_or_file(struct out *s, const struct pa_case *c)
{
	if (pa_probe_uprobe_fits(c))
		return false;
	out_str(s, "or ");
	out_mem(s, c->r->str, string_len(c->r));
	out_str(s, " is no regular file, or probe_offset is beyond its end");
	return true;
}

/**
 * pa_probe_put_insn() - write the bytes of the instruction of a uprobe that decide
 * @s: receives them, in hexadecimal
 * @c: the call
 *
 * Context: any. Return: false if they are not known.
 */
bool pa_probe_put_insn(struct out *s, const struct pa_case *c)
{
	static const char digits[] = "0123456789abcdef";
	const struct pa_uprobe_now *now = pa_probe_uprobe(c);
	struct pa_insn insn;
	u32 i, n;

	if (!now || !now->n)
		return false;
	pa_probe_insn(&insn, c);
	n = insn.why ? insn.at : 8;
	for (i = 0; i < n && i < now->n && i < PA_INSN_KEPT; i++) {
		if (i)
			out_char(s, ' ');
		out_char(s, digits[now->bytes[i] >> 4]);
		out_char(s, digits[now->bytes[i] & 15]);
	}
	return true;
}

/**
 * pa_probe_put_insn_what() - write what kind of instruction uprobes do not take
 * @s: receives it
 * @c: the call
 *
 * Context: any. Return: false if that is not known.
 */
bool pa_probe_put_insn_what(struct out *s, const struct pa_case *c)
{
	static const char * const what[] = {
		[PA_INSN_LITERAL] = "loads relative to its own address",
		[PA_INSN_EXCLUSIVE] = "is one of an exclusive load and store",
		[PA_INSN_EXCEPTION] = "raises an exception or returns from one",
		[PA_INSN_SYSTEM] = "writes a system register",
		[PA_INSN_HINT] = "is a hint such as yield or wfe",
		[PA_INSN_AUTH] = "branches to an authenticated address",
		[PA_INSN_COPY] = "is one of three that copy or set memory",
	};
	struct pa_insn insn;

	pa_probe_insn(&insn, c);
	if (insn.why >= ARRAY_SIZE(what) || !what[insn.why])
		return false;
	out_str(s, what[insn.why]);
	return true;
}
