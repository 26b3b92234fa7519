/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A call that was refused just now is tried by "perfattr try", while the settings are those of the
 * call; then what it says is made here, too. Nothing may be left of it.
 */
#ifndef PERFATTR_TEST_TRY_CALL_H
#define PERFATTR_TEST_TRY_CALL_H

#include "why_call.h"
#include "kmsg.h"

typedef void (*tap_fn)(bool ok, const char *what, const char *rule);

static struct {
	unsigned int all;
	unsigned int made;	/* of these were tried */
	unsigned int same;	/* ... and were refused with the same errno */
	unsigned int plans;	/* plans that open */
	unsigned int found;	/* changes that were found where no rule has a field */
} try_count;

/* So many events are open. */
static inline int events_open(void)
{
	FILE *in = popen("raw_json " DBG "events_raw", "r");
	char line[8192];
	int n = 0;

	if (!in)
		err(1, DBG "events_raw");
	while (fgets(line, sizeof(line), in))
		n += !!strstr(line, "\"holders\":");
	pclose(in);
	return n;
}

/* What perfattr says of the record; NULL: nothing. */
static inline cJSON *try_record(unsigned long long seq)
{
	static char line[1 << 17];
	char command[64];
	cJSON *tried = NULL, *record;
	FILE *in;

	snprintf(command, sizeof(command), "perfattr try -j %llu", seq);
	in = popen(command, "r");
	if (!in)
		err(1, "%s", command);
	while (fgets(line, sizeof(line), in)) {
		record = json_load(line, strlen(line), NULL);
		if (!tried)
			tried = cJSON_DetachItemFromObjectCaseSensitive(record, "tried");
		cJSON_Delete(record);
	}
	pclose(in);
	return tried;
}

static inline const char *try_word(cJSON *o, const char *key)
{
	const char *s = str(o, key);

	return s ? s : "";
}

/* Does the call open with these changes? */
static inline bool opens_with(const struct call *call, unsigned int uid, cJSON *fix)
{
	static struct call again;
	const cJSON *value;
	int fd;

	again = *call;
	for (value = fix ? fix->child : NULL; value; value = value->next)
		call_set(&again, value->string, cJSON_IsString(value) ?
			 strtoull(value->valuestring, NULL, 10) : (u64)(s64)value->valuedouble);
	become(uid);
	fd = peo(again.raw, again.pid, again.cpu, again.group_fd, again.flags);
	become(0);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static inline cJSON *fix_of_answer(const struct answer *a)
{
	cJSON *record = json_load(a->json, strlen(a->json), NULL);
	cJSON *why = json_get(record, "why");
	cJSON *fix = cJSON_DetachItemFromObjectCaseSensitive(why, "fix");

	cJSON_Delete(record);
	return fix;
}

static inline void check_plan(const struct call *call, unsigned int uid, const struct answer *a,
			      cJSON *plan, const char *rule, tap_fn tap)
{
	bool opens = !strcmp(try_word(plan, "result"), "opens");
	cJSON *fix = fix_of_answer(a);

	try_count.plans += opens;
	if (opens)
		tap(opens_with(call, uid, fix), "the plan that opens when it is tried opens", rule);
	else if (!strcmp(try_word(plan, "result"), "refused"))
		tap(!a->opens, "a plan that promises to open does when it is tried", rule);
	cJSON_Delete(fix);
}

/* What is said of a call that was made, or why it was not. */
static inline void check_tried(const struct call *call, unsigned int uid, const struct answer *a,
			       cJSON *tried, const char *rule, tap_fn tap)
{
	cJSON *again = json_get(tried, "call"), *plan = json_get(tried, "plan");
	cJSON *found = json_get(tried, "found");
	const char *result = try_word(again, "result");
	bool made = !strcmp(result, "opens") || !strcmp(result, "refused");
	bool same = json_true(tried, "same");

	try_count.made += made;
	try_count.same += same;
	printf("# tried %s: %s %s%s%s\n", rule, result, try_word(again, "errno"),
	       try_word(again, "why"), made && !same ? ", another one" : "");
	tap(made || *try_word(again, "why"), "is tried, or it is said why not", rule);
	if (cJSON_IsObject(plan))
		check_plan(call, uid, a, plan, rule, tap);
	if (cJSON_IsObject(found)) {
		char *text = json_text(found);

		printf("# found %s\n", text);
		free(text);
		try_count.found++;
		tap(opens_with(call, uid, json_get(found, "fix")),
		    "the change that was found opens", rule);
	}
}

/* The call was refused just now, and @a is what was said of it. */
static inline void try_refused(const struct call *call, unsigned int uid, const struct answer *a,
			       const char *rule, tap_fn tap)
{
	const char *seq = strstr(a->json, "\"seq\":");
	struct rlimit old, more;
	cJSON *tried;
	int before, kmsg;

	become(0);
	getrlimit(RLIMIT_NOFILE, &old);
	more = old;
	more.rlim_cur = more.rlim_max;
	setrlimit(RLIMIT_NOFILE, &more);
	before = events_open();
	kmsg = kmsg_begin();
	tried = try_record(strtoull(seq + 6, NULL, 10));
	json_drain();
	try_count.all++;
	tap(tried, "perfattr try has an answer", rule);
	if (tried)
		check_tried(call, uid, a, tried, rule, tap);
	if (events_open() != before)
		tap(false, "no event stays open", rule);
	if (kmsg_warned(kmsg))
		tap(false, "the kernel warns of nothing", rule);
	cJSON_Delete(tried);
	json_drain();
	setrlimit(RLIMIT_NOFILE, &old);
	become(uid);
}

static inline void try_counts(tap_fn tap)
{
	printf("# %u refused calls: %u tried, %u of them with the same errno\n", try_count.all,
	       try_count.made, try_count.same);
	printf("# %u plans open, %u changes were found\n", try_count.plans, try_count.found);
	tap(try_count.made * 2 >= try_count.all, "half of the calls are tried", "all");
	tap(try_count.same * 100 >= try_count.made * 90, "... 90 % of them with the same errno",
	    "all");
}

#endif /* PERFATTR_TEST_TRY_CALL_H */
