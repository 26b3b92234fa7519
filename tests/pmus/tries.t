#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What the PMU drivers of this machine refuse is tried: what is said to open opens, and nothing is left.
# time limit: 400

. tests/guest/lib.sh

load
why_drivers --try
status=$?
unload
exit $status
