// SPDX-License-Identifier: GPL-2.0
/* Rights that a program has by its file. */
#include "capture/capture.h"

#include <sys/stat.h>
#include <sys/xattr.h>

/**
 * file_rights() - which rights a program has by its file
 * @file: the file
 *
 * Return: their name; NULL if it has none, or cannot be looked at.
 */
const char *file_rights(const char *file)
{
	struct stat st;

	if (stat(file, &st))
		return NULL;
	if (st.st_mode & S_ISUID)
		return "setuid";
	if ((st.st_mode & 02010) == 02010)
		return "setgid";
	return getxattr(file, "security.capability", NULL, 0) > 0 ? "capabilities" : NULL;
}
