/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_SELFTEST_H
#define PERFATTR_SELFTEST_H

int pa_selftest(void);
int perfattr_selftest_target(int value);

#endif /* PERFATTR_SELFTEST_H */
