/* SPDX-License-Identifier: GPL-2.0 */
/* Steps: the probes on inner functions of perf_event_open() add them to a record. */
#ifndef PERFATTR_STEPS_H
#define PERFATTR_STEPS_H

#include <linux/kprobes.h>

#include "hook/inflight.h"

/* Entry and return of functions. */
int pa_step_output_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int pa_step_context_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int pa_step_security_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int pa_step_int_return(struct kretprobe_instance *ri, struct pt_regs *regs);
int pa_step_pointer_return(struct kretprobe_instance *ri, struct pt_regs *regs);
int pa_step_copy_attr_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int pa_step_copy_attr_return(struct kretprobe_instance *ri, struct pt_regs *regs);
int pa_step_alloc_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int pa_step_alloc_part_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int pa_step_alloc_return(struct kretprobe_instance *ri, struct pt_regs *regs);
int pa_step_try_init_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int pa_step_try_init_return(struct kretprobe_instance *ri, struct pt_regs *regs);

/* Instructions that only the system call passes: hook/sites.c. */
int pa_step_copy_attr(struct kprobe *kp, struct pt_regs *regs);
int pa_step_copied(struct kprobe *kp, struct pt_regs *regs);
int pa_step_allocated(struct kprobe *kp, struct pt_regs *regs);
int pa_step_try_init(struct kprobe *kp, struct pt_regs *regs);
int pa_step_try_failed(struct kprobe *kp, struct pt_regs *regs);

struct pa_step *pa_step_returned(u32 fns, int ret);

void pa_steps_settle(struct pa_open *call);
void pa_steps_drop(struct pa_kview *kv, u32 fns);

#endif /* PERFATTR_STEPS_H */
