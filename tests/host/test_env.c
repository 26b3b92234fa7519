// SPDX-License-Identifier: GPL-2.0
/* What user space reads of this machine: sysfs, formats, other names of functions, the load. */
#include "core/attr.h"
#include "rules/hw_event.h"
#include "core/out.h"
#include "env_tree.h"
#include "rules/rule.h"

static void cpus_are(const char *text, bool list, s32 first, s32 last)
{
	static const struct env_cpus all = { .word = { [0 ... ENV_CPUS / 64 - 1] = ~0ULL } };
	struct env_cpus cpus;
	char buf[256];

	snprintf(buf, sizeof(buf), "%s", text);
	if (!ok(env_cpus_parse(&cpus, buf) == list, "\"%.*s\" is %s list of cpus",
		(int)strcspn(text, "\n"), text, list ? "a" : "no") || !list)
		return;
	is_num(env_cpus_first(&cpus, &all), first, "... its first");
	is_num(env_cpus_last(&cpus), last, "... its last");
}

static void test_cpus(void)
{
	struct env_cpus a, b;
	char some[] = "0-3,8", others[] = "4-8191\n";

	cpus_are("0", true, 0, 0);
	cpus_are("0-3,8-11\n", true, 0, 11);
	cpus_are(" 63-64 \n", true, 63, 64);
	cpus_are("", true, -1, -1);
	cpus_are("\n", true, -1, -1);
	cpus_are("8191", true, 8191, 8191);
	cpus_are("8192", false, 0, 0);
	cpus_are("0-8192", false, 0, 0);
	cpus_are("99999999999999999999", false, 0, 0);
	cpus_are("4294967296", false, 0, 0);
	cpus_are("3-1", false, 0, 0);
	cpus_are("-1", false, 0, 0);
	cpus_are("1-", false, 0, 0);
	cpus_are("1,", false, 0, 0);
	cpus_are(",1", false, 0, 0);
	cpus_are("1 2", false, 0, 0);
	cpus_are("all", false, 0, 0);
	cpus_are("0x1", false, 0, 0);
	cpus_are("ffff", false, 0, 0);
	ok(env_cpus_parse(&a, some) && env_cpus_parse(&b, others), "two lists");
	is_num(env_cpus_first(&a, &b), 8, "... the first cpu that is in both");
	ok(!env_cpus_has(&a, -1) && !env_cpus_has(&a, ENV_CPUS) && env_cpus_has(&a, 3),
	   "a number that is no cpu's is in no list");
}

/* msr: an event that not every machine has. */
static u8 event(void)
{
	refused(MSR, EINVAL);
	attr->config = 1;
	look();
	return env.now->pmu.event;
}

static void test_event(void)
{
	tree_begin();
	is_num(event(), PA_SYSFS_UNKNOWN, "event: without sysfs it is not known");
	is_num(env.now->pmu.pmu, MSR, "... but whose it is");
	tree_file(DEVICES "msr/type", "18\n");
	is_num(event(), PA_SYSFS_UNKNOWN, "event: without the folder of events");
	tree_file(DEVICES "msr/events/tsc", "event=0x00\n");
	is_num(event(), PA_SYSFS_LACKS, "event: the PMU lacks it");
	tree_file(DEVICES "msr/events/aperf", "event=0x01\n");
	is_num(event(), PA_SYSFS_HAS, "event: the PMU has it");
	tree_remove(DEVICES "msr");
	tree_file(DEVICES "msr/events", "");
	is_num(event(), PA_SYSFS_LACKS, "event: a file in the place of the folder has none");
	tree_remove(DEVICES "msr");
	tree_fifo(DEVICES "msr/events/aperf");
	is_num(event(), PA_SYSFS_HAS, "event: a FIFO does not hold it up");
	tree_remove(DEVICES "msr");
	must(!symlink("msr", tree_path(DEVICES "msr")), "symlink");
	is_num(event(), PA_SYSFS_UNKNOWN, "event: a link to itself");
	refused(MSR, EINVAL);
	look();
	ok(!env.now->pmu.pmu, "of an event that each machine has nothing is asked");
}

static struct pa_pmu_name others[PMUS];

/* The same PMU by another name. */
static u8 event_of(const char *name)
{
	refused(MSR, EINVAL);
	attr->config = 1;
	memcpy(others, pmus, sizeof(others));
	snprintf(others[MSR].name, sizeof(others[MSR].name), "%s", name);
	env.pmus = others;
	look();
	return env.now->pmu.event;
}

static void test_names(void)
{
	static const char * const bad[] = { ".", "..", "../devices/msr", "msr/../msr", "/", "msr/",
					    "../../../../../../../../tmp", "./msr" };
	unsigned int i;

	tree_begin();
	tree_file(DEVICES "msr/events/aperf", "");
	tree_file(DEVICES "events/aperf", "");
	tree_file("sys/bus/event_source/events/aperf", "");
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		is_num(event_of(bad[i]), PA_SYSFS_UNKNOWN, "a PMU named \"%s\" has no files",
		       bad[i]);
	is_num(event_of("..."), PA_SYSFS_UNKNOWN, "one named \"...\" is not there");
	tree_file(DEVICES "\n\033/events/aperf", "");
	is_num(event_of("\n\033"), PA_SYSFS_HAS, "any other byte may be in its name");
	env_here_close(here);
	here = env_here_open("/tmp/there/is/no/such/folder", NULL);
	is_num(event_of("msr"), PA_SYSFS_UNKNOWN, "a root that is not there");
	env_here_close(here);
	here = env_here_open(tree_path("sys"), NULL);
	here->sysfs.magic = ENV_SYSFS_MAGIC;
	is_num(event_of("msr"), PA_SYSFS_UNKNOWN, "something else is mounted at /sys");
}

static void test_gone(void)
{
	static u8 gone[PMUS];

	tree_begin();
	tree_file(DEVICES "msr/events/aperf", "");
	refused(MSR, EINVAL);
	attr->config = 1;
	gone[MSR] = 1;
	env.pmu_gone = gone;
	look();
	ok(!env.now->pmu.pmu, "of a PMU that is gone nothing is asked");
	gone[MSR] = 0;
	look();
	is_num(env.now->pmu.event, PA_SYSFS_HAS, "... of one that is there it is");
	env.pmu_gone = NULL;
	rec.ret = 3;
	look();
	ok(!env.now->pmu.pmu && env.now->pmu.precise == -1 && env.now->pmu.other_cpu == -1,
	   "nor of a call that was not refused");
	rec.ret = -EINVAL;
	rec.kind = PA_RECORD_IOCTL;
	look();
	ok(!env.now->pmu.pmu && !env.now->formats && !env.now->held, "nor of an op");
	rec.kind = PA_RECORD_OPEN;
	rec.have_kview = 0;
	look();
	ok(!env.now->pmu.pmu, "nor without a path");
}

static void precise_is(const char *text, int want, const char *name)
{
	tree_file(DEVICES "cpu/caps/max_precise", text);
	look();
	is_num(env.now->pmu.precise, want, "max_precise: %s", name);
}

static void test_caps(void)
{
	tree_begin();
	refused(CPU, EOPNOTSUPP);
	attr->precise_ip = 3;
	look();
	ok(env.now->pmu.pmu == CPU && env.now->pmu.precise == -1 && !env.now->pmu.branches,
	   "caps: without the files they are not known");
	precise_is("2\n", 2, "a number");
	is_num(env.now->pmu.branches, PA_SYSFS_LACKS, "branches: the PMU records none");
	tree_file(DEVICES "cpu/caps/branches", "32\n");
	precise_is("0", 0, "0, without a newline");
	is_num(env.now->pmu.branches, PA_SYSFS_HAS, "branches: the PMU records some");
	is_str(env.now->pmu.model, "", "pmu_name: older kernels have none");
	tree_file(DEVICES "cpu/caps/pmu_name", "alderlake_hybrid\n");
	precise_is("3\n", 3, "a number");
	is_str(env.now->pmu.model, "alderlake_hybrid", "pmu_name: the processor");
	tree_file(DEVICES "cpu/caps/pmu_name", "ice lake\n");
	look();
	is_str(env.now->pmu.model, "", "pmu_name: two words are no name");
	precise_is("", -1, "empty");
	is_num(env.now->pmu.branches, PA_SYSFS_UNKNOWN, "branches: not asked for without it");
	precise_is("-1", -1, "-1");
	precise_is("128", -1, "too large");
	precise_is("99999999999999", -1, "far too large");
	precise_is("00000000000000000000000000000000000002", -1, "longer than its place");
	precise_is("two", -1, "no number");
	precise_is("2 3", -1, "two numbers");
	precise_is("0x2", -1, "hexadecimal");
	tree_fifo(DEVICES "cpu/caps/max_precise");
	look();
	is_num(env.now->pmu.precise, -1, "max_precise: a FIFO does not hold it up");
	tree_remove(DEVICES "cpu/caps");
	tree_folder(DEVICES "cpu/caps/max_precise/");
	look();
	is_num(env.now->pmu.precise, -1, "max_precise: a folder");
}

/* arm_dsu_0: it serves some cpus, and refuses others. */
static void cpus(const char *list, int cpu, int want, int other, const char *name)
{
	if (list)
		tree_file(DEVICES "arm_dsu_0/associated_cpus", list);
	refused(DSU, EINVAL);
	rec.arg_cpu = cpu;
	look();
	is_num(env.now->pmu.cpu, want, "which cpu: %s", name);
	is_num(env.now->pmu.other_cpu, other, "... another cpu");
}

static void test_served(void)
{
	static char list[100000];

	tree_begin();
	cpus(NULL, 1, PA_SYSFS_UNKNOWN, -1, "no files");
	cpus("0-3\n", 1, PA_SYSFS_UNKNOWN, -1, "which cpus there are is not known");
	tree_file("sys/devices/system/cpu/possible", "0-7\n");
	cpus("0-3\n", 1, PA_SYSFS_HAS, -1, "which are online is not known");
	tree_file("sys/devices/system/cpu/online", "1-7\n");
	cpus("0-3\n", 1, PA_SYSFS_HAS, 1, "it serves it");
	cpus("0-3\n", 4, PA_SYSFS_LACKS, 1, "it does not");
	cpus("0\n", 4, PA_SYSFS_LACKS, -1, "it serves a cpu that is offline");
	cpus("0-3\n", 8, PA_SYSFS_UNKNOWN, 1, "a number that is no cpu's");
	cpus("0-3\n", -1, PA_SYSFS_UNKNOWN, 1, "any cpu");
	cpus("\n", 1, PA_SYSFS_LACKS, -1, "an empty list");
	cpus("0-", 1, PA_SYSFS_UNKNOWN, -1, "no list");
	memset(list, ',', sizeof(list) - 1);
	cpus(list, 1, PA_SYSFS_UNKNOWN, -1, "a huge file");
	memset(list, '\n', sizeof(list) - 1);
	list[0] = '1';
	cpus(list, 1, PA_SYSFS_UNKNOWN, -1, "a list that is cut off");
	tree_bytes(DEVICES "arm_dsu_0/associated_cpus", "1\0,4", 4);
	cpus(NULL, 4, PA_SYSFS_LACKS, 1, "it ends at a NUL");
	tree_fifo(DEVICES "arm_dsu_0/associated_cpus");
	cpus(NULL, 1, PA_SYSFS_UNKNOWN, -1, "a FIFO does not hold it up");
	/* Of a PMU without a driver in the table cpumask says where its events count. */
	tree_file(DEVICES "power/cpumask", "2\n");
	refused(RAPL, EINVAL);
	look();
	is_num(env.now->pmu.cpu, PA_SYSFS_UNKNOWN, "cpumask: the PMU takes each cpu");
	is_num(env.now->pmu.other_cpu, 2, "... but counts on this one");
}

/* An event of cpu_atom that the driver has accepted. */
static void accepted(void)
{
	start();
	attr->type = pmus[ATOM].type;
	path(PA_SITE_OUTPUT, ATOM, 0);
	rec.ret = 3;
	rec.kv.have |= PA_KV_HWCONFIG;
	rec.kv.hw_config = 0x1c2;
	rec.kv.kattr_len = 0;
}

static const char *hw_event(void)
{
	static char buf[PA_HW_EVENT_LEN];
	struct out s;
	struct pa_attr a;
	u64 rest;

	look();
	out_init(&s, buf, sizeof(buf) - 1);
	pa_attr_look(&a, &rec, &env);
	if (!pa_put_hw_event(&s, &rest, &rec, &env, &a))
		return "";
	buf[s.len] = '\0';
	return buf;
}

#define ATOM_FORMAT	DEVICES "cpu_atom/format/"

static void test_formats(void)
{
	char name[256];
	unsigned int i;

	tree_begin();
	accepted();
	is_str(hw_event(), "", "formats: no files");
	tree_file(ATOM_FORMAT "umask", "config:8-15\n");
	tree_file(ATOM_FORMAT "event", "config:0-7\n");
	is_str(hw_event(), "cpu_atom/event=0xc2,umask=0x1/", "formats: in the order of bits");
	is_num(env.now->formats->pmu, ATOM, "... of this PMU");
	ok(tree_told.asked, "... which is worth a line in a recording");
	tree_file(ATOM_FORMAT "event", "config1:0-7\n");
	is_str(hw_event(), "cpu_atom/event=0xc2,umask=0x1/", "... which are kept");
	/* Made while the first one is there, so that it does not take over the number of that. */
	tree_file("sys/other/format/any", "config:0-63\n");
	tree_remove(DEVICES "cpu_atom");
	is_str(hw_event(), "", "formats: the PMU has gone");
	tree_move("sys/other", DEVICES "cpu_atom");
	is_str(hw_event(), "cpu_atom/any=0x1c2/", "formats: it has come again with others");
	tree_open();
	tree_file(ATOM_FORMAT "any", "config:0-64\n");
	is_str(hw_event(), "cpu_atom//", "formats: a text that is none");
	tree_open();
	snprintf(name, sizeof(name), "config:%0120d\n", 7);
	tree_file(ATOM_FORMAT "any", name);
	is_str(hw_event(), "cpu_atom//", "formats: a text that is too long");
	tree_open();
	tree_file(ATOM_FORMAT "any", "config:0-63\n");
	tree_file(ATOM_FORMAT "a,b", "config:0-63\n");
	tree_file(ATOM_FORMAT ".hidden", "config:0-63\n");
	is_str(hw_event(), "cpu_atom/any=0x1c2/", "formats: names that perf cannot parse");
	tree_open();
	tree_fifo(ATOM_FORMAT "any");
	is_str(hw_event(), "", "formats: a FIFO does not hold it up");
	tree_remove(DEVICES "cpu_atom/format");
	for (i = 0; i < 200; i++) {
		snprintf(name, sizeof(name), ATOM_FORMAT "term%u", i);
		tree_file(name, "config:0-7\n");
	}
	look();
	is_num(env.now->formats->n, PA_FORMATS, "formats: of a long list so many are taken");
	rec.ret = -EINVAL;
	rec.kv.have &= ~PA_KV_HWCONFIG;
	look();
	ok(!env.now->formats, "formats: not of an event without a code");
}

/* An event that is looked for by its configs. */
struct event {
	u64 word[PA_FORMAT_WORDS];
	char name[ENV_NAME_LEN];
};

static bool is_event(void *arg, const char *name, const u64 *word)
{
	struct event *e = arg;

	strcpy(e->name, name);
	return !memcmp(word, e->word, sizeof(e->word));
}

/* The PMUs of a sysfs, by their names. */
static void test_pmus(void)
{
	struct event cycles = { .word = { 0x3c } }, other = { .word = { 0x3c, 1 } };
	struct pa_pmu_name pmus[4];
	struct pa_formats f;

	tree_begin();
	is_num((s64)env_here_pmus(here, pmus, 4), 0, "pmus: none");
	tree_file(DEVICES "cpu/type", "4\n");
	tree_fifo(DEVICES "pipe/type");
	is_num((s64)env_here_pmus(here, pmus, 4), 1, "pmus: one");
	ok(pmus[0].type == 4 && !strcmp(pmus[0].name, "cpu"), "... its type and name");
	ok(!env_formats_here(here, "cpu", &f) && !f.n, "pmus: no formats");
	tree_file(DEVICES "cpu/format/event", "config:0-7\n");
	ok(!env_formats_here(here, "other", &f), "... of another one neither");
	ok(env_formats_here(here, "cpu", &f) && f.n == 1 && !f.pmu &&
	   !strcmp(f.term[0].name, "event"), "pmus: a format");
	ok(!env_pmu_events(here, "cpu", &f, is_event, &cycles), "pmus: no names of events");
	tree_fifo(DEVICES "cpu/events/fifo");
	tree_file(DEVICES "cpu/events/cycles.scale", "event=0x3c\n");
	tree_file(DEVICES "cpu/events/odd", "event=0x3c,more=1\n");
	ok(!env_pmu_events(here, "cpu", &f, is_event, &cycles), "... nor in what is none");
	tree_file(DEVICES "cpu/events/cpu-cycles", "event=0x3c\n");
	ok(env_pmu_events(here, "cpu", &f, is_event, &cycles) && !strcmp(cycles.name, "cpu-cycles"),
	   "pmus: a name: %s", cycles.name);
	ok(!env_pmu_events(here, "cpu", &f, is_event, &other), "... which is of all configs");
	tree_file("sys/bus/format/event", "config:0-7\n");
	ok(!env_formats_here(here, "../..", &f), "pmus: a name that leads out of the folder");
	tree_remove("sys");
	tree_open();
	ok(!env_here_pmus(here, pmus, 4) && !env_formats_here(here, "cpu", &f), "pmus: no sysfs");
}

/* What is told of a kprobe on a function. */
static const char *probe_name(const char *function)
{
	refused(KPROBE, ENOENT);
	string(function, 1);
	look();
	return env.now->probe_name;
}

static const char kallsyms[] =
	"0000000000000000 T _text\n"
	"ffffffff81000010 t one.part.0\n"
	"ffffffff81000020 t one.isra.0\n"
	"ffffffff81000030 t one.constprop.0\n"
	"ffffffff81000040 t two.part.0\n"
	"ffffffff81000050 t two.constprop.0\t[some_module]\n"
	"ffffffff81000060 t three.part.0\n"
	"ffffffff81000070 d four.isra.0\n"
	"ffffffff81000080 t five.cold\n"
	"ffffffff81000090 t six.isra.0.cold\n"
	"ffffffff810000a0 t six.isra.3\n"
	"ffffffff810000b0 t seven.isra.0\n"
	"ffffffff810000c0 t seven.part.0\n"
	"ffffffff810000d0 t eight.isra.0\t[some_module]\n"
	"ffffffff810000e0 t nine.0\n"
	"ffffffff810000f0 T ten\n"
	"no line\n"
	"ffffffff810000f0 \n"
	"\n"
	"ffffffff81000100 t eleven.isra.0";

static const char blacklist[] =
	"0x0000000000000000-0x0000000000000000\tseven.isra.0\n"
	"0x0000000000000000-0x0000000000000000\teight.isra.0 [some_module]\n"
	"0x0000000000000000-0x0000000000000000\tten\n"
	"no line\n";

static void test_probe_name(void)
{
	tree_begin();
	is_str(probe_name("one"), "", "probe name: no files");
	tree_open();
	tree_file("proc/kallsyms", kallsyms);
	is_str(probe_name("one"), "", "probe name: what cannot be probed is not known");
	tree_file("debug/kprobes/blacklist", blacklist);
	is_str(probe_name("one"), "", "... and is not asked for again");
	tree_open();
	is_str(probe_name("one"), "one.isra.0", "probe name: the best of three");
	is_str(probe_name("two"), "two.constprop.0", "probe name: of a module");
	is_str(probe_name("three"), "three.part.0", "probe name: a part");
	is_str(probe_name("four"), "", "probe name: no code");
	is_str(probe_name("five"), "five.cold", "probe name: what is rarely run");
	is_str(probe_name("six"), "six.isra.3", "probe name: another number");
	is_str(probe_name("seven"), "seven.part.0", "probe name: the best is on the blacklist");
	is_str(probe_name("eight"), "", "probe name: the only one is on the blacklist");
	is_str(probe_name("nine"), "", "probe name: a variable of a function");
	is_str(probe_name("ten"), "", "probe name: no other name");
	is_str(probe_name("eleven"), "eleven.isra.0", "probe name: a line without an end");
	is_str(probe_name("on"), "", "probe name: the beginning of a name");
	is_str(probe_name("one.isra"), "", "probe name: a suffix is not added to another");
	is_str(probe_name("some_module:one"), "", "probe name: of a given module");
	is_str(probe_name("a_name_as_long_as_this_one_has_no_room_for_a_longer_one"), "",
	       "probe name: a long name");
	tree_remove("proc/kallsyms");
	is_str(probe_name("one"), "one.isra.0", "probe name: the file is read once");
	rec.ret = -EINVAL;
	look();
	is_str(env.now->probe_name, "", "probe name: of another errno nothing is asked");
	probe_name("one");
	rec.str_kind = 2;
	look();
	is_str(env.now->probe_name, "", "probe name: nor of an uprobe");
}

static void test_symbol_files(void)
{
	static char line[10000];
	FILE *file;
	unsigned int i;

	tree_begin();
	tree_file("debug/kprobes/blacklist", "");
	tree_fifo("proc/kallsyms");
	is_str(probe_name("one"), "", "symbols: a FIFO does not hold it up");
	tree_remove("proc/kallsyms");
	tree_open();
	file = fopen(tree_path("proc/kallsyms"), "w");
	must(file, "kallsyms");
	memset(line, 'x', sizeof(line) - 1);
	fprintf(file, "0 t %s.isra.0\n0 t one.isra.0\n", line);
	for (i = 0; i < 300000; i++)
		fprintf(file, "%016x t function_%u\n0 t f%u.isra.0\n", i, i, i % 50000);
	fclose(file);
	is_str(probe_name("one"), "one.isra.0", "symbols: a long list, behind a long line");
	is_str(probe_name("f49999"), "f49999.isra.0", "symbols: its last");
	tree_open();
	file = fopen(tree_path("proc/kallsyms"), "w");
	must(file, "kallsyms");
	for (i = 0; i < 500000; i++)
		fprintf(file, "0 t a_name_that_takes_some_room_%u.isra.0\n", i);
	fclose(file);
	is_str(probe_name("a_name_that_takes_some_room_1"), "",
	       "symbols: of more than any kernel has none is kept");
}

#define LOAD	"sys/module/perfattr_dump/parameters/load"

static bool is_here(const char *load)
{
	here->load_at = 0;
	return env_is_here(here, load);
}

static void test_load(void)
{
	tree_begin();
	ok(!is_here("9c1e52d0"), "load: no module is loaded");
	tree_file(LOAD, "9c1e52d0\n");
	ok(env_is_here(here, "9c1e52d0"), "load: it is loaded a moment later");
	ok(is_here("9c1e52d0"), "load: this one");
	ok(!is_here("9c1e52d1"), "load: another one");
	ok(!is_here(NULL) && !is_here("") && !is_here("9c1e52d") && !is_here("9c1e52d00") &&
	   !is_here("9C1E52D0") && !is_here("9c1e52d\n"), "load: what is no id");
	ok(is_here("9c1e52d0"), "load: still this one");
	tree_file(LOAD, "9c1e52d1\n");
	ok(env_is_here(here, "9c1e52d0"), "load: it is kept for a while");
	ok(is_here("9c1e52d1") && !is_here("9c1e52d0"), "load: the module was loaded anew");
	tree_file(LOAD, "\n");
	ok(!is_here("") && !is_here("9c1e52d1"), "load: an empty file");
	tree_file(LOAD, "9c1e52d1 and what is longer than any id of a load\n");
	ok(!is_here("9c1e52d1"), "load: a long file");
	tree_fifo(LOAD);
	ok(!is_here("9c1e52d1"), "load: a FIFO does not hold it up");
}

/* The reason that is made of all this. */
static void test_reason(void)
{
	tree_begin();
	tree_file(DEVICES "msr/events/tsc", "event=0x00\n");
	event();
	ok(explain() && !strcmp(why.rule->id, "pmu-event-absent"), "a reason: %s",
	   why.rule ? why.rule->id : "none");
	tree_file(DEVICES "msr/events/aperf", "event=0x01\n");
	event();
	ok(!explain() || strcmp(why.rule->id, "pmu-event-absent"), "... another one: %s",
	   why.rule ? why.rule->id : "none");
	now_begin(&tree_told, &rec, "");
	now_apply(&env, &tree_told);
	ok(!env.now->pmu.pmu && env.now->pmu.precise == -1 && env.now->pmu.other_cpu == -1 &&
	   !env.now->formats && !env.now->held && !env.now->probe_name[0], "nothing is known");
	env_here_close(NULL);
}

int main(void)
{
	test_cpus();
	test_event();
	test_names();
	test_gone();
	test_caps();
	test_served();
	test_formats();
	test_pmus();
	test_probe_name();
	test_symbol_files();
	test_load();
	test_reason();
	tree_end();
	return tap_end();
}
