// SPDX-License-Identifier: GPL-2.0
/*
 * Refused kprobes and uprobes: one cause each, as the kernel's source has it, and a part of the
 * sentence. The reasons rest on what files say when the record is shown.
 *
 *	why_probes
 *
 * Needs the module loaded, debugfs and tracefs mounted, tests/guest/modules, and root.
 */
#include "why_call.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>

#define FOLDER	"/tmp/why-probes"
#define PLACE	64		/* of an instruction in its file */

static struct answer ans;
static int tests, failed, shown;
static int kprobe, uprobe;
static bool old;		/* 5.10: an address is not looked up by register_kprobe() */
static bool x86;

static void tap(bool ok, const char *what)
{
	printf("%s %d - %s\n", ok ? "ok" : "not ok", ++tests, what);
	failed += !ok;
	if (!ok)
		printf("# ret %d rule %s%s text \"%s\"\n", ans.ret, ans.rule,
		       ans.certain ? ", certain" : "", ans.text);
}

enum sure { SURE, NOT_SURE };

/* Is the last answer this one? */
static void said(const char *rule, const char *part, enum sure sure, const char *what)
{
	char text[256];

	snprintf(text, sizeof(text), "%s: %s", what, rule);
	shown++;
	tap(ans.ret < 0 && !strcmp(ans.rule, rule) && strstr(ans.text, part) &&
	    ans.certain == (sure == SURE), text);
}

static struct call call_of(int type, const char *string, u64 offset)
{
	struct call c = call_dummy();

	c.attr.type = type;
	c.attr.config = 0;
	c.attr.config1 = (uintptr_t)string;
	c.attr.config2 = offset;
	return c;
}

static int ask(const struct call *c)
{
	int fd = answer_to(c, &ans);

	if (fd >= 0)
		close(fd);
	return fd;
}

static void expect(struct call c, const char *rule, const char *part, enum sure sure,
		   const char *what)
{
	ask(&c);
	said(rule, part, sure, what);
}

static void func(const char *name, u64 offset, const char *rule, const char *part, enum sure sure)
{
	char what[160];

	snprintf(what, sizeof(what), "kprobe %s+%#llx", name, offset);
	expect(call_of(kprobe, name, offset), rule, part, sure, what);
}

static void ret_func(const char *name, u64 offset, const char *rule, const char *part)
{
	struct call c = call_of(kprobe, name, offset);
	char what[160];

	snprintf(what, sizeof(what), "return probe %s+%#llx", name, offset);
	c.attr.config = 1;
	expect(c, rule, part, NOT_SURE, what);
}

/* Is there a line with this word in the file? */
static bool file_has(const char *path, const char *word)
{
	FILE *in = fopen(path, "r");
	char line[1024], *at;
	bool has = false;

	while (in && !has && fgets(line, sizeof(line), in)) {
		at = strstr(line, word);
		has = at && at > line && (at[-1] == ' ' || at[-1] == '\t') &&
		      strchr(" \t\n", at[strlen(word)]);
	}
	if (in)
		fclose(in);
	return has;
}

static bool is_symbol(const char *name)
{
	return file_has("/proc/kallsyms", name);
}

static void missing_functions(void)
{
	const char *arch = x86 ? "x64" : "arm64";
	char part[64];

	func("no_such_symbol", 0, "kprobe-func-missing", "kallsyms has no such symbol now", SURE);
	func("vfs_reed", 0, "kprobe-func-missing", "kallsyms has no such symbol now", SURE);
	func("vfs_read+0x10", 0, "kprobe-func-missing", "goes into probe_offset", SURE);
	func("no_such_symbol", 16, "kprobe-func-missing", "no such symbol now", NOT_SURE);
	func("no_such_module:vfs_read", 0, "kprobe-func-missing", "but there is vfs_read", SURE);
	func("no_such_module:no_such", 0, "kprobe-func-missing",
	     "module no_such_module is not loaded now", SURE);
	func("perfattr_dump:no_such", 0, "kprobe-func-missing", "no such symbol now", SURE);
	func("perfattr_dump:vfs_read", 0, "kprobe-func-missing", "but there is vfs_read", SURE);
	func("no_such_module:overlay_init", 0, "kprobe-func-missing",
	     "but there is standin_pointers:overlay_init", SURE);
	snprintf(part, sizeof(part), "but there is __%s_sys_perf_event_open", arch);
	func("sys_perf_event_open", 0, "kprobe-func-missing", part, SURE);
	snprintf(part, sizeof(part), "but there is __%s_sys_read", arch);
	func("SyS_read", 0, "kprobe-func-missing", part, SURE);
	snprintf(part, sizeof(part), "but there is __%s_sys_getpid", arch);
	func("getpid", 0, "kprobe-func-missing", part, SURE);
}

/* A name to which gcc has added something, in place of that without. */
static void compiled_functions(void)
{
	static const char * const added[] = { ".isra.0", ".constprop.0", ".part.0" };
	char line[512], name[256], whole[300], last[256] = "";
	unsigned int i, left = 2, tries = 8;
	FILE *in;

	/* To look for a name takes a while. */
	for (i = 0; i < 3; i++, left = 2, tries = 8) {
		in = fopen("/proc/kallsyms", "r");
		while (in && left && tries && fgets(line, sizeof(line), in)) {
			char type, module[64] = "";
			char *dot;

			if (sscanf(line, "%*s %c %255s %63s", &type, name, module) < 2 ||
			    type != 't' || module[0])
				continue;
			dot = strchr(name, '.');
			if (!dot || strcmp(dot, added[i]) || strlen(name) > 50)
				continue;
			snprintf(whole, sizeof(whole), "but there is %s", name);
			*dot = '\0';
			tries--;
			if (!strcmp(name, last) || is_symbol(name) ||
			    file_has("/sys/kernel/debug/kprobes/blacklist", whole + 13))
				continue;
			strcpy(last, name);
			left--;
			/* Several parts: the best of them is named. */
			expect(call_of(kprobe, name, 0), "kprobe-func-missing",
			       i ? "but there is " : whole, SURE, whole);
		}
		if (in)
			fclose(in);
	}
}

static void far_addresses(void)
{
	struct call c = call_of(kprobe, NULL, 4096);

	func("vfs_read", 1 << 30, old ? "kprobe-offset-no-code" : "kprobe-offset-outside",
	     old ? "no code" : "vfs_read is there now", NOT_SURE);
	ask(&c);
	if (old)
		said("kprobe-addr-no-kernel", "0x1000", SURE, "kprobe at a user's address");
	else
		said("kprobe-addr-outside", "in no function", NOT_SURE,
		     "kprobe at a user's address");
	expect(call_of(kprobe, NULL, 0), "kprobe-without-address", "is 0", SURE,
	       "kprobe without an address");
	expect(call_of(kprobe, "", 0), "kprobe-without-address", "is 0", SURE,
	       "kprobe with an empty name");
}

static void same_names(void)
{
	static const char * const names[] = { "name_show", "t_show", "s_show" };
	unsigned int i, n;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct call c = call_of(kprobe, names[i], 0);
		char what[64], line[512], name[256];
		FILE *in = fopen("/proc/kallsyms", "r");

		for (n = 0; in && fgets(line, sizeof(line), in);)
			n += sscanf(line, "%*s %*c %255s", name) == 1 && !strcmp(name, names[i]);
		if (in)
			fclose(in);
		snprintf(what, sizeof(what), "(%u now)", n);
		/* Up to 5.10 the first one is taken. */
		if (n > 1 && ask(&c) == -EADDRNOTAVAIL)
			said("kprobe-func-ambiguous", what, SURE, names[i]);
	}
}

static void lists(void)
{
	static const char * const variables[] = { "init_task", "linux_banner", "nr_cpu_ids",
						  "sysctl_perf_event_paranoid" };
	bool known = is_symbol(variables[0]);
	unsigned int i;

	/* Some kernels are built without their names. */
	for (i = 0; i < sizeof(variables) / sizeof(*variables); i++)
		func(variables[i], 0, known ? "kprobe-not-code" : "kprobe-func-missing",
		     known ? "is data, not a function" : "no such symbol now",
		     known ? NOT_SURE : SURE);
	/* __init */
	func("start_kernel", 0, "kprobe-boot-code", "start_kernel is init code", NOT_SURE);
	func("setup_arch", 0, "kprobe-boot-code", "setup_arch is init code", NOT_SURE);
	func("proc_root_init", 0, "kprobe-boot-code", "init code", NOT_SURE);
	/* kernel/trace is compiled without the tracer's places; the last two are noinstr. */
	func("ring_buffer_lock_reserve", 0, "kprobe-notrace", "is notrace", NOT_SURE);
	func("perf_trace_buf_alloc", 0, "kprobe-notrace", "perf_trace_buf_alloc is", NOT_SURE);
	func("ftrace_set_filter", 0, "kprobe-notrace", "is notrace", NOT_SURE);
	func("event_triggers_call", 0, "kprobe-notrace", "is notrace", NOT_SURE);
	/* NOKPROBE_SYMBOL(), but the kernel looks for this first. */
	func("notify_die", 0, "kprobe-notrace", "notify_die is notrace", NOT_SURE);
	func(x86 ? "exc_int3" : "el1h_64_irq_handler", 0, "kprobe-notrace", "is notrace", NOT_SURE);
	func(x86 ? "exc_page_fault" : "el0t_64_sync_handler", 0, "kprobe-notrace", "is notrace",
	     NOT_SURE);
	ret_func("ring_buffer_lock_reserve", 0, "kprobe-notrace", "is notrace");
	/* NOKPROBE_SYMBOL() of functions that can be traced. */
	func("get_kprobe", 0, "kprobe-blacklisted", "get_kprobe may not be probed", NOT_SURE);
	func("kprobes_inc_nmissed_count", 0, "kprobe-blacklisted", "in kprobes/blacklist now",
	     NOT_SURE);
	func("atomic_notifier_call_chain", 0, "kprobe-blacklisted", "may not be probed", NOT_SURE);
	ret_func("get_kprobe", 0, "kprobe-blacklisted", "may not be probed");
	/* kprobe_on_func_entry() */
	ret_func("vfs_read", 0x11, "kretprobe-inside", "not at vfs_read+0x11");
	ret_func("do_nanosleep", 0x20, "kretprobe-inside", "not at do_nanosleep+0x20");
	ret_func("kernel_clone", 0x1c, "kretprobe-inside", "not at kernel_clone+0x1c");
	ret_func("standin_pointers:overlay_init", 0x14, "kretprobe-inside", "overlay_init+0x14");
}

static void inside(void)
{
	unsigned int i;

	for (i = 1; i < 4 && x86; i++)
		func("vfs_read", i, "kprobe-unaligned", "start of an instruction", SURE);
	for (i = 1; i < 4 && !x86; i++)
		func("vfs_read", i + 16, "kprobe-offset-unaligned", "no multiple of 4", NOT_SURE);
	for (i = 4; i <= 8 && !x86; i += 4) {
		struct call c = call_of(kprobe, "vfs_read", i);

		if (ask(&c) < 0)
			said("kprobe-ftrace-place", "belongs to the function tracer", NOT_SURE,
			     "kprobe where the tracer patches");
	}
}

/* Where functions with tracepoints have their jump labels, and BUG(). */
static void kept_places(void)
{
	static const char * const names[] = { "try_to_wake_up", "vfs_read", "handle_mm_fault",
					      "do_exit" };
	unsigned int i, at, found, all = 0;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		for (at = 12, found = 0; at < 1024 && found < 2; at += x86 ? 1 : 4) {
			struct call c = call_of(kprobe, names[i], at);
			char place[64];
			int fd = peo(&c.attr, 0, -1, -1, 0);

			if (fd >= 0)
				close(fd);
			if (fd != -EINVAL && fd != -EOPNOTSUPP) {
				json_drain();
				continue;
			}
			json_drain();
			snprintf(place, sizeof(place), "%s+0x%x", names[i], at);
			ask(&c);
			/* Behind the function comes another one. */
			if (!strstr(ans.text, place))
				break;
			found++;
			all++;
			said(fd == -EINVAL ? "kprobe-reserved" : "kprobe-not-emulated", place,
			     NOT_SURE, place);
		}
	}
	tap(all >= 2, "places that the kernel keeps for itself were found");
}

static void strings(void)
{
	static char long_name[6000];

	memset(long_name, 'a', sizeof(long_name) - 1);
	expect(call_of(kprobe, long_name, 0), "kprobe-func-too-long", "is longer", SURE,
	       "kprobe with a long name");
	expect(call_of(kprobe, (const char *)16, 0), "kprobe-func-unreadable", "no readable", SURE,
	       "kprobe with a bad pointer");
	expect(call_of(uprobe, long_name, 0), "uprobe-path-too-long", "is longer", SURE,
	       "uprobe with a long path");
	expect(call_of(uprobe, (const char *)16, 0), "uprobe-path-unreadable", "no readable", SURE,
	       "uprobe with a bad pointer");
	expect(call_of(uprobe, "", 0), "uprobe-path-empty", "empty", SURE, "uprobe with no path");
	expect(call_of(uprobe, NULL, 0), "uprobe-path-null", "NULL", SURE, "uprobe without a path");
}

/* A module that is gone when its record is read. */
static void unloaded(void)
{
	struct call c = call_of(kprobe, "standin_pointers:overlay_init", 0x14);
	static struct answer other;

	c.attr.config = 1;
	other.ret = peo(&c.attr, 0, -1, -1, 0);
	if (other.ret >= 0)
		errx(1, "a return probe in a function");
	if (syscall(SYS_delete_module, "standin_pointers", O_NONBLOCK))
		err(1, "rmmod standin_pointers");
	json_line(other.json, sizeof(other.json));
	ans = other;
	member_of(strstr(other.json, "\"why\":{"), "\"rule\":\"", ans.rule, sizeof(ans.rule));
	member_of(strstr(other.json, "\"why\":{"), "\"text\":\"", ans.text, sizeof(ans.text));
	ans.certain = strstr(strstr(other.json, "\"why\":{"), "\"certain\":true");
	said("kprobe-refused", "standin_pointers:overlay_init", NOT_SURE,
	     "a module that is gone when the record is read");
	func("standin_pointers:overlay_init", 0, "kprobe-func-missing",
	     "module standin_pointers is not loaded now", SURE);
}

static void put_file(const char *path, const void *bytes, size_t len, size_t size)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0755);

	if (fd < 0 || pwrite(fd, bytes, len, PLACE) != (ssize_t)len || ftruncate(fd, size))
		err(1, "%s", path);
	close(fd);
}

/* A uprobe is only looked at where its file is mapped as code may be. */
static void *mapped(const char *path, size_t size)
{
	int fd = open(path, O_RDONLY);
	void *map = mmap(NULL, size, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);

	if (map == MAP_FAILED)
		err(1, "%s", path);
	close(fd);
	return map;
}

struct code {
	const char *rule;
	const char *part;	/* of the sentence */
	const char *name;
	u8 len;
	u8 bytes[16];
};

#define WORD(w)	4, { (w) & 255, (w) >> 8 & 255, (w) >> 16 & 255, (u8)((w) >> 24) }

static const struct code codes_x86[] = {
	{ "uprobe-insn-refused", "probe_offset 0x", "int3", 1, { 0xcc } },
	{ "uprobe-insn-refused", "probe_offset 0x", "lock inc", 4, { 0xf0, 0x48, 0xff, 0x00 } },
	{ "uprobe-insn-refused", "probe_offset 0x", "mov ss", 2, { 0x8e, 0xd0 } },
	{ "uprobe-insn-refused", "probe_offset 0x", "hlt", 1, { 0xf4 } },
	{ "uprobe-insn-refused", "probe_offset 0x", "vmovdqa", 4, { 0xc5, 0xf9, 0x6f, 0xc0 } },
	{ "uprobe-insn-refused", "probe_offset 0x", "callw", 6, { 0x66, 0xe8 } },
	{ "uprobe-insn-unknown", "not an instruction", "16 prefixes", 16,
	  { 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
	    0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66 } },
	{ NULL }
};

static const struct code codes_arm64[] = {
	{ "uprobe-insn-refused", "probe_offset 0x", "brk #5", WORD(0xd42000a0) },
	{ "uprobe-file-or-offset", "do not step", "ldr of a literal", WORD(0x58000040) },
	{ "uprobe-file-or-offset", "do not step", "ldxr", WORD(0xc85f7c20) },
	{ "uprobe-file-or-offset", "do not step", "svc", WORD(0xd4000001) },
	{ NULL }
};

static void instructions(void)
{
	const struct code *code = x86 ? codes_x86 : codes_arm64;
	char path[64], what[64];
	unsigned int n;
	void *map;

	for (n = 0; code->rule; code++, n++) {
		snprintf(path, sizeof(path), FOLDER "/code%u", n);
		put_file(path, code->bytes, code->len, 4096);
		map = mapped(path, 4096);
		snprintf(what, sizeof(what), "uprobe at %s", code->name);
		expect(call_of(uprobe, path, PLACE), code->rule, code->part, NOT_SURE, what);
		munmap(map, 4096);
		unlink(path);
	}
}

static void path(const char *file, u64 offset, const char *rule, const char *part, enum sure sure)
{
	char what[160];

	snprintf(what, sizeof(what), "uprobe %s:%#llx", file, offset);
	expect(call_of(uprobe, file, offset), rule, part, sure, what);
}

static void no_files(void)
{
	struct sockaddr_un sun = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	strcpy(sun.sun_path, FOLDER "/socket");
	if (fd < 0 || bind(fd, (struct sockaddr *)&sun, sizeof(sun)) ||
	    mkfifo(FOLDER "/fifo", 0600) || symlink("nowhere", FOLDER "/link") ||
	    symlink("loop", FOLDER "/loop"))
		err(1, FOLDER);
	path("/nonexistent", 0, "uprobe-path-missing", "does not exist: /nonexistent", SURE);
	path("nonexistent", 0, "uprobe-path-missing", "does not exist: nonexistent", SURE);
	path(FOLDER "/link", 0, "uprobe-path-missing", "does not exist: " FOLDER "/link", SURE);
	path("/bin/bash/x", 0, "uprobe-path-not-dir", "not a directory", SURE);
	path(FOLDER "/loop", 0, "uprobe-path-loop", "too many", SURE);
	path("/tmp", 0, "uprobe-not-a-file", "/tmp is not a regular file", NOT_SURE);
	path("/tmp", 64, "uprobe-file-or-offset", "/tmp is not a regular file, or", NOT_SURE);
	path(FOLDER "/fifo", 64, "uprobe-file-or-offset", "not a regular file, or", NOT_SURE);
	path(FOLDER "/socket", 0, "uprobe-not-a-file", "not a regular file", NOT_SURE);
	path("/dev/null", 64, "uprobe-file-or-offset", "not a regular file, or", NOT_SURE);
	path("/proc/version", 0, "uprobe-file-unreadable", "keeps no pages", NOT_SURE);
	path("/sys/kernel/tracing/trace", 0, "uprobe-file-unreadable", "keeps no pages", NOT_SURE);
	path("/bin/bash", 1 << 30, "uprobe-file-or-offset", "0x40000000 is beyond", NOT_SURE);
	close(fd);
}

static void ends_of_files(void)
{
	struct call c;
	void *map;
	int fd;

	put_file(FOLDER "/end", "", 1, 4096);
	path(FOLDER "/end", 4100, "uprobe-file-or-offset", "0x1004 is beyond its end", NOT_SURE);
	map = mapped(FOLDER "/end", 8192);
	path(FOLDER "/end", 4096, "uprobe-file-unreadable", "probe_offset 0x1000", NOT_SURE);
	munmap(map, 8192);
	if (!x86)
		path(FOLDER "/end", 18, "uprobe-offset-unaligned", "no multiple of 4", SURE);
	c = call_of(uprobe, FOLDER "/end", 16);
	c.attr.config = 3ULL << 32;
	expect(c, "uprobe-ref-ctr-unaligned", "is odd", SURE, "an odd reference counter");
	c.attr.config = 32ULL << 32;
	fd = answer_to(&c, &ans);
	tap(fd >= 0, "a uprobe with a reference counter opens");
	c.attr.config = 64ULL << 32;
	expect(c, "uprobe-ref-ctr-differs", "another reference counter", NOT_SURE,
	       "another reference counter");
	close(fd);
}

int main(void)
{
	struct utsname uts;

	setvbuf(stdout, NULL, _IOLBF, 0);
	find_attr_size();
	uname(&uts);
	x86 = !strcmp(uts.machine, "x86_64");
	old = !strncmp(uts.release, "5.10.", 5);
	kprobe = pmu_type("kprobe");
	uprobe = pmu_type("uprobe");
	if (mkdir(FOLDER, 0755))
		err(1, FOLDER);
	json_open();
	missing_functions();
	compiled_functions();
	far_addresses();
	same_names();
	lists();
	inside();
	kept_places();
	strings();
	unloaded();
	no_files();
	ends_of_files();
	instructions();
	printf("# %d refusals\n", shown);
	tap(shown >= 60, "60 refusals, and more");
	printf("1..%d\n", tests);
	return failed != 0;
}
