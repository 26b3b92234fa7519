// SPDX-License-Identifier: GPL-2.0
/*
 * For any text of a filter: it is not read beyond its end, an error names a term
 * of it, and a valid filter matches a record exactly if all its terms do.
 */
#include "fuzz.h"

#include "core/filter.h"
#include "core/out.h"

/* The fuzzer's bytes up to the first NUL, in memory that ends there. */
static char *filter_text(const u8 *data, size_t size)
{
	size_t len = strnlen((const char *)data, size);
	char *text = calloc(1, len + 1);

	fuzz_require(text);
	memcpy(text, data, len);
	return text;
}

static void check_word(const char *text, const char *word, u32 len)
{
	fuzz_require(len > 0 && word >= text && word + len <= text + strlen(text));
	fuzz_require(!memchr(word, ' ', len));
}

/* A refusal names one word, and its answer is one line of printable ASCII that fits. */
static void check_refusal(const char *text, int err, const struct pa_refused *no)
{
	char line[PA_ANSWER_LEN];
	struct out s;
	size_t i;

	fuzz_require(err == -EINVAL || err == -E2BIG);
	check_word(text, no->word, no->len);
	out_init(&s, line, sizeof(line));
	pa_answer(&s, "filter", no, text);
	fuzz_require(!out_overflowed(&s));
	for (i = 0; i < s.len; i++)
		fuzz_require(line[i] >= ' ' && line[i] < 0x7f);
}

/* The same text as a number: taken only within the range, and answered otherwise. */
static void check_range(const char *text)
{
	static const struct pa_range ranges[] = {
		{ "enable", 0, 1 }, { "stages", 0, 2 }, { "records", 1, 1048576 },
	};
	char line[PA_ANSWER_LEN];
	struct out s;
	u32 value;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ranges); i++) {
		if (pa_range_parse(&ranges[i], text, &value)) {
			fuzz_require(value >= ranges[i].min && value <= ranges[i].max);
			continue;
		}
		out_init(&s, line, sizeof(line));
		pa_answer_range(&s, &ranges[i], text, NULL, 1);
		fuzz_require(!out_overflowed(&s) && !memchr(line, '\n', s.len));
	}
}

/* A conjunction: every term alone must hold; and a negated term is the opposite. */
static void check_match(const struct pa_filter *all, const struct pa_record *r,
			const struct pa_env *env)
{
	struct pa_filter one = { .nterms = 1 };
	bool wanted = true;
	u32 i;

	for (i = 0; i < all->nterms; i++) {
		bool holds;

		one.term[0] = all->term[i];
		holds = !pa_filter_excludes(&one, r, env, false);
		one.term[0].negate = !one.term[0].negate;
		fuzz_require(pa_filter_excludes(&one, r, env, false) == holds);
		wanted = wanted && holds;
	}
	fuzz_require(!pa_filter_excludes(all, r, env, false) == wanted);
}

/* What is left out when it begins would be left out at its end, too. */
static void check_excludes(const struct pa_filter *all, const struct pa_record *r,
			   const struct pa_env *env)
{
	struct pa_record begun = *r;

	if (r->kind != PA_RECORD_OPEN)
		return;
	begun.have_kview = 0;
	begun.ret = 0;
	fuzz_require(!pa_filter_excludes(all, &begun, env, true) ||
		     pa_filter_excludes(all, r, env, false));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static struct fuzz f;
	struct pa_filter filter;
	size_t split = strnlen((const char *)data, size);
	char *text = filter_text(data, size);
	struct pa_refused no;
	int err;

	fuzz_setup(&f, data + split, size - split);
	rec_env(&f.env);
	f.r.comm[PA_COMM_LEN - 1] = '\0';
	err = pa_filter_parse(&filter, text, &f.env, &no);
	if (err) {
		check_refusal(text, err, &no);
	} else {
		fuzz_require(filter.nterms <= PA_FILTER_TERMS);
		check_match(&filter, &f.r, &f.env);
		check_excludes(&filter, &f.r, &f.env);
	}
	check_range(text);
	free(text);
	return 0;
}
