/* SPDX-License-Identifier: GPL-2.0 */
/* System state that the rules need, and the strings that the attr points to. */
#ifndef PERFATTR_FACTS_H
#define PERFATTR_FACTS_H

#include "core/env.h"

struct file;

/* Names of files on the anonymous inode. */
#define PA_FILE_NAME_PERF	"[perf_event]"
#define PA_FILE_NAME_BPF	"bpf-prog"

bool pa_facts_file_is(const struct file *file, const char *name);
void pa_facts_init(void);
void pa_facts_strings(struct pa_record *rec);
void pa_facts_fill(struct pa_record *rec);
void pa_facts_of_call(struct pa_record *rec);
const struct pa_kernel *pa_facts_kernel(void);

#endif /* PERFATTR_FACTS_H */
