/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* What is known now of the place of a refused kprobe or uprobe, and how sentences tell it. */
#ifndef PERFATTR_WHY_PROBE_H
#define PERFATTR_WHY_PROBE_H

#include "why/case.h"
#include "why/insn.h"

struct out;

const struct pa_kprobe_now *pa_probe_kprobe(const struct pa_case *c);
const struct pa_uprobe_now *pa_probe_uprobe(const struct pa_case *c);
bool pa_probe_uprobe_fits(const struct pa_case *c);
void pa_probe_insn(struct pa_insn *insn, const struct pa_case *c);
bool pa_probe_put_name(struct out *s, const struct pa_case *c);
bool pa_probe_put_func(struct out *s, const struct pa_case *c);
bool pa_probe_put_place(struct out *s, const struct pa_case *c);
bool pa_probe_put_hint(struct out *s, const struct pa_case *c);
bool pa_probe_put_path_hint(struct out *s, const struct pa_case *c);
bool pa_probe_put_kind(struct out *s, const struct pa_case *c);
bool pa_probe_put_file_system(struct out *s, const struct pa_case *c);
bool pa_probe_put_or_file(struct out *s, const struct pa_case *c);
bool pa_probe_put_insn(struct out *s, const struct pa_case *c);
bool pa_probe_put_insn_what(struct out *s, const struct pa_case *c);

#endif /* PERFATTR_WHY_PROBE_H */
