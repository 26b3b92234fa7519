// SPDX-License-Identifier: GPL-2.0
/* Renders one typical record N times, for cost.sh to count instructions. */
#include <stdio.h>

#include "core/out.h"
#include "core/render.h"
#include "json/json.h"
#include "rec.h"

/* perf record -e cpu-clock -F 4000 -a on 6.1: all fields, with the kernel's view of it. */
static void typical(struct pa_record *r, struct pa_env *env)
{
	static const struct pa_step path[] = {
		{ .fn = PA_FN_COPY_ATTR },
		{ .fn = PA_FN_SECURITY },
		{ .fn = PA_FN_ALLOC },
		{ .fn = PA_FN_TRY_INIT, .pmu = REC_PMU_SOFTWARE, .ret = -2 },
		{ .fn = PA_FN_TRY_INIT, .pmu = REC_PMU_CLOCK },
		{ .fn = PA_FN_FIND_CONTEXT },
	};
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof(attr), .freq = 1, .sample_freq = 4000,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			       PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD,
		.read_format = PERF_FORMAT_ID | PERF_FORMAT_LOST, .disabled = 1, .inherit = 1,
		.mmap = 1, .comm = 1, .task = 1, .sample_id_all = 1, .exclude_guest = 1,
		.mmap2 = 1, .comm_exec = 1, .ksymbol = 1, .bpf_event = 1,
	};

	rec_env(env);
	rec_init(r, &attr, sizeof(attr));
	r->time_ns = 123456789012ULL;
	r->duration_ns = 9120;
	r->arg_pid = -1;
	r->arg_cpu = 3;
	r->flags = PERF_FLAG_FD_CLOEXEC;
	memset(&r->kv, 0, sizeof(r->kv));
	r->have_kview = 1;
	r->kv.have = PA_KV_STAGES | PA_KV_ATTR | PA_KV_EVENT;
	r->kv.pmu = REC_PMU_CLOCK;
	r->kv.cpu = 3;
	r->kv.id = 57;
	r->kv.sample_period = 250000;
	attr.freq = 0;
	attr.sample_period = 250000;
	attr.sample_max_stack = 127;
	memcpy(r->kv.kattr, &attr, sizeof(attr));
	r->kv.kattr_len = PERF_ATTR_SIZE_VER7;
	memcpy(r->kv.steps, path, sizeof(path));
	r->kv.nsteps = ARRAY_SIZE(path);
	strcpy(env->handler, "perf_event_output_forward");
	strcpy(env->clock, "local_clock");
}

/* cost text|json|refused N */
int main(int argc, char **argv)
{
	static char buf[PA_TEXT_MAX];
	static struct pa_record r;
	static struct pa_env env;
	struct out s;
	int n = argc == 3 ? atoi(argv[2]) : 0;

	typical(&r, &env);
	if (argc == 3 && !strcmp(argv[1], "refused")) {
		r.ret = -22;
		r.kv.have = PA_KV_STAGES | PA_KV_COPIED;
	}
	out_init(&s, buf, sizeof(buf));
	while (n--) {
		out_clear(&s);
		if (!strcmp(argv[1], "json"))
			pa_json_record(&s, &r, &env, NULL);
		else
			pa_text_record(&s, &r, &env, 0);
	}
	fwrite(buf, 1, s.len, stdout);
	return out_overflowed(&s);
}
