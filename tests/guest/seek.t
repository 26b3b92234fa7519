#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# C6: standard tools on a snapshot. head reads more than it prints and then seeks back to where
# the lines ended; dd and tail seek too.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 15

load
call times=40 > "$TMP/call"
cat $DBG/log > "$TMP/log"
cat $DBG/json > "$TMP/json"

# What a command says and prints of a view is what it does of a copy.
as_of_copy() # VIEW COMMAND...
{
	local view=$1
	shift

	"$@" "$DBG/$view" > "$TMP/got" 2> "$TMP/err" || return
	"$@" "$TMP/$view" > "$TMP/want"
	cat "$TMP/err"
	[ ! -s "$TMP/err" ] && cmp "$TMP/got" "$TMP/want"
}

for view in log json; do
	ok "C6: head -n 3 $view, without a complaint" as_of_copy $view head -n 3
	ok "C6: head -c 5000 $view" as_of_copy $view head -c 5000
	ok "C6: tail -n 3 $view" as_of_copy $view tail -n 3
	ok "C6: tail -c 100 $view" as_of_copy $view tail -c 100
	ok "C6: tail -n +20 $view" as_of_copy $view tail -n +20
done
ok 'C6: after head, what follows is there for the next reader' eval \
	'{ head -n 3; cat; } < $DBG/log > "$TMP/got" 2> "$TMP/err" && [ ! -s "$TMP/err" ] && cmp "$TMP/got" "$TMP/log"'
ok 'C6: dd skip= begins there' eval \
	'dd if=$DBG/log bs=1000 skip=7 2> /dev/null | cmp - <(tail -c +7001 "$TMP/log")'
ok 'C6: dd skip= beyond the end gives nothing' eval \
	'same "$(dd if=$DBG/json bs=1M skip=64 2> /dev/null | wc -c)" 0'
ok 'C6: a snapshot can be read twice by one open' eval 'python3 - << END
import os
fd = os.open("$DBG/json", os.O_RDONLY)
def all():
    parts = iter(lambda: os.read(fd, 70000), b"")
    return b"".join(parts)
first = all()
end = os.lseek(fd, 0, os.SEEK_CUR)
assert end == len(first), (end, len(first))
assert os.lseek(fd, 0, os.SEEK_SET) == 0
assert all() == first
assert os.lseek(fd, -10, os.SEEK_CUR) == end - 10 and os.read(fd, 100) == first[-10:]
for offset, whence in ((-1, os.SEEK_SET), (-end - 1, os.SEEK_CUR), (0, os.SEEK_END)):
    try:
        os.lseek(fd, offset, whence)
        raise SystemExit("%d from %d was allowed" % (offset, whence))
    except OSError as e:
        assert e.errno == 22, e
try:
    os.pread(fd, 10, 0)
    raise SystemExit("pread was allowed")
except OSError as e:
    assert e.errno == 29, e
END'
# Records go while it is read: what comes of that is said.
reload records=16
call times=16 > "$TMP/call"
ok 'C6: seeking back over records that are gone by then says so' eval \
	'{ head -n 1; call times=5 > /dev/null; cat; } < $DBG/json > "$TMP/got" 2> "$TMP/err" &&
		[ ! -s "$TMP/err" ] && has "$(cat "$TMP/got")" "\{\"lost\":[0-9]+\}"'
unload
finish
