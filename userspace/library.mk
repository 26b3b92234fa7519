# SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
# The library of all programs: the core, which the module has, too, the reasons, and what reads
# records. Included with TOP, the way to the project's top, and LIB, where its objects go.

LIB_SOURCES := $(patsubst $(TOP)/%,%,$(wildcard $(TOP)/kmod/core/*.c $(TOP)/kmod/core/*/*.c \
	$(foreach room,json raw facts rules host try parse call doctor samples,$(TOP)/userspace/$(room)/*.c)))
LIB_HEADERS := $(wildcard $(TOP)/kmod/core/*.h $(TOP)/kmod/core/*/*.h $(TOP)/userspace/shim.h \
	$(foreach room,json raw facts rules host try parse call doctor samples,$(TOP)/userspace/$(room)/*.h))
LIB_OBJECTS := $(LIB_SOURCES:%.c=$(LIB)/%.o)
# The core and the reasons as the oldest kernel wants it: declarations first, no variable-length arrays.
LIB_CFLAGS := -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Wmissing-prototypes -Werror \
	-I$(TOP)/kmod -I$(TOP)/userspace -D_GNU_SOURCE
$(LIB)/userspace/%.o: LIB_CFLAGS += -Wshadow -Wstrict-prototypes
$(LIB)/kmod/%.o $(LIB)/userspace/facts/%.o $(LIB)/userspace/rules/%.o: LIB_CFLAGS += -Wdeclaration-after-statement -Wvla

$(LIB)/%.o: $(TOP)/%.c $(LIB_HEADERS) $(TOP)/userspace/library.mk
	@mkdir -p $(@D)
	$(CC) $(LIB_CFLAGS) $(CFLAGS) $(filter -I%,$(LDFLAGS) $(CJSON)) -c -o $@ $<

library: $(LIB_OBJECTS)

.PHONY: library
