// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Entries of raw records as lines of JSON, without reasons. */
#include "raw/raw.h"

static void put_head(struct out *s, struct raw_lines *m, const struct raw_entry *e)
{
	memset(m->pmus, 0, sizeof(m->pmus));
	raw_head(&m->kernel, &m->env.followed, e);
	m->env.kernel = &m->kernel;
	m->env.pmus = m->pmus;
	m->env.npmus = PA_PMUS;
	m->env.pmu_gone = m->gone;
	m->env.inits = m->inits;
	m->env.ninits = ARRAY_SIZE(m->inits);
	pa_json_env(s, &m->env);
}

static void put_pmu(struct out *s, struct raw_lines *m, const struct raw_entry *e)
{
	struct pa_raw_pmu pmu;

	if (!raw_pmu(&pmu, e))
		return;
	raw_pmu_name(&m->pmus[pmu.id], &pmu);
	m->pmus[pmu.id].init = pmu.symbol[0] != '\0';
	memcpy(m->inits[1].symbol, pmu.symbol, sizeof(pmu.symbol));
	memcpy(m->inits[1].module, pmu.module, sizeof(pmu.module));
	m->gone[pmu.id] = pmu.gone;
	pa_json_pmu(s, &m->env, pmu.id);
}

static void put_call(struct out *s, struct raw_lines *m, const struct raw_entry *e)
{
	struct pa_env env = m->env;
	struct pa_raw_call call;

	if (!raw_call(&call, e)) {
		m->in.unknown++;
		return;
	}
	raw_unhide(&call.r, &call.hidden, &env, &m->in);
	raw_attr_unhide(&call.r, &call.hidden, &env);
	pa_json_record(s, &call.r, &env, NULL);
}

/* Writes an entry; nothing of one that is not understood. */
static void put_entry(struct out *s, struct raw_lines *m, const struct raw_entry *e)
{
	struct pa_raw_firing firing;
	struct raw_event event;
	struct pa_raw_lost lost;

	switch (e->kind) {
	case PA_RAW_CALL:
		put_call(s, m, e);
		break;
	case PA_RAW_LOST:
		raw_read(&lost, sizeof(lost), e);
		pa_json_lost(s, lost.lost);
		break;
	case PA_RAW_FIRING:
		raw_read(&firing, sizeof(firing), e);
		pa_json_firing(s, &firing);
		break;
	case PA_RAW_PMU:
		put_pmu(s, m, e);
		break;
	case PA_RAW_EVENT:
		if (raw_event(&event, e, &m->env))
			pa_json_event(s, &event.view);
		break;
	case PA_RAW_MORE:
		out_lit(s, "{\"more\":true}\n");
		break;
	default:
		put_head(s, m, e);
	}
}

/**
 * raw_lines() - write a line of JSON for each whole entry of what was read
 * @m:     the stream; zeroed at its begin
 * @bytes: what was read
 * @n:     how many bytes; at most RAW_READ
 * @put:   is given the lines
 *
 * Return: what is wrong with the stream; NULL: nothing.
 */
const char *raw_lines(struct raw_lines *m, const void *bytes, size_t n,
		      void (*put)(const void *line, size_t len))
{
	size_t used, done = 0;
	struct raw_entry e;
	enum raw_got got;
	struct out s;

	memcpy(m->bytes + m->left, bytes, n);
	m->left += n;
	while ((got = raw_next(&m->in, m->bytes + done, m->left - done, &e, &used)) >= RAW_HEAD) {
		done += used;
		out_init(&s, m->line, sizeof(m->line));
		put_entry(&s, m, &e);
		put(m->line, out_used(&s));
	}
	m->left -= done + used;
	memmove(m->bytes, m->bytes + done + used, m->left);
	return m->in.fault;
}
