#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# First boot: a machine with the packages that README.md lists for an installation.
# shellcheck source=tests/dkms/lib.sh
. tests/dkms/lib.sh
plan 15

everything > $BEFORE
ok 'modprobe finds no perfattr_dump before' fails modprobe -n perfattr_dump
ok 'make install ends well' make install
is 'dkms says that it is installed' "$(dkms status perfattr_dump)" \
	"perfattr_dump/$VERSION, $RELEASE, $(uname -m): installed"
is 'modprobe would take the module of dkms' "$(modinfo -n perfattr_dump)" "$MODULE"
is '... of this version' "$(modinfo -F version perfattr_dump)" "$VERSION"
is '... signed by dkms' "$(modinfo -F signer perfattr_dump)" 'DKMS module signing key'
ok '... with the key that docs/kernels.md says Secure Boot has to be told' signed_by_our_key
ok 'installing loads nothing' fails loaded
is 'perfattr-cat is on the PATH' "$(command -v perfattr-cat)" /usr/local/sbin/perfattr-cat
ok '... and says that the module is not loaded' \
	eval '! perfattr-cat 2> $TMP/err && has "$(cat $TMP/err)" "not loaded"'
is '... and man knows it' "$(readlink -f "$(man -w perfattr-cat)")" /usr/local/share/man/man1/perfattr-cat.1
is 'so are perfattr and perfattr-c' "$(command -v perfattr perfattr-c | xargs)" \
	'/usr/local/sbin/perfattr /usr/local/sbin/perfattr-c'
ok '... with man pages, and a completion' \
	eval 'man -w perfattr && man -w perfattr-c && [ -s /usr/local/share/bash-completion/completions/perfattr ]'
ok 'perfattr.service can be enabled' systemctl enable perfattr.service
ok 'a setting of the machine goes to /etc/modprobe.d' \
	eval 'echo options perfattr_dump records=128 > /etc/modprobe.d/perfattr.conf'
finish
