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
	u8 kind;
	u8 file;
	u32 cmd;	/* of an ioctl; of a mmap op.prot << 8 | op.flags */
} lines[] = {
	{ "12 mmap(NULL, 36864, PROT_READ|PROT_WRITE, MAP_SHARED, 7" PERF ", 0)" EINVAL_,
	  -EINVAL, 36864, 7, 0, PA_RECORD_MMAP, PASTE_FILE_PERF, 0x301 },
	{ "mmap(NULL, 8192, 0x3, 0x1, 7, 0) = 0x7f03bf2be000\n", 0, 8192, 7, 0, PA_RECORD_MMAP, 0,
	  0x301 },
	{ "[pid 12] ioctl(7" PERF ", PERF_EVENT_IOC_PERIOD, [1000])" EINVAL_, -EINVAL, 0, 7, 0,
	  PA_RECORD_IOCTL, PASTE_FILE_PERF, 0x40082404 },
	{ "12 ioctl(7" PERF ", 0x40082404, 0x3e8) = -1 EFAULT (Bad address)\n", -EFAULT, 0x3e8, 7,
	  0, PA_RECORD_IOCTL, PASTE_FILE_PERF, 0x40082404 },
	{ "12 ioctl(7" PERF ", 0x5401, {c_iflag=(1|2), ...}) = -1 ENOTTY (x)\n", -ENOTTY, 0, 7, 0,
	  PA_RECORD_IOCTL, PASTE_FILE_PERF, 0x5401 },
	/* strace prints 32 bits: only the half of -1 is no descriptor. */
	{ "12 ioctl(7" PERF ", PERF_EVENT_IOC_SET_OUTPUT, -1) = -1 EBADF (x)\n", -EBADF, U32_MAX,
	  7, -1, PA_RECORD_IOCTL, PASTE_FILE_PERF, 0x2405 },
	{ "12 ioctl(7" PERF ", PERF_EVENT_IOC_SET_OUTPUT, -1)" EINVAL_, -EINVAL, U64_MAX, 7, -1,
	  PA_RECORD_IOCTL, PASTE_FILE_PERF, 0x2405 },
	{ "12 ioctl(7" PERF ", PERF_EVENT_IOC_SET_BPF, 9<anon_inode:bpf-prog>) = 0\n", 0, 9, 7, 9,
	  PA_RECORD_IOCTL, PASTE_FILE_PERF, 0x40042408 },
	{ "12 ioctl(7" PERF ", PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP) = 0\n", 0, 1, 7, 0,
	  PA_RECORD_IOCTL, PASTE_FILE_PERF, 0x2400 },
	{ "12 read(7" PERF ", 0x7ffe, 7) = -1 ENOSPC (No space left on device)\n", -ENOSPC, 7, 7, 0,
	  PA_RECORD_READ, PASTE_FILE_PERF, 0 },
};

/* None of these is a call on a descriptor that has returned. */
static const char * const others[] = {
	"12 ioctl(7" PERF ", PERF_EVENT_IOC_ENABLE, 0",
	"12 ioctl(7" PERF ", PERF_EVENT_IOC_ENABLE, 0) = ?\n",
	"12 ioctl(7" PERF ", _IOC(_IOC_NONE, 0x24, 0xc, 0), 0) = -1 ENOTTY (x)\n",
	"12 ioctl(7" PERF ", TCGETS, 0x7f) = -1 ENOTTY (Inappropriate ioctl for device)\n",
	"12 write(1, \" ioctl(7" PERF ", PERF_EVENT_IOC_ENABLE, 0) = 0\", 9) = 9\n",
	/* Trapped by a filter: the number of the call. */
	"12 mmap(NULL, 8192, 0x3, 0x1, 7" PERF ", 0) = 0x9\n",
	"12 mmap(NULL, 8192, 0x3, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f03bf2be000\n",
	/* It never fails, and no reason is asked for. */
	"12 prctl(PR_TASK_PERF_EVENTS_ENABLE) = 0\n",
	"12 poll([{fd=7" PERF ", events=POLLIN}], 1, 0) = 0 (Timeout)\n",
	"12 close(7" PERF ") = 0\n",
	"",
};

static bool ask(struct paste_call *op, const char *line, size_t len)
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
	static struct paste_call op;
	const struct pa_op *o = &op.r.op;
	bool map = lines[i].kind == PA_RECORD_MMAP;

	if (!ask(&op, lines[i].line, strlen(lines[i].line))) {
		ok(false, "is read: %s", lines[i].line);
		return;
	}
	is_num(op.r.kind, lines[i].kind, "which call: %.40s", lines[i].line);
	is_num(op.r.ret, lines[i].ret, "... its result");
	is_num(op.r.op.fd, lines[i].fd, "... its descriptor");
	is_num(op.file, lines[i].file, "... what that is");
	is_num(map ? o->len : o->arg, lines[i].arg, "... its argument");
	if (lines[i].other)
		is_num(paste_has_other(&op) ? (s32)op.r.op.arg : 0, lines[i].other,
		       "... another descriptor");
	if (lines[i].cmd)
		is_num(map ? o->prot << 8 | o->flags : o->cmd, lines[i].cmd, "... its command");
}

static void test_strings(void)
{
	static const char line[] = "12 ioctl(7" PERF ", PERF_EVENT_IOC_SET_FILTER, "
				   "\"a > \\\"x\\\\\\\", (\") = -1 EINVAL (Invalid argument)\n";
	static const char odd[] = "12 ioctl(7" PERF ", PERF_EVENT_IOC_SET_FILTER, "
				  "\"a\\n\")" EINVAL_;
	static const char bytes[] = "a > \"x\\\", (";
	static struct paste_call op;

	ok(ask(&op, line, sizeof(line) - 1) && op.r.op.have & PA_OP_STR &&
	   op.r.attr_len == sizeof(bytes) - 1 &&
	   !memcmp(op.r.attr, bytes, sizeof(bytes) - 1), "the bytes of a filter");
	ok(ask(&op, odd, sizeof(odd) - 1) && !(op.r.op.have & PA_OP_STR),
	   "a filter with an escape that is not read is not known");
}

static void test_values(void)
{
	static const char period[] =
		"12 ioctl(7" PERF ", 0x40082404, [9223372036854775808])" EINVAL_;
	static const char query[] = "12 ioctl(7" PERF ", 0xc008240a, {ids_len=65, ...})" EINVAL_;
	static struct paste_call op;

	ok(ask(&op, period, sizeof(period) - 1) && op.r.op.have & PA_OP_VALUE, "a period");
	is_num(op.r.op.value, 1ULL << 63, "... its value");
	ok(!(op.args & PASTE_ARG), "... the address is not told");
	ok(ask(&op, query, sizeof(query) - 1), "QUERY_BPF");
	is_num(op.r.op.value, 65, "... its length");
}

/* Each line cut anywhere, and each with a byte of another one. */
static void test_dirty(void)
{
	static struct paste_call op;
	unsigned int i, n = 0;
	char line[512];
	size_t len, at;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		len = strlen(lines[i].line);
		for (at = 0; at < len; at++)
			n += ask(&op, lines[i].line, at);
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
	static struct paste_call op;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		test_line(i);
	for (i = 0; i < ARRAY_SIZE(others); i++)
		ok(!ask(&op, others[i], strlen(others[i])), "is none: %.40s", others[i]);
	test_strings();
	test_values();
	test_dirty();
	return tap_end();
}
