/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
#ifndef PERFATTR_WHY_VOID_H
#define PERFATTR_WHY_VOID_H

#include "why/case.h"

/**
 * struct pa_void - why the kernel never counts or samples an event that opens
 * @text:  half a sentence
 * @check: the kernel function that leaves out all of it
 */
struct pa_void {
	const char *text;
	const char *check;
};

const struct pa_void *pa_void_of(const struct pa_case *from, const struct pa_call *to);

#endif /* PERFATTR_WHY_VOID_H */
