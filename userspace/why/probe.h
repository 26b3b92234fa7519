/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* What the lists of the kernel say now about the place of a refused kprobe. */
#ifndef PERFATTR_WHY_PROBE_H
#define PERFATTR_WHY_PROBE_H

#include "why/case.h"

/* Where the kprobe of a call would be; NULL if that is not known. */
static inline const struct pa_kprobe_now *pa_probe_kprobe(const struct pa_case *c)
{
	const struct pa_now *now = c->env->now;

	return now && now->kprobe.known && c->r->str_kind == 1 ? &now->kprobe : NULL;
}

/* Another name that the compiler has given the function of a kprobe; NULL if there is none. */
static inline const char *pa_probe_name(const struct pa_case *c)
{
	return c->env->now && c->env->now->probe_name[0] ? c->env->now->probe_name : NULL;
}

/* The function in which the kprobe would be; NULL if it is not known. */
static inline const char *pa_probe_func(const struct pa_case *c)
{
	const struct pa_kprobe_now *now = pa_probe_kprobe(c);

	return now && now->at[0] ? now->at : NULL;
}

/* Length of the string of a call: the name of a function, or of a file. */
static inline u32 pa_probe_string_len(const struct pa_record *r)
{
	u32 len = r->str_len < PA_STR_LEN ? r->str_len : PA_STR_LEN;

	return r->str_kind ? (u32)strnlen(r->str, len) : 0;
}

#endif /* PERFATTR_WHY_PROBE_H */
