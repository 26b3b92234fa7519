// SPDX-License-Identifier: GPL-2.0
/*
 * usage: raw_json [FILE]
 *
 * Lines of JSON of raw records, as they come: of a view of the module, or of standard input. Ends
 * with 1 if these are not whole.
 */
#include <err.h>
#include <fcntl.h>
#include <unistd.h>

#include "raw/raw.h"

static struct raw_lines lines;

static void put(const void *line, size_t len)
{
	fwrite(line, 1, len, stdout);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	static char bytes[RAW_READ];
	const char *fault;
	ssize_t n;

	if (fd < 0)
		err(1, "%s", argv[1]);
	while ((n = read(fd, bytes, sizeof(bytes))) > 0) {
		fault = raw_lines(&lines, bytes, (size_t)n, put);
		if (fault)
			errx(1, "%s", fault);
	}
	if (n < 0)
		err(1, "cannot read");
	if (!lines.in.begun || lines.left)
		errx(1, "there are no raw records, or the last is not whole");
	return ferror(stdout) != 0;
}
