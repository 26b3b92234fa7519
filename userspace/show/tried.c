// SPDX-License-Identifier: GPL-2.0
/*
 * What becomes of refused calls when they are made again, as JSON and as text. That is a field of
 * its own: no reason is certain by it, since the machine may have changed since the call.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/names.h"
#include "core/out.h"
#include "source/call.h"
#include "try/try.h"
#include "why/json.h"
#include "why/rule.h"

#include "show/show.h"

/* Whose user is known, but not its groups, which no check of perf_event_open() asks for. */
#define NO_GROUP	65534

/**
 * struct tester - what is tried with, for all calls of a command
 * @here:    this machine
 * @m:       the same
 * @pmus:    its PMUs
 * @trace:   the trace event that was asked for last
 * @is:      what that is
 * @as:      as whom
 * @open:    how calls are made
 * @run:     the same
 * @not:     why nothing may be tried; NULL: it may
 * @opt:     options
 */
struct tester {
	struct env_here *here;
	struct try_machine m;
	struct pa_pmu_name pmus[PA_PMUS];
	u64 trace;
	enum env_trace is;
	struct try_as as;
	struct try_here open;
	struct try_run run;
	const char *not;
	const struct options *opt;
};

static enum env_trace trace_of(void *arg, u64 id)
{
	struct tester *t = arg;

	if (t->trace != id) {
		t->trace = id;
		t->is = env_here_trace(t->here, id);
	}
	return t->is;
}

static struct tester *tester_begin(const struct options *opt)
{
	struct tester *t = must(calloc(1, sizeof(*t)));

	/* Not of --sysfs: what must never be tried is told by the PMUs that are here. */
	t->here = must(env_here_open(NULL, NULL));
	t->opt = opt;
	t->m = (struct try_machine){ .pmus = t->pmus, .trace = trace_of, .arg = t };
	t->m.npmus = (u32)env_here_pmus(t->here, t->pmus, PA_PMUS);
	/* There may be more, which would be taken for types that no PMU has. */
	if (t->m.npmus == PA_PMUS)
		t->m.npmus = 0;
	t->trace = U64_MAX;
	t->open = (struct try_here){
		.m = &t->m, .as = &t->as, .end = try_clock() + TRY_MS,
	};
	t->run = (struct try_run){ .m = &t->m, .make = try_open, .arg = &t->open };
	t->not = opt->force ? NULL : try_filtered(t->here);
	return t;
}

static void tester_end(struct tester *t)
{
	env_here_close(t->here);
	free(t);
}

/*
 * As whom the call is made. A text does not tell it, nor does strace of who has ended before he was
 * looked at: then it is made as who we are. But of another user's program only that user's: it can
 * write to strace's pipe. Returns why it cannot be made, or NULL.
 */
static const char *choose_user(struct tester *t, const struct pa_call *x)
{
	const struct pa_facts *f = &x->r.facts;
	bool facts = x->r.have_facts && f->have & PA_F_CRED;

	t->as = (struct try_as){ .uid = x->r.uid, .gid = NO_GROUP };
	if (x->pasted.is && t->opt->user) {
		t->as.uid = t->opt->uid;
		t->as.user = t->as.uid != geteuid();
		return NULL;
	}
	if (x->pasted.is && !x->pasted.held)
		return NULL;
	if (x->r.uid != geteuid()) {
		if (geteuid())
			return "only root may do it as the user of the caller";
		t->as.user = true;
	}
	/* Those of a user namespace do not count. */
	t->as.limited = facts;
	t->as.caps = facts && f->init_userns ? f->cap_effective : 0;
	return NULL;
}

static const char *errno_text(u32 err)
{
	static char number[sizeof("errno 4294967295")];
	const struct pa_name *name = pa_errno_name(err);

	snprintf(number, sizeof(number), "errno %u", err);
	return name ? name->text : number;
}

/**
 * errno_json() - an errno, as JSON
 * @err: positive; 0 is null
 */
json_t *errno_json(u32 err)
{
	return err ? json_string(errno_text(err)) : json_null();
}

static json_t *result_of(const struct try_result *res)
{
	static const char * const words[] = {
		[TRY_OPENED] = "opens", [TRY_REFUSED] = "refused", [TRY_NEVER] = "never",
		[TRY_NOT] = "not_tried",
	};

	return json_pack("{s:s, s:o, s:s?}", "result", words[res->how], "errno",
			 errno_json((u32)res->err), "why", res->why);
}

static json_t *found_of(const struct pa_why *found)
{
	static char text[WHY_JSON_MAX];
	struct out s;

	out_init(&s, text, sizeof(text));
	why_json_found(&s, found);
	return must(json_loadb(text, s.len, 0, NULL));
}

static json_t *next_of(const struct pa_why *next)
{
	if (!next->rule)
		return json_null();
	return json_pack("{s:s, s:s}", "rule", next->rule->id, "text", next->text);
}

/**
 * struct tried - what has become of a call
 * @told:  that
 * @uid:   as whom it was tried
 * @calls: how many calls were made
 * @as:    the record of a call like it that was tried in its place; 0: it was tried itself
 */
struct tried {
	struct try_told told;
	uid_t uid;
	u32 calls;
	u64 as;
};

static bool is_made(const struct try_result *res)
{
	return res->how <= TRY_REFUSED;
}

/* What has become of a call, as JSON. */
static json_t *tried_json(const struct tried *t)
{
	const struct try_told *told = &t->told;
	json_t *plan = told->planned ? result_of(&told->plan) : json_null();
	bool made = is_made(&told->again);
	json_t *o;

	if (told->planned)
		json_object_set_new(plan, "next", next_of(&told->next));
	o = json_pack("{s:I, s:b, s:o, s:o, s:o, s:b, s:o, s:s?, s:I, s:o}",
		      "uid", (json_int_t)t->uid, "own_task", made && told->own_task,
		      "call", result_of(&told->again),
		      "same", made ? json_boolean(told->same) : json_null(), "plan", plan,
		      "searched", told->searched,
		      "found", told->found.nfix ? found_of(&told->found) : json_null(),
		      "over", told->over, "calls", (json_int_t)t->calls,
		      "as", t->as ? json_integer((json_int_t)t->as) : json_null());
	return must(o);
}

/* Makes a call again. */
static void make_again(struct tester *t, const struct record *r, struct tried *tried)
{
	const struct pa_call *x = record_again(r);
	struct try_told *told = &tried->told;
	u32 before = t->run.opens;
	struct pa_case c;

	told->again.how = TRY_NOT;
	t->as = (struct try_as){ .user = false };
	told->again.why = t->not ? t->not : x ? choose_user(t, x) :
			 "the record is not complete";
	if (!told->again.why && x->pasted.stopped)
		told->again.why = "a seccomp filter has ended the caller";
	if (!told->again.why) {
		pa_case_look(&c, &x->r, &x->env);
		try_again(told, &t->run, &c, x->pasted.some ? &x->pasted.unknown : NULL, r->why);
	}
	tried->uid = t->as.user ? t->as.uid : geteuid();
	tried->calls = t->run.opens - before;
}

/* A line: what was passed, and what became of it. */
static void put_result(const char *with, const struct try_result *res, const char *more)
{
	bool made = is_made(res);
	struct text t = { 0 };

	text_printf(&t, "    %-24s  ", with);
	if (!made) {
		text_add(&t, "not tried: ");
		text_safe(&t, res->why);
	} else if (res->how == TRY_OPENED) {
		text_add(&t, "opens");
	} else {
		text_add(&t, errno_text((u32)res->err));
	}
	if (made)
		text_add(&t, more);
	puts(text_str(&t));
	text_free(&t);
}

static void put_plan(const struct record *r, const struct try_told *told)
{
	struct text with = { 0 }, more = { 0 };

	if (!told->planned)
		return;
	fix_put(&with, r->why);
	if (told->next.rule) {
		text_add(&more, ": ");
		text_safe(&more, told->next.text);
		text_printf(&more, " [%s]", told->next.rule->id);
	}
	if (plan_is_void(r->why) && told->plan.how == TRY_OPENED)
		text_add(&more, ", but never counts");
	put_result(text_str(&with), &told->plan, text_str(&more));
	text_free(&with);
	text_free(&more);
}

/* The change that opens, and with it what is at fault. */
static void put_found(const struct tried *tried)
{
	const struct try_told *told = &tried->told;
	struct text t = { 0 };

	if (!told->searched)
		return;
	if (told->found.nfix) {
		struct text with = { 0 };

		fix_put(&with, &told->found);
		text_printf(&t, "    %-24s  opens; at fault: %s", text_str(&with),
			    told->found.fix[0].field);
		if (told->found.lost[0]) {
			text_add(&t, " (");
			text_safe(&t, told->found.lost);
			text_char(&t, ')');
		}
		text_free(&with);
	} else if (told->over) {
		text_printf(&t, "    no change that opens was found: %s", told->over);
	} else {
		text_printf(&t, "    no change that opens was found in %u calls", tried->calls);
	}
	puts(text_str(&t));
	text_free(&t);
}

static void put_tried(const struct record *r, const struct tried *tried)
{
	const struct try_told *told = &tried->told;
	struct text more = { 0 };

	if (told->again.how == TRY_OPENED)
		text_add(&more, " now, unchanged");
	else if (told->same)
		text_add(&more, ", as before");
	else
		text_printf(&more, ", %s before", r->errname);
	if (told->own_task)
		text_add(&more, ", for a task of our own");
	put_result("as it is", &told->again, text_str(&more));
	put_plan(r, told);
	put_found(tried);
	text_free(&more);
}

/**
 * tries_keep() - remember a call that is to be tried when all were read
 * @t: where
 * @r: the call, explained
 *
 * Return: false if it is none that was refused.
 */
bool tries_keep(struct tries *t, struct record *r)
{
	if (!record_is_open(r) || r->ret >= 0)
		return false;
	if (t->n == t->room) {
		t->room = t->room ? 2 * t->room : 16;
		t->r = must(realloc(t->r, t->room * sizeof(*t->r)));
	}
	record_keep(&t->r[t->n++], r);
	return true;
}

/* The first call that differs in cpu, task and descriptor only: they share a line of the list. */
static size_t first_like(const struct row *row, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (row_is_like(&row[i], &row[n]))
			break;
	return i;
}

/**
 * tries_make() - try the calls, print what has become of them, and forget them
 * @t:       the calls
 * @reasons: each is tried, and is printed with its reason; else one of those that share a line, and
 *           its reason was printed before
 */
void tries_make(struct tries *t, bool reasons)
{
	struct tester *tester = tester_begin(t->opt);
	struct row *row = must(calloc(t->n + 1, sizeof(*row)));
	struct tried *tried = must(calloc(t->n + 1, sizeof(*tried)));
	size_t i, like;

	for (i = 0; i < t->n; i++) {
		row_fill(&row[i], &t->r[i], t->opt);
		like = reasons ? i : first_like(row, i);
		if (like == i)
			make_again(tester, &t->r[i], &tried[i]);
		else
			tried[i] = tried[like];
		if (like != i)
			tried[i].as = t->r[like].seq;
		if (t->opt->json) {
			if (like != i)
				record_again(&t->r[i]);
			t->r[i].tried = tried_json(&tried[i]);
			print_record(&t->r[i], t->opt);
		} else if (like == i) {
			explain_put_text(&t->r[i], t->opt, reasons);
			put_tried(&t->r[i], &tried[i]);
		}
	}
	for (i = 0; i < t->n; i++) {
		record_free(&t->r[i]);
		row_free(&row[i]);
	}
	free(tried);
	free(row);
	free(t->r);
	tester_end(tester);
}
