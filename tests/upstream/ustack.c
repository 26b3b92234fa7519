// SPDX-License-Identifier: GPL-2.0
/*
 * How many bytes the kernel writes for the user stack of a sample: FUNCTION is a file with
 * perf_output_sample_ustack() of kernel/events/core.c, which is compiled alone.
 *
 *   ustack	prints the bytes for a task without registers, for a stack of 0 bytes, and of 16
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef uint64_t u64;

struct perf_output_handle {
	u64 written;
};

struct pt_regs {
	unsigned long sp;
};

#define perf_output_put(handle, value)		((handle)->written += sizeof(value))
#define perf_output_skip(handle, bytes)		((handle)->written += (bytes))
#define perf_user_stack_pointer(regs)		((regs)->sp)

/* As if nothing of the stack could be read. */
static unsigned int __output_copy_user(struct perf_output_handle *handle, const void *from,
				       u64 bytes)
{
	(void)handle;
	(void)from;
	return bytes;
}

#include FUNCTION

static u64 bytes(u64 dump_size, struct pt_regs *regs)
{
	struct perf_output_handle handle = { 0 };

	perf_output_sample_ustack(&handle, dump_size, regs);
	return handle.written;
}

int main(void)
{
	struct pt_regs regs = { 0 };

	printf("%d %d %d\n", (int)bytes(0, NULL), (int)bytes(0, &regs), (int)bytes(16, &regs));
	return 0;
}
