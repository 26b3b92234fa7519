# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Shared by the storms, in addition to tests/guest/lib.sh.

# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

# Storms repeat: another number, another storm.
SEED=${SEED:-1}

# A debug kernel under TCG takes ten to thirty times as long for a call.
many() # IN_A_FAST_KERNEL IN_A_DEBUG_KERNEL
{
	case $(uname -r) in
	*debug*) echo "$2" ;;
	*) echo "$1" ;;
	esac
}

# What chaos printed: no line that it read was torn.
chaos_ended_well() # FILE
{
	cat "$1" "$1.err"
	has "$(cat "$1")" ' broken=0 '
}

# The line that each storm prints: what was made of the calls.
tally() # NAME CALLS
{
	echo "# $1: $2 calls = $(counter recorded) recorded + $(counter filtered) filtered +" \
		"$(counter missed) missed + $(counter dropped) dropped" \
		"($(counter overwritten) overwritten, $(counter cleared) cleared)"
}

# Ends a storm that was started in the background, and waits for it.
calm() # PID
{
	kill "$1"
	wait "$1"
}

probes() # prints the symbols of all probes
{
	sed -n 's/^probe\.\(.*\)\.[a-z]* 1$/\1/p' "$DBG/stats"
}
