#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# make dist: the same bytes twice, whoever makes it, and only what belongs there.

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
name=perfattr_dump-$(cat ../../VERSION)
n=0
failed=0

is() # DESCRIPTION GOT WANT
{
	n=$((n + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		printf 'got: %s\nwant: %s\n' "$2" "$3" | head -n 10 | sed 's/^/# /'
		failed=1
	fi
}

made() # FILE: the tarball
{
	../../scripts/dist 2>"$tmp/said" && mv "../../build/$name.tar.xz" "$1" && return
	sed 's/^/# /' "$tmp/said"
}

echo 1..4
made "$tmp/first"
# In another second, with the mask, language and clock of another user.
sleep 1.1
(umask 077 && export LC_ALL=C TZ=Asia/Tokyo && made "$tmp/second")
is 'the tarball is the same twice, to the byte' "$(sha256sum <"$tmp/second")" "$(sha256sum <"$tmp/first")"
tar -tf "$tmp/first" >"$tmp/list"
is 'all of it is in one folder' "$(sed "s,^$name/.*,," "$tmp/list" | grep . | head -n 3)" ''
is 'nothing is built, and no packaging' "$(grep -E '\.(o|ko|cmd|a|so|pyc)$|^[^/]*/(build|debian|\.cache|\.git)/' "$tmp/list")" ''
is 'what a build needs is there' "$(grep -cxE "$name/(Makefile|Kbuild|VERSION|dkms.conf|kmod/main.c|userspace/Makefile|LICENSES/GPL-2.0-only.txt)" \
	"$tmp/list")" 7
exit $failed
