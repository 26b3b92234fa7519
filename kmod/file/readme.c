// SPDX-License-Identifier: GPL-2.0
/* The file README: all of the interface in short. */
#include "file/readme.h"

#include <linux/module.h>

static const char readme_text[] =
	"perfattr_dump: every perf_event_open(2) call of this machine\n\n"
	"  log        all records that are held, oldest first, as text; reading consumes nothing\n"
	"  log_pipe   the same as a stream: starts at the oldest, then waits; poll and O_NONBLOCK work\n"
	"  json       all records as JSON Lines\n"
	"  json_pipe  JSON Lines as a stream\n"
	"  json_run   the same of the descendants of the process that opens it: perfattr run\n"
	"  stats      counters: what was recorded, what was lost, which probes are armed;\n"
	"             firing 0: probes do not fire, the kernel log says why\n"
	"  enable     1: record; 0: disarm the probes, the call costs what it cost before\n"
	"  calls      1: record also ioctl, mmap, read, poll and close on perf events, and prctl\n"
	"  brief      1: the text leaves out fields that are zero\n"
	"  clear      write anything: forget all records\n"
	"  records    capacity; write a number to resize, the newest records are kept\n"
	"  filter     which calls: pid= tid= uid= comm=perf* type= errno=EINVAL failed ok;\n"
	"             ! negates, all must hold. What is not taken, dmesg answers\n\n"
	"Watch one command:\n"
	"  # echo 1 > clear; perf stat true; cat log\n"
	"Follow:\n"
	"  # cat log_pipe\n\n"
	"A call that was refused has the errno, and where it is known the reason, in the line\n"
	"behind \"return:\". /* N records lost */ in a stream: the reader was overtaken.\n";

static ssize_t readme_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	return simple_read_from_buffer(buf, count, pos, readme_text, sizeof(readme_text) - 1);
}

const struct file_operations pa_readme_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = readme_read,
	.llseek = default_llseek,
};
