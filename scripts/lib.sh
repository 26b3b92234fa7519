# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Shared by all scripts: paths, messages, locks, and
# apt with a separate state. Sourced, never run.
# shellcheck disable=SC2034 # used by those who source this

set -euo pipefail

TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Fetched files, and files made from fetched packages; ignored by git.
# The real path: files there contain it, and several checkouts may link to the same cache.
CACHE=$(readlink -m "${PERFATTR_CACHE:-$TOP/.cache}")
# Files built from this checkout, one directory per target.
BUILD=$TOP/build
MIRROR=${MIRROR:-http://deb.debian.org/debian}
SECURITY_MIRROR=${SECURITY_MIRROR:-http://deb.debian.org/debian-security}

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

die() {
	say "$*"
	exit 1
}

# locked NAME CMD...: run CMD while no other process holds NAME. Two scripts/vm
# started at the same moment then fetch once and build once.
locked() {
	local name=$1
	shift
	mkdir -p "$CACHE"
	(
		flock 9
		"$@"
	) 9>"$CACHE/$name.lock"
}

# quietly LOG CMD...: run CMD with its output in LOG, which is shown when it fails.
quietly() {
	local log=$1
	shift
	mkdir -p "$(dirname "$log")"
	"$@" >"$log" 2>&1 9>&- && return
	local rc=$?
	say "failed ($rc): $*"
	tail -n 30 "$log" >&2
	return "$rc"
}

# suite_sources SUITE: sources.list lines of a Debian suite; SUITE-source: of its source packages.
suite_sources() {
	local key="[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"

	case $1 in
	bookworm)
		echo "deb $key $MIRROR bookworm main"
		echo "deb $key $MIRROR bookworm-updates main"
		echo "deb $key $SECURITY_MIRROR bookworm-security main"
		;;
	# The packages of bullseye-security are gone from its pool.
	bullseye)
		echo "deb $key $MIRROR bullseye main"
		;;
	trixie)
		echo "deb $key $MIRROR trixie main"
		echo "deb $key $MIRROR trixie-updates main"
		echo "deb $key $SECURITY_MIRROR trixie-security main"
		;;
	# Without updates, which not all mirrors have for riscv64.
	trixie-main)
		echo "deb $key $MIRROR trixie main"
		;;
	trixie-backports | sid)
		echo "deb $key $MIRROR $1 main"
		;;
	*-source)
		suite_sources "${1%-source}" | sed 's/^deb /deb-src /'
		;;
	*)
		say "no such suite: $1"
		return 1
		;;
	esac
}

# private_apt SUITE ARCH TOOL ARGS...: an apt tool that sees SUITE for ARCH and
# nothing of this system: neither its sources nor its installed packages.
private_apt() {
	local dir=$CACHE/apt/$1-$2 arch=$2 tool=$3
	shift 3
	"$tool" -q -o Dir::Etc::SourceList="$dir/sources.list" \
		-o Dir::Etc::SourceParts=/dev/null \
		-o Dir::Etc::PreferencesParts=/dev/null \
		-o Dir::State="$dir/state" -o Dir::State::status="$dir/status" \
		-o Dir::Cache="$dir/cache" -o APT::Architecture="$arch" \
		-o APT::Architectures="$arch" -o APT::Sandbox::User=root \
		-o Acquire::Retries=3 -o Acquire::Languages=none "$@"
}

# apt_refresh SUITE ARCH: update package lists that are older than a day.
apt_refresh() {
	local dir=$CACHE/apt/$1-$2

	mkdir -p "$dir/state/lists/partial" "$dir/cache/archives/partial"
	if [ -n "$(find "$dir/fresh" -mmin -1440 2>/dev/null)" ] &&
		suite_sources "$1" | cmp -s - "$dir/sources.list"; then
		return 0
	fi
	suite_sources "$1" >"$dir/sources.list"
	: >"$dir/status"
	say "package lists of $1 ($2)"
	quietly "$dir/update.log" private_apt "$1" "$2" apt-get \
		-o APT::Update::Error-Mode=any update
	touch "$dir/fresh"
}

# deb_of NAME ARCH: the file of a package in the cache, if it exists.
deb_of() {
	local file

	for file in "$CACHE/debs/$1_$2.deb" "$CACHE/debs/$1_all.deb"; do
		[ ! -e "$file" ] || echo "$file"
	done
}

# apt_fetch SUITE ARCH PKG=VERSION...: download into the cache; prints the files.
apt_fetch() {
	local suite=$1 arch=$2 pkg name
	shift 2
	mkdir -p "$CACHE/debs"
	for pkg in "$@"; do
		name=${pkg%%=*}_${pkg#*=}
		name=${name//:/%3a}
		if [ -z "$(deb_of "$name" "$arch")" ]; then
			(cd "$CACHE/debs" && quietly "$CACHE/logs/fetch-$name.log" \
				private_apt "$suite" "$arch" apt-get download "$pkg") || return
		fi
		deb_of "$name" "$arch"
	done
}

# linux_source SUITES PACKAGE: the package with a source of Linux, and its newest version in the
# archive. PACKAGE may be the one that depends on that of the newest series. Nothing: there is none.
linux_source() {
	private_apt "$1" amd64 apt-cache show --no-all-versions "$2" | awk -v package="$2" '
		$1 == "Version:" { version = $2 }
		$1 == "Depends:" && match($0, /linux-source-[0-9.]+/) {
			package = substr($0, RSTART, RLENGTH)
		}
		END { if (version) print package, version }'
}

# linux_unpack SUITES PACKAGE VERSION FOLDER TAR_OPTION...: download it, and put into a new FOLDER what
# tar takes of it. The package is deleted, because it is large.
linux_unpack() {
	local suites=$1 package=$2 version=$3 folder=$4 deb
	shift 4

	deb=$(apt_fetch "$suites" amd64 "$package=$version")
	rm -rf "$folder"
	mkdir -p "$folder"
	dpkg-deb --fsys-tarfile "$deb" | tar -x -O "./usr/src/$package.tar.xz" | xz -dc -T0 |
		tar -x -C "$folder" --strip-components=1 "$@"
	rm -f "$deb"
}

# unpack ROOT DEB...: like dpkg -x, but keeps links such as /lib of a merged /usr.
unpack() {
	local root=$1 deb
	shift
	mkdir -p "$root"
	for deb in "$@"; do
		dpkg-deb --fsys-tarfile "$deb" |
			tar --keep-directory-symlink --no-same-owner -C "$root" -x
	done
}

# copy_tree DIR: copy all files that git tracks or would add, without built files, to a new directory.
copy_tree() {
	rm -rf "$1"
	mkdir -p "$1"
	(cd "$TOP" && sources '*' | cpio -pdm --quiet "$1")
}

# source_date: of the sources, in seconds since 1970: SOURCE_DATE_EPOCH, else that of the last commit.
source_date() {
	echo "${SOURCE_DATE_EPOCH:-$(git -C "$TOP" log -1 --format=%ct 2>/dev/null || stat -c %Y "$TOP/VERSION")}"
}

# sources GLOB...: matching files of the checkout, tracked or not ignored. Called in $TOP.
sources() {
	if [ -e .git ]; then
		git ls-files -co --exclude-standard -- "$@" | while read -r file; do
			[ ! -f "$file" ] || echo "$file"
		done
	else
		find . -path ./build -prune -o -path ./.cache -prune -o -type f -print |
			sed 's,^\./,,' | while read -r file; do
			for glob; do
				# shellcheck disable=SC2053 # a pattern
				[[ $file != $glob ]] || echo "$file"
			done
		done
	fi
}

# uses_load_test WORD...: print the tests among them that need the build of the module for tests.
uses_load_test() {
	local word

	for word; do
		grep -sl '\<load_test\>' "$TOP"/tests/{guest,storm}/"$(basename -- "$word" .t).t" || true
	done
}

# owner FIELD: what debian/owner says; nothing where nobody has filled it in, or there is none (a tarball).
owner() { sed -n "s/^$1: *//p" "$TOP/debian/owner" 2>/dev/null || true; }

# Who makes packages then; they must have one.
NOBODY='perfattr_dump developers <perfattr@localhost>'
