#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# Which users may read and write the files; perfattr-cat on the real files.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 22

nobody() # COMMAND...
{
	setpriv --reuid 65534 --regid 65534 --clear-groups -- "$@"
}

# perfattr-cat must end with status 1 and one sentence that matches.
cat_says() # PATTERN COMMAND...
{
	local pattern=$1 status=0
	shift

	"$@" > "$TMP/out" 2> "$TMP/err" || status=$?
	cat "$TMP/err"
	same "$status $(wc -l < "$TMP/err") $(wc -c < "$TMP/out")" '1 1 0' &&
		has "$(cat "$TMP/err")" "$pattern"
}

denied() # COMMAND...
{
	! nobody "$@" > "$TMP/out" 2> "$TMP/err" || return
	[ ! -s "$TMP/out" ] && has "$(cat "$TMP/err")" 'Permission denied'
}

ok 'perfattr-cat without the module says how to load it' \
	cat_says 'module is not loaded: modprobe perfattr_dump' perfattr-cat
ok 'perfattr-cat where debugfs is not says how to mount it' \
	cat_says 'mount -t debugfs none /tmp' perfattr-cat --debugfs /tmp
load
call times=10 > "$TMP/call"

ok 'perfattr-cat shows what log shows' eval 'perfattr-cat | cmp - $DBG/log'
ok 'perfattr-cat -j shows what raw shows' eval 'perfattr-cat -j | cmp - <(json)'
ok 'perfattr-cat -n 2 shows the last two records' \
	eval 'same "$(perfattr-cat -n 2 | sed -n "s/^    \(#[0-9]*\) at.*/\1/p")" $'"'#9\n#10'"
ok 'perfattr-cat -j -n 2 shows the last two calls' \
	eval 'perfattr-cat -j -n 2 | json_calls - | cmp - <(json | tail -n 2)'

perfattr-cat -f -n 1 > "$TMP/followed" &
ok 'perfattr-cat -f -n 1 begins with the last record' \
	eventually eval 'grep -q "^    #10 at" "$TMP/followed"'
call > "$TMP/call"
ok '... and goes on with the next' eventually eval 'grep -q "^    #11 at" "$TMP/followed"'
is '... and shows no other' "$(grep -c '^    #[0-9]* at' "$TMP/followed")" 2
kill %perfattr-cat
wait

# The folder of debugfs is closed to users: open it, so that our own modes are what is tested.
ok 'a user does not come as far as the files' denied cat $DBG/log
mount -o remount,mode=755 /sys/kernel/debug
for file in log log_pipe raw raw_pipe raw_run events events_raw stats; do
	ok "a user may not read $file" denied cat $DBG/$file
done
ok 'a user may not write any setting' eval \
	'denied sh -c "echo 0 > $DBG/clear" &&
		(for f in enable filter brief records; do denied sh -c "echo 0 > $PARAMS/$f" || exit; done) &&
		same "$(cat $PARAMS/enable) $(counter held)" "1 11"'
ok 'a user may read README' eval 'nobody cat $DBG/README | cmp - $DBG/README'
ok 'perfattr-cat tells a user what is needed' cat_says 'run it as root' nobody ./perfattr-cat
mount -o remount,mode=700 /sys/kernel/debug

ok 'root may open a view for writing, and writes nothing' \
	eval '! echo x 2> "$TMP/err" > $DBG/log && has "$(cat "$TMP/err")" "Invalid argument"'

finish
