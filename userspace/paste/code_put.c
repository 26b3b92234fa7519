// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* A value that the code gives to a field, or to an argument. */
#include "paste/code_parts.h"

#define FLAGS_WORD	(PA_OFF_FLAGS / 8)

/* What languages call a field. NULL: not at all. */
static const struct pa_field *field_of(const char *s, const struct code_token *t)
{
	static const struct {
		const char *name;
		enum pa_field_id id;
	} others[] = {
		{ "sample", PA_FIELD_SAMPLE_PERIOD },
		{ "sample_period_or_freq", PA_FIELD_SAMPLE_PERIOD },
		{ "wakeup", PA_FIELD_WAKEUP_EVENTS },
		{ "wakeup_events_or_watermark", PA_FIELD_WAKEUP_EVENTS },
		{ "ext1", PA_FIELD_CONFIG1 }, { "bp_addr_or_config1", PA_FIELD_CONFIG1 },
		{ "ext2", PA_FIELD_CONFIG2 }, { "bp_len_or_config2", PA_FIELD_CONFIG2 },
	};
	size_t i;

	if (t->kind != CODE_WORD)
		return NULL;
	for (i = 0; i < PA_FIELD_MAX; i++)
		if (code_folds(s + t->at, t->len, pa_fields[i].name))
			return &pa_fields[i];
	for (i = 0; i < ARRAY_SIZE(others); i++)
		if (code_folds(s + t->at, t->len, others[i].name))
			return &pa_fields[others[i].id];
	return NULL;
}

static bool is_flags(const char *s, const struct code_token *t)
{
	return code_folds(s + t->at, t->len, "bits") || code_folds(s + t->at, t->len, "flags");
}

/**
 * code_is_field() - is it the name of a field, or of all flags?
 * @s:    the text
 * @name: the word
 */
bool code_is_field(const char *s, const struct code_token *name)
{
	return field_of(s, name) || (name->kind == CODE_WORD && is_flags(s, name));
}

static u64 word_of(const struct paste_call *call, unsigned int word)
{
	u64 v;

	memcpy(&v, call->r.attr + 8u * word, sizeof(v));
	return pa_le64(v);
}

static void word_set(struct paste_call *call, unsigned int word, bool known, u64 value)
{
	size_t i;

	for (i = 0; i < PA_FIELD_MAX; i++) {
		const struct pa_field *f = &pa_fields[i];

		if (f->word == word && known)
			paste_set(call, (enum pa_field_id)i, (value >> f->shift) & f->mask);
		else if (f->word == word)
			paste_unknown(call, (enum pa_field_id)i);
	}
}

/**
 * code_forget() - the value of a field is not known any more
 * @a:    the attr
 * @name: the field, or what may be one
 */
void code_forget(struct code_attr *a, const struct code_token *name)
{
	const struct pa_field *f = field_of(a->v->s, name);

	if (f)
		paste_unknown(a->call, (enum pa_field_id)(f - pa_fields));
	else if (name->kind == CODE_WORD && is_flags(a->v->s, name))
		word_set(a->call, FLAGS_WORD, false, 0);
	else
		paste_all_unknown(a->call);
}

/* unix.PerfBitExcludeKernel */
static bool go_flag(const char *s, const struct code_token *t, u64 *value)
{
	static const char begins[] = "PerfBit";
	const struct pa_field *precise = &pa_fields[PA_FIELD_PRECISE_IP];
	size_t len = sizeof(begins) - 1, i;

	if (t->len <= len || memcmp(s + t->at, begins, len))
		return false;
	if (code_is(s, t, "PerfBitPreciseIPBit1") || code_is(s, t, "PerfBitPreciseIPBit2")) {
		*value |= 1ULL << (precise->shift + (s[t->at + t->len - 1] == '2'));
		return true;
	}
	for (i = 0; i < PA_FIELD_MAX; i++) {
		if (pa_fields[i].word != FLAGS_WORD || pa_fields[i].mask != 1 ||
		    !code_folds(s + t->at + len, t->len - len, pa_fields[i].name))
			continue;
		*value |= 1ULL << pa_fields[i].shift;
		return true;
	}
	return false;
}

/* unix.PerfBitDisabled | unix.PerfBitFreq */
static bool go_flags(const struct code_view *v, size_t from, size_t to, u64 *value)
{
	struct code_scan c = { .s = v->s, .at = from, .end = to };
	struct code_token t, next = { 0 };

	*value = 0;
	do {
		if (!code_next(&c, &t) || t.kind != CODE_WORD)
			return false;
		if (code_next(&c, &next) && code_is(c.s, &next, ".")) {
			if (!code_next(&c, &t))
				return false;
			code_next(&c, &next);
		}
		if (!go_flag(v->s, &t, value))
			return false;
	} while (code_is(c.s, &next, "|"));
	return c.at >= to;
}

/* Is there something before the call that only C and C++ have? */
static enum paste_lang language(const struct code_view *v)
{
	static const char * const words[] = {
		"struct perf_event_attr", "memset(", "#include", "__NR_perf_event_open",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words) && !v->go; i++)
		if (memmem(v->s, v->call, words[i], strlen(words[i])))
			return PASTE_C;
	return v->go ? PASTE_NOT_C : PASTE_ANY;
}

/*
 * An expression as paste_value() takes it, first as it is, then with names that have one value. How
 * wide a name is nobody knows.
 */
static bool number(const struct code_view *v, size_t from, size_t to, u64 *value)
{
	char buf[CODE_EXPR];
	size_t len = code_expr(v, from, to, false, buf);

	if (len && paste_value_in(language(v), buf, len, NULL, value) == PASTE_KNOWN)
		return true;
	len = code_expr(v, from, to, true, buf);
	return len && paste_value(buf, len, NULL, value) == PASTE_KNOWN;
}

/**
 * code_word() - a word of the attr gets a value
 * @a:    the attr
 * @word: which one
 * @from: where the value begins
 * @to:   where it ends
 * @or:   it is added to the bits that are set already
 */
void code_word(struct code_attr *a, unsigned int word, size_t from, size_t to, bool or)
{
	bool known;
	u64 v;

	if (word >= PA_WORDS)
		return;
	known = go_flags(a->v, from, to, &v) || number(a->v, from, to, &v);
	if (or && a->call->unknown[word])
		known = false;
	word_set(a->call, word, known, or ? v | word_of(a->call, word) : v);
}

/* Does sizeof of what the attr is called give its size, not that of a pointer? */
static bool is_self(const struct code_attr *a, const struct code_token *t, bool star)
{
	static const char name[] = "unix.PerfEventAttr";
	unsigned int last = a->path.n;

	if (!last)
		return false;
	for (last--; last && a->path.sub[last]; last--)
		;
	if (!code_same(a->v->s, t, &a->path.part[last]))
		return false;
	if (a->v->go)
		return memmem(a->v->s, a->v->call, name, sizeof(name) - 1);
	return a->value || a->address || star;
}

/* Is it the size of the attr, of whatever headers, and nothing else? */
static bool is_size(const struct code_attr *a, size_t from, size_t to)
{
	static const char * const size[] = { "sizeof", "size_of", "Sizeof" };
	static const char * const wrong[] = { "+", "-", "/", "%", "<<", ">>", "|", "&" };
	struct code_scan c = { .s = a->v->s, .at = from, .end = to };
	bool any = false, named = false, star = false;
	struct code_token t, prev = { 0 };

	for (; code_next(&c, &t); prev = t) {
		if (code_among(c.s, &t, wrong, ARRAY_SIZE(wrong)) ||
		    (t.kind == CODE_NUMBER && !code_is(c.s, &prev, "[")))
			return false;
		any |= code_among(c.s, &t, size, ARRAY_SIZE(size));
		star |= code_is(c.s, &t, "*");
		named |= code_is(c.s, &t, "perf_event_attr") || is_self(a, &t, star) ||
			 (a->v->go && code_is(c.s, &t, "PerfEventAttr") &&
			  code_is(c.s, &prev, "."));
	}
	return any && named;
}

/* The bits of a field, in its word. */
static void or_field(struct paste_call *call, const struct pa_field *f, size_t from, size_t to,
		     const struct code_view *v)
{
	u64 bits = f->mask << f->shift, old = (word_of(call, f->word) >> f->shift) & f->mask, value;
	enum pa_field_id id = (enum pa_field_id)(f - pa_fields);

	if ((call->unknown[f->word] & bits) || !number(v, from, to, &value))
		paste_unknown(call, id);
	else
		paste_set(call, id, old | value);
}

/**
 * code_put() - a field gets a value
 * @a:    the attr
 * @name: the field
 * @from: where the value begins
 * @to:   where it ends
 * @or:   it is added to the bits that are set already
 */
void code_put(struct code_attr *a, const struct code_token *name, size_t from, size_t to, bool or)
{
	const struct pa_field *f = field_of(a->v->s, name);
	char buf[CODE_EXPR];
	enum pa_field_id id;
	size_t len;

	if (!f && is_flags(a->v->s, name)) {
		code_word(a, FLAGS_WORD, from, to, or);
		return;
	}
	if (!f) {
		paste_all_unknown(a->call);
		return;
	}
	id = (enum pa_field_id)(f - pa_fields);
	if (or) {
		or_field(a->call, f, from, to, a->v);
		return;
	}
	paste_unknown(a->call, id);
	len = code_expr(a->v, from, to, false, buf);
	if (id == PA_FIELD_SIZE && len && memmem(buf, len, "ize", 3) && memchr(buf, '(', len)) {
		if (!is_size(a, from, to))
			return;
		paste_field(a->call, f->name, f->name_len, "sizeof(struct perf_event_attr)", 30);
		return;
	}
	if (len && paste_field(a->call, f->name, f->name_len, buf, len) == PASTE_PUT_KNOWN)
		return;
	len = code_expr(a->v, from, to, true, buf);
	if (!len || paste_field(a->call, f->name, f->name_len, buf, len) != PASTE_PUT_KNOWN)
		paste_unknown(a->call, id);
}

/**
 * code_arg() - an argument of the call
 * @v:    the call
 * @call: receives it
 * @arg:  which one: PASTE_PID and so on
 * @from: where it begins
 * @to:   where it ends
 */
void code_arg(const struct code_view *v, struct paste_call *call, unsigned int arg, size_t from,
	      size_t to)
{
	char buf[CODE_EXPR];
	size_t len = code_expr(v, from, to, false, buf);

	if (len && paste_arg(call, arg, buf, len) == PASTE_PUT_KNOWN)
		return;
	len = code_expr(v, from, to, true, buf);
	if (len)
		paste_arg(call, arg, buf, len);
}
