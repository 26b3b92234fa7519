#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# First boot: a machine with none of the packages that ours need; apt installs them.
# shellcheck source=tests/deb/lib.sh
. tests/deb/lib.sh
plan 33

manuals()
{
	local tool

	for tool in perfattr perfattr-bpf perfattr-cat; do
		[ -s "/usr/share/man/man1/$tool.1.gz" ] || return
	done
}

# As autopkgtest runs it on a machine of its own; what it skips has not passed.
packaged_test() # NAME
{
	AUTOPKGTEST_TMP=$TMP "debian/tests/$1"
}

# No network: apt sees the packages that it would get from Debian for this. An installed Debian takes what
# packages recommend, which mmdebstrap turns off in the images that it makes.
rm -f /etc/apt/sources.list /etc/apt/sources.list.d/* /etc/apt/apt.conf.d/00mmdebstrap
echo "deb [trusted=yes] file:$PWD/repo ./" > /etc/apt/sources.list
uname -r > $FIRST_RELEASE
named > $NAMED_BEFORE
mentioned > $MENTIONED_BEFORE

ok 'the machine has neither the module nor a compiler' \
	eval '! modprobe -n perfattr_dump && ! command -v gcc && ! command -v dkms'
ok 'apt reads its lists' run_apt update
ok 'apt install ./perfattr-*.deb ends well' run_apt install ./this/perfattr-*.deb
is 'dpkg knows the packages' "$(known)" \
	"perfattr-bpf $DEB installed perfattr-dump-dkms $DEB installed perfattr-tools $DEB installed"
ok '... and misses nothing of them' eval '[ -z "$(dpkg --verify perfattr-bpf perfattr-dump-dkms perfattr-tools)" ]'
is 'dkms has installed the module for this kernel' "$(dkms status)" \
	"perfattr_dump/$VERSION, $RELEASE, $(uname -m): installed"
is 'modprobe would take the module of dkms' "$(modinfo -n perfattr_dump | sed 's/\.xz$//')" \
	"/lib/modules/$RELEASE/updates/dkms/perfattr_dump.ko"
is '... of this version' "$(modinfo -F version perfattr_dump)" "$VERSION"
ok 'dkms has made a key for this machine' [ -s /var/lib/dkms/mok.key ]
is '... and signed the module' "$(modinfo -F signer perfattr_dump)" 'DKMS module signing key'
ok '... with that key' signed_by_our_key
ok 'installing loads nothing' fails loaded
ok '... and enables no service' eval \
	'! systemctl is-enabled perfattr.service perfattr-bpf.service perfattr-load.service | grep -v disabled'
is '... nor has it loaded at boot by something else' "$(grep -rl perfattr /etc/modules /etc/modules-load.d \
	/usr/lib/modules-load.d /etc/initramfs-tools 2> /dev/null)" ''
ok 'the tools say that the module is not loaded' \
	eval '! perfattr-cat 2> "$TMP/err" && has "$(cat "$TMP/err")" "not loaded"'
ok 'apt installs what autopkgtest would for our tests' run_apt install --no-install-recommends gcc jq libc6-dev
ok '... of which one loads the module, records a call and unloads it' packaged_test load
ok '... and one sees a call without the module' packaged_test bpf
ok 'where it is not loaded programs of BPF can watch' systemctl enable --now perfattr-bpf.service
ok '... and their calls come to the journal' watched_by_bpf
ok '... by nobody, with the two capabilities that are still needed' eval \
	'grep "^CapEff:.*0000008400000000$" "/proc/$(systemctl show -P MainPID perfattr-bpf.service)/status"'
ok '... which sees nothing of what may hold secrets' eval \
	'root=/proc/$(systemctl show -P MainPID perfattr-bpf.service)/root; same "$(cd "$root" && ls etc var srv boot)" "$(printf "boot:\n\netc:\n\nsrv:\n\nvar:\n")"'
ok 'modprobe perfattr_dump loads it' eval 'modprobe perfattr_dump && loaded'
ok '... which ends the service of BPF' eventually service_is inactive perfattr-bpf.service
ok '... and it does not start' eval 'systemctl start perfattr-bpf.service; service_is inactive perfattr-bpf.service && loaded'
ok '... but does not start the service, which nobody has enabled' fails service_is active
ok 'perf stat true is recorded' records_perf
ok 'the tools have their manuals' manuals
ok '... completions' [ -s /usr/share/bash-completion/completions/perfattr ]
ok '... and the schema of their JSON' eval 'ls /usr/share/doc/perfattr-tools/record.schema.json*'
ok 'the service can be enabled' systemctl enable --now perfattr.service
ok '... and writes to its journal' eval 'perf stat -o "$TMP/stat" true && eventually in_journal'
ok 'nothing in the kernel log is a complaint' fails kernel_complaints
finish
