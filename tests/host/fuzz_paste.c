// SPDX-License-Identifier: GPL-2.0
/*
 * Any text that is pasted: what is read from it are calls, of which each becomes a record with its
 * reasons. Written and read back, it is the same record with the same reasons.
 */
#include "fuzz.h"
#include "paste_text.h"
#include "call/explain.h"
#include "call/pasted.h"
#include "told.h"

/*
 * To explain a call takes ten times as long as to read it: that is done of the first ones of a text
 * in each way to read it, and read back and done again only of texts of each fourth length.
 */
#define EXPLAINED	1
#define AGAIN_LEN	4

/* A bit that is not known is 0, and there is none behind the end of the attr. */
static void check_call(const struct paste_call *call)
{
	u64 word[PA_WORDS];
	unsigned int i;

	memcpy(word, call->r.attr, sizeof(word));
	pa_le_words(word, PA_WORDS);
	for (i = 0; i < PA_WORDS; i++)
		fuzz_require(!(word[i] & call->unknown[i]));
	fuzz_require(call->r.attr_len >= 8 && call->r.attr_len <= PA_ATTR_NEWEST);
	for (i = call->r.attr_len; i < sizeof(call->r.attr); i++)
		fuzz_require(!call->r.attr[i]);
	for (i = (call->r.attr_len + 7u) / 8; i < PA_WORDS; i++)
		fuzz_require(!call->unknown[i]);
	fuzz_require(call->r.ret >= -4095 && call->r.ret <= S32_MAX);
}

static void check_reason(cJSON *why, bool only)
{
	const char *text = str(why, "text");
	bool certain = json_true(why, "certain");

	fuzz_require(str(why, "rule") && text && *text);
	fuzz_require(strncmp(text, "probably ", 9));
	fuzz_require(only || !certain);
}

/* The reason, or several that may be. */
static void check_line(cJSON *line)
{
	cJSON *why = json_get(line, "why"), *all = json_get(line, "may_be");

	if (cJSON_IsObject(why)) {
		fuzz_require(!json_size(all));
		check_reason(why, true);
		return;
	}
	fuzz_require(cJSON_IsNull(why) && json_size(all) != 1);
	json_each(why, all) {
		check_reason(why, false);
	}
}

static char *text_of(cJSON *told)
{
	char *text;

	fuzz_require(told);
	check_line(told);
	text = json_text(told);
	cJSON_Delete(told);
	return text;
}

static void explain_call(struct paste_call *call, bool also_again)
{
	struct explainer e = { 0 };
	char *first, *second;
	cJSON *again;

	/* perfattr explain EINVAL FILE */
	if (!(call->args & PASTE_RET))
		paste_errno(call, EINVAL);
	first = text_of(told_pasted(&e, call));
	if (!also_again) {
		free(first);
		return;
	}
	again = json_load(first, strlen(first), NULL);
	fuzz_require(again);
	second = text_of(told_json(&e, again));
	explain_free(&e);
	fuzz_require(!strcmp(first, second));
	free(first);
	free(second);
	cJSON_Delete(again);
}

static void take_all(bool (*next)(struct paste_text *t, struct paste_call *call), const char *s,
		     size_t len)
{
	struct paste_text t = { .s = s, .len = len, .line = 1 };
	struct paste_call call;
	size_t from = 0;

	while (next(&t, &call)) {
		fuzz_require(t.at > from && t.at <= len && call.line);
		from = t.at;
		check_call(&call);
		paste_told_by(&call, s + from, len - from);
		if (t.calls <= EXPLAINED)
			explain_call(&call, !(len % AGAIN_LEN));
	}
}

/* What is one call, if it is any. */
static void take_words(const char *s, size_t len)
{
	struct paste_call call;

	if (!paste_words(&call, s, len))
		return;
	check_call(&call);
	explain_call(&call, !(len % AGAIN_LEN));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	const char *s = (const char *)data;

	take_all(paste_next_strace, s, size);
	take_all(paste_next_perf, s, size);
	take_all(paste_next_fields, s, size);
	take_all(paste_next_said, s, size);
	take_words(s, size);
	return 0;
}
