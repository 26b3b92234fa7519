/* SPDX-License-Identifier: GPL-2.0 */
/* Has the kernel warned of something? */
#ifndef PERFATTR_TEST_KMSG_H
#define PERFATTR_TEST_KMSG_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* From here on messages of the kernel are read; -1: they cannot be. */
static inline int kmsg_begin(void)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);

	lseek(fd, 0, SEEK_END);
	return fd;
}

/* Have there been warnings since? They are printed. */
static inline bool kmsg_warned(int fd)
{
	char text[8192];
	bool warned = false;
	ssize_t n;

	while ((n = read(fd, text, sizeof(text) - 1)) > 0) {
		text[n] = 0;
		if ((strtol(text, NULL, 10) & 7) > 4)
			continue;
		warned = true;
		printf("# kernel: %s", text);
	}
	close(fd);
	return warned;
}

#endif /* PERFATTR_TEST_KMSG_H */
