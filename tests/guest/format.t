#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# hw.config in terms of the PMU's format: of a PMU with a hostile format, of one that is gone, and of
# one that comes and goes while records of its events are read.
# time limit: 400

. tests/guest/lib.sh

MODULES=tests/guest/modules

if [ "$(uname -m)" != x86_64 ]; then
	plan 1
	skip "formats of PMUs" "the stand-in's hw.config is only recorded on x86"
	finish
fi

standin() # PARAMETER=VALUE...
{
	insmod $MODULES/standin_formats.ko "$@"
	type=$(cat /sys/bus/event_source/devices/uncore_formats/type)
}

# The last open of the stand-in's, in the terms of the PMU as perfattr has them.
shown()
{
	explained | jq -r 'select(.kernel.pmu == "uncore_formats") | .kernel.hw_event' | tail -n 1
}

opens() # CONFIG
{
	call "type=$type" "config=$1" pid=-1 cpu=0 > /dev/null
}

# By a reader who has something else there than sysfs.
shown_without_sysfs()
{
	unshare -m bash -c "$(declare -f json_calls explained shown)
		mount -t tmpfs none /sys/bus; shown"
}

# Reads all records again and again, until the file is there; every line is good JSON, and says
# what the PMU's terms are, or that they are not known.
read_until() # FILE
{
	while [ ! -e "$1" ]; do
		explained | jq -r 'select(.kernel.pmu == "uncore_formats") | .kernel.hw_event'
	done > "$TMP/read" 2> "$TMP/errors"
	sort "$TMP/read" | uniq -c
	cat "$TMP/errors"
	[ ! -s "$TMP/errors" ] && [ -s "$TMP/read" ] &&
		! grep -vxE 'null|uncore_formats/event=0x12,umask=0x34/' "$TMP/read"
}

comes_and_goes()
{
	local i

	for ((i = 0; i < 12; i++)); do
		rmmod standin_formats && standin
	done
	touch "$TMP/enough"
}

needs perfattr
plan 15
load
dmesg -C
standin
opens 0x801234
is "terms that are none are left out" "$(shown)" "uncore_formats/event=0x34,umask=0x12,inv/"
is "in the text of perfattr, too" "$(perfattr -v --no-pager | grep -o 'hw.config .*' | tail -n 1)" \
	"hw.config      0x801234 = uncore_formats/event=0x34,umask=0x12,inv/"
is "the log has the number" "$(grep -o 'hw.config .*' $DBG/log | tail -n 1)" "hw.config      0x801234"
opens 0x7000000000000000
is "bits of a term whose name is none have no name" "$(perfattr -v --no-pager | grep -o '= uncore.*' | tail -n 1)" \
	"= uncore_formats/event=0x0/ | 0x7000000000000000"
opens 0x3412
is "an event is in terms of its PMU" "$(shown)" "uncore_formats/event=0x12,umask=0x34/"
is "without sysfs at /sys the terms are not known" "$(shown_without_sysfs)" null
ok "the PMU goes" rmmod standin_formats
is "its terms are no longer known" "$(shown)" null
ok "but the number is" has "$(explained -n 1)" '"hw_config":"13330",.*"hw_event":null'
standin broken=1
is "if a file of the format cannot be read, no term is known" "$(shown)" null
rmmod standin_formats
standin many=1
opens 0x3412
ok "of 300 terms there is a part, and all lines can be read" \
	has "$(shown)" '^uncore_formats/.*/$'
rmmod standin_formats
standin
echo 1 > $DBG/clear
opens 0x3412
comes_and_goes > "$TMP/came" 2>&1 &
ok "a PMU comes and goes while its events are read" read_until "$TMP/enough"
wait
is "and it came each time" "$(cat "$TMP/came")" ""
rmmod standin_formats
ok "the kernel has nothing to say" has_not "$(dmesg)" 'WARNING|BUG|Oops|general protection|KASAN'
ok "the module goes" unload
finish
