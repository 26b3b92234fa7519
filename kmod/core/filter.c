// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The filter: space-separated terms that must all hold, see docs/INTERFACE.md, "Filter".
 *
 *	pid=1234 tid=1234 uid=1000 comm=perf* type=software errno=EINVAL failed ok, and ! before any
 */
#include "core/filter.h"

#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>
#endif

#include "core/attr.h"
#include "core/names.h"

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
		"pid=, tid=, uid=, comm=, type=, errno=, failed and ok; ! before one negates it"

/* A name as the views show it, or a pattern. At most 15 bytes besides *; "**" is stored as "*". */
static bool parse_comm(char *name, const char *p, u32 len)
{
	u32 i, bytes = 0, n = 0;

	for (i = 0; i < len; i++) {
		if (p[i] == '*' && n && name[n - 1] == '*')
			continue;
		bytes += p[i] != '*';
		if (bytes >= PA_COMM_LEN || strchr("\"',\\", p[i]))
			return false;
		name[n++] = p[i];
	}
	return n;
}

/* Types that every kernel has: PERF_TYPE_SOFTWARE, or software as sysfs and perf name it. */
static bool parse_static_type(u32 *value, const char *name)
{
	static const char prefix[] = "PERF_TYPE_";
	u32 i;

	for (i = 0; i < pa_types.count; i++) {
		const char *symbol = pa_types.name[i].text;

		if (!strcmp(name, symbol) || !strcasecmp(name, symbol + sizeof(prefix) - 1)) {
			*value = i;
			return true;
		}
	}
	return false;
}

static bool parse_type(struct pa_filter_term *t, const char *p, u32 len, const struct pa_env *env)
{
	u32 i;

	if (pa_parse_number(p, len, &t->value))
		return true;
	if (!len || len >= sizeof(t->name))
		return false;
	memcpy(t->name, p, len);
	if (parse_static_type(&t->value, t->name)) {
		t->name[0] = '\0';
		return true;
	}
	i = pa_pmu_by_name(env, t->name);
	if (!i)
		return false;
	t->value = env->pmus[i].type;
	/* A clock's PMU shares the type of all software events. */
	if (t->value < PA_TYPE_DYNAMIC)
		t->value = U32_MAX;
	return true;
}

/* Root is always 0; names of other users are known only in user space. */
static bool parse_uid(u32 *value, const char *p, u32 len)
{
	*value = 0;
	return (len == 4 && !strncmp(p, "root", len)) || pa_parse_number(p, len, value);
}

#define ERRNO_MAX	4095

static bool parse_errno(u32 *value, const char *p, u32 len)
{
	const struct pa_name *name;
	u32 i;

	if (pa_parse_number(p, len, value))
		return *value && *value <= ERRNO_MAX;
	for (i = 1; i <= ERRNO_MAX; i++) {
		name = pa_errno_name(i);
		if (name && name->len == len && !strncmp(name->text, p, len)) {
			*value = i;
			return true;
		}
	}
	return false;
}

static bool parse_value(struct pa_filter_term *t, const char *p, u32 len, const struct pa_env *env)
{
	switch (t->what) {
	case PA_FILTER_COMM:
		return parse_comm(t->name, p, len);
	case PA_FILTER_TYPE:
		return parse_type(t, p, len, env);
	case PA_FILTER_UID:
		return parse_uid(&t->value, p, len);
	case PA_FILTER_ERRNO:
		return parse_errno(&t->value, p, len);
	default:
		return pa_parse_number(p, len, &t->value) && t->value && t->value <= S32_MAX;
	}
}

/* Returns NULL, or the error message for this term. */
static const char *parse_term(struct pa_filter_term *t, const char *p, u32 len,
			      const struct pa_env *env)
{
	u32 name_len, i;

	memset(t, 0, sizeof(*t));
	if (len && *p == '!') {
		t->negate = 1;
		p++;
		len--;
	}
	for (name_len = 0; name_len < len && p[name_len] != '='; name_len++)
		;
	for (i = 0; i < ARRAY_SIZE(filter_words); i++) {
		bool good;

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

/* A star matches nothing at first; whenever the rest does not match, it takes one byte more. */
static bool comm_is(const char *pattern, const char *comm)
{
	u32 len = strnlen(comm, PA_COMM_LEN);
	u32 i = 0, at = 0, after_star = 0, star_end = 0;

	while (at < len) {
		if (pattern[i] == '*') {
			after_star = ++i;
			star_end = at;
		} else if (pattern[i] == '?' || pattern[i] == comm[at]) {
			i++;
			at++;
		} else if (after_star) {
			i = after_star;
			at = ++star_end;
		} else {
			return false;
		}
	}
	while (pattern[i] == '*')
		i++;
	return !pattern[i];
}

/* End of the word that begins at @text. */
static const char *word_end(const char *text)
{
	while (*text && !pa_is_space(*text))
		text++;
	return text;
}

static const char *next_word(const char *text)
{
	while (pa_is_space(*text))
		text++;
	return text;
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
	const char *at = next_word(text);

	memset(no, 0, sizeof(*no));
	for (f->nterms = 0; *at; at = next_word(at + no->len)) {
		no->word = at;
		no->len = word_end(at) - at;
		if (f->nterms == PA_FILTER_TERMS) {
			no->takes = "too many terms: a filter has at most 16";
			return -E2BIG;
		}
		no->takes = parse_term(&f->term[f->nterms], at, no->len, env);
		if (no->takes)
			return -EINVAL;
		f->nterms++;
	}
	return 0;
}

/*
 * A type selects a PMU by number or by name: a number can pass to another PMU after the PMU of the
 * filter has gone. @index: the PMU that had the number when the filter was set, 0 if it is not
 * known, or PA_PMU_NONE.
 */
static bool type_is(const struct pa_filter_term *t, u32 type, u32 index, const struct pa_env *env)
{
	const struct pa_pmu_name *pmu;

	if (type != t->value || (t->name[0] && index == PA_PMU_NONE))
		return false;
	pmu = t->name[0] ? pa_pmu_by_index(env, index) : NULL;
	return !pmu || pmu->type != type || !strcmp(pmu->name, t->name);
}

static bool pmu_is(const struct pa_filter_term *t, u32 index, const struct pa_env *env)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(env, index);

	return t->name[0] && pmu && !strcmp(pmu->name, t->name);
}

/* type= matches an op by its event's type, so sessions stay whole. */
static bool match_op_type(const struct pa_filter_term *t, const struct pa_op *op,
			  const struct pa_env *env)
{
	if (op->type == PA_OP_NO_TYPE)
		return false;
	return type_is(t, op->type, op->pmu, env) || pmu_is(t, op->pmu, env);
}

static bool match_type(const struct pa_filter_term *t, const struct pa_record *r,
		       const struct pa_env *env)
{
	u32 type;

	if (r->kind != PA_RECORD_OPEN)
		return match_op_type(t, &r->op, env);
	if (r->attr_len >= sizeof(type)) {
		memcpy(&type, r->attr, sizeof(type));
		type = pa_le32(type);
		if (type_is(t, type, r->type_pmu, env))
			return true;
	}
	/* The PMU that answered: clock PMUs have no type of their own that a caller could pass. */
	return r->have_kview && pmu_is(t, r->kv.pmu, env);
}

static bool match_term(const struct pa_filter_term *t, const struct pa_record *r,
		       const struct pa_env *env)
{
	switch (t->what) {
	case PA_FILTER_PID:
		return (u32)r->pid == t->value;
	case PA_FILTER_TID:
		return (u32)r->tid == t->value;
	case PA_FILTER_UID:
		return r->uid == t->value;
	case PA_FILTER_COMM:
		return comm_is(t->name, r->comm);
	case PA_FILTER_ERRNO:
		return r->ret == -(s64)t->value;
	case PA_FILTER_TYPE:
		return match_type(t, r, env);
	case PA_FILTER_FAILED:
		return r->ret < 0;
	default:
		return r->ret >= 0;
	}
}

/*
 * Return true if an open can be matched with this term when it begins. A PMU's name cannot, since
 * another PMU may accept the event later, and neither can an attr that could not be read yet.
 */
static bool known_at_entry(const struct pa_filter_term *t, const struct pa_record *r)
{
	switch (t->what) {
	case PA_FILTER_PID:
	case PA_FILTER_TID:
	case PA_FILTER_UID:
	case PA_FILTER_COMM:
		return true;
	case PA_FILTER_TYPE:
		return !t->name[0] && r->attr_state == PA_ATTR_ENTRY;
	default:
		return false;
	}
}

/**
 * pa_filter_excludes() - return true if pa_filter_match() will certainly be false, when an open
 * begins
 * @f:   the filter
 * @r:   the open, begun; its attr was copied, or could not be read yet
 *
 * Context: any, atomic; bounded.
 */
bool pa_filter_excludes(const struct pa_filter *f, const struct pa_record *r)
{
	u32 i;

	for (i = 0; i < f->nterms; i++) {
		const struct pa_filter_term *t = &f->term[i];

		if (known_at_entry(t, r) && match_term(t, r, NULL) == t->negate)
			return true;
	}
	return false;
}

/**
 * pa_filter_match() - return true if this call is to be recorded
 * @f:   the filter
 * @r:   the call, finished
 * @env: the PMUs
 *
 * Context: any, atomic; bounded.
 */
bool pa_filter_match(const struct pa_filter *f, const struct pa_record *r,
		     const struct pa_env *env)
{
	u32 i;

	for (i = 0; i < f->nterms; i++) {
		if (match_term(&f->term[i], r, env) == f->term[i].negate)
			return false;
	}
	return true;
}
