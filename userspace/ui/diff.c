// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr diff A B: the differences between two calls, by symbol. A and B are record numbers, or
 * files: FILE if it has one open, else FILE:N. The member that the reason of a refusal names is
 * marked with *.
 */

#include "ui/ui.h"

/**
 * struct side - one of the two calls of diff
 * @word:  the word that the user typed
 * @opt:   where it is read from
 * @file:  its file
 * @seq:   its number; 0: the only open there is
 * @r:     the call
 * @row:   it as a line of the list
 * @opens: how many calls it may be
 */
struct side {
	const char *word;
	struct options opt;
	struct text file;
	uint64_t seq;
	struct record r;
	struct row row;
	unsigned long opens;
};

static bool keep_record(struct record *r, void *arg)
{
	struct side *s = arg;

	if (!r)
		return true;
	/* A number chooses any call; without a number the only open of the file is meant. */
	if (s->seq ? r->x->r.seq != s->seq : !record_is_open(r))
		return true;
	if (!s->opens++)
		record_keep(&s->r, r);
	return !s->seq;
}

/* "12" or "#12" is a record of the input of the options; "FILE" and "FILE:12" are of a file. */
static void side_parse(struct side *s, const char *word, const struct options *opt)
{
	const char *colon = strrchr(word, ':');

	s->word = word;
	s->opt = *opt;
	if (parse_u64(word + (*word == '#'), &s->seq))
		return;
	if (colon && parse_u64(colon + 1 + (colon[1] == '#'), &s->seq))
		text_printf(&s->file, "%.*s", (int)(colon - word), word);
	else
		text_add(&s->file, word);
	s->opt.input = text_str(&s->file);
	if (s->opt.live)
		s->opt.sysfs = NULL;
	s->opt.live = false;
}

/* Reads one of the two calls. Exits if there is not exactly one. */
static void side_read(struct side *s, const char *word, const struct options *opt)
{
	side_parse(s, word, opt);
	explain_live(s->opt.live);
	each_record(&s->opt, keep_record, s);
	if (!s->opens)
		die("there is no %s %s", s->seq ? "call" : "perf_event_open()", word);
	if (s->opens > 1)
		die("%s has %lu calls: choose one of them, %s:N (perfattr -i %s shows the numbers)",
		    word, s->opens, word, word);
}

/* Columns of names, and of the first value, with the blank behind them. */
#define LABEL_COLUMNS	27
#define VALUE_COLUMNS	39

/* Columns of a line; 0: no limit. */
static size_t line_room;

static void put_line(const char *mark, const char *label, const char *a, const char *b,
		     enum style style)
{
	size_t half = line_room > LABEL_COLUMNS ? (line_room - LABEL_COLUMNS) / 2 : 0;
	size_t width = line_room && half < VALUE_COLUMNS ? half : VALUE_COLUMNS;

	printf("%s%1s %-*s", term_on(style), mark, LABEL_COLUMNS - 2, label);
	/* A long value gets a separate line. */
	if (columns(a) >= width) {
		wrap_put(a, LABEL_COLUMNS, LABEL_COLUMNS, line_room);
		printf("%*s", (int)(LABEL_COLUMNS + width), "");
	} else {
		/* printf() counts bytes. */
		printf("%-*s", (int)(width + strlen(a) - columns(a)), a);
	}
	wrap_put(*b ? b : "-", LABEL_COLUMNS + width, LABEL_COLUMNS + width, line_room);
	fputs(term_off(style), stdout);
}

/* Return true if a reason names this member. */
static bool is_named(const struct side *s, const char *field)
{
	const char *named = s->r.why ? s->r.why->field : NULL;

	return named && !strcmp(named, field);
}

static void put_difference(const struct side s[2], const char *name, const char *a, const char *b)
{
	bool named = is_named(&s[0], name) || is_named(&s[1], name);

	if (strcmp(a, b))
		put_line(named ? "*" : "", name, a, b, named ? BOLD : PLAIN);
	else if (named)
		put_line("*", name, a, "(the same)", BOLD);
}

/* The bits that are only in @bits, by name. Bits without a name are one number. */
static void put_only(struct text *t, const struct pa_names *names, u64 bits, u64 other)
{
	u64 named = (1ULL << names->count) - 1, common = bits & other;

	if ((bits ^ other) & ~named)
		common &= named;
	if (bits & ~common)
		mask_put(t, names, bits & ~common);
	else
		text_add(t, common ? "-" : "0");
}

/* @t: the values as C; both are freed. For masks only the differing bits are printed. */
static void compare(const struct side s[2], const struct arg v[2], struct text t[2])
{
	bool both = v[0].known && v[1].known, zero = !v[0].value && !v[1].value;
	int i;

	for (i = 0; both && v[0].names && i < 2; i++) {
		text_clear(&t[i]);
		if (v[0].value != v[1].value)
			put_only(&t[i], v[0].names, v[i].value, v[!i].value);
	}
	/* The kernel reads bytes that were not passed as 0. */
	if (both || !zero || is_named(&s[0], v[0].name) || is_named(&s[1], v[0].name))
		put_difference(s, v[0].name, text_str(&t[0]), text_str(&t[1]));
	text_free(&t[0]);
	text_free(&t[1]);
}

static void compare_fields(const struct side s[2], const struct fields f[2], enum pa_field_id id)
{
	bool mask = pa_fields[id].show == PA_SHOW_MASK && record_is_open(&s[0].r);
	struct text t[2] = { 0 };
	struct arg v[2];
	int i;

	for (i = 0; i < 2; i++) {
		v[i] = (struct arg){ pa_fields[id].name, field_value(&f[i], id),
				     field_known(&f[i], id), mask ? pa_fields[id].names : NULL };
		field_put(&t[i], &f[i], id);
	}
	compare(s, v, t);
}

/* If fields share their bytes, those of the first call come first. */
static void compare_attrs(const struct side s[2])
{
	struct fields f[2];
	unsigned int id;

	fields_look(&f[0], s[0].r.x);
	fields_look(&f[1], s[1].r.x);
	for (id = 0; id < PA_FIELD_MAX; id++)
		if (field_there(&f[0], id))
			compare_fields(s, f, id);
	for (id = 0; id < PA_FIELD_MAX; id++)
		if (field_there(&f[1], id) && !field_there(&f[0], id))
			compare_fields(s, f, id);
}

/* Both calls are of the same kind, so they have the same arguments. */
static void compare_args(const struct side s[2])
{
	struct arg a[ARGS_MAX], b[ARGS_MAX];
	unsigned int n = args_of(a, s[0].r.x), m = args_of(b, s[1].r.x), i;

	for (i = 0; i < n && i < m; i++) {
		const struct arg v[2] = { a[i], b[i] };
		struct text t[2] = { 0 };

		arg_put(&t[0], s[0].r.x, &a[i]);
		arg_put(&t[1], s[1].r.x, &b[i]);
		compare(s, v, t);
	}
}

static void put_event(struct text *t, const struct side *s)
{
	if (record_is_open(&s->r))
		event_text(t, &s->r, s->opt.sysfs, true);
	else
		op_words(t, &s->r, true);
}

static void put_who(struct text *t, const struct side *s)
{
	text_printf(t, "#%ju ", (uintmax_t)s->r.x->r.seq);
	put_task(t, s->r.comm, s->r.x->r.pid);
}

static void put_result(struct text *t, const struct side *s)
{
	if (record_is_open(&s->r))
		text_safe(t, s->r.errname ? s->r.errname : "opened");
	else
		row_result(t, &s->row);
}

/* The health of the event of a read or a close. */
static void put_fare(struct text *t, const struct side *s)
{
	fare_put(t, &s->row.fare, 1);
}

static void put_both(const struct side s[2], const char *label,
		     void (*put)(struct text *t, const struct side *s), bool always)
{
	struct text a = { 0 }, b = { 0 };

	put(&a, &s[0]);
	put(&b, &s[1]);
	if (always || strcmp(text_str(&a), text_str(&b)))
		put_line("", label, text_str(&a), text_str(&b), always ? BOLD : PLAIN);
	text_free(&a);
	text_free(&b);
}

/* Why the calls were refused; a reason that both have is printed once. */
static void put_whys(const struct side s[2])
{
	const struct diagnostic *why[2] = { s[0].row.why, s[1].row.why };
	bool same = why[0] && diagnostic_is(why[0], why[1]) && !strcmp(why[0]->help, why[1]->help);
	struct text from = { 0 };
	int i;

	for (i = 0; i < 2; i++) {
		text_clear(&from);
		text_printf(&from, "#%ju", (uintmax_t)s[i].r.x->r.seq);
		if (same)
			text_printf(&from, ", #%ju", (uintmax_t)s[1].r.x->r.seq);
		if (why[i] && !(same && i))
			diagnostic_put(why[i], from.s, line_room);
	}
	text_free(&from);
}

/* Prints the differences between two calls, and frees them. */
static void put_sides(struct side s[2])
{
	int i;

	for (i = 0; i < 2; i++)
		row_fill(&s[i].row, &s[i].r, &s[i].opt);
	put_both(s, "", put_who, true);
	put_both(s, "event", put_event, false);
	compare_attrs(s);
	compare_args(s);
	put_both(s, "result", put_result, false);
	put_both(s, "health", put_fare, false);
	put_whys(s);
	for (i = 0; i < 2; i++) {
		row_free(&s[i].row);
		record_free(&s[i].r);
		text_free(&s[i].file);
	}
}

static const char *kind_of(const struct side *s)
{
	return pa_name_of(&pa_kind_names, s->r.x->r.kind)->text;
}

int cmd_diff(struct options *opt, int argc, char **argv)
{
	struct side s[2] = { 0 };
	int i;

	if (argc != 2)
		die("diff takes two calls: numbers as the list has them, files, or FILE:N");
	line_room = term_width(opt);
	for (i = 0; i < 2; i++)
		side_read(&s[i], argv[i], opt);
	if (s[0].r.x->r.kind != s[1].r.x->r.kind)
		die("diff compares calls of one kind: %s is %s, %s is %s", argv[0], kind_of(&s[0]),
		    argv[1], kind_of(&s[1]));
	put_sides(s);
	return 0;
}
