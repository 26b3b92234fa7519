// SPDX-License-Identifier: GPL-2.0
/*
 * In docs/record.schema.json the fields of the attr are generated from the table of fields, and the
 * objects of facts from the table of facts with the words of facts_docs.h; the rest of the schema
 * is written by hand.
 *
 *   test_schema_docs           is the schema up to date?
 *   test_schema_docs --print   write the schema
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/attr.h"
#include "facts_docs.h"
#include "page.h"
#include "tap.h"
#include "uapi.h"

#define SCHEMA	"../../docs/record.schema.json"
#define WIDTH	99

/* The objects of facts are made from here to the definition after them. */
static const char facts_from[] = "    \"names_of_facts\": ";
static const char facts_to[] = "    \"attr\": {\n      \"description\"";

/* The first line of the fields that are made, and what stands behind those with symbols. */
static const char from[] = "        \"type\": {\"$ref\": \"#/definitions/u32_or_null\"},\n";
static const char to[] = "        \"bp_addr\": {\"description\": \"The symbol of a kernel address";

/* The names of what may be hidden. */
static const char hidden_from[] = "      \"propertyNames\": {\"enum\": [\"bp_addr\"";
static const char hidden_to[] = "      \"additionalProperties\": {\n";

/* The definition that the values of a field meet. */
static const char *type_of(const struct pa_field *f)
{
	if (f->show == PA_SHOW_NAME_S)
		return "s32";
	if (f->mask == 1)
		return "bit";
	if (f->mask == 3)
		return "bits2";
	if (f->mask <= UINT16_MAX)
		return "u16";
	return f->mask <= UINT32_MAX ? "u32" : "u64";
}

static void put_properties(FILE *out)
{
	int id;

	for (id = 0; id < PA_FIELD_MAX; id++)
		fprintf(out, "        \"%s\": {\"$ref\": \"#/definitions/%s_or_null\"}%s\n",
			pa_fields[id].name, type_of(&pa_fields[id]),
			id < PA_FIELD_MAX - 1 ? "," : "");
}

/* Fields that are always there: those of no union. */
static void put_required(FILE *out)
{
	unsigned int column = 0;
	int id;

	for (id = 0; id < PA_FIELD_MAX; id++) {
		unsigned int len = pa_fields[id].name_len + 2;

		if (pa_fields[id].group)
			continue;
		if (!column)
			column = fprintf(out, "        \"%s\"", pa_fields[id].name);
		else if (column + 2 + len >= WIDTH)
			column = fprintf(out, ",\n        \"%s\"", pa_fields[id].name) - 2;
		else
			column += fprintf(out, ", \"%s\"", pa_fields[id].name);
	}
	fputc('\n', out);
}

/* An array of names, as an enum; with @or_null also null. */
static void put_enum(FILE *out, const struct pa_names *names, bool or_null)
{
	const char *comma = "";
	unsigned int i;

	fputs("{\"enum\": [", out);
	for (i = 0; i < names->count; i++) {
		if (!names->name[i].text)
			continue;
		fprintf(out, "%s\"%s\"", comma, names->name[i].text);
		comma = ", ";
	}
	fputs(or_null ? ", null]}" : "]}", out);
}

static void put_names(FILE *out, const char *name, const struct pa_names *names, bool bits)
{
	fprintf(out, "    \"%s\": ", name);
	if (bits)
		fputs("{\"type\": \"array\", \"uniqueItems\": true, \"items\": ", out);
	put_enum(out, names, !bits);
	fputs(bits ? "},\n" : ",\n", out);
}

static const char *type_of_number(const struct pa_fact *f)
{
	if (f->kind == PA_FACT_SIGNED)
		return "s32";
	if (f->kind == PA_FACT_WIDE)
		return "u64";
	return f->width == 1 ? "u8" : f->width == 2 ? "u16" : "u32";
}

/* The type of a fact, which is null if it is not known; without its braces. */
static void put_fact_type(FILE *out, const struct pa_fact *f)
{
	bool or_null = f->have;

	switch (f->kind) {
	case PA_FACT_BOOL:
	case PA_FACT_TRI:
	case PA_FACT_FLAG:
		or_null |= f->kind == PA_FACT_TRI;
		fputs(or_null ? "\"type\": [\"boolean\", \"null\"]" : "\"type\": \"boolean\"", out);
		break;
	case PA_FACT_STRING:
		fputs(or_null ? "\"type\": [\"string\", \"null\"]" : "\"type\": \"string\"", out);
		break;
	case PA_FACT_NAME:
		fputs("\"anyOf\": [", out);
		put_enum(out, f->names, true);
		fputc(']', out);
		break;
	case PA_FACT_NAMES:
		fprintf(out, "\"type\": [\"array\"%s], \"uniqueItems\": true, \"items\": ",
			or_null ? ", \"null\"" : "");
		put_enum(out, f->names, false);
		break;
	case PA_FACT_RANGES:
		fputs("\"type\": \"array\", \"items\": "
		      "{\"type\": \"string\", \"pattern\": \"^[0-9]{1,2}-[0-9]{1,2}$\"}", out);
		break;
	case PA_FACT_CALLERS:
		fprintf(out, "\"$ref\": \"#/definitions/callers_u64%s\"",
			or_null ? "_or_null" : "");
		break;
	case PA_FACT_PMU:
		fputs("\"$ref\": \"#/definitions/pmu_id_or_null\"", out);
		break;
	default:
		fprintf(out, "\"$ref\": \"#/definitions/%s%s\"", type_of_number(f),
			or_null ? "_or_null" : "");
	}
}

static void put_required_facts(FILE *out, const struct facts_doc *d)
{
	unsigned int column = 0;
	unsigned int i;

	for (i = 0; i < d->n; i++) {
		unsigned int len = strlen(d->doc[i].key) + 2;

		if (!column)
			column = fprintf(out, "        \"%s\"", d->doc[i].key);
		else if (column + 2 + len >= WIDTH)
			column = fprintf(out, ",\n        \"%s\"", d->doc[i].key) - 2;
		else
			column += fprintf(out, ", \"%s\"", d->doc[i].key);
	}
	if (d->need[0])
		fprintf(out, ", \"%s\"", d->need);
	fputc('\n', out);
}

static void put_facts(FILE *out, const struct facts_doc *d)
{
	unsigned int i;

	fprintf(out, "    \"%s\": {\n      \"description\": \"%s\",\n      \"type\": \"object\",\n"
		"      \"properties\": {\n%s", d->name, d->what, d->first);
	for (i = 0; i < d->n && i < d->list->count; i++) {
		fprintf(out, "        \"%s\": {\"description\": \"%s (%s)\", ", d->doc[i].key,
			d->doc[i].what, d->doc[i].from);
		put_fact_type(out, &d->list->fact[i]);
		fprintf(out, "}%s", i + 1 < d->n ? ",\n" : "");
	}
	fprintf(out, "%s\n      },\n      \"required\": [\n%s", d->more, d->needs);
	put_required_facts(out, d);
	fputs("      ],\n      \"additionalProperties\": false\n    },\n", out);
}

/* All definitions that come of the table of facts. */
static void put_all_facts(FILE *out)
{
	unsigned int i;

	fputs("    \"names_of_facts\": {\"description\": \"From here to attr: made from the table "
	      "of facts. What is not known is null.\"},\n", out);
	put_names(out, "caps", &pa_cap_names, true);
	put_names(out, "attr_state", &pa_attr_states, false);
	for (i = 0; i < ARRAY_SIZE(facts_docs); i++)
		if (facts_docs[i].list != &pa_facts_of_health)
			put_facts(out, &facts_docs[i]);
}

/* Copies @have up to @begin, and then what @make writes; returns @have from @end on, or NULL. */
static const char *replaced(FILE *out, const char *have, const char *begin, const char *end,
			    void (*make)(FILE *out))
{
	const char *first = have ? strstr(have, begin) : NULL;
	const char *last = first ? strstr(first, end) : NULL;

	if (!last)
		return NULL;
	fwrite(have, 1, first - have, out);
	make(out);
	return last;
}

/* Of the fields of each union there is one. */
static void put_unions(FILE *out)
{
	int group, id;

	fputs("      ],\n      \"additionalProperties\": false,\n      \"allOf\": [\n", out);
	for (group = PA_UNION_NONE + 1; group < PA_UNION_MAX; group++) {
		const char *before = "        {\"oneOf\": [\n";

		for (id = 0; id < PA_FIELD_MAX; id++) {
			if (pa_fields[id].group != group)
				continue;
			fprintf(out, "%s          {\"required\": [\"%s\"]}", before,
				pa_fields[id].name);
			before = ",\n";
		}
		fprintf(out, "\n        ]}%s\n", group < PA_UNION_MAX - 1 ? "," : "");
	}
	fputs("      ]\n    },\n", out);
}

/* The first properties of "symbols": fields with names for their values. */
static void put_symbols(FILE *out)
{
	int id;

	fputs("    \"symbols\": {\n      \"description\": \"Names of the values in attr and args; "
	      "null: the value has none.\",\n      \"type\": \"object\",\n"
	      "      \"properties\": {\n", out);
	for (id = 0; id < PA_FIELD_MAX; id++) {
		const struct pa_field *f = &pa_fields[id];

		if (f->show >= PA_SHOW_SIZE)
			fprintf(out, "        \"%s\": {\"$ref\": \"#/definitions/%s\"},\n", f->name,
				f->show == PA_SHOW_MASK || f->show == PA_SHOW_REGS ?
				"bit_names" : "string_or_null");
	}
}

static void put_fields(FILE *out)
{
	put_properties(out);
	fputs("      },\n      \"required\": [\n", out);
	put_required(out);
	put_unions(out);
	put_symbols(out);
}

/* Each field that may hold a kernel address. */
static void put_hidden(FILE *out)
{
	const char *before = "      \"propertyNames\": {\"enum\": [";
	int id;

	for (id = 0; id < PA_FIELD_MAX; id++) {
		const struct pa_field *f = &pa_fields[id];

		if ((f->group != PA_UNION_CONFIG1 && f->group != PA_UNION_CONFIG2) ||
		    id == PA_FIELD_CONFIG1 || id == PA_FIELD_CONFIG2)
			continue;
		fprintf(out, "%s\"%s\"", before, f->name);
		before = ", ";
	}
	fputs("]},\n", out);
}

/* The schema @have with what the tables have; NULL if its marks are not there. */
static char *made_from(const char *have)
{
	char *text = NULL;
	const char *rest;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return NULL;
	rest = replaced(out, have, facts_from, facts_to, put_all_facts);
	rest = replaced(out, rest, from, to, put_fields);
	rest = replaced(out, rest, hidden_from, hidden_to, put_hidden);
	fputs(rest ?: "", out);
	fclose(out);
	if (rest)
		return text;
	free(text);
	return NULL;
}

/* Is each row of the table of facts in words, and in the same place? */
static void test_words(const struct facts_doc *d)
{
	unsigned int bad = d->n != d->list->count;
	unsigned int i;

	for (i = 0; !bad && i < d->n; i++)
		bad = !fact_has_key(&d->list->fact[i], d->doc[i].key) || !d->doc[i].what[0] ||
		      !d->doc[i].from[0];
	ok(!bad, "each fact of %s is described in facts_docs.h, in the table's order", d->name);
}

/* The first line in which they differ, so that a failure says where. */
static void show_difference(const char *have, const char *want)
{
	while (*have && strcspn(have, "\n") == strcspn(want, "\n") &&
	       !strncmp(have, want, strcspn(have, "\n"))) {
		have += strcspn(have, "\n") + 1;
		want += strcspn(want, "\n") + 1;
	}
	diag("got:  %.*s", (int)strcspn(have, "\n"), have);
	diag("want: %.*s", (int)strcspn(want, "\n"), want);
}

int main(int argc, char **argv)
{
	static char have[1 << 17];
	unsigned int i;
	char *want;

	page_read(have, sizeof(have), SCHEMA);
	want = made_from(have);
	if (page_print(argc, argv, want)) {
		free(want);
		return !want;
	}
	for (i = 0; i < ARRAY_SIZE(facts_docs); i++)
		test_words(&facts_docs[i]);
	if (ok(want, "%s has facts and fields where they are looked for", SCHEMA) &&
	    !ok(!strcmp(have, want), "%s is what \"make docs\" writes", SCHEMA))
		show_difference(have, want);
	free(want);
	return tap_end();
}
