#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Reasons of random calls, in a short run; "make check-why" makes a long one.
# time limit: 300
. tests/guest/lib.sh
plan 3
load || exit 1
said why_random 1500 3000

ok 'random refusals have a reason, none of them a wrong one' [ "$said_status" = 0 ]
ok 'no call that succeeded is one that a rule refuses' grep -q ', 0 of them with a rule' "$TMP/said"
ok "the run counts what it judged: $said_last" has "$said_last" '^explained [1-9][0-9]* of [1-9]'
unload
finish
