# SPDX-License-Identifier: GPL-2.0
# perfattr-bpf, for machines that take no module; included by ../Makefile, where it adds to the targets.
# Its programs are compiled by clang for the kernel's machine, so without clang, bpftool and libbpf the
# rest is made and installed all the same, and `make` says what to type. Its programs know x86_64 only.

CLANG ?= clang
# For users it is in no folder of PATH.
BPFTOOL ?= $(firstword $(wildcard $(addsuffix /bpftool,$(subst :, ,$(PATH)) /usr/sbin)))
BPF_MACHINE := $(filter x86_64-%,$(shell $(CC) -dumpmachine))
BPF_LIBS := -lbpf -lelf -lz
BPF := $(if $(and $(BPF_MACHINE),$(BPFTOOL),$(shell command -v $(CLANG))),$(call \
	has_library,bpf/libbpf.h,bpf -lelf -lz))

# Beside perfattr, which looks for it there and nowhere else.
PERFATTR_BPF := $(dir $(PERFATTR))perfattr-bpf
BPF_OBJ := $(O)/lib-bpf
# With -mcpu=v3 a program gets the result of what it adds to; the kernels that take ours have that.
BPF_TARGET := -target bpf -mcpu=v3 -O2 -g -D__TARGET_ARCH_x86 -D__x86_64__ \
	-I/usr/include/$(firstword $(BPF_MACHINE)) -I/usr/include/x86_64-linux-gnu
# They are a part of the program as they are, with the names of their sources: not where these are built.
BPF_TARGET += -ffile-prefix-map=$(CURDIR)=.
BPF_WARN := -Wall -Wextra -Wno-unused-parameter -Werror
BPF_HEADERS := $(wildcard bpf/*.h)
BPF_OBJECTS := $(patsubst %.c,$(BPF_OBJ)/%.o,$(filter-out %.bpf.c,$(wildcard bpf/*.c)) common/die.c)
BPF_SKELETONS := $(patsubst bpf/%.bpf.c,$(BPF_OBJ)/%.skel.h,$(wildcard bpf/*.bpf.c))
# Of the library only what the module has, too, and what writes JSON.
BPF_CORE := $(filter $(LIB)/kmod/% $(LIB)/userspace/json/%,$(LIB_OBJECTS))

# Who makes a package without it says BPF= to make.
all: $(if $(BPF),$(PERFATTR_BPF),$(if $(BPF_MACHINE),$(if $(filter file,$(origin BPF)),no-bpf)))

$(BPF_OBJ)/%.bpf.o: bpf/%.bpf.c $(BPF_HEADERS) $(LIB_HEADERS)
	@mkdir -p $(@D)
	$(CLANG) $(BPF_TARGET) $(BPF_WARN) -std=gnu11 -I../kmod -I. -c -o $@ $<

$(BPF_OBJ)/%.skel.h: $(BPF_OBJ)/%.bpf.o
	$(BPFTOOL) gen skeleton $< name $* > $@.new
	mv $@.new $@

$(BPF_OBJECTS): $(BPF_OBJ)/%.o: %.c $(BPF_SKELETONS) $(BPF_HEADERS) $(LIB_HEADERS) ../VERSION
	@mkdir -p $(@D)
	$(CC) $(WARN) -Wno-unused-parameter -I../kmod -I. -I$(BPF_OBJ) -D_GNU_SOURCE \
		-DPERFATTR_VERSION='"$(VERSION)"' $(CFLAGS) -c -o $@ $<

$(PERFATTR_BPF): $(BPF_OBJECTS) $(BPF_CORE)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(BPF_LIBS)

install: $(if $(BPF),install-bpf)

install-bpf: $(PERFATTR_BPF)
	install -D -m 755 $(PERFATTR_BPF) $(BINDIR)/perfattr-bpf
	install -D -m 644 perfattr-bpf.1 $(MANDIR)/perfattr-bpf.1
	install -D -m 644 perfattr-bpf.service $(UNITDIR)/perfattr-bpf.service
	sed -i 's,^ExecStart=/usr/local/,ExecStart=$(PREFIX)/,' $(UNITDIR)/perfattr-bpf.service

lint: lint-bpf

lint-bpf:
	groff -ww -mdoc -Tutf8 perfattr-bpf.1 > /dev/null
	mandoc -T lint -W warning perfattr-bpf.1

no-bpf:
	@echo 'perfattr-bpf is left out, for want of clang, bpftool or libbpf; it is made after:' \
		'apt-get install clang bpftool libbpf-dev' >&2

uninstall: uninstall-bpf

uninstall-bpf:
	rm -f $(BINDIR)/perfattr-bpf $(MANDIR)/perfattr-bpf.1 $(UNITDIR)/perfattr-bpf.service

clean: clean-bpf

clean-bpf:
	rm -f perfattr/perfattr-bpf
	rm -rf lib-bpf

.SECONDARY: $(BPF_SKELETONS) $(BPF_SKELETONS:.skel.h=.bpf.o)
.PHONY: install-bpf lint-bpf no-bpf uninstall-bpf clean-bpf
