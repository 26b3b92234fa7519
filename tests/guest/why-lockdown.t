#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The reasons of a kernel that is locked down, and that a loaded module works on in it.
# vm options: --smp 1
insmod ./perfattr_dump.ko || exit 1
why_table --lockdown
status=$?
rmmod perfattr_dump || exit 1
exit $status
