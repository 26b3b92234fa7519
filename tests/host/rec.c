// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "core/out.h"
#include "json/json.h"
#include "../guest/rnd.h"
#include "rec.h"
#include "json/writer.h"
#include "rules/json.h"
#include "rules/rules.h"
#include "rules/text.h"

static const struct pa_pmu_name pmus[REC_PMU_MAX] = {
	[REC_PMU_SOFTWARE] = { .type = 1, .name = "software" },
	/* As up to 6.1: no type of its own. */
	[REC_PMU_CLOCK] = {
		.type = ~0U, .name = "cpu_clock", .task_ctx_nr = 1, .have_caps = true,
	},
	[REC_PMU_KPROBE] = { .type = REC_KPROBE, .name = "kprobe" },
	[REC_PMU_UPROBE] = { .type = REC_UPROBE, .name = "uprobe" },
	[REC_PMU_MSR] = {
		.type = REC_MSR, .name = "msr", .caps = PA_CAP_NO_EXCLUDE, .task_ctx_nr = -1,
		.have_caps = true, .init = 1,
	},
	[REC_PMU_CPU_CORE] = { .type = REC_CPU_CORE, .name = "cpu_core" },
};

static const struct pa_event_init inits[] = {
	[1] = { .symbol = "msr_event_init", .module = "msr" },
};

#define OR_FLAG(id, name, bit)	| 1ULL << (bit)
#define NO_FLAG(...)
/* precise_ip, and all flags. */
#define KNOWN_FLAGS	(3ULL << 15 PA_LIST_FIELDS(NO_FLAG, OR_FLAG, NO_FLAG, NO_FLAG))

const struct pa_kernel rec_kernel_new = {
	.attr_size = sizeof(struct perf_event_attr),
	.known_flags = KNOWN_FLAGS,
	.known_aux = 7,
	.known_sample = PERF_SAMPLE_MAX - 1,
	.known_format = PERF_FORMAT_MAX - 1,
	.known_branch = PERF_SAMPLE_BRANCH_MAX - 1,
	.hw_max = PERF_COUNT_HW_MAX,
	.sw_max = PERF_COUNT_SW_MAX,
	.page_size = 4096,
	.ksym_len = 512,
	.arch = PA_ABI_X86_64,
	.load = 0x0c1e52d0,
	.module = "0.2.0",
	.release = "7.0\"-x",
};

const struct pa_kernel rec_kernel_510 = {
	.attr_size = PERF_ATTR_SIZE_VER6,
	.known_flags = (1ULL << 34) - 1,
	.known_aux = 0,
	.known_sample = (1ULL << 22) - 1,
	.known_format = (1ULL << 5) - 1,
	.known_branch = (1ULL << 18) - 1,
	.hw_max = 10,
	.sw_max = 11,
	.page_size = 4096,
	.ksym_len = 128,
	.arch = PA_ABI_X86_64,
	.load = 0x9c1e52d0,
	.module = "0.2.0",
	.release = "5.10.0-30-amd64",
};

/* An environment with a few PMUs, on the newest kernel. */
void rec_env(struct pa_env *env)
{
	memset(env, 0, sizeof(*env));
	env->kernel = &rec_kernel_new;
	env->pmus = pmus;
	env->npmus = REC_PMU_MAX;
	env->inits = inits;
	env->ninits = ARRAY_SIZE(inits);
}

/*
 * A call by perf that passed @size bytes of @attr and got descriptor 3. attr.size in @attr stays
 * as it is.
 */
void rec_init(struct pa_record *r, const void *attr, unsigned int size)
{
	unsigned int keep = size < PA_ATTR_KEEP ? size : PA_ATTR_KEEP;

	/* The ring reuses its slots: nothing of an earlier record may come through. */
	memset(r, 0xa5, sizeof(*r));
	memset(r, 0, offsetof(struct pa_record, attr));
	r->seq = 1;
	r->pid = 100;
	r->tid = 101;
	r->uid = 1000;
	r->arg_cpu = -1;
	r->arg_group_fd = -1;
	r->ret = 3;
	r->abi = PA_ABI_X86_64;
	r->attr_state = PA_ATTR_ENTRY;
	r->attr_len = (u16)keep;
	r->attr_more = size - keep;
	r->have_size = 1;
	memcpy(r->attr, attr, keep);
	memcpy(&r->attr_size, r->attr + 4, 4);
	strcpy(r->comm, "perf");
}

/* The record as text, as the module says it: NUL-terminated, until the next call. */
const char *rec_log(const struct pa_record *r, const struct pa_env *env, unsigned int flags)
{
	static char buf[PA_TEXT_MAX + 1];
	struct out s;

	out_init(&s, buf, PA_TEXT_MAX);
	pa_text_record(&s, r, env, flags);
	if (out_overflowed(&s))
		return "overflow";
	buf[s.len] = 0;
	return buf;
}

/* Adds to @env what user space tells of the record, until the next call. */
void rec_tell(struct pa_env *env, const struct pa_record *r)
{
	static struct why_told_text text;

	why_told(&text, r, env);
	env->told = &text.told;
}

/* The record as text, as user space says it. */
const char *rec_text(const struct pa_record *r, const struct pa_env *env, unsigned int flags)
{
	struct pa_env told = *env;

	rec_tell(&told, r);
	return rec_log(r, &told, flags);
}

static char json[PA_TEXT_MAX + 1];

static const char *json_end_of(struct out *s)
{
	if (out_overflowed(s))
		return "overflow";
	json[s->len] = 0;
	return json;
}

/* The record as a line of JSON, NUL-terminated, until the next call of these three functions. */
const char *rec_json(const struct pa_record *r, const struct pa_env *env)
{
	struct out s;

	out_init(&s, json, PA_TEXT_MAX);
	pa_json_record(&s, r, env, NULL);
	return json_end_of(&s);
}

const char *rec_json_env(const struct pa_env *env)
{
	struct out s;

	out_init(&s, json, PA_TEXT_MAX);
	pa_json_env(&s, env);
	return json_end_of(&s);
}

const char *rec_json_pmu(const struct pa_env *env, unsigned int index)
{
	struct out s;

	out_init(&s, json, PA_TEXT_MAX);
	pa_json_pmu(&s, env, index);
	return json_end_of(&s);
}

/* The same with what user space tells of it, in the places that perfattr -j gives it. */
void rec_why_json(struct out *s, const struct pa_record *r, const struct pa_env *env)
{
	struct pa_why why;

	if (pa_explain(r, env, &why))
		why_json_of(s, env, &why);
	else
		out_str(s, "null");
}

const char *rec_json_told(const struct pa_record *r, const struct pa_env *env)
{
	static char line[2 * PA_TEXT_MAX + 4 * WHY_JSON_MAX];
	const struct pa_json_told told = { .more = why_json_more };
	struct out s;

	out_init(&s, line, sizeof(line) - 1);
	pa_json_record(&s, r, env, &told);
	if (out_overflowed(&s))
		return "overflow";
	/* The end of the object, and of the line. */
	s.len -= 2;
	out_lit(&s, ",\"why\":");
	rec_why_json(&s, r, env);
	out_lit(&s, "}\n");
	line[out_used(&s)] = '\0';
	return line;
}

/* The first line of @text that begins with @start after its indentation, "" if there is none. */
const char *rec_line(const char *text, const char *start)
{
	static char line[4096];
	size_t len;

	while (*text) {
		len = strcspn(text, "\n");
		while (*text == ' ') {
			text++;
			len--;
		}
		if (!strncmp(text, start, strlen(start)) && len < sizeof(line)) {
			memcpy(line, text, len);
			line[len] = 0;
			return line;
		}
		text += len;
		text += *text == '\n';
	}
	return "";
}

/* The same numbers in every run. */
unsigned long long rec_random(void)
{
	static uint64_t state = 0x9e3779b97f4a7c15ULL;

	return rnd(&state);
}

/* Anything that a caller may pass: every bit random, or small values in places. */
void rec_random_attr(struct perf_event_attr *attr)
{
	unsigned char *p = (unsigned char *)attr;
	unsigned int i;

	for (i = 0; i < sizeof(*attr); i++)
		p[i] = (unsigned char)rec_random();
	if (rec_random() & 1) {
		attr->type = rec_random() % 12;
		attr->config = rec_random() % 14;
		attr->bp_type = rec_random() % 9;
		attr->config2 = rec_random() % 10;
		attr->clockid = (int)(rec_random() % 16) - 2;
	}
	if (rec_random() & 1) {
		attr->type = rec_random() & 1 ? PERF_TYPE_HW_CACHE : PERF_TYPE_HARDWARE;
		attr->config = rec_random() & 0x30f0f0307;
	}
	if (rec_random() & 1) {
		attr->__reserved_1 = 0;
		attr->__reserved_2 = 0;
		attr->__reserved_3 = 0;
		attr->sample_type &= PERF_SAMPLE_MAX - 1;
	}
	/* Kernel addresses are not shown: they have tests of their own. */
	if (attr->type >= PERF_TYPE_BREAKPOINT) {
		attr->config1 &= ~0ULL >> 1;
		attr->config2 &= ~0ULL >> 1;
	}
}
