#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Why calls on open events are refused or do nothing, and how events fare: calls whose true cause is
# known, each compared with what the module says about it.
# time limit: 300
insmod ./perfattr_dump.ko calls=1 || exit 1
why_after
status=$?
tests/guest/keep-json 100
rmmod perfattr_dump || exit 1
exit $status
