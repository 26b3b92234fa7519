// SPDX-License-Identifier: GPL-2.0
/*
 * The results of refused calls when they are made again, as JSON and as text. They are a field of
 * their own: no result proves a reason, since the machine may have changed since the call.
 */

#include "json/writer.h"
#include "try/try.h"
#include "rules/json.h"
#include "rules/rule.h"

#include "ui/ui.h"

/* The user is known, but not the groups, which no check of perf_event_open() looks at. */
#define NO_GROUP	65534
#define TRIED_JSON_MAX	(WHY_JSON_MAX + 4096)

/**
 * struct tester - the means of trying, for all calls of a command
 * @here:    this machine
 * @m:       this machine, for try
 * @pmus:    its PMUs
 * @as:      the user of the calls
 * @run:     the children that make them
 * @not:     why nothing may be tried; NULL: it may
 * @opt:     options
 */
struct tester {
	struct env_here *here;
	struct try_machine m;
	struct pa_pmu_name pmus[PA_PMUS];
	struct try_as as;
	struct try_run run;
	const char *not;
	const struct options *opt;
};

static struct tester *tester_begin(const struct options *opt)
{
	struct tester *t = must(calloc(1, sizeof(*t)));

	/* The real sysfs, not that of --sysfs: its PMUs decide which calls must never be made. */
	t->here = must(env_here_open(NULL, NULL));
	t->opt = opt;
	t->m = (struct try_machine){ .pmus = t->pmus, .here = t->here };
	t->m.npmus = (u32)env_here_pmus(t->here, t->pmus, PA_PMUS);
	/* There may be more PMUs, whose types would be taken for types that no PMU has. */
	if (t->m.npmus == PA_PMUS)
		t->m.npmus = 0;
	t->run = (struct try_run){
		.m = &t->m, .make = try_open, .as = &t->as, .end = try_clock() + TRY_MS,
	};
	t->not = opt->force ? NULL : try_filtered(t->here);
	return t;
}

/*
 * The user as whom the call is made. A text does not name it, nor does strace for a caller that
 * ended before it was looked at: then it is our own. But a text by a program of another user is
 * tried only as that user, who can write to strace's pipe. Returns why it cannot be made, or NULL.
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
			return "only root can try it as the caller's user";
		t->as.user = true;
	}
	/* Capabilities in a user namespace do not count. */
	t->as.limited = facts;
	t->as.caps = facts && f->init_userns ? f->cap_effective : 0;
	return NULL;
}

/**
 * errno_text() - the name of an errno, or its number
 * @err: the errno
 *
 * Return: valid until the next call.
 */
const char *errno_text(u32 err)
{
	static char number[sizeof("errno 4294967295")];
	const struct pa_name *name = pa_errno_name(err);

	snprintf(number, sizeof(number), "errno %u", err);
	return name ? name->text : number;
}

/**
 * errno_json() - write an errno as JSON
 * @j:   the writer
 * @err: positive; 0 is null
 */
void errno_json(struct pa_json *j, u32 err)
{
	pa_json_string_or_null(j, err ? errno_text(err) : NULL, ~(size_t)0);
}

/* Members of an object. */
static void result_json(struct pa_json *j, const struct try_result *res)
{
	static const char * const words[] = {
		[TRY_OPENED] = "opens", [TRY_REFUSED] = "refused", [TRY_NEVER] = "never",
		[TRY_NOT] = "not_tried",
	};

	json_put_string(j, "result", words[res->how]);
	errno_json(json_key(j, "errno"), (u32)res->err);
	json_put_string(j, "why", res->why);
}

static void plan_json(struct pa_json *j, const struct try_told *told)
{
	const struct pa_why *next = &told->next;

	if (!json_object_if(j, "plan", told->planned))
		return;
	result_json(j, &told->plan);
	if (json_object_if(j, "next", next->rule)) {
		json_put_string(j, "rule", next->rule->id);
		json_put_string(j, "text", next->text);
		json_end(j, '}');
	}
	json_end(j, '}');
}

/**
 * struct tried - the results of trying a call
 * @told:  the results
 * @uid:   the user as whom it was tried
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

/* The result of trying a call, as JSON, to be freed. */
static char *tried_json(const struct tried *t)
{
	static char text[TRIED_JSON_MAX];
	const struct try_told *told = &t->told;
	bool made = is_made(&told->again);
	struct pa_json j;
	struct out s;

	out_init(&s, text, sizeof(text));
	j = (struct pa_json){ .s = &s };
	json_begin(&j, '{');
	json_put_count(&j, "uid", t->uid);
	json_put_bool(&j, "own_task", made && told->own_task);
	json_object(&j, "call");
	result_json(&j, &told->again);
	json_end(&j, '}');
	json_put_bool_if(&j, "same", made, told->same);
	plan_json(&j, told);
	json_put_bool(&j, "searched", told->searched);
	json_key(&j, "found");
	if (told->found.nfix)
		why_json_found(&s, &told->found);
	else
		json_null(&j);
	json_put_string(&j, "over", told->over);
	json_put_count(&j, "calls", t->calls);
	json_put_count_if(&j, "as", t->as, t->as);
	json_end(&j, '}');
	return must(strndup(text, out_used(&s)));
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
	if (!told->again.why && x->pasted.stopped > PASTE_REFUSED)
		told->again.why = "a seccomp filter has ended the caller";
	if (!told->again.why) {
		pa_case_look(&c, &x->r, &x->env);
		try_again(told, &t->run, &c, x->pasted.some ? &x->pasted.unknown : NULL, r->why);
	}
	tried->uid = t->as.user ? t->as.uid : geteuid();
	tried->calls = t->run.opens - before;
}

/* Prints a line: the arguments, and the result. */
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

/* Prints the change with which the call opens: the changed argument was the cause. */
static void put_found(const struct tried *tried)
{
	static const struct try_result opened = { .how = TRY_OPENED };
	const struct pa_why *found = &tried->told.found;
	struct text with = { 0 }, more = { 0 };

	if (!tried->told.searched)
		return;
	if (found->nfix) {
		fix_put(&with, found);
		text_printf(&more, "; at fault: %s", found->fix[0].field);
		if (found->lost[0]) {
			text_add(&more, " (");
			text_safe(&more, found->lost);
			text_char(&more, ')');
		}
		put_result(text_str(&with), &opened, text_str(&more));
	} else if (tried->told.over) {
		printf("    found no change that makes the call open: %s\n", tried->told.over);
	} else {
		printf("    found no change that makes the call open, in %u tries\n",
		       tried->calls);
	}
	text_free(&with);
	text_free(&more);
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
		text_add(&more, ", with a child of perfattr as its task");
	put_result("as it is", &told->again, text_str(&more));
	put_plan(r, told);
	put_found(tried);
	text_free(&more);
}

/**
 * tries_keep() - remember a call that is to be tried when all were read
 * @t: the output
 * @r: the call, explained
 *
 * Return: false if it is not a refused call.
 */
bool tries_keep(struct tries *t, struct record *r)
{
	if (!record_is_open(r) || r->x->r.ret >= 0)
		return false;
	t->r = one_more(t->r, t->n, &t->room, sizeof(*t->r));
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
 * tries_make() - try the calls, print the results, and forget them
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
			tried[i].as = t->r[like].x->r.seq;
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
	env_here_close(tester->here);
	free(tester);
}
