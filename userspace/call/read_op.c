// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Reads back a call on the file of an event: arguments, facts, values, health. */
#include <stdlib.h>

#include "core/health.h"
#include "call/parts.h"
#include "call/pasted.h"

static bool read_event(struct pa_op *op, const cJSON *line, struct missing *missing)
{
	static const char * const keys[] = { "id", "open", "type", "pmu_id", NULL };
	const cJSON *event = json_get(line, "event");
	const char *from = str(line, "fd_from");
	uint64_t pmu = num(event, "pmu_id");

	op->type = cJSON_IsObject(event) ? (u32)num(event, "type") : PA_OP_NO_TYPE;
	op->id = num(event, "id");
	op->open_seq = num(event, "open");
	op->pmu = pmu < PA_PMU_NONE ? (u16)pmu : 0;
	op->fd = (s32)snum(line, "fd", 0);
	if (from)
		op->fd_from = strcmp(from, "call") ? PA_FD_OPEN : PA_FD_CALL;
	if (!event)
		missing_add(missing, NULL, "event");
	return cJSON_IsNull(event) || has_keys(event, "event", keys, missing);
}

/* Without one of its arguments it would be another call: then nothing is said about it. */
static bool read_arg(const cJSON *args, const char *key, u64 *v, struct missing *missing)
{
	uint64_t value;

	if (!get_u64(args, key, &value)) {
		missing_add(missing, "args", key);
		return false;
	}
	*v = value;
	return true;
}

/* A number that is null is an address that was not shown, as @hidden, or was not known. */
static u64 read_wide(const cJSON *object, const char *key, const cJSON *line, const char *hidden,
		     bool *known)
{
	const cJSON *lows = json_get(line, "hidden_args");
	bool is_hidden = cJSON_IsNumber(json_get(lows, hidden));
	uint64_t v = 0;

	*known = is_hidden || get_u64(object, key, &v);
	return is_hidden ? raw_stand_in(num(lows, hidden)) : v;
}

static void read_filter(struct pa_record *r, const cJSON *line)
{
	if (!str(line, "filter"))
		return;
	r->op.have |= PA_OP_STR;
	if (str(line, "filter_raw"))
		r->attr_len = (u16)get_hex(line, "filter_raw", r->attr, sizeof(r->attr));
	else
		r->attr_len = (u16)get_bytes(line, "filter", (char *)r->attr, sizeof(r->attr));
}

/* The number that the argument of an ioctl points at. */
static void read_value(struct pa_record *r, const cJSON *line, u32 ioc)
{
	const cJSON *query = json_get(line, "query_bpf");
	uint64_t v;
	bool known;

	if (ioc == PA_IOC_QUERY_BPF) {
		known = cJSON_IsObject(query);
		v = (uint64_t)num(query, "prog_cnt") << 32 | (uint32_t)num(query, "ids_len");
	} else {
		v = read_wide(line, ioc == PA_IOC_PERIOD ? "period" : "id", line, "value", &known);
	}
	r->op.value = v;
	if (known)
		r->op.have |= PA_OP_VALUE;
}

static bool read_ioctl(struct pa_record *r, const struct pa_env *env, const cJSON *line,
		       struct missing *missing)
{
	const cJSON *args = json_get(line, "args");
	bool known;
	u64 cmd;
	u32 ioc;

	if (!read_arg(args, "cmd", &cmd, missing))
		return false;
	r->op.cmd = (u32)cmd;
	r->op.arg = read_wide(args, "arg", line, "arg", &known);
	/* A text has the value that the argument points at in place of the address. */
	known |= str(line, "source") && cJSON_IsNull(json_get(args, "arg"));
	if (!known)
		missing_add(missing, "args", "arg");
	ioc = pa_ioc_of(r);
	if (ioc == PA_IOC_SET_FILTER) {
		read_filter(r, line);
	} else if (ioc == PA_IOC_MODIFY_ATTRIBUTES) {
		read_attr(r, env, line, missing);
		if (cJSON_IsObject(json_get(line, "attr")))
			r->op.have |= PA_OP_ATTR;
	} else {
		read_value(r, line, ioc);
	}
	return known;
}

static bool read_map(struct pa_record *r, const cJSON *line, struct missing *missing)
{
	const cJSON *args = json_get(line, "args");
	bool known;
	u64 prot = 0, flags = 0;

	if (r->kind == PA_RECORD_MMAP && (!read_arg(args, "prot", &prot, missing) ||
					  !read_arg(args, "flags", &flags, missing)))
		return false;
	r->op.prot = (u32)prot;
	r->op.flags = (u32)flags;
	r->op.offset = read_wide(args, "offset", line, "offset", &known);
	if (!known)
		missing_add(missing, "args", "offset");
	r->op.arg = num(line, "at");
	return read_arg(args, "length", &r->op.len, missing) && known;
}

static bool read_bpf(struct pa_record *r, const cJSON *line, struct missing *missing)
{
	const cJSON *args = json_get(line, "args");
	struct pa_op *op = &r->op;
	u64 cmd, flags;
	bool known;

	if (!read_arg(args, "cmd", &cmd, missing) || !read_arg(args, "flags", &flags, missing))
		return false;
	op->cmd = (u32)cmd;
	op->flags = (u32)flags;
	op->prot = (u32)num(line, "prog_type");
	op->value = read_wide(line, "cookie", line, "value", &known);
	if (known)
		op->have |= PA_OP_VALUE;
	if (!get_u64(line, "prog_fd", (uint64_t *)&op->arg)) {
		missing_add(missing, NULL, "prog_fd");
		return false;
	}
	op->len = op->cmd == PA_BPF_LINK_UPDATE ? num(args, "link_fd") : (u32)op->fd;
	return true;
}

static u64 format_of(const cJSON *names)
{
	u64 bits = names_read(names, &pa_format_bits);
	const char *s;
	const cJSON *v;

	/* Bits without a name are one hexadecimal number. */
	json_each(v, names) {
		s = cJSON_GetStringValue(v);
		if (s && !strncmp(s, "0x", 2))
			bits |= strtoull(s, NULL, 16);
	}
	return bits;
}

static void word_put(struct pa_record *r, u32 at, u64 v)
{
	if ((at + 1) * sizeof(v) > sizeof(r->attr))
		return;
	memcpy(r->attr + at * sizeof(v), &v, sizeof(v));
	if (r->attr_len < (at + 1) * sizeof(v))
		r->attr_len = (u16)((at + 1) * sizeof(v));
}

/* The times stand before the values, or between them: where there is a value, there are times. */
static bool has_times(const struct pa_values *v, const cJSON *line, struct missing *missing)
{
	static const char * const keys[] = { "time_enabled", "time_running", NULL };

	if (!json_size(json_get(line, "values")) || !v->enabled || !v->running)
		return true;
	return has_keys(line, NULL, keys, missing);
}

/* The words that a read returned, where they were. */
static void read_values(struct pa_record *r, const cJSON *line, struct missing *missing)
{
	const cJSON *values = json_get(line, "values");
	struct pa_values v;
	const cJSON *member;
	uint64_t time;
	u32 at;

	pa_values_look(&v, r);
	if (!has_times(&v, line, missing))
		return;
	if (v.group && json_size(values) + num(line, "more"))
		word_put(r, 0, json_size(values) + num(line, "more"));
	at = v.first;
	if (get_u64(line, "time_enabled", &time))
		word_put(r, v.enabled, time);
	if (get_u64(line, "time_running", &time))
		word_put(r, v.running, time);
	json_each(member, values) {
		word_put(r, at, num(member, "value"));
		if (v.id)
			word_put(r, at + v.id, num(member, "id"));
		if (v.lost)
			word_put(r, at + v.lost, num(member, "lost"));
		at += v.step;
	}
}

static bool read_read(struct pa_record *r, const cJSON *line, struct missing *missing)
{
	if (!read_arg(json_get(line, "args"), "count", &r->op.arg, missing))
		return false;
	r->op.format = format_of(json_get(line, "read_format"));
	read_values(r, line, missing);
	return true;
}

/*
 * What only some ops have; the members of the union exclude each other. Rules take them together,
 * so if one is missing, none is known.
 */
static void read_special(struct pa_op_facts *f, const cJSON *facts, struct missing *missing)
{
	static const struct {
		const char *key;
		const struct pa_fact_list *list;
	} special[] = {
		{ "map", &pa_facts_of_map }, { "output", &pa_facts_of_output },
		{ "trace", &pa_facts_of_trace }, { "change", &pa_facts_of_change },
	};
	struct pa_op_facts without = *f;
	unsigned int before = missing->n;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(special); i++) {
		const cJSON *o = json_get(facts, special[i].key);

		if (!cJSON_IsObject(o))
			continue;
		if (!facts_read(o, special[i].key, special[i].list, f, missing) ||
		    missing->n != before)
			*f = without;
		return;
	}
}

static void take_facts(struct pa_record *r, const cJSON *facts, struct missing *missing)
{
	if (!cJSON_IsObject(facts))
		return;
	if (!facts_read(facts, "facts", &pa_facts_of_op, &r->op_facts, missing)) {
		memset(&r->op_facts, 0, sizeof(r->op_facts));
		return;
	}
	read_special(&r->op_facts, facts, missing);
	r->op.have |= PA_OP_FACTS;
}

static void read_facts(struct pa_record *r, const cJSON *line, struct missing *missing)
{
	const cJSON *facts = json_get(line, "facts");

	if (!facts)
		missing_add(missing, NULL, "facts");
	missing->of_text = str(line, "source");
	if (missing->of_text)
		r->op_facts.cpu = -1;
	missing->nulls = cJSON_IsObject(facts) ? 0 : PASTED_ALL_FACTS;
	take_facts(r, facts, missing);
}

static u8 bit_of(const cJSON *o, const char *key, u8 bit)
{
	return json_true(o, key) ? bit : 0;
}

static void read_buffer(struct pa_record *r, const cJSON *buffer)
{
	uint64_t written;

	if (!cJSON_IsObject(buffer))
		return;
	r->op.have |= PA_OP_LOOKED;
	r->op.health.head = get_u64(buffer, "written", &written) ? written : PA_HEAD_UNTOUCHED;
	r->op.health.tail = num(buffer, "read");
}

static s8 state_of(const char *name)
{
	s8 state;

	for (state = PA_STATE_DEAD; name && state <= PA_STATE_ACTIVE; state++)
		if (!strcmp(name, pa_state_name(state)))
			return state;
	return S8_MAX;
}

static void read_health(struct pa_record *r, const cJSON *line, struct missing *missing)
{
	static const char * const keys[] = {
		"state", "enabled_ns", "running_ns", "lost", "throttled", "buffer", "task",
		"cgroup", "cpu_offline", "children", NULL,
	};
	const cJSON *o = json_get(line, "health");
	struct pa_health *h = &r->op.health;

	if (!o)
		missing_add(missing, NULL, "health");
	if (!cJSON_IsObject(o) || !has_keys(o, "health", keys, missing) ||
	    !facts_read(o, "health", &pa_facts_of_health, h, missing))
		return;
	r->op.have |= PA_OP_HEALTH;
	h->state = state_of(str(o, "state"));
	h->bits = bit_of(o, "task", PA_H_TASK) | bit_of(o, "cgroup", PA_H_CGROUP) |
		  bit_of(o, "cpu_offline", PA_H_OFFLINE) | bit_of(o, "children", PA_H_CHILDREN) |
		  bit_of(o, "throttled", PA_H_THROTTLED);
	if (get_u64(o, "enabled_ns", (uint64_t *)&h->enabled) &&
	    get_u64(o, "running_ns", (uint64_t *)&h->running))
		h->bits |= PA_H_TIMES;
	if (get_u64(o, "lost", (uint64_t *)&h->lost))
		h->bits |= PA_H_LOST;
	read_buffer(r, json_get(o, "buffer"));
}

/* Reads the arguments of the op. Returns false if one is missing. */
static bool read_args(struct pa_record *r, const struct pa_env *env, const cJSON *line,
		      struct missing *missing)
{
	switch (r->kind) {
	case PA_RECORD_IOCTL:
		return read_ioctl(r, env, line, missing);
	case PA_RECORD_MMAP:
	case PA_RECORD_MUNMAP:
		return read_map(r, line, missing);
	case PA_RECORD_READ:
		return read_read(r, line, missing);
	case PA_RECORD_BPF:
		return read_bpf(r, line, missing);
	case PA_RECORD_PRCTL:
		if (json_true(line, "alone"))
			r->op.have |= PA_OP_ALONE;
		return read_arg(json_get(line, "args"), "option", &r->op.arg, missing);
	default:
		return true;
	}
}

/**
 * read_op() - read back a call on the file of an event
 * @r:       receives it; its kind, ABI and result are read
 * @env:     the PMUs of its machine
 * @line:    the record
 * @missing: receives the names of keys that are absent
 *
 * Return: false if it is not known what was called, or on what.
 */
bool read_op(struct pa_record *r, const struct pa_env *env, const cJSON *line,
	     struct missing *missing)
{
	if (!read_event(&r->op, line, missing) || !read_args(r, env, line, missing))
		return false;
	if (r->kind == PA_RECORD_READ || r->kind == PA_RECORD_CLOSE)
		read_health(r, line, missing);
	read_facts(r, line, missing);
	if (json_true(line, "at_exit"))
		r->op.have |= PA_OP_EXITING;
	return true;
}
