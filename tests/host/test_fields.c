// SPDX-License-Identifier: GPL-2.0
/* Compares each row of the table of fields with the UAPI struct as the compiler lays it out. */
#include <assert.h>

#include "core/attr.h"
#include "rules/case.h"
#include "rec.h"
#include "tap.h"

/*
 * Identifiers and names are those of core/lists.h. What is compared with the table is how the
 * compiler lays out the fields of these names in tests/host/uapi.h.
 */
struct row {
	enum pa_field_id id;
	const char *name;
	unsigned int end;		/* byte after the word that holds it */
};

#define END(field)	(offsetof(struct perf_event_attr, field) + \
			 sizeof(((struct perf_event_attr *)0)->field))
#define WORD_ROW(id, field, ...)	{ PA_FIELD_##id, #field, END(field) },
/* The compiler tells no offset of a bit-field: its word ends where the next one begins. */
#define FLAG_ROW(id, field, ...) \
	{ PA_FIELD_##id, #field, offsetof(struct perf_event_attr, wakeup_events) },
#define AUX_ROW(id, field, ...)		{ PA_FIELD_##id, #field, END(aux_action) },

static const struct row rows[] = {
	PA_LIST_FIELDS(WORD_ROW, FLAG_ROW, FLAG_ROW, AUX_ROW)
};

/* As a constant it would not fit narrow fields. */
static u64 ones(void)
{
	return ~0ULL;
}

/* Set all bits of one field of @attr. */
static void set_ones(struct perf_event_attr *attr, enum pa_field_id id)
{
#define SET(id, field, ...)	case PA_FIELD_##id: attr->field = ones(); break;
	switch (id) {
	PA_LIST_FIELDS(SET, SET, SET, SET);
	default:
		break;
	}
}

/* Reading the field gives all its bits, and no field beside its union partners sees one. */
static void test_reads_alone(const struct row *row)
{
	struct perf_event_attr attr = { .type = 0 };
	const char *wrong = "none";
	struct pa_record r;
	int id;

	set_ones(&attr, row->id);
	rec_init(&r, &attr, sizeof(attr));
	r.have_size = 0;
	for (id = 0; id < PA_FIELD_MAX; id++) {
		const struct pa_field *f = &pa_fields[id];
		bool same = f->word == pa_fields[row->id].word &&
			    f->shift == pa_fields[row->id].shift;

		if (pa_attr_get(&r, id) != (same ? f->mask : 0))
			wrong = f->name;
	}
	ok(!strcmp(wrong, "none"), "PA_LIST_FIELDS and uapi.h agree on the bits of %s; wrong: %s",
	   row->name, wrong);
}

/* The first published struct that has this many bytes. */
static unsigned int first_size(unsigned int bytes)
{
	static const unsigned int sizes[] = {
#define SIZE(version, bytes)	PERF_ATTR_SIZE_VER##version,
		PA_LIST_SIZES(SIZE, SIZE)
	};
	unsigned int i = 0;

	while (sizes[i] < bytes)
		i++;
	return sizes[i];
}

static void test_row(const struct row *row)
{
	const struct pa_field *f = &pa_fields[row->id];
	unsigned int words = f->offset + f->width;

	is_str(f->name, row->name, row->name);
	is_num(f->name_len, strlen(f->name), "%s: length of its name", row->name);
	is_num(f->label_len, strlen(f->label) - strlen("0,\n"), "%s: length of its label",
	       row->name);
	is_num(f->key_len, strlen(f->key), "%s: length of its key", row->name);
	is_num(words, row->end, "%s: where its word ends in the UAPI struct", row->name);
	is_num(f->since, first_size(words), "%s: the first struct that has it", row->name);
	test_reads_alone(row);
}

/* A field is not there while the caller's size ends before it, cut while it ends within. */
static void test_sizes(void)
{
	struct perf_event_attr attr;
	struct pa_record r;
	struct pa_env env;
	struct pa_attr a;
	unsigned int size;
	int id;
	int bad = 0;
	u64 want;

	memset(&attr, 0xff, sizeof(attr));
	rec_env(&env);
	for (size = 8; size <= sizeof(attr); size++) {
		rec_init(&r, &attr, size);
		r.attr_size = size;
		pa_attr_look(&a, &r, &env);
		for (id = PA_FIELD_CONFIG; id < PA_FIELD_MAX; id++) {
			const struct pa_field *f = &pa_fields[id];
			int bytes = (int)size - f->offset;

			want = bytes <= 0 ? 0 : bytes >= 8 ? ~0ULL : (1ULL << 8 * bytes) - 1;
			want = (want >> (f->shift - 8 * (f->offset % 8))) & f->mask;
			bad += pa_attr_get(&r, id) != want || pa_bits(a.word, f) != want;
			if (!f->group)
				bad += pa_attr_has(&a, id) != (bytes > 0);
		}
	}
	ok(!bad, "every field at every size from 8 on: absent, cut and zero-extended, whole");
}

/* No byte of the newest struct is without a field. */
static void test_whole(void)
{
	u64 covered[PA_WORDS] = { 0 };
	unsigned int i;

	for (i = 0; i < PA_FIELD_MAX; i++)
		covered[pa_fields[i].word] |= pa_fields[i].mask << pa_fields[i].shift;
	for (i = 0; i < sizeof(struct perf_event_attr) / 8; i++)
		is_num(covered[i], ~0ULL,
		       "PA_LIST_FIELDS has a field for every bit of bytes %u to %u", 8 * i,
		       8 * i + 7);
}

static void test_passed(void)
{
	struct perf_event_attr attr = { .size = 0 };
	struct pa_record r;

	rec_init(&r, &attr, sizeof(attr));
	is_num(pa_attr_passed(&r), 64, "size 0 means the first published struct, 64 bytes");
	r.attr_size = 3;
	is_num(pa_attr_passed(&r), 8, "type and size count as passed however small the size is");
	r.attr_size = 4096;
	is_num(pa_attr_passed(&r), sizeof(attr), "no more is passed than was captured");
	r.attr_len = 65535;
	is_num(pa_attr_passed(&r), PA_ATTR_KEEP, "a length beyond the buffer is not believed");
	r.have_size = 0;
	r.attr_len = 40;
	is_num(pa_attr_passed(&r), 40, "without a size, what was captured counts");
	r.attr_state = PA_ATTR_PART;
	is_num(pa_attr_passed(&r), 40, "of an attr that ends early, what was there counts");
	r.attr_state = PA_ATTR_UNREADABLE;
	is_num(pa_attr_passed(&r), 0, "of an unreadable attr nothing was passed");
	rec_init(&r, &attr, sizeof(attr));
	r.attr_size = 112;
	ok(pa_attr_get(&r, PA_FIELD_SIZE) == 112, "size is the one that the caller passed");
}

static void test_unions(void)
{
	static const struct {
		struct perf_event_attr attr;
		enum pa_field_id member[4];
		const char *name;
	} cases[] = {
		{ { .type = PERF_TYPE_RAW },
		  { PA_FIELD_SAMPLE_PERIOD, PA_FIELD_WAKEUP_EVENTS, PA_FIELD_CONFIG1,
		    PA_FIELD_CONFIG2 }, "a raw event" },
		{ { .type = PERF_TYPE_RAW, .freq = 1, .watermark = 1 },
		  { PA_FIELD_SAMPLE_FREQ, PA_FIELD_WAKEUP_WATERMARK, PA_FIELD_CONFIG1,
		    PA_FIELD_CONFIG2 }, "freq and watermark" },
		{ { .type = PERF_TYPE_BREAKPOINT },
		  { PA_FIELD_SAMPLE_PERIOD, PA_FIELD_WAKEUP_EVENTS, PA_FIELD_BP_ADDR,
		    PA_FIELD_BP_LEN }, "a breakpoint" },
		{ { .type = REC_KPROBE, .kprobe_func = 4096 },
		  { PA_FIELD_SAMPLE_PERIOD, PA_FIELD_WAKEUP_EVENTS, PA_FIELD_KPROBE_FUNC,
		    PA_FIELD_PROBE_OFFSET }, "a kprobe by name" },
		{ { .type = REC_KPROBE },
		  { PA_FIELD_SAMPLE_PERIOD, PA_FIELD_WAKEUP_EVENTS, PA_FIELD_KPROBE_FUNC,
		    PA_FIELD_KPROBE_ADDR }, "a kprobe by address" },
		{ { .type = REC_UPROBE },
		  { PA_FIELD_SAMPLE_PERIOD, PA_FIELD_WAKEUP_EVENTS, PA_FIELD_UPROBE_PATH,
		    PA_FIELD_PROBE_OFFSET }, "an uprobe" },
		{ { .type = REC_MSR },
		  { PA_FIELD_SAMPLE_PERIOD, PA_FIELD_WAKEUP_EVENTS, PA_FIELD_CONFIG1,
		    PA_FIELD_CONFIG2 }, "another dynamic PMU" },
	};
	struct pa_record r;
	struct pa_env env;
	struct pa_attr a;
	unsigned int i;

	rec_env(&env);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		rec_init(&r, &cases[i].attr, sizeof(cases[i].attr));
		pa_attr_look(&a, &r, &env);
		is_num(a.member[PA_UNION_PERIOD], cases[i].member[0],
		       "%s: period or frequency", cases[i].name);
		is_num(a.member[PA_UNION_WAKEUP], cases[i].member[1],
		       "%s: events or watermark", cases[i].name);
		is_num(a.member[PA_UNION_CONFIG1], cases[i].member[2],
		       "%s: member of the union of config1", cases[i].name);
		is_num(a.member[PA_UNION_CONFIG2], cases[i].member[3],
		       "%s: member of the union of config2", cases[i].name);
	}
	rec_init(&r, &cases[5].attr, sizeof(cases[5].attr));
	env.npmus = 0;
	r.str_kind = 2;
	pa_attr_look(&a, &r, &env);
	ok(a.kind == PA_KIND_UPROBE, "a path that was captured tells an uprobe from other PMUs");
}

static void test_known(void)
{
	static const struct {
		unsigned int offset;
		u64 bits;
	} words[] = {
		{ 24, ~0x3fffffULL }, { 32, ~0x1fULL }, { 40, ~0x3ffffffffULL }, { 56, 0 },
		{ 72, ~0x3ffffULL }, { 112, 0xffffffffULL << 32 }, { 120, ~0ULL },
		{ 136, ~0ULL },
	};
	u64 unknown[PA_WORDS];
	int id;
	int bad = 0;

	for (id = 0; id < PA_FIELD_MAX; id++) {
		if (!pa_fields[id].reserved)
			bad += !pa_field_known(&rec_kernel_new, id);
		bad += !pa_field_known(NULL, id);
	}
	ok(!bad, "the newest kernel knows every field, and so does one that is not known");
	ok(pa_field_known(&rec_kernel_510, PA_FIELD_TEXT_POKE), "5.10 knows text_poke");
	ok(!pa_field_known(&rec_kernel_510, PA_FIELD_BUILD_ID), "5.10 has no flag after it");
	ok(pa_field_known(&rec_kernel_510, PA_FIELD_AUX_SAMPLE_SIZE),
	   "5.10 knows aux_sample_size");
	ok(!pa_field_known(&rec_kernel_510, PA_FIELD_AUX_PAUSE),
	   "5.10 has no flags in the word after it");
	ok(!pa_field_known(&rec_kernel_510, PA_FIELD_SIG_DATA), "the struct of 5.10 ends there");
	pa_unknown_bits(unknown, &rec_kernel_510);
	for (id = 0; id < (int)ARRAY_SIZE(words); id++)
		is_num(unknown[words[id].offset / 8], words[id].bits,
		       "bits of the word at %u that the header of 5.10 has no name for",
		       words[id].offset);
	for (id = 0; id < PA_FIELD_MAX; id++)
		if (pa_fields[id].mask == 1)
			bad += !pa_bits(unknown, &pa_fields[id]) !=
			       pa_field_known(&rec_kernel_510, id);
	ok(!bad, "the unknown bits say of every flag what its own question says");
	pa_unknown_bits(unknown, NULL);
	for (id = 0; id < PA_WORDS; id++)
		bad += unknown[id] != 0;
	ok(!bad, "a kernel that is not known knows every bit");
}

static void test_kernel_copy(void)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };
	struct pa_record r;
	u64 v = 0;

	rec_init(&r, &attr, sizeof(attr));
	attr.sample_max_stack = 127;
	memcpy(r.kv.kattr, &attr, 120);
	r.kv.kattr_len = 120;
	r.kv.have = 0;
	r.have_kview = 1;
	ok(!pa_kattr_get(&r, PA_FIELD_SAMPLE_MAX_STACK, &v), "no kernel copy without its bit");
	r.kv.have = PA_KV_COPIED;
	ok(pa_kattr_get(&r, PA_FIELD_SAMPLE_MAX_STACK, &v), "the kernel's copy has a field");
	is_num(v, 127, "its value is the kernel's");
	ok(!pa_kattr_get(&r, PA_FIELD_SIG_DATA, &v), "a field that the kernel does not have");
	r.kv.kattr_len = 65535;
	ok(!pa_kattr_get(&r, PA_FIELD_SIZE, &v) || v == sizeof(attr),
	   "a length beyond the kernel copy's buffer is not believed");
	r.have_kview = 0;
	ok(!pa_kattr_get(&r, PA_FIELD_SIZE, &v), "no kernel copy without a kernel view");
}

static void test_pmus(void)
{
	struct pa_env env;

	rec_env(&env);
	ok(!pa_pmu_by_index(&env, 0), "index 0 is no PMU");
	ok(!pa_pmu_by_index(&env, 65535), "an index beyond the list is no PMU");
	is_num(pa_pmu_by_index(&env, REC_PMU_MSR)->type, REC_MSR, "a PMU by index");
	ok(!pa_pmu_by_type(&env, 12345), "a type that no PMU has");
	is_str(pa_pmu_by_type(&env, REC_MSR)->name, "msr", "a PMU by type");
	env.npmus = 0;
	env.pmus = NULL;
	ok(!pa_pmu_by_index(&env, 1), "an empty list of PMUs, by index");
	ok(!pa_pmu_by_type(&env, 1), "an empty list of PMUs, by type");
}

/* A type number that was alpha's and is beta's now. */
static void test_reused_type(void)
{
	static const struct pa_pmu_name pmus[] = {
		{ .type = 0 },
		{ .type = 9, .name = "alpha0" }, { .type = 9, .name = "beta0" },
		{ .type = 9, .name = "gamma0" },
	};
	static const u8 gone[] = { 0, 1, 0, 1 };
	struct perf_event_attr attr = { .type = 9, .size = sizeof(attr) };
	struct pa_env env = { .pmus = pmus, .npmus = 4, .pmu_gone = gone };
	struct pa_record r;

	rec_init(&r, &attr, sizeof(attr));
	r.type_pmu = 0;
	ok(!strcmp(pa_pmu_by_type(&env, 9)->name, "beta0"),
	   "a type is that of the PMU that is there");
	ok(pa_pmu_by_name(&env, "beta0") == 2 && !pa_pmu_by_name(&env, "alpha0"),
	   "... and so is a name");
	ok(!strcmp(pa_pmu_of_type(&r, &env, 9)->name, "beta0"),
	   "a record that knows no better has the name of the PMU that is there");
	r.type_pmu = 1;
	ok(!strcmp(pa_pmu_of_type(&r, &env, 9)->name, "alpha0"),
	   "one that was made in alpha's time has alpha's");
	r.have_kview = 1;
	r.kv.pmu = 3;
	ok(!strcmp(pa_pmu_of_type(&r, &env, 9)->name, "gamma0"),
	   "the PMU that answered goes first");
	r.have_kview = 0;
	r.type_pmu = PA_PMU_NONE;
	ok(!pa_pmu_of_type(&r, &env, 9), "when nobody had the type, it has no name");
}

int main(void)
{
	unsigned int i;

	static_assert(sizeof(struct perf_event_attr) == PA_ATTR_NEWEST,
		      "the struct of uapi.h is not the newest one of PA_LIST_SIZES");
	for (i = 0; i < ARRAY_SIZE(rows); i++)
		test_row(&rows[i]);
	test_sizes();
	test_whole();
	test_passed();
	test_unions();
	test_known();
	test_kernel_copy();
	test_pmus();
	test_reused_type();
	return tap_end();
}
