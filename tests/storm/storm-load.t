#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 4500
#
# Loading and unloading while calls run and while other processes try to open the files, loads that
# fail, and missing kernel functions.
# shellcheck source=tests/storm/storm.sh
. tests/guest/storm.sh
plan 8

calls "$SEED" 100000000 "$(many 4 2)" > "$TMP/made" &
caller=$!

cycles()
{
	local i

	for ((i = 0; i < $1; i++)); do
		load records=64 && unload || return
	done
}
total=$(many 500 8)
ok "it loads and unloads $total times while calls run" cycles "$total"

# An open file keeps the module: then rmmod is refused, and tried again.
cycles_with_readers()
{
	local i

	for ((i = 0; i < $1; i++)); do
		load records=64 && eventually rmmod perfattr_dump 2> /dev/null || return
	done
}
opens $DBG 0 "$(many 2 1)" > "$TMP/opened" &
opener=$!
total=$(many 100 5)
ok "... $total times while its files are opened as soon as they are there" cycles_with_readers "$total"

# The load fails at the probe on the system call. Later steps fail only for lack of memory, see
# storm-failslab.t.
failing_loads()
{
	local i entry=__x64_sys_perf_event_open

	case $(uname -m) in
	aarch64) entry=__arm64_sys_perf_event_open ;;
	ppc64le | armv7l) entry=sys_perf_event_open ;;
	riscv64) entry=__riscv_sys_perf_event_open ;;
	s390x) entry=__s390x_sys_perf_event_open ;;
	esac
	for ((i = 0; i < $1; i++)); do
		! load_test records=64 withhold="$entry" 2> "$TMP/err" || return
		has "$(cat "$TMP/err")" 'Operation not supported' && [ ! -e "$DBG" ] && ! loaded || return
	done
}
total=$(many 100 10)
ok "$total loads fail while somebody tries to open the files" failing_loads "$total"
calm $opener
echo "# files opened meanwhile: $(cat "$TMP/opened")"

load
mapfile -t symbols < <(probes)
unload
inner()
{
	local symbol

	for symbol in "${symbols[@]}"; do
		[[ $symbol != *sys_perf_event_open ]] || continue
		load_test withhold="$symbol" && eventually [ "$(accounted)" -gt 0 ] &&
			has "$(cat "$DBG"/stats)" "^probe\.$symbol\.absent 1" &&
			json_is_whole && unload || return
	done
}
json_is_whole() { jq -es 'length > 0' <(json_calls) > /dev/null; }
ok "each of ${#symbols[@]} probes may be absent, while calls run" inner
calm $caller
echo "# load: $(cat "$TMP/made") calls made meanwhile"

ok 'without the entry of the system call it does not load' eval \
	'! load_test withhold="${symbols[0]}" && ! loaded && [ ! -e "$DBG" ]'
ok 'the first probe is that entry' has "${symbols[0]}" '_sys_perf_event_open$'
ok 'after all these it loads' load
ok '... and records' eval 'call > "$TMP/call" && same "$(counter recorded) $(accounted)" "1 1"'

finish
