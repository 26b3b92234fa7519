#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# Third boot, in the other kernel: the first one goes, our packages are upgraded, removed, and purged.
# shellcheck source=tests/deb/lib.sh
. tests/deb/lib.sh
plan 38

OLD=$(cat $FIRST_RELEASE)
OURS='perfattr-bpf perfattr-dump-dkms perfattr-tools'

# What the service runs; a file that is gone has "(deleted)" behind its name.
service_program()
{
	readlink "/proc/$(systemctl show -P MainPID perfattr.service)/exe"
}

# What earlier packages had the module loaded at boot by.
LOAD_FILE=/usr/lib/modules-load.d/perfattr_dump.conf

# Makes of the installed package of the module one as those were.
as_earlier()
{
	systemctl -q disable --now perfattr-load.service || return
	rm "$(systemctl show -P FragmentPath perfattr-load.service)" || return
	DPKG_MAINTSCRIPT_PACKAGE=perfattr-dump-dkms _DEB_SYSTEMD_HELPER_PURGE=1 deb-systemd-helper purge \
		perfattr-load.service || return
	sed -i "s,^.*/perfattr-load.service$,$LOAD_FILE," /var/lib/dpkg/info/perfattr-dump-dkms.list
	echo perfattr_dump > "$LOAD_FILE"
	systemctl daemon-reload
	dpkg -S "$LOAD_FILE" && fails systemctl cat perfattr-load.service && modprobe perfattr_dump
}

load_enabled()
{
	systemctl -q is-enabled perfattr-load.service
}

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

ok 'earlier packages, which have it loaded at boot' as_earlier
ok 'apt upgrades the packages while the module is loaded' run_apt install ./next/perfattr-*.deb
is '... dpkg knows them' "$(known)" \
	"perfattr-bpf $NEXT_DEB installed perfattr-dump-dkms $NEXT_DEB installed perfattr-tools $NEXT_DEB installed"
is '... dkms has the new module, and not the old one' "$(dkms status)" \
	"perfattr_dump/$NEXT, $RELEASE, $(uname -m): installed"
is '... and the new sources' "$(echo /usr/src/perfattr_dump-*)" "/usr/src/perfattr_dump-$NEXT"
is '... the tools are new' "$(perfattr --version)" "perfattr $NEXT"
is '... the module goes on until it is unloaded' "$(cat /sys/module/perfattr_dump/version)" "$VERSION"
ok '... with which the new tools work' records_perf
ok '... and the service, which is still enabled' \
	eval 'systemctl -q is-enabled perfattr.service && service_is active'
ok '... and is the new program' [ "$(service_program)" = /usr/bin/perfattr ]
ok '... it is loaded at the next boot, too, now by the service' load_enabled
ok '... and not by a file' fails test -e "$LOAD_FILE"
ok '... where it was not, the next upgrade enables nothing' eval \
	'/var/lib/dpkg/info/perfattr-dump-dkms.preinst upgrade "$NEXT_DEB" && ! test -e /var/lib/perfattr-dump-dkms.load'
ok 'the new module can be loaded' eval 'unload && systemctl enable --now perfattr-load.service && loaded'
is '... is new' "$(cat /sys/module/perfattr_dump/version)" "$NEXT"
ok '... and records perf stat true' records_perf
ok '... as does the service, which comes with it' eventually service_is active

# shellcheck disable=SC2086 # words
ok 'apt removes the packages while all this runs' run_apt remove $OURS
ok '... and says that the module stays' has "$(cat "$TMP/apt")" '^perfattr_dump is loaded, and stays so until: rmmod perfattr_dump$'
is '... dkms has nothing any more' "$(dkms status)" ''
ok '... nor has modprobe' fails modprobe -n perfattr_dump
ok '... the tools are gone' eval '! command -v perfattr perfattr-bpf perfattr-c perfattr-cat'
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
