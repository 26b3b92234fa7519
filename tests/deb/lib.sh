# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034 # for those who source this
#
# Shared by the tests of all boots. Sourced in /perfattr, which has our packages in this/, and the packages of Debian
# that the tests need in repo/.

# shellcheck source=tests/dkms/lib.sh
. tests/dkms/lib.sh

# A package may have its programs elsewhere: look for them each time.
set +h

# That of the packages has a revision.
DEB=$VERSION-1
# What was so before our packages were installed.
NAMED_BEFORE=/perfattr/named.before
MENTIONED_BEFORE=/perfattr/mentioned.before
# The kernel of the first boot.
FIRST_RELEASE=/perfattr/release

# apt as a user calls it, but for the questions, for a disk that must survive no crash, and for a
# terminal, on which lines end with a carriage return. A failure shows the end of what it wrote, and of the build.
run_apt() # ARGUMENT...
{
	DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Options::=--force-unsafe-io -o Dpkg::Use-Pty=0 "$@" \
		> "$TMP/apt" 2>&1 && return
	tail -n 25 "$TMP/apt"
	tail -n 15 /var/lib/dkms/perfattr_dump/*/build/make.log 2> /dev/null
	return 1
}

# Our packages as dpkg knows them: name, version, state.
known()
{
	dpkg-query -W -f '${Package} ${Version} ${db:Status-Status}\n' 'perfattr*' 2> /dev/null | xargs
}

# All files named after it, but for those of the test, and what apt knows of its repository.
named()
{
	find / -xdev \( -path '/perfattr*' -o -path /var/lib/apt/lists \) -prune -o -name '*perfattr*' -print | sort
}

# All files where programs keep what they know, of which one mentions it. dpkg keeps the list of
# before its last run in status-old, and what is in logs and caches was true when it was written. When a
# kernel is removed, dkms 3.2.2 runs depmod of no kernel, so what that has written for the removed one
# stays, where its modules are a package of their own.
mentioned()
{
	local image lists=()

	for image in /boot/vmlinuz-*; do
		lists+=("/lib/modules/${image#/boot/vmlinuz-}"/modules.*)
	done
	grep -rl perfattr /etc /var "${lists[@]}" --exclude-dir=log --exclude-dir=cache \
		--exclude=status-old 2> /dev/null | sort
}

nothing_named()
{
	[ -s $NAMED_BEFORE ] && same "$(named)" "$(cat $NAMED_BEFORE)"
}

nothing_mentioned()
{
	[ -s $MENTIONED_BEFORE ] && same "$(mentioned)" "$(cat $MENTIONED_BEFORE)"
}

# Units that systemd has in its memory; the test's own is one.
no_units()
{
	same "$(systemctl list-units --all --plain --no-legend '*perfattr*' | awk '{ print $1 }')" perfattr-vm.service
}

# perf stat works, and the tools of the package show what it called.
records_perf()
{
	perf stat -o "$TMP/stat" true || return
	has "$(perfattr-cat)" '#[0-9]+ at [0-9.]+ s, perf\[[0-9]+\]' && has "$(perfattr)" ' perf\[[0-9]+\] '
}

service_is() # STATE [UNIT]
{
	same "$(systemctl is-active "${2:-perfattr.service}")" "$1"
}

in_journal() # [UNIT]
{
	journalctl --namespace=perfattr -b "_SYSTEMD_UNIT=${1:-perfattr.service}" -o cat | grep -q PERF_COUNT_SW_TASK_CLOCK
}

# perfattr-bpf.service begins when the kernel has checked the programs, which takes an emulated machine a while.
watched_by_bpf()
{
	local i

	# Its first lines are about the machine.
	for ((i = 0; i < 180; i++)); do
		! journalctl --namespace=perfattr -b _SYSTEMD_UNIT=perfattr-bpf.service -o cat |
			grep -q '^{"v":1,"env":' || break
		sleep 1
	done
	perf stat -o "$TMP/stat" true
	eventually in_journal perfattr-bpf.service && return
	systemctl status --no-pager -l perfattr-bpf.service
	return 1
}
