// SPDX-License-Identifier: GPL-2.0
/*
 * A call on a descriptor as a line of the list: the call, its result, why it was refused or did
 * nothing, and the state of its event. The words are those of the log and of show.
 */

#include "facts/limits.h"

#include "ui/ui.h"

/* At most 4 values of a group are shown. */
#define VALUES_SHOWN	4
/* Below 99 % an event has missed something; a time that was read while it changed explains 1 %. */
#define RAN_ALL		99

/* A name without the prefix of its kind. */
static void put_name(struct text *t, const struct pa_name *name, const char *prefix)
{
	if (name)
		text_printf(t, " %s", name->text + strlen(prefix));
}

/* The name of an ioctl, or the number of one that perf does not have. */
static void put_ioctl(struct text *t, const struct pa_record *r, bool all)
{
	u32 ioc = pa_ioc_of(r);

	put_name(t, pa_ioc_name(ioc), "PERF_EVENT_IOC_");
	if (ioc == PA_IOC_MAX)
		text_printf(t, " 0x%jx", (uintmax_t)r->op.cmd);
	if (all && ioc == PA_IOC_PERIOD && r->op.have & PA_OP_VALUE &&
	    !pa_is_kernel_address(r->op.value))
		text_printf(t, " %ju", (uintmax_t)r->op.value);
}

static u64 pages_of(const struct pa_call *x)
{
	const struct pa_limits *limits = x->env.limits;
	u32 page = x->env.kernel ? x->env.kernel->page_size :
		   limits && limits->have & PA_L_PAGE ? limits->k.page_size : 0;

	return x->r.op.len / (page ? page : 4096);
}

static void put_area(struct text *t, const struct pa_call *x, bool all)
{
	u64 pages = pages_of(x);

	if (all && x->r.op.len)
		text_printf(t, pages == 1 ? " %ju page" : " %ju pages", (uintmax_t)pages);
	if (x->r.op.offset)
		text_add(t, " of AUX");
}

/**
 * op_words() - the call without its target: "ioctl ENABLE", "mmap 129 pages"
 * @t:   receives it
 * @r:   an op
 * @all: with numbers that differ between calls of a kind
 */
void op_words(struct text *t, const struct record *r, bool all)
{
	const struct pa_record *op = &r->x->r;

	text_add(t, pa_name_of(&pa_kind_names, op->kind)->text);
	switch (op->kind) {
	case PA_RECORD_IOCTL:
		put_ioctl(t, op, all);
		break;
	case PA_RECORD_MMAP:
	case PA_RECORD_MUNMAP:
		put_area(t, r->x, all);
		break;
	case PA_RECORD_PRCTL:
		put_name(t, pa_prctl_name(op->op.arg), "PR_TASK_PERF_EVENTS_");
		break;
	case PA_RECORD_BPF:
		put_name(t, pa_bpf_name(op->op.cmd), "BPF_");
		break;
	case PA_RECORD_CLOSE:
		text_add(t, op->op.have & PA_OP_EXITING ? " at exit" : "");
		break;
	}
}

/**
 * range_add() - extend a range by another
 * @to:  the range
 * @add: the other range
 */
void range_add(struct range *to, const struct range *add)
{
	if (!add->known)
		return;
	if (!to->known) {
		*to = *add;
		return;
	}
	if (add->low < to->low)
		to->low = add->low;
	if (add->high > to->high)
		to->high = add->high;
}

/**
 * range_put() - write a range: "5", "5..12"
 * @t: receives it
 * @r: the range
 */
void range_put(struct text *t, const struct range *r)
{
	text_printf(t, "%ju", (uintmax_t)r->low);
	if (r->high != r->low)
		text_printf(t, "..%ju", (uintmax_t)r->high);
}

/* The value that a read returned, or the values of a group. */
static void take_values(struct row *row, const struct pa_record *r)
{
	struct text t = { 0 };
	struct pa_values v;
	u64 value;
	u32 i;

	pa_values_look(&v, r);
	for (i = 0; i < v.members; i++) {
		value = pa_values_word(r, v.first + i * v.step);
		range_add(&row->value, &(struct range){ value, value, true });
		if (i < VALUES_SHOWN)
			text_printf(&t, i ? " %ju" : "%ju", (uintmax_t)value);
		else
			v.more++;
	}
	if (v.more)
		text_printf(&t, " and %ju more", (uintmax_t)v.more);
	if (i > 1)
		row->answer = t.s;
	else
		text_free(&t);
}

/* The events that a poll returned. */
static void take_mask(struct row *row, const struct pa_record *r)
{
	struct text t = { 0 };
	u64 bits = (u32)r->ret, rest = 0, i;

	for (i = 0; bits >> i; i++) {
		const struct pa_name *name = pa_name_of(&pa_poll_bits, i);

		if (!(bits >> i & 1))
			continue;
		if (name)
			text_printf(&t, t.len ? "|%s" : "%s", name->text);
		else
			rest |= 1ULL << i;
	}
	if (rest)
		text_printf(&t, t.len ? "|0x%jx" : "0x%jx", (uintmax_t)rest);
	if (!bits)
		text_add(&t, "nothing");
	row->answer = t.s;
}

/* A buffer that is written backward has no tail. */
static const char *buffer_words(const struct pa_fare *fare)
{
	const struct pa_field *f = &pa_fields[PA_FIELD_WRITE_BACKWARD];

	if (!fare->looked || fare->h->flags >> f->shift & f->mask)
		return NULL;
	if (fare->h->head == PA_HEAD_UNTOUCHED)
		return "its process has not touched its buffer";
	return fare->h->head && !fare->h->tail ? "nobody has read its buffer" : NULL;
}

/**
 * never_of() - why the event of an op never ran
 * @r: the record, explained
 *
 * Return: NULL if the event ran, or if that is not known.
 */
const struct why_never *never_of(const struct record *r)
{
	return r->explanation && r->explanation->never.id ? &r->explanation->never : NULL;
}

static void take_health(struct row *row, const struct record *r)
{
	struct fare *f = &row->fare;
	struct pa_fare fare;

	if (never_of(r))
		f->never = diagnostic_never(never_of(r));
	if (!pa_fare_look(&fare, &r->x->r, &r->x->env))
		return;
	if (!f->never && fare.times && fare.enabled && fare.percent < RAN_ALL)
		range_add(&f->percent, &(struct range){ fare.percent, fare.percent, true });
	f->unscaled = fare.unscaled;
	f->throttled = fare.h->bits & PA_H_THROTTLED;
	if (fare.h->bits & PA_H_LOST && fare.h->lost)
		range_add(&f->lost, &(struct range){ fare.h->lost, fare.h->lost, true });
	f->buffer = buffer_words(&fare);
}

static void put_part(struct text *t, const char *words)
{
	text_add(t, t->len ? "; " : "");
	text_add(t, words);
}

/**
 * fare_put() - write the state of an event, as far as it is worth reporting
 * @t: receives it, behind its present content
 * @f: of a row
 * @of: how many calls the row is of
 */
void fare_put(struct text *t, const struct fare *f, uint64_t of)
{
	if (f->never) {
		put_part(t, "");
		if (f->nevers && f->nevers < of)
			text_printf(t, "%ju of %ju ", (uintmax_t)f->nevers, (uintmax_t)of);
		text_add(t, "never ran");
	}
	if (f->percent.known) {
		put_part(t, "ran ");
		range_put(t, &f->percent);
		text_add(t, f->unscaled ? " %, not scaled: read_format lacks the times" : " %");
	}
	if (f->lost.known) {
		put_part(t, "lost ");
		range_put(t, &f->lost);
		text_add(t, " samples");
	}
	if (f->throttled)
		put_part(t, "throttled now");
	if (f->buffer)
		put_part(t, f->buffer);
}

/**
 * op_fill() - the cells of a call on a descriptor
 * @row: has its note
 * @r:   the call
 */
void op_fill(struct row *row, const struct record *r)
{
	const struct pa_record *op = &r->x->r;
	struct text t = { 0 };

	op_words(&t, r, true);
	row->event = text_taken(&t);
	if (op->kind == PA_RECORD_POLL && op->ret >= 0)
		take_mask(row, op);
	else if (op->kind == PA_RECORD_READ)
		take_values(row, op);
	take_health(row, r);
}
