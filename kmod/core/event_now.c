// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The name and frequency of an open event, for both renderers. */
#include "core/event_now.h"

#include "core/event_name.h"
#include "core/out.h"

/**
 * pa_event_now_record() - fill a record as if the caller had passed the attr that the event has now
 * @v: the event; its scratch record becomes valid
 *
 * Context: any.
 */
void pa_event_now_record(struct pa_event_view *v)
{
	const struct pa_event_now *e = v->e;
	struct pa_record *rec = &v->rec;

	memset(rec, 0, sizeof(*rec));
	rec->kind = PA_RECORD_OPEN;
	rec->attr_state = PA_ATTR_ENTRY;
	rec->attr_len = e->attr_len < PA_KATTR_KEEP ? e->attr_len : PA_KATTR_KEEP;
	memcpy(rec->attr, e->attr, rec->attr_len);
	rec->type_pmu = e->pmu;
	rec->have_kview = 1;
	rec->kv.pmu = e->pmu;
	if (!e->name[0])
		return;
	rec->kv.have = PA_KV_NAME;
	memcpy(rec->kv.name, e->name, sizeof(rec->kv.name));
}

/**
 * pa_event_now_name() - write the name of the event, as the log names it
 * @s: an empty buffer of PA_EVENT_LEN bytes
 * @v: the event; its scratch record becomes valid
 *
 * Writes nothing if it has no name. The name may hold any byte, so it must go through
 * out_escaped() or its JSON counterpart.
 * Context: any.
 */
void pa_event_now_name(struct out *s, struct pa_event_view *v)
{
	struct pa_attr a;

	pa_event_now_record(v);
	pa_attr_look(&a, &v->rec, v->env);
	pa_put_event_name(s, &v->rec, v->env, &a);
}

/**
 * pa_event_now_freq() - the frequency at which the event samples
 * @v: its scratch record is valid
 *
 * Context: any. Return: Hz; 0 if it has a fixed period or does not sample.
 */
u32 pa_event_now_freq(const struct pa_event_view *v)
{
	if (!pa_attr_get(&v->rec, PA_FIELD_FREQ))
		return 0;
	return (u32)pa_attr_get(&v->rec, PA_FIELD_SAMPLE_FREQ);
}

/**
 * pa_event_now_bpf_by() - how the BPF program of an event was attached
 * @v: the event
 *
 * Context: any. Return: NULL if there is none, or if that was not recorded.
 */
const char *pa_event_now_bpf_by(const struct pa_event_view *v)
{
	if (!(v->e->have & PA_N_BPF) || !v->e->attached)
		return NULL;
	return v->e->attached == PA_RECORD_BPF ? "link" : "ioctl";
}
