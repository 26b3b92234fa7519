// SPDX-License-Identifier: GPL-2.0
/*
 * The name of an event in perf's syntax: with this name after -e, perf passes the same type, config
 * and modifier bits (parse_events_modifier_event(), tools/perf/util/parse-events.c).
 */

#include "core/event_name.h"

#include "ui/ui.h"

/**
 * struct namer - an event that is being named
 * @t:     receives the name
 * @s:     the fields of its attr
 * @r:     its record
 * @env:   the PMUs of its machine
 * @sysfs: folder of sysfs, or NULL
 * @slash: the name ends with a slash, so modifiers need no colon
 */
struct namer {
	struct text *t;
	struct fields s;
	const struct pa_record *r;
	const struct pa_env *env;
	const char *sysfs;
	bool slash;
};

static u64 value(const struct namer *n, enum pa_field_id id)
{
	return field_value(&n->s, id);
}

/* The PMU that has accepted the call, if it has this type. */
static const struct pa_pmu_name *kernel_pmu(const struct namer *n, u64 type)
{
	const struct pa_pmu_name *pmu;

	pmu = n->r->have_kview ? pa_pmu_by_index(n->env, n->r->kv.pmu) : NULL;
	return pmu && pmu->type == type ? pmu : NULL;
}

/* The name of the PMU that attr.type, or the upper half of a generic config, selects. */
static bool put_pmu(struct namer *n, u64 type)
{
	const struct pa_pmu_name *pmu = NULL;

	if (type >= PA_TYPE_DYNAMIC && type == n->s.a.type && !n->s.x->pasted.is)
		pmu = pa_pmu_of_type(n->r, n->env, (u32)type);
	else if (type >= PA_TYPE_DYNAMIC)
		pmu = kernel_pmu(n, type);
	if (!pmu)
		return pmu_of_type(n->t, n->sysfs, type);
	text_safe(n->t, pmu->name);
	return true;
}

/* PMU/term=value,.../ */
static void put_terms(struct namer *n, const char *pmu)
{
	u64 word[PA_FORMAT_WORDS] = {
		value(n, PA_FIELD_CONFIG), value(n, PA_FIELD_CONFIG1), value(n, PA_FIELD_CONFIG2),
		value(n, PA_FIELD_CONFIG3), value(n, PA_FIELD_CONFIG4),
	};

	text_char(n->t, '/');
	pmu_terms(n->t, n->sysfs, pmu, word);
	text_char(n->t, '/');
	n->slash = true;
}

static void put_dynamic(struct namer *n)
{
	size_t before = n->t->len;
	char *pmu;

	if (!put_pmu(n, n->s.a.type))
		text_printf(n->t, "type%u", n->s.a.type);
	/* A copy: the text moves as it grows. */
	pmu = must(strdup(text_str(n->t) + before));
	put_terms(n, pmu);
	free(pmu);
}

/* kprobe and uprobe as PMUs: perf has no syntax for them, its probes are tracepoints. */
static bool put_probe(struct namer *n)
{
	char name[PA_STR_LEN + 1] = "";

	if (!n->r->str_kind)
		return false;
	memcpy(name, n->r->str, PA_STR_LEN);
	text_printf(n->t, "%s%sprobe:", n->r->str_kind == 2 ? "u" : "k",
		    value(n, PA_FIELD_CONFIG) & 1 ? "ret" : "");
	text_safe(n->t, name);
	text_printf(n->t, "+0x%jx", (uintmax_t)value(n, PA_FIELD_PROBE_OFFSET));
	return true;
}

static void put_raw(struct namer *n)
{
	const struct pa_pmu_name *pmu = kernel_pmu(n, PA_TYPE_RAW);
	struct text name = { 0 };

	/* Not the PMU's name: for that perf would pass the PMU's type, which may be another one. */
	if (pmu)
		text_safe(&name, pmu->name);
	else
		pmu_of_type(&name, n->sysfs, PA_TYPE_RAW);
	if (!name.len && (value(n, PA_FIELD_CONFIG1) || value(n, PA_FIELD_CONFIG2) ||
			  value(n, PA_FIELD_CONFIG3) || value(n, PA_FIELD_CONFIG4)))
		text_add(&name, "cpu");
	text_add(n->t, text_str(&name));
	if (name.len)
		put_terms(n, text_str(&name));
	else
		text_printf(n->t, "r%jx", (uintmax_t)value(n, PA_FIELD_CONFIG));
	text_free(&name);
}

/* A breakpoint at a kernel address: records have only its symbol, if any. */
static void put_hidden_breakpoint(struct namer *n)
{
	char name[PA_EVENT_LEN + 1];
	struct out s;

	out_init(&s, name, PA_EVENT_LEN);
	if (n->r->have_kview)
		pa_put_event_name(&s, n->r, n->env, &n->s.a);
	name[s.len] = '\0';
	text_safe(n->t, s.len ? name : "mem:(kernel address)");
}

static void put_breakpoint(struct namer *n)
{
	static const char * const access[] = { "", "r", "w", "rw", "x" };
	u64 type = value(n, PA_FIELD_BP_TYPE), len = value(n, PA_FIELD_BP_LEN);
	const struct pa_field *addr = &pa_fields[PA_FIELD_BP_ADDR];

	if (pa_attr_has(&n->s.a, PA_FIELD_BP_ADDR) &&
	    pa_bits(n->s.x->pasted.unknown.word, addr) == addr->mask) {
		text_add(n->t, "mem:?");
	} else if (field_known(&n->s, PA_FIELD_BP_ADDR)) {
		text_printf(n->t, "mem:0x%jx", (uintmax_t)value(n, PA_FIELD_BP_ADDR));
	} else {
		put_hidden_breakpoint(n);
		return;
	}
	if (field_known(&n->s, PA_FIELD_BP_LEN) && len != (type == 4 ? sizeof(long) : 4))
		text_printf(n->t, "/%ju", (uintmax_t)len);
	if (type && type < ARRAY_SIZE(access))
		text_printf(n->t, ":%s", access[type]);
}

/**
 * trace_event_name() - the name of a trace event, as the kernel has it
 * @t: receives it
 * @x: an open of a trace event
 *
 * Return: false, and nothing is written, if it is not known.
 */
bool trace_event_name(struct text *t, const struct pa_call *x)
{
	char name[PA_NAME_LEN + 1] = "";

	if (x->r.have_kview && x->r.kv.have & PA_KV_NAME)
		memcpy(name, x->r.kv.name, PA_NAME_LEN);
	text_safe(t, name);
	return *name;
}

static void put_tracepoint(struct namer *n)
{
	if (!trace_event_name(n->t, n->s.x)) {
		text_add(n->t, "tracepoint");
		put_terms(n, "tracepoint");
	}
}

/* A generic event, or one of a hybrid machine's PMU (cpu_core/cycles/). */
static void put_generic(struct namer *n)
{
	u32 type = n->s.a.type;
	u64 config = value(n, PA_FIELD_CONFIG);
	u64 pmu = type == PA_TYPE_SOFTWARE ? 0 : config >> PA_PMU_TYPE_SHIFT;
	u64 event = pmu ? config & 0xffffffff : config;
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

static void put_letter(struct text *m, bool is, char letter)
{
	if (is)
		text_char(m, letter);
}

/*
 * If no level is excluded, u, k, h are left out. Without G and H, whether perf excludes guests
 * depends on the other modifiers (6.1: it does, except with k, h, I, D or e) and on its version, so
 * @exact writes them explicitly.
 */
static void put_modifiers(struct namer *n, bool exact)
{
	bool user = !value(n, PA_FIELD_EXCLUDE_USER), kernel = !value(n, PA_FIELD_EXCLUDE_KERNEL);
	bool hv = !value(n, PA_FIELD_EXCLUDE_HV), levels = !user || !kernel || !hv;
	bool guests = exact || value(n, PA_FIELD_EXCLUDE_HOST);
	struct text m = { 0 };
	u64 p;

	put_letter(&m, levels && user, 'u');
	put_letter(&m, levels && kernel, 'k');
	put_letter(&m, levels && hv, 'h');
	put_letter(&m, guests && !value(n, PA_FIELD_EXCLUDE_GUEST), 'G');
	put_letter(&m, guests && !value(n, PA_FIELD_EXCLUDE_HOST), 'H');
	for (p = value(n, PA_FIELD_PRECISE_IP); p; p--)
		text_char(&m, 'p');
	put_letter(&m, value(n, PA_FIELD_EXCLUDE_IDLE), 'I');
	put_letter(&m, value(n, PA_FIELD_PINNED), 'D');
	put_letter(&m, value(n, PA_FIELD_EXCLUSIVE), 'e');
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
	struct namer n = { .t = t, .r = &r->x->r, .env = &r->x->env, .sysfs = sysfs };

	if (r->event && !exact) {
		text_add(t, r->event);
		return;
	}
	fields_look(&n.s, r->x);
	if (!field_known(&n.s, PA_FIELD_TYPE)) {
		text_add(t, "(attr not readable)");
		return;
	}
	if (n.s.a.type == PA_TYPE_TRACEPOINT)
		put_tracepoint(&n);
	else if (n.s.a.type == PA_TYPE_BREAKPOINT)
		put_breakpoint(&n);
	else if (n.s.a.type == PA_TYPE_RAW)
		put_raw(&n);
	else if (n.s.a.type <= PA_TYPE_HW_CACHE)
		put_generic(&n);
	else if (!put_probe(&n))
		put_dynamic(&n);
	put_modifiers(&n, exact);
}
