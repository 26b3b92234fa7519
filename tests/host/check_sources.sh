#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What dkms builds as root, of a checkout in which everybody may write and that belongs to a user; and for which kernels.

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir "$tree/checkout"
(cd ../.. && cp -r --parents -t "$tree/checkout" Kbuild VERSION dkms.conf kmod scripts/module-sources)
chmod -R a+rwX "$tree/checkout"
n=0
failed=0

finds() # DESCRIPTION WANT TEST...: what find finds of the sources
{
	n=$((n + 1))
	description=$1 want=$2
	shift 2
	got=$(find "$tree/src" "$@" | LC_ALL=C sort | head -n 5)
	if [ "$got" = "$want" ]; then
		echo "ok $n - $description"
	else
		echo "not ok $n - $description"
		printf '%s\n' "got: $got" | sed 's/^/# /'
		failed=1
	fi
}

# A tree of headers: $1 as its configuration, $2 in its header of user memory.
takes() # DESCRIPTION WANT CONFIGURATION HEADER
{
	n=$((n + 1))
	kernel=$tree/kernel
	rm -rf "$kernel"
	mkdir -p "$kernel/common/include/linux"
	printf '%b' "$3" > "$kernel/.config"
	printf '%s\n' "$4" > "$kernel/common/include/linux/uaccess.h"
	echo "include $kernel/common/Makefile" > "$kernel/Makefile"
	# shellcheck disable=SC2016 # of the other shell
	got=$(kernel_source_dir=$kernel kernelver=9 dkms_tree=/none bash -c '. "$1" 2>&1
		[[ -z $BUILD_EXCLUSIVE_KERNEL || $kernelver =~ $BUILD_EXCLUSIVE_KERNEL ]] && echo taken' sh "$tree/src/dkms.conf")
	if [ "$got" = "$2" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		printf '%s\n' "got: $got" | sed 's/^/# /'
		failed=1
	fi
}

echo 1..8
[ "$(id -u)" != 0 ] || chown -R 12345:12345 "$tree/checkout"
# As the shells of some users have it.
(umask 0 && "$tree/checkout/scripts/module-sources" "$tree/src") || failed=1
finds 'dkms gets the sources' "$tree/src/kmod/main.c" -name main.c
finds '... which belong to who installs them' '' ! \( -user "$(id -u)" -group "$(id -g)" \)
finds '... and in which nobody else can write' '' -perm /022
finds '... but which everybody can read' '' ! \( -type d -perm 755 -o -type f -perm 644 \)
all='CONFIG_KPROBES=y\nCONFIG_KRETPROBES=y\nCONFIG_PERF_EVENTS=y\nCONFIG_TRACEPOINTS=y\nCONFIG_DEBUG_FS=y\n'
nofault='long copy_from_user_nofault(void *dst, const void __user *src, size_t size);'
takes 'dkms builds for a kernel that has all' taken "${all}CONFIG_X86_64=y\n" "$nofault"
takes '... leaves out one without probes, and says so' 'perfattr_dump: kernel 9 has no CONFIG_KPROBES, which it needs' \
	"$(printf '%s' "$all" | sed 's/CONFIG_KPROBES=y.n//')CONFIG_X86_64=y\n" "$nofault"
takes '... one of another architecture' \
	'perfattr_dump: kernel 9 has no CONFIG_X86_64 or CONFIG_ARM64 or CONFIG_PPC64 or CONFIG_RISCV or CONFIG_S390 or CONFIG_ARM, which it needs' \
	"${all}CONFIG_X86_32=y\n" "$nofault"
takes '... and one that is too old' 'perfattr_dump: kernel 9 has no copy_from_user_nofault(), which came with 5.8, which it needs' \
	"${all}CONFIG_X86_64=y\n" ''
exit $failed
