/* SPDX-License-Identifier: GPL-2.0 */
/* A kretprobe with the state that its users share. */
#ifndef PERFATTR_PROBE_H
#define PERFATTR_PROBE_H

#include <linux/kprobes.h>

/**
 * struct pa_hook - everything that the kernel's table of probes points to
 * @krp:    the kretprobe
 * @symbol: storage for krp.kp.symbol_name
 *
 * One heap allocation, which is not freed if the kernel cannot remove the probe.
 */
struct pa_hook {
	struct kretprobe krp;
	char symbol[];
};

/**
 * struct pa_probe - a kretprobe on one kernel function
 * @symbol:    the function; NULL if this architecture does not have it
 * @entry:     runs at entry; if it returns non-zero, @ret does not run
 * @ret:       runs at return; may be NULL
 * @data_size: bytes that @entry can pass to @ret
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
bool pa_probe_on_ftrace(const struct pa_probe *other);
u64 pa_probe_missed(const struct pa_probe *probe);
void pa_probe_withhold(const char *symbol);
void pa_probe_misplace(const char *symbol);

#endif /* PERFATTR_PROBE_H */
