#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# enable, clear, brief, records: their effects, invalid values, and changes while calls run.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 32

put() # VALUE FILE
{
	echo "$1" > "$PARAMS/$2"
}

# The value is refused with EINVAL, and the setting stays.
refuses() # VALUE FILE
{
	local before

	before=$(cat "$PARAMS/$2")
	! put "$1" "$2" 2> "$TMP/err" || return
	cat "$TMP/err"
	has "$(cat "$TMP/err")" 'Invalid argument' && same "$(cat "$PARAMS/$2")" "$before"
}

# Numbers of the records in the log, as first-last.
numbers()
{
	sed -n 's/^    #\([0-9]*\) at .*/\1/p' "$DBG/log" |
		awk '{ if (NR > 1 && $1 != last + 1) gap = 1; if (NR == 1) first = $1; last = $1 }
			END { print first "-" last (gap ? " with gaps" : "") }'
}

# watch's answer: whole, in order, once each, and as many as the counters say.
watched_all() # FILE
{
	local records lost

	cat "$1"
	has "$(cat "$1")" ' torn=0 disordered=0 twice=0$' || return
	records=$(sed 's/.*records=\([0-9]*\).*/\1/' "$1")
	lost=$(sed 's/.*lost=\([0-9]*\).*/\1/' "$1")
	same "$((records + lost))" "$(($(counter recorded) + $(counter dropped)))"
}

load

# --- enable ---
call > "$TMP/call"
# How many probes a fork passes counts probes, like those.
counters() { grep -v -e '^probe' -e '^fork_probes ' $DBG/stats; }

before=$(counters)
probes=$(grep '^probe' $DBG/stats)
ok 'enable=0 is accepted' put 0 enable
is '... and read back' "$(cat $PARAMS/enable)" 0
ok '... and disarms every probe' has_not "$(cat $DBG/stats)" '^probe\..*\.armed '
call times=5 > "$TMP/call"
is 'calls made while disabled are in no counter' \
	"$(counters)" "$before"
put 1 enable
is 'enable=1 arms them again' "$(grep '^probe' $DBG/stats)" "$probes"
call times=5 > "$TMP/call"
is '... and calls are recorded again, without a gap in the numbers' \
	"$(accounted) $(numbers)" '6 1-6'
ok 'letters do the same as numbers' eval 'echo N > $PARAMS/enable && call &&
	same "$(accounted) $(cat $PARAMS/enable)" "6 0" && echo Y > $PARAMS/enable && call &&
	same "$(accounted) $(cat $PARAMS/enable)" "7 1"'
for value in 2 -1 x ''; do
	ok "enable=\"$value\" is refused" refuses "$value" enable
done

# --- clear ---
ok 'clear takes anything' eval 'echo whatever > $DBG/clear'
is '... and leaves nothing' "$(cat $DBG/log)$(json_calls)$(counter held)" 0
is '... but what was counted' "$(counter recorded)" 7
call > "$TMP/call"
is '... and numbers go on' "$(numbers)" 8-8

# --- brief ---
long=$(cat $DBG/log)
put 1 brief
short=$(cat $DBG/log)
ok 'brief=1 leaves out fields that are zero' eval 'has "$long" "\.pinned = 0,$" &&
	has_not "$short" " = 0[,x]"'
ok '... and nothing else of the attr' \
	same "$(sed -n '/^arg.0/,/^arg.1/p' <<< "$short")" \
	"$(sed -n '/^arg.0/,/^arg.1/p' <<< "$long" | grep -v -E '= (0|0x0|HW_BREAKPOINT_EMPTY|CLOCK_REALTIME)( /\*.*\*/)*,$')"
ok 'brief=0 brings them back' eval 'put 0 brief && same "$(cat $DBG/log)" "$long"'

# --- records ---
echo 1 > $DBG/clear
call times=100 > "$TMP/call"
ok 'a smaller ring keeps the newest' eval 'put 10 records && same "$(numbers)" 99-108'
is '... and says so' "$(cat $PARAMS/records) $(counter held)" '10 10'
call times=5 > "$TMP/call"
is '... and goes on overwriting the oldest' "$(numbers)" 104-113
ok 'a larger ring keeps all' eval 'put 20000 records && same "$(numbers)" 104-113'
is 'recorded and cleared calls are what is held and what was overwritten' \
	"$(($(counter recorded) - $(counter held) - $(counter overwritten) - $(counter cleared)))" 0
for value in 0 2000000 x; do
	ok "records=$value is refused" refuses "$value" records
done
ok 'a ring that does not fit into memory is refused with ENOMEM, and the old one stays' \
	eval '! put 1048576 records 2> "$TMP/err" && has "$(cat "$TMP/err")" "Cannot allocate memory" &&
		same "$(numbers) $(cat $PARAMS/records)" "104-113 20000"'

# --- all of them while calls run ---
unload
load
watch $DBG/log_pipe > "$TMP/watched" &
watcher=$!
eventually users_are 1
storm 6000 > "$TMP/made" &
storm=$!
for ((i = 0; i < 12; i++)); do
	put $((50 + i * 500)) records
	put $((i % 2)) brief
	[ $i -ne 6 ] || echo 1 > $DBG/clear
done
wait $storm
kill $watcher
wait $watcher
is 'the ring was resized 12 times while calls ran, and none is unaccounted for' \
	"$(cat "$TMP/made") $(accounted)" '6000 6000'
ok '... nor was any torn, repeated or lost without being counted' watched_all "$TMP/watched"

storm 1000000 > "$TMP/made" &
storm=$!
for ((i = 0; i < 5; i++)); do
	put 0 enable
	before=$(accounted)
	put 1 enable
	eventually eval '[ "$(accounted)" -gt "$before" ]'
done
kill $storm
wait $storm
ok 'enable was toggled while calls ran: some were recorded, and no more than were made' \
	eval 'counted=$(($(accounted) - 6000)) && echo $counted of $(cat "$TMP/made") &&
		[ $counted -gt 0 ] && [ $counted -le $(cat "$TMP/made") ]'

# --- a parameter, while the module loads ---
unload
{
	# Now init has begun, and has not armed the probes yet.
	until grep -q perfattr_selftest /sys/kernel/debug/kprobes/list; do :; done
	echo 64 > "$PARAMS/records"
} &
writer=$!
load
wait $writer
call times=100 > "$TMP/call"
is 'records that was written while the module loaded is in force' \
	"$(cat "$PARAMS/records") $(counter held)" '64 64'
unload

# --- parameters that are written while the module is loaded and unloaded ---
# The kernel removes them from sysfs only after the module's exit function.
{
	while [ ! -e "$TMP/over" ]; do
		for setting in filter=failed enable=0 calls=1 records=100 enable=1 filter=uid=0 stages=2 stages=1; do
			[ ! -e "$PARAMS" ] || echo "${setting#*=}" > "$PARAMS/${setting%%=*}"
		done
	done 2> "$TMP/ignored"
} &
writer=$!
loaded=0
for ((i = 0; i < 20; i++)); do
	load && eventually eval '[ "$(cat "$PARAMS/records")" = 100 ]' && unload && loaded=$((loaded + 1))
done
touch "$TMP/over"
wait $writer
is 'settings were written during 20 loads and unloads' "$loaded" 20

finish
