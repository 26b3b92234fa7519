#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Kbuild reads from the kernel's headers which perf_event_paranoid refuses unprivileged calls.

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/include/linux"
n=0
failed=0

# What Kbuild makes of a header.
probe()
{
	make -s -f - <<-END
		src := ../..
		srctree := $tree
		include ../../Kbuild
		all: ; @echo \$(filter -DHAVE_PERF_PARANOID_MAX%,\$(pa-probes))
	END
}

reads() # DESCRIPTION BODY WANT
{
	n=$((n + 1))
	printf '%s\n' "static inline bool perf_paranoid_any(void)" "{" "	$2" "}" \
		"	return sysctl_perf_event_paranoid > 9;" >"$tree/include/linux/perf_event.h"
	got=$(probe)
	if [ "$got" = "$3" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		echo "# got $got, want $3"
		failed=1
	fi
}

reads "Debian lets 2 pass" "return sysctl_perf_event_paranoid > 2;" -DHAVE_PERF_PARANOID_MAX=2
reads "Ubuntu lets 3 pass" "return sysctl_perf_event_paranoid >= PERF_SECURITY_MAX;" \
	-DHAVE_PERF_PARANOID_MAX=PERF_SECURITY_MAX-1
reads "another body says nothing" "return sysctl_perf_event_paranoid > limit(2);" ""
echo "1..$n"
exit $failed
