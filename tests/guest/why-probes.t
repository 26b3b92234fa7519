#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# not on debug kernels: it tests programs, not the module
#
# Refused kprobes and uprobes: one cause for each.
# time limit: 600
insmod ./perfattr_dump.ko || exit 1
insmod tests/guest/modules/standin_pointers.ko || exit 1
why_probes
status=$?
tests/guest/keep-json 100
rmmod perfattr_dump || exit 1
exit $status
