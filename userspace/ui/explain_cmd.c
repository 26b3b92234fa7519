// SPDX-License-Identifier: GPL-2.0
/* perfattr explain: why the calls in a pasted text were refused. */
#include <sys/stat.h>

#include "rules/page.h"
#include "rules/rule.h"

#include "ui/ui.h"

/* Columns of the name of a rule, in a list. */
#define RULE_COLUMNS	28

/*
 * Writes the line of a call in a text, or its caller; and the call. Words of a command line have no
 * lines. Returns false if only the line is known.
 */
static bool put_from(struct text *t, const struct record *r, const struct row *row,
		     const char *words)
{
	const struct pasted *p = &r->x->pasted;
	bool in_text = p->line && (!words || p->line > 1);
	struct text what = { 0 };
	bool some;

	if (!p->is || p->live) {
		row_from(t, row);
		return true;
	}
	row_what(&what, row);
	if (in_text || (p->line && !what.len))
		text_printf(t, what.len ? "line %ju: " : "line %ju", (uintmax_t)p->line);
	some = what.len || !p->line;
	text_add(t, what.len || p->line ? text_str(&what) : "a call with unknown arguments");
	text_free(&what);
	return some;
}

/**
 * explain_put_text() - print why a call was refused
 * @r:       the call, explained
 * @opt:     options
 * @reasons: print its reason, too; else only the call and its result
 */
void explain_put_text(const struct record *r, const struct options *opt, bool reasons)
{
	static char *last_allow;
	size_t room = term_width(opt);
	struct text from = { 0 };
	struct row row;
	bool some;

	row_fill(&row, r, opt);
	some = put_from(&from, r, &row, opt->words);
	if (reasons && row.why) {
		/* Words have one line. */
		some |= !opt->words || r->x->pasted.line != 1;
		diagnostic_put(row.why, some ? from.s : NULL, room);
	} else {
		text_add(&from, ": ");
		row_result(&from, &row);
		wrap_put(from.s, 0, 4, room);
	}
	if (reasons && row.why)
		allow_put(&row.why->allow, &last_allow, "", room);
	text_free(&from);
	row_free(&row);
}

static bool explain_record(struct record *r, void *arg)
{
	const struct options *opt = arg;

	if (!r)
		return true;
	if (opt->layout)
		layout_put(r, opt);
	else if (opt->json || opt->verbose)
		print_record(r, opt);
	else
		explain_put_text(r, opt, true);
	return !ferror(stdout);
}

/* Return true if standard input is a text, not a terminal or empty. */
static bool is_piped(void)
{
	struct stat st;

	return !fstat(STDIN_FILENO, &st) && (S_ISFIFO(st.st_mode) || S_ISREG(st.st_mode));
}

/* Return true if the words are an error, and nothing else. */
static bool is_error(const struct text *words)
{
	struct paste_call call = { .args = 0 };
	struct text line = { 0 };
	unsigned int i;
	bool only;

	text_printf(&line, "%s\n", words->s);
	only = paste_words(&call, line.s, line.len) && call.args == PASTE_RET;
	for (i = 0; i < call.r.attr_len / 8u; i++)
		only = only && call.unknown[i] == U64_MAX;
	text_free(&line);
	return only;
}

/**
 * explain_arguments() - read the text in the arguments of a command: a file, or words
 * @opt:     options; receives where the text is
 * @command: name of the command
 * @argc:    number of arguments
 * @argv:    arguments
 *
 * Arguments that are not files are words; an errno next to a file is the error of its calls.
 */
void explain_arguments(struct options *opt, const char *command, int argc, char **argv)
{
	static struct text words;
	unsigned int err = 0;
	int i;

	for (i = 0; i < argc; i++) {
		if (!strcmp(argv[i], "-") || !access(argv[i], F_OK)) {
			if (opt->input)
				die("%s takes one file, %s is a second one", command, argv[i]);
			opt->input = argv[i];
			continue;
		}
		text_add(&words, words.len ? " " : "");
		text_add(&words, argv[i]);
	}
	/* A layout needs no error. */
	if (words.len && opt->layout)
		text_add(&words, " EINVAL");
	if (words.len)
		err = paste_errno_in(words.s, words.len);
	if (words.len && !err)
		err = paste_errno_of(words.s, words.len);
	if (!opt->input && (!words.len || (err && is_error(&words) && is_piped())))
		opt->input = "-";
	if (opt->input && words.len && !err)
		die("%s takes a file and an error name, no other words: perfattr %s EINVAL %s",
		    command, command, opt->input);
	opt->text_errno = opt->input ? err : 0;
	if (!opt->input) {
		opt->words = words.s;
		opt->input = "-";
	}
}

/* If a word is a rule, prints its page, with the facts of docs/refusals.md. */
static bool explain_rule(const char *word, size_t room)
{
	const struct pa_rule *rule = access(word, F_OK) ? pasted_rule_named(word) : NULL;
	struct diagnostic d = { .notes = "", .help = "" };
	struct text code = { 0 };
	char page[4096], *body;
	struct out s;

	if (!rule)
		return false;
	out_init(&s, page, sizeof(page) - 1);
	pa_rule_page(&s, rule);
	page[s.len < sizeof(page) ? s.len : 0] = '\0';
	body = page;
	d.text = strsep(&body, "\n");
	d.notes = body ? body : d.notes;
	text_printf(&code, "%s[%s]", rule->err ? pa_errno_name(rule->err)->text : "", rule->id);
	d.code = code.s;
	diagnostic_put(&d, NULL, room);
	text_free(&code);
	return true;
}

/* All rules of a table that return this error. */
static void put_rules(const struct pa_rule *const *tables, unsigned int err, size_t room)
{
	const struct pa_rule *rule;
	char sentence[1024];
	struct out s;
	unsigned int i;

	for (i = 0; (rule = pa_rule_number(tables, i)); i++) {
		if (rule->err != err && rule->or_err != err)
			continue;
		out_init(&s, sentence, sizeof(sentence) - 1);
		pa_rule_sentence(&s, rule);
		sentence[s.len < sizeof(sentence) ? s.len : 0] = '\0';
		printf("  %-*s  ", RULE_COLUMNS, rule->id);
		wrap_put(sentence, RULE_COLUMNS + 4, RULE_COLUMNS + 4, room);
	}
}

/* An error, with -a: all that the kernel may mean by it. */
static bool explain_error(const char *word, size_t room)
{
	unsigned int err = paste_errno_of(word, strlen(word));

	if (!err || !access(word, F_OK))
		return false;
	printf("%s%s%s of perf_event_open(), in the order of the kernel's checks\n", term_on(RED),
	       word, term_off(RED));
	put_rules(pa_open_tables, err, room);
	printf("%s%s%s of mmap(), ioctl(), read() on an event\n", term_on(RED), word,
	       term_off(RED));
	put_rules(pa_op_tables, err, room);
	return true;
}

int cmd_explain(struct options *opt, int argc, char **argv)
{
	if (argc == 1 && opt->all && explain_error(argv[0], term_width(opt)))
		return 0;
	if (argc == 1 && explain_rule(argv[0], term_width(opt)))
		return 0;
	explain_arguments(opt, "explain", argc, argv);
	allow_rare(opt->all);
	each_record(opt, explain_record, opt);
	return 0;
}
