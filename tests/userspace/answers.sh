#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Texts of public reports (answers/*.txt has their form): is the right reason the first one that perfattr explain lists?
# usage: answers.sh [-v] [FILE...]: TAP on standard output; -v: with what is said.
set -u
cd "$(dirname "$0")" || exit 1
PERFATTR=${PERFATTR:-../../build/userspace/own/perfattr}
TMP=$(mktemp -d)
trap 'rm -rf "$TMP"' EXIT
VERBOSE=${1:-}
[ "$VERBOSE" = -v ] && shift
[ $# -gt 0 ] || set -- answers/*.txt

# The last call of a text: its errno, kind, first rule, whether that is certain, whether it is most likely, then all that is
# known of attr and arguments.
SAID='select(.call) | [.errno // "-", .call, .why.rule // .may_be[0]?.rule // "-", .why.certain // false,
	(if .may_be_likely or .why then "likely" else "list" end),
	([.may_be[]?, .why] | map(.text? // "" | test("[?]|  ")) | any | if . then "gap" else "whole" end),
	((.attr // {}) + (.args // {}) | to_entries[] | select(.value != null) | "\(.key)=\(.value)")] | join(" ")'

# Succeeds if the answer is what the head line wants, nothing is certain, and every sentence is whole.
is_right() # WANTED SAID
{
	local errno op rule certain likely whole known word words any='' right=''

	# Neither a call nor a reason, but what to run.
	[ "$1" != none ] || { [ -z "$2" ] && grep -q 'run the program: perfattr run\|does not say which error' "$TMP/err"; return; }
	read -r errno op rule certain likely whole known <<< "$2"
	[ "${certain:-} ${whole:-} ${errno:-} ${op:-}" = "false whole $(cut -d' ' -f1,2 <<< "$1")" ] || return
	read -ra words <<< "$1"
	for word in "${words[@]:2}"; do
		case $word in
		any) [ "$rule" = - ] || right=1; any=1 ;;
		!*) [ "$word" != "!$rule" ] || return ;;
		*=*) case " $known " in *" $word "*) ;; *) return 1 ;; esac ;;
		*) any=1; [ "$word" = "$rule" ] && right=1 ;;
		esac
	done
	[ -z "$any" ] || [ -n "$right" ]
}

# Succeeds if the answer is called most likely, and its rule is none of those that the head line has. That the driver
# has refused is true of all.
is_wrong_and_likely() # WANTED SAID
{
	local rule likely

	read -r _ _ rule _ likely _ <<< "$2"
	[ "${likely:-}" = likely ] && [ "$rule" != pmu-refused ] && case " $1 " in *" $rule "* | *" any "*) false ;; esac
}

n=0 failed=0 right=0 likely=0
for file; do
	rm -f "$TMP"/*
	awk -v to="$TMP/" '/^=== / { close(f); f = sprintf("%s%03d", to, ++n); print substr($0, 5) > (f ".want"); next } n { print > f }' "$file"
	for text in "$TMP"/???; do
		want=$(cat "$text.want") todo=''
		[ "${want#todo }" = "$want" ] || todo=' # SKIP not answered yet'
		want=${want#todo }
		said=$("$PERFATTR" explain -j - < "$text" 2> "$TMP/err" | jq -r "$SAID" | tail -n 1)
		n=$((n + 1)) ok=ok
		if is_right "$want" "$said"; then
			right=$((right + 1))
			[[ $said != *' likely '* ]] || likely=$((likely + 1))
		elif [ -z "$todo" ] || is_wrong_and_likely "$want" "$said"; then
			ok='not ok' failed=$((failed + 1))
		fi
		echo "$ok $n - $(basename "$file" .txt) $((10#$(basename "$text"))): $(head -n 1 "$text" | cut -c 1-60 | tr '#' ' ')$todo"
		if [ "$ok" != ok ] || [ -n "$VERBOSE" ]; then
			echo "# want: $want"
			echo "# said: $(cut -c 1-150 <<< "$said") $(head -c 100 "$TMP/err" | tr '\n' ' ')"
		fi
	done
done
n=$((n + 1)) ok=ok
[ $((10 * likely)) -ge $((6 * right)) ] || ok='not ok' failed=$((failed + 1))
echo "$ok $n - six of ten right answers are called most likely: $likely of $right"
echo "1..$n"
[ $failed -eq 0 ]
