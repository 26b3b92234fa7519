# SPDX-License-Identifier: GPL-2.0
# bash completion for perfattr-cat                              -*- shell-script -*-

_perfattr_cat()
{
	local cur=${COMP_WORDS[COMP_CWORD]}
	local prev=${COMP_WORDS[COMP_CWORD - 1]}

	COMPREPLY=()
	case $prev in
	--debugfs)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	-n | --last)
		return
		;;
	esac
	mapfile -t COMPREPLY < <(compgen -W '-f --follow -j --json -n --last --debugfs -h --help
		-V --version' -- "$cur")
}
complete -F _perfattr_cat perfattr-cat
