// SPDX-License-Identifier: GPL-2.0
/* Who the caller is in procfs, and what its descriptors are. */
#include "env_tree.h"

#include "core/record.h"

#define TASK	"proc/77/"

static void status(const char *text)
{
	tree_file(TASK "status", text);
}

static void link_to(const char *to, const char *path)
{
	tree_folder(path);
	unlink(tree_path(path));
	must(!symlink(to, tree_path(path)), "symlink");
}

static void test_self(void)
{
	tree_begin();
	is_num(env_here_self(here), 0, "without thread-self nobody knows");
	link_to("60/task/77", "proc/thread-self");
	is_num(env_here_self(here), 77, "the thread, not its process");
	link_to("strange", "proc/thread-self");
	is_num(env_here_self(here), 0, "a link that is none of procfs");
}

static int filters(const char *text)
{
	struct env_task task;

	memset(&rec, 0, sizeof(rec));
	rec.tid = 77;
	status(text);
	env_here_task(here, &rec, &task);
	return task.filters;
}

static void test_filters(void)
{
	tree_begin();
	is_num(filters("Seccomp:\t0\n"), 0, "no filter");
	is_num(filters("Seccomp:\t2\n"), 1, "a kernel that does not count filters");
	is_num(filters("Seccomp:\t2\nSeccomp_filters:\t3\n"), 3, "one that does");
	is_num(filters("Seccomp:\t1\n"), 0, "the strict mode has no filter");
}

static void test_name(void)
{
	tree_begin();
	filters("Name:\ta\\nb\\\\n  c\nTgid:\t5\n");
	ok(!strcmp(rec.comm, "a\nb\\n  c"), "a name with a newline, a backslash and blanks");
	filters("Name:\t0123456789abcdefgh\n");
	is_str(rec.comm, "0123456789abcde", "one that is too long is cut");
	filters("Name:\tends with \\\n");
	is_str(rec.comm, "ends with \\", "one that ends amid an escape");
	filters("Tgid:\t5\n");
	is_str(rec.comm, "", "none");
}

static u32 target(const char *numbers)
{
	char own[64] = "";
	struct env_task task;

	memset(&rec, 0, sizeof(rec));
	must(readlink("/proc/self/ns/pid", own, sizeof(own) - 1) > 0, "readlink");
	link_to(own, TASK "ns/pid");
	status(numbers);
	rec.tid = 77;
	rec.ret = -ESRCH;
	rec.arg_pid = 88;
	env_here_task(here, &rec, &task);
	return rec.facts.have & PA_F_TARGET;
}

static void test_namespace(void)
{
	tree_begin();
	tree_file("proc/88/status", "Tgid:\t88\nUid:\t1\t1\t1\t1\nGid:\t1\t1\t1\t1\n");
	ok(target("Tgid:\t77\nNSpid:\t77\n"), "a task of procfs");
	ok(!target("Tgid:\t77\nNSpid:\t77\t5\n"),
	   "the numbers of the caller are those of another namespace");
}

static void test_file(void)
{
	u8 kind = 99;

	tree_begin();
	link_to("anon_inode:[perf_event]", TASK "fd/4");
	link_to("/tmp/anon_inode:[perf_event]", TASK "fd/5");
	ok(env_here_file(here, 77, 4, &kind) && kind == PA_FILE_PERF, "an event");
	ok(env_here_file(here, 77, 5, &kind) && kind == PA_FILE_OTHER, "a file that is named so");
	ok(env_here_file(here, 77, 6, &kind) && kind == PA_FILE_NONE, "not open");
	proc_at(here, "/nowhere");
	ok(!env_here_file(here, 77, 4, &kind), "without procfs it is not known");
}

int main(void)
{
	test_self();
	test_filters();
	test_name();
	test_namespace();
	test_file();
	tree_end();
	return tap_end();
}
