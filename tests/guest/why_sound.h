/* SPDX-License-Identifier: GPL-2.0 */
/* The rules over a call that succeeded: none may hold. */
#ifndef PERFATTR_TEST_WHY_SOUND_H
#define PERFATTR_TEST_WHY_SOUND_H

#include "why_random_call.h"
#include "why_refuses.h"

/* Who made the call. */
struct caller {
	unsigned int uid;
	int level;		/* kernel.perf_event_paranoid */
};

static void record_leader(struct pa_leader *to, const struct leader *l, const struct call *call)
{
	to->cpu = l->call.cpu;
	to->inherit = l->call.attr.inherit;
	to->is_leader = l->is_leader;
	to->use_clockid = l->call.attr.use_clockid;
	to->clockid = l->call.attr.clockid;
	to->write_backward = l->call.attr.write_backward;
	to->has_rb = l->mapped;
	to->task_ctx_nr = 1;	/* perf_sw_context */
	to->ctx_same = (call->flags & PERF_FLAG_PID_CGROUP ? -1 : call->pid) == l->call.pid;
}

static void record_facts(struct pa_facts *f, const struct call *call,
			 const struct caller *by)
{
	int i;

	f->have = PA_F_PARANOID | PA_F_MAX_RATE | PA_F_MAX_STACK | PA_F_CRED | PA_F_CPU | PA_F_LSM;
	f->paranoid = by->level;
	f->max_sample_rate = max_rate;
	f->max_stack = max_stack;
	f->cap_effective = by->uid ? 0 : ~0ULL;
	f->init_userns = 1;
	f->nr_cpu_ids = sysconf(_SC_NPROCESSORS_CONF);
	f->cpu_online = 1;
	f->target_exists = 1;
	f->have |= PA_F_TARGET;
	f->target_same_creds = call->pid == 0;
	for (i = 0; i < nleaders; i++) {
		if (leaders[i].fd != call->group_fd)
			continue;
		f->have |= PA_F_GROUP_FD;
		f->group_file = PA_FILE_PERF;
		record_leader(&f->leader, &leaders[i], call);
	}
}

/* The rule that holds, NULL if none does. */
static const char *rule_that_holds(const struct call *call, const struct caller *by)
{
	static struct pa_record rec;
	static struct pa_env env;
	u32 size = call->attr.size;

	memset(&rec, 0, sizeof(rec));
	env.kernel = &kernel;
	env.pmus = pmus;
	env.npmus = npmus;
	rec.arg_pid = call->pid;
	rec.arg_cpu = call->cpu;
	rec.arg_group_fd = call->group_fd;
	rec.flags = call->flags;
	rec.abi = kernel.arch;
	rec.attr_state = PA_ATTR_ENTRY;
	rec.have_size = 1;
	rec.attr_size = size;
	rec.attr_len = !size ? 64 : size < PA_ATTR_KEEP ? size : PA_ATTR_KEEP;
	rec.attr_more = size > rec.attr_len ? size - rec.attr_len : 0;
	memcpy(rec.attr, call->raw, rec.attr_len);
	rec.have_facts = 1;
	record_facts(&rec.facts, call, by);
	return why_refuses(&rec, &env);
}

/* Says so if a rule holds for a call that succeeded. */
static bool is_sound(const struct call *call, const struct caller *by)
{
	const char *rule = rule_that_holds(call, by);
	int i;

	if (!rule)
		return true;
	printf("# a rule holds for a call that succeeded: %s (uid %u, paranoid %d)\n", rule,
	       by->uid, by->level);
	printf("#   pid %d cpu %d group_fd %d flags %#lx attr", call->pid, call->cpu,
	       call->group_fd, call->flags);
	for (i = 0; i < 18; i++)
		printf(" %llx", call->word[i]);
	printf("\n");
	return false;
}

#endif /* PERFATTR_TEST_WHY_SOUND_H */
