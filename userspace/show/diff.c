// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr diff A B: the differences between two calls, by symbol. A and B are record numbers, or
 * files: FILE if it has one open, else FILE:N. The member that the reason of a refusal names is
 * marked with *.
 */
#include <stdlib.h>
#include <string.h>

#include "show/show.h"

static bool keep_record(struct record *r, const char *event, void *arg)
{
	struct side *s = arg;

	if (!r)
		return true;
	/* A number chooses any call; of a file it is the only open. */
	if (s->seq ? r->seq != s->seq : !record_is_open(r))
		return true;
	if (!s->opens++)
		record_keep(&s->r, r);
	return !s->seq;
}

/* "12" or "#12" is a record of what the options say; "FILE" and "FILE:12" are of a file. */
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

/**
 * diff_read() - read one of the two calls
 * @s:    receives it; zeroed before
 * @word: what was typed
 * @opt:  options
 *
 * Exits if there is not exactly one.
 */
void diff_read(struct side *s, const char *word, const struct options *opt)
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

static size_t label_width = 24;

static void put_line(const char *mark, const char *label, const char *a, const char *b,
		     enum style style)
{
	static const size_t width = 38;

	/* printf() counts bytes. */
	printf("%s%1s %-*s %-*s", term_on(style), mark, (int)label_width, label,
	       (int)(width + strlen(a) - columns(a)), a);
	/* A long value gets a separate line. */
	if (columns(a) > width)
		printf("\n  %-*s %-*s", (int)label_width, "", (int)width, "");
	printf(" %s%s\n", b, term_off(style));
}

/* Is the member the one that a reason names? */
static bool is_named(const struct side *s, const char *field)
{
	const char *named = s->r.why ? s->r.why->field : NULL;

	return named && !strcmp(named, field);
}

static void put_difference(const struct side s[2], const char *field, const char *a, const char *b)
{
	bool named = is_named(&s[0], field) || is_named(&s[1], field);
	struct text label = { 0 };

	/* It is a key of the file, which may be forged as its values. */
	text_safe(&label, field);
	if (strcmp(a, b))
		put_line(named ? "*" : "", text_str(&label), a, b, named ? RED : PLAIN);
	else if (named)
		put_line("*", text_str(&label), a, "(the same)", RED);
	text_free(&label);
}

/* The strings of a list as keys of an object, so that looking one up does not take them all. */
static json_t *set_of(json_t *list)
{
	json_t *set = must(json_object()), *v;
	size_t i;

	json_array_foreach(list, i, v) {
		if (json_is_string(v))
			json_object_set_new(set, json_string_value(v), json_null());
	}
	return set;
}

/* The names of bits that are only in @list. */
static void put_only(struct text *t, json_t *list, json_t *other)
{
	json_t *set = set_of(other), *v;
	size_t i;
	bool common = false;

	json_array_foreach(list, i, v) {
		if (!json_is_string(v))
			continue;
		if (json_object_get(set, json_string_value(v))) {
			common = true;
			continue;
		}
		text_add(t, t->len ? " | " : "");
		text_safe(t, json_string_value(v));
	}
	if (!t->len)
		text_add(t, common ? "-" : "0");
	json_decref(set);
}

static void compare(const struct side s[2], const char *field, json_t *a, json_t *b)
{
	json_t *la = json_object_get(s[0].r.symbols, field);
	json_t *lb = json_object_get(s[1].r.symbols, field);
	struct text ta = { 0 }, tb = { 0 };

	if ((!a || !b || json_is_null(a) || json_is_null(b)) && value_is_zero(a) &&
	    value_is_zero(b) &&
	    !is_named(&s[0], field) && !is_named(&s[1], field))
		return;
	if (json_is_array(la) && json_is_array(lb) && strncmp(field, "sample_regs", 11)) {
		if (!json_equal(la, lb)) {
			put_only(&ta, la, lb);
			put_only(&tb, lb, la);
		}
	} else {
		value_symbol(&ta, &s[0].r, field, a);
		value_symbol(&tb, &s[1].r, field, b);
	}
	put_difference(s, field, text_str(&ta), text_str(&tb));
	text_free(&ta);
	text_free(&tb);
}

/* Compares all members of both objects, in their order. */
static void compare_objects(const struct side s[2], json_t *a, json_t *b)
{
	const char *field;
	json_t *v;

	json_object_foreach(a, field, v) {
		compare(s, field, v, json_object_get(b, field));
	}
	json_object_foreach(b, field, v) {
		if (!json_object_get(a, field))
			compare(s, field, NULL, v);
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
	text_printf(t, "#%ju ", (uintmax_t)s->r.seq);
	put_task(t, s->r.comm, s->r.pid);
}

static void put_result(struct text *t, const struct side *s)
{
	struct row row;

	if (record_is_open(&s->r)) {
		text_safe(t, s->r.errname ? s->r.errname : "opened");
		return;
	}
	row_fill(&row, &s->r, &s->opt);
	row_result(t, &row);
	row_free(&row);
}

/* How the event of a read or a close has fared. */
static void put_fare(struct text *t, const struct side *s)
{
	struct row row;

	row_fill(&row, &s->r, &s->opt);
	fare_put(t, &row.fare, 1);
	row_free(&row);
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

static void put_reason(const struct side *s)
{
	struct text t = { 0 };

	if (!s->r.why)
		return;
	text_printf(&t, "#%ju: ", (uintmax_t)s->r.seq);
	sentence_put(&t, s->r.why->text, s->r.why->certain);
	printf("  %s\n", text_str(&t));
	text_free(&t);
}

/**
 * diff_sides() - print the differences between two calls, and free them
 * @s: both
 */
void diff_sides(struct side s[2])
{
	int i;

	put_both(s, "", put_who, true);
	put_both(s, "event", put_event, false);
	compare_objects(s, s[0].r.attr, s[1].r.attr);
	compare_objects(s, s[0].r.args, s[1].r.args);
	put_both(s, "result", put_result, false);
	put_both(s, "health", put_fare, false);
	for (i = 0; i < 2; i++) {
		put_reason(&s[i]);
		record_free(&s[i].r);
		text_free(&s[i].file);
	}
}

int cmd_diff(struct options *opt, int argc, char **argv)
{
	struct side s[2] = { 0 };
	int i;

	if (argc != 2)
		die(DIFF_TAKES);
	for (i = 0; i < 2; i++)
		diff_read(&s[i], argv[i], opt);
	if (strcmp(s[0].r.call, s[1].r.call))
		die("diff compares calls of a kind: %s is %s, %s is %s", argv[0], s[0].r.call,
		    argv[1], s[1].r.call);
	diff_sides(s);
	return 0;
}
