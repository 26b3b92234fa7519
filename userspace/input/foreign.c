// SPDX-License-Identifier: GPL-2.0
/* Names the kind of a file that is not a recording, instead of reporting its lines. */
#include <string.h>
#include <unistd.h>

#include "input/input.h"

/* Files that users pass in place of a recording, by their first bytes. */
static const struct {
	const char *begin;
	size_t len;
	const char *what;
	const char *unpack;
} foreign[] = {
	{ "\177ELF", 4, "a program (ELF)", NULL },
	{ "\037\213", 2, "compressed by gzip", "zcat" },
	{ "\050\265\057\375", 4, "compressed by zstd", "zstdcat" },
	{ "\3757zXZ", 5, "compressed by xz", "xzcat" },
	{ "BZh", 3, "compressed by bzip2", "bzcat" },
	{ "PERFILE2", 8, "a file of perf record", NULL },
	{ "=====", 5, "the text of log, which perfattr cannot read", NULL },
	{ "#  ", 3, "a list, which perfattr cannot read", NULL },
};

#define MAKES_ONE	"a recording is made by perfattr -j -o FILE"

/**
 * foreign_begin() - exit with a sentence if it begins as something that is no recording
 * @src: a source of which the first bytes were read
 */
void foreign_begin(const struct source *src)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(foreign); i++) {
		if (src->len < foreign[i].len || memcmp(src->buf, foreign[i].begin, foreign[i].len))
			continue;
		if (foreign[i].unpack)
			die("%s is %s: %s %s | perfattr -i -", src->name, foreign[i].what,
			    foreign[i].unpack, src->fd == STDIN_FILENO ? "FILE" : src->name);
		die("%s is %s; " MAKES_ONE, src->name, foreign[i].what);
	}
}

/**
 * foreign_end() - exit with a sentence if not one of its lines was of a recording
 * @src: a source that was read to its end
 */
void foreign_end(struct source *src)
{
	if (!src->bad || src->ours || src->stream)
		return;
	src->held.s[strcspn(src->held.s, "\n")] = '\0';
	die("%s is no recording: %s; " MAKES_ONE, src->name, src->held.s);
}
