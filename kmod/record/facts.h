/* SPDX-License-Identifier: GPL-2.0 */
/* System state that the rules need, and the strings that the attr points to. */
#ifndef PERFATTR_FACTS_H
#define PERFATTR_FACTS_H

#include <linux/pid.h>
#include <linux/sched.h>

#include "core/env.h"

struct file;

/* Names of files on the anonymous inode. */
#define PA_FILE_NAME_PERF	"[perf_event]"
#define PA_FILE_NAME_BPF	"bpf-prog"

/* The task that a pid of a call names, or NULL. Only with RCU locked. */
static inline const struct task_struct *pa_facts_task(s32 pid)
{
	return pid ? pid_task(find_vpid(pid), PIDTYPE_PID) : current;
}

bool pa_facts_file_is(const struct file *file, const char *name);
struct file *pa_facts_get(unsigned int fd, const char *name, u8 *kind);
const void *pa_facts_private(unsigned int fd);
void pa_facts_init(void);
void pa_facts_strings(struct pa_record *rec);
void pa_facts_fill(struct pa_record *rec);
void pa_facts_of_call(struct pa_record *rec);
const struct pa_kernel *pa_facts_kernel(void);

#endif /* PERFATTR_FACTS_H */
