#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# Second boot: the module was not loaded, and one command does that, now and for the next boot; apt installs
# another kernel, as an upgrade does.
# shellcheck source=tests/deb/lib.sh
. tests/deb/lib.sh
plan 13

# The kernel that a boot loader would start.
next_kernel()
{
	local file

	file=$(readlink /vmlinuz)
	echo "${file##*/vmlinuz-}"
}

ok 'after a reboot the module is built' modprobe -n perfattr_dump
ok '... and not loaded' fails loaded
ok '... so programs of BPF watch, as it was enabled' watched_by_bpf
ok 'one command loads it' eval 'systemctl enable --now perfattr-load.service && loaded'
ok '... and all that it rests on is proved' has_not "$(cat $DBG/stats)" unproved
ok '... and perf stat true is recorded' records_perf
ok '... by the service too' eventually in_journal
ok '... and no longer by programs of BPF' eventually service_is inactive perfattr-bpf.service
ok 'apt installs another kernel' \
	run_apt install --no-install-recommends linux-image-cloud-amd64 linux-headers-cloud-amd64
ok '... which a boot loader would start' eval '[ "$(next_kernel)" != "$RELEASE" ]'
is '... and for which dkms has built the module' "$(dkms status -k "$(next_kernel)")" \
	"perfattr_dump/$VERSION, $(next_kernel), $(uname -m): installed"
is '... beside that for this kernel' "$(dkms status -k "$RELEASE")" \
	"perfattr_dump/$VERSION, $RELEASE, $(uname -m): installed"
ok 'nothing in the kernel log is a complaint' fails kernel_complaints
finish
