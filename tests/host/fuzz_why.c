// SPDX-License-Identifier: GPL-2.0
/*
 * For any record, a reason is in the table and has this errno, its sentence is one line
 * with an end, its fix names arguments, and invalid bytes of the record change nothing.
 */
#include "fuzz.h"

#include "rules/rule.h"
#include "rules/rules.h"

static u32 at_most(u32 n, u32 max)
{
	return n < max ? n : max;
}

/* Other bytes in every place that the record's lengths leave out: what earlier calls left there. */
static void stale_bytes(struct pa_record *r)
{
	u32 attr_len = at_most(r->attr_len, PA_ATTR_KEEP);
	u32 str_len = r->str_kind ? at_most(r->str_len, PA_STR_LEN) : 0;
	u32 kattr_len = at_most(r->kv.kattr_len, PA_KATTR_KEEP);
	u32 nsteps = at_most(r->kv.nsteps, PA_STEPS);

	memset(r->attr + attr_len, 0xa5, PA_ATTR_KEEP - attr_len);
	memset(r->str + str_len, 0xa5, PA_STR_LEN - str_len);
	memset(r->kv.kattr + kattr_len, 0xa5, PA_KATTR_KEEP - kattr_len);
	memset(r->kv.steps + nsteps, 0xa5, (PA_STEPS - nsteps) * sizeof(r->kv.steps[0]));
	if (!r->have_facts)
		memset(&r->facts, 0xa5, sizeof(r->facts));
	if (!r->have_kview)
		memset(&r->kv, 0xa5, sizeof(r->kv));
}

static bool is_argument(const char *name)
{
	static const char * const others[] = { "pid", "cpu", "group_fd", "flags" };
	unsigned int i;

	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (!strcmp(name, others[i]))
			return true;
	for (i = 0; i < PA_FIELD_MAX; i++)
		if (!strcmp(name, pa_fields[i].name))
			return true;
	return false;
}

static void check_why(const struct pa_record *r, const struct pa_why *why)
{
	const struct pa_rule *rule;
	unsigned int i;

	fuzz_require(r->ret < 0);
	for (i = 0; (rule = pa_rule_number(pa_open_tables, i)) && rule != why->rule; i++)
		;
	fuzz_require(rule);
	fuzz_require(pa_rule_returns(rule, (u32)-r->ret));
	fuzz_require(why->in && why->in[0]);
	fuzz_require(!why->field || is_argument(why->field));
	fuzz_require(why->text[0] && memchr(why->text, 0, sizeof(why->text)));
	fuzz_require(why->nfix <= PA_FIX_MAX);
	for (i = 0; i < why->nfix; i++)
		fuzz_require(is_argument(why->fix[i].field));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static struct fuzz f;
	struct pa_why why, again;
	bool known;

	fuzz_setup(&f, data, size);
	memset(&why, 0, sizeof(why));
	memset(&again, 0, sizeof(again));
	known = pa_explain(&f.r, &f.env, &why);
	if (known)
		check_why(&f.r, &why);
	stale_bytes(&f.r);
	fuzz_require(pa_explain(&f.r, &f.env, &again) == known);
	fuzz_require(!memcmp(&why, &again, sizeof(why)));
	return 0;
}
