#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# versions.sh DIR: builds versions.c in DIR with the structs of raw records as they are, and with each of
# them one member longer, as in a later version. Each must read what either has written.
set -e
dir=$1
for version in now later; do
	rm -rf "${dir:?}/$version"
	mkdir -p "$dir/$version"
	cp -r ../../kmod/core ../../userspace/{raw,json,shim.h} "$dir/$version"
done
sed -i -E '/^struct pa_raw_(head|call|pmu|name|lost|firing|event) \{/,/^\};/s/^\};/\tu64 added;\n&/' "$dir/later/core/raw.h"
# A member behind the path of a call makes the module write all of it. The sizes are others.
sed -i -E -e '/^(SIZE|LAYOUT)\(/d' -e 's/(PA_RAW_CALL, )\(u32\)size/\1sizeof(*to)/' "$dir/later/core/raw.c"
for version in now later; do
	from=$dir/$version
	gcc -std=gnu11 -O1 -w -I"$from" -o "$from/versions" versions.c "$from"/core/*.c "$from"/core/text/*.c "$from"/{raw,json}/*.c
done

n=0
same() # DESCRIPTION WRITER READER ENTRIES-THAT-ARE-LONGER
{
	n=$((n + 1))
	"$dir/$2/versions" write | timeout 120 "$dir/$3/versions" read > "$dir/json" 2> "$dir/longer"
	[ $n -gt 1 ] || cp "$dir/json" "$dir/want"
	if [ "$(wc -l < "$dir/json")" = 722 ] && cmp "$dir/json" "$dir/want" && [ "$(cat "$dir/longer")" = "$4" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		echo "# longer: $(cat "$dir/longer"), wanted $4; $(diff "$dir/want" "$dir/json" | head -c 300 | tr '\n' ' ')"
	fi
}

echo 1..4
same 'this version reads what it has written' now now 0
same 'a later one reads what it has written' later later 0
same 'a later one reads what this one has written' now later 0
same 'this one reads what a later one has written, and counts each entry as longer' later now 723
