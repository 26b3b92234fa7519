/* SPDX-License-Identifier: GPL-2.0 */
/* A kretprobe with what all users of it need around it. */
#ifndef PERFATTR_PROBE_H
#define PERFATTR_PROBE_H

#include <linux/kprobes.h>

/**
 * struct pa_hook - what the kernel's table of probes points to
 * @krp:    the kretprobe
 * @symbol: what krp.kp.symbol_name points to
 *
 * On the heap and of one piece: when the kernel cannot take the probe out, this stays behind.
 */
struct pa_hook {
	struct kretprobe krp;
	char symbol[];
};

/**
 * struct pa_probe - a kretprobe on one kernel function
 * @symbol:    the function; NULL where this architecture has none
 * @entry:     runs when it is entered; non-zero: its return is not followed
 * @ret:       runs when it returns; NULL: never
 * @data_size: bytes from entry to return
 * @hook:      registered; NULL: not
 * @missed:    hits that could not be followed, of earlier registrations
 * @armed:     hits reach us
 * @bypassed:  stages: a call got through without coming by
 * @stuck:     the kernel could not take it out: it cannot be registered again
 * @level:     stages: the smallest level that arms it
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
