#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Makes the calls of plans, in a short run; "make check-fixes" makes a long one.
# time limit: 400
# not on debug kernels: why.t makes calls of each kind there
. tests/guest/lib.sh
plan 5
load || exit 1
said why_fixes "${1:-500}"

ok 'what a plan promises is kept, and what it loses is said' [ "$said_status" = 0 ]
ok 'no plan goes in a circle or builds on garbage' has "$said_last" ', circles 0, unsafe 0,'
ok 'where no argument is said to help, none does' has "$said_last" '"no argument helps" 0,'
ok "the run counts what it tried: $said_last" has "$said_last" '^plans [1-9][0-9]*, opened [1-9]'
ok 'what counts nothing is no fix, and what is said to count nothing does not' \
	has "$said_last" ', void offered 0, not void 0$'
unload
finish
