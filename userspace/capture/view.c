// SPDX-License-Identifier: GPL-2.0
/* The files of the module. */
#include <fcntl.h>
#include <limits.h>

#include "capture/capture.h"

#define FIRING_FILE	SETTINGS_DIR "/firing"

static void view_path(char path[PATH_MAX], const struct options *opt, const char *view)
{
	if (snprintf(path, PATH_MAX, "%s/perfattr/%s", opt->debugfs, view) >= PATH_MAX)
		die("the name of the debugfs folder is too long");
}

/**
 * view_try() - open a file of the module
 * @opt:   has the directory of debugfs
 * @view:  the file
 * @flags: for open(), in addition to O_RDONLY
 *
 * Return: as open().
 */
int view_try(const struct options *opt, const char *view, int flags)
{
	char path[PATH_MAX];

	view_path(path, opt, view);
	return open(path, O_RDONLY | O_CLOEXEC | flags);
}

/* The remedy other than loading the module. */
static const char *instead(const char *view)
{
	if (!strcmp(view, "raw_run"))
		return "";
	return "; perfattr run -- PROGRAM needs no module, and -i FILE reads a saved file";
}

/**
 * view_open() - open a file of the module, or exit with a message that says what to do
 * @opt:   has the directory of debugfs
 * @view:  the file
 * @flags: for open(), in addition to O_RDONLY
 */
int view_open(const struct options *opt, const char *view, int flags)
{
	char dir[PATH_MAX], path[PATH_MAX];
	int fd;

	fd = view_try(opt, view, flags);
	if (fd >= 0)
		return fd;
	view_path(path, opt, view);
	if (errno == ENOENT) {
		view_path(dir, opt, "");
		if (!access(dir, F_OK))
			die("the module that is loaded has no view %s: it is older than this program",
			    path);
		errno = ENOENT;
	}
	die_view(opt->debugfs, path, errno, instead(view));
}

/**
 * view_readable() - return true if this file of the module may be read; it is not opened
 * @opt:  has the directory of debugfs
 * @view: the file
 *
 * Return: false if not; errno says why.
 */
bool view_readable(const struct options *opt, const char *view)
{
	char path[PATH_MAX];

	view_path(path, opt, view);
	return !access(path, R_OK);
}

/**
 * probes_fire() - let the module test whether its probes fire
 * @opt: options
 *
 * The module's streams also report a change.
 *
 * Return: false if they do not; true also if that is unknown.
 */
bool probes_fire(const struct options *opt)
{
	char *value = opt->live ? read_line_of(FIRING_FILE) : NULL;
	bool fire = !value || strcmp(value, "0");

	free(value);
	return fire;
}
