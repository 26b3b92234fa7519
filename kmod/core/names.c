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

PA_NAMES_OF(pa_types, PA_LIST_TYPES(TYPE, TYPE));
PA_NAMES_OF(pa_hw_events, PA_LIST_HW(HW, HW));
PA_NAMES_OF(pa_sw_events, PA_LIST_SW(SW, SW));
PA_NAMES_OF(pa_cache_ids, PA_LIST_CACHES(CACHE, CACHE));
PA_NAMES_OF(pa_cache_ops, PA_LIST_CACHE_OPS(CACHE_OP, CACHE_OP));
PA_NAMES_OF(pa_cache_results, PA_LIST_CACHE_RESULTS(CACHE_RESULT, CACHE_RESULT));
PA_NAMES_OF(pa_sample_bits, PA_LIST_SAMPLE(SAMPLE, SAMPLE));
PA_NAMES_OF(pa_format_bits, PA_LIST_FORMAT(FORMAT, FORMAT));
PA_NAMES_OF(pa_branch_bits, PA_LIST_BRANCH(BRANCH, BRANCH));
PA_NAMES_OF(pa_flag_bits, PA_LIST_OPEN_FLAGS(OPEN_FLAG, OPEN_FLAG));

/* The kernel accepts only the first five. */
PA_NAMES_OF(pa_bp_types,
	    N("HW_BREAKPOINT_EMPTY"),
	    N("HW_BREAKPOINT_R"),
	    N("HW_BREAKPOINT_W"),
	    N("HW_BREAKPOINT_RW"),
	    N("HW_BREAKPOINT_X"),
	    N("HW_BREAKPOINT_R | HW_BREAKPOINT_X"),
	    N("HW_BREAKPOINT_W | HW_BREAKPOINT_X"),
	    N("HW_BREAKPOINT_INVALID"));

PA_NAMES_OF(pa_bp_lens,
	    [1] = N("HW_BREAKPOINT_LEN_1"),
	    [2] = N("HW_BREAKPOINT_LEN_2"),
	    [3] = N("HW_BREAKPOINT_LEN_3"),
	    [4] = N("HW_BREAKPOINT_LEN_4"),
	    [5] = N("HW_BREAKPOINT_LEN_5"),
	    [6] = N("HW_BREAKPOINT_LEN_6"),
	    [7] = N("HW_BREAKPOINT_LEN_7"),
	    [8] = N("HW_BREAKPOINT_LEN_8"));

/* As in <time.h>; number 10 was CLOCK_SGI_CYCLE, which is gone. */
PA_NAMES_OF(pa_clocks,
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
	    [11] = N("CLOCK_TAI"));

/* The function that perf_event_set_clock() selects for a clockid (kernel/events/core.c). */
PA_NAMES_OF(pa_clock_functions,
	    [0] = N("ktime_get_real_ns"),
	    [1] = N("ktime_get_mono_fast_ns"),
	    [4] = N("ktime_get_raw_fast_ns"),
	    [7] = N("ktime_get_boottime_ns"),
	    [11] = N("ktime_get_clocktai_ns"));

/* Values of precise_ip, as the UAPI header describes them. */
PA_NAMES_OF(pa_precise,
	    N("SAMPLE_IP can have arbitrary skid"),
	    N("SAMPLE_IP must have constant skid"),
	    N("SAMPLE_IP requested to have 0 skid"),
	    N("SAMPLE_IP must have 0 skid"));

/* Sizes grow in steps of 8; there is no 88. */
#define SIZE_INDEX(bytes)	(((bytes) - PA_ATTR_OLDEST) / 8)

PA_OWN_NAMES_OF(sizes, PA_LIST_SIZES(SIZE, SIZE));

/* The asm-generic numbers, which x86 and arm64 use. */
PA_OWN_NAMES_OF(errnos,
		[1] = N("EPERM"), N("ENOENT"), N("ESRCH"), N("EINTR"), N("EIO"), N("ENXIO"),
		N("E2BIG"), N("ENOEXEC"), N("EBADF"), [10] = N("ECHILD"), N("EAGAIN"), N("ENOMEM"),
		N("EACCES"), N("EFAULT"), N("ENOTBLK"), N("EBUSY"), N("EEXIST"), N("EXDEV"),
		N("ENODEV"), [20] = N("ENOTDIR"), N("EISDIR"), N("EINVAL"), N("ENFILE"),
		N("EMFILE"), N("ENOTTY"), N("ETXTBSY"), N("EFBIG"), N("ENOSPC"), N("ESPIPE"),
		[30] = N("EROFS"), N("EMLINK"), N("EPIPE"), N("EDOM"), N("ERANGE"), N("EDEADLK"),
		N("ENAMETOOLONG"), N("ENOLCK"), N("ENOSYS"), N("ENOTEMPTY"), [40] = N("ELOOP"),
		[42] = N("ENOMSG"), N("EIDRM"), N("ECHRNG"), N("EL2NSYNC"), N("EL3HLT"),
		N("EL3RST"), N("ELNRNG"), N("EUNATCH"), [50] = N("ENOCSI"), N("EL2HLT"), N("EBADE"),
		N("EBADR"), N("EXFULL"), N("ENOANO"), N("EBADRQC"), N("EBADSLT"),
		[59] = N("EBFONT"), [60] = N("ENOSTR"), N("ENODATA"), N("ETIME"), N("ENOSR"),
		N("ENONET"), N("ENOPKG"), N("EREMOTE"), N("ENOLINK"), N("EADV"), N("ESRMNT"),
		[70] = N("ECOMM"), N("EPROTO"), N("EMULTIHOP"), N("EDOTDOT"), N("EBADMSG"),
		N("EOVERFLOW"), N("ENOTUNIQ"), N("EBADFD"), N("EREMCHG"), N("ELIBACC"),
		[80] = N("ELIBBAD"), N("ELIBSCN"), N("ELIBMAX"), N("ELIBEXEC"), N("EILSEQ"),
		N("ERESTART"), N("ESTRPIPE"), N("EUSERS"), N("ENOTSOCK"), N("EDESTADDRREQ"),
		[90] = N("EMSGSIZE"), N("EPROTOTYPE"), N("ENOPROTOOPT"), N("EPROTONOSUPPORT"),
		N("ESOCKTNOSUPPORT"), N("EOPNOTSUPP"), N("EPFNOSUPPORT"), N("EAFNOSUPPORT"),
		N("EADDRINUSE"), N("EADDRNOTAVAIL"), [100] = N("ENETDOWN"), N("ENETUNREACH"),
		N("ENETRESET"), N("ECONNABORTED"), N("ECONNRESET"), N("ENOBUFS"), N("EISCONN"),
		N("ENOTCONN"), N("ESHUTDOWN"), N("ETOOMANYREFS"), [110] = N("ETIMEDOUT"),
		N("ECONNREFUSED"), N("EHOSTDOWN"), N("EHOSTUNREACH"), N("EALREADY"),
		N("EINPROGRESS"), N("ESTALE"), N("EUCLEAN"), N("ENOTNAM"), N("ENAVAIL"),
		[120] = N("EISNAM"), N("EREMOTEIO"), N("EDQUOT"), N("ENOMEDIUM"), N("EMEDIUMTYPE"),
		N("ECANCELED"), N("ENOKEY"), N("EKEYEXPIRED"), N("EKEYREVOKED"), N("EKEYREJECTED"),
		[130] = N("EOWNERDEAD"), N("ENOTRECOVERABLE"), N("ERFKILL"), N("EHWPOISON"));

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
	if (size < PA_ATTR_OLDEST || size % 8)
		return NULL;
	return pa_name_of(&sizes, SIZE_INDEX(size));
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
	static const struct pa_name notsupp = N("ENOTSUPP");

	if (err == PA_ENOTSUPP)
		return &notsupp;
	return pa_name_of(&errnos, err);
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
