// SPDX-License-Identifier: GPL-2.0
/* Where a caller runs, by /proc: its container, namespace and three sets of capabilities. */
#include "env_tree.h"
#include "facts/place.h"

#include <sys/xattr.h>

#define TASK	"proc/77/"

static struct pa_place place;

static void look_at(s32 tid)
{
	/* What is not known must not be what was there before. */
	memset(&place, 0xff, sizeof(place));
	env_here_place(here, tid, NULL, &place);
}

static void status(const char *text)
{
	tree_file(TASK "status", text);
}

static void in_userns(const char *name)
{
	tree_folder(TASK "ns/");
	unlink(tree_path(TASK "ns/user"));
	must(!symlink(name, tree_path(TASK "ns/user")), "symlink");
}

static void test_container(const char *file, const char *text, u8 in)
{
	tree_begin();
	tree_file(file, text);
	look_at(77);
	ok(place.in == in, "%s \"%.*s\" tells of it", file, (int)strcspn(text, "\n"), text);
}

static void test_containers(void)
{
	test_container(TASK "root/.dockerenv", "", PA_IN_DOCKER);
	test_container(TASK "root/run/.containerenv", "", PA_IN_PODMAN);
	test_container(TASK "root/run/secrets/kubernetes.io/serviceaccount/token", "x",
		       PA_IN_KUBERNETES);
	test_container(TASK "root/run/systemd/container", "lxc\n", PA_IN_LXC);
	test_container(TASK "root/run/systemd/container", "systemd-nspawn\n", PA_IN_NSPAWN);
	test_container(TASK "root/run/systemd/container", "something else\n", PA_IN_NOTHING);
	test_container(TASK "root/etc/hostname", "host\n", PA_IN_NOTHING);
	/* It runs a container runtime, too. */
	tree_file(TASK "root/.dockerenv", "");
	tree_file(TASK "root/run/secrets/kubernetes.io/serviceaccount/token", "x");
	look_at(77);
	ok(place.in == PA_IN_KUBERNETES, "what runs the container comes before the container");
	tree_file("proc/self/root/.dockerenv", "");
	look_at(0);
	ok(place.in == PA_IN_DOCKER && !(place.have & (PA_PLACE_CAPS | PA_PLACE_USERNS)),
	   "of who is not known only that is known which is the same for us");
}

static void test_caps(void)
{
	/* As setcap cap_perfmon,cap_sys_admin+ep writes it. */
	static const u8 caps[20] = { [0] = 1, [3] = 2, [6] = 0x20, [12] = 0x40 };

	tree_begin();
	look_at(77);
	ok(!(place.have & (PA_PLACE_CAPS | PA_PLACE_USERNS | PA_PLACE_FILE)),
	   "of a task that has gone nothing is known");
	status("Name:\tx\nCapPrm:\t0000000000000001\nCapEff:\t0000004000000000\n"
	       "CapBnd:\t000001ffffffffff\nCapAmb:\t0000000000000002\nNoNewPrivs:\t1\n");
	in_userns("user:[4026531837]");
	look_at(77);
	ok(place.have & PA_PLACE_CAPS && place.effective == 1ULL << 38 &&
	   place.bounding == 0x1ffffffffff && place.no_new_privs, "sets of capabilities are read");
	ok(place.have & PA_PLACE_USERNS && place.init_userns, "... in the initial user namespace");
	status("CapEff:\t0000004000000000\n");
	in_userns("user:[4026532000]");
	look_at(77);
	ok(!(place.have & PA_PLACE_CAPS), "... of which a part is not known at all");
	ok(place.have & PA_PLACE_USERNS && !place.init_userns, "another user namespace is another");
	tree_file(TASK "exe", "program");
	look_at(77);
	ok(place.have & PA_PLACE_FILE && !place.file, "a file without capabilities gives none");
	/* Only root may give it some. */
	if (setxattr(tree_path(TASK "exe"), "security.capability", caps, sizeof(caps), 0))
		return;
	look_at(77);
	ok(place.file == (1ULL << 38 | 1ULL << 21), "those of a file are read");
}

static void test_sys(void)
{
	tree_begin();
	look_at(77);
	ok(!(place.have & PA_PLACE_SYS), "without /proc/sys it is not known who may write there");
	tree_folder("proc/sys/kernel/");
	look_at(77);
	ok(place.have & PA_PLACE_SYS && !place.sys_read_only, "one can write there");
}

int main(void)
{
	test_containers();
	test_caps();
	test_sys();
	tree_end();
	return tap_end();
}
