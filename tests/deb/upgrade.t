#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# Third boot, in the other kernel: the first one goes, our packages are upgraded, removed, and purged.
# shellcheck source=tests/deb/lib.sh
. tests/deb/lib.sh
plan 31

OLD=$(cat $FIRST_RELEASE)
OURS='perfattr-dump-dkms perfattr-tools'

# What the service runs; a file that is gone has "(deleted)" behind its name.
service_program()
{
	readlink "/proc/$(systemctl show -P MainPID perfattr.service)/exe"
}

# The service may have a stream open for a moment more.
unload()
{
	eventually eval 'modprobe -r perfattr_dump 2> /dev/null || rmmod perfattr_dump'
}

has "$RELEASE" cloud || echo "# this is $RELEASE"
ok 'the other kernel has booted' [ "$RELEASE" != "$OLD" ]
ok '... the module is there' loaded
ok '... and perf stat true is recorded' records_perf

ok 'apt purges the first kernel' run_apt purge "linux-image-$OLD" "linux-headers-$OLD"
is '... dkms has the module for this one only' "$(dkms status)" \
	"perfattr_dump/$VERSION, $RELEASE, $(uname -m): installed"
is '... and nothing of it is left there' "$(find "/lib/modules/$OLD" -name '*perfattr*' 2> /dev/null)" ''

ok 'apt upgrades the packages while the module is loaded' run_apt install ./next/perfattr-*.deb
is '... dpkg knows both' "$(known)" "perfattr-dump-dkms $NEXT installed perfattr-tools $NEXT installed"
is '... dkms has the new module, and not the old one' "$(dkms status)" \
	"perfattr_dump/$NEXT, $RELEASE, $(uname -m): installed"
is '... and the new sources' "$(echo /usr/src/perfattr_dump-*)" "/usr/src/perfattr_dump-$NEXT"
is '... the tools are new' "$(perfattr --version)" "perfattr $NEXT"
is '... the module goes on until it is unloaded' "$(cat /sys/module/perfattr_dump/version)" "$VERSION"
ok '... with which the new tools work' records_perf
ok '... and the service, which is still enabled' \
	eval 'systemctl -q is-enabled perfattr.service && service_is active'
ok '... and is the new program' [ "$(service_program)" = /usr/sbin/perfattr ]
ok 'the new module can be loaded' eval 'unload && modprobe perfattr_dump'
is '... is new' "$(cat /sys/module/perfattr_dump/version)" "$NEXT"
ok '... and records perf stat true' records_perf
ok '... as does the service, which comes with it' eventually service_is active

# shellcheck disable=SC2086 # words
ok 'apt removes the packages while all this runs' run_apt remove $OURS
is '... dkms has nothing any more' "$(dkms status)" ''
ok '... nor has modprobe' fails modprobe -n perfattr_dump
ok '... the tools are gone' eval '! command -v perfattr perfattr-c perfattr-cat'
ok '... the service is gone' fails service_is active
ok '... and the module can be unloaded' unload
# shellcheck disable=SC2086 # words
ok 'apt purges the packages' run_apt purge $OURS
is '... dpkg does not know them' "$(known)" ''
ok '... no file is named after them' nothing_named
ok '... and none mentions them' nothing_mentioned
is '... and no daemon is left that would write their journal' \
	"$(systemctl list-units --all --plain --no-legend 'systemd-journald*perfattr*')" ''
ok 'nothing in the kernel log is a complaint' fails kernel_complaints
finish
