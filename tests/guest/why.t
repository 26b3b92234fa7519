#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# All reasons that can be caused in a guest: the call, its reason, the call with the fix.
# time limit: 300
insmod ./perfattr_dump.ko || exit 1
why_table
status=$?
tests/guest/keep-json 100
rmmod perfattr_dump || exit 1
exit $status
