// SPDX-License-Identifier: GPL-2.0
/*
 * Texts that people paste, and what is read from them: each FILE.txt of the folder paste against
 * the lines about it in the files of expectations there. "test_paste --print FILE.txt..." prints
 * such lines.
 */
#include <dirent.h>

#include "core/attr.h"
#include "paste_text.h"
#include "tap.h"

#define TEXTS	"paste/"
#define FILES	256

/* Does a field share its bytes with one before it? These go by the name of the first one. */
static bool is_alias(unsigned int id)
{
	const struct pa_field *f = &pa_fields[id];
	unsigned int i;

	for (i = 0; f->group && i < id; i++)
		if (pa_fields[i].word == f->word && pa_fields[i].shift == f->shift)
			return true;
	return false;
}

static u64 value_of(const struct paste_call *c, const struct pa_field *f)
{
	u64 word[PA_WORDS];

	memcpy(word, c->r.attr, sizeof(word));
	pa_le_words(word, PA_WORDS);
	return pa_bits(word, f);
}

/* --- the lines of expectations --- */

/* Is a field within the attr? */
static bool is_listed(const struct paste_call *c, unsigned int id)
{
	return !is_alias(id) && pa_fields[id].offset < c->r.attr_len;
}

/* Is nothing known of it? */
static bool is_open(const struct paste_call *c, unsigned int id)
{
	const struct pa_field *f = &pa_fields[id];

	return is_listed(c, id) && pa_bits(c->unknown, f) == f->mask;
}

static void put_field(FILE *to, const struct paste_call *c, const struct pa_field *f, bool zero)
{
	u64 v = value_of(c, f), bits = pa_bits(c->unknown, f);

	if (bits == f->mask || !(v || bits || zero))
		return;
	fprintf(to, " %s=%#llx", f->name, v);
	if (bits)
		fprintf(to, "(?%#llx)", bits);
}

static void put_fields(FILE *to, const struct paste_call *c)
{
	unsigned int i, n = 0, most = c->form == PASTE_STRACE ? 20 : 12;

	for (i = 0; i < PA_FIELD_MAX; i++)
		n += is_open(c, i);
	for (i = 0; i < PA_FIELD_MAX; i++)
		if (is_listed(c, i))
			put_field(to, c, &pa_fields[i], n > most);
	fprintf(to, " ; unknown:%s", !n ? " none" : n > most ? " all others" : "");
	for (i = 0; n <= most && i < PA_FIELD_MAX; i++)
		if (is_open(c, i))
			fprintf(to, " %s", pa_fields[i].name);
}

static void put_args(FILE *to, const struct paste_call *c)
{
	static const char * const files[] = { "", "<other>", "<perf>" };
	const s32 args[] = { c->r.arg_pid, c->r.arg_cpu, c->r.arg_group_fd };
	unsigned int i;

	fputs(" |", to);
	for (i = 0; i < ARRAY_SIZE(args); i++) {
		if (c->args & PASTE_PID << i)
			fprintf(to, " %d", args[i]);
		else
			fputs(" ?", to);
	}
	fputs(files[c->group], to);
	if (!(c->args & PASTE_FLAGS))
		fputs(" ?", to);
	else
		fprintf(to, " %#llx", c->r.flags);
}

static void put_result(FILE *to, const struct paste_call *c)
{
	const struct pa_name *name = c->r.ret < 0 ? pa_errno_name(-c->r.ret) : NULL;

	if (!(c->args & PASTE_RET))
		fputs(" | ?", to);
	else if (c->r.ret >= 0)
		fprintf(to, " | %lld", c->r.ret);
	else
		fprintf(to, " | %s", name && name->text ? name->text : "E?");
	if (c->r.pid)
		fprintf(to, " | by %d", c->r.pid);
}

static void put_call(FILE *to, const char *name, const struct paste_call *c)
{
	fprintf(to, "%s:%lu |", name, c->line);
	if (!c->r.attr_ptr)
		fputs(" NULL", to);
	put_fields(to, c);
	put_args(to, c);
	put_result(to, c);
	fputc('\n', to);
}

/* --- files --- */

/* What there is in a file whose name begins with this. */
static const struct {
	const char *begin;
	const char *expect;
	bool (*next)(struct paste_text *t, struct paste_call *call);
} kinds[] = {
	{ "strace-", TEXTS "strace.expect", paste_next_strace },
	{ "perf-", TEXTS "perf.expect", paste_next_perf },
	{ "fields-", TEXTS "fields.expect", paste_next_fields },
	{ "said-", TEXTS "said.expect", paste_next_said },
	{ "words", TEXTS "words.expect", NULL },
};

static int kind_of(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strncmp(name, kinds[i].begin, strlen(kinds[i].begin)))
			return (int)i;
	return -1;
}

/* Each line is a text of its own. */
static void put_words(FILE *to, const char *name, struct paste_text *t)
{
	struct paste_call call;
	size_t len;
	char *line;

	for (; t->at < t->len; paste_go_on(t, len)) {
		len = paste_line_length(t);
		if (t->s[t->at] == '#' || len < 2)
			continue;
		line = paste_exact(t->s + t->at, len);
		call.line = t->line;
		if (paste_words(&call, line, len)) {
			call.line = t->line;
			put_call(to, name, &call);
		} else {
			fprintf(to, "%s:%lu | -\n", name, t->line);
		}
		free(line);
	}
}

/* What a file tells, as the lines of expectations; to be freed. */
static char *told_by(const char *name, int kind)
{
	char path[512], *told = NULL, *text;
	struct paste_text t = { .line = 1 };
	struct paste_call call;
	size_t size;
	FILE *to = open_memstream(&told, &size);

	snprintf(path, sizeof(path), TEXTS "%s", name);
	text = paste_file(path, &t.len);
	t.s = text;
	if (!text) {
		fprintf(to, "%s cannot be read\n", name);
	} else if (kinds[kind].next) {
		while (kinds[kind].next(&t, &call))
			put_call(to, name, &call);
		if (!t.calls)
			fprintf(to, "%s | none\n", name);
	} else {
		put_words(to, name, &t);
	}
	fclose(to);
	free(text);
	return told;
}

static bool is_about(const char *line, const char *name)
{
	size_t len = strlen(name);

	return !strncmp(line, name, len) && (line[len] == ':' || line[len] == ' ');
}

/* The lines of a file of expectations about one text; to be freed. */
static char *expected_of(const char *expect, const char *name)
{
	char *wanted = NULL, *line = NULL;
	FILE *from = fopen(expect, "r");
	size_t size, room = 0;
	FILE *to = open_memstream(&wanted, &size);

	while (from && getline(&line, &room, from) > 0)
		if (is_about(line, name))
			fputs(line, to);
	if (from)
		fclose(from);
	fclose(to);
	free(line);
	return wanted;
}

/* Prints the first line that differs. */
static void show_difference(const char *got, const char *want)
{
	const char *from = got, *other = want;

	while (*got && *got == *want) {
		if (*got == '\n') {
			from = got + 1;
			other = want + 1;
		}
		got++, want++;
	}
	diag("got:  %.*s", (int)strcspn(from, "\n"), from);
	diag("want: %.*s", (int)strcspn(other, "\n"), other);
}

static void test_file(const char *name)
{
	int kind = kind_of(name);
	char *got, *want;

	if (kind < 0) {
		ok(false, "%s: its name says what it is", name);
		return;
	}
	got = told_by(name, kind);
	want = expected_of(kinds[kind].expect, name);
	if (!ok(*want && !strcmp(got, want), "%s is read as %s says", name, kinds[kind].expect))
		show_difference(got, want);
	free(got);
	free(want);
}

/* Of each line there is the text. */
static void test_expect(const char *expect, const struct dirent **files, int n)
{
	char *line = NULL, name[256];
	FILE *from = fopen(expect, "r");
	bool all = from;
	size_t room = 0;
	int i;

	while (from && getline(&line, &room, from) > 0) {
		if (*line == '#')
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(line, "\n :"), line);
		for (i = 0; i < n && strcmp(files[i]->d_name, name); i++)
			;
		if (i < n)
			continue;
		all = false;
		diag("no %s", name);
	}
	if (from)
		fclose(from);
	free(line);
	ok(all, "%s is of texts that are there", expect);
}

static int is_text(const struct dirent *d)
{
	size_t len = strlen(d->d_name);

	return len > 4 && !strcmp(d->d_name + len - 4, ".txt");
}

static void test_files(void)
{
	struct dirent **files;
	int i, n = scandir(TEXTS, &files, is_text, alphasort);
	size_t k;

	if (!ok(n > 0, "there are texts"))
		return;
	for (i = 0; i < n; i++)
		test_file(files[i]->d_name);
	for (k = 0; k < ARRAY_SIZE(kinds); k++)
		test_expect(kinds[k].expect, (const struct dirent **)files, n);
	for (i = 0; i < n; i++)
		free(files[i]);
	free(files);
}

static int print(char **names)
{
	char *told;

	for (; *names; names++) {
		told = kind_of(*names) < 0 ? NULL : told_by(*names, kind_of(*names));
		fputs(told ? told : "", stdout);
		free(told);
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 2 && !strcmp(argv[1], "--print"))
		return print(argv + 2);
	test_files();
	return tap_end();
}
