# SPDX-License-Identifier: GPL-2.0
# fish completion for perfattr: what its help says

function __perfattr_commands
    perfattr help all 2> /dev/null | string replace -rf '^  ([a-z]+)(?: \S.*?)? {2,}(\S.*)$' '$1\t$2'
end

function __perfattr_options
    perfattr help all 2> /dev/null | string replace -rf '^ +(?:-\w, +)?(--[a-z-]+)(?:\[=[A-Z]+\]| [A-Z=]+)? +(\S.*)$' '$1\t$2'
end

# The command line of the program that run is to start: behind "run --", or from the first word that is no option.
function __perfattr_program
    set -l words (commandline -opc)
    set -l i (contains -i run $words); or return 1
    for word in $words[(math $i + 1)..]
        set i (math $i + 1)
        if test $word = --
            test $i -lt (count $words); or break
            set i (math $i + 1)
        else if string match -q -- '-*' $word
            continue
        end
        echo (string join ' ' -- $words[$i..] (commandline -ct))
        return 0
    end
    test "$words[-1]" = --; and commandline -ct
end

complete -c perfattr -n 'not __perfattr_program > /dev/null; and not __fish_seen_subcommand_from (__perfattr_commands | cut -f 1)' -f -a '(__perfattr_commands)'
complete -c perfattr -n 'not __perfattr_program > /dev/null; and string match -q -- "-*" (commandline -ct)' -f -a '(__perfattr_options)'
complete -c perfattr -n '__fish_seen_subcommand_from pmus' -f -a '(command ls /sys/bus/event_source/devices 2> /dev/null)'
complete -c perfattr -n '__perfattr_program > /dev/null' -f -a '(complete -C (__perfattr_program))'
