// SPDX-License-Identifier: GPL-2.0
/*
 * The name of an event in perf's syntax: with this name after -e, perf passes the same type, config
 * and modifier bits (parse_events_modifier_event(), tools/perf/util/parse-events.c).
 */
#include <stdlib.h>
#include <string.h>

#include <linux/perf_event.h>

#include "core/names.h"
#include "why/format.h"

#include "show/show.h"

/**
 * struct namer - an event that is being named
 * @t:     receives the name
 * @r:     its record
 * @sysfs: where sysfs is, or NULL
 * @slash: the name ends with a slash, so modifiers need no colon
 */
struct namer {
	struct text *t;
	const struct record *r;
	const char *sysfs;
	bool slash;
};

/* The name of the PMU that attr.type selects. */
static bool put_pmu(struct namer *n, uint64_t type)
{
	const char *name = str(n->r->symbols, "type");

	if (type >= PERF_TYPE_MAX && name && strncmp(name, "PERF_TYPE_", 10)) {
		text_safe(n->t, name);
		return true;
	}
	name = str(n->r->kernel, "pmu");
	if (name && type >= PERF_TYPE_MAX && num(n->r->kernel, "pmu_type") == type) {
		text_safe(n->t, name);
		return true;
	}
	return pmu_of_type(n->t, n->sysfs, type);
}

/* PMU/term=value,.../ */
static void put_terms(struct namer *n, const char *pmu)
{
	u64 word[PA_FORMAT_WORDS] = {
		num(n->r->attr, "config"), num(n->r->attr, "config1"),
		num(n->r->attr, "config2"), num(n->r->attr, "config3"),
		num(n->r->attr, "config4"),
	};

	text_char(n->t, '/');
	pmu_terms(n->t, n->sysfs, pmu, word);
	text_char(n->t, '/');
	n->slash = true;
}

static void put_dynamic(struct namer *n, uint64_t type)
{
	size_t before = n->t->len;
	char *pmu;

	if (!put_pmu(n, type))
		text_printf(n->t, "type%ju", (uintmax_t)type);
	/* A copy: the text moves as it grows. */
	pmu = must(strdup(text_str(n->t) + before));
	put_terms(n, pmu);
	free(pmu);
}

/* kprobe and uprobe as PMUs: perf has no syntax for them, its probes are tracepoints. */
static bool put_probe(struct namer *n)
{
	json_t *strings = json_object_get(n->r->json, "strings");
	const char *func = str(strings, "kprobe_func");
	const char *path = str(strings, "uprobe_path");

	if (!func && !path)
		return false;
	text_printf(n->t, "%s%sprobe:", path ? "u" : "k", num(n->r->attr, "config") & 1 ? "ret" : "");
	text_safe(n->t, path ? path : func);
	text_printf(n->t, "+0x%jx", (uintmax_t)num(n->r->attr, "probe_offset"));
	return true;
}

static void put_raw(struct namer *n)
{
	const char *pmu = str(n->r->kernel, "pmu");
	struct text name = { 0 };

	/* Not by the PMU's name: perf would pass the type of that PMU, maybe a different one. */
	if (pmu && num(n->r->kernel, "pmu_type") == PERF_TYPE_RAW)
		text_safe(&name, pmu);
	else
		pmu_of_type(&name, n->sysfs, PERF_TYPE_RAW);
	if (!name.len && (num(n->r->attr, "config1") || num(n->r->attr, "config2") ||
			  num(n->r->attr, "config3") || num(n->r->attr, "config4")))
		text_add(&name, "cpu");
	text_add(n->t, text_str(&name));
	if (name.len)
		put_terms(n, text_str(&name));
	else
		text_printf(n->t, "r%jx", (uintmax_t)num(n->r->attr, "config"));
	text_free(&name);
}

/* Does the text that tells of the call not tell this field? */
static bool is_not_told(const struct record *r, const char *field)
{
	json_t *names = json_object_get(r->json, "unknown"), *name;
	size_t i;

	json_array_foreach(names, i, name)
		if (json_is_string(name) && !strcmp(json_string_value(name), field))
			return true;
	return false;
}

static void put_breakpoint(struct namer *n)
{
	static const char * const access[] = { "", "r", "w", "rw", "x" };
	uint64_t type = num(n->r->attr, "bp_type"), addr, len;
	const char *name = str(n->r->kernel, "event");

	/* It shares its bytes with config1, by whose name it goes there. */
	if (is_not_told(n->r, "config1")) {
		text_add(n->t, "mem:?");
	} else if (get_u64(n->r->attr, "bp_addr", &addr)) {
		text_printf(n->t, "mem:0x%jx", (uintmax_t)addr);
	} else {
		/* A kernel address: records have only its symbol, if any. */
		text_safe(n->t, name ? name : "mem:(kernel address)");
		return;
	}
	if (get_u64(n->r->attr, "bp_len", &len) && len != (type == 4 ? sizeof(long) : 4))
		text_printf(n->t, "/%ju", (uintmax_t)len);
	if (type && type < ARRAY_SIZE(access))
		text_printf(n->t, ":%s", access[type]);
}

static void put_tracepoint(struct namer *n)
{
	const char *name = str(n->r->symbols, "config");

	if (!name || !strchr(name, ':'))
		name = str(n->r->kernel, "event");
	if (name && strchr(name, ':'))
		text_safe(n->t, name);
	else
		put_terms((text_add(n->t, "tracepoint"), n), "tracepoint");
}

/* A generic event, or one of a hybrid machine's PMU (cpu_core/cycles/). */
static void put_generic(struct namer *n, uint64_t type)
{
	uint64_t config = num(n->r->attr, "config");
	uint64_t pmu = type == PERF_TYPE_SOFTWARE ? 0 : config >> PA_PMU_TYPE_SHIFT;
	uint64_t event = pmu ? config & 0xffffffff : config;
	struct text name = { 0 };

	if (!generic_name(&name, type, event)) {
		static const char * const types[] = { "hardware", "software", "", "hw_cache" };

		text_printf(n->t, "%s/config=0x%jx/", types[type], (uintmax_t)config);
		n->slash = true;
	} else if (pmu) {
		if (!put_pmu(n, pmu))
			text_printf(n->t, "type%ju", (uintmax_t)pmu);
		text_printf(n->t, "/%s/", text_str(&name));
		n->slash = true;
	} else {
		text_add(n->t, text_str(&name));
	}
	text_free(&name);
}

/* The modifiers u, k, h, unless no level is excluded. */
static void put_levels(struct text *m, json_t *attr)
{
	bool user = num(attr, "exclude_user"), kernel = num(attr, "exclude_kernel");
	bool hv = num(attr, "exclude_hv");

	if (!user && !kernel && !hv)
		return;
	if (!user)
		text_char(m, 'u');
	if (!kernel)
		text_char(m, 'k');
	if (!hv)
		text_char(m, 'h');
}

/*
 * Without G and H, whether perf excludes guests depends on the other modifiers (6.1:
 * it does, except with k, h, I, D or e) and on its version, so this writes them explicitly.
 */
static void put_guests(struct text *m, json_t *attr)
{
	if (!num(attr, "exclude_guest"))
		text_char(m, 'G');
	if (!num(attr, "exclude_host"))
		text_char(m, 'H');
}

static void put_modifiers(struct namer *n, bool exact)
{
	json_t *attr = n->r->attr;
	struct text m = { 0 };
	uint64_t p = num(attr, "precise_ip");

	put_levels(&m, attr);
	if (exact || num(attr, "exclude_host"))
		put_guests(&m, attr);
	/* It has two bits in the attr; a file may have a larger number. */
	for (p = p > 3 ? 3 : p; p; p--)
		text_char(&m, 'p');
	if (num(attr, "exclude_idle"))
		text_char(&m, 'I');
	if (num(attr, "pinned"))
		text_char(&m, 'D');
	if (num(attr, "exclusive"))
		text_char(&m, 'e');
	if (m.len)
		text_printf(n->t, "%s%s", n->slash ? "" : ":", m.s);
	text_free(&m);
}

/**
 * event_text() - the event of an open in perf's syntax
 * @t:     receives it; safe to print
 * @r:     the open
 * @sysfs: directory of its machine's sysfs; NULL: terms of its PMU are not known
 * @exact: with the modifiers for guests, so that perf passes exactly this attr
 */
void event_text(struct text *t, const struct record *r, const char *sysfs, bool exact)
{
	struct namer n = { .t = t, .r = r, .sysfs = sysfs };
	uint64_t type;

	if (!get_u64(r->attr, "type", &type)) {
		text_add(t, "(attr not readable)");
		return;
	}
	if (type == PERF_TYPE_TRACEPOINT)
		put_tracepoint(&n);
	else if (type == PERF_TYPE_BREAKPOINT)
		put_breakpoint(&n);
	else if (type == PERF_TYPE_RAW)
		put_raw(&n);
	else if (type <= PERF_TYPE_HW_CACHE)
		put_generic(&n, type);
	else if (!put_probe(&n))
		put_dynamic(&n, type);
	put_modifiers(&n, exact);
}
