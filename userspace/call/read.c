// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Reads a record back: what all records have, and what an open passed. */
#include "call/parts.h"

#include "core/arch.h"
#include "core/attr.h"
#include "core/op.h"

static void read_strings(struct pa_record *r, const cJSON *line)
{
	const cJSON *strings = json_get(line, "strings");
	bool kprobe = str(strings, "kprobe_func");
	const char *key = kprobe ? "kprobe_func" : "uprobe_path";

	if (!str(strings, key))
		return;
	r->str_kind = kprobe ? 1 : 2;
	if (str(strings, "raw"))
		r->str_len = (u16)get_hex(strings, "raw", (u8 *)r->str, sizeof(r->str));
	else
		r->str_len = (u16)get_bytes(strings, key, r->str, sizeof(r->str));
}

static void read_type_pmu(struct pa_record *r, const cJSON *line)
{
	const cJSON *v = json_get(line, "type_pmu");
	uint64_t id;

	if (value_u64(v, &id) && id < PA_PMU_NONE)
		r->type_pmu = id ? (u32)id : PA_PMU_NONE;
}

/* Reads an argument. In a call of a text it may be null: then take its usual value. */
static bool read_arg(const cJSON *line, const char *key, int64_t usual, int64_t *v)
{
	const cJSON *value = json_get(json_get(line, "args"), key);

	*v = usual;
	return value_s64(value, v) || (cJSON_IsNull(value) && str(line, "source"));
}

static bool read_args(struct pa_record *r, const cJSON *line)
{
	const cJSON *args = json_get(line, "args");
	int64_t pid, cpu, group_fd, none;
	uint64_t flags = 0;

	if (!read_arg(line, "pid", 0, &pid) || !read_arg(line, "cpu", -1, &cpu) ||
	    !read_arg(line, "group_fd", -1, &group_fd) ||
	    (!get_u64(args, "flags", &flags) && !read_arg(line, "flags", 0, &none)))
		return false;
	r->arg_pid = (s32)pid;
	r->arg_cpu = (s32)cpu;
	r->arg_group_fd = (s32)group_fd;
	r->flags = flags;
	return true;
}

/* Reads the facts of a refused open: all or none of them. */
static void read_facts(struct pa_record *r, const cJSON *line, struct missing *missing)
{
	const cJSON *facts = json_get(line, "facts");
	const cJSON *leader = json_get(facts, "leader");

	if (!facts)
		missing_add(missing, NULL, "facts");
	if (!cJSON_IsObject(facts))
		return;
	r->have_facts = facts_read(facts, "facts", &pa_facts_of_open, &r->facts, missing);
	if (!r->have_facts)
		memset(&r->facts, 0, sizeof(r->facts));
	if (!(r->facts.have & PA_F_GROUP_FD) || r->facts.group_file != PA_FILE_PERF)
		return;
	if (!leader)
		missing_add(missing, "facts", "leader");
	if (!cJSON_IsObject(leader) || !facts_read(leader, "facts.leader", &pa_facts_of_leader,
						   &r->facts.leader, missing))
		r->facts.have &= ~(u32)PA_F_GROUP_FD;
}

static bool read_open(struct pa_record *r, struct pa_env *env, const cJSON *line,
		      struct missing *missing)
{
	bool args = read_args(r, line);

	if (!args)
		missing_add(missing, NULL, "args");
	read_strings(r, line);
	read_type_pmu(r, line);
	read_attr(r, env, line, missing);
	read_kernel(r, env, line, missing);
	read_facts(r, line, missing);
	get_bytes(json_get(line, "symbols"), "bp_addr", env->symbol,
		  sizeof(env->symbol) - 1);
	return args;
}

static bool read_head(struct pa_record *r, const cJSON *line, struct missing *missing)
{
	const char *call = str(line, "call");
	int kind = name_read(json_get(line, "call"), &pa_kind_names);
	const cJSON *caller = json_get(line, "abi");
	int abi = name_read(caller, &pa_abis);
	int64_t ret;

	if ((call && kind < 0) || !value_s64(json_get(line, "ret"), &ret))
		return false;
	/* The number of an ioctl depends on the ABI. */
	missing->partial = abi < 0 && !cJSON_IsNull(caller);
	r->kind = (u8)(call ? kind : PA_RECORD_OPEN);
	r->abi = (u8)(abi < 0 ? PA_ABI_MAX : abi);
	r->ret = ret;
	r->seq = num(line, "seq");
	r->time_ns = num(line, "time_ns");
	r->wall_ns = num(line, "wall_ns");
	r->duration_ns = num(line, "duration_ns");
	r->pid = (s32)snum(line, "pid", 0);
	r->tid = (s32)snum(line, "tid", 0);
	r->uid = (u32)num(line, "uid");
	get_bytes(line, "comm", r->comm, sizeof(r->comm));
	return true;
}

static bool is_pmu_lost(const struct pa_env *env, u32 id)
{
	return id && id < PA_PMU_NONE && !pa_pmu_by_index(env, id);
}

/* Return true if the record names a PMU that no line has described. */
static bool are_pmus_lost(const struct pa_record *r, const struct pa_env *env)
{
	u32 i;

	if (r->kind != PA_RECORD_OPEN)
		return is_pmu_lost(env, r->op.pmu);
	for (i = 0; i < r->kv.nsteps; i++)
		if (is_pmu_lost(env, r->kv.steps[i].pmu))
			return true;
	return is_pmu_lost(env, r->type_pmu) || is_pmu_lost(env, r->kv.pmu) ||
	       is_pmu_lost(env, r->kv.leader.pmu) || is_pmu_lost(env, r->facts.leader.pmu);
}

/**
 * record_machine() - note what is not known of the machine of a record
 * @r:       the record
 * @env:     what is known of it
 * @m:       the machine; NULL: unknown
 * @missing: receives what is missing
 */
void record_machine(const struct pa_record *r, struct pa_env *env, const struct machine *m,
		    struct missing *missing)
{
	if (!m || !m->known)
		missing_add(missing, NULL, "env");
	env->pmus_lost |= are_pmus_lost(r, env);
	if (env->pmus_lost)
		missing_add(missing, NULL, "pmu");
}

/**
 * record_read() - read a line of JSON back into a record
 * @r:       receives it
 * @env:     receives what else is known
 * @line:    the line
 * @m:       the machine that it is of; NULL: its lines were not seen
 * @missing: receives the names of keys that are absent
 *
 * Return: false if it is not a call that is known, or of another version.
 */
bool record_read(struct pa_record *r, struct pa_env *env, const cJSON *line,
		 const struct machine *m, struct missing *missing)
{
	memset(r, 0, sizeof(*r));
	memset(missing, 0, sizeof(*missing));
	machine_env(m, env);
	if (num(line, "v") != PA_JSON_VERSION || !read_head(r, line, missing))
		return false;
	missing->partial |= !(r->kind == PA_RECORD_OPEN ? read_open(r, env, line, missing) :
			      read_op(r, env, line, missing));
	record_machine(r, env, m, missing);
	return true;
}
