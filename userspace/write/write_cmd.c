// SPDX-License-Identifier: GPL-2.0
/* perfattr write: calls as C. */

#include "common/output.h"

#include "write/write.h"

int cmd_write(struct options *opt, int argc, char **argv)
{
	struct program p = { .print = !opt->count, .sysfs = opt->sysfs ? opt->sysfs : "/sys" };
	uint64_t seq = 0;
	char *text, whom[4096] = "", *target[] = { whom, NULL };
	int status;

	if (!opt->filter.event && argc == 1 && parse_u64(argv[0] + (*argv[0] == '#'), &seq)) {
		if (opt->attr) {
			write_attr(opt, seq);
			return 0;
		}
		calls_read(&p, opt, seq);
		argv++;
	} else if (opt->attr) {
		die("write --attr takes the number of one call: perfattr write --attr 12");
	} else if (opt->filter.event) {
		wish_read(&p, opt, argc > 0);
	} else if (argc) {
		calls_run(&p, opt, argv);
		argv += argc;
	} else {
		die("write takes a call, an event or a profiler: write 12, write -e page-faults -a, write -- perf record -a");
	}
	text = program_text(&p);
	fputs(text, stdout);
	if (opt->filter.by_pid)
		snprintf(whom, sizeof(whom), "%jd", (intmax_t)opt->filter.pid);
	else if (opt->cgroup)
		snprintf(whom, sizeof(whom), "%s%s", *opt->cgroup == '/' ? "" : "/sys/fs/cgroup/",
			 opt->cgroup);
	status = opt->no_try ? 0 : program_prove(&p, text, *whom ? target : argv);
	/* The program is complete even if it does not open its event here. */
	if (status && !fflush(stdout))
		output_done();
	free(text);
	return status;
}
