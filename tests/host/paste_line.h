/* SPDX-License-Identifier: GPL-2.0 */
/* Lines of strace -v, for tests of what is made of them. */
#ifndef TESTS_HOST_PASTE_LINE_H
#define TESTS_HOST_PASTE_LINE_H

#include <stdio.h>
#include <string.h>

#include "core/record.h"

/* What strace 7.0 prints with -v, and its usual values. */
static const char * const fields[] = {
	"type=1", "size=PERF_ATTR_SIZE_VER7", "config=0", "sample_period=0", "sample_type=0",
	"read_format=0", "disabled=0", "inherit=0", "pinned=0", "exclusive=0", "exclude_user=0",
	"exclude_kernel=0", "exclude_hv=0", "exclude_idle=0", "mmap=0", "comm=0", "freq=0",
	"inherit_stat=0", "enable_on_exec=0", "task=0", "watermark=0",
	"precise_ip=0 /* arbitrary skid */", "mmap_data=0", "sample_id_all=0", "exclude_host=0",
	"exclude_guest=0", "exclude_callchain_kernel=0", "exclude_callchain_user=0", "mmap2=0",
	"comm_exec=0", "use_clockid=0", "context_switch=0", "write_backward=0", "namespaces=0",
	"ksymbol=0", "bpf_event=0", "aux_output=0", "cgroup=0", "text_poke=0", "build_id=0",
	"inherit_thread=0", "remove_on_exec=0", "sigtrap=0", "wakeup_events=0", "bp_type=0",
	"bp_addr=0", "bp_len=0", "branch_sample_type=0", "sample_regs_user=0",
	"sample_stack_user=0", "clockid=0", "sample_regs_intr=0", "aux_watermark=0",
	"sample_max_stack=0", "__reserved_2=0", "aux_sample_size=0", "aux_start_paused=0",
	"aux_pause=0", "aux_resume=0", "__reserved_3=0", "sig_data=0",
};

/* The value among "NAME=VALUE NAME=VALUE..." of this field, or the usual one. */
static void put_field(FILE *to, const char *usual, const char *given)
{
	size_t len = strcspn(usual, "=") + 1;
	const char *at;

	for (at = given; *at; at += strcspn(at, " "), at += *at == ' ') {
		if (strncmp(at, usual, len))
			continue;
		fprintf(to, "%.*s", (int)strcspn(at, " "), at);
		return;
	}
	fputs(usual, to);
}

/* The line of strace -v of a call, to be freed. @attr: fields that are not usual; NULL: no attr. */
static char *line_of(const char *err, const char *attr, const char *args)
{
	char *line = NULL;
	size_t size, i;
	FILE *to = open_memstream(&line, &size);

	fputs("perf_event_open(", to);
	if (!attr)
		fputs("NULL", to);
	for (i = 0; attr && i < ARRAY_SIZE(fields); i++) {
		/* The other member of the union. */
		bool freq = !strcmp(fields[i], "sample_period=0") && strstr(attr, "sample_freq=");

		fputs(i ? ", " : "{", to);
		put_field(to, freq ? "sample_freq=0" : fields[i], attr);
	}
	fprintf(to, "%s, %s) = -1 %s (Because)\n", attr ? "}" : "",
		args ?: "0, -1, -1, 0", err);
	fclose(to);
	return line;
}

#endif /* TESTS_HOST_PASTE_LINE_H */
