// SPDX-License-Identifier: GPL-2.0
/*
 * The filter: which terms are valid, and which calls they match. Refused terms and the answers to
 * them are in test_answers.c.
 */
#include "rec.h"

#include "core/filter.h"
#include "tap.h"

/* The call that all filters are asked about: perf[1234], uid 1000, cpu-clock, refused. */
static struct pa_record the_call(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .size = 128 };
	struct pa_record r;

	rec_init(&r, &attr, sizeof(attr));
	r.pid = 1234;
	r.uid = 1000;
	r.ret = -22;
	memset(r.comm, 0, sizeof(r.comm));
	strcpy(r.comm, "a b\n");
	r.have_kview = 1;
	r.kv.pmu = REC_PMU_CLOCK;
	return r;
}

static const struct {
	const char *text;
	bool wanted;
} understood[] = {
	{ "", true }, { " \t\n", true },
	{ "pid=1234", true }, { "pid=1235", false }, { "!pid=1234", false }, { "!pid=1", true },
	{ "uid=1000", true }, { "uid=0", false }, { "uid=4294967295", false },
	{ "uid=1000 pid=1234", true }, { "!uid=0", true },
	{ "comm=a", false }, { "!comm=a", true }, { "!comm=*", false },
	{ "comm=a*", true }, { "comm=a?b*", true }, { "comm=*", true }, { "comm=????*", true },
	{ "comm=a?b?", true }, { "comm=????", true }, { "comm=???", false },
	{ "comm=?????", false }, { "comm=?????*", false }, { "comm=b*", false },
	{ "!comm=a*", false }, { "comm=a* comm=?*", true }, { "comm=0123456789abcde*", false },
	{ "type=software", true }, { "type=1", true }, { "type=hardware", false },
	{ "type=cpu_clock", true }, { "type=msr", false },
	{ "type=PERF_TYPE_SOFTWARE", true }, { "type=PERF_TYPE_HARDWARE", false },
	{ "type=Software", true },
	{ "type=PERF_TYPE_HW_CACHE", false }, { "type=PERF_TYPE_BREAKPOINT", false },
	{ "type=software type=cpu_clock", true },
	{ "failed", true }, { "!failed", false },
	/* Redundant; contradictory. */
	{ "failed !failed", false }, { "pid=1234 !pid=1234", false },
	{ "failed failed", true }, { "pid=1234 pid=1234", true },
	{ "!pid=1 !pid=2", true }, { "pid=1234 !pid=1", true }, { "comm=a* !comm=ab", true },
	{ "pid=1234 failed type=1", true }, { "pid=1234 !failed", false }, { "failed\n", true },
};

/* A filter by alpha's name, when alpha's number has become beta's. */
static void test_reused_type(void)
{
	static const struct pa_pmu_name pmus[] = {
		{ .type = 0 }, { .type = 9, .name = "alpha0" }, { .type = 9, .name = "beta0" },
	};
	u8 gone[] = { 0, 0, 1 };
	struct pa_env env = { .pmus = pmus, .npmus = 3, .pmu_gone = gone };
	struct perf_event_attr attr = { .type = 9, .size = sizeof(attr) };
	struct pa_record r;
	struct pa_filter f;
	struct pa_refused no;

	rec_init(&r, &attr, sizeof(attr));
	r.type_pmu = 1;
	ok(!pa_filter_parse(&f, "type=alpha0", &env, &no) &&
	   !pa_filter_excludes(&f, &r, &env, false),
	   "a filter by name lets the calls on that PMU through");
	r.type_pmu = 2;
	ok(pa_filter_excludes(&f, &r, &env, false),
	   "... not those on the next that has its number");
	r.type_pmu = PA_PMU_NONE;
	ok(pa_filter_excludes(&f, &r, &env, false), "... nor those when nobody had it");
	gone[1] = 1;
	gone[2] = 0;
	ok(pa_filter_parse(&f, "type=alpha0", &env, &no) == -EINVAL,
	   "a PMU that is gone is no type");
	ok(!pa_filter_parse(&f, "type=9", &env, &no) && !pa_filter_excludes(&f, &r, &env, false),
	   "... and a number is a number");
}

/* Which filters leave the call out already when it begins: those that its end cannot change. */
static void test_excludes(const struct pa_env *env)
{
	static const struct {
		const char *text;
		bool excludes;
	} filters[] = {
		{ "pid=1", true }, { "pid=1234", false }, { "!pid=1234", true },
		{ "uid=77", true }, { "comm=nobody", true }, { "comm=*", false },
		{ "!failed pid=1", true }, { "type=hardware", true }, { "!type=hardware", false },
		{ "type=software", false }, { "!type=software", true }, { "type=4711", true },
		{ "failed", false }, { "!failed", false },
		/* Another PMU than the one that the type names may accept it. */
		{ "type=cpu_clock", false }, { "!type=cpu_clock", false },
	};
	struct pa_record r = the_call();
	struct pa_filter f;
	struct pa_refused no;
	u32 i;

	r.have_kview = 0;
	for (i = 0; i < ARRAY_SIZE(filters); i++) {
		is_num(pa_filter_parse(&f, filters[i].text, env, &no), 0, "\"%s\" is understood",
		       filters[i].text);
		is_num(pa_filter_excludes(&f, &r, env, true), filters[i].excludes,
		       "\"%s\" %s the call when it begins", filters[i].text,
		       filters[i].excludes ? "excludes" : "does not exclude");
	}
	r.attr_state = PA_ATTR_UNREADABLE;
	r.attr_len = 0;
	ok(!pa_filter_parse(&f, "type=hardware", env, &no) &&
	   !pa_filter_excludes(&f, &r, env, true),
	   "the type of an attr that could not be read yet excludes nothing");
}

int main(void)
{
	struct pa_record r = the_call();
	struct pa_pmu_name pmus[REC_PMU_MAX];
	struct pa_filter f;
	struct pa_env env;
	struct pa_refused no;
	u32 i;
	int err;

	rec_env(&env);
	memcpy(pmus, env.pmus, sizeof(pmus));
	for (i = 0; i < ARRAY_SIZE(understood); i++) {
		err = pa_filter_parse(&f, understood[i].text, &env, &no);
		is_num(err, 0, "\"%s\" is understood", understood[i].text);
		is_num(!pa_filter_excludes(&f, &r, &env, false), understood[i].wanted,
		       "\"%s\" lets the call %s", understood[i].text,
		       understood[i].wanted ? "through" : "not through");
	}
	r.kv.pmu = REC_PMU_SOFTWARE;
	pmus[REC_PMU_CLOCK].type = PERF_TYPE_SOFTWARE;
	env.pmus = pmus;
	err = pa_filter_parse(&f, "type=cpu_clock", &env, &no);
	is_num(err, 0, "type=cpu_clock is understood");
	ok(pa_filter_excludes(&f, &r, &env, false),
	   "type=cpu_clock leaves out what another PMU of the same type answered");
	test_reused_type();
	rec_env(&env);
	test_excludes(&env);
	return tap_end();
}
