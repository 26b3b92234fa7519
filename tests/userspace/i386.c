// SPDX-License-Identifier: GPL-2.0
/*
 * A program of 32 bits without a library: one open that succeeds, one that is refused. Its status
 * is the errno of the latter.
 */

/* An attr: type and size, config, and so on; 0 from config1 on. */
static unsigned int attr[28] = { 1, sizeof(attr), 9, 0, [10] = 0x61 };

static long call(long nr, long a, long b, long c, long d, long e)
{
	long ret;

	__asm__ volatile("int $0x80" : "=a"(ret)
			 : "0"(nr), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e) : "memory");
	return ret;
}

void _start(void)
{
	long fd = call(336, (long)attr, 0, -1, -1, 8), ret;

	attr[3] = 0x87654321;
	ret = call(336, (long)attr, -1, -1, -1, 0);
	call(1, fd < 0 ? 99 : -ret, 0, 0, 0, 0);
	__builtin_unreachable();
}
