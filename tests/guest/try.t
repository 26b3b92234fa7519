#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# not on debug kernels: it tests programs, not the module
#
# The refused calls of why_table are tried: what is said to open opens, what is not tried has its reason, and
# nothing is left open.
# time limit: 900
insmod ./perfattr_dump.ko || exit 1
why_table --try
status=$?
rmmod perfattr_dump || exit 1
exit $status
