// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Copies memory of this process that may not exist. The kernel reads it, by write() to a pipe: it
 * returns EFAULT where a load would end the process, and no other system calls are made than those
 * that libperfattr(3) lists: a filter that kills for one of them ends the program.
 */
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "libperfattr/found.h"

/* Every page has this many bytes, or a multiple, and they fit into every pipe. */
#define PAGE	4096

/* With write() itself sanitizers would check the caller's memory, which may be invalid. */
static long piece_copy(const int *pipe, u8 *to, const u8 *from, size_t n)
{
	long put = syscall(SYS_write, pipe[1], from, n);

	if (put != (long)n)
		return put < 0 && errno == EFAULT ? 0 : -1;
	return read(pipe[0], to, n) == (ssize_t)n ? (long)n : -1;
}

/**
 * memory_copy() - copy memory that may not be readable
 * @to:   receives it
 * @from: any address
 * @n:    bytes
 *
 * Return: how many are there: all, or those up to a page that is not readable; -1 if that is not
 * known, as where no descriptors are left.
 */
long memory_copy(void *to, const void *from, size_t n)
{
	size_t done = 0, piece;
	long copied = 0;
	int pipe[2];

	if (pipe2(pipe, O_CLOEXEC | O_NONBLOCK))
		return -1;
	while (done < n && copied >= 0) {
		piece = PAGE - ((uintptr_t)from + done) % PAGE;
		if (piece > n - done)
			piece = n - done;
		copied = piece_copy(pipe, (u8 *)to + done, (const u8 *)from + done, piece);
		if (copied <= 0)
			break;
		done += piece;
	}
	close(pipe[0]);
	close(pipe[1]);
	return copied < 0 ? -1 : (long)done;
}
