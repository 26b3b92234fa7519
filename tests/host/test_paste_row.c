// SPDX-License-Identifier: GPL-2.0
/* Sentences by rows: each row has a sample, in public reports or here, and means something. */
#include "parse/row.h"
#include "paste_text.h"
#include "tap.h"

/* Samples of rows that no report of ../userspace/answers has. */
static const char samples[] =
	"The sys_perf_event_open() syscall returned with -1 (Invalid argument).  /bin/dmesg\n"
	"The sys_perf_event_open() syscall returned with 22 (Invalid argument).  /bin/dmesg\n"
	"No permission to enable cycles event.\n"
	"Lockdown: perf: unsafe use of perf is restricted; see man kernel_lockdown.7\n"
	"Error:\nYou may not have permission to collect stats.\n"
	"AMD IBS can't exclude kernel events.  Try running at a higher privilege level.\n"
	"AMD IBS may only be available in system-wide/per-cpu mode.\n"
	"AMD Branch Sampling does not support cycles\n"
	"Asking for the code page size isn't supported by this kernel.\n"
	"Asking for the data page size isn't supported by this kernel.\n"
	"Reading from overwrite event is not supported by this kernel.\n"
	"clockid feature not supported.\n"
	"counted instructions: <not supported>\n"
	"wrong clockid (4).\n"
	"The 'aux_action' feature is not supported, update the kernel.\n"
	"The 'aux_output' feature is not supported, update the kernel.\n"
	"cycles: PMU Hardware or event type doesn't support branch stack sampling.\n"
	"cycles: PMU Hardware doesn't support 'aux_output' feature\n"
	"cycles: PMU Hardware doesn't support 'aux_action' feature\n"
	"'precise' request may not be supported. Try removing 'p' modifier.\n"
	"No hardware sampling interrupt available.\n"
	"No such device - did you specify an out-of-range profile CPU?\n"
	"Too many events are opened.\n"
	"The PMU cycles counters are busy and in use by another process.\n"
	"Not enough memory to setup event with callchain.\n"
	"Cannot collect data source with the load latency event alone.\n"
	"Maximum frequency rate (25000 Hz) exceeded.\n"
	"Maximum frequency rate (25000 Hz) reached.\n"
	"Lowering default frequency rate from 4000 to 2500.\n"
	"invalid or unsupported event: 'cycle'\n"
	"Cannot find PMU 'power'. Missing kernel support?\n"
	"Unable to find PMU or event on a PMU of 'slots'\n"
	"Unable to find event on a PMU of 'cpu'\n"
	"\\___ can't access trace events\n"
	"\\___ 'ldlat' is not usable in 'perf stat'\n"
	"PAPI_add_event: Event does not exist\n"
	"Failed to open kprobe_events: No such file or directory\n"
	"Performance counters not available\n"
	"Error: No permissions to read /sys/kernel/tracing/events/sched/sched_switch\n"
	"libbpf: failed to add legacy uprobe event for /bin/sh:0x10: No such file or directory\n"
	"libbpf: prog 'p': failed to attach to perf_event FD 9: Invalid argument\n"
	"libbpf: prog 'p': failed to attach to pfd 9: Invalid argument\n"
	"libbpf: failed to open perf buffer event on cpu #3: Operation not permitted\n"
	"libbpf: failed to enable perf buffer event on cpu #3: Bad file descriptor\n"
	"cannot attach kprobe, probe entry may not exist\n"
	"type=AVC msg=audit(1.2:3): avc:  denied  { read } for  pid=1 comm=\"a\" tclass=perf_event "
	"permissive=0\n"
	"type=AVC msg=audit(1.2:3): avc:  denied  { write } for  pid=1 comm=\"a\" tclass=perf_event "
	"permissive=0\n"
	"type=SECCOMP msg=audit(1.2:3): auid=1 comm=\"a\" sig=0 arch=c000003e syscall=298 "
	"compat=0 code=0x50000\n"
	"type=SECCOMP msg=audit(1.2:3): auid=1 comm=\"a\" sig=0 arch=c00000b7 syscall=241 "
	"compat=0 code=0x50000\n"
	"audit: type=1326 audit(1.2:3): auid=1 sig=31 arch=c000003e syscall=298 compat=0 code=0x0\n"
	"audit: type=1326 audit(1.2:3): auid=1 sig=31 arch=c00000b7 syscall=241 compat=0 code=0x0\n"
	"type=SYSCALL msg=audit(1.2:3): arch=c000003e syscall=298 success=no exit=-13 "
	"a0=7f a1=0\n"
	"type=SYSCALL msg=audit(1.2:3): arch=c00000b7 syscall=241 success=no exit=-1 "
	"a0=7f a1=0\n"
	"type=SYSCALL msg=audit(now) : arch=x86_64 syscall=perf_event_open success=no "
	"exit=EACCES(Permission denied) a0=0x7f\n";

static bool seen[256];

/* Notes which rows the lines of a text have. */
static void look(const char *text, size_t len)
{
	const char *s = text, *end = text + len, *newline;
	struct paste_matched m;

	for (; s < end; s = newline + 1) {
		newline = memchr(s, '\n', (size_t)(end - s)) ?: end;
		if (paste_row_find(&m, s, newline))
			seen[m.row - paste_rows] = true;
	}
}

/* A row has its errno, or leaves it to the line. */
static void test_meaning(const struct paste_row *row)
{
	struct paste_matched m = { .row = row, .n = 2, .arg = { { "cycles", 6 }, { "3", 1 } } };
	struct paste_call call;
	unsigned int err = 0;

	paste_begin(&call, PASTE_WORDS);
	paste_all_unknown(&call);
	paste_row_put(&call, &m, &err);
	ok(err || *row->means != 'E', "\"%s\" means %s", row->text, row->means);
}

int main(void)
{
	static const char * const files[] = {
		"../userspace/answers/public.txt", "../userspace/answers/unseen.txt",
		"../userspace/answers/lines-1.txt", "../userspace/answers/lines-2.txt",
		"../userspace/answers/lines-3.txt", "../userspace/answers/lines-4.txt",
		"../userspace/answers/lines-5.txt", "../userspace/answers/lines-6.txt",
		"../userspace/answers/lines-7.txt", "../userspace/answers/lines-8.txt",
		"../userspace/answers/lines-9.txt",
	};
	size_t i, len;
	char *text;

	for (i = 0; i < ARRAY_SIZE(files); i++) {
		text = paste_file(files[i], &len);
		look(text, len);
		free(text);
	}
	text = paste_exact(samples, sizeof(samples) - 1);
	look(text, sizeof(samples) - 1);
	free(text);
	for (i = 0; i < paste_n_rows; i++) {
		ok(seen[i], "a sample has row \"%s\"", paste_rows[i].text);
		test_meaning(&paste_rows[i]);
	}
	return tap_end();
}
