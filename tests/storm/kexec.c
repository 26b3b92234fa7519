// SPDX-License-Identifier: GPL-2.0
/*
 * kexec KERNEL INITRD CMDLINE: goes on in that kernel at once: no program is ended before, nothing
 * is unmounted. Returns only if that fails.
 */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <linux/reboot.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int open_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		err(1, "%s", path);
	return fd;
}

int main(int argc, char **argv)
{
	int kernel, initrd;

	if (argc != 4)
		errx(2, "kexec KERNEL INITRD CMDLINE");
	kernel = open_file(argv[1]);
	initrd = open_file(argv[2]);
	if (syscall(__NR_kexec_file_load, kernel, initrd, strlen(argv[3]) + 1, argv[3], 0UL))
		err(1, "kexec_file_load");
	sync();
	syscall(__NR_reboot, LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2, LINUX_REBOOT_CMD_KEXEC, 0);
	err(1, "reboot");
}
