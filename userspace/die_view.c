// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>
#include <sys/vfs.h>

#include <linux/magic.h>

#include "die.h"

/**
 * die_view() - why a view could not be opened, and what to do about it
 * @debugfs: where debugfs should be mounted
 * @path: the view
 * @err: errno of the open
 * @hint: appended to the sentence if the module is not loaded; may be ""
 */
void die_view(const char *debugfs, const char *path, int err, const char *hint)
{
	struct statfs fs;

	if (err == EACCES)
		die("no permission to read %s: run it as root (sudo %s)", path,
		    program_invocation_short_name);
	if (err == EPERM)
		die("the kernel is locked down and does not let %s be read: it needs lockdown none or integrity",
		    path);
	if (err != ENOENT && err != ENOTDIR)
		die("cannot open %s: %s", path, strerror(err));
	if (statfs(debugfs, &fs))
		die("there is no folder %s: name the place where debugfs is mounted with --debugfs",
		    debugfs);
	if (fs.f_type != DEBUGFS_MAGIC)
		die("debugfs is not mounted on %s: mount -t debugfs none %s%s", debugfs, debugfs,
		    hint);
	die("the module is not loaded: modprobe perfattr_dump, or insmod perfattr_dump.ko where it was built%s",
	    hint);
}
