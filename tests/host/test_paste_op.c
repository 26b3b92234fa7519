// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of strace about descriptors, with symbols and with -X raw: what is read from them, and that
 * no bytes of a line lead elsewhere.
 */
#include "paste_text.h"
#include "tap.h"

#define PERF	"<anon_inode:[perf_event]>"
#define EINVAL_	" = -1 EINVAL (Invalid argument)\n"

static const struct {
	const char *line;
	s64 ret;
	u64 arg;	/* of the record: op.arg, but for mmap op.len */
	s32 fd;
	s32 other;
	u8 what;
	u8 file;
	u8 flags;
	u32 cmd;	/* of an ioctl; of a mmap op.prot << 8 | op.flags */
} lines[] = {
	{ "12 mmap(NULL, 36864, PROT_READ|PROT_WRITE, MAP_SHARED, 7" PERF ", 0)" EINVAL_,
	  -EINVAL, 36864, 7, 0, PASTE_MMAP, PASTE_FILE_PERF, 0, 0x301 },
	{ "mmap(NULL, 8192, 0x3, 0x1, 7, 0) = 0x7f03bf2be000\n", 0, 8192, 7, 0, PASTE_MMAP, 0, 0,
	  0x301 },
	{ "[pid 12] ioctl(7" PERF ", PERF_EVENT_IOC_PERIOD, [1000])" EINVAL_, -EINVAL, 0, 7, 0,
	  PASTE_IOCTL, PASTE_FILE_PERF, 0, 0x40082404 },
	{ "12 ioctl(7" PERF ", 0x40082404, 0x3e8) = -1 EFAULT (Bad address)\n", -EFAULT, 0x3e8, 7,
	  0, PASTE_IOCTL, PASTE_FILE_PERF, 0, 0x40082404 },
	{ "12 ioctl(7" PERF ", _IOC(_IOC_NONE, 0x24, 0xc, 0), 0) = -1 ENOTTY (x)\n", -ENOTTY, 0, 7,
	  0, PASTE_IOCTL, PASTE_FILE_PERF, 0, 0x240c },
	{ "12 ioctl(7" PERF ", 0x5401, {c_iflag=(1|2), ...}) = -1 ENOTTY (x)\n", -ENOTTY, 0, 7, 0,
	  PASTE_IOCTL, PASTE_FILE_PERF, 0, 0x5401 },
	/* strace prints 32 bits: only the half of -1 is no descriptor. */
	{ "12 ioctl(7" PERF ", PERF_EVENT_IOC_SET_OUTPUT, -1) = -1 EBADF (x)\n", -EBADF, U32_MAX,
	  7, -1, PASTE_IOCTL, PASTE_FILE_PERF, 0, 0x2405 },
	{ "12 ioctl(7" PERF ", PERF_EVENT_IOC_SET_OUTPUT, -1)" EINVAL_, -EINVAL, U64_MAX, 7, -1,
	  PASTE_IOCTL, PASTE_FILE_PERF, 0, 0x2405 },
	{ "12 ioctl(7" PERF ", PERF_EVENT_IOC_SET_BPF, 9<anon_inode:bpf-prog>) = 0\n", 0, 9, 7, 9,
	  PASTE_IOCTL, PASTE_FILE_PERF, 0, 0x40042408 },
	{ "12 ioctl(7" PERF ", PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP) = 0\n", 0, 1, 7, 0,
	  PASTE_IOCTL, PASTE_FILE_PERF, 0, 0x2400 },
	{ "12 read(7" PERF ", 0x7ffe, 7) = -1 ENOSPC (No space left on device)\n", -ENOSPC, 7, 7, 0,
	  PASTE_READ, PASTE_FILE_PERF, 0, 0 },
	{ "12 munmap(0x7f0000, 36864) = 0\n", 0, 0x7f0000, -1, 0, PASTE_MUNMAP, 0, 0, 0 },
	{ "12 prctl(PR_TASK_PERF_EVENTS_ENABLE) = 0\n", 0, 32, -1, 0, PASTE_PRCTL, 0, 0, 0 },
	{ "12 prctl(0x1f) = 0\n", 0, 31, -1, 0, PASTE_PRCTL, 0, 0, 0 },
	{ "12 close(7" PERF ") = 0\n", 0, 0, 7, 0, PASTE_CLOSE, PASTE_FILE_PERF, 0, 0 },
	{ "12 close_range(3, 4294967295, 0) = 0\n", 0, 0, 3, S32_MAX, PASTE_CLOSE_RANGE, 0,
	  PASTE_CLOSES, 0 },
	{ "12 dup2(7" PERF ", 30) = 30" PERF "\n", 30, 0, 7, 30, PASTE_DUP, PASTE_FILE_PERF, 0, 0 },
	{ "12 dup3(7" PERF ", 31, 0x80000) = 31" PERF "\n", 31, 0, 7, 31, PASTE_DUP,
	  PASTE_FILE_PERF, PASTE_CLOEXEC_SET, 0 },
	{ "12 fcntl(7" PERF ", 0x406, 20) = 20" PERF "\n", 20, 0, 7, 20, PASTE_DUP,
	  PASTE_FILE_PERF, PASTE_CLOEXEC_SET, 0 },
	{ "12 fcntl(7" PERF ", F_SETFD, FD_CLOEXEC) = 0\n", 0, 0, 7, 0, PASTE_CLOEXEC,
	  PASTE_FILE_PERF, PASTE_CLOEXEC_SET, 0 },
	{ "12 clone(child_stack=NULL, flags=0x1200000|17) = 161\n", 161, 0, -1, 0,
	  PASTE_FORK, 0, 0, 0 },
	{ "12 clone3({flags=CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_THREAD, stack=0x7f, "
	  "stack_size=0x7f}, 88) = 162\n", 162, 0, -1, 0, PASTE_FORK, 0,
	  PASTE_SHARES_FILES | PASTE_SHARES_MEMORY, 0 },
	{ "12 vfork( ", 0, 0, -1, 0, PASTE_FORK, 0, PASTE_SHARES_MEMORY, 0 },
	{ "12 execve(\"/x\", [\"x\", \") = -1 EPERM (\"], 0x7f /* 3 vars */) = 0\n", 0, 0, -1, 0,
	  PASTE_EXEC, 0, 0, 0 },
};

/* None of these is a call on a descriptor that has returned. */
static const char * const others[] = {
	"12 ioctl(7" PERF ", PERF_EVENT_IOC_ENABLE, 0",
	"12 ioctl(7" PERF ", PERF_EVENT_IOC_ENABLE, 0) = ?\n",
	"12 ioctl(7" PERF ", TCGETS, 0x7f) = -1 ENOTTY (Inappropriate ioctl for device)\n",
	"12 write(1, \" ioctl(7" PERF ", PERF_EVENT_IOC_ENABLE, 0) = 0\", 9) = 9\n",
	/* Trapped by a filter: the number of the call. */
	"12 mmap(NULL, 8192, 0x3, 0x1, 7" PERF ", 0) = 0x9\n",
	"12 mmap(NULL, 8192, 0x3, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f03bf2be000\n",
	"12 prctl(PR_SET_NAME, \"x\") = 0\n",
	"12 poll([{fd=0</dev/null>, events=POLLIN}], 1, 0) = 0 (Timeout)\n",
	"",
};

static bool ask(struct paste_op *op, const char *line, size_t len)
{
	/* ASan sees what is read behind its end. */
	char *copy = malloc(len + !len);
	bool is;

	memcpy(copy, line, len);
	is = paste_strace_op(op, copy, len);
	free(copy);
	return is;
}

static void test_line(unsigned int i)
{
	static struct paste_op op;
	const struct pa_op *o = &op.call.r.op;
	bool map = lines[i].what == PASTE_MMAP;

	if (!ask(&op, lines[i].line, strlen(lines[i].line))) {
		ok(false, "is read: %s", lines[i].line);
		return;
	}
	is_num(op.what, lines[i].what, "which call: %.40s", lines[i].line);
	is_num(op.call.r.ret, lines[i].ret, "... its result");
	is_num(op.fd, lines[i].fd, "... its descriptor");
	is_num(op.file, lines[i].file, "... what that is");
	is_num(map ? o->len : o->arg, lines[i].arg, "... its argument");
	is_num(op.flags, lines[i].flags, "... its flags");
	if (lines[i].other)
		is_num(op.other, lines[i].other, "... another descriptor");
	if (lines[i].cmd)
		is_num(map ? o->prot << 8 | o->flags : o->cmd, lines[i].cmd, "... its command");
}

static void test_strings(void)
{
	static const char line[] = "12 ioctl(7" PERF ", PERF_EVENT_IOC_SET_FILTER, "
				   "\"a > \\\"x\\n\\303\\\", (\") = -1 EINVAL (Invalid argument)\n";
	static const char bytes[] = "a > \"x\n\303\", (";
	static struct paste_op op;

	ok(ask(&op, line, sizeof(line) - 1) && op.call.r.op.have & PA_OP_STR &&
	   op.call.r.attr_len == sizeof(bytes) - 1 &&
	   !memcmp(op.call.r.attr, bytes, sizeof(bytes) - 1), "the bytes of a filter");
}

static void test_values(void)
{
	static const char period[] =
		"12 ioctl(7" PERF ", 0x40082404, [9223372036854775808])" EINVAL_;
	static const char query[] = "12 ioctl(7" PERF ", 0xc008240a, {ids_len=65, ...})" EINVAL_;
	static const char polled[] = "12 poll([{fd=7" PERF ", events=0x1}, {fd=0, events=0x1}, "
		"{fd=9" PERF ", events=0x1}], 3, 0) = 1 ([{fd=9, revents=0x10}])\n";
	static struct paste_op op;

	ok(ask(&op, period, sizeof(period) - 1) && op.call.r.op.have & PA_OP_VALUE, "a period");
	is_num(op.call.r.op.value, 1ULL << 63, "... its value");
	ok(!(op.call.args & PASTE_ARG), "... the address is not told");
	ok(ask(&op, query, sizeof(query) - 1), "QUERY_BPF");
	is_num(op.call.r.op.value, 65, "... its length");
	ok(ask(&op, polled, sizeof(polled) - 1) && op.n == 2, "two events are polled");
	ok(op.polled[0].fd == 7 && !op.polled[0].found && op.polled[1].fd == 9 &&
	   op.polled[1].found == 0x10, "... what was found of which");
}

/* When a call has returned, with -ttt and -T; also of one that is read to the end of its line. */
static void test_times(void)
{
	static const char ioctl[] = "12 1700000000.000001 ioctl(7" PERF
				    ", PERF_EVENT_IOC_ENABLE, 0) = 0 <0.000002>\n";
	static const char polled[] = "12 1700000000.000001 poll([{fd=7" PERF
				     ", events=0x1}], 1, 0) = 0 (Timeout) <0.000003>\n";
	static struct paste_op op;

	ok(ask(&op, ioctl, sizeof(ioctl) - 1), "an ioctl with its time");
	is_num(op.call.returned_ns, 1700000000000003000ULL, "... when it returned");
	is_num(op.call.r.tid, 12, "... its thread");
	ok(ask(&op, polled, sizeof(polled) - 1), "a poll with its time");
	is_num(op.call.returned_ns, 1700000000000004000ULL, "... when it returned");
}

/* Each line cut anywhere, and each with a byte of another one. */
static void test_dirty(void)
{
	static struct paste_op op;
	unsigned int i, n = 0;
	char line[512];
	size_t len, at;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		len = strlen(lines[i].line);
		for (at = 0; at < len; at++)
			n += ask(&op, lines[i].line, at) && op.what != PASTE_FORK;
	}
	/* Only the end of the words of an errno may be cut, or the end of the line. */
	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		len = strlen(lines[i].line);
		for (at = 0; at < len; at++) {
			memcpy(line, lines[i].line, len);
			line[at] = "\0\"\\(){}[]<>,=-9\xff"[(i + at) % 16];
			ask(&op, line, len);
		}
	}
	ok(n, "no bytes of a line lead elsewhere");
}

int main(void)
{
	static struct paste_op op;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		test_line(i);
	for (i = 0; i < ARRAY_SIZE(others); i++)
		ok(!ask(&op, others[i], strlen(others[i])), "is none: %.40s", others[i]);
	test_strings();
	test_values();
	test_times();
	test_dirty();
	return tap_end();
}
