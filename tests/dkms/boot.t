#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# Third boot: the module is loaded, works, and can be uninstalled while it is in use.
# shellcheck source=tests/dkms/lib.sh
. tests/dkms/lib.sh
plan 24

# What Secure Boot means for modules, which the kernel cannot be told twice.
refused_under_lockdown()
{
	echo integrity > /sys/kernel/security/lockdown || return
	! insmod /run/perfattr_dump.ko 2> "$TMP/err" || return
	has "$(cat "$TMP/err")" 'Operation not permitted' &&
		has "$(dmesg | tail -n 3)" 'Lockdown: insmod: unsigned module loading is restricted'
}

ok 'the module has come up' loaded
is '... loaded by perfattr-load.service' "$(systemctl is-active perfattr-load.service)" active
ok '... before ordinary services begin' eval '[ "$(systemctl show -P ActiveEnterTimestampMonotonic perfattr-load.service)" \
	-le "$(systemctl show -P ActiveEnterTimestampMonotonic basic.target)" ]'
ok '... and all that it rests on is proved' eval 'has "$(cat $DBG/stats)" "proved 1" && has_not "$(cat $DBG/stats)" unproved'
is '... with the setting of /etc/modprobe.d' "$(cat $PARAMS/records)" 128
is '... which its parameter shows too' \
	"$(cat /sys/module/perfattr_dump/parameters/records)" 128
is '... and its ring has' "$(cat $PARAMS/records)" 128
ok 'it is signed, by a key that this kernel was not told' \
	has "$(dmesg)" 'perfattr_dump: module verification failed: signature and/or required key missing'
ok 'perf stat runs' perf stat -o "$TMP/stat" true
ok "... and its calls are recorded" \
	has "$(perfattr-cat)" '#[0-9]+ at [0-9.]+ s, perf\[[0-9]+\]'
ok '... with what they asked for' eval 'perfattr-cat -j |
	jq -e -s "map(select(.comm == \"perf\" and .ret >= 0)) | map(.symbols.config) |
		index(\"PERF_COUNT_SW_TASK_CLOCK\") != null"'
ok '... and perfattr.service has written them to the journal' eventually eval \
	'journalctl --namespace=perfattr -b -t perfattr -o cat | grep -q PERF_COUNT_SW_TASK_CLOCK'
ok 'nothing in the kernel log is a complaint' fails kernel_complaints

cp "$MODULE" /run/perfattr_dump.ko
ok 'make uninstall ends well while the module is loaded' make uninstall
is 'dkms knows nothing of it any more' "$(dkms status perfattr_dump)" ''
ok 'modprobe does not find it' fails modprobe -n perfattr_dump
ok 'perfattr.service is gone' fails systemctl cat perfattr.service
ok '... and perfattr-load.service' fails systemctl cat perfattr-load.service
ok 'the module is still there for those who use it' has "$(cat $DBG/log)" 'perf_event_open\(\) DUMP'
ok '... until rmmod' eval 'rmmod perfattr_dump && ! loaded'
ok 'make uninstall of what is not there ends well, and says so' \
	eval 'make uninstall > "$TMP/nothing" 2>&1 && has "$(cat "$TMP/nothing")" "nothing to remove"'
ok 'under lockdown a module of a key that is not known is refused, as docs/kernels.md says' \
	refused_under_lockdown
ok '... and not loaded' fails loaded
ok 'the setting of the machine goes too' rm /etc/modprobe.d/perfattr.conf
finish
