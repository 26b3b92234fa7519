/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of rules_pmu.c, in the kernel's order; see rules/rule_table.h. */

	/* perf_try_init_event(), after event_init() */

	/* perf_try_init_event(): `PERF_PMU_CAP_EXTENDED_REGS` */
	RULE("regs-not-supported", IN("perf_try_init_event", INIT), EOPNOTSUPP, regs_extended(c),
	     .field = "sample_regs_user", .limits = true,
	     .text = "PMU {pmu} cannot sample extended registers",
	     .fix = "sample_regs_user&~{regs_extended} sample_regs_intr&~{regs_extended}")

	/* perf_try_init_event(): `PERF_PMU_CAP_NO_EXCLUDE` */
	RULE("exclude-not-supported", IN("perf_try_init_event", INIT), EINVAL, exclude_refused(c),
	     .field = "{exclude}", .often = PA_SELDOM,
	     .text = "PMU {pmu} cannot exclude anything, and {excludes} is set",
	     .fix = "exclude_user=0 exclude_kernel=0 exclude_hv=0 exclude_idle=0 exclude_host=0 "
		    "exclude_guest=0")

	/* perf_init_event(): no PMU accepted the event */

	RULE("extended-type-refused", IN("perf_init_event", CHOOSE), ENOENT, extended_refused(c),
	     .since = "5.13", .field = "config", .limits = true, .often = PA_COMMON,
	     .text = "PMU[ {extended_pmu},] type {extended_type} in the upper half of config, "
		     "takes no events of type {type_name}",
	     .fix = "config&0xffffffff")

	RULE("sw-event-not-known", IN("perf_init_event", CHOOSE) | PA_AT(INIT), ENOENT,
	     yes_if(c->type == PA_TYPE_SOFTWARE && c->config >= c->k->sw_max),
	     .field = "config", .limits = true,
	     .text = "config {config} is not a software event[: this kernel has {sw_max} of them]",
	     .fix = "config=9")

	RULE("cpu-not-served", EVENT_INIT(CHOOSE) | PA_AT(INIT), ENOENT, cpu_not_served(c),
	     .field = "cpu", .text = "PMU {pmu} does not count on cpu {cpu}{or_no_counter}",
	     .fix = "cpu={any_cpu} / cpu={other_cpu}")

	RULE("hw-event-not-counted", IN("perf_init_event", CHOOSE) | PA_AT(INIT), ENOENT,
	     !type_is_hardware(c) ? PA_NO :
	     !c->tries ? maybe_if(may_be_unasked(c) && (pa_case_cpu_pmu(c) || may_lack(c))) :
	     maybe_if(has_hardware_pmu(c) && cpu_not_served(c) == PA_NO),
	     .field = "config", .text = "PMU[ {pmu}] has no counter for {event}")

	RULE("hw-pmu-missing", IN("perf_init_event", CHOOSE) | PA_AT(INIT), ENOENT,
	     !type_is_hardware(c) || has_hardware_pmu(c) ? PA_NO :
	     !c->tries ? maybe_if(may_be_unasked(c) && !pa_case_cpu_pmu(c)) :
	     c->all_asked ? PA_YES : PA_MAYBE,
	     .field = "type", .limits = true, .absent = has_no_hardware, .often = PA_COMMON,
	     .text = "this machine has no hardware counters, as in many VMs: no PMU takes "
		     "{type_name} events",
	     .fix = "type={PERF_TYPE_SOFTWARE} config=0")

	/* Not every architecture has breakpoints. */
	RULE("pmu-type-missing", IN("perf_init_event", CHOOSE) | PA_AT(INIT), ENOENT,
	     (c->type < PA_TYPE_DYNAMIC && (c->type != PA_TYPE_BREAKPOINT ||
					    pa_pmu_by_name(c->env, "breakpoint"))) ||
	     pmu_is_own(c) ? PA_NO :
	     c->all_asked ? PA_YES : PA_MAYBE,
	     .field = "type", .absent = has_no_type,
	     .text = "no PMU has type {type}[: asked {pmus}]")

	RULE("pmu-event-missing", IN("perf_try_init_event", INIT), ENOENT, event_missing(c),
	     .field = "config", .text = "PMU {pmu} has no event {#config}")

	/* Fallback: only the PMU and its errno are known. */
	RULE("pmu-refused", EVENT_INIT(INIT), 0,
	     c->pmu && c->sites == PA_AT(INIT) ? PA_ELSE : PA_NO,
	     .often = PA_SELDOM,
	     .text = "the driver of PMU {pmu} rejected an argument: its event_init() returned "
		     "{errno}")

	/* perf_event_alloc(), after a PMU accepted the event */

	/* perf_event_alloc(): `pmu->task_ctx_nr == perf_invalid_context` */
	RULE("pmu-without-task", IN("perf_event_alloc", ALLOCATED), EINVAL,
	     !c->has_caps || c->ctx_nr != CTX_INVALID ? PA_NO :
	     yes_if(c->cgroup || (c->task && c->k->has & PA_K_PMU_CTX)),
	     .field = "pid", .limits = true,
	     .text = "PMU {pmu} counts for cpus, not for tasks or cgroups",
	     .fix = "pid=-1 cpu={some_cpu} flags&~PERF_FLAG_PID_CGROUP")

	/* perf_event_alloc(): `PERF_PMU_CAP_AUX_OUTPUT` */
	RULE("aux-output-not-supported", IN("perf_event_alloc", ALLOCATED), EOPNOTSUPP,
	     !flag(c, PA_FIELD_AUX_OUTPUT) ? PA_NO :
	     !c->has_caps ? PA_MAYBE :
	     yes_if(!(c->caps & PA_CAP_AUX_OUTPUT) || get(c, PA_FIELD_AUX_PAUSE) ||
		    get(c, PA_FIELD_AUX_RESUME)),
	     .field = "aux_output", .often = PA_SELDOM,
	     .text = "PMU {pmu} has no aux_output", .fix = "aux_output=0")

	/* perf_event_alloc(): `attr.aux_pause && event->attr.aux_resume` */
	RULE("aux-pause-and-resume", IN("perf_event_alloc", ALLOCATED), EINVAL,
	     yes_if(get(c, PA_FIELD_AUX_PAUSE) && get(c, PA_FIELD_AUX_RESUME)),
	     .since = "6.13", .field = "aux_pause", .often = PA_SELDOM,
	     .text = "aux_pause and aux_resume exclude each other", .fix = "aux_resume=0")

	/* perf_event_alloc(): `PERF_PMU_CAP_AUX_PAUSE` */
	RULE("aux-start-paused-not-supported", IN("perf_event_alloc", ALLOCATED), EOPNOTSUPP,
	     !get(c, PA_FIELD_AUX_START_PAUSED) ? PA_NO :
	     c->has_caps ? yes_if(!(c->caps & PA_CAP_AUX_PAUSE)) : PA_MAYBE,
	     .since = "6.13", .field = "aux_start_paused", .often = PA_SELDOM,
	     .text = "PMU {pmu} does not support aux_start_paused",
	     .fix = "aux_start_paused=0")

	/* perf_cgroup_connect(): `!f.file` or `!fd_file(f)` or `fd_empty(f)` */
	RULE("cgroup-fd-not-open", IN("perf_cgroup_connect", ALLOCATED), EBADF,
	     cgroup_fd_is(c, PA_FILE_NONE),
	     .field = "pid", .limits = true,
	     .text = "pid {pid}, with PERF_FLAG_PID_CGROUP, is not an open descriptor")

	/* perf_cgroup_connect(): `css_tryget_online_from_dir(` */
	RULE("cgroup-fd-no-cgroup", IN("perf_cgroup_connect", ALLOCATED), EBADF,
	     cgroup_fd_is(c, PA_FILE_OTHER),
	     .field = "pid", .limits = true,
	     .text = "pid {pid}, with PERF_FLAG_PID_CGROUP, is not a cgroup's directory")

	RULE("cgroup-gone", IN("perf_cgroup_connect", ALLOCATED), ENOENT,
	     cgroup_fd_is(c, PA_FILE_CGROUP_GONE),
	     .field = "pid", .limits = true, .often = PA_SELDOM,
	     .text = "the cgroup of descriptor {pid} was removed[; fd {pid} is now {cgroup_now}]")

	RULE("cgroup-no-controller", IN("perf_cgroup_connect", ALLOCATED), ENOENT,
	     cgroup_fd_is(c, PA_FILE_CGROUP_BARE),
	     .field = "pid", .limits = true, .often = PA_SELDOM,
	     .text = "the cgroup has no perf_event controller: its parent's cgroup.subtree_control "
		     "must enable any controller, and no version 1 hierarchy may have "
		     "perf_event[; fd {pid} is now {cgroup_now}]")

	RULE("cgroup-not-built", IN("perf_cgroup_connect", ALLOCATED), EINVAL,
	     yes_if(c->cgroup && !(c->k->has & PA_K_CGROUP_PERF)),
	     .field = "flags", .limits = true, .often = PA_SELDOM,
	     .text = "this kernel is built without CONFIG_CGROUP_PERF",
	     .fix = "flags&~PERF_FLAG_PID_CGROUP")

	/* perf_cgroup_connect(): `group_leader->cgrp != cgrp` */
	RULE("cgroup-differs", IN("perf_cgroup_connect", ALLOCATED), EINVAL,
	     maybe_if(c->cgroup && c->member),
	     .field = "group_fd", .often = PA_SELDOM,
	     .text = "the group leader watches another cgroup[ than {cgroup_now} now]",
	     .fix = "group_fd=-1")

	RULE("pmu-exclusive", IN("exclusive_event_init", ALLOCATED), EBUSY,
	     maybe_if(pa_case_may_be_exclusive(c)),
	     .field = "pid", .held = PA_HELD_OTHER_WAY, .luck = true, .often = PA_COMMON,
	     .text = "PMU {pmu} serves either tasks or cpus, and events of the other kind are open")

	RULE("max-stack-above-limit", IN("get_callchain_buffers", ALLOCATED), EOVERFLOW,
	     max_stack_above(c),
	     .field = "sample_max_stack",
	     .text = "sample_max_stack {sample_max_stack} is above kernel.perf_event_max_stack[ "
		     "{max_stack}]",
	     .fix = "sample_max_stack=0")

	RULE("guest-not-excluded", IN("perf_event_alloc", ALLOCATED), EOPNOTSUPP,
	     flag(c, PA_FIELD_EXCLUDE_GUEST) ? PA_NO : maybe_if(c->caps & PA_CAP_MEDIATED_VPMU),
	     .since = "7.2", .field = "exclude_guest", .luck = true, .often = PA_SELDOM,
	     .text = "guests with a PMU of their own run: exclude_guest is needed",
	     .fix = "exclude_guest=1")
