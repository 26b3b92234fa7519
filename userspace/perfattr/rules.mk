# SPDX-License-Identifier: GPL-2.0
# perfattr, which is perfattr-c, too, their man pages and completion; included by ../Makefile, where it
# adds to the targets.

# In the folder userspace perfattr is the folder of its sources.
PERFATTR := $(if $(filter .,$(O)),perfattr/perfattr,$(O)/perfattr)
# Its second name, a link.
PERFATTR_C := $(PERFATTR)-c
# The frame of the programs that perfattr c makes: a part of perfattr as text.
SKELETON := perfattr/c/skeleton.c
# The journal's fields need libsystemd besides Jansson.
PERFATTR_SOURCES := $(filter-out act/$(if $(JOURNAL),no_)journal.c $(SKELETON), \
	$(wildcard $(foreach room,input show act perfattr perfattr/c,$(room)/*.c))) die.c output.c text.c
PERFATTR_HEADERS := $(wildcard $(foreach room,input show act perfattr perfattr/c,$(room)/*.h) *.h)
# Beside those of the library, each in the folder of its room.
PERFATTR_OBJ := $(O)/lib-perfattr/userspace
PERFATTR_OBJECTS := $(PERFATTR_SOURCES:%.c=$(PERFATTR_OBJ)/%.o) $(PERFATTR_OBJ)/perfattr/c/skeleton_text.o

all: $(if $(JANSSON),$(PERFATTR_C) $(if $(JOURNAL),,no-journal),no-perfattr)

TOP := ..
LIB := $(O)/lib-perfattr
include library.mk

$(PERFATTR_OBJECTS): PERFATTR_CFLAGS := $(WARN) -Wno-unused-parameter -I../kmod -I. -D_GNU_SOURCE \
	-DPERFATTR_VERSION='"$(VERSION)"' -DSKELETON='"$(SKELETON)"' $(if $(filter -static,$(LDFLAGS)),-DPERFATTR_STATIC)

$(PERFATTR_SOURCES:%.c=$(PERFATTR_OBJ)/%.o): $(PERFATTR_OBJ)/%.o: %.c $(PERFATTR_HEADERS) $(LIB_HEADERS) ../VERSION
	@mkdir -p $(@D)
	$(CC) $(PERFATTR_CFLAGS) $(CFLAGS) $(filter -I%,$(LDFLAGS)) -c -o $@ $<

$(PERFATTR_OBJ)/perfattr/c/skeleton_text.o: perfattr/c/skeleton_text.S $(SKELETON)
	@mkdir -p $(@D)
	$(CC) $(PERFATTR_CFLAGS) $(CFLAGS) -c -o $@ $<

# FAKE: for the tests, what takes the place of the module's streams.
$(PERFATTR): $(PERFATTR_OBJECTS) $(LIB_OBJECTS) $(FAKE)
	$(CC) $(CFLAGS) $(if $(FAKE),$(WARN) -D_GNU_SOURCE) $(LDFLAGS) -o $@ $^ -ljansson $(if $(JOURNAL),-lsystemd)

$(PERFATTR_C): $(PERFATTR)
	ln -sf perfattr $@

install: $(if $(JANSSON),install-perfattr $(if $(JOURNAL),,no-journal),no-perfattr)

# With its service, which runs it where the module is loaded.
install-perfattr: $(PERFATTR) old-programs
	install -D -m 755 $(PERFATTR) $(BINDIR)/perfattr
	ln -sf perfattr $(BINDIR)/perfattr-c
	install -D -m 644 perfattr.1 $(MANDIR)/perfattr.1
	install -D -m 644 perfattr-c.1 $(MANDIR)/perfattr-c.1
	install -D -m 644 perfattr.bash $(COMPDIR)/perfattr
	ln -sf perfattr $(COMPDIR)/perfattr-c
	install -D -m 644 60-perfattr.rules $(RULESDIR)/60-perfattr.rules
	install -D -m 644 journald-perfattr.conf $(JOURNALDIR)/perfattr.conf
	install -D -m 644 perfattr.service $(UNITDIR)/perfattr.service
	sed -i 's,^ExecStart=/usr/local/,ExecStart=$(PREFIX)/,' $(UNITDIR)/perfattr.service

no-perfattr:
	@echo 'perfattr, perfattr-c and perfattr.service are left out, for want of Jansson; they are made after:' \
		'apt-get install libjansson-dev libsystemd-dev' >&2

no-journal:
	@echo 'perfattr has no fields for the journal, for want of libsystemd; with them after:' \
		'apt-get install libsystemd-dev; make -B tools' >&2

lint: lint-perfattr

lint-perfattr:
	shellcheck -s bash perfattr.bash
	groff -ww -mdoc -Tutf8 perfattr.1 > /dev/null
	groff -ww -mdoc -Tutf8 perfattr-c.1 > /dev/null
	mandoc -T lint -W warning perfattr.1 perfattr-c.1

# Before the folders go that the other files leave empty.
uninstall: uninstall-perfattr

uninstall-perfattr:
	rm -f $(BINDIR)/perfattr $(MANDIR)/perfattr.1 $(COMPDIR)/perfattr
	rm -f $(BINDIR)/perfattr-c $(MANDIR)/perfattr-c.1 $(COMPDIR)/perfattr-c
	rm -f $(RULESDIR)/60-perfattr.rules $(UNITDIR)/perfattr.service $(JOURNALDIR)/perfattr.conf

clean: clean-perfattr

clean-perfattr:
	rm -f perfattr/perfattr perfattr/perfattr-c
	rm -rf lib-perfattr

.PHONY: install-perfattr no-perfattr no-journal lint-perfattr uninstall-perfattr clean-perfattr
