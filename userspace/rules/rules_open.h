/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of rules_open.c, in the kernel's order; see rules/rule_table.h. */

	/* The system call, up to perf_event_alloc() */

	/* Ubuntu's kernels ask before they read the attr. */
	RULE("paranoid-refuses-all", CALL(ENTRY) | PA_AT(OPEN), EACCES, paranoid_any(c),
	     .limits = true, .perf = 20,
	     .need = { .cap = PA_NEED_SYS_ADMIN, .leveled = true, .level = PA_LEVEL_ANY },
	     .often = PA_COMMON,
	     .text = "kernel.perf_event_paranoid is too high: any call " NEEDS)

	/* perf_event_open(): `security_perf_event_open(` */
	RULE("security-module", CALL(OPEN), EACCES, refused_by(c, PA_LSM_SELINUX | PA_LSM_BPF),
	     .policy = true,
	     .text = "a security module refuses perf_event_open: its log says why")

	RULE("security-module-perm", CALL(OPEN), EPERM, refused_by(c, PA_LSM_BPF),
	     .policy = true,
	     .text = "a security module refuses perf_event_open: its log says why")

	/* perf_event_open(): `!attr.exclude_kernel` */
	RULE("kernel-not-excluded", CALL(OPEN), EACCES, kernel_not_allowed(c),
	     .field = "{kernel_field}", .limits = true, .need = PARANOID(1), .perf = 5,
	     .often = PA_COMMON,
	     .text = "{kernel_what} " NEEDS,
	     .fix = "exclude_kernel=1 text_poke=0 exclude_callchain_kernel={callchain_user_only}")

	/* perf_event_open(): `if (attr.namespaces)` */
	RULE("namespaces-not-allowed", CALL(OPEN), EACCES,
	     flag(c, PA_FIELD_NAMESPACES) ? pa_lacks_perfmon(c) : PA_NO,
	     .field = "namespaces", .need = PERFMON, .often = PA_SELDOM,
	     .text = "namespaces=1 always " NEEDS,
	     .fix = "namespaces=0")

	/* perf_event_open(): `attr.sample_freq > sysctl_perf_event_sample_rate` */
	RULE("sample-freq-above-max", CALL(OPEN), EINVAL,
	     !flag(c, PA_FIELD_FREQ) || c->period <= 1 ? PA_NO :
	     !(c->f->have & PA_F_MAX_RATE) ? PA_MAYBE :
	     yes_if(c->period > (u64)c->f->max_sample_rate),
	     .field = "sample_freq",
	     .often = PA_SELDOM, .alone = 2,
	     .text = "sample_freq {sample_freq} is above kernel.perf_event_max_sample_rate[ "
		     "{max_sample_rate}]",
	     .fix = "sample_freq={max_sample_rate}")

	/* perf_event_open(): `attr.sample_period & (1ULL << 63)` */
	RULE("sample-period-negative", CALL(OPEN), EINVAL,
	     yes_if(!flag(c, PA_FIELD_FREQ) && c->period >> 63),
	     .field = "sample_period", .often = PA_SELDOM,
	     .text = "sample_period {#sample_period} has bit 63 set",
	     .fix = "sample_period&0x7fffffffffffffff")

	/* perf_event_open(): `attr.sample_type & PERF_SAMPLE_PHYS_ADDR` */
	RULE("phys-addr-not-allowed", CALL(OPEN), EACCES,
	     sample(c, PA_SAMPLE_PHYS_ADDR) ? pa_paranoid_above(c, 1) : PA_NO,
	     .field = "sample_type", .need = PARANOID(1), .text = "PERF_SAMPLE_PHYS_ADDR: " NEEDS,
	     .fix = "sample_type&~PERF_SAMPLE_PHYS_ADDR")

	/* perf_event_open(): `security_locked_down(LOCKDOWN_PERF)` */
	RULE("regs-intr-locked-down", CALL(OPEN), EPERM,
	     !sample(c, PA_SAMPLE_REGS_INTR) ? PA_NO :
	     c->f->have & PA_F_LOCKDOWN ? yes_if(c->f->lockdown == 2) : PA_MAYBE,
	     .field = "sample_type", .often = PA_SELDOM,
	     .text = "PERF_SAMPLE_REGS_INTR is locked down (lockdown=confidentiality)",
	     .fix = "sample_type&~PERF_SAMPLE_REGS_INTR")

	/* perf_event_open(): `pid == -1 || cpu == -1` */
	RULE("cgroup-without-fd", CALL(OPEN), EINVAL, yes_if(c->cgroup && c->call.pid == -1),
	     .field = "pid", .often = PA_SELDOM,
	     .text = "with PERF_FLAG_PID_CGROUP pid is the descriptor of a cgroup, and it is -1",
	     .fix = "flags&~PERF_FLAG_PID_CGROUP")

	/* perf_event_open(): `cpu == -1)` */
	RULE("cgroup-without-cpu", CALL(OPEN), EINVAL, yes_if(c->cgroup && c->call.cpu == -1),
	     .field = "cpu", .often = PA_SELDOM,
	     .text = "a cgroup is watched on one cpu, and cpu is -1",
	     .fix = "cpu={this_cpu}")

	/*
	 * A descriptor that is free when the call returns may not have been free when it was
	 * needed.
	 */
	/* perf_event_open(): `get_unused_fd_flags(f_flags)` */
	RULE("no-free-descriptor", CALL(OPEN), EMFILE,
	     c->planned && c->f->have & PA_F_FD_FREE && c->f->fd_free ? PA_NO : PA_MAYBE,
	     .blind = true, .sole = true,
	     .often = PA_COMMON,
	     .text = "all[ {nofile}] descriptors that RLIMIT_NOFILE allows are in use: raise "
		     "ulimit -n")

	/* perf_event_open(): `group_fd != -1` */
	RULE("group-fd-not-open", CALL(OPEN), EBADF, group_fd_is(c, PA_FILE_NONE),
	     .field = "group_fd", .blind = true, .sole = true, .often = PA_SELDOM,
	     .text = "group_fd {group_fd} is not an open descriptor", .fix = "group_fd=-1")

	/* perf_event_open(): `perf_fget_light(group_fd, &group)` or `is_perf_file(group)` */
	RULE("group-fd-no-event", CALL(OPEN), EBADF, group_fd_is(c, PA_FILE_OTHER),
	     .field = "group_fd", .blind = true, .often = PA_SELDOM,
	     .text = "group_fd {group_fd} is not a perf event",
	     .fix = "group_fd=-1")

	/* perf_event_open(): `group_leader->state <= PERF_EVENT_STATE_EXIT` */
	RULE("leader-dead", CALL(OPEN), ENODEV, leader_dead(c),
	     .field = "group_fd", .blind = true, .luck = true, .sole = true, .limits = true,
	     .often = PA_SELDOM,
	     .text = "the event of group_fd {group_fd} is dead: its task has exited",
	     .fix = "group_fd=-1")

	/* perf_event_open(): `find_lively_task_by_vpid(pid)` */
	RULE("no-such-task", CALL(OPEN), ESRCH, no_such_task(c),
	     .field = "pid", .blind = true, .sole = true, .often = PA_COMMON,
	     .text = "there is no task {pid}[ {pid_namespace}][: {pid_cgroup}][; fd {pid} "
		     "is now {cgroup_now}]",
	     .fix = "flags|{cgroup_flag} / pid=0")

	/* perf_event_open(): `group_leader->attr.inherit != attr.inherit` */
	RULE("inherit-differs", CALL(OPEN), EINVAL,
	     !c->task || !c->member ? PA_NO :
	     !c->leader ? PA_MAYBE :
	     yes_if(c->leader->inherit != flag(c, PA_FIELD_INHERIT)),
	     .field = "inherit",
	     .text = "inherit differs from that of the group leader[: it is {inherit}, and that "
		     "of the leader {leader_inherit}]",
	     .fix = "inherit={leader_inherit} / group_fd=-1")

	RULE("no-memory", EVERYWHERE, ENOMEM, PA_MAYBE,
	     .blind = true, .luck = true, .text = "the kernel had no memory for the event")

	/* perf_event_alloc(), up to perf_init_event() */

	/* perf_event_alloc(): `(unsigned)cpu >= nr_cpu_ids` */
	RULE("no-task-no-cpu", ALLOC, EINVAL, yes_if(!c->task && c->call.cpu == -1),
	     .field = "cpu", .text = "pid -1 and cpu -1: neither a task nor a cpu to watch",
	     .alone = 4,
	     .fix = "cpu={this_cpu} / pid=0")

	/* perf_event_alloc(): `!task || cpu != -1` */
	RULE("no-such-cpu", ALLOC, EINVAL, cpu_impossible(c),
	     .field = "cpu", .often = PA_SELDOM,
	     .text = "there is no cpu {cpu}[: the last one is {last_cpu}]",
	     .fix = "cpu={any_cpu} / cpu={this_cpu}")

	/* perf_event_alloc(): `attr->sigtrap && !task` */
	RULE("sigtrap-without-task", ALLOC, EINVAL, yes_if(flag(c, PA_FIELD_SIGTRAP) && !c->task),
	     .since = "5.13", .field = "sigtrap", .often = PA_SELDOM,
	     .text = "sigtrap signals the task that is watched, and there is none",
	     .fix = "sigtrap=0 / pid=0")

	/* perf_event_alloc(): `PERF_SAMPLE_READ` or `has_inherit_and_sample_read(` */
	RULE("inherit-with-read", ALLOC, EINVAL, inherit_read(c),
	     .field = "sample_type", .often = PA_SELDOM,
	     .text = "PERF_SAMPLE_READ cannot be combined with inherit",
	     .fix = "inherit=0 / sample_type&~PERF_SAMPLE_READ")
