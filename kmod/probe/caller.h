/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The caller of an open or an op, and copies of the memory that its arguments point to. Functions
 * that run in every call are inline.
 */
#ifndef PERFATTR_CALLER_H
#define PERFATTR_CALLER_H

#include <linux/compat.h>
#include <linux/compiler.h>
#include <linux/cred.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/uidgid.h>
#include <asm/syscall.h>

#include "core/record.h"

enum pa_abi pa_caller_abi(void);
void pa_caller_attr_entry(struct pa_record *rec);
void pa_caller_attr_return(struct pa_record *rec);
u16 pa_caller_string(char *to, u16 room, u64 from);
u64 pa_caller_unreadable(void);

/**
 * pa_caller_copy() - copy memory of the caller
 * @dst: receives it
 * @src: user address
 * @len: bytes
 *
 * Context: any, does not fault. Return: false unless all of it is readable and resident.
 */
static __always_inline bool pa_caller_copy(void *dst, u64 src, size_t len)
{
	return !copy_from_user_nofault(dst, (const void __user *)(unsigned long)src, len);
}

/**
 * pa_caller_syscall_abi() - the ABI of the current task, which is in a system call
 *
 * Context: any.
 */
static __always_inline enum pa_abi pa_caller_syscall_abi(void)
{
#if defined(CONFIG_X86_64)
	if (in_ia32_syscall())
		return PA_ABI_I386;
	return in_x32_syscall() ? PA_ABI_X32 : PA_ABI_X86_64;
#elif defined(CONFIG_ARM64)
	return in_compat_syscall() ? PA_ABI_ARM : PA_ABI_ARM64;
#elif defined(CONFIG_PPC64)
	return in_compat_syscall() ? PA_ABI_PPC : PA_ABI_PPC64;
#else
#error "pa_caller_syscall_abi() does not know the ABIs of this architecture"
#endif
}

/**
 * pa_caller_begin() - begin a record: fill in the caller, mark all other parts invalid
 * @rec:  the record
 * @kind: which system call
 *
 * The cleared fields are adjacent in the record, so that the compiler can merge the stores.
 *
 * Context: any.
 */
static __always_inline void pa_caller_begin(struct pa_record *rec, enum pa_record_kind kind)
{
	rec->attr_len = 0;
	rec->str_len = 0;
	rec->kind = kind;
	rec->str_kind = 0;
	rec->have_facts = 0;
	rec->have_kview = 0;
	rec->pid = current->tgid;
	rec->tid = current->pid;
	rec->uid = __kuid_val(current_uid());
	memcpy(rec->comm, current->comm, sizeof(rec->comm));
}

#endif /* PERFATTR_CALLER_H */
