#compdef perfattr
# SPDX-License-Identifier: GPL-2.0
# zsh completion for perfattr: what its help says

_perfattr()
{
	local -a commands options
	local line command
	integer i

	for line in "${(@f)$(perfattr help all 2> /dev/null)}"; do
		if [[ $line =~ '^  ([a-z]+)( [^ ].*)?  +([^ ].*)$' ]]; then
			commands+=("$match[1]:$match[3]")
		elif [[ $line =~ '^ +(-[A-Za-z], +)?(--[a-z-]+)([^ ]*)( [A-Z=]+)? +([^ ].*)$' ]]; then
			options+=("$match[2]:$match[5]")
		fi
	done
	for ((i = 2; i < CURRENT; i++)); do
		[[ -n $command || $words[i] == -* ]] || command=$words[i]
		if [[ $command == run && $words[i] != run && ( $words[i] != -* || $words[i] == -- ) ]]; then
			# The program that run is to start, and its arguments.
			[[ $words[i] != -- ]] || ((i++))
			shift $((i - 1)) words
			((CURRENT -= i - 1))
			_normal
			return
		fi
	done
	if [[ $words[CURRENT] == -* ]]; then
		_describe -o option options
	elif [[ -z $command ]]; then
		_describe command commands
	elif [[ $command == pmus ]]; then
		compadd -- /sys/bus/event_source/devices/*(N:t)
	else
		_files
	fi
}

_perfattr "$@"
