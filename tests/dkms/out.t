#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# Second boot: the module is loaded at every boot, but the command line of the kernel has what docs/install.md
# has for a machine that dies with it.
# shellcheck source=tests/dkms/lib.sh
. tests/dkms/lib.sh
plan 8

ok 'it was to be loaded at this boot' systemctl -q is-enabled perfattr-load.service
ok '... and the command line says not to' has "$(cat /proc/cmdline)" 'module_blacklist=perfattr_dump'
ok 'the machine comes up without it' fails loaded
ok '... the service says so' systemctl -q is-failed perfattr-load.service
ok '... and the kernel why' has "$(dmesg)" 'Module perfattr_dump is blacklisted'
ok 'no way loads it' eval '! modprobe perfattr_dump && ! insmod "$MODULE" && ! loaded'
is 'nothing else has failed for it' "$(systemctl list-units --failed --plain --no-legend | awk '{ print $1 }')" perfattr-load.service
ok 'nothing in the kernel log is a complaint' fails kernel_complaints
finish
