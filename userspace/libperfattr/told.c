// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Reasons as the caller gets them: fields, and a text to print. */

#include "core/out.h"
#include "core/text/text.h"
#include "libperfattr/found.h"
#include "rules/rule.h"
#include "rules/text.h"

/* The bytes of @from may come from the caller. */
static void escaped(char *to, size_t size, const char *from, size_t max)
{
	struct out s;

	out_init(&s, to, size);
	out_escaped(&s, from, max);
	to[out_overflowed(&s) || s.len == size ? 0 : s.len] = '\0';
}

static_assert(sizeof(struct perfattr_why) == 4096, "the size is part of the ABI");
static_assert(PA_FIX_MAX == PERFATTR_CHANGES, "changes");
static_assert((int)PA_PLAN_VOID == (int)PERFATTR_VOID, "losses");

#define ESCAPED(to, from)	escaped(to, sizeof(to), from, sizeof(from))

static void change_put(struct perfattr_change *change, const struct pa_fix *fix)
{
	strscpy(change->name, fix->field, sizeof(change->name));
	change->value = fix->value;
}

/* The likeliest reason. */
static void reason_put(struct perfattr_why *to, const struct found *f)
{
	const struct pa_why *why = &f->reasons.why[0];
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
	ESCAPED(to->reason, why->text);
	ESCAPED(to->lost, why->lost);
	ESCAPED(to->needs, why->needs);
	why_fix_text(to->fix, sizeof(to->fix), &f->x.r, &f->x.env, why);
}

static void put_error(struct out *s, const struct found *f)
{
	u64 err = (u64)-f->x.r.ret;

	/* A call that has not failed has no errno. */
	if (f->x.r.ret >= 0)
		return;
	pa_text_errno(s, err);
	out_lit(s, ": ");
}

static void put_only(struct out *s, const struct perfattr_why *r)
{
	if (r->certainty != PERFATTR_CERTAIN)
		out_lit(s, "probably ");
	out_str(s, r->reason);
	out_char(s, '\n');
	if (r->fix[0]) {
		out_lit(s, "  ");
		out_str(s, r->fix);
		out_char(s, '\n');
	}
}

static void put_several(struct out *s, const struct pasted_reasons *all)
{
	u32 i;

	out_lit(s, "possible causes:\n");
	for (i = 0; i < all->n; i++) {
		out_lit(s, "  - ");
		out_escaped(s, all->why[i].text, sizeof(all->why[i].text));
		out_char(s, '\n');
	}
	if (all->more)
		out_lit(s, "  - or another one\n");
}

static void others_put(struct perfattr_why *to, const struct pasted_reasons *all)
{
	struct out s;
	u32 i;

	out_init(&s, to->others, sizeof(to->others) - 1);
	for (i = 1; i < all->n; i++) {
		if (i > 1)
			out_char(&s, ' ');
		out_str(&s, all->why[i].rule->id);
	}
}

/* Cut a text that is too long at the end of a line. */
static size_t whole_lines(const char *text, const struct out *s)
{
	size_t len = out_used(s);

	while (out_overflowed(s) && len && text[len - 1] != '\n')
		len--;
	return len;
}

/**
 * told_put() - write the reasons for the program
 * @to: receives them
 * @f:  from found_look()
 *
 * Return: how many there are.
 */
int told_put(struct perfattr_why *to, const struct found *f)
{
	const struct pasted_reasons *all = &f->reasons;
	struct out s;

	memset(to, 0, sizeof(*to));
	to->n = all->n;
	to->more = all->more;
	if (all->n)
		reason_put(to, f);
	others_put(to, all);
	out_init(&s, to->text, sizeof(to->text) - 1);
	put_error(&s, f);
	if (!all->n)
		out_lit(&s, "no reason is known\n");
	else if (all->n > 1 || all->more)
		put_several(&s, all);
	else
		put_only(&s, to);
	to->text[whole_lines(to->text, &s)] = '\0';
	return (int)all->n;
}
