// SPDX-License-Identifier: GPL-2.0
/* The file README: a summary of the interface. */
#include "file/files.h"

#include <linux/module.h>

#include "file/pieces.h"

static const char readme_text[] =
	"perfattr_dump: every perf_event_open(2) call on this machine\n\n"
	"  log        all records in the ring, oldest first, as text; reading removes nothing\n"
	"  log_pipe   the same as a stream that waits for new records; poll and O_NONBLOCK work\n"
	"  raw        all records as raw structs, which perfattr and perfattr-cat -j read\n"
	"  raw_pipe   the same as a stream\n"
	"  raw_run    ... only for descendants of the process that opens it: perfattr run\n"
	"  events     every perf event that is open now, also from before the module was loaded:\n"
	"             what it counts, its state and times, and which processes hold it\n"
	"  events_raw  the same as raw structs\n"
	"  stats      counters of recorded and lost calls; state of the probes;\n"
	"             firing 0: they do not fire, the kernel log says why\n"
	"  clear      write anything to delete all records\n\n"
	"Settings, in /sys/module/perfattr_dump/parameters/:\n"
	"  enable     1: record; 0: disarm the probes, calls cost the same as without the module\n"
	"  calls      1: also record ioctl, mmap, read, poll and close on perf events, and prctl;\n"
	"             those of perfattr run always are\n"
	"  brief      1: the text omits fields that are zero\n"
	"  records    capacity; write a number to resize, the newest records are kept\n"
	"  filter     terms that a call must match to be recorded, all of them: uid= pid=\n"
	"             comm=perf* type= failed; ! negates a term. dmesg says what is wrong\n"
	"             with a term that is refused\n\n"
	"Watch one command:\n"
	"  # echo 1 > clear; perf stat true; cat log\n"
	"Follow:\n"
	"  # cat log_pipe\n\n"
	"For a refused call the line after \"return:\" has the errno and the function that refused.\n"
	"These files contain facts. perfattr finds the reason of a refusal, and what would work:\n"
	"  # perfattr -x; perfattr show 7; perfattr -j\n"
	"/* N records lost */ in a stream: records were overwritten before they were read.\n";

static ssize_t readme_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	return simple_read_from_buffer(buf, count, pos, readme_text, sizeof(readme_text) - 1);
}

const struct file_operations pa_readme_fops = {
	.owner = THIS_MODULE,
	.open = pa_unlocked_open,
	.read = readme_read,
	.llseek = default_llseek,
};
