#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Kernels that the module cannot be built for, or not by this compiler: what make says.

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/bin" "$tree/kernel/include/linux"
echo 'long copy_from_user_nofault();' >"$tree/kernel/include/linux/uaccess.h"
n=0
failed=0

says() # DESCRIPTION WANT COMMAND...
{
	n=$((n + 1))
	description=$1 want=$2
	shift 2
	got=$("$@" 2>&1)
	case $got in
	*"$want"*) echo "ok $n - $description" ;;
	*)
		echo "not ok $n - $description"
		printf '%s\n' "want: $want" "got: $got" | sed 's/^/# /'
		failed=1
		;;
	esac
}

# reads_kbuild SETTING...: what Kbuild makes of these settings.
reads_kbuild()
{
	make -s -f - src=../.. srctree="$tree/kernel" "$@" <<-END
		include ../../Kbuild
		all: ; @echo goes on
	END
}

# kbuild SETTING...: what it makes of an x86_64 kernel of gcc with these settings instead. An empty
# string is nothing from 5.17 on.
kbuild()
{
	reads_kbuild CONFIG_LOCALVERSION= CONFIG_MODULES=y CONFIG_64BIT=y CONFIG_KRETPROBES=y CONFIG_PERF_EVENTS=y \
		CONFIG_TRACEPOINTS=y CONFIG_DEBUG_FS=y CONFIG_X86_64=y "$@"
}

by_clang() # CC
{
	kbuild CC="$1" CONFIG_CC_IS_CLANG=y CONFIG_CC_VERSION_TEXT='"Debian clang version 19.1.7"'
}

# module: make module for the kernel of $tree, with the tools of $tree/bin and nothing of LLVM besides.
module() { PATH="$tree/bin" make -s -C ../.. module KDIR="$tree/kernel"; }

tool() # NAME [LINE]
{
	printf '%s\n' '#!/bin/sh' "$2" >"$tree/bin/$1"
	chmod +x "$tree/bin/$1"
}

for command in sh make grep cat sed echo test; do
	ln -s "$(command -v $command)" "$tree/bin/$command"
done
tool someclang "echo Debian clang version 19.1.7"
tool somecc "echo gcc 12.2.0"
printf 'modules:\n\t@echo "built with LLVM=$(LLVM)."\n' >"$tree/kernel/Makefile"

says "Kbuild takes a kernel with all that is needed" "goes on" kbuild
for option in KRETPROBES PERF_EVENTS TRACEPOINTS DEBUG_FS; do
	says "Kbuild names $option if the kernel has it off" \
		"needs a kernel with CONFIG_$option=y; this one has it off" kbuild CONFIG_$option=
done
says "... also of one before 5.17, where an empty string is two quotes" \
	"needs a kernel with CONFIG_KRETPROBES=y" kbuild CONFIG_LOCALVERSION='""' CONFIG_KRETPROBES=
says "Kbuild asks for nothing if there is no configuration, as when make cleans" "goes on" reads_kbuild
says "Kbuild takes an arm64 kernel" "goes on" kbuild CONFIG_X86_64= CONFIG_ARM64=y SRCARCH=arm64
says "Kbuild takes a ppc64el kernel" "goes on" kbuild CONFIG_X86_64= CONFIG_PPC64=y SRCARCH=powerpc
says "Kbuild takes a riscv64 kernel" "goes on" kbuild CONFIG_X86_64= CONFIG_RISCV=y CONFIG_64BIT=y SRCARCH=riscv
says "Kbuild takes an s390x kernel" "goes on" \
	kbuild CONFIG_X86_64= CONFIG_S390=y CONFIG_CPU_BIG_ENDIAN=y SRCARCH=s390
says "Kbuild takes an armhf kernel" "goes on" kbuild CONFIG_X86_64= CONFIG_ARM=y CONFIG_64BIT= SRCARCH=arm
says "Kbuild refuses a big endian kernel" \
	"knows little endian kernels only, besides s390x; this one, for powerpc, is big endian" \
	kbuild CONFIG_X86_64= CONFIG_PPC64=y CONFIG_CPU_BIG_ENDIAN=y SRCARCH=powerpc
says "Kbuild names an architecture that it does not know" \
	"knows the system call of x86_64, arm64, ppc64el, riscv64, s390x and armhf kernels only; this one is for loongarch" \
	kbuild CONFIG_X86_64= CONFIG_LOONGARCH=y CONFIG_64BIT=y SRCARCH=loongarch
says "... and a 32-bit one of which it knows the 64-bit one" \
	"riscv64, s390x and armhf kernels only; this one is for 32-bit riscv" \
	kbuild CONFIG_X86_64= CONFIG_RISCV=y CONFIG_64BIT= SRCARCH=riscv
says "... and a 32-bit one" "this one is for 32-bit x86" kbuild CONFIG_X86_64= CONFIG_64BIT= SRCARCH=x86
says "Kbuild refuses a kernel before 5.8, by what it has" \
	"needs a kernel with copy_from_user_nofault(), which came with 5.8; $tree has none" kbuild srctree="$tree"
says "Kbuild takes clang for a kernel of clang" "goes on" by_clang "$tree/bin/someclang"
says "Kbuild refuses gcc for it, and says who built the kernel" \
	"this kernel was built by Debian clang version 19.1.7, and CC=$tree/bin/somecc is not clang" \
	by_clang "$tree/bin/somecc"
says "... and what to install and type" "install clang, lld and llvm, and add LLVM=1" by_clang "$tree/bin/somecc"
echo "CONFIG_CC_IS_GCC=y" >"$tree/kernel/.config"
says "make leaves a kernel of gcc to gcc" "built with LLVM=." module
echo "CONFIG_CC_IS_CLANG=y" >"$tree/kernel/.config"
says "make without clang says what to install for a kernel of clang" \
	"clang has built this kernel, and clang is missing: install clang, lld and llvm" module
tool clang
says "make without ld.lld names it" "ld.lld is missing" module
tool ld.lld
tool llvm-objcopy
says "make with all of LLVM uses it, unasked" "built with LLVM=1." module
tool clang-16
echo "CONFIG_CLANG_VERSION=160006" >>"$tree/kernel/.config"
says "make uses no version of which ld.lld is missing" "built with LLVM=1." module
tool ld.lld-16
tool llvm-objcopy-16
says "make uses the version that built the kernel, if there is all of it" "built with LLVM=-16." module
echo "1..$n"
exit $failed
