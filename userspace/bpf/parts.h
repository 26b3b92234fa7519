/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that the files of perfattr-bpf call of each other. */
#ifndef PERFATTR_BPF_PARTS_H
#define PERFATTR_BPF_PARTS_H

#include <stdio.h>

#include "bpf/wire.h"
#include "core/names.h"
#include "common/die.h"

struct btf;
struct programs;

#define BIT_OF(fn)	(1u << PA_FN_##fn)

/**
 * struct types - what the kernel's own type information says, that programs or records need
 * @tracepoint, @custom: TRACE_EVENT_FL_*
 */
struct types {
	u32 tracepoint;
	u32 custom;
};

/* machine.c */
bool machine_types(const struct btf *btf, struct pa_kernel *k, struct types *types);
bool machine_text(const char *path, char *to, size_t size);
void machine_init(struct pa_kernel *k);
bool machine_asked(s32 pid);
bool machine_learn(struct pa_kernel *k, s32 paranoid);

/* table.c */
void table_begin(const struct programs *p);
void table_code(u64 addr, char *to, size_t size);
void table_symbol(u64 addr, char *to, size_t size);
void table_env(struct pa_env *env);
void table_tell(const struct pa_kernel *k);
bool table_caps(u32 raw, u32 *caps);
bool table_keeps_code(u32 index);
bool table_clock(u32 index, u64 *config);

/* prime.c */
long open_event(u32 type, u64 config, u64 more, int group_fd, u64 flags);
void prime_stages(void);

/* tell.c */
extern bool tell_raw;
void tell_begin(const struct programs *p, struct pa_kernel *k, u32 attached);
u32 tell_followed(void);
void tell_start(void);
int tell_call(void *arg, void *data, size_t size);
void tell_queue(void);
void tell_lost(void);

/* rights.c */
bool rights_keep(u64 keep);
void rights_drop(void);
void refused_types(void) __attribute__((noreturn));
void refused(int err, bool loaded, const char *words) __attribute__((noreturn));

#endif /* PERFATTR_BPF_PARTS_H */
