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
#include "source/explained.h"
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
static const char *choose_user(struct tester *t, const struct explained *x)
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

static json_t *string_or_null(const char *s)
{
	return s && *s ? json_string(s) : json_null();
}

/**
 * errno_json() - an errno, as JSON
 * @err: positive; 0 is null
 */
json_t *errno_json(u32 err)
{
	const struct pa_name *name = pa_errno_name(err);

	if (!err)
		return json_null();
	return name ? json_string(name->text) : json_sprintf("errno %u", err);
}

static json_t *result_of(const struct try_result *res)
{
	static const char * const words[] = {
		[TRY_OPENED] = "opens", [TRY_REFUSED] = "refused", [TRY_NEVER] = "never",
		[TRY_NOT] = "not_tried",
	};
	json_t *o = json_object();

	json_object_set_new(o, "result", json_string(words[res->how]));
	json_object_set_new(o, "errno", errno_json((u32)res->err));
	json_object_set_new(o, "why", string_or_null(res->why));
	return o;
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

static json_t *tried_json(const struct tester *t, const struct try_told *told, u32 calls)
{
	json_t *o = json_object(), *plan = told->planned ? result_of(&told->plan) : json_null();
	bool made = told->again.how <= TRY_REFUSED;

	if (told->planned)
		json_object_set_new(plan, "next", next_of(&told->next));
	json_object_set_new(o, "uid", json_integer(t->as.user ? t->as.uid : geteuid()));
	json_object_set_new(o, "own_task", json_boolean(made && told->own_task));
	json_object_set_new(o, "call", result_of(&told->again));
	json_object_set_new(o, "same", made ? json_boolean(told->same) : json_null());
	json_object_set_new(o, "plan", plan);
	json_object_set_new(o, "searched", json_boolean(told->searched));
	json_object_set_new(o, "found", told->found.nfix ? found_of(&told->found) : json_null());
	json_object_set_new(o, "over", string_or_null(told->over));
	json_object_set_new(o, "calls", json_integer(calls));
	json_object_set_new(o, "as", json_null());
	return o;
}

/* Makes a call again, and adds to the record what has become of it. */
static void make_again(struct tester *t, struct record *r, struct try_told *told)
{
	const struct explained *x = record_again(r);
	u32 before = t->run.opens;
	struct pa_case c;

	*told = (struct try_told){ .again = { .how = TRY_NOT } };
	t->as = (struct try_as){ .user = false };
	told->again.why = t->not ? t->not : x ? choose_user(t, x) :
			 "the record is not complete";
	if (!told->again.why && x->pasted.stopped)
		told->again.why = "a seccomp filter has ended the caller";
	if (!told->again.why) {
		pa_case_look(&c, &x->r, &x->env);
		try_again(told, &t->run, &c, x->pasted.some ? &x->pasted.unknown : NULL, r->why);
	}
	json_object_set_new(r->json, "tried", tried_json(t, told, t->run.opens - before));
}

/* A line: what was tried, and what became of it. */
static void put_result(const char *with, json_t *res, const char *more)
{
	const char *how = str(res, "result"), *err = str(res, "errno"), *why = str(res, "why");
	bool made = how && (!strcmp(how, "opens") || !strcmp(how, "refused"));
	struct text t = { 0 };

	text_printf(&t, "    %stried%s%s: ", made ? "" : "not ", made ? " here" : "", with);
	if (!made)
		text_safe(&t, why);
	else if (!strcmp(how, "opens"))
		text_add(&t, "opens");
	else
		text_safe(&t, err);
	if (made)
		text_add(&t, more);
	puts(text_str(&t));
	text_free(&t);
}

static void put_plan(const struct record *r, json_t *tried, const struct try_told *told)
{
	json_t *plan = json_object_get(tried, "plan");
	struct text with = { 0 }, more = { 0 };

	if (!json_is_object(plan))
		return;
	text_add(&with, " with ");
	fix_put(&with, r->why, false);
	if (told->next.rule) {
		text_add(&more, ": ");
		may_be_put(&more, &told->next);
	}
	if (plan_is_void(r->why) && told->plan.how == TRY_OPENED)
		text_add(&more, ", and is void");
	put_result(text_str(&with), plan, text_str(&more));
	text_free(&with);
	text_free(&more);
}

/* The change that opens, and with it what is at fault. */
static void put_found(json_t *tried, const struct try_told *told)
{
	struct text t = { 0 };

	if (!told->searched)
		return;
	if (told->found.nfix) {
		text_add(&t, "    tried here with ");
		fix_put(&t, &told->found, true);
		text_printf(&t, ": opens; at fault: %s", told->found.fix[0].field);
	} else if (told->over) {
		text_printf(&t, "    no change that opens was found: %s", told->over);
	} else {
		text_printf(&t,
			    "    none of the changes that were tried opens: %ju calls were made",
			    (uintmax_t)num(tried, "calls"));
	}
	puts(text_str(&t));
	text_free(&t);
}

static void put_tried(const struct record *r, const struct try_told *told)
{
	json_t *tried = json_object_get(r->json, "tried");
	json_t *call = json_object_get(tried, "call"), *same = json_object_get(tried, "same");
	const char *how = str(call, "result");
	struct text more = { 0 };

	if (how && !strcmp(how, "opens"))
		text_add(&more, " now, as it is");
	else if (json_is_true(same))
		text_add(&more, " again");
	else
		text_printf(&more, ", not %s", r->errname);
	if (json_is_true(json_object_get(tried, "own_task")))
		text_add(&more, ", for a task of our own");
	put_result("", call, text_str(&more));
	put_plan(r, tried, told);
	put_found(tried, told);
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
static size_t first_like(char *const *key, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!strcmp(key[i], key[n]))
			break;
	return i;
}

static void copy_tried(struct record *r, const struct record *from)
{
	json_t *tried = json_deep_copy(json_object_get(from->json, "tried"));

	json_object_set_new(tried, "as", json_integer((json_int_t)from->seq));
	json_object_set_new(r->json, "tried", tried);
}

static char *key_of(const struct record *r, const struct options *opt)
{
	struct row row;
	char *key;

	row_fill(&row, r, opt);
	key = must(strdup(row.key));
	row_free(&row);
	return key;
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
	char **key = must(calloc(t->n + 1, sizeof(*key)));
	struct try_told told;
	size_t i, like;

	for (i = 0; i < t->n; i++) {
		key[i] = key_of(&t->r[i], t->opt);
		like = reasons ? i : first_like(key, i);
		if (like == i)
			make_again(tester, &t->r[i], &told);
		else
			copy_tried(&t->r[i], &t->r[like]);
		if (t->opt->json) {
			print_record(&t->r[i], t->opt);
		} else if (like == i) {
			explain_put_text(&t->r[i], t->opt, reasons);
			put_tried(&t->r[i], &told);
		}
	}
	for (i = 0; i < t->n; i++) {
		record_free(&t->r[i]);
		free(key[i]);
	}
	free(key);
	free(t->r);
	tester_end(tester);
}
