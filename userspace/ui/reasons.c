// SPDX-License-Identifier: GPL-2.0
/*
 * The reason of a record, where all commands that pass records on ask for it. It is read back once:
 * its reason as JSON and its text are made of the same facts.
 */

#include "call/parts.h"
#include "call/write.h"
#include "rules/text.h"

#include "ui/ui.h"

static struct explainer explainer;
/* Lines about machines that are to be printed before the next record; only with -j. */
static struct text heads;
static bool keep_heads;
static bool is_live;

/* A module and tools of different versions work together as far as they know the same keys. */
static void compare_versions(const char *module)
{
	static bool said;
	int order = module ? strverscmp(module, PERFATTR_VERSION) : 0;

	if (!is_live || said || !order)
		return;
	said = true;
	if (order < 0)
		warn("the module that is loaded is older than this program: unload it, and load the one of version %s",
		     PERFATTR_VERSION);
	else
		warn("the module that is loaded is newer than this program, which is %s: install the tools of its version",
		     PERFATTR_VERSION);
}

/**
 * explain_setup() - decide whether present facts are looked up on this machine
 * @opt: options
 */
void explain_setup(const struct options *opt)
{
	keep_heads = opt->json;
	is_live = opt->live;
	if (!opt->live)
		return;
	explainer.here = must(env_here_open(opt->sysfs, opt->debugfs));
	env_here_stream(explainer.here, opt->follow);
}

/**
 * explain_keep() - keep what record_heads() prints, also without -j
 */
void explain_keep(void)
{
	keep_heads = true;
}

/**
 * explain_live() - say whether the records that follow are of the module that is loaded
 * @live: they are; else they are from a file, whatever the options say of others
 */
void explain_live(bool live)
{
	is_live = live;
}

/**
 * record_line() - a record as a line of JSON
 * @r: the record
 *
 * Return: the line without its end, to be freed.
 */
char *record_line(const struct record *r)
{
	static char json[CALL_JSON_MAX];
	struct text t = { 0 };
	struct out s;
	char *line;

	out_init(&s, json, sizeof(json));
	if (r->x && !r->x->missing.partial)
		call_json(&s, r->x, r->explanation);
	if (!s.len || s.len >= sizeof(json))
		line = must(json_text(r->json));
	else
		line = must(strndup(json, s.len));
	if (!r->tried)
		return line;
	text_printf(&t, "%.*s,\"tried\":%s}", (int)strlen(line) - 1, line, r->tried);
	free(line);
	return t.s;
}

/* The same line as that of a recording. */
static void head_keep(const struct machine *m, const struct raw_entry *e)
{
	static char json[PA_JSON_MAX];
	struct pa_raw_pmu pmu;
	struct pa_env env;
	struct out s;

	out_init(&s, json, sizeof(json));
	machine_env(m, &env);
	env.kernel = &m->kernel;
	if (!e->kind)
		pa_json_env(&s, &env);
	else if (raw_pmu(&pmu, e))
		pa_json_pmu(&s, &env, pmu.id);
	text_mem(&heads, json, out_used(&s));
}

static bool entry_about_machine(const struct record *r)
{
	const struct machine *m = explain_entry(&explainer, r->in, &r->entry);

	if (m && !r->entry.kind) {
		compare_versions(m->kernel.module[0] ? m->kernel.module : NULL);
		if (explainer.here && !m->kernel.module[0])
			env_here_watched(explainer.here, m->load);
	}
	if (m && keep_heads)
		head_keep(m, &r->entry);
	return true;
}

/**
 * record_about_machine() - keep the facts of a line about the machine
 * @r: of the kind RECORD_HEAD
 *
 * Return: false if it says nothing of it.
 */
bool record_about_machine(const struct record *r)
{
	char *line;

	if (r->in)
		return entry_about_machine(r);
	if (!explain_take(&explainer, r->json))
		return false;
	/* Lines about the machine are kept for JSON output; "now" is printed with its record. */
	if (keep_heads && !json_get(r->json, "now")) {
		line = record_line(r);
		text_add(&heads, line);
		text_char(&heads, '\n');
		free(line);
	}
	return true;
}

/* The error by its number; for a call that a seccomp filter has stopped, the signal. */
static const char *error_of(const struct pa_call *x)
{
	const struct pa_name *name = pa_errno_name(0 - (u64)x->r.ret);

	if (x->r.ret >= 0)
		return NULL;
	return x->pasted.stopped > PASTE_REFUSED ? "SIGSYS" : name ? name->text : "error";
}

/**
 * record_read_call() - read the call that a line is
 * @r:    of source_next(): its call, or its line of JSON
 * @what: on failure, receives an error message that is safe to print
 *
 * Return: false if it is not a whole call.
 */
bool record_read_call(struct record *r, struct text *what)
{
	if (r->x) {
		explain_machine(&explainer, r->x);
	} else {
		r->x = must(malloc(sizeof(*r->x)));
		if (!explain_read(&explainer, r->json, r->x)) {
			free(r->x);
			r->x = NULL;
			text_add(what, "key call or ret: it is not a call that is known, with its result");
			return false;
		}
	}
	r->comm = str(r->json, "comm") ?: r->x->r.comm;
	r->errname = error_of(r->x);
	return true;
}

/**
 * record_heads() - print the lines that a record needs before it, to be explained elsewhere
 * @to: the output
 * @r:  the record, explained
 */
void record_heads(FILE *to, const struct record *r)
{
	static char line[ENV_TOLD_MAX];
	struct out s;

	fputs(text_str(&heads), to);
	text_clear(&heads);
	if (!r->explained || !explainer.used)
		return;
	out_init(&s, line, sizeof(line));
	if (env_told_json(&s, explainer.used))
		fwrite(line, 1, s.len, to);
}

/**
 * record_text() - a record as the module's log has it, without its reason
 * @r:    the record, explained
 * @all:  also fields that are zero
 * @len:  receives its length
 *
 * Return: the text, until the next call; NULL for a record that is not the module's.
 */
const char *record_text(const struct record *r, bool all, size_t *len)
{
	static struct why_told_text told;
	static char text[PA_TEXT_MAX];
	struct pa_env env;
	struct out s;

	/* That text cannot express unknown values. */
	if (!r->x || r->x->pasted.is || r->x->missing.partial)
		return NULL;
	env = r->x->env;
	why_told(&told, &r->x->r, &env);
	env.told = &told.told;
	out_init(&s, text, sizeof(text));
	pa_text_record(&s, &r->x->r, &env, all ? 0 : PA_TEXT_BRIEF);
	*len = out_overflowed(&s) ? 0 : s.len;
	return text;
}

/**
 * record_again() - look up the present facts again for a record that was explained before others
 * @r: the record
 *
 * Return: its explanation, valid until another one is explained; NULL if too little is known.
 */
const struct pa_call *record_again(const struct record *r)
{
	if (r->x->missing.partial)
		return NULL;
	explain_now(&explainer, r->x);
	return r->x;
}

/**
 * record_explain() - give a record its reason
 * @r: the record, with all that its stream has said before it
 *
 * Return: whether the record has one.
 */
bool record_explain(struct record *r)
{
	if (!r->x || r->x->missing.partial)
		return false;
	if (!r->explained) {
		r->explained = true;
		explain_now(&explainer, r->x);
		r->explanation = must(malloc(sizeof(*r->explanation)));
		explain_find(r->explanation, r->x);
		if (r->explanation->reasons.n == 1)
			r->why = &r->explanation->reasons.why[0];
	}
	return !!r->why;
}
