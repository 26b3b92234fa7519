/* SPDX-License-Identifier: GPL-2.0 */
/* Kretprobes and kprobes, with the state that their users share. */
#ifndef PERFATTR_PROBE_H
#define PERFATTR_PROBE_H

#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>

/* Maximum number of instructions that are probed instead of a function. */
#define PA_HOOKS_MAX	8

/**
 * struct pa_hook - everything that the kernel's table of probes points to
 * @krp:    the kretprobe; of a plain kprobe only its member kp is used
 * @plain:  this is a plain kprobe
 * @reg:    of its pa_probe_site
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
 * struct pa_probe_site - an instruction to probe
 * @hit: runs before it
 * @at:  its address; NULL: the first one of the function
 * @reg: offsets in struct pt_regs for @hit, see pa_probe_arg()
 */
struct pa_probe_site {
	kprobe_pre_handler_t hit;
	void *at;
	u16 reg[2];
};

/**
 * struct pa_probe - a kretprobe on one kernel function, or kprobes that replace it
 * @symbol:    the function; NULL if this architecture does not have it
 * @entry:     runs at entry; if it returns non-zero, @ret does not run
 * @ret:       runs at return; may be NULL
 * @data_size: bytes that @entry can pass to @ret
 * @sites:     if there are any, these instructions are probed instead of entry and return
 * @nsites:    how many
 * @level:     the smallest setting at which it is armed, see pa_probe_set_arm()
 * @fn:        of stages: enum pa_fn
 * @proofs:    1 << enum pa_proof: the assumptions of its handlers
 * @needed:    if it cannot be registered, neither is the rest of its set
 * @helper:    it records nothing itself: no call is missed by it, or if ftrace is off
 * @without:   the loss if it cannot be probed, for the log
 * @hooks:     the registered probes
 * @nhooks:    how many; 0 while not registered
 * @missed:    hits that earlier registrations missed
 * @armed:     handlers run on hits
 * @stuck:     the kernel could not remove it, so it cannot be registered again
 */
struct pa_probe {
	const char *symbol;
	kretprobe_handler_t entry;
	kretprobe_handler_t ret;
	size_t data_size;
	const struct pa_probe_site *sites;
	unsigned int nsites;
	u8 level;
	u8 fn;
	u32 proofs;
	bool needed;
	bool helper;
	const char *without;
	struct pa_hook *hooks[PA_HOOKS_MAX];
	unsigned int nhooks;
	u64 missed;
	bool armed;
	bool stuck;
};

/**
 * struct pa_probe_set - the probes of one user
 * @probes:    the table
 * @count:     its rows
 * @maxactive: how many calls of each function are followed at once; further ones count as missed
 * @unwanted:  they are not registered, and not shown in stats
 */
struct pa_probe_set {
	struct pa_probe *probes;
	unsigned int count;
	unsigned int maxactive;
	bool unwanted;
};

#define PA_PROBE_SET(table)	{ .probes = (table), .count = ARRAY_SIZE(table) }

/* For each row of a set. */
#define pa_probe_set_for_each(probe, set) \
	for ((probe) = (set)->probes; (probe) < (set)->probes + (set)->count; (probe)++)

int pa_probe_register(struct pa_probe *probe, unsigned int maxactive);
void pa_probe_unregister(struct pa_probe *probe);
int pa_probe_arm(struct pa_probe *probe, bool on);
void pa_probe_settle(const struct pa_probe *probe);
bool pa_probe_on_ftrace(void);
int pa_probe_set_register(struct pa_probe_set *set);
void pa_probe_set_unregister(struct pa_probe_set *set);
int pa_probe_set_arm(struct pa_probe_set *set, unsigned int level);
u64 pa_probe_set_missed(const struct pa_probe_set *set);
size_t pa_probe_set_bytes(const struct pa_probe_set *set);

/**
 * pa_probe_arg() - a register of a hit
 * @kp:   the kprobe
 * @regs: the registers
 * @i:    which one of pa_probe_site.reg
 *
 * Context: probe handler.
 */
static __always_inline unsigned long pa_probe_arg(const struct kprobe *kp, struct pt_regs *regs,
						  unsigned int i)
{
	const struct pa_hook *hook = container_of(kp, struct pa_hook, krp.kp);

	return *(const unsigned long *)((const u8 *)regs + hook->reg[i]);
}

#endif /* PERFATTR_PROBE_H */
