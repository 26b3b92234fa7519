// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "../guest/rnd.h"
#include "rec.h"

static const struct pa_pmu_name pmus[REC_PMU_MAX] = {
	[REC_PMU_SOFTWARE] = { .type = 1, .name = "software" },
	/* As up to 6.1: no type of its own. */
	[REC_PMU_CLOCK] = { .type = ~0U, .name = "cpu_clock" },
	[REC_PMU_KPROBE] = { .type = REC_KPROBE, .name = "kprobe" },
	[REC_PMU_UPROBE] = { .type = REC_UPROBE, .name = "uprobe" },
	[REC_PMU_MSR] = { .type = REC_MSR, .name = "msr" },
	[REC_PMU_CPU_CORE] = { .type = REC_CPU_CORE, .name = "cpu_core" },
};

const struct pa_kernel rec_kernel_new = {
	.attr_size = sizeof(struct perf_event_attr),
	.known_flags = (1ULL << 40) - 1,
	.known_aux = 7,
	.known_sample = PERF_SAMPLE_MAX - 1,
	.known_format = PERF_FORMAT_MAX - 1,
	.known_branch = PERF_SAMPLE_BRANCH_MAX - 1,
	.hw_max = PERF_COUNT_HW_MAX,
	.sw_max = PERF_COUNT_SW_MAX,
	.page_size = 4096,
	.ksym_len = 512,
	.arch = PA_ABI_X86_64,
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
};

/* An environment with a few PMUs, on the newest kernel. */
void rec_env(struct pa_env *env)
{
	memset(env, 0, sizeof(*env));
	env->kernel = &rec_kernel_new;
	env->pmus = pmus;
	env->npmus = REC_PMU_MAX;
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

/* The record as text, NUL-terminated, until the next call. */
const char *rec_text(const struct pa_record *r, const struct pa_env *env, unsigned int flags)
{
	static char buf[PA_TEXT_MAX + 1];
	struct seq_buf s;

	seq_buf_init(&s, buf, PA_TEXT_MAX);
	pa_text_record(&s, r, env, flags);
	if (seq_buf_has_overflowed(&s))
		return "overflow";
	buf[s.len] = 0;
	return buf;
}

/* The record as a line of JSON, NUL-terminated, until the next call. */
const char *rec_json(const struct pa_record *r, const struct pa_env *env)
{
	static char buf[PA_TEXT_MAX + 1];
	struct seq_buf s;

	seq_buf_init(&s, buf, PA_TEXT_MAX);
	pa_json_record(&s, r, env);
	if (seq_buf_has_overflowed(&s))
		return "overflow";
	buf[s.len] = 0;
	return buf;
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
