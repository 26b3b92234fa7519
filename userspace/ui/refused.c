// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr run --fail-on-refused: for a job that is to fail if a call is refused, by any rule or by
 * the named ones. The list has such calls only.
 */
#include <fnmatch.h>
#include <strings.h>

#include "rules/rule.h"

#include "ui/ui.h"

/* A pattern such as 'mmap-*' is valid if a rule matches it. */
static bool is_rule(const char *word, const struct pa_rule *const *tables)
{
	const struct pa_rule *rule;
	unsigned int i;

	for (i = 0; (rule = pa_rule_number(tables, i)); i++)
		if (!fnmatch(word, rule->id, 0))
			return true;
	return false;
}

static bool refuse_word(const char *at, size_t len, const void *arg)
{
	const struct options *opt = arg;
	char *word = must(strndup(at, len));
	bool of_op = is_rule(word, pa_op_tables);

	if (errno_of(word, len) || is_rule(word, pa_open_tables) || (of_op && opt->calls) ||
	    !fnmatch(word, pasted_seccomp.id, 0) || !fnmatch(word, pasted_absent.id, 0))
		goto out;
	if (of_op)
		die("--fail-on-refused=%s: \"%s\" is a rule of calls on descriptors, which -c judges, too",
		    opt->fail_words, word);
	die("--fail-on-refused=%s: \"%s\" is neither an errno such as EINVAL nor a rule of docs/refusals.md such as hw-pmu-missing",
	    opt->fail_words, word);
out:
	free(word);
	return false;
}

/**
 * refused_check() - reject words of --fail-on-refused that no call can match
 * @opt: options
 */
void refused_check(const struct options *opt)
{
	any_word(opt->fail_words, refuse_word, opt);
}

static bool word_matches(const char *at, size_t len, const void *arg)
{
	char *word = must(strndup(at, len));
	const struct record *r = arg;
	bool matches = errno_is(word, len, r) ||
		       (r->why && !fnmatch(word, r->why->rule->id, 0));

	free(word);
	return matches;
}

/**
 * refused_matters() - return true for a call by which a run fails
 * @r:   a record, explained
 * @opt: options
 */
bool refused_matters(const struct record *r, const struct options *opt)
{
	return r->errname && (record_is_open(r) || opt->calls) &&
	       (!opt->fail_words || any_word(opt->fail_words, word_matches, r));
}
