// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of JSON that were changed at random, those about the machine as well: whatever they say,
 * they are read, explained and shown without a fault.
 *
 *   test_read_mutated [LINES]
 */
#include <stdio.h>

#include "core/out.h"
#include "json/json.h"
#include "call/explain.h"
#include "tap.h"
#include "varied.h"
#include "rules/text.h"
#include "told.h"

#define LINES	6000

static char *lines[LINES];
static unsigned int nlines;
static char line[2 * PA_TEXT_MAX];
static struct explainer explainer;
static unsigned long parsed, calls, reasons;

static void keep(const char *text)
{
	if (nlines < LINES)
		lines[nlines++] = strdup(text);
}

static void keep_machine(void)
{
	struct out s;
	u32 i;

	strcpy(kernel.module, "0.1.0");
	strcpy(kernel.release, "6.1.0");
	for (i = 0; i < PMUS; i++) {
		out_init(&s, line, sizeof(line) - 1);
		if (i)
			pa_json_pmu(&s, &env, i);
		else
			pa_json_env(&s, &env);
		line[s.len] = '\0';
		keep(line);
	}
}

static char *somewhere(void)
{
	return line + rec_random() % (strlen(line) + 1);
}

/* Puts @text in place of @n bytes at @at. */
static void replace(char *at, size_t n, const char *text)
{
	size_t left = strlen(at), len = strlen(text);

	n = n < left ? n : left;
	if (strlen(line) + len >= sizeof(line))
		return;
	memmove(at + len, at + n, left - n + 1);
	memcpy(at, text, len);
}

/* The value behind a colon, up to the next comma or bracket. */
static void mutate_value(void)
{
	static const char *const values[] = {
		"null", "true", "false", "0", "-1", "1e400", "18446744073709551615", "[]", "{}",
		"\"\"", "\"(kernel)\"", "\"18446744073709551615\"", "\"9999999999999999999999\"",
		"65535", "4294967295", "[\"x\"]", "[null]", "{\"a\":1}", "\"\\u0000\"",
		"-9223372036854775808",
	};
	char *at = strchr(somewhere(), ':');

	if (at)
		replace(at + 1, strcspn(at + 1, ",}]"), values[rec_random() % ARRAY_SIZE(values)]);
}

static void mutate_digit(void)
{
	char *at = somewhere();

	at += strcspn(at, "0123456789");
	if (*at)
		*at = (char)('0' + rec_random() % 10);
}

static void mutate_key(void)
{
	char *at = strchr(somewhere(), '"');

	if (at && at[1])
		at[1] = (char)('a' + rec_random() % 26);
}

static void mutate_byte(void)
{
	char *at = somewhere();

	if (*at)
		*at = (char)(1 + rec_random() % 255);
}

/* A member twice, or none of it. */
static void mutate_member(void)
{
	char *at = strchr(somewhere(), ','), *end = at ? strchr(at + 1, ',') : NULL;
	char copy[400];

	if (!end || (size_t)(end - at) >= sizeof(copy))
		return;
	memcpy(copy, at, (size_t)(end - at));
	copy[end - at] = '\0';
	replace(at, maybe(2) ? 0 : (size_t)(end - at), maybe(2) ? copy : "");
}

static void mutate(void)
{
	static void (*const how[])(void) = {
		mutate_value, mutate_value, mutate_digit, mutate_key, mutate_member, mutate_byte,
	};
	unsigned int n = 1 + (unsigned int)(rec_random() % 4);

	while (n--)
		how[rec_random() % ARRAY_SIZE(how)]();
}

static void show_call(cJSON *o)
{
	static char text[PA_TEXT_MAX];
	static struct pa_call x;
	struct out s;

	if (!explain_read(&explainer, o, &x))
		return;
	explain_now(&explainer, &x);
	rec_tell(&x.env, &x.r);
	out_init(&s, text, sizeof(text));
	pa_text_record(&s, &x.r, &x.env, 0);
}

static void read_line(void)
{
	cJSON *o = json_load(line, strlen(line), NULL), *told;

	parsed += !!o;
	if (o && !explain_take(&explainer, o)) {
		told = told_json(&explainer, o);
		calls += !!told;
		reasons += cJSON_IsObject(json_get(told, "why"));
		cJSON_Delete(told);
		show_call(o);
	}
	cJSON_Delete(o);
}

int main(int argc, char **argv)
{
	unsigned long n, want = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;
	unsigned int i;

	start();
	keep_machine();
	varied_machine(keep);
	for (i = 0; nlines < LINES / 2; i++) {
		varied_record(i);
		keep(rec_json_told(&rec, &env));
	}
	for (n = 0; n < want; n++) {
		/* Some lines about the machine between them, changed or not. */
		i = (unsigned int)(maybe(10) ? rec_random() % PMUS : rec_random() % nlines);
		strcpy(line, lines[i]);
		if (!maybe(10))
			mutate();
		read_line();
	}
	printf("# %lu lines, %lu are JSON, %lu calls, %lu with a reason\n", n, parsed, calls,
	       reasons);
	ok(calls > want / 10 && reasons > want / 100,
	   "changed lines are read, explained and shown");
	explain_free(&explainer);
	for (i = 0; i < nlines; i++)
		free(lines[i]);
	return tap_end();
}
