// SPDX-License-Identifier: GPL-2.0
/*
 * Filters of trace events: the token at fault and the errno are those of the kernel's parser
 * (kernel/trace/trace_events_filter.c).
 */
#include <errno.h>

#include "rules/op_filter.h"
#include "rec.h"
#include "tap.h"

static struct pa_filter_fault fault;
static struct pa_filter_seen seen;

static void look(const char *text)
{
	pa_filter_look(&fault, text, (u32)strlen(text), &seen);
}

/* The fault's errno, its token, and how its sentence begins. */
static void is(const char *text, u32 err, const char *token, const char *what)
{
	look(text);
	ok(fault.err == err && fault.len == strlen(token) &&
	   !strncmp(text + fault.at, token, fault.len) &&
	   !strncmp(fault.what ? fault.what : "", what, strlen(what)),
	   "%s: \"%s\" %s", text, token, what);
	if (fault.err != err || fault.len != strlen(token))
		diag("errno %u, at %u, %u bytes: %s", fault.err, fault.at, fault.len,
		     fault.what ? fault.what : "");
}

static void fine(const char *text, u32 names)
{
	look(text);
	ok(!fault.err && fault.names == names, "%s: no fault, %u names that may be wrong",
	   text, names);
}

static void test_pairs(void)
{
	is("comm == \"x", ESRCH, "\"x", "has no second quote");
	is("comm == 'x\"", ESRCH, "'x\"", "has no second quote");
	is("(pid > 1", ENOENT, "(", "is not closed");
	is("(pid > 1) && (", ENOENT, "(", "is not closed");
	is("pid > 1)", EPERM, ")", "closes no parenthesis");
	fine("comm == \"(\"", 1);
	fine("(pid > 1) && (comm == \")\")", 2);
}

static void test_empty(void)
{
	is("", EINVAL, "", "has no condition");
	is("  ", EINVAL, "", "has no condition");
	is("()", EINVAL, "", "has no condition");
	is("pid > 1 &&", EINVAL, "pid > 1 &&", "ends where a condition is expected");
	is("pid", EINVAL, "pid", "ends where an operator is expected");
	is("pid >", EINVAL, "pid >", "ends where a value is expected");
}

static void test_syntax(void)
{
	is("pid > 1 x > 2", EPERM, "x", "is where && or || is expected");
	is("pid > 1 & x > 2", EPERM, "&", "is where && or || is expected");
	is("== 3", EPERM, "==", "is where the name");
	is("pid > 1 || || x", EPERM, "||", "is where the name");
	is("pid ^ 1", EINVAL, "^", "is not an operator");
	is("pid ! 1", EINVAL, "!", "is not an operator");
	is("pid == abc", EINVAL, "abc", "is neither a number nor a string");
	is("pid > 1 && pid == abc)", EPERM, ")", "closes no parenthesis");
	is("pid == 12abc", EINVAL, "12abc", "is not a number");
	is("pid == 08", EINVAL, "08", "is not a number");
	is("pid == 0xg", EINVAL, "0xg", "is not a number");
	is("pid == -", EINVAL, "-", "is not a number");
	is("pid == 123456789012345678901234", EINVAL, "123456789012345678901234",
	   "has too many digits");
	is("comm > \"a\"", EINVAL, "\"a\"", "is a string, which only");
	is("comm ~ 5", EINVAL, "5", "is a number, which ~");
}

static void test_fine(void)
{
	fine("pid > 1", 1);
	fine("pid>1&&x<=0x1F||!(y==-7)", 3);
	fine("!pid == 1", 1);
	fine("comm ~ \"*sh\" && comm != 'x'", 2);
	fine("x & 07", 1);
	fine("f.ustring == \"a\"", 1);
	fine("ip.function == vfs_read", 1);
	fine("cpu & CPUS{1,3-5}", 1);
	fine("common_pid==1 ", 1);
}

/* What the kernel looked up says where it stopped. */
static void saw(u32 count, const char *last, bool missing)
{
	seen = (struct pa_filter_seen){
		.known = true, .missing = missing, .count = count,
		.hash = pa_name_hash(last, (u32)strlen(last)),
	};
}

static void test_seen(void)
{
	saw(1, "pid", true);
	is("pid > 1 && x > 2", EINVAL, "pid", "is not a field");
	saw(2, "x", true);
	is("pid > 1 && x > 2", EINVAL, "x", "is not a field");
	is("pid > 1 && x ^ 2", EINVAL, "x", "is not a field");
	saw(2, "x", false);
	is("pid > 1 && x ^ 2", EINVAL, "^", "is not an operator");
	ok(!fault.names, "the names before it were found");
	look("pid > 1 && x > 2 && y > 3");
	ok(!fault.err && fault.last_at == 11 && fault.last_len == 5,
	   "the parser stopped at the second condition, in which no fault is seen");
	saw(1, "pid", false);
	fine("x > 2 && y > 3", 2);
	ok(!fault.last_len, "another name was looked up: nothing is known");
	saw(5, "pid", true);
	fine("x > 2", 0);
	saw(1, "x", true);
	is("(x", ENOENT, "(", "is not closed");
	memset(&seen, 0, sizeof(seen));
}

static void test_random(void)
{
	static const char pieces[] = "()&|!=<>~\"' \tabx019-_.^{}CPUS,";
	unsigned int i, j, bad = 0;
	char text[64];

	for (i = 0; i < 300000; i++) {
		u32 len = (u32)(rec_random() % (sizeof(text) - 1));

		for (j = 0; j < len; j++)
			text[j] = pieces[rec_random() % (sizeof(pieces) - 1)];
		text[len] = 0;
		seen.known = i & 1;
		seen.count = (u32)rec_random() % 4;
		seen.missing = rec_random() & 1;
		pa_filter_look(&fault, text, len, &seen);
		bad += fault.at > len + 1 || fault.len > len + 1 || fault.last_at > len ||
		       fault.last_len > len + 1;
	}
	ok(!bad, "300000 random filters are read safely");
}

int main(void)
{
	test_pairs();
	test_empty();
	test_syntax();
	test_fine();
	test_seen();
	test_random();
	return tap_end();
}
