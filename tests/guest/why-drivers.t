#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What real PMU drivers refuse in an ordinary guest: Arm's armv8_pmuv3, which QEMU emulates, and msr
# on x86, where tests/pmus has the machines with a PMU. Each reason is the check of the driver's
# source, the fix helps, and random calls refute no reason.
# time limit: 300

. tests/guest/lib.sh

load
why_drivers 1000
status=$?
unload
exit $status
