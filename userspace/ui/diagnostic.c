// SPDX-License-Identifier: GPL-2.0
/*
 * Why a call failed, as a compiler prints it: the code, one sentence, then notes and what helps.
 * Only the code is coloured.
 */

#include "rules/rule.h"
#include "rules/text.h"

#include "ui/ui.h"

/* Columns of "    note: ": where the text of a note begins. */
#define BODY	10
/* Columns of "    1. " */
#define NUMBERED	7
/* At least, in columns, on a narrow terminal: the indentation, and the room for a text. */
#define INDENT_LEAST	4
#define ROOM_LEAST	8
/* Bytes of a plan as C. */
#define CHANGES	4096
/* How many unknown fields are named. */
#define NAMES_MOST	8

/**
 * wrap_put() - print a text, wrapped at blanks
 * @s:      the text; each newline begins a line
 * @used:   columns of the line that are printed already
 * @indent: columns to leave free at the start of further lines
 * @room:   columns of a line; 0: no limit
 *
 * A narrow terminal has less indentation.
 */
void wrap_put(const char *s, size_t used, size_t indent, size_t room)
{
	size_t n, len;

	if (room && indent > room / 2)
		indent = INDENT_LEAST;
	if (room && used + ROOM_LEAST > room) {
		printf("\n%*s", (int)indent, "");
		used = indent;
	}
	for (; *s; s += n) {
		len = strcspn(s, "\n");
		n = room ? line_of(s, room - used) : len;
		if (n > len)
			n = len;
		printf("%.*s\n", (int)n, s);
		n += s[n] == ' ' || s[n] == '\n';
		used = indent;
		if (s[n])
			printf("%*s", (int)indent, "");
	}
}

/* Starts a line of notes, or of help. */
static void begin(struct text *t, const char *what)
{
	text_printf(t, "%s%s: ", t->len ? "\n" : "", what);
}

static void put_rule(struct text *t, const struct pa_why *why)
{
	text_safe(t, why->text);
	text_printf(t, " [%s]", why->rule->id);
}

static void put_value(struct pa_record *r, const struct pa_fix *fix)
{
	unsigned int id = pa_field_find(fix->field, strlen(fix->field));
	const struct pa_field *f = &pa_fields[id < PA_FIELD_MAX ? id : 0];

	if (id < PA_FIELD_MAX && 8u * f->word + 8 <= r->attr_len)
		pa_attr_put(r, f, fix->value);
}

/* Return true if the event of a call is known. */
static bool has_event(const struct pa_call *x)
{
	return pa_attr_passed(&x->r) && !x->pasted.unknown.word[0] && !x->pasted.unknown.word[1];
}

/* perf's name for the event that a plan opens, if it differs from the event of the call. */
static void put_perf_event(struct text *t, const struct record *r, const struct pa_why *why)
{
	struct pa_call *x;
	struct record planned = *r;
	struct text name = { 0 };
	u32 i;

	if (!record_is_open(r) || !r->event || !has_event(r->x))
		return;
	x = must(malloc(sizeof(*x)));
	*x = *r->x;
	/* The PMU that refused the call is not that of the new event. */
	x->r.have_kview = false;
	for (i = 0; i < why->nfix; i++)
		put_value(&x->r, &why->fix[i]);
	planned.x = x;
	planned.event = NULL;
	event_text(&name, &planned, NULL, false);
	if (name.len && strcmp(name.s, r->event) && !strpbrk(name.s, "?/"))
		text_printf(t, " (-e %s)", name.s);
	text_free(&name);
	free(x);
}

/* The option of perf for a field. */
static void put_perf_option(struct text *t, const struct pa_why *why)
{
	static const struct {
		const char *field, *option;
	} options[] = {
		{ "sample_freq", "-F" }, { "sample_period", "-c" },
	};
	size_t i;

	for (i = 0; why->nfix == 1 && i < ARRAY_SIZE(options); i++)
		if (!strcmp(why->fix[0].field, options[i].field) && why->fix[0].value)
			text_printf(t, " (%s %ju)", options[i].option,
				    (uintmax_t)why->fix[0].value);
	if (why->nfix == 1 && !strcmp(why->fix[0].field, "inherit"))
		text_add(t, " (--no-inherit)");
}

/* The assignments of a plan, and perf's options for them. */
static void put_changes(struct text *t, const struct record *r, const struct pa_why *why)
{
	static char changes[CHANGES];

	why_changes_text(changes, sizeof(changes), &r->x->r, &r->x->env, why);
	text_add(t, changes);
	put_perf_event(t, r, why);
	put_perf_option(t, why);
}

static void put_help(struct text *t, const struct record *r, const struct pa_why *why)
{
	bool plan = why->nfix && !plan_is_void(why);

	if (why->garbage) {
		begin(t, "help");
		text_add(t, "zero the attr before you fill it: memset(&attr, 0, sizeof(attr))");
	}
	if (plan) {
		begin(t, "help");
		text_add(t, why->opens ? "" : "try ");
		put_changes(t, r, why);
		if (why->lost[0]) {
			text_add(t, "\n      ");
			text_safe(t, why->lost);
		}
	}
	if (why->needs[0]) {
		begin(t, "help");
		text_add(t, plan ? "or have " : "have ");
		text_safe(t, why->needs);
	}
}

/* A plan that opens an event which never counts is not help. */
static void put_void(struct text *t, const struct record *r, const struct pa_why *why)
{
	if (!why->nfix || !plan_is_void(why))
		return;
	begin(t, "note");
	put_changes(t, r, why);
	text_add(t, " would open, but be of no use: ");
	text_safe(t, why->lost);
	if (why->check)
		text_printf(t, " (%s)", why->check);
}

static void put_holder(struct text *t, const struct pa_held *h, u32 i)
{
	const struct pa_holder *who = &h->by[i].who;

	if (i && h->by[i - 1].who.pid == who->pid) {
		text_printf(t, ", fd %d", who->fd);
		return;
	}
	text_add(t, i ? "; " : "");
	put_task(t, who->comm, who->pid);
	text_printf(t, " fd %d", who->fd);
}

/* The processes that hold what the call could not get. */
static void put_held(struct text *t, const struct record *r)
{
	const struct pa_held *h = r->x->env.now ? r->x->env.now->held : NULL;
	u32 i;

	if (!h || !record_is_open(r))
		return;
	begin(t, "note");
	text_add(t, h->n ? "held now by " : "who holds it now is not known");
	for (i = 0; i < h->n && i < PA_HELD_NAMED; i++)
		put_holder(t, h, i);
	if (h->cut)
		text_add(t, ", and maybe others");
	else if (h->more)
		text_printf(t, ", and %u more", h->more);
}

/* The checks that would refuse the call next. */
static void put_after(struct text *t, const struct record *r)
{
	const struct pasted_after *all = &r->explanation->after;
	u32 i;

	for (i = 0; i < all->n; i++) {
		begin(t, "note");
		text_add(t, "after that: ");
		put_rule(t, &all->why[i]);
		if (all->why[i].nfix && !plan_is_void(&all->why[i])) {
			text_add(t, ": ");
			put_changes(t, r, &all->why[i]);
		}
	}
}

/* Evidence in a text: the origin of the error, and the retry that opened. */
static void put_evidence(struct text *t, const struct record *r)
{
	const struct pasted *p = &r->x->pasted;

	if (p->told_by == PASTE_BY_STRACE) {
		begin(t, "note");
		text_add(t, "strace made this error itself (inject): the kernel was not asked");
	} else if (p->told_by == PASTE_BY_PROGRAM) {
		begin(t, "note");
		text_add(t, r->x->r.ret == -1 ? "a program that returns -1 prints EPERM, too" :
			 "the program may have chosen this number itself");
	}
	if (!p->changed.field)
		return;
	begin(t, "note");
	text_printf(t, "line %ju opened with %s=", (uintmax_t)p->retry_line,
		    p->changed.field);
	text_printf(t, p->changed.is_signed ? "%jd" : "%ju", (uintmax_t)p->changed.value);
	text_add(t, ", and nothing else changed");
}

/* The first names, and how many there are. */
struct names {
	struct text t;
	u32 n;
	size_t len;	/* of those that are printed if there are too many */
};

static void take_name(void *arg, const char *name)
{
	struct names *names = arg;

	text_printf(&names->t, names->n ? ", %s" : "%s", name);
	if (++names->n == NAMES_MOST)
		names->len = names->t.len;
}

/* The fields that a text does not show. */
static void put_unknown(struct text *t, const struct pa_call *x)
{
	struct names names = { .n = 0 };

	pasted_unknown_names(&x->r, &x->pasted.unknown, take_name, &names);
	if (names.n) {
		begin(t, "note");
		text_add(t, "not known: ");
	}
	if (names.n > NAMES_MOST + 1)
		text_printf(t, "%.*s and %u more", (int)names.len, names.t.s,
			    names.n - NAMES_MOST);
	else if (names.n)
		text_add(t, names.t.s);
	text_free(&names.t);
}

/* The command that decides whether a rule is the reason; NULL: none but a run of the program. */
static const char *way_to_know(const struct pa_rule *rule, const struct pa_call *x)
{
	bool level = rule->need.leveled && !(x->r.facts.have & PA_F_PARANOID);

	if (!strcmp(rule->in, "perf"))
		return "perf list";
	return level ? "cat /proc/sys/kernel/perf_event_paranoid" :
	       rule->absent ? "dmesg | grep -i perf" :
	       rule->need.cap == PA_NEED_IPC_LOCK ? "ulimit -l" :
	       rule->err == EMFILE ? "ulimit -n" : NULL;
}

/* How to find out which reason of a sentence it is, or whether it is this one. */
static void put_ways(struct text *t, const struct record *r, const struct pa_why *why, u32 n)
{
	const char *way;
	size_t from;
	u32 i;

	if (!r->x->pasted.is || r->x->pasted.form == PASTE_STRACE || r->x->r.ret >= 0)
		return;
	begin(t, "to know which");
	from = t->len;
	text_add(t, "perfattr run -- PROGRAM");
	for (i = 0; i < n; i++) {
		way = way_to_know(why[i].rule, r->x);
		if (way && !strstr(t->s + from, way))
			text_printf(t, "; %s", way);
	}
}

/* Several reasons, the most likely one first. */
static void put_causes(struct text *t, const struct pasted_reasons *all)
{
	u32 i;

	for (i = 0; i < all->n; i++) {
		text_printf(t, "%s%u. ", t->len ? "\n" : "", i + 1);
		put_rule(t, &all->why[i]);
	}
}

static void put_one(struct diagnostic *d, const struct record *r)
{
	struct text t = { 0 };

	text_printf(&t, "%s[%s]", r->errname ? r->errname : "note", r->why->rule->id);
	d->code = text_taken(&t);
	sentence_put(&t, r->why->text, r->why->certain);
	d->text = text_taken(&t);
	put_held(&t, r);
	put_void(&t, r, r->why);
	put_after(&t, r);
	put_evidence(&t, r);
	d->notes = text_taken(&t);
	put_help(&t, r, r->why);
	put_ways(&t, r, r->why, 1);
	d->help = text_taken(&t);
}

static void put_several(struct diagnostic *d, const struct record *r)
{
	const struct pasted_reasons *all = &r->explanation->reasons;
	struct text t = { 0 };

	d->code = must(strdup(r->errname));
	text_add(&t, all->likely ? "most likely cause 1, less likely the others" :
		 all->n ? "possible causes, most likely first" :
		 r->x->pasted.told_by == PASTE_BY_STRACE ? "not the kernel's error" :
		 "no reason is known from this text alone");
	if (all->more)
		text_printf(&t, "; rarer ones: perfattr explain -a %s", r->errname);
	d->text = text_taken(&t);
	put_causes(&t, all);
	put_after(&t, r);
	put_evidence(&t, r);
	if (r->x->pasted.is && r->x->pasted.form != PASTE_WORDS)
		put_unknown(&t, r->x);
	d->notes = text_taken(&t);
	put_ways(&t, r, all->why, all->n);
	d->help = text_taken(&t);
}

/* The notes on a call that has succeeded. */
static void put_notes(struct diagnostic *d, const struct pa_explanation *e)
{
	struct text t = { 0 };
	u32 i;

	text_printf(&t, "note[%s]", e->notes[0].rule);
	d->code = text_taken(&t);
	text_safe(&t, e->notes[0].text);
	d->text = text_taken(&t);
	for (i = 1; i < e->n_notes; i++) {
		begin(&t, "note");
		text_safe(&t, e->notes[i].text);
		text_printf(&t, " [%s]", e->notes[i].rule);
	}
	d->notes = text_taken(&t);
	d->help = must(strdup(""));
}

/**
 * diagnostic_of() - describe why a call was refused, or has no effect
 * @r: the record, explained
 *
 * Return: to be freed by diagnostic_free(); NULL: there is nothing to report.
 */
struct diagnostic *diagnostic_of(const struct record *r)
{
	const struct pa_explanation *e = r->explanation;
	struct diagnostic *d;

	if (!e || (!r->why && !e->n_notes && (!r->errname || (!e->reasons.n && !r->x->pasted.is))))
		return NULL;
	d = must(calloc(1, sizeof(*d)));
	d->refused = r->errname;
	if (r->why)
		put_one(d, r);
	else if (r->errname)
		put_several(d, r);
	else
		put_notes(d, e);
	if (r->x->r.ret < 0)
		d->allow = e->after.allow;
	return d;
}

/**
 * diagnostic_never() - why an event never ran
 * @never: the reason
 *
 * Return: to be freed by diagnostic_free().
 */
struct diagnostic *diagnostic_never(const struct why_never *never)
{
	struct diagnostic *d = must(calloc(1, sizeof(*d)));
	struct text t = { 0 };

	text_printf(&t, "note[%s]", never->id);
	d->code = text_taken(&t);
	text_add(&t, "the event never ran: ");
	sentence_put(&t, never->text, never->certain);
	d->text = text_taken(&t);
	d->notes = must(strdup(""));
	d->help = must(strdup(""));
	return d;
}

/**
 * diagnostic_free() - free a diagnostic
 * @d: from diagnostic_of() or diagnostic_never(); may be NULL
 */
void diagnostic_free(struct diagnostic *d)
{
	if (!d)
		return;
	free(d->code);
	free(d->text);
	free(d->notes);
	free(d->help);
	free(d);
}

/**
 * diagnostic_is() - return true if two diagnostics have the same cause
 * @a: a diagnostic, or NULL
 * @b: another one
 */
bool diagnostic_is(const struct diagnostic *a, const struct diagnostic *b)
{
	if (!a || !b)
		return a == b;
	return !strcmp(a->code, b->code) && !strcmp(a->text, b->text) &&
	       !strcmp(a->notes, b->notes);
}

/* Prints the code, in pieces on a narrower terminal. Returns the columns used in the last line. */
static size_t put_code(const struct diagnostic *d, size_t used, size_t room)
{
	enum style style = strncmp(d->code, "note", 4) ? RED : BOLD;
	const char *code = d->code;
	size_t n;

	fputs(term_on(style), stdout);
	for (; room && used + columns(code) >= room; code += n) {
		n = line_of(code, room - used);
		printf("%.*s\n", (int)n, code);
		used = 0;
	}
	printf("%s%s: ", code, term_off(style));
	return used + columns(code) + strlen(": ");
}

/**
 * diagnostic_head() - print the code and the sentence
 * @d:     the diagnostic
 * @mark:  the letter by which a table refers to it; NULL: none
 * @calls: which calls have it, at the end of the line; NULL: none
 * @room:  columns of a line; 0: no limit
 */
void diagnostic_head(const struct diagnostic *d, const char *mark, const char *calls, size_t room)
{
	size_t used = mark ? strlen(mark) + 3 : 0, n = calls ? columns(calls) : 0, end;

	if (mark)
		printf("[%s] ", mark);
	used = put_code(d, used, room);
	end = used + columns(d->text);
	if (!n) {
		wrap_put(d->text, used, 4, room);
	} else if (end + 2 + n > room && room) {
		wrap_put(d->text, used, 4, room);
		printf(" --> ");
		wrap_put(calls, 5, 5, room);
	} else {
		printf("%s%*s%s\n", d->text, (int)(room ? room - end - n : 2), "", calls);
	}
}

/* Prints lines behind @lead blanks; wrapped parts begin at column @indent. */
static void put_lines(const char *lines, int lead, size_t indent, size_t room)
{
	struct text line = { 0 };
	size_t n;

	for (; *lines; lines += n + (lines[n] == '\n')) {
		n = strcspn(lines, "\n");
		text_clear(&line);
		text_mem(&line, lines, n);
		printf("%*s", lead, "");
		wrap_put(line.s, (size_t)lead, line.s[1] == '.' ? NUMBERED : indent, room);
	}
	text_free(&line);
}

/**
 * body_put() - print notes or help, each line behind four blanks
 * @lines: separated by newlines
 * @room:  columns of a line; 0: no limit
 */
void body_put(const char *lines, size_t room)
{
	put_lines(lines, 4, BODY, room);
}

static bool rare_places;

/**
 * allow_rare() - choose whether allow_put() prints all places
 * @shown: also the rare ones, where the place is not known
 */
void allow_rare(bool shown)
{
	rare_places = shown;
}

/* Podman's line is Docker's with a restriction. */
static bool is_rare(const struct pasted_allow *a, const char *where)
{
	return !rare_places && a->place.in == PA_IN_UNKNOWN &&
	       (!strcmp(where, "podman") || !strcmp(where, "lxc"));
}

/* A platform in each line. */
static void allow_text(struct text *t, const struct pasted_allow *a)
{
	struct text where = { 0 };
	u32 i;

	for (i = 0; i < a->n; i++) {
		/* Join two remedies with the same command. */
		if (i + 1 < a->n && !strcmp(a->how[i].what, a->how[i + 1].what)) {
			text_printf(&where, "%s, ", a->how[i].where);
			continue;
		}
		text_add(&where, a->how[i].where);
		if (!is_rare(a, where.s)) {
			text_printf(t, "%s%-14s  ", t->len ? "\n" : "", where.s);
			text_safe(t, a->how[i].what);
		}
		text_clear(&where);
	}
	text_free(&where);
}

/**
 * allow_put() - print how calls are allowed, a platform in each line
 * @allow:  the remedies, from a diagnostic
 * @last:   the lines that were printed last, which are not repeated; owned; NULL: none
 * @before: printed before them
 * @room:   columns of a line; 0: no limit
 */
void allow_put(const struct pasted_allow *allow, char **last, const char *before, size_t room)
{
	struct text t = { 0 };

	allow_text(&t, allow);
	if (t.len && (!*last || strcmp(*last, t.s))) {
		printf("%s    allowed by one of%s\n", before, strstr(t.s, "perf_event_paranoid=") ?
		       " (to keep the sysctl: /etc/sysctl.d/perf.conf)" : "");
		put_lines(t.s, 6, 22, room);
		free(*last);
		*last = text_taken(&t);
	}
	text_free(&t);
}

/**
 * diagnostic_put() - print a diagnostic of one call
 * @d:    the diagnostic
 * @from: caller and call: " --> " is printed before it; NULL: nothing
 * @room: columns of a line; 0: no limit
 */
void diagnostic_put(const struct diagnostic *d, const char *from, size_t room)
{
	diagnostic_head(d, NULL, NULL, room);
	if (from) {
		printf(" --> ");
		wrap_put(from, 5, 5, room);
	}
	body_put(d->notes, room);
	body_put(d->help, room);
}
