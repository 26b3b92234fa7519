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
# A row without headers is a kernel that scripts/debug-kernel builds from the source
# package that stands in place of the image.
# Sourced after lib.sh.
# shellcheck disable=SC2034 # used by those who source this

# name      arch   suite     image's meta package       headers' meta package
kernel_table='
5.10        amd64  bullseye  linux-image-amd64          linux-headers-amd64
6.1         amd64  bookworm  linux-image-amd64          linux-headers-amd64
6.1-cloud   amd64  bookworm  linux-image-cloud-amd64    linux-headers-cloud-amd64
6.1-rt      amd64  bookworm  linux-image-rt-amd64       linux-headers-rt-amd64
6.12        amd64  bookworm  linux-image-6.12-amd64     linux-headers-6.12-amd64
6.12-rt     amd64  bookworm  linux-image-6.12-rt-amd64  linux-headers-6.12-rt-amd64
debug       amd64  bookworm  linux-source-6.12          -
debug-kcsan amd64  bookworm  linux-source-6.12          -
'

kernel_names() { awk 'NF { print $1 }' <<<"$kernel_table"; }

# kernel_row NAME: sets k_name k_arch k_suite k_image k_headers.
kernel_row() {
	local row

	row=$(awk -v n="$1" '$1 == n' <<<"$kernel_table")
	[ -n "$row" ] || die "no kernel named '$1'; there are: $(kernel_names | xargs)"
	read -r k_name k_arch k_suite k_image k_headers <<<"$row"
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
