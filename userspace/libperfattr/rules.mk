# SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
# libperfattr, which profilers link: shared and static, its header, its man page, what pkg-config asks.
# Included by ../Makefile, where it adds to the targets. What all programs of ours are made of is another
# thing: library.mk.

LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MAN3DIR := $(DESTDIR)$(PREFIX)/share/man/man3
# In the folder userspace libperfattr is the folder of its sources.
SHARED_DIR := $(if $(filter .,$(O)),libperfattr,$(O))
SONAME := libperfattr.so.1
SHARED := $(SHARED_DIR)/$(SONAME).0
ARCHIVE := $(SHARED_DIR)/libperfattr.a
SYMBOLS := $(shell sed -n 's/^\t\(perfattr_.*\);/\1/p' libperfattr/libperfattr.map)

# Of a foreign machine, as the compiler is.
OBJCOPY ?= $(if $(filter %-gcc,$(CC)),$(CC:%gcc=%objcopy),objcopy)

# Nothing of it needs cJSON: who links it gets the C library alone. What is not used is left out.
PIC := $(O)/pic
PIC_SOURCES := $(patsubst ../%,%,$(wildcard ../kmod/core/*.c ../kmod/core/*/*.c)) \
	$(patsubst %,userspace/%,$(wildcard json/*.c facts/*.c rules/*.c libperfattr/*.c call/now.c)) \
	$(patsubst %,userspace/host/%.c,cpus file formats here kprobe limits lsm machine pmus policy symbols sysfs task tracefs) \
	$(patsubst %,userspace/call/pasted_%.c,assume call each op pmus rank why)
PIC_OBJECTS := $(PIC_SOURCES:%.c=$(PIC)/%.o)
# Without tables for unwinding, an eighth of it: debuggers have those of -g.
PIC_CFLAGS := -fPIC -fvisibility=hidden -ffunction-sections -fdata-sections -fno-lto -fno-asynchronous-unwind-tables

$(PIC)/%.o: ../%.c $(LIB_HEADERS) $(wildcard libperfattr/*.h) library.mk libperfattr/rules.mk ../VERSION
	@mkdir -p $(@D)
	$(CC) $(LIB_CFLAGS) -Wshadow -Wstrict-prototypes -DPERFATTR_VERSION='"$(VERSION)"' $(CFLAGS) $(PIC_CFLAGS) \
		-c -o $@ $<

# Without -static: then there is only what is linked so.
libperfattr: $(SHARED) $(ARCHIVE)

$(SHARED): $(PIC_OBJECTS) libperfattr/libperfattr.map
	$(CC) $(CFLAGS) $(filter-out -static -pie,$(LDFLAGS)) -fno-lto -shared -o $@ $(PIC_OBJECTS) \
		-Wl,-soname,$(SONAME) -Wl,--version-script=libperfattr/libperfattr.map \
		-Wl,-z,defs -Wl,-z,relro -Wl,-z,now -Wl,--gc-sections -Wl,--as-needed -pthread
	ln -sf $(SONAME).0 $(SHARED_DIR)/$(SONAME)
	ln -sf $(SONAME) $(SHARED_DIR)/libperfattr.so

# One object, so that no name of ours meets one of the program.
$(ARCHIVE): $(PIC_OBJECTS)
	$(CC) $(filter -m%,$(CFLAGS)) -nostdlib -r -Wl,--gc-sections $(SYMBOLS:%=-Wl,-u,%) -o $(PIC)/libperfattr.o $(PIC_OBJECTS)
	$(OBJCOPY) --localize-hidden $(PIC)/libperfattr.o
	rm -f $@
	$(AR) rcs $@ $(PIC)/libperfattr.o

ifeq ($(filter -static,$(LDFLAGS)),)
all: libperfattr
install: install-libperfattr
endif

install-libperfattr: libperfattr
	install -D -m 644 $(SHARED) $(DESTDIR)$(LIBDIR)/$(SONAME).0
	ln -sf $(SONAME).0 $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libperfattr.so
	install -D -m 644 $(ARCHIVE) $(DESTDIR)$(LIBDIR)/libperfattr.a
	install -D -m 644 libperfattr/perfattr.h $(DESTDIR)$(INCLUDEDIR)/perfattr.h
	install -D -m 644 libperfattr/libperfattr.3 $(MAN3DIR)/libperfattr.3
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig
	sed 's,@LIBDIR@,$(LIBDIR),; s,@INCLUDEDIR@,$(INCLUDEDIR),; s,@VERSION@,$(VERSION),' \
		libperfattr/libperfattr.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/libperfattr.pc

lint: lint-libperfattr

lint-libperfattr:
	groff -ww -mdoc -Tutf8 libperfattr/libperfattr.3 > /dev/null
	mandoc -T lint -W warning libperfattr/libperfattr.3

uninstall: uninstall-libperfattr

uninstall-libperfattr:
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,$(SONAME).0 $(SONAME) libperfattr.so libperfattr.a)
	rm -f $(DESTDIR)$(LIBDIR)/pkgconfig/libperfattr.pc $(DESTDIR)$(INCLUDEDIR)/perfattr.h $(MAN3DIR)/libperfattr.3
	for dir in $(DESTDIR)$(LIBDIR)/pkgconfig $(MAN3DIR); do \
		[ ! -d $$dir ] || rmdir --ignore-fail-on-non-empty $$dir; done

clean: clean-libperfattr

clean-libperfattr:
	rm -f libperfattr/libperfattr.so* libperfattr/libperfattr.a
	rm -rf pic

.PHONY: libperfattr install-libperfattr lint-libperfattr uninstall-libperfattr clean-libperfattr

# All of it as one source and its header, to be taken into a program.
# Nothing of the library uses what is about events that are open.
amalgamation mini:
	@mkdir -p $(O)/$@
	../scripts/amalgamate $(filter --mini,--$@) $(O)/$@ $(VERSION) $(filter-out \
		$(patsubst %,kmod/core/%.c,event_now raw text/event) userspace/json/event.c,$(PIC_SOURCES))

.PHONY: amalgamation mini
