# SPDX-License-Identifier: GPL-2.0
# What people type; `make help` lists it. What kbuild reads is in Kbuild.

# The kernel to build for; the Debian kernel that guests run by default.
KVER ?= $(shell uname -r)
KDIR ?= /lib/modules/$(KVER)/build
KERNEL ?= 6.1
PREFIX ?= /usr/local

all: module tools ## build for the running kernel, or with KDIR=... for the one whose headers are there

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1\t\2/p' Makefile | while IFS="$$(printf '\t')" read -r t h; \
		do printf '  make %-14s %s\n' "$$t" "$$h"; done

module:
	@test -e "$(KDIR)/Makefile" || { echo "No kernel headers in $(KDIR): install the package" \
		"linux-headers-$(KVER), or give KDIR=..." >&2; exit 1; }
	$(MAKE) -C "$(KDIR)" M="$(CURDIR)" modules

tools:
	$(MAKE) -C userspace PREFIX="$(PREFIX)"

demo: ## perf under the module in a virtual machine, and what was recorded of it
	scripts/demo

check: ## host, guest and lint: what every change must pass; ends with "N passed, N failed"
	scripts/check host guest lint

check-host: ## what needs no kernel: core and tools on this machine; V=1 shows every test
	scripts/check-host

check-guest: ## the module in a virtual machine; KERNEL=6.12 another one, T="name ..." only these
	scripts/check-guest --kernel $(KERNEL) $(T)

check-matrix: ## every kernel that Debian has, in virtual machines, and dkms; MATRIX="5.10 arm64" only these
	scripts/matrix

check-dkms: ## make install, reboot, make uninstall, reboot, on a virtual Debian with systemd and dkms
	scripts/check-dkms

check-build: ## W=1 builds against every package of headers that Debian has
	scripts/build-all

check-headers: ## the C that we show, compiled with the kernel headers of bookworm, trixie and sid
	scripts/check-headers

check-pmus: ## the kernel's own PMU drivers, on emulated processors from Core 2 to Zen 4; M="zen haswell" only these
	scripts/check-pmus $(M)

check-why: ## 20,000 random refused calls need the right reason; 200,000 successful calls must match no rule
	scripts/vm --kernel $(KERNEL) --timeout 3000 -- tests/guest/why-long

check-fixes: ## plans tried for real: 5,000 random refused calls and those of programs, on four kernels and two real PMUs; N=500 KERNELS="6.1 zen" less
	scripts/check-fixes $(or $(N),5000) $(KERNELS)

docs: ## docs/refusals.md and docs/record.schema.json from the tables that they repeat
	$(MAKE) -s -C tests/host ../../build/host/test_why_docs ../../build/host/test_schema_docs
	cd tests/host && ../../build/host/test_why_docs --print >../../docs/refusals.md.new
	cd tests/host && ../../build/host/test_schema_docs --print >../../docs/record.schema.json.new
	mv docs/refusals.md.new docs/refusals.md
	mv docs/record.schema.json.new docs/record.schema.json

check-debug: ## all tests and stress tests in debug kernels, at full length; more than an hour
	scripts/check-debug $(PARTS)

check-mutants: ## puts bugs in on purpose: do the tests find them?
	scripts/check-mutants

fuzz: ## libFuzzer over renderers, reasons and filter; SECONDS=300
	scripts/setup --quiet check
	$(MAKE) -s -C tests/host fuzz SECONDS=$(or $(SECONDS),300)

lint: ## checkpatch, sparse, coccicheck, ... of what was changed; ALL=1 of every file (minutes)
	scripts/lint $(if $(ALL),--all)

bench: ## cost of a call and of a record, compared with other tools; writes docs/cost.*
	scripts/bench

load: all ## load the module that was built here into the running kernel
	scripts/load

unload: ## remove it, or say who keeps it
	scripts/load --remove

install: ## module by dkms for this and every later kernel, loaded at boot; the tools to PREFIX=/usr/local
	scripts/install "$(PREFIX)" "$(KVER)"

uninstall: ## take back what install did
	scripts/install --remove "$(PREFIX)" "$(KVER)"

dist: ## build/perfattr_dump-VERSION.tar.xz, the same to the byte wherever it is made
	scripts/dist

deb: ## Debian packages into build/deb, checked by lintian
	scripts/deb

rpm: ## RPM packages into build/rpm; built and looked at on Debian, not installed on Fedora
	scripts/rpm

clean: ## remove what was built; what was fetched stays in .cache
	rm -rf build
	$(MAKE) -C userspace clean
	$(MAKE) -C tests/host clean
	find kmod -name '*.o' -delete -o -name '.*.cmd' -delete -o -name '*.o.d' -delete
	rm -f perfattr_dump.ko perfattr_dump.mod perfattr_dump.mod.c perfattr_dump.mod.o perfattr_dump.o \
		.perfattr_dump.*.cmd .Module.symvers.cmd .modules.order.cmd Module.symvers modules.order

.PHONY: all help module tools bench demo check check-host check-guest check-matrix check-dkms check-build check-debug check-mutants check-headers check-pmus fuzz check-why check-fixes docs lint load unload install uninstall deb rpm dist clean
