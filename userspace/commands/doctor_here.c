// SPDX-License-Identifier: GPL-2.0
/* The machine that doctor and pmus examine, and the output that they share. */
#include <fcntl.h>

#include "commands/doctor.h"
#include "json/writer.h"

/* Reads what the module says of its kernel and PMUs, before the first record. */
static bool take_heads(struct explainer *e, const struct options *opt)
{
	struct source src;
	struct record r;

	if (!source_try(&src, opt, "raw_pipe"))
		return false;
	while (source_next(&src, &r, 0) == NEXT_HEAD)
		explain_entry(e, r.in, &r.entry);
	source_close(&src);
	return true;
}

/**
 * doctor_here() - begin to look at this machine
 * @opt: options
 *
 * Return: the examination, which lasts as long as the program runs.
 */
struct doctor *doctor_here(const struct options *opt)
{
	static struct explainer e;
	static struct doctor d;
	bool usual = !strcmp(opt->sysfs, "/sys");
	struct env_here *here = must(env_here_open(usual ? NULL : opt->sysfs, opt->debugfs));
	bool module = take_heads(&e, opt);
	struct pa_env env;

	module = explain_env(&e, &env) && module;
	doctor_begin(&d, here, module ? &env : NULL, opt->force);
	/* The PMUs of this machine decide which calls must never be made. */
	if (!usual)
		d.untried = "--sysfs describes another machine";
	d.version = PERFATTR_VERSION;
	return &d;
}

static const char *errno_words(u32 err)
{
	static char text[2][32];
	static int n;

	n = !n;
	snprintf(text[n], sizeof(text[n]), "no (%s)", errno_text(err));
	return text[n];
}

/**
 * answer_words() - the result of a call by the rules, in words
 * @foreseen: that result
 *
 * Return: valid until the call after the next one.
 */
const char *answer_words(const struct pa_foreseen *foreseen)
{
	switch (foreseen->as) {
	case PA_FORESEEN_OPENS:
		return "yes";
	case PA_FORESEEN_REFUSED:
		return errno_words(foreseen->err);
	default:
		return "?";
	}
}

/* The result of a call in words, valid as long as the result of answer_words(). */
static const char *tried_words(const struct try_result *tried)
{
	switch (tried->how) {
	case TRY_OPENED:
		return "yes";
	case TRY_REFUSED:
		return errno_words((u32)tried->err);
	default:
		return "-";
	}
}

/**
 * answer_put() - print the result of a call
 * @what:  the call
 * @width: columns of @what
 * @a:     the result; NULL: the title of the columns
 * @tried: also print the result of trying
 */
void answer_put(const char *what, size_t width, const struct doctor_answer *a, bool tried)
{
	const struct table table = { .n = 3, .width = { width, 17 } };
	const char *rules = "by the rules";
	struct text t = { 0 };

	if (a)
		rules = a->asked ? answer_words(&a->foreseen) : "-";
	if (tried)
		text_add(&t, a ? tried_words(&a->tried) : "tried");
	if (tried && a && a->tried.why)
		text_printf(&t, ": %s", a->tried.why);
	if (a && doctor_differs(a))
		text_add(&t, "  <- not as the rules say");
	fputs(a ? "  " : "", stdout);
	table_line(&table, (const char *[]){ what, rules, text_str(&t) }, PLAIN);
	text_free(&t);
}

/**
 * safe_put() - print a text that may have words of files
 * @s: the text
 */
void safe_put(const char *s)
{
	struct text t = { 0 };

	text_safe(&t, s);
	fputs(text_str(&t), stdout);
	text_free(&t);
}

/**
 * line_json() - begin a line of JSON, which goes to standard output
 *
 * Return: the writer, for the members of an object.
 */
struct pa_json *line_json(void)
{
	static char text[4096];
	static struct pa_json j;
	static struct out s;

	out_init(&s, text, sizeof(text));
	j = (struct pa_json){ .s = &s };
	json_begin(&j, '{');
	json_put_count(&j, "v", PA_JSON_VERSION);
	return &j;
}

/**
 * line_json_end() - end the object, and the line
 * @j: from line_json()
 */
void line_json_end(struct pa_json *j)
{
	json_end(j, '}');
	out_char(j->s, '\n');
	fwrite(j->s->buffer, 1, out_used(j->s), stdout);
}

/**
 * safe_json() - write a text that may have words of files as JSON
 * @j: the writer
 * @s: the text; NULL: null
 */
void safe_json(struct pa_json *j, const char *s)
{
	struct text t = { 0 };

	if (!s) {
		json_null(j);
		return;
	}
	text_safe(&t, s);
	pa_json_string(j, text_str(&t), t.len);
	text_free(&t);
}

static void outcome_json(struct pa_json *j, bool opens, u32 err)
{
	if (opens)
		out_lit(j->s, "\"opens\"");
	else
		errno_json(j, err);
}

/**
 * answer_json() - write the result of a call as JSON
 * @j: the writer
 * @a: the result
 */
void answer_json(struct pa_json *j, const struct doctor_answer *a)
{
	const struct try_result *tried = &a->tried;
	bool untried = tried->how == TRY_NEVER || tried->how == TRY_NOT;

	json_begin(j, '{');
	outcome_json(json_key(j, "rules"), a->foreseen.as == PA_FORESEEN_OPENS,
		     a->foreseen.as == PA_FORESEEN_REFUSED ? a->foreseen.err : 0);
	outcome_json(json_key(j, "tried"), tried->how == TRY_OPENED,
		     tried->how == TRY_REFUSED ? (u32)tried->err : 0);
	json_put_bool(j, "differs", doctor_differs(a));
	json_string_if(json_key(j, "untried"), untried, tried->why ?: "", ~(size_t)0);
	json_end(j, '}');
}
