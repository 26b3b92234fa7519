#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# First boot, after install.t: perfattr.service as run by systemd: its journal, its limits, and that it
# loses no call when it is restarted, killed, or loses its journal. The module is installed and the service
# enabled; at the end the module is loaded, too.
# shellcheck source=tests/dkms/lib.sh
. tests/dkms/lib.sh
plan 44


journal() # OPTION...
{
	journalctl --namespace=perfattr -o cat "$@"
}

is_state() # STATE
{
	same "$(systemctl is-active perfattr.service)" "$1"
}

# Numbers of the records of this load of the module that came to the journal, as they came.
numbers()
{
	journal -t perfattr --since "@$LOADED_AT" | sed -n 's/^{"v":[0-9]*,"call":"[a-z]*","seq":\([0-9]*\),.*/\1/p'
}

# What the journal has of the calls 1 to N: "N missing repeated disordered".
account() # N
{
	journalctl --namespace=perfattr --sync
	numbers | awk -v n="$1" '{ if (seen[$1]++) repeated++; if ($1 < last) disordered++; last = $1 }
		END { for (i = 1; i <= n; i++) if (!seen[i]) missing++
			print n, missing + 0, repeated + 0, disordered + 0 }'
}

calls()
{
	echo $(($(cat $PARAMS/next) - 1))
}

accounted() # MISSING REPEATED
{
	local n

	n=$(calls)
	[ "$n" -gt 0 ] && same "$(account "$n" | cut -d ' ' -f 1-3)" "$n $1 $2"
}

nothing_missing()
{
	local n

	n=$(calls)
	[ "$n" -gt 0 ] && same "$(account "$n" | cut -d ' ' -f 1,2)" "$n 0"
}

# A new load: numbers begin with 1, after LOADED_AT.
reload()
{
	# The service may have the stream open for a moment more.
	eventually eval 'modprobe -r perfattr_dump 2> "$TMP/err"'
	eventually eval '[ "$(systemctl is-active perfattr.service)" = inactive ]'
	sleep 1.1
	LOADED_AT=$(date +%s)
	modprobe perfattr_dump records=16384
}

limits()
{
	systemctl show -p LogNamespace,Restart,MemoryMax,CPUQuotaPerSecUSec,TasksMax perfattr.service | sort | xargs
}

# Every call of this load came as the module says it: facts, no reason.
facts_only()
{
	journalctl --namespace=perfattr --sync
	journal -t perfattr --since "@$LOADED_AT" > "$TMP/lines"
	jq -R 'fromjson? | select(.call)' "$TMP/lines" | jq -s -e --argjson n "$(calls)" \
		'length == $n and $n > 5 and all(.[]; has("why") | not)'
}

# The last calls of the ring with what the journal has of them, member by member.
agrees_with_ring()
{
	journalctl --namespace=perfattr --sync
	perfattr-cat -j | jq -c 'select(.call)' > "$TMP/ring"
	journal -t perfattr --since "@$LOADED_AT" | jq -cR 'fromjson? | select(.call)' > "$TMP/lines"
	[ -s "$TMP/ring" ] && cmp "$TMP/ring" "$TMP/lines"
}

# The numbers of the records, each once, and how often the first one came.
came_again()
{
	nothing_missing && [ "$(numbers | grep -cx 1)" = "$1" ] &&
		same "$(journal -t perfattr --since "@$LOADED_AT" | jq -rR 'fromjson? | select(.call).load' | sort -u | wc -l)" 1
}

# A call with a flag that does not exist, by a program of this name.
cat > "$TMP/refused.c" <<-'EOS'
	#include <linux/perf_event.h>
	#include <sys/prctl.h>
	#include <sys/syscall.h>
	#include <unistd.h>

	int main(int argc, char **argv)
	{
		struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .size = sizeof(attr) };

		prctl(PR_SET_NAME, argv[argc - 1]);
		return syscall(SYS_perf_event_open, &attr, 0, -1, -1, 1UL << 40) != -1;
	}
EOS
gcc -o "$TMP/refused" "$TMP/refused.c" || exit 1

# What makes calls: the storm of the guest tests.
gcc -O1 -o "$TMP/storm" -pthread tests/guest/storm.c || exit 1
storm()
{
	"$TMP/storm" "$1" > "$TMP/made"
}

restarts_under_load()
{
	local i

	storm 2000 &
	for i in 1 2 3 4; do
		sleep 0.5
		systemctl restart perfattr.service || return
	done
	wait $!
}

unit_is() # NAME STATE
{
	same "$(systemctl is-active "$1")" "$2"
}

# --- docs/recipes.md, "Record from boot on", with the module loaded already ---
systemctl disable --now perfattr.service 2> /dev/null
loaded || modprobe perfattr_dump
LOADED_AT=0
ok 'the service can be enabled and started when the module is loaded already' \
	systemctl enable --now perfattr.service
ok '... and runs' eventually is_state active
ok '... as nobody, with one capability' eventually eval \
	'grep "^CapEff:.*0000000000000004$" "/proc/$(systemctl show -P MainPID perfattr.service)/status"'
ok '... sees nothing of what may hold secrets' eval \
	'root=/proc/$(systemctl show -P MainPID perfattr.service)/root; ls "$root/usr" && same "$(cd "$root" && ls etc var srv boot)" "$(printf "boot:\n\netc:\n\nsrv:\n\nvar:\n")"'
ok '... and systemd finds little to say against it' systemd-analyze security --no-pager --threshold=6 perfattr.service
reload
ok 'it comes back with the module' eventually is_state active
perf stat -o "$TMP/stat" true
ok 'calls come to a journal of their own' eventually eval 'journal -t perfattr | grep -q PERF_COUNT_SW_TASK_CLOCK'
ok '... the machine'\''s journal has none' \
	eval '! journalctl -b -o cat | grep -q "^{\"v\":[0-9]"'
is '... and the service has bounds' "$(limits)" \
	'CPUQuotaPerSecUSec=500ms LogNamespace=perfattr MemoryMax=67108864 Restart=always TasksMax=4'
ok '... and its journal' eval 'systemd-analyze cat-config systemd/journald@perfattr.conf | grep -q ^SystemMaxUse=256M'

# --- facts and reasons ---
"$TMP/refused" refused
"$TMP/refused" $'a\nPRIORITY=0'
ok 'a line is what the module says of a call, without a reason' eventually facts_only
ok '... byte by byte' eventually agrees_with_ring
ok 'who reads the lines asks for the reasons' eval \
	'journal | perfattr -i - -x -C refused > "$TMP/why" 2> "$TMP/err"; cat "$TMP/err" "$TMP/why"; grep "EINVAL.*flags" "$TMP/why"'
ok 'refused calls are found by jq' eval \
	'same "$(journal -t perfattr | jq -rR "fromjson? | select(.errno == \"EINVAL\" and .comm == \"refused\") | .ret")" -22'
is 'a name with a line feed makes no line' \
	"$(journal -t perfattr | jq -cR --arg name $'a\nPRIORITY=0' 'fromjson? | select(.comm == $name) | .ret')" -22
ok 'the recipes of README.md and of docs do what they say' \
	python3 tests/guest/recipes.py service README.md docs/recipes.md docs/fleet.md
ok 'journald has dropped nothing' eval '! journal | grep "Suppressed .* from perfattr.service"'

# --- restarts ---
reload
eventually is_state active
ok 'each call comes once' eval 'storm 5 && eventually accounted 0 0'
ok 'after a restart the ring comes again: the same load, the same numbers' \
	eval 'systemctl restart perfattr && storm 5 && eventually came_again 2'
ok 'four restarts under load lose no call' eval 'restarts_under_load && eventually nothing_missing'
ok '... nor does one while calls come that nobody reads' \
	eval 'systemctl stop perfattr && storm 50 && systemctl start perfattr && eventually nothing_missing'
systemctl kill -s KILL perfattr.service
storm 20
ok 'killed by SIGKILL it starts again' eval 'eventually is_state active'
ok '... and loses no call' eventually nothing_missing

# --- it is not late ---
# The time from each refusal to its entry in the journal.
gcc -O1 -o "$TMP/tables" -pthread tests/guest/tables.c || exit 1
in_time() # RECORDS SINCE
{
	journalctl --namespace=perfattr --sync
	journalctl --namespace=perfattr -t perfattr -a -o json --since "@$2" |
		jq -c '(.MESSAGE | fromjson?) as $r | select($r.comm == "tables" and $r.errno == "ENOSPC") |
			(.__REALTIME_TIMESTAMP | tonumber) / 1e3 - ($r.wall_ns | tonumber) / 1e6' |
		jq -s -e --argjson least "$1" '
			"\(length) entries, the latest after \(max) ms", (length >= $least and max < 1000)'
}

# A busy machine may be late itself, but not each time.
not_late()
{
	local i begin

	for i in 1 2 3; do
		sleep 1.1
		begin=$(date +%s)
		sleep 10 | "$TMP/tables" refused 1000 100 > "$TMP/refused"
		sleep 2
		! in_time 300 "$begin" || return 0
	done
	return 1
}
ok 'of a process of 1,000 threads that is refused 100 breakpoints a second each comes within a second' not_late
ok '... and they are refused' grep '^[0-9]* refused$' "$TMP/refused"

# --- its journal goes ---
reload
eventually is_state active
storm 10
eventually nothing_missing
systemctl stop systemd-journald@perfattr.service
storm 10
ok 'who loses its journal starts again' \
	eval 'sleep 3; eventually is_state active && [ "$(systemctl show -P NRestarts perfattr)" -gt 0 ]'
ok '... and loses no call' eventually nothing_missing
systemctl stop perfattr.service
systemctl mask --runtime --now systemd-journald@perfattr.socket systemd-journald@perfattr.service 2> /dev/null
storm 5
systemctl start perfattr.service 2> "$TMP/err"
sleep 1
ok 'without a journal it does not take calls for nobody' eval '! systemctl -q is-active perfattr.service'
ok '... and systemd says why' eval 'cat "$TMP/err"; journalctl -b -u perfattr.service -o cat | tail -n 5;
	grep -q -i "journald@perfattr\|masked" "$TMP/err"'
systemctl unmask --runtime systemd-journald@perfattr.socket systemd-journald@perfattr.service
systemctl reset-failed perfattr.service 2> /dev/null
ok '... with it no call is missing' eval 'systemctl start perfattr && eventually nothing_missing'

# --- a full disk ---
# Room is left for nothing; what comes meanwhile may be missing, but not without a word.
journalctl --namespace=perfattr --rotate
fill()
{
	fallocate -l "$(df --output=avail -B 1 /var/log | tail -n 1)" /var/log/filler 2> /dev/null ||
		dd if=/dev/zero of=/var/log/filler bs=1M 2> /dev/null
	dd if=/dev/zero of=/var/log/filler2 bs=4k 2> /dev/null
	[ "$(df --output=avail -B 1 /var/log | tail -n 1)" -lt 65536 ]
}
ok 'the disk is full' fill
storm 3000
sleep 2
ok 'on a full disk the service goes on' is_state active
rm -f /var/log/filler /var/log/filler2
storm 5
last_is_there()
{
	journalctl --namespace=perfattr --sync
	numbers | grep -qx "$(calls)"
}
ok '... calls come again when there is room' eventually last_is_there
account "$(calls)" > "$TMP/account"
said()
{
	cat "$TMP/account"
	dmesg | grep journald | tail -n 3
	[ "$(cut -d ' ' -f 2 "$TMP/account")" = 0 ] || dmesg | grep -q 'systemd-journald.*No space left\|systemd-journald.*suppressed' ||
		journal | grep -q '"lost":\|Suppressed\|No space left'
}
ok '... and if any is missing it was said' said

# --- make unload ---
mkdir "$TMP/perfattr"
sleep 1000 5> "$TMP/perfattr/log" &
other=$!
sleep 1000 5< $DBG/raw_pipe &
holder=$!
ok 'make unload fails while a view is open' fails eval 'make -s unload 2> "$TMP/unload"'
ok '... names who has it open' has "$(cat "$TMP/unload")" "it is in use: sleep\[$holder\] has .*raw_pipe open"
ok '... and nobody else' has_not "$(cat "$TMP/unload")" "\[$other\]"
kill $other $holder

# --- the module goes ---
storm 3
eventually eval 'modprobe -r perfattr_dump 2> "$TMP/err"'
ok 'without the module it ends' eventually is_state inactive
ok '... says so' eval 'journalctl --namespace=perfattr --sync; journal | tail -n 5 | grep "the module was unloaded"'
ok '... and is no failed unit' eval '! systemctl -q is-failed perfattr.service'
sleep 3
ok '... and is not started again and again' is_state inactive
LOADED_AT=$(date +%s)
sleep 1.1
modprobe perfattr_dump
ok 'with the module it runs again' eventually is_state active
storm 3
ok '... and begins with the first call' eventually accounted 0 0
ok 'nothing in the kernel log is a complaint' fails kernel_complaints
finish
