// SPDX-License-Identifier: GPL-2.0
/*
 * The calls of the last perfattr run that the module did not record: show, try, diff and c find
 * them by their numbers. Two files, of this user alone: the calls as JSON, and a text with the
 * version of perfattr and the program.
 */
#include <fcntl.h>
#include <sys/stat.h>

#include "capture/capture.h"

/* Bytes; a run with more is not kept. */
#define KEPT_MAX	(64 << 20)

#define CALLS		"last.json"
#define TITLE		"last.txt"

static char *folder;	/* NULL: there is none */
static FILE *calls;

/* Return true for a folder of this user that nobody else can write to. */
static bool is_ours(const char *path)
{
	struct stat st;

	return !lstat(path, &st) && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
	       !(st.st_mode & 022);
}

/* Makes the folder @below/@name unless it is there. */
static bool take_folder(const char *below, const char *name)
{
	struct text t = { 0 };

	if (!below || *below != '/' || !is_ours(below))
		return false;
	text_printf(&t, "%s/%s", below, name);
	if ((mkdir(t.s, 0700) && errno != EEXIST) || !is_ours(t.s)) {
		text_free(&t);
		return false;
	}
	free(folder);
	folder = text_taken(&t);
	return true;
}

/* The folder of the user's state: it is made below the home if need be. */
static bool take_home(void)
{
	const char *state = getenv("XDG_STATE_HOME");

	if (state && *state == '/')
		return take_folder(state, "perfattr");
	return take_folder(getenv("HOME"), ".local") && take_folder(folder, "state") &&
	       take_folder(folder, "perfattr");
}

static bool find_folder(void)
{
	static bool looked, found;

	if (!looked)
		found = take_folder(getenv("XDG_RUNTIME_DIR"), "perfattr") ||
			(!geteuid() && take_folder("/run", "perfattr")) || take_home();
	looked = true;
	return found;
}

static char *path_of(const char *name)
{
	struct text t = { 0 };

	text_printf(&t, "%s/%s", folder, name);
	return text_taken(&t);
}

static void forget(const char *name)
{
	char *path = path_of(name);

	unlink(path);
	free(path);
}

/* Opens a new file of this user alone. */
static FILE *create(const char *name)
{
	char *path = path_of(name);
	int fd;

	unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	free(path);
	return fd < 0 ? NULL : fdopen(fd, "w");
}

/**
 * kept_forget() - forget the calls of the last run: the numbers on the screen are no longer theirs
 */
void kept_forget(void)
{
	if (!find_folder())
		return;
	forget(CALLS);
	forget(TITLE);
}

/**
 * kept_begin() - keep the calls of a run from now on
 * @argv: the program
 *
 * Return: the stream to write them to; NULL: they are not kept, as there is no folder for them.
 */
FILE *kept_begin(char **argv)
{
	FILE *title;

	kept_forget();
	title = find_folder() ? create(TITLE) : NULL;
	if (!title)
		return NULL;
	fprintf(title, "%s\n", PERFATTR_VERSION);
	for (; *argv; argv++)
		fprintf(title, "%s%s", *argv, argv[1] ? " " : "\n");
	if (!fclose(title))
		calls = create(CALLS);
	return calls;
}

/**
 * kept_end() - the run has ended
 *
 * Return: whether it was kept.
 */
bool kept_end(void)
{
	bool good = calls && !ferror(calls) && ftell(calls) < KEPT_MAX;

	if (!calls)
		return false;
	good &= !fclose(calls);
	calls = NULL;
	if (!good)
		kept_forget();
	return good;
}

/* The lines of the title; false unless it is of this version. */
static bool read_title(char version[64], char program[256])
{
	char *path = path_of(TITLE);
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	FILE *in = fd < 0 ? NULL : fdopen(fd, "r");
	bool is = in && fgets(version, 64, in) && fgets(program, 256, in);

	if (in)
		fclose(in);
	free(path);
	if (!is)
		return false;
	version[strcspn(version, "\n")] = '\0';
	program[strcspn(program, "\n")] = '\0';
	return true;
}

/**
 * kept_find() - the calls of the last run, if the module did not record them
 *
 * Says on standard error which run it is, or why it is not used.
 *
 * Return: the file; NULL: there is none.
 */
const char *kept_find(void)
{
	char version[64], program[256];
	struct stat st;
	char *path;

	if (!find_folder())
		return NULL;
	path = path_of(CALLS);
	if (lstat(path, &st) || !S_ISREG(st.st_mode) || st.st_uid != geteuid() ||
	    st.st_mode & 077 || !read_title(version, program)) {
		free(path);
		return NULL;
	}
	if (strcmp(version, PERFATTR_VERSION)) {
		warn("the last run is of perfattr %s, this is %s: run the program again", version,
		     PERFATTR_VERSION);
		free(path);
		return NULL;
	}
	warn("of the last run: %s", program);
	return path;
}
