// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Tables from value to name. Names that are not in core/lists.h are listed here, up to Linux 7.3:
 * those of include/uapi/linux/hw_breakpoint.h, <time.h> and errno.
 */
#include "core/names.h"
#include "core/out.h"

/* Macros that expand the rows of core/lists.h. */
#define N(str)		PA_NAME(str)
#define TYPE(value, name)		[value] = N("PERF_TYPE_" #name),
#define HW(value, name, perf)		[value] = N("PERF_COUNT_HW_" #name),
#define SW(value, name, perf)		[value] = N("PERF_COUNT_SW_" #name),
#define CACHE(value, name, perf)	[value] = N("PERF_COUNT_HW_CACHE_" #name),
#define CACHE_OP(value, name, accesses, misses) \
	[value] = N("PERF_COUNT_HW_CACHE_OP_" #name),
#define CACHE_RESULT(value, name)	[value] = N("PERF_COUNT_HW_CACHE_RESULT_" #name),
#define SAMPLE(bit, name)		[bit] = N("PERF_SAMPLE_" #name),
#define FORMAT(bit, name)		[bit] = N("PERF_FORMAT_" #name),
#define BRANCH(bit, name)		[bit] = N("PERF_SAMPLE_BRANCH_" #name),
#define OPEN_FLAG(bit, name)		[bit] = N("PERF_FLAG_" #name),
#define SIZE(version, bytes)		[SIZE_INDEX(bytes)] = N("PERF_ATTR_SIZE_VER" #version),

static const struct pa_name types[] = {
	PA_LIST_TYPES(TYPE, TYPE)
};

const struct pa_names pa_types = PA_NAMES(types);

static const struct pa_name hw_events[] = {
	PA_LIST_HW(HW, HW)
};

const struct pa_names pa_hw_events = PA_NAMES(hw_events);

static const struct pa_name sw_events[] = {
	PA_LIST_SW(SW, SW)
};

const struct pa_names pa_sw_events = PA_NAMES(sw_events);

static const struct pa_name cache_ids[] = {
	PA_LIST_CACHES(CACHE, CACHE)
};

const struct pa_names pa_cache_ids = PA_NAMES(cache_ids);

static const struct pa_name cache_ops[] = {
	PA_LIST_CACHE_OPS(CACHE_OP, CACHE_OP)
};

const struct pa_names pa_cache_ops = PA_NAMES(cache_ops);

static const struct pa_name cache_results[] = {
	PA_LIST_CACHE_RESULTS(CACHE_RESULT, CACHE_RESULT)
};

const struct pa_names pa_cache_results = PA_NAMES(cache_results);

static const struct pa_name sample_bits[] = {
	PA_LIST_SAMPLE(SAMPLE, SAMPLE)
};

const struct pa_names pa_sample_bits = PA_NAMES(sample_bits);

static const struct pa_name format_bits[] = {
	PA_LIST_FORMAT(FORMAT, FORMAT)
};

const struct pa_names pa_format_bits = PA_NAMES(format_bits);

static const struct pa_name branch_bits[] = {
	PA_LIST_BRANCH(BRANCH, BRANCH)
};

const struct pa_names pa_branch_bits = PA_NAMES(branch_bits);

static const struct pa_name flag_bits[] = {
	PA_LIST_OPEN_FLAGS(OPEN_FLAG, OPEN_FLAG)
};

const struct pa_names pa_flag_bits = PA_NAMES(flag_bits);

/* The kernel accepts only the first five. */
static const struct pa_name bp_types[] = {
	N("HW_BREAKPOINT_EMPTY"),
	N("HW_BREAKPOINT_R"),
	N("HW_BREAKPOINT_W"),
	N("HW_BREAKPOINT_RW"),
	N("HW_BREAKPOINT_X"),
	N("HW_BREAKPOINT_R | HW_BREAKPOINT_X"),
	N("HW_BREAKPOINT_W | HW_BREAKPOINT_X"),
	N("HW_BREAKPOINT_INVALID"),
};

const struct pa_names pa_bp_types = PA_NAMES(bp_types);

static const struct pa_name bp_lens[] = {
	[1] = N("HW_BREAKPOINT_LEN_1"),
	[2] = N("HW_BREAKPOINT_LEN_2"),
	[3] = N("HW_BREAKPOINT_LEN_3"),
	[4] = N("HW_BREAKPOINT_LEN_4"),
	[5] = N("HW_BREAKPOINT_LEN_5"),
	[6] = N("HW_BREAKPOINT_LEN_6"),
	[7] = N("HW_BREAKPOINT_LEN_7"),
	[8] = N("HW_BREAKPOINT_LEN_8"),
};

const struct pa_names pa_bp_lens = PA_NAMES(bp_lens);

/* As in <time.h>; number 10 was CLOCK_SGI_CYCLE, which is gone. */
static const struct pa_name clocks[] = {
	[0] = N("CLOCK_REALTIME"),
	[1] = N("CLOCK_MONOTONIC"),
	[2] = N("CLOCK_PROCESS_CPUTIME_ID"),
	[3] = N("CLOCK_THREAD_CPUTIME_ID"),
	[4] = N("CLOCK_MONOTONIC_RAW"),
	[5] = N("CLOCK_REALTIME_COARSE"),
	[6] = N("CLOCK_MONOTONIC_COARSE"),
	[7] = N("CLOCK_BOOTTIME"),
	[8] = N("CLOCK_REALTIME_ALARM"),
	[9] = N("CLOCK_BOOTTIME_ALARM"),
	[11] = N("CLOCK_TAI"),
};

const struct pa_names pa_clocks = PA_NAMES(clocks);

/* The function that perf_event_set_clock() selects for a clockid (kernel/events/core.c). */
static const struct pa_name clock_functions[] = {
	[0] = N("ktime_get_real_ns"),
	[1] = N("ktime_get_mono_fast_ns"),
	[4] = N("ktime_get_raw_fast_ns"),
	[7] = N("ktime_get_boottime_ns"),
	[11] = N("ktime_get_clocktai_ns"),
};

const struct pa_names pa_clock_functions = PA_NAMES(clock_functions);

/* precise_ip, in the words of the UAPI header. */
static const struct pa_name precise[] = {
	N("SAMPLE_IP can have arbitrary skid"),
	N("SAMPLE_IP must have constant skid"),
	N("SAMPLE_IP requested to have 0 skid"),
	N("SAMPLE_IP must have 0 skid"),
};

const struct pa_names pa_precise = PA_NAMES(precise);

/* Sizes grow in steps of 8; there is no 88. */
#define SIZE_INDEX(bytes)	(((bytes) - PA_ATTR_OLDEST) / 8)

static const struct pa_name sizes[] = {
	PA_LIST_SIZES(SIZE, SIZE)
};

/* The asm-generic numbers, which x86 and arm64 use. */
static const struct pa_name errnos[PA_ERRNOS] = {
	[1] = N("EPERM"),
	[2] = N("ENOENT"),
	[3] = N("ESRCH"),
	[4] = N("EINTR"),
	[5] = N("EIO"),
	[6] = N("ENXIO"),
	[7] = N("E2BIG"),
	[8] = N("ENOEXEC"),
	[9] = N("EBADF"),
	[10] = N("ECHILD"),
	[11] = N("EAGAIN"),
	[12] = N("ENOMEM"),
	[13] = N("EACCES"),
	[14] = N("EFAULT"),
	[15] = N("ENOTBLK"),
	[16] = N("EBUSY"),
	[17] = N("EEXIST"),
	[18] = N("EXDEV"),
	[19] = N("ENODEV"),
	[20] = N("ENOTDIR"),
	[21] = N("EISDIR"),
	[22] = N("EINVAL"),
	[23] = N("ENFILE"),
	[24] = N("EMFILE"),
	[25] = N("ENOTTY"),
	[26] = N("ETXTBSY"),
	[27] = N("EFBIG"),
	[28] = N("ENOSPC"),
	[29] = N("ESPIPE"),
	[30] = N("EROFS"),
	[31] = N("EMLINK"),
	[32] = N("EPIPE"),
	[33] = N("EDOM"),
	[34] = N("ERANGE"),
	[35] = N("EDEADLK"),
	[36] = N("ENAMETOOLONG"),
	[37] = N("ENOLCK"),
	[38] = N("ENOSYS"),
	[39] = N("ENOTEMPTY"),
	[40] = N("ELOOP"),
	[42] = N("ENOMSG"),
	[43] = N("EIDRM"),
	[44] = N("ECHRNG"),
	[45] = N("EL2NSYNC"),
	[46] = N("EL3HLT"),
	[47] = N("EL3RST"),
	[48] = N("ELNRNG"),
	[49] = N("EUNATCH"),
	[50] = N("ENOCSI"),
	[51] = N("EL2HLT"),
	[52] = N("EBADE"),
	[53] = N("EBADR"),
	[54] = N("EXFULL"),
	[55] = N("ENOANO"),
	[56] = N("EBADRQC"),
	[57] = N("EBADSLT"),
	[59] = N("EBFONT"),
	[60] = N("ENOSTR"),
	[61] = N("ENODATA"),
	[62] = N("ETIME"),
	[63] = N("ENOSR"),
	[64] = N("ENONET"),
	[65] = N("ENOPKG"),
	[66] = N("EREMOTE"),
	[67] = N("ENOLINK"),
	[68] = N("EADV"),
	[69] = N("ESRMNT"),
	[70] = N("ECOMM"),
	[71] = N("EPROTO"),
	[72] = N("EMULTIHOP"),
	[73] = N("EDOTDOT"),
	[74] = N("EBADMSG"),
	[75] = N("EOVERFLOW"),
	[76] = N("ENOTUNIQ"),
	[77] = N("EBADFD"),
	[78] = N("EREMCHG"),
	[79] = N("ELIBACC"),
	[80] = N("ELIBBAD"),
	[81] = N("ELIBSCN"),
	[82] = N("ELIBMAX"),
	[83] = N("ELIBEXEC"),
	[84] = N("EILSEQ"),
	[85] = N("ERESTART"),
	[86] = N("ESTRPIPE"),
	[87] = N("EUSERS"),
	[88] = N("ENOTSOCK"),
	[89] = N("EDESTADDRREQ"),
	[90] = N("EMSGSIZE"),
	[91] = N("EPROTOTYPE"),
	[92] = N("ENOPROTOOPT"),
	[93] = N("EPROTONOSUPPORT"),
	[94] = N("ESOCKTNOSUPPORT"),
	[95] = N("EOPNOTSUPP"),
	[96] = N("EPFNOSUPPORT"),
	[97] = N("EAFNOSUPPORT"),
	[98] = N("EADDRINUSE"),
	[99] = N("EADDRNOTAVAIL"),
	[100] = N("ENETDOWN"),
	[101] = N("ENETUNREACH"),
	[102] = N("ENETRESET"),
	[103] = N("ECONNABORTED"),
	[104] = N("ECONNRESET"),
	[105] = N("ENOBUFS"),
	[106] = N("EISCONN"),
	[107] = N("ENOTCONN"),
	[108] = N("ESHUTDOWN"),
	[109] = N("ETOOMANYREFS"),
	[110] = N("ETIMEDOUT"),
	[111] = N("ECONNREFUSED"),
	[112] = N("EHOSTDOWN"),
	[113] = N("EHOSTUNREACH"),
	[114] = N("EALREADY"),
	[115] = N("EINPROGRESS"),
	[116] = N("ESTALE"),
	[117] = N("EUCLEAN"),
	[118] = N("ENOTNAM"),
	[119] = N("ENAVAIL"),
	[120] = N("EISNAM"),
	[121] = N("EREMOTEIO"),
	[122] = N("EDQUOT"),
	[123] = N("ENOMEDIUM"),
	[124] = N("EMEDIUMTYPE"),
	[125] = N("ECANCELED"),
	[126] = N("ENOKEY"),
	[127] = N("EKEYEXPIRED"),
	[128] = N("EKEYREVOKED"),
	[129] = N("EKEYREJECTED"),
	[130] = N("EOWNERDEAD"),
	[131] = N("ENOTRECOVERABLE"),
	[132] = N("ERFKILL"),
	[133] = N("EHWPOISON"),
};

const struct pa_function pa_functions[PA_FN_MAX] = {
	[PA_FN_SYSCALL] = { N("perf_event_open"), 0 },
	[PA_FN_COPY_ATTR] = { N("perf_copy_attr"), 0 },
	[PA_FN_SECURITY] = { N("security_perf_event_open"), 0 },
	[PA_FN_ALLOC] = { N("perf_event_alloc"), 0 },
	[PA_FN_TRY_INIT] = { N("perf_try_init_event"), 1 },
	[PA_FN_FIND_CONTEXT] = { N("find_get_context"), 0 },
	[PA_FN_SET_OUTPUT] = { N("perf_event_set_output"), 0 },
};

/**
 * pa_name_of() - the symbol of a value, or of a bit
 * @names: the table
 * @value: the value, or the number of the bit
 *
 * Context: any.
 * Return: NULL when it has none.
 */
const struct pa_name *pa_name_of(const struct pa_names *names, u64 value)
{
	if (value >= names->count || !names->name[value].text)
		return NULL;
	return &names->name[value];
}

/**
 * pa_size_name() - the symbol of a value of attr.size
 * @size: bytes
 *
 * Context: any.
 * Return: PERF_ATTR_SIZE_VERn, or NULL for a size between two versions.
 */
const struct pa_name *pa_size_name(u64 size)
{
	static const struct pa_names names = PA_NAMES(sizes);

	if (size < PA_ATTR_OLDEST || size % 8)
		return NULL;
	return pa_name_of(&names, SIZE_INDEX(size));
}

/**
 * pa_errno_name() - the symbol of an errno
 * @err: positive errno
 *
 * Context: any.
 * Return: NULL when it has none.
 */
const struct pa_name *pa_errno_name(u64 err)
{
	static const struct pa_names names = PA_NAMES(errnos);
	static const struct pa_name notsupp = N("ENOTSUPP");

	if (err == PA_ENOTSUPP)
		return &notsupp;
	return pa_name_of(&names, err);
}

/**
 * pa_put_name() - write a symbol
 * @s:    the buffer
 * @name: the symbol
 *
 * Context: any.
 */
void pa_put_name(struct out *s, const struct pa_name *name)
{
	out_mem(s, name->text, name->len);
}
