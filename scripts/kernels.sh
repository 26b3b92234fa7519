# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Kernels by name: which packages they are, and where scripts/fetch leaves what a
# build and a boot need. A fetched kernel is a folder $CACHE/kernels/NAME with
#   release      what uname -r says
#   vmlinuz      what QEMU boots
#   initrd.gz    busybox and the modules that find the disks
#   modules.img  ext4, mounted on /lib/modules/RELEASE in the guest
#   kdir         what make -C wants
#   toolchain    a Debian with the compiler and the C library that kdir's programs need,
#                where these are newer than bookworm's
# A row of several suites is the kernel of the newest series (7.2, 7.3) that one of them
# has; of equals, the suite named first. A row without headers is a kernel that scripts/debug-kernel builds from the source
# package that stands in place of the image.
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
debug       amd64  bookworm              linux-source-6.12          -
debug-kcsan amd64  bookworm              linux-source-6.12          -
'

kernel_names() { awk 'NF { print $1 }' <<<"$kernel_table"; }

# kernel_row NAME: sets k_name k_arch k_suites k_image k_headers, k_karch (what kbuild
# calls the architecture) and k_cross (what the names of its compilers begin with).
kernel_row() {
	local row

	row=$(awk -v n="$1" '$1 == n' <<<"$kernel_table")
	[ -n "$row" ] || die "no kernel named '$1'; there are: $(kernel_names | xargs)"
	read -r k_name k_arch k_suites k_image k_headers <<<"$row"
	case $k_arch in
	amd64) k_karch=x86 k_cross='' ;;
	arm64) k_karch=arm64 k_cross=aarch64-linux-gnu- ;;
	esac
}

# kernel_built_here: whether the row of kernel_row is one of scripts/debug-kernel.
kernel_built_here() { [ "$k_headers" = - ]; }

# kernel_fetched NAME: has NAME fetched and sets k_dir and k_release too.
kernel_fetched() {
	kernel_row "$1"
	"$TOP/scripts/fetch" "$1"
	k_dir=$(readlink -f "$CACHE/kernels/$k_name")
	k_release=$(cat "$k_dir/release")
}

# in_toolchain DIR CMD...: runs CMD in the Debian that DIR is, which sees the checkout and
# the cache where they are. The mounts are seen and outlived by nobody else.
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

# kernel_kbuild DIR ARG...: what kbuild makes of DIR for the kernel of kernel_fetched.
kernel_kbuild() {
	local dir=$1 cmd
	shift
	cmd=(make -C "$k_dir/kdir" M="$dir" ARCH="$k_karch" CROSS_COMPILE="$k_cross"
		-j"$(nproc)" "$@")
	if [ -e "$k_dir/toolchain" ]; then
		in_toolchain "$(readlink -f "$k_dir/toolchain")" "${cmd[@]}"
	else
		# Whichever gcc Debian built that kernel with: all of them take this one.
		"${cmd[@]}" CC="${k_cross}gcc-12"
	fi
}

# kernel_kbuild_strict DIR LOG ARG...: the modules of DIR, with what kbuild says in LOG. What it
# says about our files is printed, and is a failure; the kernel's own headers are not ours.
kernel_kbuild_strict() {
	local dir=$1 log=$2 rc=0
	shift 2
	kernel_kbuild "$dir" "$@" modules >"$log" 2>&1 || rc=$?
	grep -E "^($dir/)?kmod/.*: (warning|error):|\*\*\*|ERROR|WARNING" "$log" && rc=1
	return "$rc"
}
