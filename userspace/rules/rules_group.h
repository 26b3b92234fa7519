/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of rules_group.c, in the kernel's order; see rules/rule_table.h. */

	/* The system call, with an event */

	/* perf_event_open(): `PERF_PMU_CAP_NO_INTERRUPT` */
	RULE("sampling-not-supported", CALL(EVENT), EOPNOTSUPP,
	     !c->sampling ? PA_NO : c->has_caps ? yes_if(c->caps & PA_CAP_NO_INTERRUPT) : PA_MAYBE,
	     .field = "{period_field}", .often = PA_COMMON,
	     .text = "PMU {pmu} has no interrupt: it can count, but not sample",
	     .fix = "{period_field}=0")

	/* perf_event_open(): `perf_event_set_clock(event, attr.clockid)` */
	RULE("clock-not-known", CALL(EVENT), EINVAL,
	     yes_if(flag(c, PA_FIELD_USE_CLOCKID) && !clock_not_nmi_safe(c) &&
		    clock_id(c) != CLOCK_MONO && clock_id(c) != CLOCK_RAW),
	     .field = "clockid", .often = PA_SELDOM,
	     .text = "clockid {clockid} is not a clock for events",
	     .fix = "clockid=1 / use_clockid=0")

	RULE("clock-not-nmi-safe", CALL(EVENT), EINVAL,
	     !flag(c, PA_FIELD_USE_CLOCKID) || !clock_not_nmi_safe(c) ? PA_NO :
	     c->has_caps ? yes_if(!(c->caps & PA_CAP_NO_NMI)) : PA_MAYBE,
	     .field = "clockid", .often = PA_SELDOM,
	     .text = "clockid {clockid} cannot be read in an NMI: PMU {pmu} needs CLOCK_MONOTONIC "
		     "(1) or CLOCK_MONOTONIC_RAW (4)",
	     .fix = "clockid=1 / use_clockid=0")

	/* perf_event_open() since 6.2: `down_read_interruptible(` */
	RULE("interrupted", CALL(EVENT) | PA_AT(INSTALL), EINTR, PA_MAYBE,
	     .luck = true, .sole = true,
	     .often = PA_SELDOM,
	     .text = "a signal arrived while the watched task was in execve()")

	/* perf_event_open() since 6.2: `!perf_check_permission(&attr, task)` */
	RULE("task-not-allowed", CALL(EVENT) | PA_AT(INSTALL), EACCES, task_not_allowed(c),
	     .field = "pid", .need = PTRACE,
	     .text = "watching task {pid} " NEEDS ", or the right to ptrace it",
	     .fix = "pid=0")

	RULE("sigtrap-not-allowed", CALL(EVENT) | PA_AT(INSTALL), EACCES, sigtrap_not_allowed(c),
	     .since = "5.13", .field = "sigtrap", .often = PA_SELDOM,
	     .text = "no right to have signals sent to task {pid}: it takes CAP_PERFMON and "
		     "CAP_KILL, or the right to attach to it with ptrace",
	     .fix = "sigtrap=0 / pid=0")

	/* find_get_context() */

	/* find_get_context(): `perf_allow_cpu(` */
	RULE("cpu-wide-not-allowed", IN("find_get_context", CONTEXT), EACCES,
	     c->task || c->cgroup ? PA_NO : pa_paranoid_above(c, 0),
	     .field = "pid", .need = PARANOID(0), .perf = 10,
	     .text = "watching all processes of a cpu (pid -1) " NEEDS,
	     .fix = "pid=0")

	RULE("cgroup-not-allowed", IN("find_get_context", CONTEXT), EACCES,
	     c->cgroup ? pa_paranoid_above(c, 0) : PA_NO,
	     .field = "pid", .need = PARANOID(0), .often = PA_SELDOM,
	     .text = "watching a cgroup " NEEDS "[; it is {cgroup_path}]")

	RULE("pmu-without-task-context", IN("find_get_context", CONTEXT), EINVAL,
	     !c->task || c->k->has & PA_K_PMU_CTX || is_of_cpu(c) ? PA_NO :
	     c->has_caps ? yes_if(c->ctx_nr == CTX_INVALID) : PA_MAYBE,
	     .field = "pid", .limits = true, .text = "PMU {pmu} counts for cpus, not for tasks",
	     .fix = "pid=-1 cpu={some_cpu}")

	/* find_get_context(): `task->flags & PF_EXITING` */
	RULE("task-exiting", IN("find_get_context", CONTEXT), ESRCH,
	     maybe_if(c->task && c->call.pid),
	     .field = "pid", .luck = true, .sole = true, .text = "task {pid} is exiting",
	     .fix = "pid=0")

	/* The system call, with an event and its context */

	/* perf_event_open() since 6.2: `ctx->task == TASK_TOMBSTONE` */
	RULE("context-dead", CALL(GROUP) | PA_AT(INSTALL), ESRCH, rare_if(c->task),
	     .field = "pid", .luck = true, .often = PA_SELDOM,
	     .text = "task {pid} exited during the call",
	     .fix = "pid=0")

	/* perf_event_open() since 6.2: `!cpuctx->online` */
	RULE("cpu-offline", CALL(GROUP) | PA_AT(INSTALL), ENODEV, cpu_offline(c),
	     .field = "cpu", .often = PA_COMMON,
	     .text = "cpu {cpu} is offline", .fix = "cpu={this_cpu}")

	/* perf_event_open(): `group_leader->group_leader != group_leader` */
	RULE("leader-is-member", CALL(GROUP), EINVAL,
	     !c->member ? PA_NO :
	     c->call.group_fd != c->r->arg_group_fd ? PA_NO :
	     c->leader ? yes_if(!c->leader->is_leader) : PA_MAYBE,
	     .field = "group_fd", .often = PA_SELDOM,
	     .text = "the event of group_fd {group_fd} is itself a member of a group: pass "
		     "its leader[, {leader_fd}]",
	     .fix = "group_fd={leader_fd} / group_fd=-1")

	/* perf_event_open(): `group_leader->clock != event->clock` */
	RULE("group-clock-differs", CALL(GROUP), EINVAL,
	     !c->member ? PA_NO : c->leader ? yes_if(!clock_same(c)) : PA_MAYBE,
	     .field = "clockid", .often = PA_SELDOM,
	     .text = "the group leader uses another clock",
	     .fix = "use_clockid={leader_use_clockid} clockid={leader_clockid} / group_fd=-1")

	/* perf_event_open(): `group_leader->cpu != event->cpu` */
	RULE("group-cpu-differs", CALL(GROUP), EINVAL,
	     !c->member ? PA_NO :
	     !c->leader ? PA_MAYBE :
	     cpu_can_follow(c) ? cpu_differs(c) : PA_NO,
	     .field = "cpu",
	     .text = "cpu {event_cpu} differs from the group leader's cpu {leader_cpu}: a group "
		     "has one pid and one cpu",
	     .fix = "cpu={followed_cpu} / group_fd=-1")

	RULE("group-leader-on-no-cpu", CALL(GROUP), EINVAL,
	     !c->member || !c->leader ? PA_NO : cpu_can_follow(c) ? PA_NO : cpu_differs(c),
	     .field = "group_fd",
	     .text = "the group leader watches a task on every cpu, this event cpu {event_cpu}",
	     .fix = "group_fd=-1")

	/* perf_event_open(): `leader->ctx->task != ctx->task` or `leader->ctx != ctx` */
	RULE("group-task-differs", CALL(GROUP), EINVAL,
	     !c->member ? PA_NO :
	     !c->leader || task_of_leader(c) > 1 ? PA_MAYBE :
	     yes_if(!task_of_leader(c)),
	     .field = "pid", .text = "the group leader watches another task", .fix = "group_fd=-1")

	RULE("leader-died", CALL(GROUP), ENODEV, leader_died(c),
	     .field = "group_fd", .luck = true, .limits = true, .often = PA_SELDOM,
	     .text = "the group leader died during the call", .fix = "group_fd=-1")

	/* perf_event_open(): `attr.exclusive || attr.pinned` */
	RULE("member-pinned", CALL(GROUP), EINVAL,
	     yes_if(c->member && (flag(c, PA_FIELD_EXCLUSIVE) || flag(c, PA_FIELD_PINNED))),
	     .field = "{pinned_field}",
	     .text = "{pinned_field}: only a group leader can be pinned or exclusive",
	     .fix = "exclusive=0 pinned=0 / group_fd=-1")

	/* perf_event_open() since 6.2: `group_leader->pmu_ctx->pmu != pmu` */
	RULE("group-pmu-differs", CALL(GROUP), EINVAL, group_pmu(c),
	     .field = "group_fd",
	     .text = "the group leader is of another hardware PMU[, {leader_pmu}]",
	     .fix = "group_fd=-1")

	/*
	 * A software event that leads is moved to the context of its first hardware member
	 * (move_group); group_caps shows that. It stays there after that member is closed. Another
	 * call may do this between our look at the leader and the kernel's.
	 */
	RULE("group-moved", CALL(GROUP), EINVAL,
	     !c->member || !c->leader || !c->has_caps || c->ctx_nr == CTX_SOFTWARE ||
	     c->leader->task_ctx_nr != CTX_SOFTWARE ?
	     PA_NO :
	     c->leader->moved ? PA_MAYBE : PA_RARE,
	     .field = "group_fd", .often = PA_SELDOM,
	     .text = "the software event that leads the group was moved to another PMU with an "
		     "earlier member, and stays there",
	     .fix = "group_fd=-1")
