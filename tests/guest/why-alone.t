#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Reasons that need a guest with one cpu, or that prevent further tests: a kernel that
# is locked down.
# vm options: --smp 1
insmod ./perfattr_dump.ko || exit 1
why_table --alone
status=$?
tests/guest/keep-json 100
rmmod perfattr_dump || exit 1
exit $status
