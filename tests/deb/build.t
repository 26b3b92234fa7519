#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# In a Debian with nothing but what "scripts/setup deb" lists: make deb, and the packages it makes.
# shellcheck source=tests/guest/tap.sh
. tests/guest/tap.sh
trap 'rm -rf "$TMP"' EXIT
plan 14

VERSION=$(cat VERSION)

# make deb has come to its end, and lintian has said nothing on the way.
lintian_is_silent()
{
	has "$said" '^deb: packages, in build/deb:$' && has_not "$said" '^[A-Z]: '
}

# Line by line, the reason is a comment right above.
overrides_have_reasons()
{
	local file

	for file in debian/*.lintian-overrides debian/source/lintian-overrides; do
		awk -v file="$file" '!/^#/ && NF { if (last !~ /^# ./) { print file ": " $0; bad = 1 } } { last = $0 }
			END { exit bad }' "$file" || return
	done
}

# All that goes to an archive; build.log, .buildinfo and .changes say when and where it was built.
bytes()
{
	(cd "$1/build/deb" && sha256sum ./*.deb ./*.dsc ./*.tar.xz)
}

# Elsewhere, a second later, with the mask, clock and language of somebody else.
builds_the_same()
{
	mkdir -p "$TMP/some/where/else"
	cp -a . "$TMP/some/where/else/checkout" && rm -rf "$TMP/some/where/else/checkout/build" || return
	(umask 027; export TZ=Asia/Tokyo LC_ALL=C HOME=$TMP; make -C "$TMP/some/where/else/checkout" deb) || return
	diff <(bytes .) <(bytes "$TMP/some/where/else/checkout")
}

# The tools find their libraries, and are of this version.
tools_start()
{
	local tool

	dpkg-deb -x build/deb/perfattr-tools_*.deb "$TMP/tools" || return
	for tool in perfattr perfattr-cat; do
		same "$("$TMP/tools/usr/bin/$tool" --version)" "$tool $VERSION" || return
	done
}

# perfattr-bpf finds its libraries; programs of BPF it has none to load for here.
bpf_starts()
{
	dpkg-deb -x build/deb/perfattr-bpf_*.deb "$TMP/bpf" &&
		same "$("$TMP/bpf/usr/bin/perfattr-bpf" --version)" "perfattr-bpf $VERSION"
}

# Whatever a compiler or a test leaves in the checkout, dkms gets only sources, with the version.
only_sources()
{
	dpkg-deb -x build/deb/perfattr-dump-dkms_*.deb "$TMP/dkms" || return
	scripts/module-sources "$TMP/sources" || return
	sed -i "s/^PACKAGE_VERSION=.*/PACKAGE_VERSION=\"$VERSION\"/" "$TMP/sources/dkms.conf"
	diff -r "$TMP/sources" "$TMP/dkms/usr/src/perfattr_dump-$VERSION"
}

# Of all scripts, whoever has written them: whether debhelper adds one that does is a matter of its version.
no_script_stops_it()
{
	dpkg-deb -e build/deb/perfattr-dump-dkms_*.deb "$TMP/scripts" &&
		has_not "$(cat "$TMP"/scripts/p*)" '(invoke|systemctl).* (stop|restart|start|try-restart)'
}

# What the package of the module asks apt for.
asks_for() # FIELD
{
	dpkg-deb -f build/deb/perfattr-dump-dkms_*.deb "$1"
}

ok 'make deb ends well' make deb
said=$(cat "$TMP/diag")
ok '... and lintian says nothing' lintian_is_silent
ARCH=$(dpkg --print-architecture)
is 'these are the packages' "$(cd build/deb && echo *.deb)" \
	"libperfattr-dev_${VERSION}-1_$ARCH.deb libperfattr1_${VERSION}-1_$ARCH.deb perfattr-bpf_${VERSION}-1_$ARCH.deb perfattr-dump-dkms_${VERSION}-1_all.deb perfattr-tools_${VERSION}-1_$ARCH.deb"
ok 'what lintian is told not to say has its reason' overrides_have_reasons
ok '... and there are three of these at most' [ "$(cat debian/*.lintian-overrides debian/source/lintian-overrides | grep -vc '^#')" -le 3 ]
ok 'the tools start' tools_start
ok '... and perfattr-bpf' bpf_starts
is '... which goes with the tools of its version, and with libbpf' \
	"$(dpkg-deb -f build/deb/perfattr-bpf_*.deb Depends | grep -oE 'perfattr-tools [^,]*|libbpf1' | xargs)" \
	"perfattr-tools (= $VERSION-1) libbpf1"
ok '... and does not name the folder where it was built' has_not "$(strings -a "$TMP/bpf/usr/bin/perfattr-bpf")" "$PWD"
ok 'dkms gets the sources, and nothing else' only_sources
ok 'nothing of the package stops what would unload the module' no_script_stops_it
ok 'apt installs dkms with them' has "$(asks_for Depends)" '\bdkms\b'
ok '... and the headers of the kernel' has "$(asks_for Recommends)" linux-headers
ok 'made again elsewhere, packages and sources are the same to the byte' builds_the_same
finish
