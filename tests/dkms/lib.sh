# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034 # for those who source this
#
# Shared by the tests of all boots. Sourced in the machine's copy of the checkout.

# shellcheck source=tests/guest/tap.sh
. tests/guest/tap.sh
trap 'rm -rf "$TMP"' EXIT

DBG=/sys/kernel/debug/perfattr
PARAMS=/sys/module/perfattr_dump/parameters
RELEASE=$(uname -r)
VERSION=$(cat VERSION)
MODULE=/lib/modules/$RELEASE/updates/dkms/perfattr_dump.ko
# What was on the disk before "make install"; outside of what the test looks through.
BEFORE=/perfattr.before

loaded()
{
	[ -d /sys/module/perfattr_dump ]
}

# The number of the key that the module says it is signed by, and of the one that
# docs/kernels.md says Secure Boot has to be told; the former has colons.
signed_by_our_key()
{
	local ours

	ours=$(openssl x509 -inform der -in /var/lib/dkms/mok.pub -noout -serial) || return
	same "$(modinfo -F sig_key perfattr_dump | tr -d :)" "${ours#serial=}"
}

# Every file and folder that an installation could leave: all but what systemd, apt, dpkg, man and
# a running machine write by themselves.
everything()
{
	find /boot /etc /home /opt /root /srv /usr /var -xdev \( -path /var/log -o -path /var/tmp \
		-o -path /var/cache -o -path /var/lib/systemd -o -path /var/lib/apt -o -path /var/backups \
		-o -path /var/lib/private \) -prune -o -print | sort
}

# What the timers of the machine start, apt's and dpkg's each day; none of it needs the network to end.
daily_work()
{
	local timer units=()

	for timer in $(systemctl list-units --plain --no-legend '*.timer' | awk '{ print $1 }'); do
		units+=("$(systemctl show -P Unit "$timer")")
	done
	printf '%s\n' "${units[@]}"
	[ ${#units[@]} -gt 0 ] && timeout 120 systemctl start "${units[@]}"
}

# The kernel's own words about a module that somebody else has built are no complaint.
kernel_complaints()
{
	dmesg --notime | grep -E 'BUG|WARNING|Oops|Call Trace|general protection|\<stall|blocked for more than'
}
