# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Kernels by name: their packages, and the directory where scripts/fetch puts what a
# build and a boot need. A fetched kernel is a directory $CACHE/kernels/NAME with
#   release      what uname -r says
#   vmlinuz      what QEMU boots
#   initrd.gz    busybox and the modules that find the disks
#   modules.img  ext4, mounted on /lib/modules/RELEASE in the guest
#   kdir         directory for make -C
#   toolchain    a Debian with the compiler and the C library that kdir's programs need,
#                where these are newer than bookworm's
# A row with several suites is the kernel of the newest series (7.2, 7.3) in any of them;
# if several have it, of the first one. A row without headers is a kernel that scripts/build-kernel
# builds from the source package in the image column.
# Sourced after lib.sh.
# shellcheck disable=SC2034 # used by those who source this

# name      arch   suites                image's meta package       headers' meta package
kernel_table='
5.10        amd64  bullseye              linux-image-amd64          linux-headers-amd64
6.1         amd64  bookworm              linux-image-amd64          linux-headers-amd64
6.1-cloud   amd64  bookworm              linux-image-cloud-amd64    linux-headers-cloud-amd64
6.1-rt      amd64  bookworm              linux-image-rt-amd64       linux-headers-rt-amd64
6.12        amd64  bookworm              linux-image-6.12-amd64     linux-headers-6.12-amd64
6.12-rt     amd64  bookworm              linux-image-6.12-rt-amd64  linux-headers-6.12-rt-amd64
newest      amd64  trixie-backports,sid  linux-image-amd64          linux-headers-amd64
arm64-6.1   arm64  bookworm              linux-image-arm64          linux-headers-arm64
ppc64el-6.1 ppc64el bookworm             linux-image-powerpc64le    linux-headers-powerpc64le
riscv64-7.2 riscv64 sid                  linux-image-riscv64        linux-headers-riscv64
s390x-6.1   s390x  bookworm              linux-image-s390x          linux-headers-s390x
armhf-6.1   armhf  bookworm              linux-image-armmp          linux-headers-armmp
debug       amd64  bookworm              linux-source-6.12          -
debug-kcsan amd64  bookworm              linux-source-6.12          -
small       amd64  bookworm              linux-source-6.12          -
clang       amd64  bookworm              linux-source-6.12          -
clang-full  amd64  bookworm              linux-source-6.12          -
clang-newest amd64 trixie-backports      linux-source               -
ubuntu      amd64  bookworm              linux-source-6.12          -
'

kernel_names() { awk 'NF { print $1 }' <<<"$kernel_table"; }

# kernel_row NAME: set k_name k_arch k_suites k_image k_headers, k_karch (kbuild's name of
# the architecture), k_cross (prefix of its compilers), k_compiler (the words that select it for
# kbuild), k_setup (the group of scripts/setup that has it, if any), k_cmdline (what it is booted with)
# and k_userland (the Debian release whose programs guests run).
kernel_row() {
	local row

	row=$(awk -v n="$1" '$1 == n' <<<"$kernel_table")
	[ -n "$row" ] || die "no kernel named '$1'; there are: $(kernel_names | xargs)"
	read -r k_name k_arch k_suites k_image k_headers <<<"$row"
	k_userland=bookworm
	case $k_arch in
	amd64) k_karch=x86 k_cross='' ;;
	arm64) k_karch=arm64 k_cross=aarch64-linux-gnu- ;;
	ppc64el) k_karch=powerpc k_cross=powerpc64le-linux-gnu- ;;
	riscv64) k_karch=riscv k_cross=riscv64-linux-gnu- k_userland=trixie-main ;;
	s390x) k_karch=s390 k_cross=s390x-linux-gnu- ;;
	armhf) k_karch=arm k_cross=arm-linux-gnueabihf- ;;
	esac
	# All others build with this gcc, even if Debian used another one.
	k_compiler=(CC="${k_cross}gcc-12") k_setup='' k_cmdline=''
	case $k_name in
	clang-newest) k_compiler=(LLVM=-19) k_setup=clang19 ;;
	clang*) k_compiler=(LLVM=-16) k_setup=clang ;;
	small) k_setup=plugins ;;
	esac
	# By itself the kernel takes FineIBT where the processor has IBT, which QEMU's has not. Its checks
	# of hashes run there too; what IBT adds, an endbr64 at each target, is a nop.
	[ "$k_name" != clang-full ] || k_cmdline=cfi=fineibt
}

# kernel_built_here: does scripts/build-kernel build the kernel of kernel_row?
kernel_built_here() { [ "$k_headers" = - ]; }

# kernel_fetched NAME: fetch NAME if necessary, and also set k_dir and k_release.
kernel_fetched() {
	kernel_row "$1"
	"$TOP/scripts/fetch" "$1"
	k_dir=$(readlink -f "$CACHE/kernels/$k_name")
	k_release=$(cat "$k_dir/release")
}

# in_toolchain DIR CMD...: run CMD in the Debian root DIR, which sees the checkout and
# the cache at their usual paths. The mounts are private and end with CMD.
in_toolchain() {
	local dir=$1 private=(unshare --mount)
	shift
	[ "$(id -u)" = 0 ] || private+=(--map-root-user --map-auto)
	# shellcheck disable=SC2016 # of the inner shell
	"${private[@]}" sh -c '
		set -e
		root=$1 top=$2 cache=$3
		shift 3
		mount -t proc proc "$root/proc"
		mount --rbind /dev "$root/dev"
		mkdir -p "$root$top" "$root$cache"
		mount --bind "$top" "$root$top"
		mount --bind "$cache" "$root$cache"
		exec chroot "$root" /usr/bin/env PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
	' sh "$dir" "$TOP" "$CACHE" "$@"
}

# kernel_kbuild DIR ARG...: run kbuild in DIR for the kernel of kernel_fetched.
kernel_kbuild() {
	local dir=$1 cmd
	shift
	cmd=(make -C "$k_dir/kdir" M="$dir" ARCH="$k_karch" CROSS_COMPILE="$k_cross"
		-j"$(nproc)" "$@")
	if [ -e "$k_dir/toolchain" ]; then
		in_toolchain "$(readlink -f "$k_dir/toolchain")" "${cmd[@]}"
	else
		"${cmd[@]}" "${k_compiler[@]}"
	fi
}

# kernel_kbuild_strict DIR LOG ARG...: build the modules of DIR; kbuild's output goes to LOG. Warnings
# about our files are printed and are a failure; those about the kernel's own headers are not.
kernel_kbuild_strict() {
	local dir=$1 log=$2 rc=0
	shift 2
	# Ubuntu has CONFIG_FRAME_WARN=1024, and sanitizers make larger frames.
	grep -qE '^CONFIG_(KASAN|KCSAN)=y' "$k_dir/kdir/.config" || set -- KCFLAGS=-Wframe-larger-than=1024 "$@"
	kernel_kbuild "$dir" "$@" modules >"$log" 2>&1 || rc=$?
	grep -E "^($dir/)?kmod/.*: (warning|error):|\*\*\*|ERROR|WARNING" "$log" && rc=1
	return "$rc"
}
