// SPDX-License-Identifier: GPL-2.0
/*
 * The fields of the attr in docs/record.schema.json are generated from the table of fields;
 * the rest of the schema is written by hand.
 *
 *   test_schema_docs           is the schema up to date?
 *   test_schema_docs --print   write the schema
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/attr.h"
#include "tap.h"
#include "uapi.h"

#define SCHEMA	"../../docs/record.schema.json"
#define WIDTH	99

/* The first line of what is made, and the last one. */
static const char from[] = "        \"type\": {\"$ref\": \"#/definitions/u32_or_null\"},\n";
static const char to[] = "      ],\n      \"additionalProperties\": false,\n      \"allOf\"";

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

/* The schema @have with the fields of the table; NULL if its marks are not there. */
static char *made_from(const char *have)
{
	const char *begin = strstr(have, from);
	const char *end = begin ? strstr(begin, to) : NULL;
	char *text = NULL;
	size_t len;
	FILE *out;

	if (!end)
		return NULL;
	out = open_memstream(&text, &len);
	if (!out)
		return NULL;
	fwrite(have, 1, begin - have, out);
	put_properties(out);
	fputs("      },\n      \"required\": [\n", out);
	put_required(out);
	fputs(end, out);
	fclose(out);
	return text;
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
	FILE *in = fopen(SCHEMA, "r");
	char *want;

	if (in) {
		have[fread(have, 1, sizeof(have) - 1, in)] = 0;
		fclose(in);
	}
	want = made_from(have);
	if (argc > 1 && !strcmp(argv[1], "--print")) {
		fputs(want ? want : "", stdout);
		free(want);
		return !want;
	}
	if (ok(want, "%s has the fields of the attr where they are looked for", SCHEMA) &&
	    !ok(!strcmp(have, want), "they are what \"make docs\" writes"))
		show_difference(have, want);
	free(want);
	return tap_end();
}
