// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The lines at the head of a stream: the kernel and its PMUs. Files may be joined, so there may be
 * several loads of the module, each with a kernel and PMUs of its own.
 */
#include <stdlib.h>

#include "core/arch.h"
#include "core/attr.h"
#include "call/parts.h"
#include "rules/traits.h"

/* Files of more loads are rare, and each takes memory. */
#define LOADS_MAX	64

static struct machine *machine_find(struct machine *all, const char *load)
{
	for (; all; all = all->next)
		if (!strcmp(all->load, load))
			return all;
	return NULL;
}

/**
 * machine_add() - the machine of a load
 * @all:  the machines that were seen, to which it is added
 * @load: the load
 *
 * Return: NULL if there are too many.
 */
struct machine *machine_add(struct machine **all, const char *load)
{
	struct machine *m = machine_find(*all, load);
	unsigned int n = 0;

	if (m || strlen(load) >= sizeof(m->load))
		return m;
	for (m = *all; m; m = m->next)
		n++;
	m = n < LOADS_MAX ? calloc(1, sizeof(*m)) : NULL;
	if (!m)
		return NULL;
	m->ninits = 1;
	strcpy(m->load, load);
	m->next = *all;
	*all = m;
	return m;
}

/*
 * First address of the kernel on a 32-bit machine, which does not show it: above every address that
 * a record shows, below the lower half of each that replaces a hidden one (read_attr.c).
 */
#define TASK_SIZE_32	0xc0000000U

/**
 * machine_known() - the limits of a kernel were read
 * @m: the machine
 */
void machine_known(struct machine *m)
{
	if (pa_arch_of(m->kernel.arch)->bits == 32 && m->kernel.task_size > U32_MAX)
		m->kernel.task_size = TASK_SIZE_32;
	m->kernel.load = (u32)strtoul(m->load, NULL, 16);
	m->known = true;
}

static void env_take(struct machine *m, const cJSON *env)
{
	struct pa_kernel *kernel = &m->kernel;
	struct missing missing = { .n = 0 };
	bool known;

	get_bytes(env, "module", kernel->module, sizeof(kernel->module) - 1);
	get_bytes(env, "release", kernel->release, sizeof(kernel->release) - 1);
	m->followed = steps_read(json_get(env, "followed"));
	known = facts_read(env, "env", &pa_facts_of_kernel, kernel, &missing);
	machine_known(m);
	m->known = known;
}

static void limits_take(struct machine *m, const cJSON *limits)
{
	struct missing missing = { .n = 0 };

	memset(&m->limits, 0, sizeof(m->limits));
	facts_read(limits, "limits", &pa_facts_of_limits, &m->limits, &missing);
}

/* Returns 0 if it is not known. */
static u8 init_index(struct machine *m, const struct pa_raw_pmu *pmu)
{
	u32 i;

	/* A name that fills its buffer may have been cut: ignore it. */
	if (!*pmu->symbol || strlen(pmu->symbol) >= sizeof(m->inits->symbol) - 1)
		return 0;
	for (i = 1; i < m->ninits; i++)
		if (!strcmp(m->inits[i].symbol, pmu->symbol) &&
		    !strcmp(m->inits[i].module, pmu->module))
			return (u8)i;
	if (i >= MACHINE_INITS)
		return 0;
	strcpy(m->inits[i].symbol, pmu->symbol);
	strcpy(m->inits[i].module, pmu->module);
	m->ninits = i + 1;
	return (u8)i;
}

/**
 * machine_pmu() - add a PMU, or change it
 * @m:   the machine
 * @pmu: the PMU, as raw_pmu() has it
 */
void machine_pmu(struct machine *m, const struct pa_raw_pmu *pmu)
{
	struct pa_pmu_name *to = &m->pmus[pmu->id];

	if (pmu->id >= m->npmus)
		m->npmus = pmu->id + 1;
	m->named += !to->name[0];
	raw_pmu_name(to, pmu);
	to->init = init_index(m, pmu);
	if (to->init)
		to->driver = pa_traits_find(pmu->symbol, pmu->module, to->name);
	m->gone[pmu->id] = pmu->gone;
}

static void pmu_take(struct machine *m, const cJSON *o)
{
	/* What a line lacks must not be taken for what is not known of a PMU: that is null. */
	static const char * const keys[] = {
		"task_ctx_nr", "caps", "event_init", "module", "gone", NULL,
	};
	const cJSON *caps = json_get(o, "caps");
	struct pa_raw_pmu pmu = { .gone = json_true(o, "gone") };
	s64 id, type, nr;

	if (!has_keys(o, "pmu", keys, NULL) || !get_integer(o, "id", 1, PA_PMUS - 1, &id) ||
	    !get_integer(o, "type", 0, U32_MAX, &type) ||
	    !get_bytes(o, "name", pmu.name, sizeof(m->pmus->name) - 1))
		return;
	pmu.id = (u32)id;
	pmu.type = (u32)type;
	get_bytes(o, "event_init", pmu.symbol, sizeof(pmu.symbol) - 1);
	get_bytes(o, "module", pmu.module, sizeof(pmu.module) - 1);
	if (cJSON_IsArray(caps) && get_integer(o, "task_ctx_nr", INT16_MIN, INT16_MAX, &nr)) {
		pmu.caps = (u32)names_read(caps, &pa_cap_names);
		pmu.task_ctx_nr = (s16)nr;
		pmu.have_caps = true;
	}
	machine_pmu(m, &pmu);
}

/**
 * machine_line() - take a line about the machine
 * @all:  the machines that were seen; NULL at first
 * @line: a line of a stream
 *
 * Return: false if it is another line.
 */
bool machine_line(struct machine **all, const cJSON *line)
{
	const cJSON *env = json_get(line, "env");
	const cJSON *pmu = json_get(line, "pmu");
	const cJSON *limits = json_get(line, "limits");
	const cJSON *o = cJSON_IsObject(env) ? env : cJSON_IsObject(pmu) ? pmu :
		    cJSON_IsObject(limits) ? limits : NULL;
	const char *load = str(o, "load");
	struct machine *m;

	if (!o)
		return false;
	m = load ? machine_add(all, load) : NULL;
	if (m && o == env)
		env_take(m, o);
	else if (m && o == limits)
		limits_take(m, o);
	else if (m)
		pmu_take(m, o);
	return true;
}

/**
 * machine_of() - the machine that a record is of
 * @all:  the machines that were seen
 * @load: the load that the record is of; NULL or empty: not known
 *
 * Return: NULL if its line was not seen.
 */
struct machine *machine_of(struct machine *all, const char *load)
{
	return load && *load ? machine_find(all, load) : NULL;
}

/**
 * machine_env() - give renderers and rules what is known of a machine
 * @m:   the machine; NULL: nothing is known
 * @env: receives it; all else becomes 0
 */
void machine_env(const struct machine *m, struct pa_env *env)
{
	memset(env, 0, sizeof(*env));
	/* A stream describes all PMUs, and their ids begin at 1: a gap is a lost line. */
	env->pmus_lost = !m || !m->named || m->named + 1 < m->npmus;
	if (!m)
		return;
	env->kernel = m->known ? &m->kernel : NULL;
	env->limits = &m->limits;
	env->pmus = m->pmus;
	env->npmus = m->npmus;
	env->pmu_gone = m->gone;
	env->inits = m->inits;
	env->ninits = m->ninits;
	env->followed = m->followed;
}

/**
 * machine_free() - forget all machines
 * @all: they
 */
void machine_free(struct machine **all)
{
	struct machine *m;

	while ((m = *all)) {
		*all = m->next;
		free(m);
	}
}
