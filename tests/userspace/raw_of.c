// SPDX-License-Identifier: GPL-2.0
/*
 * usage: raw_of [FOLDER] < JSON
 *
 * Raw records of lines of JSON, as the module would write them: to standard output, or each call to
 * a file of FOLDER that is named by its number, and all else to FOLDER/../head.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/out.h"
#include "core/raw.h"
#include "json/json.h"
#include "call/explain.h"
#include "call/parts.h"

static u64 room[1 << 12];
static struct out out;
static struct explainer explainer;
static const char *folder;
static FILE *head;
static struct pa_env told;
static bool begun;

static void put(FILE *to)
{
	if (out_overflowed(&out) || fwrite(room, 1, out.len, to) != out.len)
		err(1, "cannot write");
	out_clear(&out);
}

/* A stream begins with a head, also if the lines have none. */
static void begin(void)
{
	static const struct pa_kernel none;

	explain_env(&explainer, &told);
	if (!told.kernel)
		told.kernel = &none;
	if (begun)
		return;
	begun = true;
	pa_raw_head(&out, &told);
	put(head);
}

static void put_call(const cJSON *line)
{
	static struct pa_call x;
	char path[4096];
	FILE *to = head;

	if (!explain_read(&explainer, line, &x))
		errx(1, "a line is not a call");
	begin();
	x.env.kernel = x.env.kernel ? x.env.kernel : told.kernel;
	pa_raw_name(&out, PA_RAW_OF_HANDLER, x.env.handler);
	pa_raw_name(&out, PA_RAW_OF_CLOCK, x.env.clock);
	pa_raw_name(&out, PA_RAW_OF_SYMBOL, x.env.symbol);
	pa_raw_call(&out, &x.r, &x.env);
	if (folder) {
		snprintf(path, sizeof(path), "%s/%llu", folder, x.r.seq);
		to = fopen(path, "w");
		if (!to)
			err(1, "%s", path);
	}
	put(to);
	if (folder)
		fclose(to);
}

static void put_pmu(const cJSON *pmu)
{
	begin();
	pa_raw_pmu(&out, &told, (u32)num(pmu, "id"));
	put(head);
}

/* An open event, of which only what tests give it is made: cycles or page faults, of a PMU cpu. */
static void put_event(const cJSON *line)
{
	const cJSON *holder, *target = json_get(line, "target"), *count = json_get(line, "count");
	static struct pa_holder holders[PA_HOLDERS];
	static struct pa_pmu_name pmus[2] = { { .name = "" }, { .name = "cpu", .type = 4 } };
	static struct pa_event_view view;
	static struct pa_event_now now;
	static struct pa_env env;
	u32 words[4] = { 0, 128 };

	env = (struct pa_env){ .kernel = told.kernel, .pmus = pmus, .npmus = 2 };
	if (!begun) {
		begin();
		pa_raw_pmu(&out, &env, 1);
	}
	memset(&now, 0, sizeof(now));
	if (!strcmp(str(line, "event"), "page-faults")) {
		words[0] = PA_TYPE_SOFTWARE;
		words[2] = 2;
	}
	memcpy(now.attr, words, sizeof(words));
	now.attr_len = 128;
	now.pmu = 1;
	now.id = num(line, "id");
	now.have = PA_N_OPEN | PA_N_EXACT;
	if (get_u64(line, "enabled_ns", (uint64_t *)&now.enabled) &&
	    get_u64(line, "running_ns", (uint64_t *)&now.running))
		now.have |= PA_N_TIMES;
	now.cpu = (s32)snum(target, "cpu", -1);
	if (str(target, "comm")) {
		now.have |= PA_N_TASK;
		now.pid = (s32)snum(target, "pid", 0);
		now.tid = (s32)snum(target, "tid", 0);
		get_bytes(target, "comm", now.comm, sizeof(now.comm));
	}
	now.state = !strcmp(str(line, "state"), "active");
	now.count = num(count, "value");
	now.seq = num(json_get(line, "opened"), "seq");
	now.held = (u32)num(line, "held");
	json_each(holder, json_get(line, "holders")) {
		struct pa_holder *to = &holders[now.nholders++];

		memset(to, 0, sizeof(*to));
		to->pid = (s32)snum(holder, "pid", 0);
		to->fd = (s32)snum(holder, "fd", 0);
		get_bytes(holder, "comm", to->comm, sizeof(to->comm));
	}
	view = (struct pa_event_view){ .e = &now, .holders = holders, .env = &env };
	pa_raw_event(&out, &view);
	put(head);
}

static void put_more(void)
{
	begin();
	pa_raw_begin(&out, PA_RAW_MORE, 0);
}

static void put_line(const cJSON *line)
{
	const cJSON *pmu = json_get(line, "pmu");

	if (json_get(line, "holders"))
		put_event(line);
	else if (json_true(line, "more"))
		put_more();
	else if (json_get(line, "call"))
		put_call(line);
	else if (explain_take(&explainer, line) && pmu)
		put_pmu(pmu);
	else if (json_get(line, "lost"))
		pa_raw_lost(&out, num(line, "lost"));
}

int main(int argc, char **argv)
{
	char *text = NULL, path[4096];
	size_t size = 0;
	cJSON *line;

	folder = argv[1];
	if (folder)
		snprintf(path, sizeof(path), "%s/../head", folder);
	head = folder ? fopen(path, "w") : stdout;
	if (!head)
		err(1, "%s", path);
	out_init(&out, (char *)room, sizeof(room));
	while (getline(&text, &size, stdin) > 0) {
		line = json_load(text, strlen(text), NULL);
		if (!line)
			errx(1, "no JSON: %s", text);
		put_line(line);
		cJSON_Delete(line);
	}
	begin();
	put(head);
	free(text);
	explain_free(&explainer);
	return fflush(head) != 0;
}
