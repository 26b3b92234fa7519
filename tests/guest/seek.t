#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 400
#
# Standard tools on a snapshot. head reads more than it prints and then seeks back to where
# the lines ended; dd and tail seek too.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
needs perfattr
plan 22

load
call times=40 > "$TMP/call"
cat $DBG/log > "$TMP/log"
cat $DBG/raw > "$TMP/raw"

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

ok "head -n 3 log, without a complaint" as_of_copy log head -n 3
ok "tail -n 3 log" as_of_copy log tail -n 3
ok "tail -n +20 log" as_of_copy log tail -n +20
for view in log raw; do
	ok "head -c 5000 $view" as_of_copy $view head -c 5000
	ok "tail -c 100 $view" as_of_copy $view tail -c 100
done
ok 'after head, what follows is there for the next reader' eval \
	'{ head -n 3; cat; } < $DBG/log > "$TMP/got" 2> "$TMP/err" && [ ! -s "$TMP/err" ] && cmp "$TMP/got" "$TMP/log"'
ok 'dd skip= begins there' eval \
	'dd if=$DBG/log bs=1000 skip=7 2> /dev/null | cmp - <(tail -c +7001 "$TMP/log")'
ok 'dd skip= beyond the end gives nothing' eval \
	'same "$(dd if=$DBG/raw bs=1M skip=64 2> /dev/null | wc -c)" 0'
ok 'a snapshot can be read twice by one open' eval 'python3 - << END
import os
fd = os.open("$DBG/raw", os.O_RDONLY)
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
ok 'a snapshot is the same to each reader, and begins with what it says of the machine' eval \
	'cmp $DBG/raw "$TMP/raw" && json | head -n 2 | jq -es "(.[0] | has(\"env\")) and .[1].pmu.id == 1"'
ok 'a stream begins so, too, and as often as it is sought in' eval 'python3 - << END
import json, os, subprocess
fd = os.open("$DBG/raw_pipe", os.O_RDONLY | os.O_NONBLOCK)
def all():
    parts = []
    while True:
        try:
            parts.append(os.read(fd, 70000))
        except BlockingIOError:
            made = subprocess.run(["raw_json"], input=b"".join(parts), stdout=subprocess.PIPE)
            return [json.loads(line) for line in made.stdout.splitlines()] if parts else []
def sorts(lines):
    return "".join("epr"["env" not in line and 1 + ("pmu" not in line)] for line in lines)
first = all()
pmus = sorts(first).count("p")
assert pmus > 1 and sorts(first) == "e" + "p" * pmus + "r" * 40, sorts(first)
assert [line["pmu"]["id"] for line in first if "pmu" in line] == list(range(1, pmus + 1))
assert all() == []
assert os.lseek(fd, 31, os.SEEK_SET) == 31
again = all()
assert again == first[:pmus + 1] + first[-10:], sorts(again)
# In the middle of a line, and before the first record.
os.lseek(fd, 40, os.SEEK_SET)
os.read(fd, 10)
os.lseek(fd, 1, os.SEEK_SET)
assert all() == first
END'
ok '... and says of which load it is, as its records and the parameter do' eval \
	'same "$(jq -r ".load // .env.load // .pmu.load" <(json) | sort -u)" "$(cat $PARAMS/load)"'
# Records go while it is read: what comes of that is said.
reload records=16
call times=16 > "$TMP/call"
ok 'seeking back over records that are gone by then says so' eval \
	'{ head -n 1; call times=5 > /dev/null; cat; } < $DBG/log > "$TMP/got" 2> "$TMP/err" &&
		[ ! -s "$TMP/err" ] && has "$(cat "$TMP/got")" "[0-9]+ records lost"'

# Reads a line at a time, as a shell does: it reads more, and seeks back. After a third record there are 8 calls.
shell_reads()
{
	local line records=0 made=''

	while IFS= read -r line; do
		printf '%s\n' "$line"
		[[ $line != *'DUMP'* ]] || records=$((records + 1))
		[ "$records$made" != 3 ] || made=$(call times=8)
	done < "$DBG/log"
}
export -f shell_reads
export DBG TMP
reload records=16
call times=16 > "$TMP/call"
next=$(cat $PARAMS/next)
ok "a shell that reads log by lines goes on behind what was lost meanwhile, and comes to the end" eval \
	'timeout 100 bash -c shell_reads > "$TMP/got" && same "$(grep -c "records lost" "$TMP/got")" 1 &&
		has "$(cat "$TMP/got")" "#$((next - 1)) "'

# --- perfattr, which shows some of the records ---
reload records=2000
call times=2020 > "$TMP/call"
next=$(cat $PARAMS/next)
# The numbers of the records that a command prints as JSON.
numbers() # COMMAND...
{
	perfattr -j "$@" > "$TMP/json" || return
	json_calls "$TMP/json" | jq .seq | xargs
}
is 'perfattr -n 3 of 2,000 records shows these' "$(numbers -n 3)" "$((next - 3)) $((next - 2)) $((next - 1))"
is 'perfattr show of two ranges' "$(numbers show $((next - 1000)) $((next - 990))-$((next - 989)))" \
	"$((next - 1000)) $((next - 990)) $((next - 989))"
is '... as all records have them' "$(perfattr show $((next - 1000)))" "$(perfattr -j | perfattr -i - show $((next - 1000)))"
ok 'perfattr show of a record that is gone says which there are' eval \
	'! perfattr show 1 > "$TMP/out" 2> "$TMP/err"; [ ! -s "$TMP/out" ] && has "$(cat "$TMP/err")" "there is no record 1: the first is #[0-9]+, the last #[0-9]+"'
ok '... and shows the others once' eval \
	'! perfattr -j show 1 $next $((next - 1)) > "$TMP/out" 2> "$TMP/err"; same "$(json_calls "$TMP/out" | jq .seq)" $((next - 1))'
is 'perfattr -n 20000 reads all' "$(perfattr -j -n 20000 | grep -c '"call"')" 2000
unload
finish
