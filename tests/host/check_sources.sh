#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What dkms builds as root, of a checkout in which everybody may write and that belongs to a user.

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

echo 1..4
[ "$(id -u)" != 0 ] || chown -R 12345:12345 "$tree/checkout"
# As the shells of some users have it.
(umask 0 && "$tree/checkout/scripts/module-sources" "$tree/src") || failed=1
finds 'dkms gets the sources' "$tree/src/kmod/main.c" -name main.c
finds '... which belong to who installs them' '' ! \( -user "$(id -u)" -group "$(id -g)" \)
finds '... and in which nobody else can write' '' -perm /022
finds '... but which everybody can read' '' ! \( -type d -perm 755 -o -type f -perm 644 \)
exit $failed
