// SPDX-License-Identifier: GPL-2.0
/*
 * docs/refusals.md is generated from the table of rules.
 *
 *   test_why_docs           is the committed page up to date?
 *   test_why_docs --print   write the page
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "tap.h"
#include "core/out.h"
#include "rules/note.h"
#include "rules/page.h"
#include "rules/rule.h"

#define PAGE	"../../docs/refusals.md"

static const char intro[] =
	"<!-- Made from userspace/rules/*rules_*.c by `make docs`; tests/host checks that it is. -->\n\n"
	"# Why perf_event_open(2) refuses\n\n"
	"Every reason that perfattr knows, by errno, and under an errno in the order in which\n"
	"the kernel checks. A name in *italics* stands for the value in the call or in the system; what\n"
	"is in brackets is left out where the record does not tell it. **Fix** is what lets a call past\n"
	"this very check, in the order in which it is tried; where there is none, the reason says what\n"
	"would help. **Since** is the first Linux release with the check, where it is younger than\n"
	"5.10.\n\n"
	"The word after the errno is the name of the rule, `why.rule` in `perfattr -j`, and the first\n"
	"word of the comment under `return:` in `perfattr show`. Below it stands the kernel function\n"
	"that refuses, `why.in`. The module's own files say that function and the errno, and no reason.\n\n"
	"What a record says to do, `why.fix`, is more than the fix of one rule: all rules are asked again\n"
	"about the call with the fix in it, until none refuses. What that loses is `why.plan`: nothing\n"
	"(`same`), a part of what was asked for (`less`), or it measures something `other`; or it is\n"
	"`void`: the call opens, and the kernel never counts or samples it, by a check that\n"
	"`why.plan.check` names. Such a plan is no fix: it is shown last, and marked. When what one\n"
	"rule needs is what another refuses, no argument helps, and `why.needs` names the privilege, with\n"
	"the value of the setting that lets this call through.\n\n"
	"A reason is certain (`why.certain` is true) when the record proves it. Either its check was\n"
	"decided from what was recorded, and refuses, and no check that returns the same errno and cannot\n"
	"be decided afterwards stands before it. Or the errno was measured where nothing else returns it:\n"
	"the path of the call was followed (`stages` is 1 or 2) and is complete, and the reason is one of\n"
	"those marked **the only one there**. That every other reason of this table could be excluded is\n"
	"no proof. All other reasons are probable: their text begins with that word.\n";

static const char others[] =
	"\nA call that a seccomp filter refuses never reaches the function, and is not seen.\n";

static const char after[] =
	"\n# Why a call on an open event fails\n\n"
	"Every reason that perfattr knows for a refused ioctl, mmap or read, by call, and\n"
	"under a call in the order in which the kernel checks. Those without an errno are about calls that\n"
	"succeed and do not do what was hoped for. **Certain** means the same as above; where a security\n"
	"module may have refused, nothing is: SELinux a call that failed with EACCES, a BPF program on the\n"
	"hook of this call any.\n";

static const char notes[] =
	"\n# Notes\n\n"
	"What a call that has succeeded does not do, though it is hoped for: in the last column of the\n"
	"list, below the result in `perfattr show`, `notes` in JSON. Each is decided by its record and by\n"
	"nothing else, so all of them are certain. Below the name stands the call, and the kernel function\n"
	"by which it is so.\n";

/* Names of values are in italics. */
static void put_words(FILE *out, const char *text, size_t len)
{
	const char *end = text + len;
	bool constant = false;

	for (; text < end && *text; text++) {
		if (*text == '{') {
			/* {PERF_TYPE_SOFTWARE} has the value of its name. */
			constant = text[1] >= 'A' && text[1] <= 'Z';
			fputs(constant ? "" : "*", out);
			text += text[1] == '#';
		} else if (*text == '}') {
			fputs(constant ? "" : "*", out);
		} else {
			fprintf(out, strchr("*<|", *text) ? "\\%c" : "%c", *text);
		}
	}
}

static void put_all(FILE *out, const char *text)
{
	put_words(out, text, strlen(text));
}

/* The fix as the rule's page of perfattr explain has it, but with names of values in italics. */
static void put_fix(FILE *out, const struct pa_rule *rule)
{
	char text[4096];
	const char *p;
	struct out s;

	out_init(&s, text, sizeof(text) - 1);
	pa_rule_page(&s, rule);
	text[out_used(&s)] = '\0';
	p = strstr(text, "\nhelp: ") + strlen("\nhelp: ");
	fputs("\nFix: ", out);
	for (; *p && *p != '\n'; p++)
		fprintf(out, strchr("*|", *p) ? "\\%c" : "%c", strchr("<>", *p) ? '*' : *p);
	fputs(".\n", out);
}

/* "needs {needs}" as it reads if only this check asks for a privilege. */
static void put_sentence(FILE *out, const struct pa_rule *rule)
{
	const char *needs = strstr(rule->text, "{needs}");

	if (!needs || !rule->need.cap || rule->needs) {
		put_all(out, rule->text);
		return;
	}
	put_words(out, rule->text, (size_t)(needs - rule->text));
	fputs(rule->need.cap == PA_NEED_PERFMON ? "CAP_PERFMON" : "CAP_SYS_ADMIN", out);
	if (rule->need.leveled && rule->need.level == PA_LEVEL_ANY) {
		fputs(" (on some kernels CAP_PERFMON is enough)", out);
		put_all(out, " or kernel.perf_event_paranoid <= {paranoid_max}");
	} else if (rule->need.leveled) {
		put_all(out, " or kernel.perf_event_paranoid <= ");
		fprintf(out, "%d", rule->need.level);
	}
	put_all(out, needs + strlen("{needs}"));
}

/* The function that refuses, and since when. */
static void put_place(FILE *out, const struct pa_rule *rule, bool op)
{
	if (op && rule->err)
		fprintf(out, "%s, ", pa_errno_name(rule->err)->text);
	fprintf(out, "`%s`", rule->in);
	if (rule->since)
		fprintf(out, ", since %s", rule->since);
	if (!op && rule->or_err)
		fprintf(out, "; some drivers return %s", pa_errno_name(rule->or_err)->text);
	fputs("\n\n", out);
}

/* The fix, the privilege, the holders. */
static void put_help(FILE *out, const struct pa_rule *rule, bool op)
{
	if (rule->fix)
		put_fix(out, rule);
	else if (!op)
		fputs("\nNo change of the arguments avoids this.\n", out);
	if (op && rule->needs) {
		fputs("\nOr: ", out);
		put_all(out, rule->needs);
		fputs(".\n", out);
	}
	if (!op && rule->held)
		fputs("\n`perfattr show` and `why.holders_now` name the processes that hold it.\n",
		      out);
}

static void put_rule(FILE *out, const struct pa_rule *rule)
{
	bool op = rule->sites & PA_ON_ANY;

	fprintf(out, "\n### %s\n\n", rule->id);
	put_place(out, rule, op);
	if (rule->sole)
		fputs("**The only one there.** ", out);
	put_sentence(out, rule);
	fputs(".\n", out);
	put_help(out, rule, op);
}

static void put_errno(FILE *out, unsigned int err)
{
	const struct pa_name *name = pa_errno_name(err);
	bool head = false;
	const struct pa_rule *rule;
	unsigned int i;

	for (i = 0; (rule = pa_rule_number(pa_open_tables, i)); i++) {
		if (rule->err != err)
			continue;
		if (!head)
			fprintf(out, "\n## %s\n", err ? name->text : "Any other");
		head = true;
		put_rule(out, rule);
	}
}

/* The rules of the ops in a set, under a heading. */
static void put_ops(FILE *out, const char *head, u32 on)
{
	const struct pa_rule *rule;
	unsigned int i;

	fprintf(out, "\n## %s\n", head);
	for (i = 0; (rule = pa_rule_number(pa_op_tables, i)); i++)
		if (rule->sites & on)
			put_rule(out, rule);
}

static void put_notes(FILE *out)
{
	const struct pa_note *note;
	const char *call;
	u32 i;

	fputs(notes, out);
	for (i = 0; (note = pa_note_number(i, &call)); i++) {
		fprintf(out, "\n## %s\n\n%s, `%s`\n\n", note->rule, call, note->in);
		fprintf(out, "%s.\n", note->text);
	}
}

static char *page(void)
{
	static const int first[] = { EINVAL, EACCES, ENOENT, EOPNOTSUPP, E2BIG, EPERM };
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	unsigned int i, err;

	fputs(intro, out);
	for (i = 0; i < sizeof(first) / sizeof(first[0]); i++)
		put_errno(out, (unsigned int)first[i]);
	/* ENOTSUPP, which programs are not meant to see, is 524. */
	for (err = 1; err < 1024; err++) {
		for (i = 0; i < sizeof(first) / sizeof(first[0]); i++)
			if (err == (unsigned int)first[i])
				break;
		if (i == sizeof(first) / sizeof(first[0]))
			put_errno(out, err);
	}
	put_errno(out, 0);
	fputs(others, out);
	fputs(after, out);
	put_ops(out, "mmap", PA_ON_MMAP);
	put_ops(out, "ioctl", PA_ON_IOCTL);
	put_ops(out, "read", PA_ON_READ);
	put_ops(out, "poll", PA_ON_POLL);
	put_ops(out, "prctl", PA_ON_PRCTL);
	put_ops(out, "bpf", PA_ON_LINK | PA_ON_UPDATE);
	put_notes(out);
	fclose(out);
	return text;
}

int main(int argc, char **argv)
{
	static char have[1 << 18];
	char *want = page();

	if (page_print(argc, argv, want)) {
		free(want);
		return 0;
	}
	page_read(have, sizeof(have), PAGE);
	ok(!strcmp(have, want), "docs/refusals.md is what \"make docs\" writes");
	free(want);
	return tap_end();
}
