#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Notes on calls that succeed and mislead: for each a call that has it, one that is near and has it
# not, and that it is as the note says.
# time limit: 120
# not on debug kernels: it tests programs, not the module
insmod ./perfattr_dump.ko calls=1 || exit 1
why_notes
status=$?
tests/guest/keep-json 100
rmmod perfattr_dump || exit 1
exit $status
