// SPDX-License-Identifier: GPL-2.0
/* Who holds what a refused open could not get, from the module's events_json. */
#include "core/event_now.h"
#include "core/out.h"
#include "env_tree.h"

#define EVENTS	"debug/perfattr/events_json"

static char lines[8 << 20];
static struct out out;

/* A breakpoint for the data of task 101, by the module's own writer. */
static struct pa_event_now shown;
static struct pa_holder holders[PA_HOLDERS];

static void event_begin(u64 id)
{
	struct perf_event_attr bp = {
		.type = PERF_TYPE_BREAKPOINT, .size = sizeof(bp), .bp_type = 2, .bp_len = 4,
	};

	memset(&shown, 0, sizeof(shown));
	shown.id = id;
	shown.have = PA_N_TASK;
	shown.pid = 100;
	shown.tid = 101;
	shown.cpu = -1;
	shown.pmu = BP;
	memcpy(shown.attr, &bp, sizeof(bp));
	shown.attr_len = sizeof(bp);
	shown.holders = holders;
}

static void held_by(s32 pid, const char *comm, s32 fd)
{
	struct pa_holder *to = &holders[shown.nholders++];

	memset(to, 0, sizeof(*to));
	to->pid = pid;
	to->fd = fd;
	memcpy(to->comm, comm, strnlen(comm, PA_COMM_LEN));
	shown.held++;
}

static void event_end(void)
{
	struct pa_event_view view = { .e = &shown, .env = &env };

	pa_json_event(&out, &view);
	must(!out_overflowed(&out), "events");
}

static void lines_begin(void)
{
	out_init(&out, lines, sizeof(lines));
}

static void lines_end(void)
{
	tree_bytes(EVENTS, lines, out.len);
}

/* No register was free for a breakpoint of thread 101. */
static void no_register(void)
{
	refused(BP, ENOSPC);
	rec.arg_pid = 0;
	rec.arg_cpu = -1;
	breakpoint(2, 4096, 4);
}

static void look_again(void)
{
	tree_open();
	no_register();
	look();
}

static void not_known(const char *name)
{
	look_again();
	ok(!env.now->held, "%s: not known who holds them", name);
}

static const char *named(void)
{
	static char buf[1024];
	size_t len = 0;
	u32 i;

	buf[0] = '\0';
	for (i = 0; env.now->held && i < env.now->held->n; i++)
		len += (size_t)snprintf(buf + len, sizeof(buf) - len, "%s%d:%d:%llu", i ? " " : "",
					env.now->held->by[i].who.pid, env.now->held->by[i].who.fd,
					env.now->held->by[i].id);
	return buf;
}

static void test_files(void)
{
	tree_begin();
	not_known("no file");
	tree_file(EVENTS, "");
	look_again();
	ok(env.now->held && !env.now->held->n && !env.now->held->more && !env.now->held->cut,
	   "nobody");
	tree_fifo(EVENTS);
	not_known("a FIFO");
	tree_remove(EVENTS);
	tree_folder(EVENTS "/");
	not_known("a folder");
	tree_remove(EVENTS);
	lines_begin();
	event_begin(12);
	held_by(50, "gdb", 3);
	event_end();
	lines_end();
	look_again();
	is_str(named(), "50:3:12", "a breakpoint of the task");
	is_str(env.now->held->by[0].who.comm, "gdb", "... and who has it");
	ok(env_told_last(here)->asked, "... which is worth a line in a recording");
	here->debugfs.magic = ENV_DEBUGFS_MAGIC;
	here->holders.looked = false;
	look();
	ok(!env.now->held, "something else is mounted there: not known");
	rec.ret = -EINVAL;
	look();
	ok(!env.now->held, "a refusal that depends on no others asks for nobody");
}

static void test_which(void)
{
	tree_begin();
	start();
	lines_begin();
	event_begin(20);
	shown.tid = 102;
	held_by(50, "other", 3);
	event_end();
	event_begin(21);
	shown.have = 0;
	shown.cpu = 1;
	held_by(51, "cpu", 4);
	event_end();
	event_begin(23);
	memset(shown.attr, 0, sizeof(shown.attr));
	shown.pmu = CPU;
	held_by(52, "perf", 5);
	event_end();
	event_begin(24);
	shown.pmu = 0;
	held_by(9, "first", 7);
	held_by(9, "first", 6);
	event_end();
	event_begin(25);
	held_by(9, "first", 6);
	event_end();
	lines_end();
	look_again();
	is_str(named(), "9:6:24 9:6:25 9:7:24 51:4:21",
	       "those of the task and of cpus, by process and descriptor");
	ok(!env.now->held->cut && !env.now->held->more, "... and no more");
}

/* An exclusive PMU that has an event for the task. */
static void test_exclusive(void)
{
	unsigned int i;

	tree_begin();
	start();
	lines_begin();
	event_begin(30);
	memset(shown.attr, 0, sizeof(shown.attr));
	shown.pmu = PT;
	held_by(50, "perf", 3);
	event_end();
	for (i = 0; i < 2000; i++) {
		event_begin(100 + i);
		memset(shown.attr, 0, sizeof(shown.attr));
		shown.pmu = CPU;
		held_by(60, "perf", (s32)i);
		event_end();
	}
	lines_end();
	refused(PT, EBUSY);
	rec.kv.nsteps = 0;
	rec.arg_pid = 0;
	rec.arg_cpu = -1;
	path(PA_SITE_GROUP, PT, EBUSY);
	look();
	is_str(named(), "50:3:30", "an event of an exclusive PMU");
	ok(!env.now->held->cut, "events of other PMUs take no room");
	refused(BTS, EBUSY);
	rec.kv.nsteps = 0;
	rec.arg_pid = 0;
	rec.arg_cpu = -1;
	path(PA_SITE_GROUP, BTS, EBUSY);
	look();
	ok(env.now->held && !env.now->held->n, "of another exclusive PMU there is none");
}

static void test_many(void)
{
	unsigned int i, k;

	tree_begin();
	start();
	lines_begin();
	event_begin(40);
	for (i = 0; i < PA_HOLDERS; i++)
		held_by(70, "many", (s32)i);
	event_end();
	lines_end();
	look_again();
	is_num(env.now->held->n, PA_HELD_NAMED, "so many descriptors are named");
	is_num(env.now->held->more, PA_HOLDERS - PA_HELD_NAMED, "... further ones are counted");
	ok(!env.now->held->cut, "... and are all");
	lines_begin();
	event_begin(40);
	held_by(70, "many", 1);
	shown.held = 2;
	event_end();
	lines_end();
	look_again();
	ok(env.now->held->cut, "an event with more descriptors than are listed");
	lines_begin();
	event_begin(40);
	shown.tid = 102;
	held_by(70, "many", 1);
	shown.held = 2;
	event_end();
	lines_end();
	look_again();
	ok(!env.now->held->cut && !env.now->held->n, "... that does not matter");
	lines_begin();
	out_lit(&out, "{\"more\":true}\n");
	event_begin(40);
	held_by(70, "many", 1);
	event_end();
	lines_end();
	look_again();
	ok(env.now->held->cut && env.now->held->n == 1, "more events than are shown");
	lines_begin();
	for (i = 0; i < 2000; i++) {
		event_begin(1000 + i);
		for (k = 0; k < 3; k++)
			held_by((s32)i, "many", (s32)k);
		event_end();
	}
	lines_end();
	look_again();
	ok(env.now->held->cut && env.now->held->n + env.now->held->more == 1024,
	   "a long list is cut");
	is_str(named(), "0:0:1000 0:1:1000 0:2:1000 1:0:1001 1:1:1001 1:2:1001 2:0:1002 2:1:1002",
	       "... its first are named");
}

static void test_comm(void)
{
	tree_begin();
	start();
	lines_begin();
	event_begin(50);
	held_by(1, "\n\033\"\\", 3);
	held_by(2, "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80", 3);
	held_by(3, "\303\251\342\202\254", 3);
	event_end();
	lines_end();
	look_again();
	is_num(env.now->held->n, 3, "three names");
	ok(!strcmp(env.now->held->by[0].who.comm, "\n\033\"\\"), "a hostile name");
	ok(!strcmp(env.now->held->by[1].who.comm,
		   "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"),
	   "bytes that are no UTF-8 take no more room than they had");
	ok(!strcmp(env.now->held->by[2].who.comm, "\303\251\342\202\254"), "UTF-8");
}

/* The line of an event with one text replaced by another. */
static void replaced(const char *from, const char *to, const char *name)
{
	char line[1024];
	const char *at;

	start();
	lines_begin();
	event_begin(60);
	held_by(50, "gdb", 3);
	event_end();
	lines[out.len] = '\0';
	at = strstr(lines, from);
	must(at, from);
	snprintf(line, sizeof(line), "%.*s%s%s", (int)(at - lines), lines, to,
		 at + strlen(from));
	tree_file(EVENTS, line);
	not_known(name);
}

static void test_bad(void)
{
	static char huge[100000];

	tree_begin();
	replaced("\"bp_type\":2,", "", "an older module, without bp_type");
	replaced("\"pmu_id\":4,", "", "without pmu_id");
	replaced("\"id\":\"60\"", "\"id\":60.5", "an id that is not whole");
	replaced("\"id\":\"60\"", "\"id\":9007199254740994", "a number that may not be exact");
	replaced("\"id\":\"60\"", "\"id\":\"6x\"", "an id that is no number");
	replaced("\"id\":\"60\"", "\"id\":\"18446744073709551616\"", "an id that is too large");
	replaced("\"bp_type\":2", "\"bp_type\":-1", "a negative type");
	replaced("\"bp_type\":2", "\"bp_type\":\"2\"", "a type that is a string");
	replaced("\"pmu_id\":4", "\"pmu_id\":65536", "a PMU that cannot be");
	replaced("\"tid\":101", "\"tid\":2147483648", "a task that cannot be");
	replaced("\"held\":1", "\"held\":null", "no number of descriptors");
	replaced("[{\"pid\":50", "{\"pid\":50", "what is no JSON");
	replaced("[{\"pid\":50", "[[],{\"pid\":50", "a holder that is none");
	replaced("{\"pid\":50,", "{", "a holder without a process");
	replaced("\"fd\":3", "\"fd\":-3", "a negative descriptor");
	replaced("\"held\":1", "\"held\":1,\"held\":2", "a key twice");
	replaced("}\n", "", "a line that is cut off");
	tree_file(EVENTS, "[]\n");
	not_known("an array");
	tree_file(EVENTS, "\n");
	not_known("an empty line");
	memset(huge, '{', sizeof(huge) - 1);
	tree_file(EVENTS, huge);
	not_known("a huge line");
	memset(huge, '[', sizeof(huge) - 1);
	tree_file(EVENTS, huge);
	not_known("deep arrays");
}

static void test_stream(void)
{
	tree_begin();
	start();
	lines_begin();
	event_begin(70);
	held_by(50, "gdb", 3);
	event_end();
	lines_end();
	look_again();
	is_str(named(), "50:3:70", "a holder");
	tree_file(EVENTS, "");
	here->holders.at -= 2 * ENV_OLD_NS;
	look();
	is_str(named(), "50:3:70", "where records have an end, it is looked up once");
	env_here_stream(here, true);
	here->holders.at = env_clock();
	look();
	is_str(named(), "50:3:70", "a stream: it is kept for a second");
	here->holders.at -= 2 * ENV_OLD_NS;
	look();
	ok(env.now->held && !env.now->held->n, "... and looked up again");
}

int main(void)
{
	test_files();
	test_which();
	test_exclusive();
	test_many();
	test_comm();
	test_bad();
	test_stream();
	tree_end();
	return tap_end();
}
