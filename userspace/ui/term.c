// SPDX-License-Identifier: GPL-2.0
/* The terminal: its width, colours and a pager, if standard output is a terminal. */
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>

#include "ui/ui.h"

bool utf8;
static bool colors;
static pid_t pager = -1;
static unsigned int pager_width;

/**
 * term_init() - examine standard output; call before anything is printed
 * @opt: options
 */
void term_init(const struct options *opt)
{
	const char *no = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	setlocale(LC_CTYPE, "");
	utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
	/* https://no-color.org: any nonempty value. */
	colors = isatty(STDOUT_FILENO) && !(no && *no) && !(term && !strcmp(term, "dumb")) &&
		 !opt->json;
}

/* Columns that the list needs at least: --width accepts no less. */
#define WIDTH_LEAST	20

/**
 * term_width() - maximum width of a line
 * @opt: options
 *
 * Return: 0 if unlimited, because standard output is neither a terminal nor our pager; else at
 * least %WIDTH_LEAST.
 */
unsigned int term_width(const struct options *opt)
{
	const char *columns_env = getenv("COLUMNS");
	struct winsize ws;
	uint64_t n;

	if (opt->width)
		return opt->width;
	if (!isatty(STDOUT_FILENO))
		return pager_width;
	if (!columns_env || !parse_u64(columns_env, &n) || !n || n >= 10000)
		n = !ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws) && ws.ws_col ? ws.ws_col : 80;
	return n < WIDTH_LEAST ? WIDTH_LEAST : n;
}

/**
 * term_height() - number of lines of the terminal
 */
unsigned int term_height(void)
{
	struct winsize ws;

	return !ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws) && ws.ws_row > 3 ? ws.ws_row : 24;
}

/**
 * term_on() - the escape sequence that begins a style
 * @style: which
 */
const char *term_on(enum style style)
{
	static const char * const on[] = { "", "\033[90m", "\033[31m", "\033[1m" };

	return colors ? on[style] : "";
}

/**
 * term_off() - the escape sequence that ends a style
 * @style: which
 */
const char *term_off(enum style style)
{
	return colors && style != PLAIN ? "\033[0m" : "";
}

/**
 * columns() - width of a string
 * @s: printable ASCII and a few of our own symbols, one column each
 */
size_t columns(const char *s)
{
	size_t n = 0;

	for (; *s; s++)
		n += (*s & 0xc0) != 0x80;
	return n;
}

static void run_pager(const char *command, int in)
{
	dup2(in, STDIN_FILENO);
	/* As git does: quit if it fits one screen, allow colours, do not clear the screen. */
	setenv("LESS", "FRX", 0);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

/* At exit: all is printed. */
static void wait_for_pager(void)
{
	fclose(stdout);
	/* Ctrl-C is the pager's. */
	signal(SIGINT, SIG_IGN);
	waitpid(pager, NULL, 0);
}

/**
 * term_pager() - send standard output through $PAGER, if it is a terminal
 * @opt: options
 */
void term_pager(const struct options *opt)
{
	const char *command = getenv("PAGER");
	int fds[2];

	if (!command)
		command = "if command -v less > /dev/null; then exec less; else exec cat; fi";
	if (!isatty(STDOUT_FILENO) || opt->no_pager || opt->follow || !*command ||
	    !strcmp(command, "cat") || pipe(fds))
		return;
	fflush(stdout);
	pager_width = term_width(opt);
	pager = fork();
	if (!pager) {
		close(fds[1]);
		run_pager(command, fds[0]);
	}
	close(fds[0]);
	if (pager > 0) {
		dup2(fds[1], STDOUT_FILENO);
		atexit(wait_for_pager);
	}
	close(fds[1]);
}
