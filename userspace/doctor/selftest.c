// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Calls of an event of our own whose results the rules foresee on every machine. All are safe:
 * refused calls have done nothing, and opened events are not enabled. If a kernel answers
 * otherwise, a rule is wrong.
 */
#include "doctor/parts.h"

#include <stdio.h>

#include "rules/parts.h"

#define REFUSED(id, ...)	{ .rule = (id), .set = { __VA_ARGS__ } }
#define ASKED(...)		{ .set = { __VA_ARGS__ } }
#define SET(name, to)		{ .field = (name), .value = (u64)(to) }

const struct doctor_test doctor_tests[] = {
	REFUSED("flags-not-known", SET("flags", 0x10)),
	REFUSED("size-too-small", SET("size", 63)),
	REFUSED("size-above-page", SET("size", 65537)),
	REFUSED("reserved-not-zero", SET("__reserved_2", 1)),
	REFUSED("sample-type-not-known", SET("sample_type", 1U << 31)),
	REFUSED("read-format-not-known", SET("read_format", 1U << 15)),
	REFUSED("branch-type-not-known", SET("sample_type", PA_SAMPLE_BRANCH_STACK),
		SET("branch_sample_type", 1U << 30)),
	REFUSED("branch-type-without-kind", SET("sample_type", PA_SAMPLE_BRANCH_STACK),
		SET("branch_sample_type", 1)),
	REFUSED("branch-stack-not-supported", SET("sample_type", PA_SAMPLE_BRANCH_STACK),
		SET("branch_sample_type", 9)),
	REFUSED("user-regs-invalid", SET("sample_type", 1 << 12)),
	REFUSED("intr-regs-invalid", SET("sample_type", 1 << 18)),
	REFUSED("user-stack-too-large", SET("sample_type", 1 << 13),
		SET("sample_stack_user", 65535)),
	REFUSED("user-stack-unaligned", SET("sample_type", 1 << 13), SET("sample_stack_user", 12)),
	REFUSED("sample-freq-above-max", SET("freq", 1), SET("sample_freq", 100000000)),
	REFUSED("sample-period-negative", SET("sample_period", 1ULL << 63)),
	REFUSED("no-task-no-cpu", SET("pid", -1)),
	REFUSED("no-such-cpu", SET("cpu", -5)),
	REFUSED("no-such-cpu", SET("cpu", 100000)),
	REFUSED("inherit-with-read", SET("inherit", 1), SET("sample_type", 1 << 4)),
	REFUSED("aux-output-not-supported", SET("aux_output", 1)),
	REFUSED("max-stack-above-limit", SET("sample_type", 1 << 5),
		SET("sample_max_stack", 60000)),
	REFUSED("pmu-type-missing", SET("type", 0x7fffffff)),
	REFUSED("sw-event-not-known", SET("config", 1000)),
	REFUSED("clock-not-known", SET("use_clockid", 1), SET("clockid", 100)),
	/* The results of these depend on the machine and on the caller. */
	ASKED(SET("exclude_kernel", 0)),
	ASKED(SET("pid", -1), SET("cpu", 0)),
	ASKED(SET("namespaces", 1)),
	ASKED(SET("sample_type", 1 << 19)),
	ASKED(SET("type", 0), SET("config", 0)),
	ASKED(SET("type", 0), SET("config", 1000)),
	ASKED(SET("type", 3), SET("config", 0xffff)),
	ASKED(SET("exclude_user", 1)),
	ASKED(SET("exclude_idle", 1)),
	ASKED(SET("sample_freq", 1000), SET("freq", 1)),
	ASKED(SET("inherit", 1), SET("cpu", 0)),
	{ 0 },
};

/**
 * doctor_selftest() - find out the result of one of the calls
 * @d:    the examination; counts the calls that were tried
 * @test: the call
 * @a:    receives it
 * @text: receives the difference of the call from a dummy of the software PMU
 * @size: its size
 */
void doctor_selftest(struct doctor *d, const struct doctor_test *test, struct doctor_answer *a,
		     char *text, size_t size)
{
	struct pa_why change = { 0 };
	struct paste_call call;
	struct pa_case c;
	size_t len = 0;

	doctor_call(&call, PA_TYPE_SOFTWARE, PA_SW_DUMMY);
	for (; change.nfix < ARRAY_SIZE(test->set) && test->set[change.nfix].field; change.nfix++) {
		const struct pa_fix *set = &test->set[change.nfix];

		change.fix[change.nfix] = *set;
		len += (size_t)snprintf(text + len, size - len, "%s%s=%lld", len ? " " : "",
					set->field, (long long)set->value);
	}
	pa_case_look(&c, &call.r, &d->env);
	pa_fix_change(&c.call, &change);
	pa_case_record(&call.r, &c.call);
	doctor_ask(d, &call, a);
}
