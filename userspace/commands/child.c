// SPDX-License-Identifier: GPL-2.0
/*
 * The user as whom perfattr run starts its program. We ourselves keep our
 * user: the module's files are root's.
 *
 * Users are those of /etc/passwd: a program that is linked statically, as in a guest, can ask no
 * other service.
 */
#include <grp.h>
#include <pwd.h>

#include "commands/commands.h"

#define GROUPS_MAX	65536

static struct {
	uid_t uid;
	gid_t gid;
	gid_t *groups;
	size_t n;
	char *name, *home;	/* NULL: it has no entry */
} user;

static void add_group(gid_t gid)
{
	if (user.n == GROUPS_MAX)
		return;
	user.groups = must(realloc(user.groups, (user.n + 1) * sizeof(*user.groups)));
	user.groups[user.n++] = gid;
}

/* The groups that have this user as a member, in addition to its own. */
static void take_groups(const char *name)
{
	FILE *in = fopen("/etc/group", "re");
	struct group *g;
	char **member;

	add_group(user.gid);
	while (in && (g = fgetgrent(in)))
		for (member = g->gr_mem; *member; member++)
			if (!strcmp(*member, name) && g->gr_gid != user.gid)
				add_group(g->gr_gid);
	if (in)
		fclose(in);
}

/* The entry of a name, or of a number. */
static bool take_entry(const char *name, uint64_t uid)
{
	FILE *in = fopen("/etc/passwd", "re");
	struct passwd *p = NULL;

	while (in && (p = fgetpwent(in)))
		if (name ? !strcmp(p->pw_name, name) : p->pw_uid == uid)
			break;
	if (p) {
		user.uid = p->pw_uid;
		user.gid = p->pw_gid;
		user.name = must(strdup(p->pw_name));
		user.home = must(strdup(p->pw_dir));
	}
	if (in)
		fclose(in);
	return p;
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
	if (!take_entry(NULL, uid) && !word[len])
		die("user %s has no entry in /etc/passwd: name the group, too: -u %s:GID", word,
		    word);
	user.uid = uid;
	if (word[len])
		user.gid = gid;
	return true;
}

/**
 * child_user() - start the program as another user: -u
 * @word: a name of /etc/passwd, UID or UID:GID
 *
 * Exits with a message if there is no such user, or if we may not become it. Return: its number.
 */
uid_t child_user(const char *word)
{
	if (!*word)
		die("-u takes a user, UID or UID:GID, not \"\"");
	if (!take_number(word) && !take_entry(word, 0))
		die("there is no user %s in /etc/passwd; if LDAP or the like has it: -u $(id -u %s):$(id -g %s)",
		    word, word, word);
	if (geteuid())
		die("only root may start a program as another user: -u %s", word);
	take_groups(user.name ? user.name : "");
	return user.uid;
}

static void become_user(void)
{
	if (user.home)
		setenv("HOME", user.home, 1);
	else
		unsetenv("HOME");
	if (user.name) {
		setenv("USER", user.name, 1);
		setenv("LOGNAME", user.name, 1);
	} else {
		unsetenv("USER");
		unsetenv("LOGNAME");
	}
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
	if (setgroups(user.n, user.groups) || setresgid(user.gid, user.gid, user.gid) ||
	    setresuid(user.uid, user.uid, user.uid))
		return false;
	become_user();
	return true;
}
