// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The functions of the library: the steps before and after that all of them share. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/out.h"
#include "core/render.h"
#include "core/text/open.h"
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
 * struct lib_question - a question of the program
 * @call:    the call
 * @options: PERFATTR_LATER, ...
 * @to:      receives the reasons
 * @op:      the call on a descriptor
 * @health:  receives the state of an event
 * @result:  of the call
 * @plan:    receives the call that would open
 * @attr:    receives its attr
 * @size:    bytes there
 */
struct lib_question {
	const struct perfattr_call *call;
	unsigned int options;
	struct perfattr_why *to;
	struct lib_op op;
	struct perfattr_health *health;
	int result;
	struct perfattr_call *plan;
	void *attr;
	size_t size;
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

static int explain(struct perfattr *p, const struct lib_question *a)
{
	if (a->op.kind == PA_RECORD_OPEN)
		found_look(&p->f, a->call, a->options, p->here);
	else
		op_look(&p->f, &a->op, p->here);
	told_put(a->to, &p->f);
	return (int)p->f.reasons.n;
}

static int make_plan(struct perfattr *p, const struct lib_question *a)
{
	found_look(&p->f, a->call, a->options, p->here);
	return plan_put(a->plan, a->attr, a->size, &p->f, a->call);
}

static int check(struct perfattr *p, const struct lib_question *a)
{
	const char *never = NULL;
	int is = found_check(&p->f, a->call, p->here, &never);

	told_put(a->to, &p->f);
	if (is != PERFATTR_REFUSED)
		strcpy(a->to->text, is == PERFATTR_OPENS ? "it opens\n" : "not decided\n");
	if (never) {
		strscpy(a->to->reason, never, sizeof(a->to->reason));
		snprintf(a->to->text, sizeof(a->to->text), "it opens without effect: %s\n", never);
	}
	return is;
}

static int see_health(struct perfattr *p, const struct lib_question *a)
{
	return health_look(a->health, &p->f, &a->op, p->here);
}

static int format(struct perfattr *p, const struct lib_question *a)
{
	static const struct pa_told nothing;
	char *text = malloc(PA_TEXT_MAX), *to = a->attr;
	struct pa_call *x = &p->f.x;
	struct out s;

	if (!text)
		return -ENOMEM;
	x->r.ret = a->result;
	call_read(&p->f, a->call, true);
	machine_look(&p->f, p->here);
	call_string(&p->f);
	x->env.told = &nothing;
	out_init(&s, text, PA_TEXT_MAX);
	pa_text_open(&s, &x->r, &x->env, PA_TEXT_BRIEF);
	text[out_used(&s)] = '\0';
	if (a->size)
		strscpy(to, text, a->size);
	free(text);
	return (int)out_used(&s);
}

/*
 * A thread that is cancelled in a read() of ours would leave descriptors and memory behind. The
 * caller may read errno after us, so it is restored.
 */
struct kept {
	int cancel;
	int error;
};

static struct kept keep(void)
{
	struct kept k = { .error = errno };

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &k.cancel);
	return k;
}

static int restore(const struct kept *k, int result)
{
	int own;

	pthread_setcancelstate(k->cancel, &own);
	errno = k->error;
	return result;
}

/* Answer with the handle of the program; without it if there is none, or another thread uses it. */
static int answer(struct perfattr *p, int (*fn)(struct perfattr *p, const struct lib_question *a),
		  const struct lib_question *a)
{
	bool symbols = a->options & PERFATTR_SYMBOLS;
	struct kept k = keep();
	struct perfattr *own;
	int result = -ENOMEM;

	if (p && !symbols && !atomic_flag_test_and_set(&p->busy)) {
		result = fn(p, a);
		atomic_flag_clear(&p->busy);
		return restore(&k, result);
	}
	own = make(symbols);
	if (own) {
		result = fn(own, a);
		discard(own);
	}
	return restore(&k, result);
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

static bool is_opened(const struct perfattr_call *open)
{
	return !open || is_known(open, 0);
}

/* Described in perfattr.h. */
EXPORT struct perfattr *perfattr_open(void)
{
	struct kept k = keep();
	struct perfattr *p = make(false);

	if (p)
		env_here_keep(p->here);
	restore(&k, 0);
	return p;
}

/* Described in perfattr.h. */
EXPORT void perfattr_close(struct perfattr *p)
{
	struct kept k = keep();

	if (p)
		discard(p);
	restore(&k, 0);
}

/* Described in perfattr.h. */
EXPORT int perfattr_explain(struct perfattr *p, const struct perfattr_call *call,
			    unsigned int options, struct perfattr_why *why)
{
	const struct lib_question a = { .call = call, .options = options, .to = why };

	return is_known(call, options) && why ? answer(p, explain, &a) : -EINVAL;
}

/* Described in perfattr.h. */
EXPORT int perfattr_plan(struct perfattr *p, const struct perfattr_call *call,
			 unsigned int options, struct perfattr_call *plan, void *attr,
			 size_t size)
{
	const struct lib_question a = { .call = call, .options = options, .plan = plan,
					.attr = attr, .size = size };

	if (!is_known(call, options) || !plan || !attr || size > SIZE_MAX_KNOWN)
		return -EINVAL;
	return answer(p, make_plan, &a);
}

/* Described in perfattr.h. */
EXPORT int perfattr_check(struct perfattr *p, const struct perfattr_call *call,
			  struct perfattr_why *why)
{
	const struct lib_question a = { .call = call, .to = why };

	return is_known(call, 0) && why ? answer(p, check, &a) : -EINVAL;
}

static int answer_op(struct perfattr *p, const struct lib_op *op, struct perfattr_why *why)
{
	const struct lib_question a = { .op = *op, .to = why };

	return is_opened(op->open) && why ? answer(p, explain, &a) : -EINVAL;
}

/* Described in perfattr.h. */
EXPORT int perfattr_explain_mmap(struct perfattr *p, const struct perfattr_call *open, int fd,
				 size_t length, int prot, uint64_t offset, int error,
				 struct perfattr_why *why)
{
	const struct lib_op op = { .open = open, .fd = fd, .kind = PA_RECORD_MMAP, .error = error,
				   .arg = length, .prot = (unsigned int)prot, .offset = offset };

	return answer_op(p, &op, why);
}

/* Described in perfattr.h. */
EXPORT int perfattr_explain_ioctl(struct perfattr *p, const struct perfattr_call *open, int fd,
				  unsigned long request, uintptr_t arg, int error,
				  struct perfattr_why *why)
{
	const struct lib_op op = { .open = open, .fd = fd, .kind = PA_RECORD_IOCTL,
				   .error = error, .prot = request, .arg = arg };

	return answer_op(p, &op, why);
}

/* Described in perfattr.h. */
EXPORT int perfattr_explain_read(struct perfattr *p, const struct perfattr_call *open, int fd,
				 size_t size, int error, struct perfattr_why *why)
{
	const struct lib_op op = { .open = open, .fd = fd, .kind = PA_RECORD_READ,
				   .error = error, .arg = size };

	return answer_op(p, &op, why);
}

/* Described in perfattr.h. */
EXPORT int perfattr_health(struct perfattr *p, const struct perfattr_call *open, int fd,
			   struct perfattr_health *health)
{
	const struct lib_question a = {
		.op = { .open = open, .fd = fd, .kind = PA_RECORD_READ }, .health = health,
	};

	return is_opened(open) && health ? answer(p, see_health, &a) : -EINVAL;
}

/* Described in perfattr.h. */
EXPORT int perfattr_format(const struct perfattr_call *call, int result, char *buf, size_t size)
{
	const struct lib_question a = { .call = call, .result = result, .attr = buf, .size = size };

	return is_known(call, 0) && (buf || !size) ? answer(NULL, format, &a) : -EINVAL;
}

/* Described in perfattr.h. */
EXPORT const char *perfattr_version(void)
{
	return PERFATTR_VERSION;
}
