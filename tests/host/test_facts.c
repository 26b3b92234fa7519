// SPDX-License-Identifier: GPL-2.0
/* The table of facts: each row is within its struct, and is written as its kind says. */
#include "json/writer.h"
#include "core/out.h"
#include "facts_docs.h"
#include "rec.h"
#include "tap.h"

#define ROOM	4096

static const struct {
	const struct pa_fact_list *list;
	const char *name;
	size_t size;
} lists[] = {
	{ &pa_facts_of_kernel, "kernel", sizeof(struct pa_kernel) },
	{ &pa_facts_of_open, "open", sizeof(struct pa_facts) },
	{ &pa_facts_of_leader, "leader", sizeof(struct pa_leader) },
	{ &pa_facts_of_health, "health", sizeof(struct pa_health) },
	{ &pa_facts_of_op, "op", sizeof(struct pa_op_facts) },
	{ &pa_facts_of_map, "map", sizeof(struct pa_op_facts) },
	{ &pa_facts_of_output, "output", sizeof(struct pa_op_facts) },
	{ &pa_facts_of_trace, "trace", sizeof(struct pa_op_facts) },
	{ &pa_facts_of_change, "change", sizeof(struct pa_op_facts) },
};

/* What the rows are about: aligned, and larger than each of the structs. */
static union {
	u8 bytes[sizeof(struct pa_record)];
	u64 align;
} of;

static char text[ROOM + 1];

/* The members of a list, as they stand in an object. */
static const char *written(const struct pa_fact_list *list)
{
	static struct pa_env env;
	struct out s;
	struct pa_json j;

	out_init(&s, text, ROOM);
	j.s = &s;
	j.told = NULL;
	j.r = NULL;
	j.env = &env;
	json_begin(&j, '{');
	pa_json_facts(&j, list, &of);
	json_end(&j, '}');
	text[s.len < ROOM ? s.len : ROOM] = 0;
	return text;
}

static void put_value(const struct pa_fact *f, u64 v)
{
	if (f->width == 1)
		of.bytes[f->offset] = (u8)v;
	else if (f->width == 2)
		memcpy(of.bytes + f->offset, &(u16){ (u16)v }, 2);
	else if (f->width == 4)
		memcpy(of.bytes + f->offset, &(u32){ (u32)v }, 4);
	else
		memcpy(of.bytes + f->offset, &v, 8);
}

static void put_have(const struct pa_fact_list *list, u32 have)
{
	if (list->have != PA_FACTS_NO_HAVE)
		memcpy(of.bytes + list->have, &have, sizeof(have));
}

/* Is this the value of the fact in what is written now? */
static bool has_value(const struct pa_fact_list *list, const struct pa_fact *f, const char *want)
{
	char member[600];
	const char *got = written(list);
	size_t len;

	len = snprintf(member, sizeof(member), "%.*s%s", f->key_len - 1, f->key + 1, want);
	got = strstr(got, member);
	return got && (got[-1] == ',' || got[-1] == '{') && (got[len] == ',' || got[len] == '}');
}

static bool is_written(const struct pa_fact_list *list, const struct pa_fact *f, const char *want)
{
	if (has_value(list, f, want))
		return true;
	diag("want: %s%s", f->key, want);
	diag("in:   %s", text);
	return false;
}

static bool has_number(const struct pa_fact *f)
{
	return f->kind != PA_FACT_FLAG && f->kind != PA_FACT_STRING;
}

static bool row_is_sound(const struct pa_fact *f, size_t size)
{
	bool named = f->kind == PA_FACT_NAME || f->kind == PA_FACT_NAMES;
	bool good = f->key_len == strlen(f->key) && !strncmp(f->key, ",\"", 2) &&
		    !strcmp(f->key + f->key_len - 2, "\":");

	good &= named == !!f->names;
	good &= (f->kind == PA_FACT_FLAG) == !!f->flag;
	if (f->kind == PA_FACT_FLAG)
		return good;
	good &= f->width && f->offset + f->width <= size;
	if (!has_number(f))
		return good;
	good &= f->width == 1 || f->width == 2 || f->width == 4 || f->width == 8;
	/* What has 64 bits is a string of digits, or bits. */
	if (f->width == 8)
		good &= f->kind == PA_FACT_WIDE || f->kind == PA_FACT_CALLERS ||
			f->kind == PA_FACT_RANGES;
	else
		good &= f->kind != PA_FACT_WIDE && f->kind != PA_FACT_CALLERS;
	return good;
}

static void test_rows(void)
{
	u32 i, k, l;

	for (l = 0; l < ARRAY_SIZE(lists); l++) {
		const struct pa_fact_list *list = lists[l].list;
		bool have = list->have != PA_FACTS_NO_HAVE;
		unsigned int bad = 0, twice = 0, unknown = 0;

		for (i = 0; i < list->count; i++) {
			const struct pa_fact *f = &list->fact[i];

			bad += !row_is_sound(f, lists[l].size);
			unknown += (f->have || f->flag) && !have;
			for (k = 0; k < i; k++)
				twice += !strcmp(f->key, list->fact[k].key);
		}
		ok(list->count && !bad, "%s: each row is sound and within its struct",
		   lists[l].name);
		ok(!twice, "%s: no key is there twice", lists[l].name);
		ok(!unknown && (!have || list->have + sizeof(u32) <= lists[l].size),
		   "%s: bits that say what is known are in it", lists[l].name);
	}
}

/* Kinds that have a null of their own. */
static bool may_be_null(const struct pa_fact *f)
{
	return f->kind == PA_FACT_PMU || f->kind == PA_FACT_TRI || f->kind == PA_FACT_NAME;
}

static void test_known(void)
{
	unsigned int bad = 0, seen = 0;
	u32 i, l;

	for (l = 0; l < ARRAY_SIZE(lists); l++) {
		const struct pa_fact_list *list = lists[l].list;

		for (i = 0; i < list->count; i++) {
			const struct pa_fact *f = &list->fact[i];

			memset(&of, 0, sizeof(of));
			if (has_number(f))
				put_value(f, 1);
			put_have(list, ~f->have);
			bad += (f->have && list->have != f->offset) && !is_written(list, f, "null");
			put_have(list, f->have);
			bad += !may_be_null(f) && list->have != f->offset &&
			       has_value(list, f, "null");
			seen += !!f->have;
		}
	}
	ok(!bad && seen > 30, "each of %u facts with a bit is null without it, and only then",
	   seen);
}

static void put_ranges(char *to, u64 v)
{
	const char *comma = "";
	int first, last;

	to += sprintf(to, "[");
	for (first = 0; first < 64; first++) {
		if (!(v >> first & 1) || (first && v >> (first - 1) & 1))
			continue;
		for (last = first; last < 63 && v >> (last + 1) & 1; last++)
			;
		to += sprintf(to, "%s\"%d-%d\"", comma, first, last);
		comma = ",";
	}
	sprintf(to, "]");
}

static void put_names(char *to, const struct pa_names *names, u64 v)
{
	const char *comma = "";
	u32 i;

	to += sprintf(to, "[");
	for (i = 0; i < names->count; i++) {
		if (!(v >> i & 1))
			continue;
		to += sprintf(to, "%s\"%s\"", comma, names->name[i].text);
		comma = ",";
	}
	sprintf(to, "]");
}

/* What must be written of a value of this kind, as the header says it. */
static void expected(char *to, const struct pa_fact *f, u64 v)
{
	unsigned int bits = 8 * f->width;
	u64 part = bits < 64 ? v & ((1ULL << bits) - 1) : v;
	s64 with_sign = (s64)(v << (64 - bits)) >> (64 - bits);

	switch (f->kind) {
	case PA_FACT_COUNT:
		sprintf(to, "%llu", part);
		break;
	case PA_FACT_SIGNED:
		sprintf(to, "%lld", with_sign);
		break;
	case PA_FACT_CALLERS:
		if (part >> 63 && part < -4096ULL) {
			strcpy(to, "\"(kernel)\"");
			break;
		}
		__attribute__((__fallthrough__));
	case PA_FACT_WIDE:
		sprintf(to, "\"%llu\"", part);
		break;
	case PA_FACT_BOOL:
		strcpy(to, part ? "true" : "false");
		break;
	case PA_FACT_TRI:
		strcpy(to, part > 1 ? "null" : part ? "true" : "false");
		break;
	case PA_FACT_NAME:
		if (part < f->names->count && f->names->name[part].text)
			sprintf(to, "\"%s\"", f->names->name[part].text);
		else
			strcpy(to, "null");
		break;
	case PA_FACT_NAMES:
		put_names(to, f->names, part);
		break;
	case PA_FACT_RANGES:
		put_ranges(to, part);
		break;
	case PA_FACT_PMU:
		sprintf(to, part ? "%llu" : "null", part);
		break;
	}
}

static bool value_is_written(const struct pa_fact_list *list, const struct pa_fact *f, u64 v)
{
	char want[512] = "?";

	memset(&of, 0x5a, sizeof(of));
	put_have(list, ~0U);
	put_value(f, v);
	expected(want, f, v);
	return is_written(list, f, want);
}

static void test_values(void)
{
	static const u64 chosen[] = {
		0, 1, 2, 3, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, S32_MAX, 1ULL << 31, U32_MAX,
		1ULL << 53, S64_MAX, 1ULL << 63, 0xffffffff81000000ULL, -4097ULL, -4096ULL, -1ULL,
		0xffffffff00000000ULL, 0x8000000000000001ULL,
	};
	unsigned int bad = 0, seen = 0;
	u32 i, k, l;

	for (l = 0; l < ARRAY_SIZE(lists); l++) {
		const struct pa_fact_list *list = lists[l].list;

		for (i = 0; i < list->count; i++) {
			const struct pa_fact *f = &list->fact[i];

			/* What is known has no fact of its own, but for the kernel's checks. */
			if (!has_number(f) || f->offset == list->have)
				continue;
			for (k = 0; k < ARRAY_SIZE(chosen) + 20; k++, seen++)
				bad += !value_is_written(list, f, k < ARRAY_SIZE(chosen) ?
							 chosen[k] : rec_random());
		}
	}
	ok(!bad, "%u values of all rows are written as their kinds say", seen);
}

static void test_flags(void)
{
	unsigned int bad = 0, seen = 0;
	u32 i, l;

	for (l = 0; l < ARRAY_SIZE(lists); l++) {
		const struct pa_fact_list *list = lists[l].list;

		for (i = 0; i < list->count; i++) {
			const struct pa_fact *f = &list->fact[i];

			if (f->kind != PA_FACT_FLAG)
				continue;
			memset(&of, 0, sizeof(of));
			put_have(list, f->have | f->flag);
			bad += !is_written(list, f, "true");
			put_have(list, ~f->flag);
			bad += !is_written(list, f, "false");
			seen++;
		}
	}
	ok(!bad && seen > 10, "%u flags are the bits that they are", seen);
}

/* One of each kind, by hand. */
static void test_examples(void)
{
	struct pa_kernel *k = (void *)of.bytes;
	struct pa_op_facts *f = (void *)of.bytes;

	memset(&of, 0, sizeof(of));
	k->has = PA_K_PARANOID_ANY | PA_K_CGROUP_PERF | PA_K_PARANOID_MAX | PA_K_TP_COUNTING;
	k->arch = PA_ABI_ARM64;
	k->paranoid_max = -1;
	k->regs_extended = 0xffffffff00000000ULL;
	k->task_size = 0xc000000000000000ULL;
	k->known_flags = (1ULL << 38) - 1;
	ok(is_written(&pa_facts_of_kernel, &pa_facts_of_kernel.fact[0], "\"arm64\"") &&
	   strstr(text, "\"regs_extended\":[\"32-63\"]}"),
	   "registers are ranges of bits: as a mask in hex they would look like an address");
	ok(strstr(text, ",\"task_size\":\"(kernel)\","), "the kernel's first address is not shown");
	ok(strstr(text, ",\"has\":[\"paranoid_any\",\"cgroup_perf\"],"),
	   "checks are names, and bits that say what is known are none of them");
	ok(strstr(text, ",\"known_flags\":\"274877906943\",") &&
	   strstr(text, ",\"paranoid_max\":-1,"), "a mask is a string of digits, a level a number");
	k->task_size = 0x00007ffffffff000ULL;
	ok(strstr(written(&pa_facts_of_kernel), ",\"task_size\":\"140737488351232\","),
	   "... and shown where it is none of the kernel's");
	memset(&of, 0, sizeof(of));
	f->have = PA_OF_TRACE;
	strcpy(f->trace.name, "a:\"b\n");
	memset(f->trace.name + 6, 'S', sizeof(f->trace.name) - 6);
	ok(!strncmp(written(&pa_facts_of_trace),
		    "{\"kind\":\"none\",\"name\":\"a:\\\"b\\n\",\"file\":null,", 43),
	   "a name is escaped, and ends at its NUL");
	memset(f->trace.name, 'S', sizeof(f->trace.name));
	f->trace.hash = 'T';
	ok(strstr(written(&pa_facts_of_trace), "SSS\",\"file\"") && !strchr(text, 'T'),
	   "... or at its end");
}

/*
 * Numbers of 64 bits in which no process can have an address: masks of the kernel and counters. And
 * the config of an event, which its own record shows as well.
 */
static bool is_no_address(const struct pa_fact *f)
{
	static const char * const keys[] = {
		"known_flags", "known_sample", "known_format", "known_branch", "cap_effective",
		"attr_flags", "config", "memlock", "pinned", "charged", "data_len", "aux_len",
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (fact_has_key(f, keys[i]))
			return true;
	return false;
}

static void test_addresses(void)
{
	const u64 address = 0xffffffff81234568ULL;
	unsigned int shown = 0, unknown = 0;
	u32 i, l;

	for (l = 0; l < ARRAY_SIZE(lists); l++) {
		const struct pa_fact_list *list = lists[l].list;

		for (i = 0; i + 8 <= sizeof(of); i += 8)
			memcpy(of.bytes + i, &address, 8);
		for (i = 0; i < list->count; i++) {
			unknown += list->fact[i].kind == PA_FACT_WIDE &&
				   !is_no_address(&list->fact[i]);
			if (list->fact[i].kind == PA_FACT_WIDE)
				put_value(&list->fact[i], 7);
		}
		put_have(list, ~0U);
		shown += !!strstr(written(list), "18446744071");
		shown += !!strstr(text, "ffff");
	}
	ok(!unknown, "each number of 64 bits is a mask, a counter, or hidden if it is an address");
	ok(!shown, "no kernel address is in any fact");
}

int main(void)
{
	test_rows();
	test_known();
	test_values();
	test_flags();
	test_examples();
	test_addresses();
	return tap_end();
}
