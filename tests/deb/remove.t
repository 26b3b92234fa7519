#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# Third boot, in the other kernel: the first one goes; the packages are removed, and purged.
# shellcheck source=tests/deb/lib.sh
. tests/deb/lib.sh
plan 22

OLD=$(cat $FIRST_RELEASE)
OURS='perfattr-bpf perfattr-dump-dkms perfattr-tools'

# The service may have a stream open for a moment more.
unload()
{
	eventually eval 'modprobe -r perfattr_dump 2> /dev/null || rmmod perfattr_dump'
}

has "$RELEASE" cloud || echo "# this is $RELEASE"
ok 'the other kernel has booted' [ "$RELEASE" != "$OLD" ]
ok '... the module is there' loaded
is '... loaded by its service' "$(systemctl is-active perfattr-load.service)" active
ok '... and perf stat true is recorded' records_perf

ok 'apt purges the first kernel' run_apt purge "linux-image-$OLD" "linux-headers-$OLD"
is '... dkms has the module for this one only' "$(dkms status)" \
	"perfattr_dump/$VERSION, $RELEASE, $(uname -m): installed"
is '... and nothing of it is left there' "$(find "/lib/modules/$OLD" -name '*perfattr*' 2> /dev/null)" ''

ok 'the module stays loaded when the packages are installed again' eval \
	'run_apt install --reinstall ./this/perfattr-*.deb && loaded && service_is active perfattr-load.service'
# shellcheck disable=SC2086 # words
ok 'apt removes the packages while all this runs' run_apt remove $OURS
ok '... and says that the module stays' grep -x 'perfattr_dump is loaded, and stays so until: rmmod perfattr_dump' "$TMP/apt"
is '... dkms has nothing any more' "$(dkms status)" ''
ok '... nor has modprobe' fails modprobe -n perfattr_dump
ok '... the tools are gone' eval '! command -v perfattr perfattr-bpf perfattr-cat'
ok '... the service is gone' fails service_is active
ok '... and so is that which loads the module' fails systemctl cat perfattr-load.service
ok '... and the module, which is still there, can be unloaded' eval 'loaded && unload'
# shellcheck disable=SC2086 # words
ok 'apt purges the packages' run_apt purge $OURS
is '... dpkg does not know them' "$(known)" ''
ok '... no file is named after them' nothing_named
ok '... and none mentions them' nothing_mentioned
is '... and no daemon is left that would write their journal' \
	"$(systemctl list-units --all --plain --no-legend 'systemd-journald*perfattr*')" ''
ok 'nothing in the kernel log is a complaint' fails kernel_complaints
finish
