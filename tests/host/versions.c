// SPDX-License-Identifier: GPL-2.0
/*
 * versions.sh builds this for two versions of the structs of core/raw.h.
 *
 *   versions write > FILE    random calls, events and whatever else a stream has, as raw records
 *   versions read < FILE     the same as JSON, and how many entries have more than is known
 */
#include <stdio.h>

#include "core/out.h"
#include "core/raw.h"
#include "json/json.h"
#include "raw/raw.h"
#include "../guest/rnd.h"

static u64 room[1 << 20];
static struct out out, json;
static struct pa_event_view view;
static struct pa_holder holders[PA_HOLDERS];
static char line[PA_JSON_MAX];
static struct pa_kernel kernel = { .release = "7.3.4", .page_size = 4096, .arch = PA_ABI_ARM64 };
static const struct pa_event_init inits[] = { { "" }, { "armpmu_event_init", "arm_pmu" } };
static const struct pa_pmu_name pmus[] = { { 0 }, { .type = 8, .name = "armv8", .init = 1 } };
static struct pa_env env = {
	.kernel = &kernel, .pmus = pmus, .npmus = 2, .inits = inits, .ninits = 2,
};

static void random_fill(void *p, size_t n)
{
	static u64 state = 1;
	u8 *at = p;

	while (n--)
		*at++ = (u8)rnd_below((void *)&state, 256);
}

static int stream_write(void)
{
	static struct pa_event_now now;
	struct pa_record r;
	unsigned int n;

	out_init(&out, (char *)room, sizeof(room));
	pa_raw_head(&out, &env);
	for (n = 1; n < env.npmus; n++)
		pa_raw_pmu(&out, &env, n);
	pa_raw_name(&out, PA_RAW_OF_HANDLER, "perf_event_output_forward");
	view = (struct pa_event_view){ .e = &now, .holders = holders, .env = &env };
	for (n = 0; n < 180; n++) {
		random_fill(&r, sizeof(r));
		r.kind = n % PA_RECORD_MAX;
		pa_raw_call(&out, &r, &env);
		random_fill(&now, sizeof(now));
		now.nholders = n % PA_HOLDERS;
		pa_raw_event(&out, &view);
		pa_raw_firing(&out, &r);
		pa_raw_lost(&out, n);
	}
	return fwrite(room, 1, out_used(&out), stdout) != out.len;
}

static void entry_read(const struct raw_in *in, const struct raw_entry *e)
{
	struct pa_raw_firing firing;
	struct raw_event event;
	struct pa_raw_call call;
	struct pa_raw_lost lost;
	struct pa_raw_pmu pmu;

	out_init(&json, line, sizeof(line));
	if (!e->kind) {
		raw_head(&kernel, &env.followed, e);
		pa_json_env(&json, &env);
	} else if (e->kind == PA_RAW_PMU && raw_pmu(&pmu, e)) {
		printf("%u %s %s %s\n", pmu.id, pmu.name, pmu.symbol, pmu.module);
	} else if (e->kind == PA_RAW_CALL && raw_call(&call, e)) {
		raw_unhide(&call.r, &call.hidden, &env, in);
		pa_json_record(&json, &call.r, &env, NULL);
	} else if (e->kind == PA_RAW_EVENT && raw_event(&event, e, &env)) {
		pa_json_event(&json, &event.view);
	} else if (e->kind == PA_RAW_LOST) {
		raw_read(&lost, sizeof(lost), e);
		pa_json_lost(&json, lost.lost);
	} else if (e->kind == PA_RAW_FIRING) {
		raw_read(&firing, sizeof(firing), e);
		pa_json_firing(&json, &firing);
	}
	printf("%.*s", (int)out_used(&json), line);
}

int main(int argc, char **argv)
{
	struct raw_in in = { 0 };
	struct raw_entry e;
	const u8 *at = (const u8 *)room;
	size_t left, used;

	if (argc > 1 && !strcmp(argv[1], "write"))
		return stream_write();
	left = fread(room, 1, sizeof(room), stdin);
	while (left && raw_next(&in, at, left, &e, &used) >= RAW_HEAD) {
		entry_read(&in, &e);
		at += used;
		left -= used;
	}
	fprintf(stderr, "%lu\n", in.longer);
	return left || in.unknown;
}
