// SPDX-License-Identifier: GPL-2.0
/* See missing.h. */
#include "missing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/attr.h"
#include "core/out.h"
#include "core/render.h"
#include "json/json.h"
#include "rec.h"
#include "call/parts.h"
#include "rules/json.h"
#include "rules/traits.h"

#define KEYS_MAX	512
#define POOL		6
#define PMUS_MAX	64

/**
 * struct key - a key of a record, or of a line about the machine
 * @name:    with those of the objects around it: "facts.leader.type"
 * @fact:    it says nothing of the call itself
 * @records: that have it
 * @left:    of these, whose reason differs without it
 * @wrong:   of these, whose reason differs with another value of it
 * @shown:   of these, whose text differs without it
 * @now:     of the current record: NOW_SEEN...
 * @pool:    values that it had
 */
struct key {
	char name[64];
	bool fact;
	unsigned long records, left, wrong, shown;
	unsigned int now;
	cJSON *pool[POOL];
};

enum { NOW_SEEN = 1, NOW_LEFT = 2, NOW_WRONG = 4, NOW_SHOWN = 8 };

static struct key keys[KEYS_MAX];
static unsigned int nkeys;
static unsigned long records, tried, bad;

/* What is looked at now. */
static bool contradicts;
static const struct pa_record *of;
static struct pa_env env;

/* The lines: those of the machine, and the record. */
static struct pa_pmu_name pmus[PMUS_MAX];
static struct pa_event_init inits[PMUS_MAX];
static cJSON *heads[PMUS_MAX], *record;
static struct machine *machines;
static char said[2][2 * WHY_JSON_MAX];
/* The record as text, as it is and as it was. */
static char shown[2][PA_TEXT_MAX];

static struct key *key_of(const char *name, bool fact)
{
	struct key *k;

	for (k = keys; k < keys + nkeys; k++)
		if (!strcmp(k->name, name))
			return k;
	if (nkeys == KEYS_MAX)
		return &keys[KEYS_MAX - 1];
	snprintf(k->name, sizeof(k->name), "%s", name);
	k->fact = fact;
	nkeys++;
	return k;
}

/* --- what is said of the lines as they are --- */

static void put(char *to, void (*fn)(struct out *s, const struct pa_record *r,
				     const struct pa_env *env),
		const struct pa_record *r, const struct pa_env *e)
{
	struct out s;

	out_init(&s, to, WHY_JSON_MAX);
	fn(&s, r, e);
	to[s.len < WHY_JSON_MAX ? s.len : 0] = '\0';
}

static void show(const struct pa_record *r, const struct pa_env *e)
{
	struct out s;

	out_init(&s, shown[0], sizeof(shown[0]) - 1);
	pa_text_record(&s, r, e, 0);
	shown[0][out_used(&s)] = '\0';
}

/* The reason, and why an event never ran; "null" where nothing is said. The text, in shown[0]. */
static void say(char *why, char *never)
{
	static struct pa_record r;
	static struct pa_env e;
	const char *load = str(record, "load");
	struct missing missing;
	u32 i;

	machine_free(&machines);
	for (i = 0; i < env.npmus; i++)
		machine_line(&machines, heads[i]);
	strcpy(why, "null");
	strcpy(never, "null");
	shown[0][0] = '\0';
	if (!record_read(&r, &e, record, machine_of(machines, load), &missing) || missing.partial)
		return;
	e.now = env.now;
	show(&r, &e);
	put(why, rec_why_json, &r, &e);
	if (r.op.have & PA_OP_HEALTH && r.kind != PA_RECORD_OPEN)
		put(never, why_json_never, &r, &e);
}

static bool is_certain(const char *why)
{
	return strstr(why, ",\"certain\":true,");
}

static bool same_rule(const char *a, const char *b)
{
	static const char key[] = "{\"rule\":\"";

	if (strncmp(a, key, strlen(key)) || strncmp(b, key, strlen(key)))
		return false;
	a += strlen(key);
	b += strlen(key);
	return !strncmp(a, b, strcspn(a, "\"") + 1);
}

/*
 * Of an event's PMU and of the path, these are absent in most records, as the usual values are
 * known: that a line has lost one cannot be noticed.
 */
static bool is_absent_mostly(const char *name)
{
	static const char * const names[] = {
		"kernel.followed", "kernel.path_lost", "kernel.task_ctx_nr", "kernel.caps",
		"kernel.path.hardware",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

static void complain(const struct key *k, const char *was, const char *is)
{
	if (is_absent_mostly(k->name) || (contradicts && !strncmp(k->name, "kernel", 6)))
		return;
	if (++bad > 12)
		return;
	printf("# without %s, kind %u, ret %lld:\n#   was %.400s\n#   is  %.400s\n", k->name,
	       of->kind, of->ret, was, is);
}

/* The lines have been changed at a key. Says whether a reason has. */
static bool differs(const struct key *k, bool left_out)
{
	static char why[WHY_JSON_MAX], never[WHY_JSON_MAX];

	tried++;
	say(why, never);
	if (left_out && is_certain(why) &&
	    (!same_rule(said[0], why) || !is_certain(said[0])))
		complain(k, said[0], why);
	if (left_out && strcmp(never, said[1]) && strstr(never, ",\"certain\":true}"))
		complain(k, said[1], never);
	return strcmp(why, said[0]) || strcmp(never, said[1]);
}

/*
 * Does the attr surely fail at a check that the call has passed, judging by its path? Some records
 * that are written by hand are so; such an attr gives another reason where the path is not known.
 */
static bool path_contradicts(void)
{
	static char why[WHY_JSON_MAX], never[WHY_JSON_MAX];
	cJSON *kernel = cJSON_DetachItemFromObjectCaseSensitive(record, "kernel");

	cJSON_AddNullToObject(record, "kernel");
	say(why, never);
	cJSON_DeleteItemFromObjectCaseSensitive(record, "kernel");
	if (kernel)
		cJSON_AddItemToObject(record, "kernel", kernel);
	return is_certain(why) && !same_rule(said[0], why);
}

/* --- other values of the same type --- */

static const struct {
	const char *key, *value;
} others[] = {
	{ "load", "0badcafe" }, { "env.load", "0badcafe" }, { "pmu.load", "0badcafe" },
	{ "env.arch", "arm64" }, { "env.arch", "i386" }, { "env.arch", "s390x" },
	{ "env.module", "9.9" }, { "env.release", "5.10.0" }, { "env.source", "other" },
	{ "pmu.name", "other" }, { "pmu.module", "other" }, { "pmu.event_init", "other_init" },
};

static void pool_add(struct key *k, const cJSON *v)
{
	unsigned int i;

	for (i = 0; i < POOL && k->pool[i]; i++)
		if (cJSON_Compare(k->pool[i], v, true))
			return;
	if (i < POOL)
		k->pool[i] = cJSON_Duplicate(v, true);
}

static void pool_take(struct key *k, cJSON *v)
{
	pool_add(k, v);
	cJSON_Delete(v);
}

static bool is_digits(const char *s)
{
	return *s && !s[strspn(s, "0123456789")];
}

/* Values that any key of such a type may have. */
static void pool_fill(struct key *k, cJSON *v)
{
	char near[24];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(others); i++)
		if (!strcmp(others[i].key, k->name))
			pool_take(k, cJSON_CreateString(others[i].value));
	if (cJSON_IsNumber(v)) {
		pool_take(k, cJSON_CreateNumber(0));
		pool_take(k, cJSON_CreateNumber(1 << 20));
	} else if (cJSON_IsArray(v)) {
		pool_take(k, cJSON_CreateArray());
	} else if (cJSON_IsString(v) && is_digits(v->valuestring)) {
		snprintf(near, sizeof(near), "%llu", strtoull(v->valuestring, NULL, 10) ^ 1);
		pool_take(k, cJSON_CreateString(near));
		pool_take(k, cJSON_CreateString("0"));
		pool_take(k, cJSON_CreateString("18446744073709551615"));
	}
}

/* Put another value in the place of a member that was taken out, for as long as this looks. */
static bool differs_with(cJSON *object, const char *key, cJSON *other, struct key *k)
{
	bool changed;

	cJSON_AddItemToObject(object, key, other);
	changed = differs(k, false);
	cJSON_DeleteItemFromObjectCaseSensitive(object, key);
	return changed;
}

static bool falsify(cJSON *object, cJSON *v, struct key *k)
{
	bool changed = false;
	unsigned int i;

	if (cJSON_IsBool(v))
		changed = differs_with(object, v->string, cJSON_CreateBool(!cJSON_IsTrue(v)), k);
	pool_fill(k, v);
	pool_add(k, v);
	for (i = 0; i < POOL && k->pool[i] && !changed; i++) {
		if (k->pool[i]->type == v->type && !cJSON_Compare(k->pool[i], v, true))
			changed = differs_with(object, v->string,
					       cJSON_Duplicate(k->pool[i], true), k);
	}
	return changed;
}

/* --- all keys --- */

static void visit(cJSON *object, const char *within, bool fact)
{
	static const char * const of_call[] = {
		"v", "call", "seq", "time_ns", "wall_ns", "duration_ns", "pid", "tid", "uid",
		"comm",
		"attr", "ret", "errno", "why",
	};
	/* Other values of these make another call of it. */
	static const char * const facts[] = {
		"load", "attr_state", "attr_more", "attr_size", "attr_ptr", "hidden", "type_pmu",
		"kernel", "facts", "health", "event", "hidden_args", "alone", "at_exit", "env",
		"pmu",
	};
	int n = cJSON_GetArraySize(object);
	char full[64];
	cJSON *part;
	size_t i;

	while (n--) {
		/* All come back at the end. */
		cJSON *v = cJSON_DetachItemViaPointer(object, object->child);
		const char *key = v->string;
		bool is_fact = fact;
		struct key *k;

		for (i = 0; i < ARRAY_SIZE(of_call) && (*within || strcmp(key, of_call[i])); i++)
			;
		if (i < ARRAY_SIZE(of_call)) {
			cJSON_AddItemToArray(object, v);
			continue;
		}
		for (i = 0; i < ARRAY_SIZE(facts) && !*within; i++)
			is_fact |= !strcmp(key, facts[i]);
		snprintf(full, sizeof(full), "%s%s%s", within, *within ? "." : "", key);
		k = key_of(full, is_fact);
		k->now |= NOW_SEEN;
		if (differs(k, true))
			k->now |= NOW_LEFT;
		if (strcmp(shown[0], shown[1]))
			k->now |= NOW_SHOWN;
		if (is_fact && !cJSON_IsObject(v) && !cJSON_IsNull(v) && falsify(object, v, k))
			k->now |= NOW_WRONG;
		cJSON_AddItemToArray(object, v);
		if (cJSON_IsObject(v) && strcmp(full, "kernel.attr"))
			visit(v, full, is_fact);
		json_each(part, v)
			if (cJSON_IsObject(part))
				visit(part, full, is_fact);
	}
}

/* --- the lines of a record --- */

/* A line at the head of a stream: of the kernel, or of PMU @i. */
static cJSON *head_line(u32 i)
{
	static char line[PA_TEXT_MAX];
	struct out s;

	out_init(&s, line, sizeof(line));
	if (i)
		pa_json_pmu(&s, &env, i);
	else
		pa_json_env(&s, &env);
	return json_load(line, s.len, NULL);
}

/* With the functions of drivers: in the tests of rules, PMUs have but their number. */
static void env_take(const struct pa_env *from)
{
	u32 i;

	env = *from;
	if (env.npmus > PMUS_MAX)
		env.npmus = PMUS_MAX;
	memset(inits, 0, sizeof(inits));
	for (i = 1; i < env.npmus; i++) {
		const struct pa_traits *t = pa_traits_of(&env.pmus[i]);

		pmus[i] = env.pmus[i];
		pmus[i].init = t ? (u8)i : 0;
		if (!t)
			continue;
		snprintf(inits[i].symbol, sizeof(inits[i].symbol), "%s", t->init);
		snprintf(inits[i].module, sizeof(inits[i].module), "%s",
			 t->module ? t->module : "");
	}
	env.pmus = pmus;
	env.inits = inits;
	env.ninits = PMUS_MAX;
}

/* The lines of PMUs to which the record leads. */
static bool is_pmu_of_record(u32 id)
{
	unsigned int i;

	if (of->kind != PA_RECORD_OPEN)
		return of->op.pmu == id;
	for (i = 0; i < of->kv.nsteps; i++)
		if (of->kv.steps[i].pmu == id)
			return true;
	return of->kv.pmu == id || of->type_pmu == id || of->facts.leader.pmu == id ||
	       of->kv.leader.pmu == id || pmus[id].type == pa_attr_get(of, PA_FIELD_TYPE);
}

static void count(void)
{
	struct key *k;

	records++;
	for (k = keys; k < keys + nkeys; k++) {
		k->records += !!(k->now & NOW_SEEN);
		k->left += !!(k->now & NOW_LEFT);
		k->wrong += !!(k->now & NOW_WRONG);
		k->shown += !!(k->now & NOW_SHOWN);
		k->now = 0;
	}
}

/**
 * missing_try() - leave out and falsify each key of the lines of a record in turn
 * @r:    the record
 * @from: its environment
 *
 * Return: false if it has no reason.
 */
bool missing_try(const struct pa_record *r, const struct pa_env *from)
{
	bool explained;
	u32 i;

	of = r;
	env_take(from);
	for (i = 0; !i || i < env.npmus; i++)
		heads[i] = head_line(i);
	record = json_load(rec_json(r, &env), strlen(rec_json(r, &env)), NULL);
	say(said[0], said[1]);
	strcpy(shown[1], shown[0]);
	explained = strcmp(said[0], "null") || strcmp(said[1], "null");
	contradicts = path_contradicts();
	visit(record, "", false);
	for (i = 0; !i || i < env.npmus; i++)
		if (!i || is_pmu_of_record(i))
			visit(heads[i], "", false);
	count();
	for (i = 0; !i || i < env.npmus; i++)
		cJSON_Delete(heads[i]);
	cJSON_Delete(record);
	return explained;
}

/**
 * missing_report() - print what came of each key
 *
 * Return: how often a key that was left out made something else certain.
 */
unsigned long missing_report(void)
{
	struct key *k;
	unsigned int i;

	for (k = keys; k < keys + nkeys; k++) {
		printf("# key %s %s left out: %lu, falsified: %lu, of %lu, shown: %lu\n", k->name,
		       k->fact ? "fact" : "call", k->left, k->wrong, k->records, k->shown);
		for (i = 0; i < POOL; i++)
			cJSON_Delete(k->pool[i]);
	}
	printf("# %lu records, %lu changes, %u keys\n", records, tried, nkeys);
	machine_free(&machines);
	return bad + (nkeys == KEYS_MAX);
}
