#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# missing.sh PROGRAM...: runs programs that end with missing_report(), and adds up what they say.
# TAP. The facts that change no reason are printed last: those which are shown, and those which are not,
# which nobody needs. With V=1 all keys.

out=$(mktemp)
trap 'rm -f "$out" "$out.list"' EXIT
n=0
failed=0
for program in "$@"; do
	n=$((n + 1))
	# What it tests besides is not of interest here.
	said=$($program 2>&1)
	if printf '%s\n' "$said" | grep -q '^# bad: 0$\|^ok .* makes nothing else certain$'; then
		echo "ok $n - ${program##*/}: without a key of its lines, nothing else is certain"
	else
		echo "not ok $n - ${program##*/}: without a key of its lines, nothing else is certain"
		printf '%s\n' "$said" | grep -v '^ok \|^# key ' | head -n 40 | sed 's/^\(# \)*/# /'
		failed=1
	fi
	printf '%s\n' "$said" >> "$out"
done
echo "1..$n"
awk -v all="$V" -v list="$out.list" '
	/^# key / {
		left[$3] += $7
		wrong[$3] += $9
		of[$3] += $11
		shown[$3] += $13
		fact[$3] = $4 == "fact"
	}
	END {
		for (key in of) {
			if (all)
				printf "# %s: differs if left out in %d, if falsified in %d of %d records\n",
					key, left[key], wrong[key], of[key] | "sort"
			if (fact[key] && !left[key] && !wrong[key])
				print (shown[key] ? "text" : "nothing"), key > list
		}
	}' "$out"
keys() # WHAT
{
	sed -n "s/^$1 //p" "$out.list" | sort | paste -s -d , | sed 's/,/, /g'
}
echo "# changes the text only: $(keys text)"
echo "# changes nothing: $(keys nothing)"
exit $failed
