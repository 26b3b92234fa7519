#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# not on debug kernels: it tests programs, not the module
#
# Random refused calls are tried: what opens opens, and nothing is left; "why_tried 5000" makes a long run.
# time limit: 600
insmod ./perfattr_dump.ko || exit 1
why_tried 500
status=$?
rmmod perfattr_dump || exit 1
exit $status
