#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Samples with fields that no machine of ours fills (branches, WEIGHT_STRUCT, AUX), made by hand in files of perf record, are
# decoded by userspace/samples as they were written, and as perf script -D of this guest prints them. FILES=500 makes more.
# time limit: 300
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
needs perf
needs python3
plan 2

FILES=${FILES:-15}
if [ "$(uname -m)" != x86_64 ]; then
	skip 'each field is decoded as it was written, and as perf prints it' 'its perf does not know the parts of WEIGHT_STRUCT'
	skip '... branches, weights, AUX, registers, stacks and reads among them' 'the same'
	finish
	exit
fi

said tests/guest/perf_data.py random "$FILES"
ok 'each field is decoded as it was written, and as perf prints it' \
	has "$said_last" "^$((40 * FILES)) samples, [0-9]{4,} fields by perf, 0 differences$"
ok '... branches, weights, AUX, registers, stacks and reads among them' \
	has "$(sed -n 's/^# compared: //p' "$TMP/said")" \
	'^AUX, FP chain, .*branch stack, .*intr regs, .*user regs, ustack, values, weight$'
finish
