#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# make dist: the same bytes twice, whoever makes it, and only what belongs there.

# shellcheck source=tests/guest/tap.sh
. ../guest/tap.sh
left=../../left-by-check-dist.json
trap 'rm -rf "$TMP" $left' EXIT
name=perfattr_dump-$(cat ../../VERSION)

made() # FILE: the tarball
{
	../../scripts/dist 2>"$TMP/said" && mv "../../build/$name.tar.xz" "$1" && return
	sed 's/^/# /' "$TMP/said"
}

plan 4
made "$TMP/first"
# In another second, with the mask, language and clock of another user, and with a file that somebody has left.
sleep 1.1
[ ! -e ../../.git ] || echo '{}' >$left
(umask 077 && export LC_ALL=C TZ=Asia/Tokyo && made "$TMP/second")
rm -f $left
is 'the tarball is the same twice, to the byte' "$(sha256sum <"$TMP/second")" "$(sha256sum <"$TMP/first")"
tar -tf "$TMP/first" >"$TMP/list"
is 'all of it is in one folder' "$(sed "s,^$name/.*,," "$TMP/list" | grep . | head -n 3)" ''
is 'nothing is built, and no packaging' "$(grep -E '\.(o|ko|cmd|a|so|pyc)$|^[^/]*/(build|debian|\.cache|\.git)/' "$TMP/list")" ''
is 'what a build needs is there' "$(grep -cxE "$name/(Makefile|Kbuild|VERSION|dkms.conf|kmod/main.c|userspace/Makefile|LICENSE|LICENSES/GPL-2.0-only.txt)" \
	"$TMP/list")" 8
finish
