/* SPDX-License-Identifier: GPL-2.0 */
/* Tests whether probes fire on this machine now. */
#ifndef PERFATTR_SELFTEST_H
#define PERFATTR_SELFTEST_H

#include <linux/types.h>

int pa_selftest_start(void);
void pa_selftest_stop(void);
void pa_selftest_follow(bool on);
bool pa_selftest_fires(void);
bool pa_selftest_steady(void);
bool pa_selftest_may_arm(void);
const char *pa_selftest_hint(void);
u64 pa_selftest_told(void);

int perfattr_selftest_target(int value);
int perfattr_selftest_plain(int value);

#endif /* PERFATTR_SELFTEST_H */
