// SPDX-License-Identifier: GPL-2.0
/*
 * Functions of the kernel by their names. kallsyms_lookup_name() is not exported; kprobes look
 * names up themselves, and one that is not armed touches no code.
 */
#include "probe/symbol.h"

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/string.h>

/* A kprobe that is not armed can be had at the start of a function of this name alone. */
static bool can_probe(const char *name)
{
	struct kprobe kp = { .symbol_name = name, .flags = KPROBE_FLAG_DISABLED };

	if (register_kprobe(&kp))
		return false;
	unregister_kprobe(&kp);
	return true;
}

/**
 * pa_symbol_probe_name() - the name that the compiler gave to what a refused kprobe names
 * @env: its probe_name is filled, or left as it is
 * @rec: the record
 *
 * gcc gives another name to a function whose arguments it has changed, or that it has cut into
 * parts; the one in the source has no address then. The kernel's own look-up by name is used,
 * which kprobes have.
 *
 * Context: process, may sleep.
 */
void pa_symbol_probe_name(struct pa_env *env, const struct pa_record *rec)
{
	static const char * const suffixes[] = { ".isra.0", ".constprop.0", ".part.0" };
	char name[PA_NAME_LEN];
	unsigned int i;

	if (rec->ret != -ENOENT || rec->str_kind != 1 || !rec->str_len ||
	    rec->str_len >= sizeof(name) - sizeof(".constprop.0") ||
	    memchr(rec->str, ':', rec->str_len))
		return;
	for (i = 0; i < ARRAY_SIZE(suffixes); i++) {
		snprintf(name, sizeof(name), "%.*s%s", rec->str_len, rec->str, suffixes[i]);
		if (can_probe(name)) {
			strscpy(env->probe_name, name, sizeof(env->probe_name));
			return;
		}
	}
}
