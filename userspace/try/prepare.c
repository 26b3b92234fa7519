// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * A call of a record, as a child of ours would make it: without the caller's tasks, groups and
 * other descriptors, which we must not touch.
 */
#include "try/parts.h"

/**
 * try_result_is() - a call was not made
 * @res: receives that
 * @how: TRY_NEVER or TRY_NOT
 * @why: why
 *
 * Return: false.
 */
bool try_result_is(struct try_result *res, enum try_how how, const char *why)
{
	*res = (struct try_result){ .how = how, .why = why };
	return false;
}

/* The bytes of the attr, as a program of this machine has them in memory. */
static void put_attr(struct try_call *to, const struct pa_case *c, const struct pa_args *call)
{
	u32 end = call->passed < sizeof(to->attr) ? call->passed : sizeof(to->attr), at;
	u64 word;

	for (at = 0; at < end; at += sizeof(word)) {
		u32 bytes = end - at < sizeof(word) ? end - at : sizeof(word);

		if (at >= sizeof(call->word)) {
			memcpy(to->attr + at, c->r->attr + at, bytes);
			continue;
		}
		word = pa_le64(call->word[at / sizeof(word)]);
		memcpy(to->attr + at, &word, bytes);
	}
	pa_le_attr(to->attr, end, sizeof(to->attr));
}

/* Return true if bytes that the kernel would read are unknown; above a page it reads none. */
static bool lacks_bytes(const struct pa_case *c, const struct pa_args *call)
{
	return call->more && !(c->k_known && call->size > c->k->page_size);
}

/* Returns why a task of our own must not replace the named one; NULL: it may. */
static const char *other_task(const struct pa_case *c, const struct pa_args *call)
{
	if (call->pid <= 0 || call->flags & PA_FLAG_PID_CGROUP || !(c->f->have & PA_F_TARGET))
		return NULL;
	if (!c->f->target_exists)
		return call->pid > TRY_PID_MOST ? NULL : "the task that it names did not exist";
	return c->f->target_same_creds ? NULL : "it measures a task other than perfattr's";
}

/* A descriptor that was of a cgroup, or may have been; a child has none in its place. */
static bool has_cgroup(const struct pa_case *c, const struct pa_args *call)
{
	if (!(call->flags & PA_FLAG_PID_CGROUP) || call->pid == -1)
		return false;
	return !(c->f->have & PA_F_CGROUP_FD) ||
	       (c->f->cgroup_file != PA_FILE_NONE && c->f->cgroup_file != PA_FILE_OTHER);
}

/* A descriptor that was of a perf event, or may have been. */
static bool has_group(const struct pa_case *c, const struct pa_args *call)
{
	if (call->group_fd == -1)
		return false;
	return !(c->f->have & PA_F_GROUP_FD) || c->f->group_file == PA_FILE_PERF;
}

/* A dynamic type is of this machine, not of the record's. */
static bool has_other_pmu(const struct pa_case *c, const struct pa_args *call,
			  const struct try_machine *m)
{
	u32 type = (u32)pa_bits(call->word, &pa_fields[PA_FIELD_TYPE]), i;
	const struct pa_pmu_name *pmu = pa_pmu_of_type(c->r, c->env, type);

	if (type < PA_TYPE_DYNAMIC || !pmu)
		return false;
	for (i = 0; i < m->npmus; i++)
		if (m->pmus[i].type == type)
			return strcmp(m->pmus[i].name, pmu->name);
	return m->npmus;
}

/*
 * A call as a child would make it: a task of our own replaces one that the caller might measure.
 * Returns false if it cannot be made, or must not; @res receives why.
 */
static bool prepare(struct try_call *to, struct try_result *res, const struct pa_case *c,
		    const struct pa_args *call, const struct try_machine *m)
{
	const char *why = other_task(c, call);

	memset(to, 0, sizeof(*to));
	if (c->blind)
		return try_result_is(res, TRY_NOT, "its attr is not known");
	if (lacks_bytes(c, call))
		return try_result_is(res, TRY_NOT, "a part of its attr is unknown");
	if (has_other_pmu(c, call, m))
		return try_result_is(res, TRY_NOT, "here its type belongs to another PMU");
	if (has_cgroup(c, call))
		return try_result_is(res, TRY_NEVER, "perfattr lacks its cgroup descriptor");
	if (has_group(c, call))
		return try_result_is(res, TRY_NEVER, "its group_fd is an event of the caller");
	if (why)
		return try_result_is(res, TRY_NEVER, why);
	put_attr(to, c, call);
	to->pid = call->pid;
	if (call->pid > 0 && call->pid <= TRY_PID_MOST && !(call->flags & PA_FLAG_PID_CGROUP))
		to->pid = 0;
	to->cpu = call->cpu;
	to->group_fd = call->group_fd;
	to->flags = call->flags;
	return true;
}

/**
 * try_make() - make a call, if it may be made
 * @run:  makes it
 * @res:  receives what became of it
 * @c:    the known facts about the record
 * @call: the call, maybe changed
 *
 * Return: false if no further call is to be made; res->why says why.
 */
bool try_make(struct try_run *run, struct try_result *res, const struct pa_case *c,
	      const struct pa_args *call)
{
	struct try_call to;

	if (!prepare(&to, res, c, call, run->m))
		return res->how == TRY_NEVER;
	res->why = try_never(&to, run->m);
	if (res->why) {
		try_result_is(res, TRY_NEVER, res->why);
		return true;
	}
	if (run->opens == TRY_OPENS)
		return try_result_is(res, TRY_NOT, "200 calls were made");
	run->opens++;
	run->make(run, &to, res);
	return res->how != TRY_NOT;
}
