# SPDX-License-Identifier: GPL-2.0
# Targets for people; `make help` lists them. Kbuild is for kbuild.

# The kernel to build for; the Debian kernel that guests run by default.
KVER ?= $(shell uname -r)
KDIR ?= /lib/modules/$(KVER)/build
KERNEL ?= 6.1
PREFIX ?= /usr/local
, := ,

# A kernel that clang has built needs it for its modules too: the one of its version, such as clang-16,
# whose flags clang may lack, if all of it is installed.
CLANG := $(shell sed -n 's/^CONFIG_CLANG_VERSION=\([0-9]*\)[0-9]\{4\}$$/-\1/p' "$(KDIR)/.config" 2>/dev/null)
LLVM_TOOLS := clang ld.lld llvm-objcopy
LLVM_OF_KERNEL = $(or $(shell for tool in $(LLVM_TOOLS); do command -v $$tool$(CLANG) >/dev/null || exit 1; done; \
	echo $(CLANG)),1)
LLVM ?= $(if $(shell grep -s '^CONFIG_CC_IS_CLANG=y' "$(KDIR)/.config"),$(LLVM_OF_KERNEL))

# The advice depends on whether the user set KDIR.
NO_HEADERS := $(if $(filter file,$(origin KDIR)),"install the package linux-headers-$(KVER)$(,) or pass KDIR=...",\
	"KDIR=... must be a folder of a package linux-headers-*$(,) such as one of" \
	"$$(echo /usr/src/linux-headers-*)")

all: module tools ## build for the running kernel; KDIR=... selects other kernel headers

help: ## show this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1\t\2/p' Makefile | while IFS="$$(printf '\t')" read -r t h; \
		do printf '  make %-15s %s\n' "$$t" "$$h"; done

module:
	@test -e "$(KDIR)/Makefile" || { echo "No kernel headers in $(KDIR):" $(NO_HEADERS) >&2; exit 1; }
	@for tool in $(if $(filter 1,$(LLVM)),$(LLVM_TOOLS)); do command -v $$tool >/dev/null || { \
		echo "$(KDIR): clang has built this kernel, and $$tool is missing: install clang, lld and llvm," \
			"of the same or a later version" >&2; exit 1; }; done
	$(MAKE) -C "$(KDIR)" M="$(CURDIR)" $(if $(LLVM),LLVM=$(LLVM)) modules

tools:
	$(MAKE) -C userspace PREFIX="$(PREFIX)"

demo: ## run perf and the module in a virtual machine, and show what was recorded
	scripts/demo

check: ## host, guest and lint, which every change must pass; ends with "N passed, N failed"; ALL=1 long tests, too
	ALL=$(ALL) scripts/check host guest lint

check-host: ## tests that need no kernel: core and tools on this machine; V=1 shows every test, T="test_why screen" only these
	scripts/check-host $(T)

check-guest: ## test the module in a virtual machine; KERNEL=6.12 another kernel, T="name ..." only these
	ALL=$(ALL) scripts/check-guest --kernel $(KERNEL) $(T)

check-matrix: ## test all Debian kernels, in virtual machines, and dkms; MATRIX="5.10 ppc64el" only these
	scripts/matrix

check-dkms: ## make install, reboot, make uninstall, reboot, in a virtual Debian with systemd and dkms
	scripts/check-dkms

check-deb-build: ## make deb and lintian in a clean Debian 12 and a clean trixie; SUITES="sid" there
	scripts/check-deb --build $(or $(SUITES),bookworm trixie)

check-deb: ## that, and install, upgrade and purge the packages in virtual Debians; SUITES="trixie" only there
	scripts/check-deb $(SUITES)

check-rpm: ## make rpm, and install the packages into roots of rpm, with dkms too; SUITES="trixie" only by its rpm
	scripts/check-rpm $(SUITES)

check-build: ## build with W=1 against all header packages of Debian
	scripts/build-all

check-headers: ## compile the C that we print with the kernel headers of bookworm, trixie and sid
	scripts/check-headers

check-readers: ## load varied records with the jq of trixie; make check-host does with this machine's, and with pandas and SQLite
	scripts/check-readers

check-pmus: ## test with the kernel's PMU drivers, on emulated processors from Core 2 to Zen 4; M="zen haswell" only these
	scripts/check-pmus $(M)

check-why: ## 20,000 random refused calls must get the right reason; 200,000 successful calls must match no rule
	scripts/vm --kernel $(KERNEL) --timeout 3000 -- tests/guest/why-long

check-fixes: ## make the calls of plans: 5,000 random refused calls and those of programs, on four kernels and two real PMUs; N=500 KERNELS="6.1 zen" less
	scripts/check-fixes $(or $(N),5000) $(KERNELS)

check-missing: ## leave out and falsify each key of the records of the tests of rules: which reasons change?
	$(MAKE) -s -C tests/host missing

check-recipes: ## follow the recipes of docs/HACKING.md, and leave out each of their steps: is that noticed?
	scripts/check-recipes

check-order: ## are the rules, and the fields of samples, in the order of the sources of Debian's kernels?
	scripts/check-order

check-container: ## run the steps of Containerfile without an engine
	scripts/check-container

check-upstream: ## do the patches of docs/upstream apply to Debian's sources, and help?
	scripts/check-upstream

amalgamation: ## libperfattr as one source and its header, in build/amalgamation, to be taken into a program
	$(MAKE) -s -C userspace O=../build amalgamation

mini: ## the small libperfattr, only the reasons of refused opens, in build/mini
	$(MAKE) -s -C userspace O=../build mini

docs: ## generate docs/refusals.md, docs/call.md, docs/record.schema.json and tables of docs/pmus.md, docs/samples.md
	$(MAKE) -s -C tests/host $(addprefix ../../build/host/,test_why_docs test_why_call_docs test_schema_docs test_why_pmus_docs test_samples_docs)
	cd tests/host && ../../build/host/test_why_docs --print >../../docs/refusals.md.new
	cd tests/host && ../../build/host/test_why_call_docs --print >../../docs/call.md.new
	cd tests/host && ../../build/host/test_schema_docs --print >../../docs/record.schema.json.new
	cd tests/host && ../../build/host/test_why_pmus_docs --print >../../docs/pmus.md.new
	cd tests/host && ../../build/host/test_samples_docs --print >../../docs/samples.md.new
	mv docs/refusals.md.new docs/refusals.md
	mv docs/call.md.new docs/call.md
	mv docs/pmus.md.new docs/pmus.md
	mv docs/samples.md.new docs/samples.md
	mv docs/record.schema.json.new docs/record.schema.json

check-debug: ## run all tests and stress tests in debug kernels, at full length, and the fuzzers; two to three hours
	scripts/check-debug $(PARTS)

check-kernels: ## test on kernels that Debian does not build, all that scripts/check-kernels lists; K="small" only there, T="load why" only these tests
	T="$(T)" scripts/check-kernels $(K)

check-mutants: ## insert bugs on purpose: do the tests find them?
	scripts/check-mutants

fuzz: ## run libFuzzer on renderers, reasons and filter; SECONDS=300
	scripts/setup --quiet check
	$(MAKE) -s -C tests/host fuzz SECONDS=$(or $(SECONDS),300)

lint: ## checkpatch, sparse, coccicheck, ... of changed files; ALL=1 of every file (minutes)
	scripts/lint $(if $(ALL)$(LINT_ALL),--all)

# Files of lists, whose columns are aligned by hand.
ALIGNED := kmod/core/lists.h kmod/core/counters.h kmod/core/record*.h kmod/core/names.c kmod/core/facts.c kmod/record/trace.h \
	userspace/rules/*rules_*.h userspace/rules/*_vars.c userspace/rules/traits.c userspace/perfattr/options.c \
	tests/host/uapi*.h tests/host/facts_docs.h tests/host/test_why*.c tests/guest/why_*

format: ## clang-format on the lines that were changed since BASE=HEAD, but for lists that are aligned by hand
	git clang-format --force --extensions c,h $(or $(BASE),HEAD) -- kmod userspace tests $(ALIGNED:%=':!%')

bench: ## measure the cost of a call and of a record, and of other tools; writes docs/cost.*
	scripts/bench

load: all ## load the built module into the running kernel
	scripts/load

unload: ## remove it, or say which processes use it
	scripts/load --remove

install: ## install the module by dkms for this and later kernels, and the tools to PREFIX=/usr/local; loads nothing
	scripts/install "$(PREFIX)" "$(KVER)"

uninstall: ## remove what install has installed
	scripts/install --remove "$(PREFIX)" "$(KVER)"

dist: ## make build/perfattr_dump-VERSION.tar.xz, reproducibly
	scripts/dist

deb: ## build Debian packages into build/deb and run lintian on them
	scripts/deb

rpm: ## build RPM packages into build/rpm, and list them; not installed on a Fedora yet
	scripts/rpm

clean: ## remove built files; fetched files stay in .cache
	rm -rf build
	$(MAKE) -C userspace clean
	$(MAKE) -C tests/host clean
	find kmod -name '*.o' -delete -o -name '.*.cmd' -delete -o -name '*.o.d' -delete
	rm -f perfattr_dump.ko perfattr_dump.mod perfattr_dump.mod.c perfattr_dump.mod.o perfattr_dump.o \
		.perfattr_dump.*.cmd .Module.symvers.cmd .modules.order.cmd Module.symvers modules.order

.PHONY: all amalgamation mini help module tools bench demo check check-host check-guest check-matrix check-dkms check-deb check-deb-build check-rpm check-build check-debug check-kernels check-mutants check-headers check-readers check-pmus fuzz check-why check-fixes check-missing check-order check-container check-upstream check-recipes docs lint format load unload install uninstall deb rpm dist clean
