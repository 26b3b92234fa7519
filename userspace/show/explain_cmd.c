// SPDX-License-Identifier: GPL-2.0
/* perfattr explain: why calls were refused of which a text tells that was pasted. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "paste/paste.h"
#include "show/show.h"

static void put_head(const struct record *r, const struct row *row)
{
	const struct pasted *p = &r->x->pasted;
	struct text t = { 0 }, target = { 0 };
	const char *of;

	if (p->line)
		text_printf(&t, "line %ju: ", (uintmax_t)p->line);
	else if (!p->is || p->live)
		text_printf(&t, "#%ju %s: ", (uintmax_t)r->seq, row->who);
	text_add(&t, row->event);
	text_add(&t, ", ");
	row_mode(&t, row);
	/* Of a call on a descriptor whose open is not in the text there is none. */
	row_target(&target, row);
	of = text_str(&target) + strspn(text_str(&target), " ");
	text_printf(&t, "%s%s", *of ? ", " : "", of);
	text_free(&target);
	text_add(&t, ": ");
	row_result(&t, row);
	printf("%s%s%s\n", term_on(r->ret < 0 ? RED : PLAIN), text_str(&t),
	       term_off(r->ret < 0 ? RED : PLAIN));
	text_free(&t);
}

/**
 * explain_put_text() - a call as a head line, with its reason below
 * @r:       the call, explained
 * @opt:     options
 * @reasons: with its reason; else the head alone
 */
void explain_put_text(const struct record *r, const struct options *opt, bool reasons)
{
	struct text reason = { 0 };
	struct row row;

	row_fill(&row, r, opt);
	put_head(r, &row);
	if (reasons && r->why) {
		reason_put(&reason, r);
		printf("    %s\n", text_str(&reason));
		if (*row.fix)
			printf("    %s\n", row.fix);
		text_free(&reason);
	}
	if (reasons && r->x->pasted.is)
		pasted_put(stdout, r);
	row_free(&row);
}

static bool explain_record(struct record *r, const char *event, void *arg)
{
	const struct options *opt = arg;

	if (!r)
		return true;
	if (opt->json || opt->verbose)
		print_record(r, opt);
	else
		explain_put_text(r, opt, true);
	return !ferror(stdout);
}

/* Is there a text on standard input, not a terminal or nothing? */
static bool is_piped(void)
{
	struct stat st;

	return !fstat(STDIN_FILENO, &st) && (S_ISFIFO(st.st_mode) || S_ISREG(st.st_mode));
}

/* Is that all that the words tell? */
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
 * explain_arguments() - take the text that a command is given: a file, or words
 * @opt:     options; receives where the text is
 * @command: name of the command
 * @argc:    number of arguments
 * @argv:    arguments
 *
 * Words are those that are no files; an errno besides a file is that of its calls.
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
	if (words.len)
		err = paste_errno_in(words.s, words.len);
	if (words.len && !err)
		err = paste_errno_of(words.s, words.len);
	if (!opt->input && (!words.len || (err && is_error(&words) && is_piped())))
		opt->input = "-";
	if (opt->input && words.len && !err)
		die("%s takes an error besides a file: perfattr %s EINVAL %s", command, command,
		    opt->input);
	opt->text_errno = opt->input ? err : 0;
	if (!opt->input) {
		opt->words = words.s;
		opt->input = "-";
	}
}

int cmd_explain(struct options *opt, int argc, char **argv)
{
	explain_arguments(opt, "explain", argc, argv);
	each_record(opt, explain_record, opt);
	return 0;
}
