#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The services: of each line that "systemd-analyze security" has against one a comment of
# the unit says why it is left.

# shellcheck source=tests/guest/tap.sh
. ../guest/tap.sh
trap 'rm -rf "$TMP"' EXIT
cd ../../userspace || exit 1

# left UNIT: the names of what could be taken from it, of weight 0.1 and more.
left()
{
	LC_ALL=C.UTF-8 systemd-analyze security --no-pager --offline=true "$1" | awk '$1 == "✗" { print $2 }'
}

# unexplained UNIT: those that no comment names.
unexplained()
{
	left "$1" | while read -r name; do
		grep '^#' "$1" | grep -qF -- "$name" || echo "$name"
	done
}

# said UNIT: the number in its comment; found UNIT: that of systemd-analyze.
said() { sed -n 's/.*"systemd-analyze security" finds \([0-9.]*\) of 10.*/\1/p' "$1"; }
found() { systemd-analyze security --no-pager --offline=true "$1" | sed -n 's/.*Overall exposure level.*: \([0-9.]*\) .*/\1/p'; }

plan 9
if ! systemd-analyze security --offline=true perfattr.service >/dev/null 2>&1; then
	for unit in {1..9}; do
		skip "check $unit of the units" 'no systemd-analyze that knows --offline'
	done
	finish
fi
for unit in perfattr perfattr-bpf perfattr-load; do
	unit=$unit.service
	is "$unit: a comment says why each line of systemd-analyze is left" "$(unexplained "$unit")" ''
	is '... and there are such lines' "$([ "$(left "$unit" | wc -l)" -gt 3 ] && echo some)" some
	# Another systemd weighs other things.
	is "... which make not more than $(said "$unit"), as it says" \
		"$(awk -v found="$(found "$unit")" -v said="$(said "$unit")" 'BEGIN { print (found > 0 && found <= said) }')" 1
done
finish
