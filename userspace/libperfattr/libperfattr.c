// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The functions of the library: the steps before and after that all of them share. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/out.h"
#include "core/text/text.h"
#include "host/host.h"
#include "libperfattr/found.h"

#define EXPORT	__attribute__((visibility("default")))

/* No attr is as long. */
#define SIZE_MAX_KNOWN	1048576

#define OPTIONS	(PERFATTR_LATER | PERFATTR_SYMBOLS | PERFATTR_LIMITS)

/**
 * struct perfattr - state that perfattr_open() keeps, or that a call without a handle allocates
 * @busy: a thread uses it
 * @here: this machine
 * @f:    the call that is explained, and the PMUs
 */
struct perfattr {
	atomic_flag busy;
	struct env_here *here;
	struct found f;
};

/**
 * struct use - a use of a handle
 * @p:      the handle; NULL: there is no memory
 * @own:    it was made for this use
 * @cancel: whether the thread may be cancelled. In a read() of ours that would leave descriptors
 *          and memory behind
 * @error:  errno, which the caller may read after us
 */
struct use {
	struct perfattr *p;
	bool own;
	int cancel;
	int error;
};

static void discard(struct perfattr *p)
{
	env_here_close(p->here);
	free(p);
}

/* Symbols alone are looked for in debugfs: without @symbols it is not opened. */
static struct perfattr *make(bool symbols)
{
	struct perfattr *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	atomic_flag_clear(&p->busy);
	p->here = env_here_open(NULL, symbols ? NULL : "");
	if (p->here)
		return p;
	free(p);
	return NULL;
}

static void hold(struct use *u)
{
	u->error = errno;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &u->cancel);
}

static void release(const struct use *u)
{
	int own;

	pthread_setcancelstate(u->cancel, &own);
	errno = u->error;
}

/* Uses the handle of the program; another one if there is none, or another thread uses it. */
static struct perfattr *use_begin(struct use *u, struct perfattr *p, bool symbols)
{
	hold(u);
	u->own = !p || symbols || atomic_flag_test_and_set(&p->busy);
	u->p = u->own ? make(symbols) : p;
	return u->p;
}

static int use_end(const struct use *u, int result)
{
	if (!u->p)
		result = -ENOMEM;
	else if (u->own)
		discard(u->p);
	else
		atomic_flag_clear(&u->p->busy);
	release(u);
	return result;
}

static bool is_zero(const u32 *word, size_t n)
{
	while (n && !word[n - 1])
		n--;
	return !n;
}

/* Refuse questions that only later versions know. */
static bool is_known(const struct perfattr_call *call, unsigned int options)
{
	return call && !(options & ~OPTIONS) &&
	       is_zero(call->reserved, ARRAY_SIZE(call->reserved));
}

/* Described in perfattr.h. */
EXPORT struct perfattr *perfattr_open(void)
{
	struct perfattr *p;
	struct use u;

	hold(&u);
	p = make(false);
	if (p)
		env_here_keep(p->here);
	release(&u);
	return p;
}

/* Described in perfattr.h. */
EXPORT void perfattr_close(struct perfattr *p)
{
	struct use u;

	hold(&u);
	if (p)
		discard(p);
	release(&u);
}

/* Described in perfattr.h. */
EXPORT int perfattr_explain(struct perfattr *p, const struct perfattr_call *call,
			    unsigned int options, struct perfattr_why *why)
{
	struct use u;
	int n = 0;

	if (!is_known(call, options) || !why)
		return -EINVAL;
	if (use_begin(&u, p, options & PERFATTR_SYMBOLS)) {
		found_look(&u.p->f, call, options, u.p->here);
		n = told_put(why, &u.p->f);
	}
	return use_end(&u, n);
}

/* Described in perfattr.h. */
EXPORT int perfattr_plan(struct perfattr *p, const struct perfattr_call *call,
			 unsigned int options, struct perfattr_call *plan, void *attr,
			 size_t size)
{
	struct use u;
	int loss = 0;

	if (!is_known(call, options) || !plan || !attr || size > SIZE_MAX_KNOWN)
		return -EINVAL;
	if (use_begin(&u, p, options & PERFATTR_SYMBOLS)) {
		found_look(&u.p->f, call, options, u.p->here);
		loss = plan_put(plan, attr, size, &u.p->f, call);
	}
	return use_end(&u, loss);
}

/* Described in perfattr.h. */
EXPORT int perfattr_check(struct perfattr *p, const struct perfattr_call *call,
			  struct perfattr_why *why)
{
	const char *never = NULL;
	struct use u;
	int is = 0;

	if (!is_known(call, 0) || !why)
		return -EINVAL;
	if (use_begin(&u, p, false)) {
		is = found_check(&u.p->f, call, u.p->here, &never);
		told_put(why, &u.p->f);
		if (is != PERFATTR_REFUSED)
			strcpy(why->text, is == PERFATTR_OPENS ? "it opens\n" : "not decided\n");
	}
	if (never) {
		strscpy(why->reason, never, sizeof(why->reason));
		snprintf(why->text, sizeof(why->text), "it opens without effect: %s\n", never);
	}
	return use_end(&u, is);
}

static int explain_op(struct perfattr *p, const struct lib_op *op, struct perfattr_why *why)
{
	struct use u;
	int n = 0;

	if ((op->open && !is_known(op->open, 0)) || !why)
		return -EINVAL;
	if (use_begin(&u, p, false)) {
		op_look(&u.p->f, op, u.p->here);
		n = told_put(why, &u.p->f);
	}
	return use_end(&u, n);
}

/* Described in perfattr.h. */
EXPORT int perfattr_explain_mmap(struct perfattr *p, const struct perfattr_call *open, int fd,
				 size_t length, int prot, uint64_t offset, int error,
				 struct perfattr_why *why)
{
	/* Flags: perf refuses every other one with EINVAL. */
	const struct lib_op op = {
		.open = open, .kind = PA_RECORD_MMAP, .error = error,
		.op = { .fd = fd, .len = length, .prot = (u32)prot, .flags = 1, .offset = offset },
	};

	return explain_op(p, &op, why);
}

/* Described in perfattr.h. */
EXPORT int perfattr_explain_ioctl(struct perfattr *p, const struct perfattr_call *open, int fd,
				  unsigned long request, uintptr_t arg, int error,
				  struct perfattr_why *why)
{
	const struct lib_op op = {
		.open = open, .kind = PA_RECORD_IOCTL, .error = error,
		.op = { .fd = fd, .cmd = (u32)request, .arg = arg },
	};

	return explain_op(p, &op, why);
}

/* Described in perfattr.h. */
EXPORT int perfattr_explain_read(struct perfattr *p, const struct perfattr_call *open, int fd,
				 size_t size, int error, struct perfattr_why *why)
{
	const struct lib_op op = {
		.open = open, .kind = PA_RECORD_READ, .error = error,
		.op = { .fd = fd, .arg = size },
	};

	return explain_op(p, &op, why);
}

/* Described in perfattr.h. */
EXPORT int perfattr_health(struct perfattr *p, const struct perfattr_call *open, int fd,
			   struct perfattr_health *health)
{
	const struct lib_op op = { .open = open, .kind = PA_RECORD_READ, .op = { .fd = fd } };
	struct use u;
	int result = 0;

	if ((open && !is_known(open, 0)) || !health)
		return -EINVAL;
	if (use_begin(&u, p, false))
		result = health_look(health, &u.p->f, &op, u.p->here);
	return use_end(&u, result);
}

static int format(struct perfattr *p, const struct perfattr_call *call, int result, char *to,
		  size_t size)
{
	static const struct pa_told nothing;
	char *text = malloc(PA_TEXT_MAX);
	struct pa_call *x = &p->f.x;
	struct out s;

	if (!text)
		return -ENOMEM;
	x->r.ret = result;
	call_read(&p->f, call, true);
	machine_look(&p->f, p->here);
	call_string(&p->f);
	x->env.told = &nothing;
	out_init(&s, text, PA_TEXT_MAX);
	pa_text_open(&s, &x->r, &x->env, PA_TEXT_BRIEF);
	text[out_used(&s)] = '\0';
	if (size)
		strscpy(to, text, size);
	free(text);
	return (int)out_used(&s);
}

/* Described in perfattr.h. */
EXPORT int perfattr_format(const struct perfattr_call *call, int result, char *buf, size_t size)
{
	struct use u;
	int len = 0;

	if (!is_known(call, 0) || (!buf && size))
		return -EINVAL;
	if (use_begin(&u, NULL, false))
		len = format(u.p, call, result, buf, size);
	return use_end(&u, len);
}

/* Described in perfattr.h. */
EXPORT const char *perfattr_version(void)
{
	return PERFATTR_VERSION;
}
