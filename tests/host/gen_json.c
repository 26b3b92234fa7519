// SPDX-License-Identifier: GPL-2.0
/*
 * Writes pairs of lines for check_json.py: a random record as rendered by the module, and what
 * the compiler reads from the same bytes through the UAPI struct.
 */
#include <stdio.h>

#include "core/attr.h"
#include "rec.h"

#define RECORDS	2000

/* Of fields that share their bytes, is it the one that the type or a flag selects? */
static bool in_force(const struct perf_event_attr *a, enum pa_field_id id)
{
	bool breakpoint = a->type == PERF_TYPE_BREAKPOINT;
	bool kprobe = a->type == REC_KPROBE;
	bool uprobe = a->type == REC_UPROBE;

	switch (id) {
	case PA_FIELD_SAMPLE_FREQ:
		return a->freq;
	case PA_FIELD_SAMPLE_PERIOD:
		return !a->freq;
	case PA_FIELD_WAKEUP_WATERMARK:
		return a->watermark;
	case PA_FIELD_WAKEUP_EVENTS:
		return !a->watermark;
	case PA_FIELD_BP_ADDR:
	case PA_FIELD_BP_LEN:
		return breakpoint;
	case PA_FIELD_UPROBE_PATH:
		return uprobe;
	case PA_FIELD_KPROBE_FUNC:
		return kprobe;
	case PA_FIELD_KPROBE_ADDR:
		return kprobe && !a->kprobe_func;
	case PA_FIELD_PROBE_OFFSET:
		return uprobe || (kprobe && a->kprobe_func);
	case PA_FIELD_CONFIG1:
	case PA_FIELD_CONFIG2:
		return !breakpoint && !kprobe && !uprobe;
	default:
		return !pa_fields[id].group;
	}
}

/* @at: first byte of the word that holds the field. null where the caller's size ends before. */
static void put_value(const struct perf_event_attr *a, enum pa_field_id id, const char *name,
		      size_t at, unsigned long long v)
{
	if (!in_force(a, id))
		return;
	printf("%s\"%s\":", id ? "," : "", name);
	if (at >= a->size)
		printf("null");
	else if (id == PA_FIELD_CLOCKID)
		printf("\"%lld\"", (long long)v);
	else
		printf("\"%llu\"", v);
}

#define AT(field)	offsetof(struct perf_event_attr, field)
#define WORD(id, field, ...)	put_value(a, PA_FIELD_##id, #field, AT(field), a->field);
#define FLAG(id, field, ...)	put_value(a, PA_FIELD_##id, #field, AT(read_format) + 8, a->field);
#define AUX(id, field, ...)	put_value(a, PA_FIELD_##id, #field, AT(aux_action), a->field);

/*
 * The fields in the order of the list, with the values and offsets that they have in uapi.h.
 * Members of unions only where they are in force.
 */
static void put_expected(const struct perf_event_attr *a)
{
	PA_LIST_FIELDS(WORD, FLAG, FLAG, AUX)
}

static void put_hex(const void *p, size_t n)
{
	const unsigned char *c = p;

	while (n--)
		printf("%02x", *c++);
}

static void one(unsigned int n)
{
#define SIZE(version, bytes)	PERF_ATTR_SIZE_VER##version,
	static const unsigned int sizes[] = { PA_LIST_SIZES(SIZE, SIZE) };
	struct perf_event_attr attr;
	struct pa_record r;
	struct pa_env env;
	unsigned int i;

	rec_random_attr(&attr);
	attr.size = sizes[n % ARRAY_SIZE(sizes)];
	memset((unsigned char *)&attr + attr.size, 0, sizeof(attr) - attr.size);
	rec_env(&env);
	rec_init(&r, &attr, attr.size);
	r.seq = n;
	r.ret = rec_random() & 1 ? (s64)(rec_random() % 100) : -(s64)(rec_random() % 140) - 1;
	r.flags = rec_random() >> (rec_random() & 63);
	for (i = 0; i < sizeof(r.comm); i++)
		r.comm[i] = rec_random() & 1 ? (char)rec_random() : 'a';
	fputs(rec_json(&r, &env), stdout);
	printf("{\"attr\":{");
	put_expected(&attr);
	printf("},\"size\":%u,\"raw\":\"", attr.size);
	put_hex(&attr, attr.size);
	printf("\",\"comm\":\"");
	put_hex(r.comm, strnlen(r.comm, sizeof(r.comm)));
	printf("\",\"ret\":%lld,\"flags\":\"%llu\"}\n", (long long)r.ret, r.flags);
}

/*
 * Records whose bytes are anything: the expectation is only that the line is JSON, and of an op,
 * which it is.
 */
static void noise(unsigned int kind)
{
	struct pa_record r;
	struct pa_env env;
	unsigned char *p = (unsigned char *)&r;
	size_t i;

	for (i = 0; i < sizeof(r); i++)
		p[i] = (unsigned char)(rec_random() >> 32);
	r.kv.nsteps %= PA_STEPS;
	r.kind = (u8)kind;
	rec_env(&env);
	fputs(rec_json(&r, &env), stdout);
	if (kind == PA_RECORD_OPEN)
		puts("{}");
	else
		printf("{\"kind\":%u}\n", kind);
}

int main(void)
{
	unsigned int n;

	for (n = 0; n < RECORDS; n++) {
		one(n);
		noise(PA_RECORD_OPEN);
		noise(1 + n % PA_RECORD_MAX);
	}
	return 0;
}
