// SPDX-License-Identifier: GPL-2.0
/*
 * The user as whom perfattr run starts its program. We ourselves keep our
 * user: the module's files are root's.
 */
#include <grp.h>
#include <pwd.h>

#include "commands/commands.h"

#define GROUPS_MAX	65536

static struct {
	uid_t uid;
	gid_t gid;
	gid_t groups[GROUPS_MAX];
	int n;
	char *name, *home;	/* NULL: it has no entry */
} user;

/* Looks up all groups before the program is started: it may be traced from then on. */
static void take_groups(void)
{
	user.n = GROUPS_MAX;
	if (user.name && getgrouplist(user.name, user.gid, user.groups, &user.n) >= 0)
		return;
	user.groups[0] = user.gid;
	user.n = 1;
}

static bool take_entry(const struct passwd *p)
{
	if (!p)
		return false;
	user.uid = p->pw_uid;
	user.gid = p->pw_gid;
	user.name = must(strdup(p->pw_name));
	user.home = must(strdup(p->pw_dir));
	return true;
}

/* "1000" or "1000:100". Returns false for a name. */
static bool take_number(const char *word)
{
	size_t len = strcspn(word, ":");
	char *first = must(strndup(word, len));
	uint64_t uid, gid = 0;
	bool number = parse_u64(first, &uid);

	free(first);
	if (!number)
		return false;
	if ((word[len] && !parse_u64(word + len + 1, &gid)) || uid >= UINT32_MAX ||
	    gid >= UINT32_MAX)
		die("-u takes a user, UID or UID:GID, not \"%s\"", word);
	if (!take_entry(getpwuid((uid_t)uid)) && !word[len])
		die("there is no user %s: name the group, too: -u %s:GID", word, word);
	user.uid = uid;
	if (word[len])
		user.gid = gid;
	return true;
}

/**
 * child_user() - start the program as another user: -u
 * @word: a name, UID or UID:GID
 *
 * Exits with a message if there is no such user, or if we may not become it. Return: its number.
 */
uid_t child_user(const char *word)
{
	if (!*word)
		die("-u takes a user, UID or UID:GID, not \"\"");
	if (!take_number(word) && !take_entry(getpwnam(word)))
		die("there is no user %s", word);
	if (geteuid())
		die("only root may start a program as another user: -u %s", word);
	take_groups();
	return user.uid;
}

static void env_set(const char *name, const char *value)
{
	if (value)
		setenv(name, value, 1);
	else
		unsetenv(name);
}

/**
 * child_become() - become the user of -u; called in the process that will be the program
 * @opt: options
 *
 * Return: false if that is not allowed; errno says why.
 */
bool child_become(const struct options *opt)
{
	if (!opt->user)
		return true;
	if (setgroups((size_t)user.n, user.groups) || setresgid(user.gid, user.gid, user.gid) ||
	    setresuid(user.uid, user.uid, user.uid))
		return false;
	env_set("HOME", user.home);
	env_set("USER", user.name);
	env_set("LOGNAME", user.name);
	return true;
}
