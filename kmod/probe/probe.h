/* SPDX-License-Identifier: GPL-2.0 */
/* A kretprobe with what both users of it need around it. */
#ifndef PERFATTR_PROBE_H
#define PERFATTR_PROBE_H

#include <linux/kprobes.h>

/**
 * struct pa_probe - a kretprobe on one kernel function
 * @symbol:     the function; NULL where this architecture has none
 * @entry:      runs when it is entered; non-zero: its return is not followed
 * @ret:        runs when it returns
 * @data_size:  bytes from entry to return
 * @krp:        filled afresh before each registration: kprobe code changes it
 * @missed:     hits that could not be followed, up to the last registration
 * @registered: it is in the kernel's table
 * @armed:      hits reach us
 * @level:      stages: the smallest level that arms it
 */
struct pa_probe {
	const char *symbol;
	kretprobe_handler_t entry;
	kretprobe_handler_t ret;
	size_t data_size;
	struct kretprobe krp;
	u64 missed;
	unsigned int level;
	bool registered;
	bool armed;
};

typedef void (*pa_probe_fn)(const struct pa_probe *probe, void *arg);

int pa_probe_register(struct pa_probe *probe, unsigned int maxactive);
void pa_probe_unregister(struct pa_probe *probe);
int pa_probe_arm(struct pa_probe *probe, bool on);
u64 pa_probe_missed(const struct pa_probe *probe);
void pa_probe_withhold(const char *symbol);

#endif /* PERFATTR_PROBE_H */
