/* SPDX-License-Identifier: GPL-2.0 */
/* Kretprobes and kprobes, with the state that their users share. */
#ifndef PERFATTR_KERNEL_H
#define PERFATTR_KERNEL_H

#include <linux/kprobes.h>
#include <linux/ptrace.h>

/**
 * struct pa_hook - everything that the kernel's table of probes points to
 * @krp:    the kretprobe; of a plain kprobe only its member kp is used
 * @plain:  this is a plain kprobe
 * @reg:    of its pa_probe
 * @symbol: storage for krp.kp.symbol_name
 *
 * One heap allocation, which is not freed if the kernel cannot remove the probe.
 */
struct pa_hook {
	struct kretprobe krp;
	bool plain;
	u16 reg[2];
	char symbol[];
};

/**
 * struct pa_probe - a kretprobe on one kernel function, or a kprobe that stands for it
 * @symbol:    the function; NULL if this architecture does not have it
 * @entry:     runs at entry; if it returns non-zero, @ret does not run
 * @ret:       runs at return; may be NULL
 * @data_size: bytes that @entry can pass to @ret
 * @hit:       if not NULL, this is a plain kprobe: runs before its instruction; @entry and @ret are
 *             not used
 * @at:        of a plain kprobe: its instruction; NULL: the first one of @symbol
 * @reg:       of a plain kprobe: offsets in struct pt_regs for @hit, see pa_probe_arg()
 * @more:      further kprobes that belong to this one: they are registered, armed and removed
 *             together; those who only look at the state look at this one
 * @hook:      NULL while not registered
 * @missed:    hits that earlier registrations missed
 * @armed:     handlers run on hits
 * @bypassed:  stages: a call has succeeded without hitting the probe
 * @stuck:     the kernel could not remove it, so it cannot be registered again
 * @level:     stages: the smallest level at which it is armed
 */
struct pa_probe {
	const char *symbol;
	kretprobe_handler_t entry;
	kretprobe_handler_t ret;
	size_t data_size;
	kprobe_pre_handler_t hit;
	void *at;
	u16 reg[2];
	struct pa_probe *more;
	struct pa_hook *hook;
	u64 missed;
	unsigned int level;
	bool armed;
	bool bypassed;
	bool stuck;
};

typedef void (*pa_probe_fn)(const struct pa_probe *probe, void *arg);

int pa_probe_register(struct pa_probe *probe, unsigned int maxactive);
void pa_probe_unregister(struct pa_probe *probe);
int pa_probe_arm(struct pa_probe *probe, bool on);
void pa_probe_settle(const struct pa_probe *probe);
bool pa_probe_on_ftrace(const struct pa_probe *other);
u64 pa_probe_missed(const struct pa_probe *probe);
bool pa_probe_meddled(const char *symbol);
void pa_probe_withhold(const char *symbol);
void pa_probe_misplace(const char *symbol);

/**
 * pa_probe_arg() - a register of a hit
 * @kp:   the kprobe
 * @regs: the registers
 * @i:    which one of pa_probe.reg
 *
 * Context: probe handler.
 */
static __always_inline unsigned long pa_probe_arg(const struct kprobe *kp, struct pt_regs *regs,
						  unsigned int i)
{
	const struct pa_hook *hook = container_of(kp, struct pa_hook, krp.kp);

	return *(const unsigned long *)((const u8 *)regs + hook->reg[i]);
}

#endif /* PERFATTR_KERNEL_H */
