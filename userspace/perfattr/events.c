// SPDX-License-Identifier: GPL-2.0
/* perfattr events: the perf events that are open now, and who holds them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "perfattr.h"

/* A member as a word. */
static void put_value(struct text *t, json_t *v)
{
	int64_t s;
	uint64_t u;

	if (value_u64(v, &u) && !json_is_string(v))
		text_printf(t, "%ju", (uintmax_t)u);
	else if (value_s64(v, &s))
		text_printf(t, "%jd", (intmax_t)s);
	else if (json_is_string(v))
		text_safe(t, json_string_value(v));
	else if (json_is_boolean(v))
		text_add(t, json_is_true(v) ? "yes" : "no");
}

/* One event: "key value" of each member that is a word, its holders behind. */
static void put_members(struct text *t, json_t *object)
{
	const char *key, *inner;
	json_t *v, *w;
	size_t i;

	json_object_foreach(object, key, v) {
		if (json_is_null(v) || !strcmp(key, "v"))
			continue;
		text_add(t, t->len ? "  " : "");
		text_safe(t, key);
		text_char(t, ' ');
		put_value(t, v);
		json_object_foreach(v, inner, w) {
			text_safe(t, inner);
			text_char(t, '=');
			put_value(t, w);
			text_char(t, ' ');
		}
		json_array_foreach(v, i, w) {
			text_add(t, i ? ", " : "");
			json_is_object(w) ? put_members(t, w) : put_value(t, w);
		}
	}
}

static void put_event_line(const char *line, unsigned long number)
{
	json_error_t err;
	json_t *event = json_loads(line, 0, &err);
	struct text t = { 0 };

	if (!json_is_object(event)) {
		text_safe(&t, err.text);
		warn("events_json: line %lu: it is no JSON: %s", number, text_str(&t));
	} else {
		put_members(&t, event);
		puts(text_str(&t));
	}
	text_free(&t);
	json_decref(event);
}

int cmd_events(struct options *opt, int argc, char **argv)
{
	unsigned long n = 0;
	size_t room = 0;
	char *line = NULL;
	FILE *in;

	if (argc)
		die("events takes no arguments beside options, and \"%s\" is one", argv[0]);
	if (opt->input)
		die("events are those of this machine now: they are in no saved file");
	in = must(fdopen(view_open(opt, "events_json", 0), "r"));
	term_pager(opt);
	while (getline(&line, &room, in) > 0) {
		n++;
		if (opt->json)
			fputs(line, stdout);
		else
			put_event_line(line, n);
	}
	if (!n)
		warn("no perf event is open on this machine");
	free(line);
	fclose(in);
	return 0;
}
