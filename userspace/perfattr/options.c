// SPDX-License-Identifier: GPL-2.0
/*
 * The options: one table, from which --help, getopt() and the check of options per command are
 * made.
 */
#include <getopt.h>

#include "perfattr/perfattr.h"
#include "ui/ui.h"

#define OF(name)	(1U << CMD_##name)
#define OF_ALL		((1U << COMMANDS) - 1)
/* Commands that show calls. */
#define OF_CALLS	(OF_ALL & ~(OF(DOCTOR) | OF(PMUS) | OF(HELP)))
/* Commands that show recorded calls, and those that print JSON. */
#define OF_RECORDS	(OF_CALLS & ~OF(RUN))
#define OF_JSON		(OF_ALL & ~(OF(DIFF) | OF(WRITE) | OF(PMUS) | OF(HELP)))

/* Offset of a member of struct options, plus 1. */
#define AT(member)	(offsetof(struct options, member) + 1)

/* Column in which --help says what an option does. */
#define HELP_AT		22

/* The names of the commands, as the user types them. */
const char * const command_names[COMMANDS] = {
	"list", "run", "show", "try", "explain", "diff", "write", "events", "doctor", "pmus", "help",
};

/**
 * struct option_row - an option
 * @letter:   its short name; 0: none
 * @name:     its long name
 * @arg:      its value, as --help has it; with "[=" it may be missing; NULL: it takes none
 * @commands: which commands take it
 * @flag:     AT() of a bool that it sets; 0: none
 * @text:     AT() of a string that receives its value; 0: none
 * @take:     else takes its value
 * @help:     its description; NULL: --help has it elsewhere
 */
struct option_row {
	char letter;
	const char *name;
	const char *arg;
	unsigned int commands;
	size_t flag;
	size_t text;
	void (*take)(struct options *opt, const char *value);
	const char *help;
};

static uint64_t take_number(const char *option, const char *text, uint64_t min, uint64_t max)
{
	uint64_t n;

	if (!parse_u64(text, &n) || n < min || n > max)
		die("%s takes a number from %ju to %ju, not \"%s\"", option, (uintmax_t)min,
		    (uintmax_t)max, text);
	return n;
}

static void take_pid(struct options *opt, const char *value)
{
	opt->filter.by_pid = true;
	opt->filter.pid = take_number("-p", value, 1, INT32_MAX);
}

static void take_last(struct options *opt, const char *value)
{
	opt->have_last = true;
	opt->last = take_number("-n", value, 0, 1000000);
}

static void take_width(struct options *opt, const char *value)
{
	opt->width = take_number("--width", value, 20, 10000);
}

static void take_attach(struct options *opt, const char *value)
{
	take_number("--attach", value, 1, INT32_MAX);
	opt->attach = value;
}

static void take_fail(struct options *opt, const char *value)
{
	opt->fail = true;
	opt->fail_words = value;
	opt->filter.failed = true;
}

static void take_help(struct options *opt, const char *value);

static void take_version(struct options *opt, const char *value)
{
	puts("perfattr " PERFATTR_VERSION);
	end_output();
}

/* In the order of --help, which the completion reads. */
static const struct option_row rows[] = {
	{ 'p', "pid", "PID", OF_CALLS, .take = take_pid,
	  .help = "calls of this process or thread; write: what to measure" },
	{ 'C', "comm", "NAME", OF_CALLS, .text = AT(filter.comm),
	  .help = "calls of programs with this name; a pattern such as 'perf*'" },
	{ 'e', "event", "EVENT", OF_CALLS, .text = AT(filter.event),
	  .help = "calls for this event, as perf spells it; a pattern such as 'L1-*'" },
	{ 'E', "errno", "NAME", OF_CALLS, .text = AT(filter.errnos),
	  .help = "calls that failed with this error, e.g. EINVAL,EACCES or 22" },
	{ 'x', "failed", NULL, OF_CALLS, .flag = AT(filter.failed),
	  .help = "calls that were refused" },
	{ 'n', "last", "N", OF_RECORDS, .take = take_last,
	  .help = "only the last N calls" },
	{ 'f', "follow", NULL, OF_RECORDS & ~OF(EVENTS), .flag = AT(follow),
	  .help = "wait for further calls and show them" },
	{ 'i', "input", "FILE", OF_RECORDS, .text = AT(input),
	  .help = "read a file saved by perfattr -j; - is standard input" },
	{ 'j', "json", NULL, OF_JSON, .flag = AT(json),
	  .help = "print the records as JSON Lines, with their reasons" },
	{ 't', "time", NULL, OF_CALLS, .flag = AT(date),
	  .help = "show the day and microseconds" },
	{ 'v', "verbose", NULL, OF_CALLS | OF(DOCTOR) | OF(PMUS), .flag = AT(verbose),
	  .help = "show everything about each call" },
	{ 'c', "calls", NULL, OF_CALLS, .flag = AT(calls),
	  .help = "also show ioctl, mmap, read ... (run: always recorded; else: calls=1)" },
	{ 'o', "output", "FILE", OF_ALL, .text = AT(output),
	  .help = "write there" },
	{ 0, "source", "WHAT", OF(LIST) | OF(RUN), .text = AT(source),
	  .help = "run, -f: module, bpf or tracer" },
	{ 0, "attach", "PID", OF(RUN), .take = take_attach,
	  .help = "run: trace a process that runs already, until Ctrl-C" },
	{ 0, "here", NULL, OF(EXPLAIN) | OF(TRY), .flag = AT(here),
	  .help = "explain: the calls were made here: use this machine's PMUs and settings" },
	{ 0, "try", NULL, OF(RUN), .flag = AT(try_calls),
	  .help = "run: at the end try each refused call, as perfattr try does" },
	{ 0, "force", NULL, OF(TRY) | OF(DOCTOR) | OF(RUN), .flag = AT(force),
	  .help = "try, doctor: also under a seccomp filter, which may kill the caller" },
	{ 'u', "user", "USER", OF(RUN), .text = AT(user),
	  .help = "run the program as this user, also UID or UID:GID" },
	{ 0, "fail-on-refused", "[=WHAT]", OF(RUN), .take = take_fail,
	  .help = "print refused calls, and end with status 125 if there was\n"
		  "one and the program ended with 0; WHAT: only these errnos and\n"
		  "rules: EACCES,hw-pmu-missing" },
	{ 0, "width", "N", OF_ALL, .take = take_width,
	  .help = "lines of N columns; default: width of the terminal" },
	{ 0, "no-pager", NULL, OF_ALL, .flag = AT(no_pager),
	  .help = "do not start $PAGER on a terminal" },
	{ 0, "debugfs", "DIR", OF_ALL, .text = AT(debugfs),
	  .help = "where debugfs is mounted (/sys/kernel/debug)" },
	{ 0, "sysfs", "DIR", OF_ALL, .text = AT(sysfs),
	  .help = "sysfs with the PMUs of these records (/sys; with -i: none)" },
	{ 'h', "help", NULL, OF_ALL, .take = take_help,
	  .help = "this text" },
	{ 'V', "version", NULL, OF_ALL, .take = take_version,
	  .help = "the version" },
	{ 'a', "all", NULL, OF_CALLS, .flag = AT(all),
	  .help = "with -v: also fields that are zero; explain: all reasons and places" },
	{ 0, "count", NULL, OF(LIST) | OF(WRITE), .flag = AT(count),
	  .help = "numbers of calls by program, event and result; write: of samples" },
	{ 0, "cpu", "LIST", OF(WRITE), .text = AT(cpus),
	  .help = "write: measure all processes on these cpus; -a: on all cpus" },
	{ 'G', "cgroup", "NAME", OF(WRITE), .text = AT(cgroup),
	  .help = "write: measure this cgroup" },
	{ 0, "sample", "LIST", OF(WRITE), .text = AT(sample),
	  .help = "write: what a sample has: ip,tid,addr,callchain; comm: the name of its thread" },
	{ 0, "no-try", NULL, OF(WRITE), .flag = AT(no_try),
	  .help = "write: neither compile the program nor run it for a second" },
	{ 0, "attr", NULL, OF(WRITE), .flag = AT(attr),
	  .help = "write: one call as a C function" },
	{ 0, "fixed", NULL, OF(WRITE), .flag = AT(fixed),
	  .help = "write: the call with the change that its help proposes" },
	{ 0, "layout", NULL, OF(SHOW) | OF(EXPLAIN), .flag = AT(layout),
	  .help = "show, explain: the bytes of a sample, and of a read of the event" },
	{ 0, "report", NULL, OF(DOCTOR), .flag = AT(report),
	  .help = "all findings and all PMUs, to attach to an issue" },
	{ 0, "prove", NULL, OF(DOCTOR), .flag = AT(prove),
	  .help = "make calls that prove whether the module reads this kernel correctly;\n"
		  "print what is not proved" },
};

#define OPTIONS		ARRAY_SIZE(rows)

/**
 * struct command_row - the help of a command
 * @args:    its arguments
 * @what:    description
 * @example: two lines to type
 */
struct command_row {
	const char *args;
	const char *what;
	const char *example[2];
};

static const struct command_row command_rows[COMMANDS] = {
	[CMD_LIST] = { "", "the calls that the module recorded, one line each (the default)",
		{ "perfattr -x", "perfattr -f -C myprof" } },
	[CMD_RUN] = { "-- PROGRAM [ARG...]", "run a program and show its calls; works without the module",
		{ "perfattr run -- ./myprof", "perfattr run -x -u nobody -- perf stat -a true" } },
	[CMD_SHOW] = { "N...", "everything about calls by their numbers",
		{ "perfattr show 9", "perfattr -i calls.json show 12-15" } },
	[CMD_TRY] = { "N...|FILE|WORD...", "make a refused call again, and find out what opens here",
		{ "perfattr try 9", "perfattr try EINVAL cycles:pp" } },
	[CMD_EXPLAIN] = { "[FILE|WORD...]", "why calls were refused, from output of strace or an error",
		{ "perfattr explain EACCES cycles:u", "perfattr explain strace.txt" } },
	[CMD_DIFF] = { "A B", "differences between two calls: numbers or files",
		{ "perfattr diff 9 10", "perfattr diff 9 calls.json:2" } },
	[CMD_WRITE] = { "N|-e EVENT TARGET", "a C program that samples or counts like a call",
		{ "perfattr write -e page-faults -a", "perfattr write -- perf record -a" } },
	[CMD_EVENTS] = { "", "events that are open now, and who holds them",
		{ "perfattr events", "perfattr events -C perf" } },
	[CMD_DOCTOR] = { "", "what works on this machine, and what allows the rest",
		{ "perfattr doctor", "perfattr doctor --report -o report.txt" } },
	[CMD_PMUS] = { "[NAME]", "the PMUs of this machine, or the fields of a tracepoint",
		{ "perfattr pmus cpu", "perfattr pmus sched:sched_switch" } },
	[CMD_HELP] = { "[COMMAND]", "the options and examples of a command",
		{ "perfattr help run", "perfattr help all" } },
};

static const char usage[] =
	"perfattr: why perf_event_open(2) failed, and what would work.\n"
	"The module perfattr_dump records the calls of all programs; run and explain work without it.\n"
	"\n"
	"Usage: perfattr [COMMAND] [OPTION]... [ARGUMENT]...\n"
	"\n";

static void put_command(enum command command)
{
	const struct command_row *row = &command_rows[command];
	char words[64];

	snprintf(words, sizeof(words), "%s %s", command_names[command], row->args);
	printf("  %-25s %s\n", words, row->what);
}

/* "-p, --pid PID       calls of this process", and lines below that. */
static void put_help(const struct option_row *row)
{
	const char *line = row->help, *end;
	char names[64];
	int len, at;

	len = row->letter ? sprintf(names, "  -%c, ", row->letter) : sprintf(names, "      ");
	len += snprintf(names + len, sizeof(names) - len, "--%s%s%s", row->name,
			row->arg && *row->arg != '[' ? " " : "", row->arg ? row->arg : "");
	at = len < HELP_AT ? HELP_AT : len + 2;
	printf("%-*s", at, names);
	for (; (end = strchr(line, '\n')); line = end + 1)
		printf("%.*s\n%*s", (int)(end - line), line, HELP_AT, "");
	puts(line);
}

static void put_commands(void)
{
	unsigned int i;

	fputs(usage, stdout);
	for (i = 0; i < COMMANDS; i++)
		put_command(i);
}

static void put_some(unsigned int of, bool few)
{
	size_t i;

	for (i = 0; i < OPTIONS; i++)
		if (rows[i].commands & of && few == (__builtin_popcount(rows[i].commands) <= 3))
			put_help(&rows[i]);
}

/* First the options that only few commands take. */
static void put_options(unsigned int of)
{
	put_some(of, true);
	put_some(of, false);
}

/* Prints the options of a command; COMMANDS: the list of all. */
static void help_put(enum command command)
{
	const struct command_row *row = &command_rows[command];

	if (command == COMMANDS) {
		put_commands();
		puts("\n  perfattr help COMMAND     the options of a command, with examples\n"
		     "  perfattr explain RULE     what a rule says, for example hw-pmu-missing\n"
		     "\n"
		     "First: perfattr run -- PROGRAM. All pages: perfattr(1), docs/perfattr.md.");
		return;
	}
	printf("Usage: perfattr %s [OPTION]...%s%s\n  %s\n\n", command_names[command],
	       *row->args ? " " : "", row->args, row->what);
	put_options(1U << command);
	printf("\nExamples:\n  %s\n  %s\n", row->example[0], row->example[1]);
}

int cmd_help(struct options *opt, int argc, char **argv)
{
	if (argc && !strcmp(argv[0], "all")) {
		put_commands();
		putchar('\n');
		put_options(OF_ALL);
		return 0;
	}
	help_put(argc ? command_of(argv[0]) : COMMANDS);
	return 0;
}

static void take_help(struct options *opt, const char *value)
{
	help_put(opt->command);
	end_output();
}

/* The number of letters that are inserted, missing or different. */
static unsigned int distance(const char *a, const char *b)
{
	unsigned int row[64], i, k, last, up;

	for (k = 0; k <= strlen(b) && k < ARRAY_SIZE(row); k++)
		row[k] = k;
	for (i = 0; a[i]; i++) {
		last = row[0];
		row[0] = i + 1;
		for (k = 1; b[k - 1] && k < ARRAY_SIZE(row); k++) {
			up = row[k];
			row[k] = last + (a[i] != b[k - 1]);
			if (up + 1 < row[k])
				row[k] = up + 1;
			if (row[k - 1] + 1 < row[k])
				row[k] = row[k - 1] + 1;
			last = up;
		}
	}
	return row[strlen(b) < ARRAY_SIZE(row) ? strlen(b) : ARRAY_SIZE(row) - 1];
}

/* The nearest known name: at most a third of its letters differ. NULL if there is none. */
static const char *nearest(const char *word, const char *(*name)(size_t i), size_t n)
{
	unsigned int best = 1 + (unsigned int)strlen(word) / 3 + 1, d;
	const char *found = NULL;
	size_t i;

	for (i = 0; i < n; i++) {
		d = distance(word, name(i));
		if (d >= best)
			continue;
		best = d;
		found = name(i);
	}
	return found;
}

static const char *command_name(size_t i)
{
	return command_names[i];
}

static const char *option_name(size_t i)
{
	return rows[i].name;
}

/* Says which one may be meant. */
static void __attribute__((noreturn)) die_unknown(const char *what, const char *word,
						  const char *dashes, const char *found)
{
	if (found)
		die("unknown %s %s: do you mean %s%s? perfattr --help", what, word, dashes, found);
	die("unknown %s %s, see perfattr --help", what, word);
}

/**
 * command_of() - the command that has this name; exits if none has it
 * @word: the name
 */
enum command command_of(const char *word)
{
	enum command i;

	for (i = 0; i < COMMANDS; i++)
		if (!strcmp(word, command_names[i]))
			return i;
	die_unknown("command", word, "", nearest(word, command_name, COMMANDS));
}

/* The value that getopt_long() returns for an option. */
static int code_of(size_t i)
{
	return rows[i].letter ? rows[i].letter : 256 + (int)i;
}

/* The options as getopt_long() expects them; returns those of one letter. */
static const char *for_getopt(const char *more, struct option longs[OPTIONS + 1])
{
	static char shorts[2 * OPTIONS + 4];
	size_t i, len = (size_t)sprintf(shorts, "%s:", more);

	for (i = 0; i < OPTIONS; i++) {
		const char *arg = rows[i].arg;

		longs[i] = (struct option){
			.name = rows[i].name, .val = code_of(i),
			.has_arg = !arg ? no_argument : *arg == '[' ? optional_argument :
				   required_argument,
		};
		if (rows[i].letter)
			len += (size_t)sprintf(shorts + len, arg ? "%c:" : "%c",
					       rows[i].letter);
	}
	longs[OPTIONS] = (struct option){ .name = NULL };
	return shorts;
}

static void take(struct options *opt, int c)
{
	const struct option_row *row;
	size_t i;

	for (i = 0; code_of(i) != c; i++)
		continue;
	row = &rows[i];
	opt->given |= 1ULL << i;
	if (row->flag)
		*(bool *)((char *)opt + row->flag - 1) = true;
	else if (row->text)
		*(const char **)((char *)opt + row->text - 1) = optarg;
	else
		row->take(opt, optarg);
}

/**
 * options_parse() - read options
 * @opt:  receives them; zeroed before the first of several calls
 * @argc: as main() has them
 * @argv: as main() has them
 * @more: "+" stops at the first word that is not an option, else ""
 *
 * Return: index of the first argument that is not an option. Exits if an option is wrong.
 */
int options_parse(struct options *opt, int argc, char **argv, const char *more)
{
	struct option longs[OPTIONS + 1];
	const char *shorts = for_getopt(more, longs);
	int c;

	optind = 0;	/* start parsing again, also within an argument */
	opterr = 0;
	while ((c = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (c == '?' && !optopt && !strncmp(argv[optind - 1], "--", 2))
			die_unknown("option", argv[optind - 1], "--",
				    nearest(argv[optind - 1] + 2, option_name, OPTIONS));
		if (c == '?' || c == ':')
			die_option(argv, c);
		take(opt, c);
	}
	return optind;
}

static void die_of(const struct option_row *row)
{
	struct text t = { 0 };
	unsigned int left = row->commands, i;

	if (row->letter)
		text_printf(&t, "-%c is an option of", row->letter);
	else
		text_printf(&t, "--%s is an option of", row->name);
	for (i = 0; left; i++) {
		if (!(left >> i & 1))
			continue;
		left &= ~(1U << i);
		text_printf(&t, " %s%s", command_names[i],
			    !left ? "" : left & (left - 1) ? "," : " and");
	}
	text_printf(&t, ": perfattr help %s", command_names[__builtin_ctz(row->commands)]);
	die("%s", t.s);
}

/**
 * options_check() - refuse options and arguments that a command does not take
 * @opt:     options
 * @command: the command
 * @word:    its first argument; NULL: it has none
 */
void options_check(const struct options *opt, enum command command, const char *word)
{
	size_t i;

	if (word && !*command_rows[command].args)
		die("%s: unexpected argument \"%s\"", command_names[command], word);
	for (i = 0; i < OPTIONS; i++)
		if (opt->given >> i & 1 && !(rows[i].commands >> command & 1))
			die_of(&rows[i]);
}

/**
 * options_done() - check the options together, after all were read
 * @opt: options
 */
void options_done(struct options *opt)
{
	opt->live = !opt->input && !opt->text;
	if ((opt->live || opt->here) && !opt->sysfs)
		opt->sysfs = "/sys";
	if (!opt->debugfs)
		opt->debugfs = DEBUGFS_DIR;
	if (opt->follow && opt->input)
		die("-f follows the module, not a file; for a file that grows: tail -f FILE");
	/* The event of "write" does not choose records. */
	if (opt->command != CMD_WRITE)
		filter_check(opt);
}
