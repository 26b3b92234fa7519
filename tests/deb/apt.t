#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# In a Debian with dkms and headers of kernels, none of which runs, and without the network: our packages, and
# what autopkgtest says of them. Nothing is loaded.
# shellcheck source=tests/deb/lib.sh
. tests/deb/lib.sh
plan 11

# What dkms is to have: the module of this version for each kernel that has headers here.
everywhere() # VERSION
{
	local kernel

	for kernel in /lib/modules/*/build/Makefile; do
		kernel=${kernel#/lib/modules/}
		echo "perfattr_dump/$1, ${kernel%%/*}, $(uname -m): installed"
	done
}

# Elsewhere the checkout may be.
here()
{
	find /boot /etc /lib/modules/ /opt /usr /var -name '*perfattr*' | sort
}

# What autopkgtest runs for packages of modules: purges, installs, and builds for all headers that are here.
builds_for_all_headers()
{
	local kernel

	(cd source && AUTOPKGTEST_ARTIFACTS=$TMP "$(dpkg -L dkms | grep '/dkms-autopkgtest$')" perfattr-dump-dkms) \
		> "$TMP/dkms" 2>&1 || { tail -n 40 "$TMP/dkms"; return 1; }
	for kernel in /lib/modules/*/build; do
		kernel=${kernel%/build}
		# Since trixie's it names the module before the kernel.
		awk -v kernel="${kernel##*/}" '/^I: PASS / && $NF == kernel { ok = 1 } END { exit !ok }' "$TMP/dkms" || { tail -n 40 "$TMP/dkms"; return 1; }
	done
}

# Lines of autopkgtest's summary of one test.
said_of() # TEST
{
	sed -n "s/^$1  *//p" "$TMP/summary"
}

# Not load and bpf: in a virtual machine that runs this, null takes its kernel for one that tests may change.
run_autopkgtest()
{
	autopkgtest --test-name=saved --test-name=library --summary-file "$TMP/summary" -B "$PWD/source/" -- null \
		> "$TMP/autopkgtest" 2>&1 || { tail -n 40 "$TMP/autopkgtest"; return 1; }
}

here > "$TMP/before"
rm -f /etc/apt/sources.list.d/*
echo "deb [trusted=yes] file:$PWD/this ./" > /etc/apt/sources.list
ok 'apt reads its lists' run_apt update
ok 'ours are installed' run_apt install ./this/*.deb
is '... all of them' "$(known)" \
	"perfattr-bpf $DEB installed perfattr-dump-dkms $DEB installed perfattr-tools $DEB installed"
is '... dkms has built the module for all kernels with headers, and has no other' "$(dkms status)" "$(everywhere "$VERSION")"
is '... and its sources' "$(echo /usr/src/perfattr_dump-*)" "/usr/src/perfattr_dump-$VERSION"

ok 'autopkgtest ends well' run_autopkgtest
is '... with a saved file' "$(said_of saved)" PASS
is '... with programs that are linked with the library' "$(said_of library)" PASS
ok 'the test of dkms builds the module for all headers' builds_for_all_headers

ok 'all are purged' run_apt purge perfattr-bpf perfattr-dump-dkms perfattr-tools libperfattr-dev libperfattr1
is '... and nothing is left' "$(here | diff "$TMP/before" -)" ''
finish
