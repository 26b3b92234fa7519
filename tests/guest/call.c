// SPDX-License-Identifier: GPL-2.0
/* build: i386 */
/*
 * Makes one perf_event_open(2) call with arguments from the command line, as KEY=VALUE:
 *
 *	type= size= config= ...		a field of the attr; default is a disabled dummy event;
 *					@TEXT is a pointer to a string: config1=@/bin/sh
 *	bits=				the word of the bit-fields
 *	hex=				the attr's first bytes
 *	pid= cpu= group= flags=		the other arguments
 *	at=				memory of the attr, see place(); or an address: at=0x10
 *	len=				bytes of the attr that are put there (at=end)
 *	times=				how often it is called
 *	comm=				name that the process takes before
 *	string=				what config1 points to
 *	x32=1				enter by the x32 number
 *	int80=1				enter as 32-bit programs do, with more in the registers
 *	pages=				how many pages of the event are mapped then
 *	wait=1				make the call when a line comes on standard input
 *
 *	fields				no call: print each field's offset and width
 *
 * Prints for each call its result, errno, the clock before and after it, and the size that
 * the attr has afterwards.
 */
#include "peo.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#define PAGE	4096
#define X32_BIT	0x40000000

static const struct {
	const char *name;
	size_t offset;
	size_t width;
} fields[] = {
#define FIELD(f)	{ #f, offsetof(struct perf_event_attr, f), \
			  sizeof(((struct perf_event_attr *)0)->f) }
#define WORD(id, name, ...)	FIELD(name),
#define NONE(...)
	PA_LIST_FIELDS(WORD, NONE, NONE, NONE) { "bits", 40, 8 }, FIELD(aux_action),
};

/* A static attr on a page of its own that nothing in this program touches. */
static struct {
	struct perf_event_attr attr;
	char rest[PAGE - sizeof(struct perf_event_attr)];
} untouched __attribute__((aligned(PAGE))) = {
	.attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = PERF_ATTR_SIZE_VER5,
		.config = PERF_COUNT_SW_DUMMY,
		.disabled = 1,
		.config1 = 0x57a71c,
	},
};

/* The kernel looks at up to a page, whatever is announced. */
static union {
	struct perf_event_attr attr;
	unsigned char bytes[2 * PAGE];
} the;

static struct call {
	int pid, cpu, group;
	unsigned long long flags;
	const char *at;
	size_t len;
	unsigned long times;
	size_t pages;
	int x32;
	int int80;
	int wait;
	int unreadable;
} call = { .cpu = -1, .group = -1, .flags = PERF_FLAG_FD_CLOEXEC, .times = 1 };

static void *map(size_t len, int fd)
{
	int kind = fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_PRIVATE;
	void *p = mmap(NULL, len, PROT_READ | PROT_WRITE, kind, fd, 0);

	if (p == MAP_FAILED)
		err(1, "mmap");
	return p;
}

/* Is the page in the process's page table? (Documentation/admin-guide/mm/pagemap.rst, bit 63) */
static int resident(const void *p)
{
	int fd = open("/proc/self/pagemap", O_RDONLY);
	uint64_t entry;

	if (pread(fd, &entry, 8, (uintptr_t)p / PAGE * 8) != 8)
		err(1, "/proc/self/pagemap");
	close(fd);
	return entry >> 63;
}

static void must_be_absent(const void *p)
{
	if (resident(p))
		errx(2, "the page is resident: this would test nothing");
}

/* A file that holds the attr from byte @at on, mapped, and no page of it touched. */
static unsigned char *map_file(size_t at)
{
	char name[] = "/tmp/call.XXXXXX";
	int fd = mkstemp(name);
	unsigned char *p;

	if (fd < 0 || ftruncate(fd, 2 * PAGE) || pwrite(fd, &the, call.len, at) < 0)
		err(1, "%s", name);
	unlink(name);
	p = map(2 * PAGE, fd);
	close(fd);
	return p;
}

/* Where the attr is. The last page of a mapping is followed by one that is not there. */
static void *place(void)
{
	unsigned char *p;

	if (!call.at || !strcmp(call.at, "usual"))
		return &the;
	if (!strcmp(call.at, "end")) {
		p = map(2 * PAGE, -1);
		munmap(p + PAGE, PAGE);
		return memcpy(p + PAGE - call.len, &the, call.len);
	}
	if (!strcmp(call.at, "noaccess")) {
		p = map(PAGE, -1);
		memcpy(p, &the, call.len);
		mprotect(p, PAGE, PROT_NONE);
		call.unreadable = 1;
		return p;
	}
	if (!strcmp(call.at, "untouched")) {
		madvise(&untouched, PAGE, MADV_DONTNEED);
		must_be_absent(&untouched);
		return &untouched;
	}
	if (!strcmp(call.at, "file")) {
		p = map_file(64);
		must_be_absent(p);
		return p + 64;
	}
	if (!strcmp(call.at, "straddle")) {
		/* The first 40 bytes are there, the rest is on a page that is not yet. */
		p = map_file(PAGE - 40);
		madvise(p, 2 * PAGE, MADV_RANDOM);
		*(volatile unsigned char *)p;
		madvise(p + PAGE, PAGE, MADV_DONTNEED);
		must_be_absent(p + PAGE);
		return p + PAGE - 40;
	}
	call.unreadable = 1;
	return (void *)(uintptr_t)strtoull(call.at, NULL, 0);
}

static void set_hex(const char *hex)
{
	size_t i;

	for (i = 0; hex[2 * i] && i < sizeof(the); i++)
		if (sscanf(hex + 2 * i, "%2hhx", &the.bytes[i]) != 1)
			errx(2, "hex=%s", hex);
}

static int set_field(const char *key, const char *value)
{
	unsigned long long v = *value == '@' ? (uintptr_t)(value + 1) : strtoull(value, NULL, 0);
	size_t i;

	for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		if (strcmp(fields[i].name, key))
			continue;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
		v <<= 8 * (sizeof(v) - fields[i].width);
#endif
		memcpy(the.bytes + fields[i].offset, &v, fields[i].width);
		return 1;
	}
	return 0;
}

static void print_fields(void)
{
	size_t i;

	for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		printf("%s %zu %zu\n", fields[i].name, fields[i].offset, fields[i].width);
	exit(0);
}

static void set(char *word)
{
	char *value = strchr(word, '=');

	if (!strcmp(word, "fields"))
		print_fields();
	if (!value)
		errx(2, "KEY=VALUE, not %s", word);
	*value++ = '\0';
	if (set_field(word, value))
		return;
	if (!strcmp(word, "hex"))
		set_hex(value);
	else if (!strcmp(word, "pid"))
		call.pid = strtol(value, NULL, 0);
	else if (!strcmp(word, "cpu"))
		call.cpu = strtol(value, NULL, 0);
	else if (!strcmp(word, "group"))
		call.group = strtol(value, NULL, 0);
	else if (!strcmp(word, "flags"))
		call.flags = strtoull(value, NULL, 0);
	else if (!strcmp(word, "at"))
		call.at = value;
	else if (!strcmp(word, "len"))
		call.len = strtoul(value, NULL, 0);
	else if (!strcmp(word, "times"))
		call.times = strtoul(value, NULL, 0);
	else if (!strcmp(word, "comm"))
		prctl(PR_SET_NAME, value);
	else if (!strcmp(word, "string"))
		the.attr.config1 = (uintptr_t)value;
	else if (!strcmp(word, "x32"))
		call.x32 = 1;
	else if (!strcmp(word, "int80"))
		call.int80 = 1;
	else if (!strcmp(word, "pages"))
		call.pages = strtoul(value, NULL, 0);
	else if (!strcmp(word, "wait"))
		call.wait = 1;
	else
		errx(2, "unknown word %s", word);
}

#ifdef __x86_64__
#define NR_I386	336

/* From 64-bit code: the kernel uses the lower halves of what is in the registers. */
static int call_int80(const void *attr)
{
	unsigned long upper = 1UL << 40;
	long ret;

	asm volatile("int $0x80" : "=a"(ret)
		     : "a"(NR_I386), "b"((uintptr_t)attr | upper), "c"((long)call.pid),
		       "d"((long)call.cpu), "S"((long)call.group), "D"(call.flags | upper)
		     : "memory", "r8", "r9", "r10", "r11");
	return ret;
}
#else
static int call_int80(const void *attr)
{
	errx(2, "int80 is for x86: %p", attr);
}
#endif

static int make_call(const void *attr)
{
	long ret;

	if (call.int80)
		return call_int80(attr);
	if (!call.x32)
		return peo(attr, call.pid, call.cpu, call.group, call.flags);
	ret = syscall(__NR_perf_event_open | X32_BIT, attr, call.pid, call.cpu, call.group,
		      call.flags);
	return ret < 0 ? -errno : ret;
}

static void one_call(void *attr)
{
	unsigned long long before = now_ns();
	int ret = make_call(attr);
	unsigned long long after = now_ns();
	uint32_t size = 0;

	if (!call.unreadable && call.len >= 8)
		memcpy(&size, (char *)attr + 4, sizeof(size));
	printf("ret=%d before=%llu after=%llu size=%u pid=%d\n", ret, before, after, size,
	       getpid());
	if (ret >= 0 && call.pages)
		mmap(NULL, call.pages * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, ret, 0);
	if (ret >= 0)
		close(ret);
}

int main(int argc, char **argv)
{
	void *attr;
	int i;

	the.attr.type = PERF_TYPE_SOFTWARE;
	the.attr.size = PERF_ATTR_SIZE_VER5;
	the.attr.config = PERF_COUNT_SW_DUMMY;
	the.attr.disabled = 1;
	for (i = 1; i < argc; i++)
		set(argv[i]);
	if (!call.len)
		call.len = the.attr.size && the.attr.size < PAGE ? the.attr.size : 64;
	attr = place();
	if (call.wait && getchar() == EOF)
		return 0;
	while (call.times--)
		one_call(attr);
	return 0;
}
