#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# In a Debian with dkms and headers of one kernel, which does not run: the package of the module's source by rpm, as
# build.t has made it. rpm knows nothing of Debian's packages (--nodeps).
# shellcheck source=tests/guest/tap.sh
. tests/guest/tap.sh
trap 'rm -rf "$TMP"' EXIT
plan 19

VERSION=$(cat VERSION)
RELEASE=$(echo /lib/modules/*/build)
RELEASE=${RELEASE#/lib/modules/}
RELEASE=${RELEASE%/build}
PACKAGE=$(echo build/rpm/RPMS/noarch/perfattr-dump-dkms-*.rpm)

# later VERSION RELEASE: the package of a later version, or of a later release of the same one, whose source is another.
later()
{
	local top=$TMP/later-$1-$2 name=perfattr_dump-$1

	mkdir -p "$top/$name" &&
		tar -C "$top/$name" --strip-components=1 -xf "build/perfattr_dump-$VERSION.tar.xz" || return
	echo "$1" > "$top/$name/VERSION"
	echo "/* $2 */" >> "$top/$name/kmod/main.c"
	tar -C "$top" -cJf "$top/$name.tar.xz" "$name"
	sed "s/^Version: .*/Version: $1/; s/^Release: .*/Release: $2/" build/rpm/SPECS/perfattr-dump-dkms.spec > "$top/spec"
	rpmbuild -bb --nodeps --define "_topdir $top" --define "_sourcedir $top" "$top/spec" > "$top/log" 2>&1 ||
		{ tail "$top/log"; return 1; }
	mv "$top"/RPMS/noarch/*.rpm "$TMP/$1-$2.rpm"
}

by_rpm() # ARGUMENT...
{
	rpm "$@" --nodeps || { tail -n 20 /var/lib/dkms/perfattr_dump/*/build/make.log; return 1; }
}

# Whatever else dkms says, such as that of its own state.
status()
{
	dkms status 2>&1 | sed 's/ (.*//'
}

module()
{
	ls -i "/lib/modules/$RELEASE/updates/dkms"/perfattr_dump.ko* 2> /dev/null
}

loaded_by()
{
	find /etc /usr/lib -path '*modules-load.d*' -o -path '*.wants*' -o -path '*initramfs*' | grep perfattr
}

here()
{
	find /boot /etc /lib/modules/ /opt /usr /var -name '*perfattr*' | sort
}

before=$(here)
is 'there are headers of one kernel' "$(find /lib/modules -mindepth 2 -name build | wc -l)" 1
is 'dkms knows nothing' "$(status)" ''
ok 'rpm installs the package' by_rpm -i "$PACKAGE"
is '... dkms has installed the module for that kernel' "$(status)" "perfattr_dump/$VERSION, $RELEASE, $(uname -m): installed"
is '... of this version' "$(modinfo -F version "/lib/modules/$RELEASE/updates/dkms"/perfattr_dump.ko*)" "$VERSION"
ok '... from the sources, and nothing else' eval 'scripts/module-sources "$TMP/sources" &&
	diff -r "$TMP/sources" "/usr/src/perfattr_dump-$VERSION"'
is '... and nothing loads it at boot' "$(loaded_by)" ''
ok '... but a service that is not enabled' test -e /usr/lib/systemd/system/perfattr-load.service
is '... which calls perfattr where packages have it' \
	"$(sed -n 's/^ExecStartPost=-//p' /usr/lib/systemd/system/perfattr-load.service)" '/usr/bin/perfattr prove'

ok 'a later release of this version' later "$VERSION" 2
was=$(module)
ok '... replaces it' by_rpm -U "$TMP/$VERSION-2.rpm"
is '... dkms has the module' "$(status)" "perfattr_dump/$VERSION, $RELEASE, $(uname -m): installed"
ok '... which is built anew' fails [ "$(module)" = "$was" ]
ok 'a later version' later "$VERSION.1" 1
ok '... replaces it' by_rpm -U "$TMP/$VERSION.1-1.rpm"
is '... dkms has that version alone' "$(status)" "perfattr_dump/$VERSION.1, $RELEASE, $(uname -m): installed"
is '... and nothing loads it at boot' "$(loaded_by)" ''
ok 'rpm removes it' by_rpm -e perfattr-dump-dkms
is '... and nothing is left' "$(here)" "$before"
finish
