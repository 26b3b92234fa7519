// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Reasons as the caller gets them: fields, and a text to print. */
#include <assert.h>

#include "core/out.h"
#include "core/text/symbols.h"
#include "libperfattr/found.h"
#include "why/rule.h"
#include "why/text.h"

/* What the caller has passed may be in it. */
static void escaped(char *to, size_t size, const char *from, size_t max)
{
	struct out s;

	out_init(&s, to, size);
	out_escaped(&s, from, max);
	to[out_overflowed(&s) || s.len == size ? 0 : s.len] = '\0';
}

/* All that is known has room in what the caller gets. */
static_assert(PASTED_MAY_BE == PERFATTR_REASONS, "reasons");
static_assert(PA_FIX_MAX == PERFATTR_CHANGES, "changes");
static_assert((int)PA_PLAN_VOID == (int)PERFATTR_VOID, "losses");

#define ESCAPED(to, from)	escaped(to, sizeof(to), from, sizeof(from))

static void change_put(struct perfattr_change *change, const struct pa_fix *fix)
{
	strscpy(change->name, fix->field, sizeof(change->name));
	change->value = fix->value;
}

static void reason_put(struct perfattr_reason *to, const struct found *f, const struct pa_why *why)
{
	u32 i;

	to->certainty = f->reasons.n > 1 || f->reasons.more ? PERFATTR_MAY_BE :
			why->certain ? PERFATTR_CERTAIN : PERFATTR_PROBABLE;
	to->loss = why->plan;
	to->n_change = why->nfix;
	for (i = 0; i < to->n_change; i++)
		change_put(&to->change[i], &why->fix[i]);
	strscpy(to->rule, why->rule->id, sizeof(to->rule));
	strscpy(to->function, why->in ? why->in : "", sizeof(to->function));
	strscpy(to->field, why->field ? why->field : "", sizeof(to->field));
	ESCAPED(to->text, why->text);
	ESCAPED(to->lost, why->lost);
	ESCAPED(to->needs, why->needs);
	why_fix_text(to->fix, sizeof(to->fix), &f->x.r, &f->x.env, why);
}

static void put_error(struct out *s, const struct found *f)
{
	u64 err = (u64)-f->x.r.ret;

	/* That of a call that has not failed. */
	if (!err)
		return;
	pa_text_errno(s, err);
	out_lit(s, ": ");
}

static void put_only(struct out *s, const struct perfattr_reason *r)
{
	if (r->certainty != PERFATTR_CERTAIN)
		out_lit(s, "probably ");
	out_str(s, r->text);
	out_char(s, '\n');
	if (r->fix[0]) {
		out_lit(s, "  ");
		out_str(s, r->fix);
		out_char(s, '\n');
	}
}

static void put_several(struct out *s, const struct perfattr_why *a)
{
	u32 i;

	out_lit(s, "it may be one of these:\n");
	for (i = 0; i < a->n; i++) {
		out_lit(s, "  - ");
		out_str(s, a->reason[i].text);
		out_char(s, '\n');
	}
	if (a->more)
		out_lit(s, "  - or another one\n");
}

/**
 * told_put() - fill in the told
 * @told: receives it; all 0
 * @f:      from found_look()
 */
void told_put(struct perfattr_why *told, const struct found *f)
{
	struct out s;
	u32 i;

	told->n = f->reasons.n;
	told->more = f->reasons.more;
	for (i = 0; i < told->n; i++)
		reason_put(&told->reason[i], f, &f->reasons.why[i]);
	out_init(&s, told->text, sizeof(told->text));
	put_error(&s, f);
	if (!told->n)
		out_lit(&s, "no reason is known\n");
	else if (told->n > 1 || told->more)
		put_several(&s, told);
	else
		put_only(&s, &told->reason[0]);
	if (out_overflowed(&s))
		s.len = sizeof(told->text) - 1;
	told->text[s.len] = '\0';
}
