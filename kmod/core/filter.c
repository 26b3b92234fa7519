// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The filter: space-separated terms that must all hold, see docs/INTERFACE.md, "Filter".
 *
 *	uid=1000 pid=1234 comm=perf* type=software failed, and ! before any
 */
#include "core/filter.h"

#include "core/attr.h"

#define WORD(text, what_, has_value_, takes_) \
	{ .word = #text, .len = sizeof(#text) - 1, .has_value = has_value_, .takes = takes_ },

/* Indexed by enum pa_filter_what. */
static const struct {
	const char *word;
	u8 len;
	u8 has_value;
	const char *takes;
} filter_words[] = { PA_LIST_FILTER_WORDS(WORD) };

#define NO_WORD	"unknown term; the terms, separated by spaces, are " \
		"uid=, pid=, comm=, type= and failed; ! before one negates it"

/* A name as the views show it, at most 15 bytes besides the * at its end. */
static bool parse_comm(char *name, const char *p, u32 len)
{
	const char *special;

	if (!len || len > PA_COMM_LEN)
		return false;
	memcpy(name, p, len);
	special = strpbrk(name, "\"',\\*");
	return special ? !strcmp(special, "*") : len < PA_COMM_LEN;
}

/* A number; PERF_TYPE_SOFTWARE, or software as sysfs and perf name it; or the name of a PMU. */
static bool parse_type(struct pa_filter_term *t, const char *p, u32 len, const struct pa_env *env)
{
	static const char prefix[] = "PERF_TYPE_";
	const char *symbol;

	if (pa_parse_number(p, len, &t->value))
		return true;
	if (!len || len >= sizeof(t->name))
		return false;
	memcpy(t->name, p, len);
	for (t->value = 0; t->value < pa_types.count; t->value++) {
		symbol = pa_types.name[t->value].text;
		if (!strcmp(t->name, symbol) ||
		    !strcasecmp(t->name, symbol + sizeof(prefix) - 1)) {
			t->name[0] = '\0';
			return true;
		}
	}
	return pa_pmu_by_name(env, t->name);
}

static bool parse_value(struct pa_filter_term *t, const char *p, u32 len, const struct pa_env *env)
{
	switch (t->what) {
	case PA_FILTER_COMM:
		return parse_comm(t->name, p, len);
	case PA_FILTER_TYPE:
		return parse_type(t, p, len, env);
	case PA_FILTER_UID:
		return pa_parse_number(p, len, &t->value);
	default:
		return pa_parse_number(p, len, &t->value) && t->value && t->value <= S32_MAX;
	}
}

/* Returns NULL, or the error message for this term. */
static const char *parse_term(struct pa_filter_term *t, const char *p, u32 len,
			      const struct pa_env *env)
{
	u32 name_len, i;
	bool good;

	memset(t, 0, sizeof(*t));
	if (len && *p == '!') {
		t->negate = 1;
		p++;
		len--;
	}
	for (name_len = 0; name_len < len && p[name_len] != '='; name_len++)
		;
	for (i = 0; i < ARRAY_SIZE(filter_words); i++) {
		if (filter_words[i].len != name_len || strncmp(p, filter_words[i].word, name_len))
			continue;
		t->what = i;
		if (filter_words[i].has_value)
			good = len > name_len &&
			       parse_value(t, p + name_len + 1, len - name_len - 1, env);
		else
			good = len == name_len;
		return good ? NULL : filter_words[i].takes;
	}
	return NO_WORD;
}

/**
 * pa_filter_parse() - parse a filter
 * @f:    receives the filter; invalid on error
 * @text: NUL terminated
 * @env:  PMUs, which a type can name
 * @no:   on error, receives the refused word and the text of the answer
 *
 * Context: any; no allocation. Return: 0; -EINVAL; -E2BIG for too many terms.
 */
int pa_filter_parse(struct pa_filter *f, const char *text, const struct pa_env *env,
		    struct pa_refused *no)
{
	memset(no, 0, sizeof(*no));
	for (f->nterms = 0; *(text += strspn(text, PA_SPACES)); text += no->len) {
		no->word = text;
		no->len = strcspn(text, PA_SPACES);
		if (f->nterms == PA_FILTER_TERMS) {
			no->takes = "too many terms: a filter has at most 16";
			return -E2BIG;
		}
		no->takes = parse_term(&f->term[f->nterms], text, no->len, env);
		if (no->takes)
			return -EINVAL;
		f->nterms++;
	}
	return 0;
}

static bool comm_is(const char *pattern, const char *comm)
{
	u32 i;

	for (i = 0; i < PA_COMM_LEN && comm[i]; i++) {
		if (pattern[i] == '*')
			return true;
		if (pattern[i] != '?' && pattern[i] != comm[i])
			return false;
	}
	return !pattern[i] || pattern[i] == '*';
}

static bool pmu_is(const struct pa_filter_term *t, u32 index, const struct pa_env *env)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(env, index);

	return pmu && !strcmp(pmu->name, t->name);
}

/*
 * A number is what the caller passed. A name is compared with the PMU that had the number then, as
 * another one may get it later, and with the PMU that answered: clock PMUs have no type of their
 * own that a caller could pass. An op has the type of its event, so sessions stay whole.
 */
static bool match_type(const struct pa_filter_term *t, const struct pa_record *r,
		       const struct pa_env *env)
{
	u32 type;

	if (r->kind != PA_RECORD_OPEN)
		return t->name[0] ? pmu_is(t, r->op.pmu, env) :
		       r->op.type == t->value && t->value != PA_OP_NO_TYPE;
	if (t->name[0])
		return pmu_is(t, r->type_pmu, env) || (r->have_kview && pmu_is(t, r->kv.pmu, env));
	if (r->attr_len < sizeof(type))
		return false;
	memcpy(&type, r->attr, sizeof(type));
	return pa_le32(type) == t->value;
}

static bool match_term(const struct pa_filter_term *t, const struct pa_record *r,
		       const struct pa_env *env)
{
	switch (t->what) {
	case PA_FILTER_UID:
		return r->uid == t->value;
	case PA_FILTER_PID:
		return (u32)r->pid == t->value;
	case PA_FILTER_COMM:
		return comm_is(t->name, r->comm);
	case PA_FILTER_TYPE:
		return match_type(t, r, env);
	default:
		return r->ret < 0;
	}
}

/*
 * Return true if an open can be matched with this term when it begins. A PMU's name cannot, since
 * another PMU may accept the event later, and neither can an attr that could not be read yet.
 */
static bool known_at_entry(const struct pa_filter_term *t, const struct pa_record *r)
{
	if (t->what == PA_FILTER_TYPE)
		return !t->name[0] && r->attr_state == PA_ATTR_ENTRY;
	return t->what != PA_FILTER_FAILED;
}

/**
 * pa_filter_excludes() - return true if a call is not to be recorded
 * @f:     the filter
 * @r:     the call
 * @env:   the PMUs
 * @begun: @r is an open that begins; its attr was copied, or could not be read yet. Look only at
 *         the terms that this decides: it may still be excluded when it has finished
 *
 * Context: any, atomic; bounded.
 */
bool pa_filter_excludes(const struct pa_filter *f, const struct pa_record *r,
			const struct pa_env *env, bool begun)
{
	const struct pa_filter_term *t;

	for (t = f->term; t < f->term + f->nterms; t++) {
		if ((!begun || known_at_entry(t, r)) && match_term(t, r, env) == t->negate)
			return true;
	}
	return false;
}
