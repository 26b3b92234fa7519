// SPDX-License-Identifier: GPL-2.0
/* The options that all commands share. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "perfattr/perfattr.h"
#include "show/show.h"

enum { OPT_SINCE = 256, OPT_DEBUGFS, OPT_SYSFS, OPT_WIDTH, OPT_NO_PAGER, OPT_PERF,
	OPT_JOURNAL, OPT_CURSOR, OPT_SECCOMP, OPT_ENV, OPT_FAIL, OPT_LOAD,
	OPT_HERE, OPT_SOURCE, OPT_ATTACH, OPT_HOLD, OPT_TRY, OPT_FORCE, OPT_REPORT };

static const struct option longs[] = {
	{ "pid", required_argument, NULL, 'p' },
	{ "comm", required_argument, NULL, 'C' },
	{ "failed", no_argument, NULL, 'x' },
	{ "event", required_argument, NULL, 'e' },
	{ "errno", required_argument, NULL, 'E' },
	{ "follow", no_argument, NULL, 'f' },
	{ "last", required_argument, NULL, 'n' },
	{ "json", no_argument, NULL, 'j' },
	{ "input", required_argument, NULL, 'i' },
	{ "since", required_argument, NULL, OPT_SINCE },
	{ "time", no_argument, NULL, 't' },
	{ "verbose", no_argument, NULL, 'v' },
	{ "all", no_argument, NULL, 'a' },
	{ "calls", no_argument, NULL, 'c' },
	{ "output", required_argument, NULL, 'o' },
	{ "width", required_argument, NULL, OPT_WIDTH },
	{ "no-pager", no_argument, NULL, OPT_NO_PAGER },
	{ "debugfs", required_argument, NULL, OPT_DEBUGFS },
	{ "sysfs", required_argument, NULL, OPT_SYSFS },
	{ "perf", required_argument, NULL, OPT_PERF },
	{ "load", no_argument, NULL, OPT_LOAD },
	{ "here", no_argument, NULL, OPT_HERE },
	{ "try", no_argument, NULL, OPT_TRY },
	{ "force", no_argument, NULL, OPT_FORCE },
	{ "report", no_argument, NULL, OPT_REPORT },
	{ "attach", required_argument, NULL, OPT_ATTACH },
	{ "hold", required_argument, NULL, OPT_HOLD },
	{ "source", required_argument, NULL, OPT_SOURCE },
	{ "journal", no_argument, NULL, OPT_JOURNAL },
	{ "cursor", required_argument, NULL, OPT_CURSOR },
	{ "seccomp", required_argument, NULL, OPT_SECCOMP },
	{ "user", required_argument, NULL, 'u' },
	{ "env", required_argument, NULL, OPT_ENV },
	{ "fail-on-refused", optional_argument, NULL, OPT_FAIL },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ NULL, 0, NULL, 0 },
};

/* For getopt(), behind "+:" or ":". */
#define SHORTS	"p:C:xe:E:fn:ji:tvaco:u:hV"

static const char usage[] =
	      "Usage: perfattr [COMMAND] [OPTION]... [ARGUMENT]...\n"
	      "Show perf_event_open(2) calls that perfattr_dump.ko recorded.\n"
	      "\n"
	      "  run [OPTION]... -- PROGRAM [ARG]...  run it, show its calls and those of its children\n"
	      "                  on standard error, or in -o FILE;\n"
	      "                  with --load: load the module for it, and unload it at the end;\n"
	      "                  where the module is not: by strace, with less certain reasons\n"
	      "  list            one line per call (the default command)\n"
	      "  show N...       everything about calls N...\n"
	      "  diff A B        differences between two calls: numbers, or files\n"
	      "  diff A --perf EVENT  ... between a call and what perf passes for EVENT here\n"
	      "  count           calls by name, event and result\n"
	      "  c N             the attr of call N as C\n"
	      "  explain [FILE|WORD...]  why calls of a text were refused: lines of strace, perf -vv, words\n"
	      "                  as in: perfattr explain EACCES cycles:u\n"
	      "  try N...|FILE|WORD...  make refused calls again, and find out what opens on this machine:\n"
	      "                  of records, or of what explain takes; each in a child, closed at once\n"
	      "  events          events that are open now, and who holds them\n"
	      "  doctor          what works here, before anything is opened, and what mends the rest;\n"
	      "                  --report: that and all PMUs, to attach to an issue\n"
	      "  pmus [NAME]     the PMUs of this machine; of one what it has and, by the rules,\n"
	      "                  what its driver takes\n"
	      "  prove           make the calls by which the module learns at once whether it reads\n"
	      "                  this kernel as it should; print what is not proved\n"
	      "\n"
	      "  -p, --pid PID       calls of this process or thread\n"
	      "  -C, --comm NAME     calls of programs with this name; a pattern such as 'perf*'\n"
	      "  -e, --event EVENT   calls for this event, as perf spells it; a pattern such as 'L1-*'\n"
	      "  -E, --errno NAME    calls that failed with this error, e.g. EINVAL,EACCES or 22\n"
	      "  -x, --failed        calls that were refused\n"
	      "      --since WHEN    calls since 5m ago, 14:03, '2026-01-31 14:03', @SECONDS after boot\n"
	      "  -n, --last N        only the last N calls\n"
	      "  -f, --follow        wait for further calls and show them\n"
	      "      --journal       send the records to the systemd journal, with fields to select by\n"
	      "      --cursor FILE   with -f and --journal or -j: continue where the last run with FILE\n"
	      "                      ended\n"
	      "  -i, --input FILE    read a file saved by perfattr -j; - is standard input\n"
	      "  -j, --json          print the records as JSON Lines, with their reasons\n"
	      "  -t, --time          show the day and microseconds\n"
	      "  -v, --verbose       show everything about each call; -a, --all: also fields that are zero\n"
	      "  -c, --calls         also show ioctl, mmap, read ... (run: always recorded; else: calls=1)\n"
	      "  -o, --output FILE   write there\n"
	      "      --source WHAT   run, events, -f: module, bpf or strace\n"
	      "      --attach PID    run: a process that runs already, by strace; until Ctrl-C\n"
	      "      --hold MS       run: strace holds each call so long, to look at its caller; default: 2\n"
	      "      --here          explain: the calls were made on this machine: look at its PMUs and settings\n"
	      "      --try           run: at the end try each refused call, as perfattr try does\n"
	      "      --force         try, doctor: under a seccomp filter, too, which may kill who calls\n"
	      "  -u, --user USER     run the program as this user, also UID or UID:GID\n"
	      "      --env VAR=VALUE run it with this variable; VAR alone: without it\n"
	      "      --fail-on-refused[=WHAT]  print refused calls, a line each, and end with status 3 if\n"
	      "                      there was one; WHAT: only these errnos and rules: EACCES,hw-pmu-missing\n"
	      "      --width N       lines of N columns; default: width of the terminal\n"
	      "      --no-pager      do not start $PAGER on a terminal\n"
	      "      --debugfs DIR   where debugfs is mounted (/sys/kernel/debug)\n"
	      "      --sysfs DIR     sysfs with the PMUs of these records (/sys; with -i: none)\n"
	      "      --seccomp PID   show nothing, but tell whether a seccomp filter may keep calls of\n"
	      "                      that process from arriving\n"
	      "  -h, --help          this text\n"
	      "  -V, --version       the version\n";

static uint64_t take_number(const char *option, const char *text, uint64_t min, uint64_t max)
{
	uint64_t n;

	if (!parse_u64(text, &n) || n < min || n > max)
		die("%s takes a number from %ju to %ju, not \"%s\"", option, (uintmax_t)min,
		    (uintmax_t)max, text);
	return n;
}

/* Options that select records. Returns false for other options. */
static bool take_filter(struct filter *f, int c)
{
	switch (c) {
	case 'p':
		f->by_pid = true;
		f->pid = take_number("-p", optarg, 1, INT32_MAX);
		return true;
	case 'C':
		f->comm = optarg;
		return true;
	case 'e':
		f->event = optarg;
		return true;
	case 'E':
		f->errnos = optarg;
		return true;
	case 'x':
		f->failed = true;
		return true;
	case OPT_SINCE:
		f->since = optarg;
		return true;
	}
	return false;
}

/* Options without an argument. Returns false for other options. */
static bool take_switch(struct options *opt, int c)
{
	bool *to[] = {
		&opt->follow, &opt->json, &opt->date, &opt->verbose, &opt->all, &opt->calls,
		&opt->no_pager, &opt->journal, &opt->load, &opt->here,
		&opt->try_calls, &opt->force, &opt->report,
	};
	static const int codes[] = {
		'f', 'j', 't', 'v', 'a', 'c', OPT_NO_PAGER, OPT_JOURNAL,
		OPT_LOAD, OPT_HERE, OPT_TRY, OPT_FORCE, OPT_REPORT,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(codes); i++) {
		if (codes[i] == c)
			return *to[i] = true;
	}
	return false;
}

static void __attribute__((noreturn)) tell_seccomp(uint64_t pid)
{
	if (seccomp_tell(stdout, pid) < 0)
		die("there is no process %ju, or this kernel has no seccomp", (uintmax_t)pid);
	end_output();
}

/* Options of run about its program. Returns false for other options. */
static bool take_program(struct options *opt, int c)
{
	if (c == 'u') {
		opt->user = optarg;
	} else if (c == OPT_ENV) {
		opt->env = must(realloc(opt->env, (opt->n_env + 1) * sizeof(*opt->env)));
		opt->env[opt->n_env++] = optarg;
	} else {
		return false;
	}
	return true;
}

static void take(struct options *opt, int c)
{
	switch (c) {
	case 'n':
		opt->have_last = true;
		opt->last = take_number("-n", optarg, 0, 1000000);
		break;
	case 'i':
		opt->input = optarg;
		break;
	case 'o':
		opt->output = optarg;
		break;
	case OPT_WIDTH:
		opt->width = take_number("--width", optarg, 20, 10000);
		break;
	case OPT_DEBUGFS:
		opt->debugfs = optarg;
		break;
	case OPT_SYSFS:
		opt->sysfs = optarg;
		break;
	case OPT_PERF:
		opt->perf = optarg;
		break;
	case OPT_ATTACH:
		take_number("--attach", optarg, 1, INT32_MAX);
		opt->attach = optarg;
		break;
	case OPT_HOLD:
		opt->hold = take_number("--hold", optarg, 1, 1000);
		break;
	case OPT_SOURCE:
		opt->source = optarg;
		break;
	case OPT_CURSOR:
		opt->cursor = optarg;
		break;
	case OPT_FAIL:
		opt->fail = true;
		opt->fail_words = optarg;
		opt->filter.failed = true;
		break;
	case OPT_SECCOMP:
		tell_seccomp(take_number("--seccomp", optarg, 1, INT32_MAX));
	case 'h':
		fputs(usage, stdout);
		end_output();
	case 'V':
		puts("perfattr " PERFATTR_VERSION);
		end_output();
	}
}

/**
 * options_parse() - read options
 * @opt:  receives them; zeroed before the first of several calls
 * @argc: as main() has them
 * @argv: as main() has them
 * @more: "+" stops at the first word that is no option, else ""
 *
 * Return: index of the first argument that is no option. Exits if an option is wrong.
 */
int options_parse(struct options *opt, int argc, char **argv, const char *more)
{
	char shorts[40];
	int c;

	optind = 0;	/* begin again, also inside of a word */
	opterr = 0;
	snprintf(shorts, sizeof(shorts), "%s:%s", more, SHORTS);
	while ((c = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (c == '?' || c == ':')
			die_option(argv, c);
		if (!take_filter(&opt->filter, c) && !take_switch(opt, c) &&
		    !take_program(opt, c))
			take(opt, c);
	}
	return optind;
}

static void check_pass_on(const struct options *opt)
{
	if (opt->cursor && (!opt->follow || opt->have_last))
		die("--cursor goes with -f, and without -n");
	if (!opt->json)
		die("--cursor goes with --journal or -j: it keeps the place between two lines of JSON");
	if (opt->journal && opt->output)
		die("--journal and -o name two places to write to");
	if (opt->input)
		die("--journal and --cursor are for the records of the module, not for a file");
	if (opt->last && filter_chooses(&opt->filter))
		die("with --journal -n counts records of all kinds: it does not go with options that choose among them");
}

/**
 * options_done() - check the options together, after all were read
 * @opt: options
 */
void options_done(struct options *opt)
{
	opt->live = !opt->input && !opt->text;
	if (!opt->hold)
		opt->hold = STRACE_HOLD;
	if ((opt->live || opt->here) && !opt->sysfs)
		opt->sysfs = "/sys";
	if (!opt->debugfs)
		opt->debugfs = DEBUGFS_DIR;
	if (opt->follow && opt->input)
		die("-f follows the module, not a file; tail -f FILE shows the lines of one that grows");
	opt->json |= opt->journal;
	opt->pass_on = opt->journal || opt->cursor;
	if (opt->pass_on)
		check_pass_on(opt);
	clock_init(opt);
	filter_check(opt);
}
