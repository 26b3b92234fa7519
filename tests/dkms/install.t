#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# First boot: a machine with the packages that README.md lists for an installation. At its end the module
# is loaded at every boot.
# shellcheck source=tests/dkms/lib.sh
. tests/dkms/lib.sh
plan 33

# The sources of another version.
OTHER=/usr/src/perfattr_dump-0.0.1

# As "sudo make install" does it: the checkout belongs to a user, who gives away all rights.
install_of_user()
{
	chown -R 12345:12345 . && chmod -R a+rwX . || return
	(umask 0 && make install > "$TMP/install" 2>&1)
	status=$?
	cat "$TMP/install"
	return "$status"
}

# What is there since, and does not belong to root, or may be written by others.
writable()
{
	everything | comm -13 $BEFORE - | tr '\n' '\0' |
		xargs -0 -I '{}' find '{}' -maxdepth 0 \( ! -user root -o ! -group root -o ! -type l -perm /022 \)
}

# Installs again, but for what dkms does, which takes minutes and is done.
install_again()
{
	mkdir -p "$TMP/bin"
	printf '#!/bin/sh\n' > "$TMP/bin/dkms"
	chmod +x "$TMP/bin/dkms"
	PATH=$TMP/bin:$PATH make install > "$TMP/install" 2>&1
	status=$?
	cat "$TMP/install"
	return "$status"
}

# dkms would build it for the next kernel, too.
add_other_version()
{
	mkdir -p $OTHER && cp dkms.conf $OTHER && echo 0.0.1 > $OTHER/VERSION && dkms add perfattr_dump/0.0.1
}

enabled()
{
	systemctl -q is-enabled perfattr-load.service
}

proved()
{
	has "$(cat "$DBG/stats")" 'proved 1' && has_not "$(cat "$DBG/stats")" unproved
}

everything > $BEFORE
ok 'modprobe finds no perfattr_dump before' fails modprobe -n perfattr_dump
add_other_version > "$TMP/other" 2>&1 || cat "$TMP/other"
ok 'make install ends well' install_of_user
ok '... and removes another version' eval '[ -s "$TMP/other" ] && [ ! -e $OTHER ]'
ok '... and says what loads the module, now and at every boot' \
	has "$(cat "$TMP/install")" "'modprobe perfattr_dump' loads it now, 'systemctl enable --now perfattr-load.service'"
is '... leaves nothing that the user may write' "$(writable)" ''
ok '... or does it look at nothing?' eval 'everything | comm -13 $BEFORE - | grep -q ^/usr/src/perfattr_dump-.*/kmod/main.c'
is 'dkms says that it is installed' "$(dkms status perfattr_dump)" \
	"perfattr_dump/$VERSION, $RELEASE, $(uname -m): installed"
is 'modprobe would take the module of dkms' "$(modinfo -n perfattr_dump)" "$MODULE"
is '... of this version' "$(modinfo -F version perfattr_dump)" "$VERSION"
is '... signed by dkms' "$(modinfo -F signer perfattr_dump)" 'DKMS module signing key'
ok '... with the key that docs/kernels.md says Secure Boot has to be told' signed_by_our_key
ok 'installing loads nothing' fails loaded
ok '... neither now nor at boot' fails enabled
is '... by no other file either' "$(grep -rl perfattr /etc/modules /etc/modules-load.d /usr/lib/modules-load.d \
	/usr/local/lib/modules-load.d /etc/initramfs-tools 2> /dev/null)" ''
is 'perfattr-cat is on the PATH' "$(command -v perfattr-cat)" /usr/local/bin/perfattr-cat
ok '... and says that the module is not loaded' \
	eval '! perfattr-cat 2> $TMP/err && has "$(cat $TMP/err)" "not loaded"'
is '... and man knows it' "$(readlink -f "$(man -w perfattr-cat)")" /usr/local/share/man/man1/perfattr-cat.1
is 'so is perfattr' "$(command -v perfattr)" /usr/local/bin/perfattr
ok '... with a man page, and a completion' \
	eval 'man -w perfattr && [ -s /usr/local/share/bash-completion/completions/perfattr ]'
is 'the loader finds libperfattr' "$(ldconfig -p | awk '/libperfattr.so.1 / { print $NF }')" \
	/usr/local/lib/libperfattr.so.1
ok 'perfattr.service can be enabled' systemctl enable perfattr.service

# --- loaded when asked for ---
ok 'one command loads it' eval 'systemctl enable --now perfattr-load.service && loaded'
ok '... and all that it rests on is proved' proved
ok 'systemctl stop unloads it' eval 'systemctl stop perfattr-load.service && ! loaded'
ok '... as it does what somebody has loaded beside' eval \
	'modprobe perfattr_dump && systemctl start perfattr-load.service && systemctl stop perfattr-load.service && ! loaded'
ok '... and not what is in use' eval 'systemctl start perfattr-load.service && exec 5< $DBG/log &&
	systemctl stop perfattr-load.service && loaded'
exec 5<&-
# perfattr.service may have the stream open for a moment more.
eventually eval 'rmmod perfattr_dump 2> "$TMP/err"'
echo blacklist perfattr_dump > /etc/modprobe.d/perfattr-test.conf
ok 'a blacklist of modprobe is heeded, and the service does not say that it is loaded' eval \
	'! systemctl start perfattr-load.service && ! loaded && systemctl -q is-failed perfattr-load.service'
rm /etc/modprobe.d/perfattr-test.conf
systemctl reset-failed perfattr-load.service

# --- over itself ---
ok 'one command has it no longer loaded at boot' eval 'systemctl disable perfattr-load.service && ! enabled'
ok 'make install over itself ends well' install_again
ok '... and enables nothing' fails enabled
ok '... and loads nothing' fails loaded
ok 'one command has it loaded at boot' eval 'systemctl enable perfattr-load.service && enabled'
ok 'a setting of the machine goes to /etc/modprobe.d' \
	eval 'echo options perfattr_dump records=128 > /etc/modprobe.d/perfattr.conf'
finish
