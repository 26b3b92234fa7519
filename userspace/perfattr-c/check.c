// SPDX-License-Identifier: GPL-2.0
/*
 * Checks whether a record is acceptable. The file may be untrusted, and the program will be
 * compiled and run: outside of literals and comments, only numbers, names of constants, and
 * expressions of such names without calls may become C.
 *
 * Tables give the rule for every key that is used. Keys that are in no table are ignored.
 */
#include "check.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../c_names.h"
#include "record.h"
#include "util.h"

#define MAX_NS		4000000000000000000LL	/* two of them can be added */
#define NEWEST		3			/* version of records */

/* The check of one key of a record. @v is NULL if the key is missing. */
struct rule {
	const char *key, *within;	/* "flags", or "flags" in the object "args" */
	bool (*holds)(json_t *v);
	const char *expected;
};

/* --- strings --- */

static bool starts_with(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

/* A component of a path below /sys: it must not leave the directory. */
static bool is_file_name(const char *s)
{
	return *s && !strchr(s, '/');
}

/* --- values --- */

static bool is_absent(json_t *v)
{
	return !v || json_is_null(v);
}

static bool is_version(json_t *v)
{
	return json_is_integer(v) && json_integer_value(v) >= 1 && json_integer_value(v) <= NEWEST;
}

static bool is_number(json_t *v)
{
	const char *s = string(v);

	if (json_is_integer(v))
		return true;
	s += *s == '-';
	return consists_of(s, DIGITS) && strlen(s) <= 20;
}

static bool is_number_or_null(json_t *v)
{
	return json_is_null(v) || is_number(v);
}

static bool is_time(json_t *v)
{
	return is_number(v) && number(v) >= 0 && number(v) <= MAX_NS;
}

/* A pid, a cpu, a descriptor, a result. */
static bool is_int(json_t *v)
{
	return json_is_integer(v) && number(v) >= INT_MIN && number(v) <= INT_MAX;
}

static bool is_text_or_null(json_t *v)
{
	return is_absent(v) || json_is_string(v);
}

static bool is_errno(json_t *v)
{
	return is_absent(v) || (*string(v) == 'E' && consists_of(string(v), UPPER DIGITS));
}

static bool is_call_name(json_t *v)
{
	static const char * const calls[] = {
		"open", "ioctl", "mmap", "munmap", "read", "poll", "close", "prctl",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(calls); i++)
		if (!strcmp(string(v), calls[i]))
			return true;
	return !v;
}

static bool is_cmd(json_t *v)
{
	return json_is_null(v) || (starts_with(string(v), IOC()) &&
				   consists_of(string(v), UPPER "_"));
}

static bool is_option(json_t *v)
{
	return starts_with(string(v), "PR_") && consists_of(string(v), UPPER DIGITS "_");
}

static bool is_area(json_t *v)
{
	return !strcmp(string(v), "data") || !strcmp(string(v), "aux");
}

static bool is_bool(json_t *v)
{
	return !v || json_is_boolean(v);
}

static bool is_object(json_t *v)
{
	return json_is_object(v);
}

static bool is_object_or_null(json_t *v)
{
	return json_is_null(v) || json_is_object(v);
}

static bool is_symbol_list(json_t *v)
{
	json_t *symbol;
	size_t i;

	if (!json_is_array(v))
		return false;
	json_array_foreach(v, i, symbol) {
		if (!is_expression(string(symbol)))
			return false;
	}
	return true;
}

static bool is_symbol(json_t *v)
{
	return is_absent(v) || is_symbol_list(v) || is_expression(string(v));
}

static bool is_pmu_or_type(json_t *v)
{
	if (starts_with(string(v), "PERF_TYPE_"))
		return is_identifier(string(v));
	return is_absent(v) || is_file_name(string(v));
}

static bool is_tracepoint(json_t *v)
{
	return is_absent(v) || is_file_name(string(v));
}

static bool is_cgroup_path(json_t *v)
{
	const char *s = string(v);

	return is_absent(v) || (*s == '/' && !strstr(s, "/../") &&
				(strlen(s) < 3 || strcmp(s + strlen(s) - 3, "/..")));
}

/* --- records --- */

#define VERSIONS	"1, 2 or 3, which this perfattr-c knows: a newer one reads it"
#define A_NUMBER	"a number"
#define AN_INT		"a number of 32 bits"
#define A_TIME		"a number of nanoseconds"
#define SYMBOLS		"a list of names of constants"
#define A_STRING	"a string or null"

static const struct rule record_rules[] = {
	{ "v", NULL, is_version, VERSIONS },
	{ "call", NULL, is_call_name, "the name of a call that perfattr-c knows" },
	{ "seq", NULL, is_number, A_NUMBER },
	{ "time_ns", NULL, is_time, A_TIME },
	{ "duration_ns", NULL, is_time, A_TIME },
	{ "pid", NULL, is_int, AN_INT },
	{ "tid", NULL, is_int, AN_INT },
	{ "comm", NULL, is_text_or_null, A_STRING },
	{ "ret", NULL, is_int, AN_INT },
	{ "errno", NULL, is_errno, "the name of an error or null" },
};

static const struct rule open_rules[] = {
	{ "attr", NULL, is_object_or_null, "an object or null" },
	{ "symbols", NULL, is_object, "an object" },
	{ "flags", "symbols", is_symbol_list, SYMBOLS },
	{ "type", "symbols", is_pmu_or_type, "the name of a constant or of a PMU" },
	{ "strings", NULL, is_object, "an object" },
	{ "kprobe_func", "strings", is_text_or_null, A_STRING },
	{ "uprobe_path", "strings", is_text_or_null, A_STRING },
	{ "args", NULL, is_object, "an object" },
	{ "pid", "args", is_int, AN_INT },
	{ "cpu", "args", is_int, AN_INT },
	{ "group_fd", "args", is_int, AN_INT },
	{ "flags", "args", is_number, A_NUMBER },
	{ "kernel", NULL, is_object_or_null, "an object or null" },
	{ "event", "kernel", is_text_or_null, A_STRING },
	{ "cgroup", "kernel", is_cgroup_path, "the path of a cgroup or null" },
};

/* Further keys of ops; which of them depends on the call. */
static const struct rule event_rules[] = {
	{ "event", NULL, is_object, "an object" },
	{ "open", "event", is_number_or_null, "a number or null" },
	{ "at_exit", NULL, is_bool, "true or false" },
};

static const struct rule ioctl_rules[] = {
	{ "cmd", NULL, is_cmd, "the name of an ioctl or null" },
	{ "arg", "args", is_number_or_null, "a number or null" },
};

static const struct rule flags_rules[] = { { "flags", NULL, is_symbol_list, SYMBOLS } };

static const struct rule period_rules[] = {
	{ "period", NULL, is_number_or_null, "a number or null" },
};

static const struct rule filter_rules[] = { { "filter", NULL, is_text_or_null, A_STRING } };

static const struct rule output_rules[] = {
	{ "output_fd", NULL, is_number_or_null, "a number or null" },
};

static const struct rule modify_rules[] = {
	{ "attr", NULL, is_object_or_null, "an object or null" },
};

static const struct rule area_rules[] = { { "area", NULL, is_area, "\"data\" or \"aux\"" } };

static const struct rule mmap_rules[] = {
	{ "length", "args", is_number, A_NUMBER },
	{ "offset", "args", is_number, A_NUMBER },
	{ "prot", NULL, is_symbol_list, SYMBOLS },
	{ "flags", NULL, is_symbol_list, SYMBOLS },
};

static const struct rule read_rules[] = { { "count", "args", is_number, A_NUMBER } };

static const struct rule prctl_rules[] = { { "option", NULL, is_option, "the name of a prctl" } };

/* The rules of each call, and of each ioctl; NULL: for all. */
static const struct {
	const char *call, *cmd;
	const struct rule *rules;
	size_t n;
} rule_sets[] = {
#define RULES(call, cmd, rules)	{ call, cmd, rules, ARRAY_SIZE(rules) }
	RULES(NULL, NULL, record_rules),
	RULES("open", NULL, open_rules),
	RULES("ioctl", NULL, event_rules),
	RULES("ioctl", NULL, ioctl_rules),
	RULES("ioctl", IOC(ENABLE), flags_rules),
	RULES("ioctl", IOC(DISABLE), flags_rules),
	RULES("ioctl", IOC(RESET), flags_rules),
	RULES("ioctl", IOC(PERIOD), period_rules),
	RULES("ioctl", IOC(SET_FILTER), filter_rules),
	RULES("ioctl", IOC(SET_OUTPUT), output_rules),
	RULES("ioctl", IOC(MODIFY_ATTRIBUTES), modify_rules),
	RULES("mmap", NULL, event_rules),
	RULES("mmap", NULL, area_rules),
	RULES("mmap", NULL, mmap_rules),
	RULES("munmap", NULL, event_rules),
	RULES("munmap", NULL, area_rules),
	RULES("read", NULL, event_rules),
	RULES("read", NULL, read_rules),
	RULES("poll", NULL, event_rules),
	RULES("close", NULL, event_rules),
	RULES("prctl", NULL, prctl_rules),
#undef RULES
};

/* A value as ASCII JSON, shortened for an error message. */
static char *shown(json_t *v)
{
	char *text = json_dumps(v, JSON_ENCODE_ANY | JSON_ENSURE_ASCII | JSON_COMPACT);
	char *cut;

	if (!text)
		die("no memory");
	cut = format("%.60s%s", text, strlen(text) > 60 ? "..." : "");
	free(text);
	return cut;
}

static char *refusal(const char *within, const char *key, json_t *value, const char *expected)
{
	char *name = format("%s%s%s", within ? within : "", within ? "." : "", key);
	json_t *quoted = json_string(name);
	char *where = shown(quoted);
	char *what = value ? shown(value) : NULL;
	char *text = what ?
		format("key %s: %s is not %s", where, what, expected) :
		format("key %s: it is missing, and has to be %s", where, expected);

	json_decref(quoted);
	free(name);
	free(where);
	free(what);
	return text;
}

static char *check_rules(json_t *r, const struct rule *rules, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		const struct rule *rule = &rules[i];
		json_t *v = rule->within ? member(r, rule->within, rule->key) :
					   member(r, rule->key, NULL);

		if (!rule->holds(v))
			return refusal(rule->within, rule->key, v, rule->expected);
	}
	return NULL;
}

/* The keys of the attr become the fields of a struct. */
static char *check_attr(json_t *r)
{
	const char *field;
	json_t *v;

	json_object_foreach(member(r, "attr", NULL), field, v) {
		if (!is_identifier(field))
			return refusal("attr", field, v, "a field: the key is no name of C");
		if (!is_number_or_null(v))
			return refusal("attr", field, v, "a number or null");
	}
	return NULL;
}

/*
 * The symbols of the fields, except that of the type, which is already checked, and that of a
 * breakpoint's address, which is the name of a symbol of the kernel and does not become C.
 */
static char *check_symbols(json_t *r)
{
	json_t *symbols = member(r, "symbols", NULL);
	bool tracepoint = !strcmp(string(member(symbols, "type", NULL)), "PERF_TYPE_TRACEPOINT");
	const char *field;
	json_t *v;

	json_object_foreach(symbols, field, v) {
		if (!strcmp(field, "type") || !strcmp(field, "bp_addr"))
			continue;
		if (tracepoint && !strcmp(field, "config")) {
			if (!is_tracepoint(v))
				return refusal("symbols", field, v, "the name of a tracepoint");
		} else if (!is_symbol(v)) {
			return refusal("symbols", field, v, "the name of a constant");
		}
	}
	return NULL;
}

static char *check_target(json_t *r)
{
	static const struct rule rules[] = {
		{ "pid", "target", is_int, AN_INT },
		{ "comm", "target", is_text_or_null, A_STRING },
	};
	json_t *kernel = member(r, "kernel", NULL);

	if (is_absent(member(kernel, "target", NULL)))
		return NULL;
	return check_rules(kernel, rules, ARRAY_SIZE(rules));
}

/**
 * check_version() - is this line of a version that we know?
 * @line: a line about the machine
 *
 * Return: NULL if it is; else an error message. The caller frees it.
 */
char *check_version(json_t *line)
{
	static const struct rule rule = { "v", NULL, is_version, VERSIONS };

	return check_rules(line, &rule, 1);
}

/**
 * check_record() - may this record become part of a program?
 * @r: a value that is no line about lost records
 *
 * Return: NULL if it may; else an error message that names the key. The caller frees it.
 */
char *check_record(json_t *r)
{
	char *wrong = NULL;
	size_t i;

	if (!json_is_object(r))
		return format("this is no record");
	for (i = 0; i < ARRAY_SIZE(rule_sets) && !wrong; i++) {
		if (rule_sets[i].call && !is_call(r, rule_sets[i].call))
			continue;
		if (rule_sets[i].cmd && !is_ioctl(r, rule_sets[i].cmd))
			continue;
		wrong = check_rules(r, rule_sets[i].rules, rule_sets[i].n);
	}
	if (!wrong)
		wrong = check_attr(r);
	if (!wrong)
		wrong = check_symbols(r);
	if (!wrong)
		wrong = check_target(r);
	return wrong;
}
