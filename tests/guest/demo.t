#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # ok evaluates conditions late
# not on debug kernels: it tests programs, not the module
#
# What make demo shows: what perf asks for, a refused call, and that it opens with what was suggested; why an mmap fails.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
needs perfattr
plan 9

ok 'the demo ends well' eval 'tests/guest/demo > "$TMP/shown" 2>&1 || { cat "$TMP/shown"; false; }'
ok 'perf asks for cycles:pp' grep -q '^ *[0-9]*  .*perf\[[0-9]*\]  cycles:pp ' "$TMP/shown"
ok 'a call is refused, and it is said why' grep -q '^EINVAL\[sample-freq-above-max\]: sample_freq 4000000 is above' "$TMP/shown"
ok '... and what to pass' eval 'grep -A 1 "^    help: \.sample_freq = [0-9]* (-F [0-9]*)$" "$TMP/shown" | grep -q "^          fewer samples$"'
passed=$(sed -n 's/^    help: \.sample_freq = \([0-9]*\) .*/\1/p' "$TMP/shown")
is '... which is what is passed then' "$(grep '^# perfattr run -- call ' "$TMP/shown" | sed -n 2p)" \
	"# perfattr run -- call comm=myprof type=1 sample_type=1 bits=1024 sample_period=$passed pages=9"
ok '... and opens' grep -q "^ *[0-9]*  .* myprof\[[0-9]*\] .* $passed Hz .* fd [0-9]*$" "$TMP/shown"
# On the line of its open, or on one of its own if that was printed before the call came.
ok 'an mmap fails, and has a line' grep -q '^.*  mmap 7 pages.* EINVAL \[a\]$' "$TMP/shown"
ok '... and below is why' grep -q '^\[a\] EINVAL\[mmap-data-pages\]: length 28672 is 1 control page + 6 data pages: ' "$TMP/shown"
ok '... and what to pass' grep -q '^    help: length = 36864$' "$TMP/shown"
finish
