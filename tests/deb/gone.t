#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # ok calls functions by name
#
# Fourth boot: nothing of the packages is left.
# shellcheck source=tests/deb/lib.sh
. tests/deb/lib.sh
plan 9

ok 'the module does not come up' fails loaded
is 'modprobe does not know it' "$(modprobe -n perfattr_dump 2>&1)" \
	"modprobe: FATAL: Module perfattr_dump not found in directory /lib/modules/$RELEASE"
is 'dpkg does not know the packages' "$(known)" ''
is 'dkms has nothing' "$(dkms status)" ''
ok 'no unit is in the memory of systemd' no_units
is '... and none has failed' "$(systemctl list-units --failed --plain --no-legend)" ''
ok 'no file is named after it' nothing_named
ok '... and none mentions it' nothing_mentioned
ok 'nothing in the kernel log is about it, or a complaint' \
	eval '! dmesg | grep perfattr_dump && ! kernel_complaints'
finish
