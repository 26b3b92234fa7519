# SPDX-License-Identifier: GPL-2.0
# bash completion for perfattr                                  -*- shell-script -*-

_perfattr()
{
	local cur=${COMP_WORDS[COMP_CWORD]}
	local prev=${COMP_WORDS[COMP_CWORD - 1]}
	local commands='run list show diff count c events explain try doctor pmus prove'
	# Options whose next word is their value.
	local valued='-i --input -o --output --cursor --debugfs --sysfs -E --errno -u --user --source --env -p --pid -C --comm
		-e --event --perf --since -n --last --width --seccomp --attach --hold'
	local i word program=0 command=''

	valued=" ${valued//[$'\n\t']/ } "
	for ((i = 1; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		if [[ $word == -- ]]; then
			program=$((i + 1))
		elif [[ $command == run && $word != -* && $valued != *" ${COMP_WORDS[i - 1]} "* ]]; then
			program=$i
		fi
		[[ $program == 0 ]] || break
		[[ " $commands " != *" $word "* ]] || command=$word
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
	case $prev in
	-i | --input | -o | --output | --cursor)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--debugfs | --sysfs)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	-E | --errno)
		mapfile -t COMPREPLY < <(compgen -W 'E2BIG EACCES EBADF EBUSY EFAULT EINTR EINVAL EMFILE
			ENFILE ENODEV ENOENT ENOMEM ENOSPC ENOSYS ENXIO EOPNOTSUPP EOVERFLOW EPERM ESRCH' -- "$cur")
		return
		;;
	-u | --user)
		mapfile -t COMPREPLY < <(compgen -u -- "$cur")
		return
		;;
	--source)
		mapfile -t COMPREPLY < <(compgen -W 'module bpf strace' -- "$cur")
		return
		;;
	--env)
		mapfile -t COMPREPLY < <(compgen -v -- "$cur")
		return
		;;
	esac
	if [[ $valued == *" $prev "* ]]; then
		return
	fi
	if [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W '-p --pid -C --comm -e --event -E --errno -x --failed
			--since -n --last -f --follow -i --input -j --json -t --time -v --verbose -a --all
			-c --calls -o --output --width --no-pager --debugfs --sysfs --perf --load
			--source --attach --hold --here --try --force --report --journal --cursor --seccomp -u --user --env --fail-on-refused
			-h --help -V --version
			--' -- "$cur")
	elif [[ $command == pmus && $prev == pmus ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$(ls /sys/bus/event_source/devices 2> /dev/null)" -- "$cur")
	elif [[ -z $command ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$cur")
	elif [[ $command == diff || $command == explain || $command == try ]]; then
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
	fi
}
complete -o filenames -F _perfattr perfattr
