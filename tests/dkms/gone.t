#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # ok calls functions by name
#
# Fourth boot: nothing of the installation is left.
# shellcheck source=tests/dkms/lib.sh
. tests/dkms/lib.sh
plan 7

# dkms keeps the key of the machine for other modules.
nothing_left()
{
	[ -s "$BEFORE" ] || return
	everything > "$TMP/after"
	same "$(comm -3 "$BEFORE" "$TMP/after" | grep -v '/var/lib/dkms/mok\.\(key\|pub\)$')" ''
}

ok 'the module does not come up' fails loaded
is 'modprobe does not know it' "$(modprobe -n perfattr_dump 2>&1)" \
	"modprobe: FATAL: Module perfattr_dump not found in directory /lib/modules/$RELEASE"
is 'no unit has failed for want of it' "$(systemctl list-units --failed --plain --no-legend)" ''
ok 'nothing in the kernel log is about it' fails grep perfattr_dump <(dmesg)
ok 'the machine has done what it does by itself each day' daily_work
ok 'no file is there that was not before, and none is missing' nothing_left
ok 'nothing in the kernel log is a complaint' fails kernel_complaints
finish
