#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# Third boot, in the other kernel: the first one goes; back to the packages of 0.1.0, and up from them, each time while a
# program reads a view of the module; then ours are removed, and purged.
# shellcheck source=tests/deb/lib.sh
. tests/deb/lib.sh
plan 53

OLD=$(cat $FIRST_RELEASE)
OURS='perfattr-bpf perfattr-dump-dkms perfattr-tools'

# What the service runs; a file that is gone has "(deleted)" behind its name.
service_program()
{
	readlink "/proc/$(systemctl show -P MainPID perfattr.service)/exe"
}

# What those of 0.1.0 had the module loaded at boot by.
LOAD_FILE=/usr/lib/modules-load.d/perfattr_dump.conf

# The reader of a view, descriptor 7, gets what is called now.
reads_on()
{
	local pid

	pid=$(sh -c 'echo $$; exec perf stat -o "$0" true' "$TMP/stat") && timeout 20 grep -q "\"pid\":$pid," <&7
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

# --- back to the first version ---
exec 7< $DBG/json_pipe
ok 'apt takes the packages back to the first version while a program reads a view' \
	run_apt install --allow-downgrades ./first/perfattr-*.deb
is '... dpkg knows both, and not what they did not have' "$(known)" \
	"perfattr-bpf $DEB config-files perfattr-dump-dkms $FIRST installed perfattr-tools $FIRST installed"
is '... dkms has that module, and not ours' "$(dkms status)" "perfattr_dump/$FIRST, $RELEASE, $(uname -m): installed"
is '... the module goes on until it is unloaded' "$(cat /sys/module/perfattr_dump/version)" "$VERSION"
ok '... which who reads it prevents' fails rmmod perfattr_dump
ok '... and that one goes on reading' reads_on
ok '... the tools of then say that it is of a later version' eval \
	'perf stat -o "$TMP/stat" true; perfattr > "$TMP/out" 2>&1; grep "a newer perfattr reads it" "$TMP/out"'
exec 7<&-
ok 'their module can be loaded' eval 'unload && modprobe perfattr_dump && loaded'
is '... is of then' "$(cat /sys/module/perfattr_dump/version)" "$FIRST"
ok '... and records perf stat true' records_perf

# --- and up again ---
exec 7< $DBG/json_pipe
ok 'apt upgrades the packages while a program reads a view' run_apt install ./this/perfattr-*.deb
is '... dpkg knows them' "$(known)" \
	"perfattr-bpf $DEB installed perfattr-dump-dkms $DEB installed perfattr-tools $DEB installed"
is '... dkms has the new module, and not the old one' "$(dkms status)" \
	"perfattr_dump/$VERSION, $RELEASE, $(uname -m): installed"
is '... and the new sources' "$(echo /usr/src/perfattr_dump-*)" "/usr/src/perfattr_dump-$VERSION"
is '... the tools are new' "$(perfattr --version)" "perfattr $VERSION"
is '... the module goes on until it is unloaded' "$(cat /sys/module/perfattr_dump/version)" "$FIRST"
ok '... which who reads it prevents' fails rmmod perfattr_dump
ok '... and that one goes on reading' reads_on
exec 7<&-
ok '... the new tools work with it' records_perf
is '... and say in one line that it is older' "$(perfattr 2>&1 > /dev/null)" \
	"perfattr: the module that is loaded is older than this program: unload it, and load the one of version $VERSION"
ok '... as does perfattr doctor' has "$(perfattr doctor)" "the module is $FIRST, perfattr is $VERSION"
ok '... and the service, which is still enabled' \
	eval 'systemctl -q is-enabled perfattr.service && service_is active'
ok '... and is the new program' [ "$(service_program)" = /usr/bin/perfattr ]
ok '... it is loaded at the next boot, too, now by the service' load_enabled
ok '... and not by a file' fails test -e "$LOAD_FILE"
ok '... where it was not, the next upgrade enables nothing' eval \
	'/var/lib/dpkg/info/perfattr-dump-dkms.preinst upgrade "$DEB" && ! test -e /var/lib/perfattr-dump-dkms.load'
# Its service is active since the boot, whatever rmmod has done since.
ok 'the new module can be loaded' eval 'unload && { systemctl stop perfattr-load.service; systemctl enable --now perfattr-load.service; } && loaded'
is '... is new' "$(cat /sys/module/perfattr_dump/version)" "$VERSION"
ok '... and stays loaded when its package is upgraded' eval \
	'/var/lib/dpkg/info/perfattr-dump-dkms.preinst upgrade "$DEB" && loaded && service_is active perfattr-load.service'
is '... nothing is said of versions any more' "$(perfattr 2>&1 > /dev/null)" ''
ok '... and records perf stat true' records_perf
ok '... as does the service, which comes with it' eventually service_is active

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
