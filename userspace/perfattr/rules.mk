# SPDX-License-Identifier: GPL-2.0
# perfattr, its man page and completion; included by ../Makefile, where it
# adds to the targets.

# In the folder userspace perfattr is the folder of its sources.
PERFATTR := $(if $(filter .,$(O)),perfattr/perfattr,$(O)/perfattr)
PERFATTR_SOURCES := $(wildcard $(foreach room,capture tracer ui commands write common perfattr,$(room)/*.c))
PERFATTR_HEADERS := $(wildcard $(foreach room,capture tracer ui commands write common perfattr,$(room)/*.h) *.h)
# Beside those of the library, each in the folder of its room.
PERFATTR_OBJ := $(O)/lib-perfattr/userspace
PERFATTR_OBJECTS := $(PERFATTR_SOURCES:%.c=$(PERFATTR_OBJ)/%.o) $(PERFATTR_OBJ)/write/sampler.o

all: $(if $(CJSON),$(PERFATTR),no-perfattr)

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
	$(CC) $(CFLAGS) $(if $(FAKE),$(WARN) -D_GNU_SOURCE) $(LDFLAGS) -o $@ $^ -lcjson

install: $(if $(CJSON),install-perfattr,no-perfattr)

install-perfattr: $(PERFATTR)
	install -D -m 755 $(PERFATTR) $(BINDIR)/perfattr
	install -D -m 644 perfattr.1 $(MANDIR)/perfattr.1
	install -D -m 644 perfattr.bash $(COMPDIR)/perfattr
	install -D -m 644 perfattr.fish $(FISHDIR)/perfattr.fish
	install -D -m 644 perfattr.zsh $(ZSHDIR)/_perfattr

no-perfattr:
	@echo 'perfattr is left out, for want of cJSON; it is made after: apt-get install libcjson-dev' >&2

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

clean: clean-perfattr

clean-perfattr:
	rm -f perfattr/perfattr
	rm -rf lib-perfattr

.PHONY: install-perfattr no-perfattr lint-perfattr uninstall-perfattr clean-perfattr
