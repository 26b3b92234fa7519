/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The caller of an open or an op, and copies of the memory that its arguments point to. Functions
 * that run in every call are inline.
 */
#ifndef PERFATTR_CALLER_H
#define PERFATTR_CALLER_H

#include <linux/compat.h>
#include <linux/cred.h>
#include <linux/mm.h>
#include <linux/uidgid.h>
#include <asm/syscall.h>

#include "core/endian.h"
#include "kernel/arch.h"
#include "kernel/pmu.h"

enum pa_abi pa_caller_abi(void);
void pa_caller_attr_unusual(struct pa_record *rec);
void pa_caller_attr_return(struct pa_record *rec);
int pa_caller_string(char *to, u16 size, u64 from);

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
#elif defined(CONFIG_RISCV)
	return in_compat_syscall() ? PA_ABI_RISCV32 : PA_ABI_RISCV64;
#elif defined(CONFIG_S390)
	return in_compat_syscall() ? PA_ABI_S390 : PA_ABI_S390X;
#elif defined(CONFIG_ARM)
	return PA_ABI_ARM;
#else
#error "pa_caller_syscall_abi() does not know the ABIs of this architecture"
#endif
}

/**
 * pa_caller_arguments() - the arguments of the current task's system call
 * @args: receives it
 *
 * 64-bit code may enter as 32-bit code does: then these are whole registers, and the kernel uses
 * the lower halves.
 *
 * Context: any, in a system call.
 */
static __always_inline void pa_caller_arguments(unsigned long args[6])
{
	unsigned int i;

	syscall_get_arguments(current, task_pt_regs(current), args);
	for (i = 0; pa_caller_syscall_abi() == PA_ABI_I386 && i < 6; i++)
		args[i] = (u32)args[i];
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

/* The usual attr is resident, and no larger than the kernel's own. Returns false for others. */
static __always_inline bool pa_caller_attr_usual(struct pa_record *rec)
{
	const u64 __user *from = (const u64 __user *)(unsigned long)rec->attr_ptr;
	const size_t most = sizeof(struct perf_event_attr);
	u32 type, size;

	/* The page behind may be missing, if the attr is smaller than the kernel's. */
	if (unlikely(offset_in_page(from) > PAGE_SIZE - most))
		return false;
	if (unlikely(!compat_copy_words((u64 *)rec->attr, from, most)))
		return false;
	memcpy(&size, rec->attr + offsetof(struct perf_event_attr, size), sizeof(size));
	if (unlikely(size < PERF_ATTR_SIZE_VER0 || size > most))
		return false;
	memcpy(&type, rec->attr, sizeof(type));
	pa_le_attr(rec->attr, size, sizeof(rec->attr));
	rec->attr_size = size;
	rec->attr_len = pa_le_len(size);
	/* Not by pa_pmu_now(): so the usual 0 and attr_more are one store. */
	rec->attr_more = 0;
	rec->type_pmu = 0;
	if (unlikely(type >= PERF_TYPE_MAX))
		rec->type_pmu = pa_pmu_dynamic(type);
	return true;
}

/**
 * pa_caller_attr_entry() - copy the caller's attr before the kernel reads it
 * @rec: begun, attr_ptr is set; receives the attr and the fields that describe it
 *
 * Context: probe handler.
 */
static __always_inline void pa_caller_attr_entry(struct pa_record *rec)
{
	if (unlikely(!pa_caller_attr_usual(rec))) {
		pa_caller_attr_unusual(rec);
		return;
	}
	rec->attr_state = PA_ATTR_ENTRY;
	rec->have_size = 1;
}

#endif /* PERFATTR_CALLER_H */
