#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# perfattr try: what becomes of a refused call that is made again, as it is told, and what is said where none may
# be made. The kernel is a seccomp filter, whose answers are the same everywhere: so all but one say --force.
# usage: try.sh [CASE...]: TAP on standard output.
# shellcheck disable=SC2317 # the cases are called by name
set -u
cd "$(dirname "$0")" || exit 1

# shellcheck source-path=SCRIPTDIR source=lib.sh
. ./lib.sh
# shellcheck disable=SC2034 # for run_cases
PROGRAM='perfattr try'
export LC_ALL=C.UTF-8 TZ=UTC
unset COLUMNS NO_COLOR PAGER
TRY=$BUILD/plain/perfattr
HERE=$PWD
# Who is not root, and a program that he may execute.
SOMEBODY=()
[ "$(id -u)" != 0 ] || SOMEBODY=(setpriv --reuid 12345 --clear-groups)
chmod 711 "$TMP"
cp "$TRY" "$TMP/program"

# Runs a command with a kernel that answers perf_event_open() so:
#   refuse    EINVAL
#   cpu       EINVAL, unless a cpu is named
#   kill      it kills who calls
#   ask       it hands the call to a supervisor, who never answers
under() # KERNEL COMMAND...
{
	python3 "$HERE/filter.py" "$@"
}

# A line of strace -v about an event that is opened for the calling task.
line() # RESULT [FIELD=VALUE]...
{
	local result=$1 field text
	shift

	text='perf_event_open({type=PERF_TYPE_SOFTWARE, size=PERF_ATTR_SIZE_VER7, config=PERF_COUNT_SW_DUMMY, sample_period=0, sample_type=0, read_format=0, disabled=1, inherit=0, remove_on_exec=0, precise_ip=0}, 0, -1, -1, 0)'
	for field; do
		# shellcheck disable=SC2001 # a class of characters up to the next field
		text=$(sed "s/${field%%=*}=[^,})]*/$field/" <<< "$text")
	done
	echo "$text = -1 $result (told by a text)"
}

# Calls end by their number, not by the time that a busy machine takes for them; with CLOCK= by either.
try() # KERNEL OPTION...
{
	local kernel=$1
	shift

	FAKE_CLOCK=${CLOCK-stopped} under "$kernel" timeout 300 "$TRY" try --force "$@"
}

# The lines of what was tried.
tried()
{
	grep -E '^    (as it is|[a-z_0-9]+=[^ ]*)  |^    no change'
}

# --- cases ---

says_that_the_errno_is_the_same()
{
	has "$(line EINVAL | try refuse -)" '^    as it is  *EINVAL, as before$' &&
		has "$(line ENOENT | try refuse -)" '^    as it is  *EINVAL, ENOENT before$' &&
		same "$(line ENOENT | try refuse - | tried | wc -l)" 1
}

finds_the_argument_at_fault()
{
	has "$(line EINVAL | try cpu -)" '^    cpu=0  *opens; at fault: cpu (on this cpu only)$' &&
		same "$(line EINVAL | try cpu -j - | jq -c 'select(.call).tried | [.call.result, .call.errno, .same, .found]')" \
			'["refused","EINVAL",true,{"fix":{"cpu":0},"kind":"other","lost":"on this cpu only"}]' &&
		same "$(line EINVAL | try cpu -j - | jq -c 'select(.call).why.certain')" false
}

gives_up_when_no_field_is_at_fault()
{
	line EINVAL sample_type=0xffffff read_format=0xf inherit=1 > "$TMP/text"
	has "$(try refuse "$TMP/text")" '^    found no change that makes the call open, in [1-9][0-9]* tries$' &&
		same "$(try refuse -j "$TMP/text" | jq -c 'select(.call).tried | [.searched, .found, .over]')" '[true,null,null]'
}

# In all, not for each call.
makes_200_calls_in_all()
{
	for _ in {1..40}; do
		line EINVAL sample_type=0xffffff read_format=0xf inherit=1
	done > "$TMP/text"
	same "$(try refuse -j "$TMP/text" | jq -s 'map(select(.call).tried.calls) | add')" 200 &&
		has "$(try refuse "$TMP/text" | tail -n 1)" '^    as it is  *not tried: 200 calls were made$'
}

takes_what_explain_takes()
{
	has "$(try refuse EINVAL dummy < /dev/null)" '^    as it is  *EINVAL, as before$' &&
		line EINVAL > "$TMP/text" && has "$(try refuse "$TMP/text")" '  EINVAL, as before$' &&
		has "$(try refuse < "$TMP/text")" '  EINVAL, as before$' &&
		"$TRY" explain -j "$TMP/text" > "$TMP/calls.json" &&
		has "$(try refuse -i "$TMP/calls.json")" '  EINVAL, as before$' &&
		has "$(try refuse -i "$TMP/calls.json" 1)" '  EINVAL, as before$'
}

says_why_a_call_is_never_tried()
{
	has "$(line EINVAL remove_on_exec=1 | try kill -)" '^    as it is  *not tried: remove_on_exec=1: ' &&
		same "$(line EINVAL remove_on_exec=1 | try kill -j - | jq -c 'select(.call).tried | [.call.result, .same, .calls]')" \
			'["never",null,0]'
}

# Who is under a filter that kills would be dead.
tries_nothing_under_a_filter_unless_forced()
{
	line EINVAL > "$TMP/text"
	has "$(under kill "$TRY" try "$TMP/text")" '^    as it is  *not tried: a seccomp filter is on this process' &&
		same "$(under kill "$TRY" try -j "$TMP/text" | jq -c 'select(.call).tried | [.call.result, .calls]')" \
			'["not_tried",0]'
}

outlives_a_filter_that_kills()
{
	has "$(line EINVAL | try kill -)" '^    as it is  *not tried: a seccomp filter kills a process that makes this call$'
}

waits_for_no_supervisor()
{
	line EINVAL > "$TMP/text"
	has "$(CLOCK='' try ask "$TMP/text")" '^    as it is  *not tried: the call did not return in time$' &&
		! pgrep -f "try --force $TMP/text" > /dev/null
}

# As somebody who is not root, and whom a limit of processes binds.
says_that_no_child_can_be_forked()
{
	line EINVAL > "$TMP/text"
	has "$(under refuse "${SOMEBODY[@]}" prlimit --nproc=1 "$TMP/program" try --force - < "$TMP/text")" \
		'^    as it is  *not tried: no child can be forked'
}

says_that_no_descriptor_is_left()
{
	line EINVAL > "$TMP/text"
	has "$(under refuse prlimit --nofile=4 "$TRY" try - < "$TMP/text")" '^    as it is  *not tried: /proc does not say whether'
}

only_refused_calls_are_tried()
{
	sed 's/ = .*/ = 3/' < <(line EINVAL) > "$TMP/text"
	refuses 'no refused call' "$TRY" try "$TMP/text"
}

options_are_checked()
{
	refuses '\-\-try is an option of .*run: ' "$TRY" list --try &&
		refuses '\-\-force is an option of run, try and doctor: ' "$TRY" list --force &&
		refuses 'takes one file' "$TRY" try /dev/null /dev/null
}

# One that is not made has no user of another call.
each_call_has_its_own_user()
{
	line EINVAL > "$TMP/text"
	"$TRY" explain -j "$TMP/text" | jq -c 'if .call then del(.source, .unknown) | .uid = 4711, .abi = "none" else . end' > "$TMP/calls.json"
	same "$(try refuse -j -i "$TMP/calls.json" 2> /dev/null | jq -c 'select(.call) | [.v, .tried.call.result, .tried.uid]' | tail -n 1)" \
		"[1,\"not_tried\",$(id -u)]"
}

another_user_is_not_tried()
{
	line EINVAL > "$TMP/text"
	"$TRY" explain -j "$TMP/text" | jq -c 'if .call then del(.source, .unknown) | .uid = 4711 else . end' > "$TMP/calls.json"
	has "$(under refuse "${SOMEBODY[@]}" "$TMP/program" try --force -i - < "$TMP/calls.json")" \
		'^    as it is  *not tried: only root can try it as the caller.s user$'
}

run_cases try.sh "$@"
