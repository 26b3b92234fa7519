// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Ops: their symbols, and the layout of the values that read() returns. The symbols are those of
 * include/uapi/linux/perf_event.h, include/uapi/linux/prctl.h, <poll.h> and <sys/mman.h>.
 */
#include "core/arch.h"
#include "core/op.h"

#define N(str)		PA_NAME(str)

PA_NAMES_OF(pa_kind_names,
	    [PA_RECORD_OPEN] = N("open"),
	    [PA_RECORD_IOCTL] = N("ioctl"),
	    [PA_RECORD_MMAP] = N("mmap"),
	    [PA_RECORD_MUNMAP] = N("munmap"),
	    [PA_RECORD_READ] = N("read"),
	    [PA_RECORD_POLL] = N("poll"),
	    [PA_RECORD_CLOSE] = N("close"),
	    [PA_RECORD_PRCTL] = N("prctl"),
	    [PA_RECORD_BPF] = N("bpf"));

PA_NAMES_OF(pa_poll_bits,
	    N("POLLIN"), N("POLLPRI"), N("POLLOUT"), N("POLLERR"), N("POLLHUP"), N("POLLNVAL"),
	    N("POLLRDNORM"), N("POLLRDBAND"), N("POLLWRNORM"), N("POLLWRBAND"));

PA_NAMES_OF(pa_prot_bits, N("PROT_READ"), N("PROT_WRITE"), N("PROT_EXEC"));

/* Only flags that have the same value on all architectures. */
PA_NAMES_OF(pa_map_bits,
	    N("MAP_SHARED"), N("MAP_PRIVATE"), {}, {}, N("MAP_FIXED"), N("MAP_ANONYMOUS"));

PA_OWN_NAMES_OF(prctls,
		[31] = N("PR_TASK_PERF_EVENTS_DISABLE"), N("PR_TASK_PERF_EVENTS_ENABLE"));

PA_OWN_NAMES_OF(bpf_commands,
		[PA_BPF_LINK_CREATE] = N("BPF_LINK_CREATE"),
		[PA_BPF_LINK_UPDATE] = N("BPF_LINK_UPDATE"));

PA_NAMES_OF(pa_ioc_flags, N("PERF_IOC_FLAG_GROUP"));

#define IOC(dir, nr, size)	((dir) << 30 | (size) << 16 | '$' << 8 | (nr))
#define IOC_SIZE(cmd)		(((cmd) >> 16) & 0x3fff)

static const struct {
	u32 cmd;
	bool pointer;		/* the size encoded in cmd is the caller's pointer size */
	struct pa_name name;
} iocs[PA_IOC_MAX] = {
	[PA_IOC_ENABLE] = { IOC(0U, 0, 0), false, N("PERF_EVENT_IOC_ENABLE") },
	[PA_IOC_DISABLE] = { IOC(0U, 1, 0), false, N("PERF_EVENT_IOC_DISABLE") },
	[PA_IOC_REFRESH] = { IOC(0U, 2, 0), false, N("PERF_EVENT_IOC_REFRESH") },
	[PA_IOC_RESET] = { IOC(0U, 3, 0), false, N("PERF_EVENT_IOC_RESET") },
	[PA_IOC_PERIOD] = { IOC(1U, 4, 8), false, N("PERF_EVENT_IOC_PERIOD") },
	[PA_IOC_SET_OUTPUT] = { IOC(0U, 5, 0), false, N("PERF_EVENT_IOC_SET_OUTPUT") },
	[PA_IOC_SET_FILTER] = { IOC(1U, 6, 8), true, N("PERF_EVENT_IOC_SET_FILTER") },
	[PA_IOC_ID] = { IOC(2U, 7, 8), true, N("PERF_EVENT_IOC_ID") },
	[PA_IOC_SET_BPF] = { IOC(1U, 8, 4), false, N("PERF_EVENT_IOC_SET_BPF") },
	[PA_IOC_PAUSE_OUTPUT] = { IOC(1U, 9, 4), false, N("PERF_EVENT_IOC_PAUSE_OUTPUT") },
	[PA_IOC_QUERY_BPF] = { IOC(3U, 10, 8), true, N("PERF_EVENT_IOC_QUERY_BPF") },
	[PA_IOC_MODIFY_ATTRIBUTES] = { IOC(1U, 11, 8), true,
				       N("PERF_EVENT_IOC_MODIFY_ATTRIBUTES") },
};

/* arch/powerpc/include/uapi/asm/ioctl.h: bits that all others have in two, with 0 for none. */
#define POWER_NONE	1U
#define POWER_READ	2U
#define POWER_WRITE	4U

/*
 * Converts an ioctl number of powerpc to that of other architectures; 0 if it is not one of perf's.
 */
static u32 ioc_from_power(u32 cmd)
{
	u32 dir = cmd >> 29;

	if (!dir || (dir & POWER_NONE && dir != POWER_NONE))
		return 0;
	dir = (dir & POWER_READ ? 2U : 0) | (dir & POWER_WRITE ? 1U : 0);
	return dir << 30 | (cmd & 0x1fffffff);
}

static u32 ioc_to_power(u32 cmd)
{
	u32 dir = (cmd >> 30 & 2 ? POWER_READ : 0) | (cmd >> 30 & 1 ? POWER_WRITE : 0);

	return (dir ? dir : POWER_NONE) << 29 | (cmd & 0x1fffffff);
}

/**
 * pa_ioc_of() - which of perf's ioctls this is
 * @r: an ioctl
 *
 * In cmd of a 32-bit caller the encoded pointer size is 4 (perf_compat_ioctl(),
 * kernel/events/core.c).
 *
 * Context: any. Return: enum pa_ioc; PA_IOC_MAX if it is not one of perf's.
 */
u32 pa_ioc_of(const struct pa_record *r)
{
	const struct pa_arch *arch = pa_arch_of(r->abi);
	u32 cmd = arch->ioc_power ? ioc_from_power(r->op.cmd) : r->op.cmd;
	u32 nr = cmd & 0xff;

	if (nr >= PA_IOC_MAX)
		return PA_IOC_MAX;
	if (iocs[nr].pointer && IOC_SIZE(cmd) == 4 && arch->bits == 32)
		cmd = (cmd & ~(0x3fffU << 16)) | 8U << 16;
	return cmd == iocs[nr].cmd ? nr : PA_IOC_MAX;
}

/**
 * pa_ioc_number() - the number of an ioctl that a 64-bit program passes
 * @abi: the architecture, enum pa_abi
 * @ioc: enum pa_ioc
 *
 * Context: any. Return: 0 for PA_IOC_MAX and above.
 */
u32 pa_ioc_number(u8 abi, u32 ioc)
{
	if (ioc >= PA_IOC_MAX)
		return 0;
	return pa_arch_of(abi)->ioc_power ? ioc_to_power(iocs[ioc].cmd) : iocs[ioc].cmd;
}

/**
 * pa_ioc_points() - return true if the argument of this ioctl is a pointer
 * @ioc: from pa_ioc_of()
 *
 * Context: any. Return: false for PA_IOC_MAX.
 */
bool pa_ioc_points(u32 ioc)
{
	return ioc == PA_IOC_PERIOD || (ioc < PA_IOC_MAX && iocs[ioc].pointer);
}

/**
 * pa_ioc_name() - its symbol
 * @ioc: from pa_ioc_of()
 *
 * Context: any. Return: NULL for PA_IOC_MAX.
 */
const struct pa_name *pa_ioc_name(u32 ioc)
{
	return ioc < PA_IOC_MAX ? &iocs[ioc].name : NULL;
}

/* A run of digits, and its value as a number. */
struct digits {
	u32 len;
	u32 leading_zeros;
	bool all_decimal;
	u64 decimal;		/* saturated */
	u64 hex;		/* value of the last 16 digits */
};

static void digits_look(struct digits *d, const char *p, const char *end)
{
	int digit;

	memset(d, 0, sizeof(*d));
	d->all_decimal = true;
	for (; p < end && (digit = pa_hex_digit(*p)) >= 0; p++) {
		d->leading_zeros += !digit && d->leading_zeros == d->len;
		d->len++;
		d->all_decimal &= digit < 10;
		if (d->decimal > pa_div(U64_MAX - (u64)digit, 10))
			d->decimal = U64_MAX;
		else
			d->decimal = d->decimal * 10 + (u64)digit;
		d->hex = d->hex << 4 | (u64)digit;
	}
}

/*
 * Return true if these digits are a kernel address, in any base that strtoul() accepts. After 0x:
 * every number from 2^63 up. Hexadecimal without 0x: 16 digits that begin with ff; more digits are
 * a name, such as a build id. Decimal or octal: from 2^63 up, which takes 19 digits or more. After
 * a minus: from 9 digits on, as the kernel's code is in the top 2 GB.
 */
static bool digits_are_address(const struct digits *d, bool after_0x, bool after_minus)
{
	u32 len = d->len - d->leading_zeros;

	if (after_0x)
		return len > 16 || (len == 16 && pa_is_kernel_address(d->hex));
	if (!d->all_decimal)
		return len == 16 && d->hex >> 56 == 0xff && pa_is_kernel_address(d->hex);
	if (after_minus)
		return d->len >= 9;
	/* Saturated: either 2^64 - 1, in 20 digits, or a longer octal number. */
	if (d->decimal == U64_MAX)
		return d->len > 20;
	return pa_is_kernel_address(d->decimal);
}

/* Return true if this minus is the sign of the following number, not part of a name. */
static bool is_sign(const char *p, const char *begin)
{
	return p >= begin && *p == '-' && (p == begin || strchr(" =<>(", p[-1]));
}

/**
 * pa_op_mask() - copy text of the caller's, with kernel addresses masked
 * @to:   receives it, without a NUL; @len bytes
 * @text: the text
 * @len:  its bytes
 * @cut:  the text may go on: then a number at its end is omitted
 *
 * "(kernel)", which is not longer than any number that is a kernel address, replaces it.
 *
 * Context: any. Return: bytes at @to.
 */
u32 pa_op_mask(char *to, const char *text, u32 len, bool cut)
{
	static const char mark[] = "(kernel)";
	const char *end = text + len;
	const char *p = text;
	struct digits d;
	u32 have = 0;

	for (; p < end && *p; p += d.len) {
		bool after_0x = p - text >= 2 && p[-2] == '0' && (p[-1] | 0x20) == 'x';
		bool after_minus = is_sign(p - 1, text);
		bool last;

		digits_look(&d, p, end);
		if (!d.len) {
			to[have++] = *p++;
			continue;
		}
		last = cut && p + d.len == end;
		if (!last && !digits_are_address(&d, after_0x, after_minus)) {
			memcpy(to + have, p, d.len);
			have += d.len;
			continue;
		}
		have -= after_0x ? 2 : after_minus ? 1 : 0;
		if (last)
			break;
		memcpy(to + have, mark, sizeof(mark) - 1);
		have += sizeof(mark) - 1;
	}
	return have;
}

/*
 * Writes other digits, which give a number of the same kind: as long, of the same base, and a
 * kernel address if the original was one. Only its length, its leading zeros, and the first digit
 * of an octal number that is too long to be compared are those of the original.
 */
static void digits_fill(char *to, const struct digits *d, bool after_0x)
{
	bool decimal = d->all_decimal && !after_0x;
	u32 len = d->len - d->leading_zeros;
	char *p = to + d->leading_zeros;
	bool no_octal = decimal && d->leading_zeros && (memchr(p, '8', len) || memchr(p, '9', len));
	u32 kept = decimal && len > 20;

	if (!len)
		return;
	/* From 2^63 up a number of 19 decimal digits begins with a 9. */
	memset(p + kept, decimal && len == 19 && *p == '9' ? '9' : '1', len - kept);
	if (!decimal)
		memset(p, 'f', after_0x || len == 1 ? 1 : 2);
	if (no_octal)
		p[len - 1] = '9';
}

/**
 * pa_op_mask_digits() - copy text of the caller's, with other digits in kernel addresses
 * @to:   receives it; @len bytes
 * @text: the text; all of it is copied, also behind a NUL
 * @len:  its bytes
 * @cut:  the text may go on: then a number at its end may be the begin of an address
 *
 * The kernel's parser of filters finds the same in the copy.
 *
 * Context: any.
 */
void pa_op_mask_digits(char *to, const char *text, u32 len, bool cut)
{
	const char *end = text + len;
	const char *p = text;
	struct digits d;

	memcpy(to, text, len);
	for (; p < end; p += d.len ? d.len : 1) {
		bool after_0x = p - text >= 2 && p[-2] == '0' && (p[-1] | 0x20) == 'x';
		const char *last;

		digits_look(&d, p, end);
		last = p + d.len - 1;
		if (!d.len || (!(cut && last + 1 == end) &&
			       !digits_are_address(&d, after_0x, is_sign(p - 1, text))))
			continue;
		digits_fill(to + (p - text), &d, after_0x);
		/* Here 0 can be the first digit of 0x. */
		if (last + 1 < end && *last == '0' && (last[1] | 0x20) == 'x')
			to[last - text] = '0';
	}
}

/**
 * pa_op_string() - copy the string that an ioctl passed, with kernel addresses masked
 * @to: receives it, without a NUL; PA_ATTR_KEEP bytes
 * @r:  an ioctl with PA_OP_STR
 *
 * Address filters (Intel PT, CoreSight) contain addresses as numbers.
 *
 * Context: any. Return: bytes at @to.
 */
u32 pa_op_string(char *to, const struct pa_record *r)
{
	u32 len = r->attr_len < PA_ATTR_KEEP ? r->attr_len : PA_ATTR_KEEP;

	return pa_op_mask(to, (const char *)r->attr, len, len == PA_ATTR_KEEP);
}

/**
 * pa_prctl_name() - symbol of a prctl that concerns perf
 * @option: its first argument
 *
 * Context: any. Return: NULL if it is another one.
 */
const struct pa_name *pa_prctl_name(u64 option)
{
	return pa_name_of(&prctls, option);
}

/**
 * pa_bpf_name() - symbol of a command of bpf(2) that concerns links of events
 * @cmd: enum pa_bpf
 *
 * Context: any. Return: NULL if it is another one.
 */
const struct pa_name *pa_bpf_name(u32 cmd)
{
	return pa_name_of(&bpf_commands, cmd);
}

/**
 * pa_values_look() - find the layout of the values that a read returned
 * @v: the result
 * @r: a read
 *
 * The layout is that of struct read_format, include/uapi/linux/perf_event.h.
 * Context: any.
 */
void pa_values_look(struct pa_values *v, const struct pa_record *r)
{
	u64 format = r->op.format;
	u32 at = 1;
	u64 nr;

	memset(v, 0, sizeof(*v));
	v->have = (r->attr_len < PA_ATTR_KEEP ? r->attr_len : PA_ATTR_KEEP) / sizeof(u64);
	v->group = format & PA_FORMAT_GROUP;
	if (format & PA_FORMAT_TOTAL_TIME_ENABLED)
		v->enabled = at++;
	if (format & PA_FORMAT_TOTAL_TIME_RUNNING)
		v->running = at++;
	/* A single event has its value first, and id and lost after the times. */
	v->first = v->group ? at : 0;
	v->step = v->group ? 1 : at;
	if (format & PA_FORMAT_ID)
		v->id = v->step++;
	if (format & PA_FORMAT_LOST)
		v->lost = v->step++;
	if (!v->group) {
		v->members = v->have >= v->step;
		return;
	}
	nr = pa_values_word(r, 0);
	if (v->have > at)
		v->members = (v->have - at) / v->step;
	if (v->members > nr)
		v->members = (u32)nr;
	v->more = nr - v->members;
}

/**
 * pa_values_word() - a word that a read returned
 * @r:     a read
 * @index: its index
 *
 * Context: any. Return: the word, 0 if it is not in the record.
 */
u64 pa_values_word(const struct pa_record *r, u32 index)
{
	u64 word = 0;

	if ((index + 1) * sizeof(word) <= r->attr_len && index < PA_ATTR_KEEP / sizeof(word))
		memcpy(&word, r->attr + index * sizeof(word), sizeof(word));
	return word;
}
