// SPDX-License-Identifier: GPL-2.0
/*
 * For any text of a filter: it is not read beyond its end, an error names a term
 * of it, and a valid filter matches a record exactly if all its terms do.
 */
#include "fuzz.h"

#include "core/filter.h"

/* The fuzzer's bytes up to the first NUL, in memory that ends there. */
static char *filter_text(const u8 *data, size_t size)
{
	size_t len = strnlen((const char *)data, size);
	char *text = calloc(1, len + 1);

	fuzz_require(text);
	memcpy(text, data, len);
	return text;
}

static void check_refusal(const char *text, int err, const char *bad, u32 bad_len)
{
	fuzz_require(err == -EINVAL || err == -E2BIG);
	fuzz_require(bad_len > 0 && bad >= text && bad + bad_len <= text + strlen(text));
	fuzz_require(!memchr(bad, ' ', bad_len));
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
		holds = pa_filter_match(&one, r, env);
		one.term[0].negate = !one.term[0].negate;
		fuzz_require(pa_filter_match(&one, r, env) != holds);
		wanted = wanted && holds;
	}
	fuzz_require(pa_filter_match(all, r, env) == wanted);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static struct fuzz f;
	struct pa_filter filter;
	size_t split = strnlen((const char *)data, size);
	char *text = filter_text(data, size);
	const char *bad = NULL;
	u32 bad_len = 0;
	int err;

	fuzz_setup(&f, data + split, size - split);
	rec_env(&f.env);
	f.r.comm[PA_COMM_LEN - 1] = '\0';
	err = pa_filter_parse(&filter, text, &f.env, &bad, &bad_len);
	if (err) {
		check_refusal(text, err, bad, bad_len);
	} else {
		fuzz_require(filter.nterms <= PA_FILTER_TERMS);
		check_match(&filter, &f.r, &f.env);
	}
	free(text);
	return 0;
}
