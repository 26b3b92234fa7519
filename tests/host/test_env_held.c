// SPDX-License-Identifier: GPL-2.0
/* Holders of what a refused open could not get, from the module's events_raw. */
#include "core/event_now.h"
#include "core/out.h"
#include "core/raw.h"
#include "env_tree.h"

#define EVENTS	"debug/perfattr/events_raw"

static u64 lines[1 << 20];
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
	static struct pa_event_view view;

	view.e = &shown;
	view.holders = holders;
	view.env = &env;
	pa_raw_event(&out, &view);
	must(!out_overflowed(&out), "events");
}

static void lines_begin(void)
{
	out_init(&out, (char *)lines, sizeof(lines));
	pa_raw_head(&out, &env);
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
	start();
	lines_begin();
	lines_end();
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
	ok(tree_told.asked, "... which is worth a line in a recording");
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
	pa_raw_begin(&out, PA_RAW_MORE, 0);
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
		   "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"),
	   "bytes that are no UTF-8");
	ok(!strcmp(env.now->held->by[2].who.comm, "\303\251\342\202\254"), "UTF-8");
}

/* An event with a number of 16 bits, so many bytes behind the begin of its entry, replaced. */
static void replaced(size_t at, u16 value, size_t less, const char *name)
{
	size_t entry;

	start();
	lines_begin();
	entry = out.len;
	event_begin(60);
	held_by(50, "gdb", 3);
	event_end();
	memcpy((u8 *)lines + entry + at, &value, sizeof(value));
	tree_bytes(EVENTS, lines, out.len - less);
	not_known(name);
}

#define IN_EVENT(member) \
	(sizeof(struct pa_raw_entry) + offsetof(struct pa_raw_event, member))

static void test_bad(void)
{
	static char huge[100000];

	tree_begin();
	replaced(0, PA_RAW_EVENT, 8, "an entry that is cut off");
	replaced(offsetof(struct pa_raw_entry, size), 520, 0, "one without a holder");
	replaced(offsetof(struct pa_raw_entry, size), 7, 0, "a size that none has");
	replaced(IN_EVENT(size), 3, 0, "a struct that has no room for its size");
	replaced(IN_EVENT(size), 4096, 0, "a struct that is longer than its entry");
	replaced(IN_EVENT(now.nholders), 33, 0, "more holders than there are");
	tree_file(EVENTS, "");
	not_known("an empty file");
	memset(huge, '{', sizeof(huge) - 1);
	tree_file(EVENTS, huge);
	not_known("another file");
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
	lines_begin();
	lines_end();
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
