# SPDX-License-Identifier: GPL-2.0
# bash completion for perfattr: what --help says                                -*- shell-script -*-

_perfattr()
{
	local cur=${COMP_WORDS[COMP_CWORD]}
	local prev=${COMP_WORDS[COMP_CWORD - 1]}
	local perfattr=${COMP_WORDS[0]/#\~/$HOME}
	local help commands valued i word program=0 command=''

	help=$("$perfattr" help all 2> /dev/null)
	commands=" $(sed -nE 's/^  ([a-z]+) .*/\1/p' <<< "$help" | sort -u | tr '\n' ' ')"
	# Options whose next word is their value.
	valued=" $(grep -oE -e '(-[A-Za-z], )?--[a-z-]+ [A-Z]' <<< "$help" | grep -oE -e '-[-A-Za-z]+' | tr '\n' ' ')"
	for ((i = 1; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		if [[ $word == -- ]]; then
			program=$((i + 1))
		elif [[ $command == run && $word != -* && $valued != *" ${COMP_WORDS[i - 1]} "* ]]; then
			program=$i
		fi
		[[ $program == 0 ]] || break
		[[ $commands != *" $word "* ]] || command=$word
	done
	if [[ $program == 0 && $command == run && $cur != -* && $valued != *" $prev "* ]]; then
		program=$COMP_CWORD
	fi
	if [[ $program != 0 ]]; then
		# The program that run is to start, and its arguments.
		_command_offset "$program" 2> /dev/null || mapfile -t COMPREPLY < <(compgen -c -- "$cur")
		return
	fi
	COMPREPLY=()
	if [[ $valued == *" $prev "* ]]; then
		case $(grep -oE -e " $prev(, --[a-z-]+)? [A-Z]+" <<< "$help" | grep -oE '[A-Z]+$' | head -n 1) in
		FILE) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
		DIR) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
		USER) mapfile -t COMPREPLY < <(compgen -u -- "$cur") ;;
		WHAT) mapfile -t COMPREPLY < <(compgen -W 'module bpf tracer' -- "$cur") ;;
		esac
		return
	fi
	if [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$(grep -o -e '--[a-z][a-z-]*' -e ' -[A-Za-z]\>' <<< "$help" | sort -u) --" -- "$cur")
	elif [[ $command == pmus && $prev == pmus ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$(ls /sys/bus/event_source/devices 2> /dev/null)" -- "$cur")
	elif [[ -z $command ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$cur")
	elif [[ $command == diff || $command == explain || $command == try ]]; then
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
	fi
}
complete -o filenames -F _perfattr perfattr
