# SPDX-License-Identifier: GPL-2.0
# perfattr, its man page and completion; included by ../Makefile, where it
# adds to the targets.

# In the folder userspace perfattr is the folder of its sources.
PERFATTR := $(if $(filter .,$(O)),perfattr/perfattr,$(O)/perfattr)
# The journal's fields need libsystemd besides cJSON.
PERFATTR_SOURCES := $(filter-out act/$(if $(JOURNAL),no_)journal.c, \
	$(wildcard $(foreach room,input tracer show act write perfattr,$(room)/*.c))) die.c output.c text.c
PERFATTR_HEADERS := $(wildcard $(foreach room,input tracer show act write perfattr,$(room)/*.h) *.h)
# Beside those of the library, each in the folder of its room.
PERFATTR_OBJ := $(O)/lib-perfattr/userspace
PERFATTR_OBJECTS := $(PERFATTR_SOURCES:%.c=$(PERFATTR_OBJ)/%.o) $(PERFATTR_OBJ)/write/sampler.o

all: $(if $(CJSON),$(PERFATTR) $(if $(JOURNAL),,no-journal),no-perfattr)

TOP := ..
LIB := $(O)/lib-perfattr
include library.mk

$(PERFATTR_OBJECTS): PERFATTR_CFLAGS := $(WARN) -Wno-unused-parameter -I../kmod -I. -D_GNU_SOURCE \
	-DPERFATTR_VERSION='"$(VERSION)"'

$(PERFATTR_SOURCES:%.c=$(PERFATTR_OBJ)/%.o): $(PERFATTR_OBJ)/%.o: %.c $(PERFATTR_HEADERS) $(LIB_HEADERS) ../VERSION
	@mkdir -p $(@D)
	$(CC) $(PERFATTR_CFLAGS) $(CFLAGS) $(filter -I%,$(LDFLAGS)) -c -o $@ $<

# The template of the programs that "write" prints, as a string.
$(PERFATTR_OBJ)/write/sampler.o: write/sampler.c.in
	@mkdir -p $(@D)
	{ echo 'const char write_template[] ='; sed 's/["\\]/\\&/g; s/.*/"&\\n"/' $<; echo ';'; } | \
		$(CC) $(CFLAGS) -c -x c -o $@ -

# FAKE: for the tests, what takes the place of the module's streams.
$(PERFATTR): $(PERFATTR_OBJECTS) $(LIB_OBJECTS) $(FAKE)
	$(CC) $(CFLAGS) $(if $(FAKE),$(WARN) -D_GNU_SOURCE) $(LDFLAGS) -o $@ $^ -lcjson $(if $(JOURNAL),-lsystemd)

install: $(if $(CJSON),install-perfattr $(if $(JOURNAL),,no-journal),no-perfattr)

# With its service, which runs it where the module is loaded.
install-perfattr: $(PERFATTR)
	install -D -m 755 $(PERFATTR) $(BINDIR)/perfattr
	install -D -m 644 perfattr.1 $(MANDIR)/perfattr.1
	install -D -m 644 perfattr.bash $(COMPDIR)/perfattr
	install -D -m 644 perfattr.fish $(FISHDIR)/perfattr.fish
	install -D -m 644 perfattr.zsh $(ZSHDIR)/_perfattr
	install -D -m 644 60-perfattr.rules $(RULESDIR)/60-perfattr.rules
	install -D -m 644 journald-perfattr.conf $(JOURNALDIR)/perfattr.conf
	install -D -m 644 perfattr.service $(UNITDIR)/perfattr.service
	sed -i 's,^ExecStart=/usr/local/,ExecStart=$(PREFIX)/,' $(UNITDIR)/perfattr.service

no-perfattr:
	@echo 'perfattr and perfattr.service are left out, for want of cJSON; they are made after:' \
		'apt-get install libcjson-dev libsystemd-dev' >&2

no-journal:
	@echo 'perfattr has no fields for the journal, for want of libsystemd; with them after:' \
		'apt-get install libsystemd-dev; make -B tools' >&2

lint: lint-perfattr

lint-perfattr:
	shellcheck -s bash perfattr.bash
	groff -ww -mdoc -Tutf8 perfattr.1 > /dev/null
	mandoc -T lint -W warning perfattr.1

# Before the folders go that the other files leave empty.
uninstall: uninstall-perfattr

uninstall-perfattr:
	rm -f $(BINDIR)/perfattr $(MANDIR)/perfattr.1 $(COMPDIR)/perfattr
	rm -f $(FISHDIR)/perfattr.fish $(ZSHDIR)/_perfattr
	rm -f $(RULESDIR)/60-perfattr.rules $(UNITDIR)/perfattr.service $(JOURNALDIR)/perfattr.conf

clean: clean-perfattr

clean-perfattr:
	rm -f perfattr/perfattr
	rm -rf lib-perfattr

.PHONY: install-perfattr no-perfattr no-journal lint-perfattr uninstall-perfattr clean-perfattr
