#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# PMUs that come and go: a record has the name of its PMU or no name, never that of another PMU.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 23

MODULES=tests/guest/modules

type_of() # PMU
{
	cat "/sys/bus/event_source/devices/$1/type"
}

standin() # NAME
{
	insmod $MODULES/standin_pmu.ko name="$1"
}

# What the last record says: the name beside the type, of the PMU that answered, and in the path.
names()
{
	jq -s -r 'last | [.symbols.type, .kernel.pmu, (.kernel.path // [] | map(.pmu // empty) | last)]
		| map(. // "null") | join(" ")' <(json_calls)
}

type_line()
{
	grep -o '\.type = [0-9]* .*,' $DBG/log | tail -n 1
}

# --- a number is given away again ---
standin alpha0
load
type=$(type_of alpha0)
call type="$type" > "$TMP/call"
is 'a PMU that there was before the module has its name' "$(names)" 'alpha0 alpha0 alpha0'
# Refused before any PMU is asked: only the number says which it would have been.
call type="$type" flags=0x100 > "$TMP/call"
is '... also in a call that came to none' "$(names)" 'alpha0 null null'
rmmod standin_pmu
is 'its records keep its name when it is gone' "$(names)" 'alpha0 null null'
call type="$type" > "$TMP/call"
is 'a number that nobody has has no name' "$(names | cut -d ' ' -f 1)" null
standin beta0
is 'the next one gets the same number' "$(type_of beta0)" "$type"
call type="$type" > "$TMP/call"
is 'which then is its own' "$(names)" 'beta0 beta0 beta0'
is '... in the text too' "$(type_line)" ".type = $type /* beta0 */,"
call type="$type" flags=0x100 > "$TMP/call"
is '... and in a call that came to no PMU' "$(names)" 'beta0 null null'
is 'all records have the name of their time' \
	"$(jq -r '.symbols.type // "null"' <(json_calls) | xargs)" 'alpha0 alpha0 null beta0 beta0'
ok 'the filter takes the name that there is' eval 'echo type=beta0 > $PARAMS/filter'
echo 1 > $DBG/clear
call type="$type" > "$TMP/call"
is '... and what it names passes' "$(names)" 'beta0 beta0 beta0'
ok '... and refuses the one that is gone' eval '! echo type=alpha0 2> "$TMP/err" > $PARAMS/filter'
rmmod standin_pmu
standin gamma0
echo 1 > $DBG/clear
call type="$type" > "$TMP/call"
is 'a filter by name is no filter by number: the next PMU does not pass' \
	"$(type_of gamma0) $(json_calls | wc -l)" "$type 0"
echo > $PARAMS/filter
for i in 1 2 3; do
	rmmod standin_pmu
	standin "again$i"
	call type="$type" > "$TMP/call"
done
is 'in the same memory, too' \
	"$(jq -r '[.symbols.type, .kernel.pmu] | join(" ")' <(json_calls) | xargs)" \
	'again1 again1 again2 again2 again3 again3'
rmmod standin_pmu

# --- many, and others in their place ---
some_of() # PREFIX
{
	local i

	for i in 0 1 7 100 199 249 255 256 257 298 299; do
		echo "$1$i"
	done
}

call_some() # PREFIX
{
	local pmu

	for pmu in $(some_of "$1"); do
		call type="$(type_of "$pmu")" > "$TMP/call"
	done
}

shown()
{
	jq -r '[.symbols.type, (.kernel.path | map(.pmu // empty) | first)] | map(. // "null") | join(" ")' \
		<(json_calls)
}

echo 1 > $DBG/clear
insmod $MODULES/many_pmus.ko count=300 name=many
call_some many
want_many=$(some_of many | awk '{ print $1, $1 }')
is '300 PMUs that came after the module all have their names' "$(shown)" "$want_many"
rmmod many_pmus
is '... and their records keep them' "$(shown)" "$want_many"
insmod $MODULES/many_pmus.ko count=300 name=other
call_some other
want_other=$(some_of other | awk '{ print $1, $1 }')
is '300 more have theirs, and the records before them keep theirs' "$(shown)" \
	"$want_many"$'\n'"$want_other"
rmmod many_pmus
# Names or null, never wrong, however many there were.
for round in a b c; do
	insmod $MODULES/many_pmus.ko count=300 name="round$round"
	call_some "round$round"
	for pmu in $(some_of "round$round"); do echo "$pmu $pmu"; done >> "$TMP/rounds"
	rmmod many_pmus
done
shown | tail -n 33 > "$TMP/shown"
ok 'when there is no room for more names there is none, and no wrong one' eval \
	'paste -d " " "$TMP/shown" "$TMP/rounds" | awk "{ n++ } (\$1 != \"null\" && \$1 != \$3) ||
		(\$2 != \"null\" && \$2 != \$4) { bad++; print } END { exit bad || n != 33 }"'
reload
standin delta0
call type="$(type_of delta0)" > "$TMP/call"
is '... and the module, loaded again, has room' "$(names)" 'delta0 delta0 delta0'
rmmod standin_pmu

# --- a PMU is taken away from under its events ---
standin epsilon0
# Under the event, on its file, and with it as a leader.
coproc holder { hold_event "$(type_of epsilon0)" 2>&1; }
read -r opened <&"${holder[0]}"
is 'an event of a PMU is held' "$opened" open
echo 1 > $PARAMS/calls
echo 1 > $DBG/clear
if echo 1 2> /dev/null > /sys/module/standin_pmu/parameters/gone; then
	echo go >&"${holder[1]}"
	read -r ended <&"${holder[0]}"
	is 'the PMU goes, and calls on its event go on' "$ended" 'done'
	is '... which are recorded, without its name' \
		"$(jq -r '[.call, .errno // "0"] | join(" ")' <(json_calls) | xargs)" \
		'ioctl ENODEV open ENODEV close 0'
else
	for what in 'the PMU goes, and calls on its event go on' '... which are recorded, without its name'; do
		skip "$what" 'this kernel takes no PMU from under its events'
	done
	echo go >&"${holder[1]}"
	read -r ended <&"${holder[0]}"
fi
wait
unload
is 'the PMU can be unloaded' "$(rmmod standin_pmu 2>&1)" ''
finish
