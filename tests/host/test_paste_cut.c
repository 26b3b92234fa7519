// SPDX-License-Identifier: GPL-2.0
/*
 * Of a text that was cut, at its top or at its end, nothing is known that the whole text does not
 * say, and the reason is one of those that the whole has.
 */
#include <dirent.h>

#include "paste_cut.h"
#include "tap.h"

#define TEXTS	"paste/"

/* A text is cut in so many places, and in a call in so many. */
#define CUTS	60

/* In steps of @step; at each 16th place for the reasons, too. */
static bool cut(next_fn next, const char *s, size_t len, size_t step)
{
	const char *what;
	size_t at, n = 0;

	find(&whole, next, s, len, 0);
	for (at = 0; at < len; at += step, n++) {
		find(&part, next, s, at, 0);
		what = compare(!(n % 16));
		if (what) {
			diag("up to byte %zu: %s", at, what);
			return false;
		}
		find(&part, next, s + at, len - at, at);
		what = compare(!(n % 16));
		if (what) {
			diag("from byte %zu on: %s", at, what);
			return false;
		}
	}
	return true;
}

static void test_file(const char *name, next_fn next)
{
	char path[512];
	size_t len;
	char *s;

	snprintf(path, sizeof(path), TEXTS "%s", name);
	s = paste_file(path, &len);
	ok(s && cut(next, s, len, len / CUTS | 7), "%s says no more if it is cut", name);
	free(s);
}

int main(void)
{
	struct dirent **files;
	int i, n = scandir(TEXTS, &files, NULL, alphasort);

	for (i = 0; i < n; i++) {
		const char *name = files[i]->d_name;

		if (strstr(name, ".txt") && paste_monotone(name))
			test_file(name, paste_monotone(name));
		free(files[i]);
	}
	free(files);
	diag("%u calls compared, %u reasons", compared, cut_reasons);
	ok(compared > 1000 && cut_reasons > 20, "calls of cut texts were compared");
	return tap_end();
}
