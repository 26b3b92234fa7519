// SPDX-License-Identifier: GPL-2.0
/*
 * A program that draws on the whole terminal, as perf top does, takes it out of the mode in which
 * lines are typed. What we print meanwhile would be written into its picture: it is kept until the
 * terminal is as it was, or the program has ended.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

#include "act/act.h"

/* At most 16 MB of lines are kept. */
#define KEPT_MAX	(16 << 20)

static int terminal = -1;
static int kept = -1;		/* stands in for standard output; -1: nothing is kept */
static bool cut;

/* Return true if the terminal reads lines, as it does for a shell's programs. */
static bool takes_lines(int fd)
{
	struct termios t;

	return !tcgetattr(fd, &t) && t.c_lflag & ICANON;
}

static void keep(void)
{
	int fd = memfd_create("kept", MFD_CLOEXEC);

	if (fd < 0)
		return;
	fflush(stdout);
	dup3(fd, STDOUT_FILENO, O_CLOEXEC);
	kept = fd;
}

static void copy_kept(void)
{
	char buf[4096];
	off_t at = 0;
	ssize_t n;

	while ((n = pread(kept, buf, sizeof(buf), at)) > 0) {
		fwrite(buf, 1, n, stdout);
		at += n;
	}
}

static void give_back(void)
{
	fflush(stdout);
	dup3(terminal, STDOUT_FILENO, O_CLOEXEC);
	copy_kept();
	fflush(stdout);
	if (cut)
		warn("the oldest calls are not shown: more than %d MB came while the program had the terminal",
		     KEPT_MAX >> 20);
	cut = false;
	close(kept);
	kept = -1;
}

/**
 * hold_look() - look who has the terminal; called before and after something is printed
 */
void hold_look(void)
{
	if (terminal < 0)
		return;
	if (kept < 0 && !takes_lines(terminal))
		keep();
	else if (kept >= 0 && takes_lines(terminal))
		give_back();
	if (kept < 0 || lseek(kept, 0, SEEK_CUR) < KEPT_MAX)
		return;
	cut = !ftruncate(kept, 0);
	lseek(kept, 0, SEEK_SET);
}

/**
 * hold_end() - print what was kept; the program has ended, or we do
 */
void hold_end(void)
{
	if (kept >= 0)
		give_back();
}

/**
 * hold_begin() - a program begins that may take the terminal
 * @fd: to what standard output will lead; if it is a terminal, that one
 */
void hold_begin(int fd)
{
	if (!isatty(fd) || !takes_lines(fd))
		return;
	terminal = fd;
	atexit(hold_end);
}
