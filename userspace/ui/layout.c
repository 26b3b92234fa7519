// SPDX-License-Identifier: GPL-2.0
/* The bytes that a call's event writes: its sample, its read, the end of its other records. */

#include "json/writer.h"
#include "samples/samples.h"

#include "common/output.h"
#include "ui/ui.h"

/* Bytes of a layout as JSON. */
#define LAYOUT_JSON_MAX	16384
/* Column of the offset, and of the meaning of a member. */
#define OFFSET_COLUMN	48
#define MEANS_COLUMN	8
/* Replaces a read_format that is not known: a bit that no kernel has. */
#define NO_FORMAT	0x8000000000000000ULL

/**
 * struct looked - the layout of a call
 * @l:       the sample
 * @missing: names of fields that decide the layout, and are not known
 * @no_type: sample_type is one of them
 */
struct looked {
	struct pa_sample_layout l;
	struct text missing;
	bool no_type;
};

/* The value of a field that decides the layout. */
static u64 look_field(struct looked *k, const struct fields *s, enum pa_field_id id)
{
	if (!field_there(s, id) || field_known(s, id))
		return field_value(s, id);
	text_add(&k->missing, k->missing.len ? ", " : "");
	text_add(&k->missing, pa_fields[id].name);
	return id == PA_FIELD_READ_FORMAT ? NO_FORMAT : 0;
}

static void look(struct looked *k, const struct fields *s)
{
	/* struct sample_id has this size if there is one. */
	struct pa_sample_attr a = { .sample_id_all = true };

	memset(k, 0, sizeof(*k));
	a.sample_type = look_field(k, s, PA_FIELD_SAMPLE_TYPE);
	k->no_type = k->missing.len;
	a.read_format = look_field(k, s, PA_FIELD_READ_FORMAT);
	pa_sample_layout(&k->l, &a);
}

/* The members of a read as C: "__u64 nr; struct { __u64 value, id; } each[nr];" */
static void put_read_members(struct text *t, u64 format)
{
	const struct pa_read_member *m[PA_READ_MEMBERS];
	u32 i, n = pa_read_order(m, format);
	bool group = format & PA_FORMAT_GROUP;

	text_add(t, "__u64 ");
	for (i = 0; i < n; i++) {
		text_add(t, !i ? "" : group && !m[i]->format ? "; struct { __u64 " : ", ");
		text_add(t, m[i]->name);
	}
	text_add(t, group ? "; } each[nr];" : ";");
}

static void put_members(struct text *t, const struct looked *k, const struct pa_sample_field *f)
{
	if (1U << f->bit == PA_SAMPLE_READ && !k->l.unknown_format)
		put_read_members(t, k->l.attr.read_format);
	else
		text_add(t, f->decl ? f->decl : f->parts);
}

/* A line of the C struct, with its offset; from the first field of varying size on comments. */
static void put_place(const struct looked *k, const struct pa_sample_place *p)
{
	struct text t = { 0 };

	put_members(&t, k, p->field);
	if (p->offset >= 0 && p->size)
		printf("    %-*s/* %d */\n", OFFSET_COLUMN - 4, t.s, p->offset);
	else if (p->offset >= 0)
		printf("    /* at %d, size %s:\n     * %s */\n", p->offset, p->field->varies, t.s);
	else if (p->size)
		printf("    /* then %s */\n", t.s);
	else
		printf("    /* then, size %s:\n     * %s */\n", p->field->varies, t.s);
	text_free(&t);
}

static void put_meaning(const struct pa_sample_field *f, size_t room)
{
	struct text t = { 0 };

	text_printf(&t, "/* PERF_SAMPLE_%s, since Linux %s: %s. Unit: %s", f->flag, f->since,
		    f->meaning, f->unit);
	if (*f->needs)
		text_printf(&t, ". Needs: %s", f->needs);
	text_add(&t, " */");
	printf("%*s", MEANS_COLUMN, "");
	wrap_put(t.s, MEANS_COLUMN, MEANS_COLUMN + 3, room);
	text_free(&t);
}

/* @full: with the meaning of each member */
static void put_sample(const struct looked *k, bool full, size_t room)
{
	u32 i;

	printf("struct sample { /* PERF_RECORD_SAMPLE, %u bytes%s */\n    %-*s/* 0 */\n",
	       k->l.least, k->l.size ? "" : " or more", OFFSET_COLUMN - 4,
	       "struct perf_event_header header;");
	for (i = 0; i < k->l.n; i++) {
		put_place(k, &k->l.place[i]);
		if (full)
			put_meaning(k->l.place[i].field, room);
	}
	puts("};");
}

static void put_read(const struct looked *k)
{
	u64 format = k->l.attr.read_format;
	u32 one = pa_read_size(format, 1), each = pa_read_size(format, 2) - one;
	struct text t = { 0 };

	put_read_members(&t, format);
	printf("struct read_format { /* read(), %u bytes", one - each);
	if (each)
		printf(" + %u for each of nr events", each);
	printf(" */\n    %s\n};\n", t.s);
	text_free(&t);
}

/* Unknown fields and unknown bits. */
static void put_warnings(const struct looked *k)
{
	static const char not_type[] = "sample_type is not known; as an example: perfattr explain";
	static const char no_bits[] = "no known kernel has these bits of";

	if (k->no_type)
		printf("%s --layout 'sample_type=IP|TID|READ read_format=ID'\n", not_type);
	else if (k->missing.len)
		printf("not known: %s\n", k->missing.s);
	if (k->l.unknown)
		printf("%s sample_type: %#jx\n%s\n", no_bits, (uintmax_t)k->l.unknown,
		       "A kernel may put their fields anywhere: what follows cannot be decoded");
	if (k->l.unknown_format & ~NO_FORMAT)
		printf("%s read_format: %#jx\nWhat follows READ cannot be decoded\n", no_bits,
		       (uintmax_t)k->l.unknown_format);
}

static void put_full(const struct looked *k, size_t room)
{
	put_warnings(k);
	if (!k->no_type)
		put_sample(k, true, room);
	if (!k->l.unknown_format)
		put_read(k);
	if (!k->no_type)
		printf("/* struct sample_id, end of other records if sample_id_all: %u bytes */\n",
		       pa_sample_id_size(&k->l.attr));
	putchar('\n');
}

/**
 * layout_put_short() - print the bytes that the event of a call writes, as a C struct
 * @r: a call; nothing is printed unless it opened an event
 */
void layout_put_short(const struct record *r)
{
	struct fields s;
	struct looked k;

	if (!r->x || !record_is_open(r) || r->errname)
		return;
	fields_look(&s, r->x);
	look(&k, &s);
	if (s.a.passed && !k.missing.len && !k.l.unknown && !k.l.unknown_format) {
		if (field_value(&s, PA_FIELD_SAMPLE_PERIOD) ||
		    field_value(&s, PA_FIELD_SAMPLE_FREQ))
			put_sample(&k, false, 0);
		put_read(&k);
		putchar('\n');
	}
	text_free(&k.missing);
}

static void place_json(struct pa_json *j, const struct looked *k, const struct pa_sample_place *p)
{
	const struct pa_sample_field *f = p->field;
	struct text members = { 0 };

	put_members(&members, k, f);
	json_element(j);
	json_begin(j, '{');
	json_put_string(j, "flag", f->flag);
	json_put_string(j, "members", members.s);
	json_put_count_if(j, "offset", p->offset >= 0, (u64)p->offset);
	json_put_count_if(j, "size", p->size, p->size);
	json_put_string(j, "varies", p->size ? "" : f->varies);
	json_put_string(j, "meaning", f->meaning);
	json_end(j, '}');
	text_free(&members);
}

static void layout_json(struct pa_json *j, const struct looked *k, uint64_t seq)
{
	u64 format = k->l.attr.read_format;
	u32 i, one = pa_read_size(format, 1), each = pa_read_size(format, 2) - one;
	struct text members = { 0 };

	json_begin(j, '{');
	json_put_count(j, "seq", seq);
	json_put_string(j, "not_known", text_str(&k->missing));
	json_put_wide(j, "unknown_sample_type", k->l.unknown);
	json_put_wide(j, "unknown_read_format", k->l.unknown_format & ~NO_FORMAT);
	json_put_count_if(j, "sample_size", k->l.size, k->l.size);
	json_begin(json_key(j, "sample"), '[');
	for (i = 0; i < k->l.n; i++)
		place_json(j, k, &k->l.place[i]);
	json_end(j, ']');
	if (json_object_if(j, "read", !k->l.unknown_format)) {
		put_read_members(&members, format);
		json_put_string(j, "members", members.s);
		json_put_count(j, "size", one - each);
		json_put_count(j, "each", each);
		json_end(j, '}');
	}
	json_put_count(j, "sample_id_size", pa_sample_id_size(&k->l.attr));
	json_end(j, '}');
	text_free(&members);
}

/**
 * layout_put() - print the bytes that the event of a call writes, with their meaning
 * @r:   the call
 * @opt: options
 */
void layout_put(const struct record *r, const struct options *opt)
{
	static char text[LAYOUT_JSON_MAX];
	struct fields s;
	struct looked k;
	struct pa_json j;
	struct out out;

	if (!r->x || !record_is_open(r))
		return;
	fields_look(&s, r->x);
	look(&k, &s);
	if (opt->json) {
		out_init(&out, text, sizeof(text));
		j = (struct pa_json){ .s = &out };
		layout_json(&j, &k, r->x->r.seq);
		printf("%.*s\n", (int)out_used(&out), text);
	} else {
		put_full(&k, term_width(opt));
	}
	text_free(&k.missing);
}
