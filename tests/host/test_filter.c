// SPDX-License-Identifier: GPL-2.0
/* The filter: which terms are valid, and which calls they match. */
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
	{ "comm=a\\040b\\012", true }, { "comm=a", false }, { "!comm=a", true },
	{ "type=software", true }, { "type=1", true }, { "type=hardware", false },
	{ "type=cpu_clock", true }, { "type=msr", false },
	{ "failed", true }, { "ok", false }, { "!ok", true },
	{ "pid=1234 failed type=1", true }, { "pid=1234 ok", false }, { "failed\n", true },
};

static const struct {
	const char *text;
	const char *bad;	/* the word that is named */
	int err;
} refused[] = {
	{ "pid", "pid", -EINVAL }, { "pid=", "pid=", -EINVAL }, { "pid=x", "pid=x", -EINVAL },
	{ "pid=-1", "pid=-1", -EINVAL }, { "pid=4294967296", "pid=4294967296", -EINVAL },
	{ "pid=12345678901", "pid=12345678901", -EINVAL }, { "!", "!", -EINVAL },
	{ "!!ok", "!!ok", -EINVAL }, { "okay", "okay", -EINVAL }, { "ok=1", "ok=1", -EINVAL },
	{ "comm=", "comm=", -EINVAL },
	{ "comm=0123456789abcdef", "comm=0123456789abcdef", -EINVAL },
	{ "comm=a\\000", "comm=a\\000", -EINVAL }, { "type=", "type=", -EINVAL },
	{ "type=nonsense", "type=nonsense", -EINVAL }, { "failed pid=1x ok", "pid=1x", -EINVAL },
	{ "ok !ok ok !ok ok !ok ok !ok ok !ok ok !ok ok !ok ok !ok failed", "failed", -E2BIG },
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
	const char *bad;
	u32 len;

	rec_init(&r, &attr, sizeof(attr));
	r.type_pmu = 1;
	ok(!pa_filter_parse(&f, "type=alpha0", &env, &bad, &len) && pa_filter_match(&f, &r, &env),
	   "A15: a filter by name lets the calls on that PMU through");
	r.type_pmu = 2;
	ok(!pa_filter_match(&f, &r, &env), "A15: ... not those on the next that has its number");
	r.type_pmu = PA_PMU_NONE;
	ok(!pa_filter_match(&f, &r, &env), "A15: ... nor those when nobody had it");
	gone[1] = 1;
	gone[2] = 0;
	ok(pa_filter_parse(&f, "type=alpha0", &env, &bad, &len) == -EINVAL,
	   "A15: a PMU that is gone is no type");
	ok(!pa_filter_parse(&f, "type=9", &env, &bad, &len) && pa_filter_match(&f, &r, &env),
	   "... and a number is a number");
}

int main(void)
{
	struct pa_record r = the_call();
	struct pa_pmu_name pmus[REC_PMU_MAX];
	struct pa_filter f;
	struct pa_env env;
	const char *bad;
	u32 i, len;
	int err;

	rec_env(&env);
	memcpy(pmus, env.pmus, sizeof(pmus));
	for (i = 0; i < ARRAY_SIZE(understood); i++) {
		err = pa_filter_parse(&f, understood[i].text, &env, &bad, &len);
		is_num(err, 0, "\"%s\" is understood", understood[i].text);
		is_num(pa_filter_match(&f, &r, &env), understood[i].wanted,
		       "\"%s\" lets the call %s", understood[i].text,
		       understood[i].wanted ? "through" : "not through");
	}
	r.kv.pmu = REC_PMU_SOFTWARE;
	pmus[REC_PMU_CLOCK].type = PERF_TYPE_SOFTWARE;
	env.pmus = pmus;
	err = pa_filter_parse(&f, "type=cpu_clock", &env, &bad, &len);
	is_num(err, 0, "type=cpu_clock is understood");
	ok(!pa_filter_match(&f, &r, &env),
	   "type=cpu_clock leaves out what another PMU of the same type answered");
	test_reused_type();
	for (i = 0; i < ARRAY_SIZE(refused); i++) {
		bad = "";
		len = 0;
		err = pa_filter_parse(&f, refused[i].text, &env, &bad, &len);
		is_num(err, refused[i].err, "\"%s\" is refused", refused[i].text);
		is_num(len, strlen(refused[i].bad), "\"%s\": length of the word that is named",
		       refused[i].text);
		ok(!strncmp(bad, refused[i].bad, len), "\"%s\": \"%s\" is named",
		   refused[i].text, refused[i].bad);
	}
	return tap_end();
}
