// SPDX-License-Identifier: GPL-2.0
/*
 * Random calls, most of them a valid one with a few arguments changed, as root and as nobody
 * under kernel.perf_event_paranoid from 0 to the one that refuses everybody.
 *
 *   why_random CALLS SILENT [SEED]
 *
 * Checks the reasons of CALLS calls: each refusal should have one. A reason is wrong if its
 * rule is about another errno, or when the fix (for a reason without one that speaks of a
 * capability: being root) leads to the same reason again. SILENT more calls are only made. Of all
 * calls, no successful one may match a rule: the rules also run here, on a record
 * that this program builds.
 */
#include "why_sound.h"

static unsigned int uid;
static int level;
static struct answer ans, again;
static unsigned long calls, refused, explained, wrong, uncertain, successes, unsound;

static void check_sound(const struct call *call)
{
	successes++;
	unsound += !is_sound(call, &(struct caller){ uid, level });
}

static void complain(const char *what)
{
	wrong++;
	printf("# wrong: %s (uid %u, paranoid %d)\n", what, uid, level);
	printf("#   ret %d %s \"%s\" fix {%s}\n", ans.ret, ans.rule, ans.text, ans.fix);
	printf("#   then ret %d %s \"%s\"\n", again.ret, again.rule, again.text);
	printf("#   %.1200s\n", ans.json);
}

/* The reason says what to do: it must help. */
static void check_fix(const struct call *call)
{
	struct call fixed = *call;
	bool as_root = !ans.has_fix && uid && strstr(ans.text, "needs CAP_");
	int fd;

	if (!ans.has_fix && !as_root)
		return;
	if (ans.has_fix && !call_fix(&fixed, ans.fix)) {
		complain("the fix names a field that there is not");
		return;
	}
	if (as_root)
		become(0);
	fd = answer_to(&fixed, &again);
	if (as_root)
		become(uid);
	if (fd >= 0)
		close(fd);
	else if (!strcmp(again.rule, ans.rule) || (!again.has_why && fd == ans.ret))
		complain("the fix does not change the outcome");
}

static void judge(const struct call *call)
{
	const struct pa_rule *rule;

	refused++;
	if (!ans.has_why) {
		printf("# not explained (uid %u, paranoid %d): %.1500s\n", uid, level, ans.json);
		return;
	}
	explained++;
	uncertain += !ans.certain;
	rule = rule_find(ans.rule);
	if (!rule || !pa_rule_returns(rule, -ans.ret)) {
		complain("the rule is about another errno");
		return;
	}
	check_fix(call);
}

static void one_call(bool asked)
{
	struct call call = random_call();
	struct call used = call;
	int fd;

	calls++;
	fd = asked ? answer_to(&call, &ans) :
		     peo(call.pointer ? call.pointer : used.raw, call.pid, call.cpu,
			 call.group_fd, call.flags);
	if (fd >= 0) {
		close(fd);
		if (asked && ans.has_why) {
			unsound++;
			printf("# a success with a reason: %.900s\n", ans.json);
		}
		if (!call.pointer)
			check_sound(&call);
	} else if (asked) {
		judge(&call);
	}
}

static void some_calls(unsigned long n, bool asked)
{
	const struct { unsigned int uid; int level; } who[] = {
		{ 0, 2 }, { NOBODY, 0 }, { NOBODY, 1 }, { NOBODY, 2 }, { NOBODY, level_any },
	};
	unsigned long i;
	int w;

	for (w = 0; w < 5; w++) {
		become(0);
		level = who[w].level;
		paranoid(level);
		uid = who[w].uid;
		become(uid);
		for (i = 0; i < n / 5; i++)
			one_call(asked);
	}
	become(0);
}

int main(int argc, char **argv)
{
	unsigned long asked, silent;

	if (argc < 3)
		errx(1, "usage: why_random CALLS SILENT [SEED]");
	asked = strtoul(argv[1], NULL, 0);
	silent = strtoul(argv[2], NULL, 0);
	state = argc > 3 ? strtoull(argv[3], NULL, 0) : 0x9e3779b97f4a7c15ULL;
	prepare();
	json_open();
	some_calls(asked, true);
	write_file(PARAMETERS "enable", "0");
	some_calls(silent, false);
	kill(child, SIGKILL);
	printf("# %lu calls, %lu successes, %lu of them with a rule that holds\n", calls,
	       successes, unsound);
	printf("explained %lu of %lu (%lu.%lu %%), wrong %lu, uncertain %lu\n", explained, refused,
	       refused ? explained * 100 / refused : 0,
	       refused ? explained * 1000 / refused % 10 : 0, wrong, uncertain);
	return wrong || unsound || explained * 100 < refused * 99;
}
