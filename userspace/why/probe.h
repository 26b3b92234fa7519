/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* What is known now of the place of a refused kprobe, and how sentences say it. */
#ifndef PERFATTR_WHY_PROBE_H
#define PERFATTR_WHY_PROBE_H

#include "why/case.h"

struct out;

const struct pa_kprobe_now *pa_probe_kprobe(const struct pa_case *c);
bool pa_probe_put_name(struct out *s, const struct pa_case *c);
bool pa_probe_put_func(struct out *s, const struct pa_case *c);
bool pa_probe_put_place(struct out *s, const struct pa_case *c);
bool pa_probe_put_hint(struct out *s, const struct pa_case *c);

#endif /* PERFATTR_WHY_PROBE_H */
