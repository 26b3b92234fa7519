// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Events by the names that perf has for them. */
#include "parse/event.h"

#include <stdlib.h>

/* Letters that come at most once; their bits in struct event are in this order. */
static const char once[] = "ukhGHIP";

enum {
	IN_USER = 0x01,
	IN_KERNEL = 0x02,
	IN_HV = 0x04,
	IN_GUEST = 0x08,
	IN_HOST = 0x10,
	NOT_IDLE = 0x20,
	MOST_PRECISE = 0x40,	/* as precise as the PMU can */
};

/* One letter, as get_event_modifier() of perf has it. S, D, W, e and b depend on the group. */
static bool modifier(struct event *e, char c)
{
	const char *at = c ? strchr(once, c) : NULL;
	u8 bit = at ? (u8)(1u << (at - once)) : 0;

	if (c == 'p')
		return ++e->precise <= 3;
	if (!bit)
		return c && strchr("SDWebR", c);
	e->letters ^= bit;
	return e->letters & bit;
}

static bool modifiers_read(struct event *e, const char *s, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!modifier(e, s[i]))
			return false;
	return len > 0;
}

/* :MODIFIERS, or nothing. */
static bool modifiers_end(struct event *e, const char *s, const char *end)
{
	if (s == end)
		return true;
	return *s == ':' && modifiers_read(e, s + 1, (size_t)(end - s - 1));
}

static void modifiers_put(struct paste_call *call, const struct event *e)
{
	u8 in = e->letters;
	bool level = in & (IN_USER | IN_KERNEL | IN_HV);

	paste_set(call, PA_FIELD_EXCLUDE_USER, level && !(in & IN_USER));
	paste_set(call, PA_FIELD_EXCLUDE_KERNEL, level && !(in & IN_KERNEL));
	paste_set(call, PA_FIELD_EXCLUDE_HV, level && !(in & IN_HV));
	paste_set(call, PA_FIELD_EXCLUDE_IDLE, in & NOT_IDLE ? 1 : 0);
	/* Without these letters it depends on the version of perf and on how it was called. */
	if (in & (IN_GUEST | IN_HOST)) {
		paste_set(call, PA_FIELD_EXCLUDE_GUEST, !(in & IN_GUEST));
		paste_set(call, PA_FIELD_EXCLUDE_HOST, !(in & IN_HOST));
	}
	if (e->precise && !(in & MOST_PRECISE))
		paste_set(call, PA_FIELD_PRECISE_IP, e->precise);
}

#define HW(value, name, perf)	{ perf, PA_TYPE_HARDWARE, value },
#define SW(value, name, perf)	{ perf, PA_TYPE_SOFTWARE, value },

/* perf's names for one event, and synonyms that perf accepts. */
static const struct {
	const char *name;
	u32 type;
	u32 config;
} generic[] = {
	PA_LIST_HW(HW, HW)
	PA_LIST_SW(SW, SW)
	{ "cpu-cycles", PA_TYPE_HARDWARE, 0 },
	{ "branch-instructions", PA_TYPE_HARDWARE, 4 },
	{ "idle-cycles-frontend", PA_TYPE_HARDWARE, 7 },
	{ "idle-cycles-backend", PA_TYPE_HARDWARE, 8 },
	{ "faults", PA_TYPE_SOFTWARE, 2 },
	{ "cs", PA_TYPE_SOFTWARE, 3 },
	{ "migrations", PA_TYPE_SOFTWARE, 4 },
};

static bool generic_read(struct event *e, const struct span *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(generic); i++) {
		if (!is(name, generic[i].name))
			continue;
		e->type = generic[i].type;
		e->config = generic[i].config;
		e->has = EVENT_TYPE | EVENT_CONFIG;
		return true;
	}
	return false;
}

/* A part of the name of a cache event. */
struct part {
	const char *name;
	u32 value;
};

#define CACHE(value, name, perf)	{ perf, value },

static const struct part caches[] = {
	PA_LIST_CACHES(CACHE, CACHE)
	{ "l1-d", 0 }, { "l1d", 0 }, { "L1-data", 0 },
	{ "l1-i", 1 }, { "l1i", 1 }, { "L1-instruction", 1 },
	{ "d-tlb", 3 }, { "Data-TLB", 3 }, { "i-tlb", 4 }, { "Instruction-TLB", 4 },
	{ "branches", 5 }, { "bpu", 5 }, { "btb", 5 }, { "bpc", 5 },
};

static const struct part cache_ops[] = {
	{ "load", 0 }, { "loads", 0 }, { "read", 0 },
	{ "store", 1 }, { "stores", 1 }, { "write", 1 },
	{ "prefetch", 2 }, { "prefetches", 2 }, { "speculative-read", 2 },
	{ "speculative-load", 2 },
};

static const struct part cache_results[] = {
	{ "refs", 0 }, { "Reference", 0 }, { "ops", 0 }, { "access", 0 },
	{ "misses", 1 }, { "miss", 1 },
};

/* Removes a part and the minus behind it from the name. */
static bool part_take(struct span *name, const struct part *parts, size_t n, u32 *value)
{
	size_t i, len;

	for (i = 0; i < n; i++) {
		len = strlen(parts[i].name);
		if (name->len < len || strncasecmp(name->s, parts[i].name, len))
			continue;
		if (name->len > len && name->s[len] != '-')
			continue;
		len += name->len > len;
		name->s += len;
		name->len -= len;
		*value = parts[i].value;
		return true;
	}
	return false;
}

/* L1-dcache-load-misses: a cache, and at least one of an operation and a result. */
static bool cache_read(struct event *e, const struct span *whole)
{
	u32 cache, op = 0, result = 0;
	struct span name = *whole;
	bool any;

	if (!name.len || name.s[name.len - 1] == '-')
		return false;
	if (!part_take(&name, caches, ARRAY_SIZE(caches), &cache) || !name.len)
		return false;
	any = part_take(&name, cache_ops, ARRAY_SIZE(cache_ops), &op);
	if (name.len)
		any |= part_take(&name, cache_results, ARRAY_SIZE(cache_results), &result);
	if (!any || name.len)
		return false;
	e->type = PA_TYPE_HW_CACHE;
	e->config = cache | op << 8 | result << 16;
	e->has = EVENT_TYPE | EVENT_CONFIG;
	return true;
}

/* r1a8. Without a digit it may as well be a word, such as read. */
static bool raw_read(struct event *e, const struct span *name)
{
	char hex[17] = "";

	if (name->len < 2 || name->len > sizeof(hex) || *name->s != 'r')
		return false;
	memcpy(hex, name->s + 1, name->len - 1);
	if (strspn(hex, "0123456789abcdefABCDEF") != name->len - 1 || !strpbrk(hex, "0123456789"))
		return false;
	e->config = strtoull(hex, NULL, 16);
	e->type = PA_TYPE_RAW;
	e->has = EVENT_TYPE | EVENT_CONFIG;
	return true;
}

/* Systems of trace events that programs use. */
static bool is_trace_system(const struct span *name)
{
	static const char * const systems[] = {
		"sched", "syscalls", "raw_syscalls", "irq", "block", "net", "timer", "power",
		"kvm", "probe", "uprobes", "kprobes", "skb", "tcp", "ext4", "xfs", "ftrace",
		"workqueue", "signal", "task", "exceptions", "kmem", "compaction", "writeback",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(systems); i++)
		if (is(name, systems[i]))
			return true;
	return false;
}

/*
 * NAME:MODIFIERS of an event that only the PMU knows: slots:u. A trace event whose name has no
 * other letters than modifiers have is only expected in a system of the kernel's.
 */
static bool unknown_read(struct event *e, const struct span *name, const char *s, const char *end)
{
	size_t i;

	for (i = 0; i < name->len; i++)
		if (!is_word(name->s[i]) && !strchr("-.", name->s[i]))
			return false;
	return is_letter(*name->s) && !is_trace_system(name) &&
	       modifiers_read(e, s, (size_t)(end - s));
}

/* SYSTEM:NAME; its number is not in the name. */
static bool tracepoint_read(struct event *e, const struct span *system, const struct span *name)
{
	bool letter = false;
	size_t i;

	for (i = 0; i < system->len; i++)
		if (!(system->s[i] >= 'a' && system->s[i] <= 'z') && !is_digit(system->s[i]) &&
		    system->s[i] != '_' && system->s[i] != '-')
			return false;
	for (i = 0; i < name->len; i++) {
		if (!is_letter(name->s[i]) && !is_digit(name->s[i]) && name->s[i] != '_')
			return false;
		letter |= is_letter(name->s[i]);
	}
	e->type = PA_TYPE_TRACEPOINT;
	e->has = EVENT_TYPE;
	return system->len && letter;
}

/* The text before the next of two characters, or before the end; *s is then there. */
static struct span until(const char **s, const char *end, char a, char b)
{
	struct span t = { .s = *s };

	while (*s < end && **s != a && **s != b)
		++*s;
	t.len = (size_t)(*s - t.s);
	return t;
}

/* r, w, x, each at most once. */
static bool access_read(const struct span *t, u32 *access)
{
	u32 bit;
	size_t i;

	*access = 0;
	for (i = 0; i < t->len; i++) {
		bit = t->s[i] == 'r' ? 1 : t->s[i] == 'w' ? 2 : t->s[i] == 'x' ? 4 : 0;
		if (!bit || (*access & bit))
			return false;
		*access |= bit;
	}
	return t->len > 0;
}

/* mem:ADDRESS[/LENGTH][:ACCESS][:MODIFIERS], after the first colon. */
static bool breakpoint_read(struct event *e, const char *s, const char *end)
{
	struct span t = until(&s, end, '/', ':');
	const char *before;

	if (!t.len)
		return false;
	e->type = PA_TYPE_BREAKPOINT;
	e->access = 3;
	/* perf leaves its config 0. */
	e->has = EVENT_TYPE | EVENT_CONFIG | EVENT_ACCESS;
	if (paste_value(t.s, t.len, NULL, &e->addr) == PASTE_KNOWN)
		e->has |= EVENT_ADDR;
	if (s < end && *s == '/') {
		s++;
		t = until(&s, end, ':', ':');
		if (paste_value(t.s, t.len, NULL, &e->len) != PASTE_KNOWN)
			return false;
		e->has |= EVENT_LEN;
	}
	if (s == end)
		return true;
	before = s++;
	t = until(&s, end, ':', ':');
	if (!access_read(&t, &e->access)) {
		e->access = 3;
		s = before;
	}
	return modifiers_end(e, s, end);
}

/* PMU/TERMS/MODIFIERS: neither its type nor its config is in the name. */
static bool pmu_read(struct event *e, const char *s, const char *end)
{
	const char *first = memchr(s, '/', (size_t)(end - s));
	const char *last = memrchr(s, '/', (size_t)(end - s));

	if (!first || first == last || first == s || !is_letter(*s))
		return false;
	e->pmu = (struct span){ s, (size_t)(first - s) };
	for (; s < first; s++)
		if (!is_letter(*s) && !is_digit(*s) && !strchr("_-.@*?", *s))
			return false;
	last++;
	if (last < end && *last == ':')
		last++;
	return last == end || modifiers_read(e, last, (size_t)(end - last));
}

/**
 * paste_event_read() - read the name of an event
 * @e:   receives the event
 * @s:   the name
 * @len: its length
 *
 * Return: false if it is not such a name.
 */
bool paste_event_read(struct event *e, const char *s, size_t len)
{
	const char *end = s + len;
	struct span name, more;

	memset(e, 0, sizeof(*e));
	if (!len || memchr(s, '\0', len))
		return false;
	if (len > 4 && !memcmp(s, "mem:", 4))
		return breakpoint_read(e, s + 4, end);
	if (memchr(s, '/', len))
		return pmu_read(e, s, end);
	name = until(&s, end, ':', ':');
	if (generic_read(e, &name) || cache_read(e, &name) || raw_read(e, &name))
		return modifiers_end(e, s, end);
	if (s == end || !name.len)
		return false;
	s++;
	if (unknown_read(e, &name, s, end))
		return true;
	memset(e, 0, sizeof(*e));
	e->known = is_trace_system(&name);
	more = until(&s, end, ':', ':');
	return tracepoint_read(e, &name, &more) && modifiers_end(e, s, end);
}

static void event_put(struct paste_call *call, const struct event *e)
{
	if (e->has & EVENT_TYPE)
		paste_set(call, PA_FIELD_TYPE, e->type);
	if (e->has & EVENT_CONFIG)
		paste_set(call, PA_FIELD_CONFIG, e->config);
	if (e->has & EVENT_ADDR)
		paste_set(call, PA_FIELD_BP_ADDR, e->addr);
	if (e->has & EVENT_LEN)
		paste_set(call, PA_FIELD_BP_LEN, e->len);
	if (e->has & EVENT_ACCESS)
		paste_set(call, PA_FIELD_BP_TYPE, e->access);
	paste_name(call->pmu, sizeof(call->pmu), e->pmu.s, e->pmu.len);
	modifiers_put(call, e);
}

/**
 * paste_event() - find the event for a name of perf
 * @call: a call with an unknown attr; gets the fields that the name implies
 * @s:    the name: cycles:u, L1-dcache-load-misses, r1a8, mem:0x1000:rw, sched:sched_switch,
 *        cpu/event=0x3c/u
 * @len:  its length
 *
 * Return: false, and nothing is set, if it is not such a name.
 */
bool paste_event(struct paste_call *call, const char *s, size_t len)
{
	struct event e;

	if (!paste_event_read(&e, s, len))
		return false;
	event_put(call, &e);
	return true;
}

