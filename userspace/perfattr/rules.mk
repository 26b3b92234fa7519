# SPDX-License-Identifier: GPL-2.0
# perfattr, its man page and its completion; included by ../Makefile, where it adds to the targets.

# In the folder userspace perfattr is the folder of its sources.
PERFATTR := $(if $(filter .,$(O)),perfattr/perfattr,$(O)/perfattr)
PERFATTR_SOURCES := $(wildcard perfattr/*.c) die.c

all: $(if $(JANSSON),$(PERFATTR),no-perfattr)

$(PERFATTR): $(PERFATTR_SOURCES) perfattr/perfattr.h c_names.h die.h recent.h ../kmod/core/lists.h ../VERSION
	$(CC) $(WARN) -Wno-unused-parameter -I../kmod $(CFLAGS) -D_GNU_SOURCE -DPERFATTR_VERSION='"$(VERSION)"' \
		$(LDFLAGS) -o $@ $(PERFATTR_SOURCES) -ljansson

check: check-perfattr

check-perfattr:
ifneq ($(JANSSON),)
	./test-perfattr.sh
else
	@echo '1..1'
	@echo 'ok 1 - perfattr # SKIP it is not built: apt-get install libjansson-dev'
endif

install: $(if $(JANSSON),install-perfattr,no-perfattr)

install-perfattr: $(PERFATTR)
	install -D -m 755 $(PERFATTR) $(BINDIR)/perfattr
	install -D -m 644 perfattr.1 $(MANDIR)/perfattr.1
	install -D -m 644 perfattr.bash $(COMPDIR)/perfattr

no-perfattr:
	@echo 'perfattr is left out, for want of Jansson; it is made after: apt-get install libjansson-dev' >&2

lint: lint-perfattr

lint-perfattr:
	shellcheck test-perfattr.sh check-attrs
	shellcheck -s bash perfattr.bash
	groff -ww -mdoc -Tutf8 perfattr.1 > /dev/null
	mandoc -T lint -W warning perfattr.1

# Before the folders go that the other files leave empty.
uninstall: uninstall-perfattr

uninstall-perfattr:
	rm -f $(BINDIR)/perfattr $(MANDIR)/perfattr.1 $(COMPDIR)/perfattr

clean: clean-perfattr

clean-perfattr:
	rm -f perfattr/perfattr

.PHONY: check-perfattr install-perfattr no-perfattr lint-perfattr uninstall-perfattr clean-perfattr
