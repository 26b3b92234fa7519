// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Says at each refused perf_event_open() of a program why it was refused; the program is as it is:
 *
 *   gcc -shared -fPIC why-preload.c $(pkg-config --cflags --libs libperfattr) -o why-preload.so
 *   LD_PRELOAD=./why-preload.so perf stat -e cycles true
 *
 * The C library has no function perf_event_open(): programs that link it call syscall().
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <perfattr.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>

typedef long (*syscall_fn)(long number, ...);

static void tell(const long *arg)
{
	struct perfattr_call call = {
		.attr = (const struct perf_event_attr *)arg[0], .pid = (int32_t)arg[1],
		.cpu = (int32_t)arg[2], .group_fd = (int32_t)arg[3],
		.flags = (unsigned long)arg[4], .error = errno,
	};
	struct perfattr_why why;

	if (perfattr_explain(NULL, &call, 0, &why) >= 0)
		fprintf(stderr, "perf_event_open: %s", why.text);
	errno = call.error;
}

long syscall(long number, ...)
{
	/* The library calls syscall(), too. */
	static __thread int inside;
	syscall_fn next = (syscall_fn)dlsym(RTLD_NEXT, "syscall");
	long arg[6], ret;
	va_list args;
	int i;

	va_start(args, number);
	for (i = 0; i < 6; i++)
		arg[i] = va_arg(args, long);
	va_end(args);
	ret = next(number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
	if (number == SYS_perf_event_open && ret < 0 && !inside) {
		inside = 1;
		tell(arg);
		inside = 0;
	}
	return ret;
}
