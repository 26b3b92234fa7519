// SPDX-License-Identifier: GPL-2.0
/* Where a refused kprobe would be, and which cgroup a refused call names, as files say. */
#include <fcntl.h>

#include "env_tree.h"

/* The caller has a number that no process of any machine has: it is above PID_MAX_LIMIT. */
#define CALLER	4194305
#define CALLER_DIR	"proc/4194305"

static const struct pa_kprobe_now *of_kprobe(const char *function, u64 offset, int err)
{
	refused(KPROBE, err);
	string(function, 1);
	attr->config2 = offset;
	look();
	return &env.now->kprobe;
}

static const char kallsyms[] =
	"ffffffff81000000 T _text\n"
	"ffffffff81000100 T plain\n"
	"ffffffff81000200 t barred\n"
	"ffffffff81000300 t silent\n"
	"ffffffff81000400 t part\n"
	"ffffffff81000500 t part.cold\n"
	"ffffffff81000600 t twice\n"
	"ffffffff81000700 t alias_a\n"
	"ffffffff81000700 T alias_b\n"
	"ffffffff81000800 T __x64_sys_read\n"
	"ffffffff81001000 D some_data\n"
	"ffffffff81000010 T _stext\n"
	"ffffffff81002000 T _etext\n"
	"ffffffff81003000 T called_code\n"
	"ffffffff82000000 T _sinittext\n"
	"ffffffff82000010 T of_boot\n"
	"ffffffff82000100 T _einittext\n"
	"ffffffffa0000000 t twice\t[one]\n"
	"ffffffffa0000100 t in_module\t[one]\n"
	"ffffffffa0000200 t made\t[bpf]\n";

static const char blacklist[] =
	"0xffffffff81000200-0xffffffff81000210\tbarred\n"
	"0xffffffffa0000100-0xffffffffa0000110\tin_module [one]\n";

static const char traced[] =
	"plain\nbarred\npart\ntwice\nalias_b\nin_module [one]\n__x64_sys_read\n";

static void lists(void)
{
	tree_file("proc/kallsyms", kallsyms);
	tree_file("proc/modules", "one 4096 0 - Live 0xffffffffa0000000\n");
	tree_file("debug/kprobes/blacklist", blacklist);
	tree_file("sys/kernel/tracing/available_filter_functions", traced);
}

static void at_is(const char *function, u64 offset, const char *name, u32 in, u8 is_traced,
		  u8 is_barred)
{
	const struct pa_kprobe_now *now = of_kprobe(function, offset, EINVAL);

	if (!ok(now->known && now->text == PA_SYSFS_HAS && !strcmp(now->at, name) &&
		now->offset == in && now->traced == is_traced && now->barred == is_barred,
		"kprobe: %s+%#llx", function, offset))
		diag("text %d at %s+%#x traced %d barred %d", now->text, now->at, now->offset,
		     now->traced, now->barred);
}

static void other_name(const char *function, const char *name)
{
	of_kprobe(function, 0, ENOENT);
	is_str(env.now->probe_name, name, function);
}

static void test_kprobe(void)
{
	enum { HAS = PA_SYSFS_HAS, LACKS = PA_SYSFS_LACKS, UNKNOWN = PA_SYSFS_UNKNOWN };

	tree_begin();
	ok(!of_kprobe("plain", 0, EINVAL)->known, "kprobe: no files");
	lists();
	tree_open();
	at_is("plain", 0, "plain", 0, HAS, LACKS);
	at_is("plain", 0x20, "plain", 0x20, HAS, LACKS);
	at_is("plain", 0x110, "barred", 0x10, HAS, HAS);
	at_is("barred", 0, "barred", 0, HAS, HAS);
	at_is("silent", 0, "silent", 0, LACKS, LACKS);
	at_is("part.cold", 0, "part.cold", 0, HAS, LACKS);
	at_is("alias_a", 0, "alias_a", 0, HAS, LACKS);
	at_is("in_module", 0, "in_module", 0, HAS, HAS);
	at_is("one:in_module", 4, "in_module", 4, HAS, HAS);
	is_num(of_kprobe("plain", 0, EINVAL)->boot, LACKS, "kprobe: no code for the boot");
	is_num(of_kprobe("of_boot", 0, EINVAL)->boot, HAS, "kprobe: code for the boot");
	is_num(of_kprobe("some_data", 0, EINVAL)->text, LACKS, "kprobe: data");
	is_num(of_kprobe("called_code", 0, EINVAL)->text, LACKS, "kprobe: data by its address");
	is_num(of_kprobe("plain", 0x40000000, EINVAL)->text, LACKS, "kprobe: far behind");
	is_num(of_kprobe("plain", 0xffffffff81000000, EINVAL)->text, UNKNOWN,
	       "kprobe: an address is no offset");
	is_num(of_kprobe("twice", 0, EADDRNOTAVAIL)->symbols, 2, "kprobe: two of a name");
	is_num(of_kprobe("one:twice", 0, EINVAL)->symbols, 1, "kprobe: ... one in the module");
	is_num(of_kprobe("one:twice", 0, EINVAL)->module, HAS, "kprobe: a module that is there");
	is_num(of_kprobe("two:twice", 0, ENOENT)->module, LACKS, "kprobe: one that is not");
	is_num(of_kprobe("made", 0, ENOENT)->symbols, 0, "kprobe: what was made at run time");
	other_name("sys_read", "__x64_sys_read");
	other_name("two:in_module", "one:in_module");
	other_name("two:plain", "plain");
	other_name("two:nothing", "");
	other_name("nothing", "");
	ok(!of_kprobe("plain", 0, EPERM)->known, "kprobe: of another errno nothing is asked");
}

/* Files are read once; again when a module has come or gone, while records come. */
static void test_again(void)
{
	tree_begin();
	lists();
	tree_open();
	is_num(of_kprobe("plain", 0, EINVAL)->symbols, 1, "again: there");
	tree_file("proc/kallsyms", "ffffffff81000000 T _text\n");
	is_num(of_kprobe("plain", 0, EINVAL)->symbols, 1, "again: kallsyms is read once");
	tree_file("proc/modules", "");
	is_num(of_kprobe("plain", 0, EINVAL)->symbols, 1, "again: also if modules differ");
	env_here_stream(here, true);
	is_num(of_kprobe("plain", 0, EINVAL)->symbols, 0, "again: but not of a stream");
	tree_file("proc/kallsyms", kallsyms);
	is_num(of_kprobe("plain", 0, EINVAL)->symbols, 0, "again: once, too");
	tree_file("proc/modules", "one 4096 0 - Live 0xffffffffa0000000\n");
	is_num(of_kprobe("plain", 0, EINVAL)->symbols, 1, "again: for these modules");
	tree_file("proc/modules", "one 4096 7 two,three, Live 0xffffffffa0000000\n");
	tree_file("proc/kallsyms", "");
	is_num(of_kprobe("plain", 0, EINVAL)->symbols, 1, "again: who uses them does not matter");
	tree_remove("sys/kernel/tracing");
	tree_open();
	tree_file("proc/kallsyms", kallsyms);
	is_num(of_kprobe("plain", 0, EINVAL)->traced, PA_SYSFS_UNKNOWN, "again: without tracefs");
	is_num(of_kprobe("barred", 0, EINVAL)->barred, PA_SYSFS_HAS, "again: but the blacklist");
}

/* The caller is there since @ticks, by the clock of the boot. */
static void caller(unsigned int ticks)
{
	char stat[256];

	snprintf(stat, sizeof(stat), "%d (a) b) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 %u 0\n",
		 CALLER, ticks);
	tree_file(CALLER_DIR "/stat", stat);
	tree_remove(CALLER_DIR "/root");
	tree_remove(CALLER_DIR "/cwd");
	must(!symlink("/", tree_path(CALLER_DIR "/root")), "root");
	must(!symlink(tree, tree_path(CALLER_DIR "/cwd")), "cwd");
}

static const char *of_cgroup(const char *link, u8 kind, u64 flags)
{
	refused(CPU, ENOENT);
	rec.tid = CALLER;
	rec.time_ns = 10000000000;
	rec.arg_pid = 5;
	rec.flags = flags;
	rec.facts.have |= PA_F_CGROUP_FD;
	rec.facts.cgroup_file = kind;
	tree_folder(CALLER_DIR "/fd/");
	tree_remove(CALLER_DIR "/fd/5");
	if (link)
		must(!symlink(link, tree_path(CALLER_DIR "/fd/5")), "fd/5");
	look();
	return env.now->cgroup;
}

static void test_cgroup(void)
{
	const u64 flag = PERF_FLAG_PID_CGROUP;

	tree_begin();
	caller(1);
	is_str(of_cgroup("/c/a", PA_FILE_CGROUP, flag), "/c/a", "cgroup: its path");
	is_str(of_cgroup("/c/a", PA_FILE_CGROUP, 0), "/c/a", "... where the flag is missing");
	is_str(of_cgroup("/c/a", PA_FILE_CGROUP_BARE, flag), "/c/a", "... without the controller");
	is_str(of_cgroup("/c/a", PA_FILE_CGROUP_BARE, 0), "", "... not without both");
	is_str(of_cgroup("/c/a (deleted)", PA_FILE_CGROUP_GONE, flag), "/c/a (deleted)",
	       "... one that was removed");
	is_str(of_cgroup("/c/a", PA_FILE_CGROUP_GONE, flag), "", "... where there is another now");
	is_str(of_cgroup("/c/a (deleted)", PA_FILE_CGROUP, flag), "", "... and vice versa");
	is_str(of_cgroup("socket:[77]", PA_FILE_CGROUP, flag), "", "... no file any more");
	is_str(of_cgroup(NULL, PA_FILE_CGROUP, flag), "", "... nor open");
	is_str(of_cgroup("/c/a", PA_FILE_OTHER, flag), "", "... what was none");
	caller(2000);
	is_str(of_cgroup("/c/a", PA_FILE_CGROUP, flag), "", "... of who came later");
}

int main(void)
{
	test_kprobe();
	test_again();
	test_cgroup();
	tree_end();
	return tap_end();
}
