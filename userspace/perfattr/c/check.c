// SPDX-License-Identifier: GPL-2.0
/*
 * Checks whether a record is acceptable. The file may be untrusted, and the program will be
 * compiled and run: outside of literals and comments, only numbers and names of constants may
 * become C.
 *
 * Tables give the rule for every key whose value becomes C as it is, or names a file. What
 * literal() or remark() writes may be any text, and what record.c has taken is of its type. The
 * symbols of numbers do not become C, which show/symbol.c makes of the numbers; a file with code
 * for a symbol is refused all the same, as no record has it.
 */
#include "check.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/names.h"

#include "c_names.h"
#include "record.h"
#include "util.h"

#define MAX_NS		4000000000000000000LL	/* two of them can be added */

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

/* --- values --- */

static bool is_absent(json_t *v)
{
	return !v || json_is_null(v);
}

static bool is_number(json_t *v)
{
	uint64_t u;
	int64_t s;

	return value_u64(v, &u) || value_s64(v, &s);
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

static bool is_errno(json_t *v)
{
	return is_absent(v) || (*string(v) == 'E' && consists_of(string(v), UPPER DIGITS));
}

static bool is_call_name(json_t *v)
{
	static const char * const calls[] = {
		"open", "ioctl", "mmap", "munmap", "read", "poll", "close", "prctl", "bpf",
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

static bool is_bpf_cmd(json_t *v)
{
	return starts_with(string(v), "BPF_") && consists_of(string(v), UPPER "_");
}

static bool is_option(json_t *v)
{
	return starts_with(string(v), "PR_") && consists_of(string(v), UPPER DIGITS "_");
}

static bool is_area(json_t *v)
{
	return !strcmp(string(v), "data") || !strcmp(string(v), "aux");
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

/* A component of a path below /sys: it must not leave the directory. */
static bool is_file_name(json_t *v)
{
	return is_absent(v) || (*string(v) && !strchr(string(v), '/'));
}

static bool is_pmu_or_type(json_t *v)
{
	if (starts_with(string(v), "PERF_TYPE_"))
		return is_identifier(string(v));
	return is_file_name(v);
}

static bool is_cgroup_path(json_t *v)
{
	const char *s = string(v);

	return is_absent(v) || (*s == '/' && !strstr(s, "/../") &&
				(strlen(s) < 3 || strcmp(s + strlen(s) - 3, "/..")));
}

/* --- records --- */

#define A_NUMBER	"a number"
#define AN_INT		"a number of 32 bits"
#define A_TIME		"a number of nanoseconds"
#define SYMBOLS		"a list of names of constants"

static const struct rule record_rules[] = {
	{ "call", NULL, is_call_name, "the name of a call that this program knows" },
	{ "time_ns", NULL, is_time, A_TIME },
	{ "duration_ns", NULL, is_time, A_TIME },
	{ "ret", NULL, is_int, AN_INT },
	{ "errno", NULL, is_errno, "the name of an error or null" },
};

static const struct rule open_rules[] = {
	{ "flags", "symbols", is_symbol_list, SYMBOLS },
	{ "type", "symbols", is_pmu_or_type, "the name of a constant or of a PMU" },
	{ "pid", "args", is_int, AN_INT },
	{ "cpu", "args", is_int, AN_INT },
	{ "group_fd", "args", is_int, AN_INT },
	{ "flags", "args", is_number, A_NUMBER },
	{ "cgroup", "kernel", is_cgroup_path, "the path of a cgroup or null" },
};

/* Further keys of ops; which of them depends on the call. */
static const struct rule event_rules[] = {
	{ "open", "event", is_number_or_null, "a number or null" },
};

static const struct rule ioctl_rules[] = {
	{ "cmd", NULL, is_cmd, "the name of an ioctl or null" },
	{ "arg", "args", is_number_or_null, "a number or null" },
};

static const struct rule flags_rules[] = { { "flags", NULL, is_symbol_list, SYMBOLS } };

static const struct rule period_rules[] = {
	{ "period", NULL, is_number_or_null, "a number or null" },
};

static const struct rule output_rules[] = {
	{ "output_fd", NULL, is_number_or_null, "a number or null" },
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

static const struct rule bpf_rules[] = {
	{ "cmd", NULL, is_bpf_cmd, "the name of a command" },
};

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
	RULES("ioctl", IOC(SET_OUTPUT), output_rules),
	RULES("bpf", NULL, event_rules),
	RULES("bpf", NULL, bpf_rules),
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

static bool check_rules(json_t *r, const struct rule *rules, size_t n, struct text *what)
{
	size_t i;

	for (i = 0; i < n; i++) {
		const struct rule *rule = &rules[i];
		json_t *v = rule->within ? member(r, rule->within, rule->key) :
					   member(r, rule->key, NULL);

		if (!rule->holds(v)) {
			key_refused(what, rule->within, rule->key, v, rule->expected);
			return false;
		}
	}
	return true;
}

/* The keys of the attr become the fields of a struct. */
static bool check_attr(json_t *r, struct text *what)
{
	const char *field;
	json_t *v;

	json_object_foreach(member(r, "attr", NULL), field, v) {
		if (is_identifier(field) && is_number_or_null(v))
			continue;
		key_refused(what, "attr", field, v, is_identifier(field) ? "a number or null" :
			    "a field: the key is no name of C");
		return false;
	}
	return true;
}

/*
 * The symbols of the fields, except that of the type, which is already checked, and that of a
 * breakpoint's address, which is the name of a symbol of the kernel and does not become C.
 */
static bool check_symbols(json_t *r, struct text *what)
{
	json_t *symbols = member(r, "symbols", NULL);
	bool tracepoint = number(member(r, "attr", "type")) == PA_TYPE_TRACEPOINT;
	const char *field;
	json_t *v;

	json_object_foreach(symbols, field, v) {
		bool name = tracepoint && !strcmp(field, "config");

		if (!strcmp(field, "type") || !strcmp(field, "bp_addr") ||
		    (name ? is_file_name(v) : is_symbol(v)))
			continue;
		key_refused(what, "symbols", field, v, name ? "the name of a tracepoint" :
			    "the name of a constant");
		return false;
	}
	return true;
}

/**
 * check_record() - may this record become part of a program?
 * @r:    a call
 * @what: receives an error message that names the key if it may not
 */
bool check_record(const struct record *r, struct text *what)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rule_sets); i++) {
		if (rule_sets[i].call && strcmp(rule_sets[i].call, r->call))
			continue;
		if (rule_sets[i].cmd && !is_ioctl(r->json, rule_sets[i].cmd))
			continue;
		if (!check_rules(r->json, rule_sets[i].rules, rule_sets[i].n, what))
			return false;
	}
	return check_attr(r->json, what) && check_symbols(r->json, what);
}
