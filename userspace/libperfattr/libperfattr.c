// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The functions of the library: what all of them do before and after. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "env/env.h"
#include "libperfattr/found.h"

#define EXPORT	__attribute__((visibility("default")))

/* No structure of a later version is as long, nor is an attr. */
#define SIZE_MAX_KNOWN	1048576

#define OPTIONS	(PERFATTR_LATER | PERFATTR_SYMBOLS | PERFATTR_LIMITS)

/* Only symbols are looked for in debugfs. Returns NULL without memory. */
static struct found *look(const struct perfattr_call *call, unsigned int options)
{
	struct env_here *here = env_here_open(NULL, options & PERFATTR_SYMBOLS ? NULL : "");
	struct found *f = calloc(1, sizeof(*f));

	if (f && here) {
		found_look(f, call, options, here);
	} else {
		free(f);
		f = NULL;
	}
	env_here_close(here);
	return f;
}

static int explain(const struct perfattr_call *call, unsigned int options,
		   struct perfattr_why *told, size_t size)
{
	struct found *f = look(call, options);
	int n;

	if (!f)
		return -ENOMEM;
	memset(told, 0, size);
	told_put(told, f);
	n = (int)f->reasons.n;
	free(f);
	return n;
}

static int make_plan(const struct perfattr_call *call, unsigned int options,
		     struct perfattr_call *plan, void *attr, size_t size)
{
	struct found *f = look(call, options);
	int loss;

	if (!f)
		return -ENOMEM;
	loss = plan_put(plan, attr, size, f, call);
	free(f);
	return loss;
}

/*
 * A thread that is cancelled in a read() of ours would leave descriptors and memory behind. Who has
 * failed reads errno after us.
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

static bool is_zero(const u32 *word, size_t n)
{
	while (n && !word[n - 1])
		n--;
	return !n;
}

/* What later versions may ask for is no question that this one answers. */
static bool is_known(const struct perfattr_call *call, unsigned int options)
{
	return call && !(options & ~OPTIONS) &&
	       is_zero(call->reserved, ARRAY_SIZE(call->reserved));
}

/* Described in perfattr.h. */
EXPORT int perfattr_explain(const struct perfattr_call *call, unsigned int options,
			    struct perfattr_why *told, size_t size)
{
	struct kept k;

	if (!is_known(call, options) || !told || size < sizeof(*told) || size > SIZE_MAX_KNOWN)
		return -EINVAL;
	k = keep();
	return restore(&k, explain(call, options, told, size));
}

/* Described in perfattr.h. */
EXPORT int perfattr_plan(const struct perfattr_call *call, unsigned int options,
			 struct perfattr_call *plan, void *attr, size_t size)
{
	struct kept k;

	if (!is_known(call, options) || !plan || !attr || size > SIZE_MAX_KNOWN)
		return -EINVAL;
	k = keep();
	return restore(&k, make_plan(call, options, plan, attr, size));
}

/* Described in perfattr.h. */
EXPORT const char *perfattr_version(void)
{
	return PERFATTR_VERSION;
}
