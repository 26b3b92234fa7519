// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The present holders of what a refused open could not get: breakpoint registers, an exclusive PMU.
 * The module's file events_json has the events and their descriptors.
 *
 * It is read when the first such record is shown, so that others cost nothing. For records of a
 * file this is done once: a record shown again must look the same. A stream, which may go on for
 * days, reads it again after a second.
 */

#include "env/parts.h"
#include "env/values.h"

/* At most 1024 descriptors are kept: those of breakpoints and of events of exclusive PMUs. */
#define HELD_MAX	1024
/* The module shows at most 100,000 events, and one line before them. */
#define LINES_MAX	100001

/* Return true if the refusal of an open may depend on this event. */
static bool is_wanted(const struct pa_env *env, const struct pa_held_event *e)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(env, e->pmu);

	if (e->bp_type || !e->pmu)
		return e->bp_type;
	return !pmu || !pmu->have_caps || pmu->caps & PA_CAP_EXCLUSIVE;
}

/* A number that may be null, which is @none. */
static bool number_or(const cJSON *object, const char *key, s64 max, s64 none, s64 *value)
{
	*value = none;
	return cJSON_IsNull(json_get(object, key)) || get_integer(object, key, 0, max, value);
}

static bool take_event(struct pa_held_event *e, const cJSON *line)
{
	const cJSON *target = json_get(line, "target");
	s64 pmu, bp_type, tid, cpu;

	if (!get_u64(line, "id", (uint64_t *)&e->id) ||
	    !number_or(line, "pmu_id", U16_MAX, 0, &pmu) ||
	    !number_or(line, "bp_type", U32_MAX, 0, &bp_type) ||
	    !number_or(target, "tid", S32_MAX, 0, &tid) ||
	    !number_or(target, "cpu", S32_MAX, -1, &cpu))
		return false;
	e->pmu = (u16)pmu;
	e->bp_type = (u8)bp_type;
	e->tid = (s32)tid;
	e->cpu = (s32)cpu;
	return true;
}

/**
 * env_holder_read() - read the holders of an event
 * @who:    receives it
 * @holder: from the module, or from a recording
 *
 * Return: false if something of it is missing.
 */
bool env_holder_read(struct pa_holder *who, const cJSON *holder)
{
	const char *comm = str(holder, "comm");
	s64 pid, fd;

	if (!comm || !get_integer(holder, "pid", 0, S32_MAX, &pid) ||
	    !get_integer(holder, "fd", 0, S32_MAX, &fd))
		return false;
	who->pid = (s32)pid;
	who->fd = (s32)fd;
	env_comm_read(who->comm, comm);
	return true;
}

/* One entry for each descriptor. */
static bool take_holders(struct env_holders *h, const struct pa_held_event *e, const cJSON *line)
{
	const cJSON *list = json_get(line, "holders");
	struct env_holder *to;
	const cJSON *holder;
	s64 held;

	if (!cJSON_IsArray(list) || !get_integer(line, "held", 0, U32_MAX, &held))
		return false;
	json_each(holder, list) {
		if (h->n == HELD_MAX) {
			h->cut = true;
			break;
		}
		to = &h->found[h->n];
		to->e = *e;
		to->cut = (size_t)held > json_size(list);
		if (!env_holder_read(&to->e.who, holder))
			return false;
		h->n++;
	}
	return true;
}

static bool take_line(struct env_holders *h, const struct pa_env *env, const cJSON *line)
{
	struct pa_held_event e = { 0 };

	if (json_get(line, "more")) {
		h->cut = true;
		return true;
	}
	return take_event(&e, line) && (!is_wanted(env, &e) || take_holders(h, &e, line));
}

static bool read_lines(struct env_holders *h, const struct pa_env *env, FILE *file)
{
	/* Room for the longest line, its end and a NUL: a line that is cut off is not JSON. */
	static char text[PA_EVENT_NOW_MAX + 2];
	unsigned int n;
	cJSON *line;
	bool done;

	for (n = 0; fgets(text, sizeof(text), file); n++) {
		line = n < LINES_MAX ? json_load(text, strlen(text), NULL) : NULL;
		done = cJSON_IsObject(line) && take_line(h, env, line);
		cJSON_Delete(line);
		if (!done)
			return false;
	}
	return !ferror(file);
}

static int by_holder(const void *a, const void *b)
{
	const struct pa_held_event *x = &((const struct env_holder *)a)->e;
	const struct pa_held_event *y = &((const struct env_holder *)b)->e;

	if (x->who.pid != y->who.pid)
		return x->who.pid < y->who.pid ? -1 : 1;
	if (x->who.fd != y->who.fd)
		return x->who.fd < y->who.fd ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

static bool read_holders(struct env_here *here, const struct pa_env *env)
{
	struct env_holders *h = &here->holders;
	FILE *file;
	bool done;

	h->n = 0;
	h->cut = false;
	if (!h->found)
		h->found = malloc(HELD_MAX * sizeof(*h->found));
	file = h->found ? env_lines(&here->debugfs, "perfattr/events_json") : NULL;
	if (!file)
		return false;
	done = read_lines(h, env, file);
	fclose(file);
	qsort(h->found, h->n, sizeof(*h->found), by_holder);
	return done;
}

static void look(struct env_here *here, const struct pa_env *env)
{
	struct env_holders *h = &here->holders;

	if (h->looked && (!here->stream || env_clock() - h->at < ENV_OLD_NS))
		return;
	h->known = read_holders(here, env);
	h->looked = true;
	h->at = env_clock();
}

static void choose(struct pa_held *held, const struct env_holders *h,
		   const struct pa_held_ask *ask)
{
	size_t i;

	memset(held, 0, sizeof(*held));
	held->cut = h->cut;
	for (i = 0; i < h->n; i++) {
		if (!pa_held_matters(ask, &h->found[i].e))
			continue;
		held->cut = held->cut || h->found[i].cut;
		if (held->n < PA_HELD_NAMED)
			held->by[held->n++] = h->found[i].e;
		else
			held->more++;
	}
}

/**
 * env_held() - look up the holders of what a refused open could not get
 * @here: this machine
 * @held: receives it
 * @env:  PMUs and what else is known now
 * @r:    the record
 *
 * Return: false if the refusal does not depend on that, or it is not known.
 */
bool env_held(struct env_here *here, struct pa_held *held, const struct pa_env *env,
	      const struct pa_record *r)
{
	struct pa_held_ask ask;

	if (!pa_held_asks(&ask, r, env))
		return false;
	look(here, env);
	if (here->holders.known)
		choose(held, &here->holders, &ask);
	return here->holders.known;
}
