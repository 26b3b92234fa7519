#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# In a Debian with nothing but what "scripts/setup rpm" lists: make rpm, the packages it makes, and those of the tools
# and the library in a root where all files come from RPM packages.
# shellcheck source=tests/guest/tap.sh
. tests/guest/tap.sh
trap 'rm -rf "$TMP"' EXIT
plan 23

VERSION=$(cat VERSION)
ROOT=$TMP/root
SAVED=tests/userspace/corpus/refused
LIBDIR=$(rpm -E %_libdir)
ARCH=$(rpm -E %_arch)

package() # NAME
{
	echo build/rpm/RPMS/*/"$1-$VERSION"-1.*.rpm
}

sums()
{
	(cd build/rpm && find RPMS SRPMS -name '*.rpm' | sort | xargs sha256sum)
}

# A module, its source, or what loads one. Headers are shared with the library, so kmod/ is in the source package.
no_module() # NAME
{
	has_not "$(rpm -qlp "$(package "$1")")" '\.ko|/usr/src|modules-load|perfattr-load|/modprobe\.d' &&
		has_not "$(rpm -qp --requires --recommends --suggests --supplements "$(package "$1")")" dkms
}

# What a source package says of itself is enough: --rebuild, or -rp, which ends before it compiles.
from_source() # HOW NAME
{
	rpmbuild "$1" --nodeps --define "_topdir $TMP/again" --define 'debug_package %{nil}' \
		"build/rpm/SRPMS/$2-$VERSION"-1*.src.rpm
}

# The C library and the others that the tools link, and a shell, which scripts of packages ask for, as an RPM
# package: Debian's files, with a locale that has arrows. What they provide is found by rpm itself.
libraries()
{
	local files=$TMP/libraries link alone=$TMP/alone

	rpm --root "$alone" -i --nodeps --noscripts "$(package perfattr-tools)" "$(package libperfattr)" || return
	mkdir -p "$files"/usr/{bin,lib,lib64}
	for link in bin lib lib64; do
		ln -s "usr/$link" "$files/$link"
	done
	cp -L /usr/bin/dash "$files/usr/bin/sh"
	mkdir "$files/usr/lib/locale" && cp -r /usr/lib/locale/C.utf8 "$files/usr/lib/locale" || return
	ldd "$alone"/usr/bin/perfattr "$alone"/usr/bin/perfattr-cat "$alone$LIBDIR/libperfattr.so.1" /usr/bin/dash |
		grep -o '/[^ ]*' | grep -v : | sort -u | while read -r file; do
			mkdir -p "$files/usr${file%/*}" && cp -L "$file" "$files/usr${file#/usr}"
		done
	cat > "$TMP/libraries.spec" <<-END
		Name: libraries
		Version: 1
		Release: 1
		Summary: Libraries of Debian
		License: none
		Provides: /bin/sh rtld(GNU_HASH)
		%description
		%install
		cp -a $files/. %{buildroot}
		%files
		/*
	END
	rpmbuild -bb --define "_topdir $TMP/rpm" --define 'debug_package %{nil}' \
		--define '__os_install_post %{nil}' "$TMP/libraries.spec"
}

install() # NAME...
{
	local files=() name

	for name; do
		files+=("$(package "$name")")
	done
	rpm --root "$ROOT" -iv "${files[@]}"
}

# All that is not in the root yet is asked for by name.
lacks() # NAME WHAT
{
	! install "$1" 2> "$TMP/lacks" && has "$(cat "$TMP/lacks")" "$2"
}

explains()
{
	mkdir -p "$ROOT/tmp" && cp "$SAVED.json" "$ROOT/tmp" || return
	LC_ALL=C.UTF-8 chroot "$ROOT" /usr/bin/perfattr -i /tmp/refused.json --width 160 | diff -u "$SAVED.list" -
}

# As ldd does, which is a script of bash.
libraries_found()
{
	local file

	for file in /usr/bin/perfattr /usr/bin/perfattr-cat "$LIBDIR/libperfattr.so.1"; do
		chroot "$ROOT" /lib64/ld-linux-x86-64.so.2 --list "$file" || return
	done
}

# A program that is linked with what libperfattr-devel and -static have.
answers() # WHICH
{
	gcc -Wall -Wextra -Werror tests/userspace/linked.c -I"$ROOT/usr/include" "$ROOT$LIBDIR/$1" -o "$ROOT/tmp/linked" || return
	chroot "$ROOT" /lib64/ld-linux-x86-64.so.2 --library-path "$LIBDIR" /tmp/linked > "$TMP/linked" || return
	same "$(head -n 1 "$TMP/linked")" "$VERSION"
}

ok 'make rpm ends well' make rpm
is 'these are the packages' "$(cd build/rpm/RPMS && echo */*)" \
	"noarch/perfattr-dump-dkms-$VERSION-1.noarch.rpm $ARCH/libperfattr-$VERSION-1.$ARCH.rpm $(
	)$ARCH/libperfattr-devel-$VERSION-1.$ARCH.rpm $ARCH/libperfattr-static-$VERSION-1.$ARCH.rpm $(
	)$ARCH/perfattr-tools-$VERSION-1.$ARCH.rpm"
first=$(sums)
sleep 1.1
ok 'make rpm a second time' make rpm
is '... makes the same bytes' "$(sums)" "$first"
for name in perfattr-tools libperfattr libperfattr-devel libperfattr-static; do
	ok "nothing of a module is in $name, and it asks for none" no_module "$name"
done
ok 'the source package of the module builds' from_source --rebuild perfattr-dump-dkms
ok '... that of the tools has what it needs' from_source -rp perfattr-tools
ok 'libraries for a root of rpm' libraries
ok 'the package of the tools asks for what it links' lacks perfattr-tools 'libcjson\.so\.1'
ok '... which is in that root' rpm --root "$ROOT" -iv "$TMP"/rpm/RPMS/*/libraries-*.rpm
ok 'the development files ask for the library' lacks libperfattr-devel '^.libperfattr.* = .* is needed'
ok 'rpm installs tools and library, and misses nothing' install perfattr-tools libperfattr libperfattr-devel libperfattr-static
ok '... all of it is as packed' rpm --root "$ROOT" -V perfattr-tools libperfattr libperfattr-devel libperfattr-static
ok '... the loader finds every library' libraries_found
is '... perfattr is of this version' "$(chroot "$ROOT" /usr/bin/perfattr --version)" "perfattr $VERSION"
ok '... it explains a file that was saved elsewhere' explains
ok '... a program that links the library gets its answer' answers libperfattr.so
ok '... and one that links it statically' answers libperfattr.a
ok 'the module is refused where dkms is not' lacks perfattr-dump-dkms 'dkms is needed'
ok 'rpm removes them' eval 'rpm --root "$ROOT" -e perfattr-tools libperfattr libperfattr-devel libperfattr-static &&
	same "$(find "$ROOT" -name "*perfattr*")" ""'
finish
