// SPDX-License-Identifier: GPL-2.0
/*
 * Compares the assumptions of handlers with what is known from other sources: the slow paths, until
 * calls have decided, see pa_trust_decide().
 *
 * A function that no header declares may get other arguments in another kernel, and no compiler
 * would report that. So each argument and result that a handler uses is compared:
 *
 *	perf_copy_attr()	first argument: the pointer that the caller passed
 *				second: a place on the task's stack, which has the caller's attr,
 *				byte by byte, when the function has succeeded
 *	perf_event_alloc()	task: current, or the task that pid names
 *				leader: what the file of group_fd has
 *				result: the event that a PMU was asked about before; without that,
 *				an event with the caller's attr
 *	... at its site		task and leader: not compared, they are read from the event
 *	perf_try_init_event()	PMU: one of our table, which is that of the bus
 *				event: one with the caller's attr, but for its config, which the
 *				kernel may change
 *	perf_event_set_output()	second argument: what the file of group_fd has; not read
 *	find_get_context()	one of the first three: the event, or the task; not read
 *	perf_ioctl() and other	file: has this function as that operation
 *	operations
 *	perf_mmap_close()	vma: the same
 *	trace_find_event_field() name: read nofault; reasons compare its hash with the names in the
 *				filter
 *	a link of a BPF program	a file behind the link's head: that of the event to which it was
 *				made; compared at each new link
 *
 * Headers declare security_perf_event_open(), perf_event_task_enable() and handlers of sysctls: the
 * compiler has compared these. Arguments of the system calls are in the registers of the task.
 *
 * Nothing is dereferenced that was not proved: addresses are compared, and memory is read nofault.
 * NULL proves nothing, as most arguments may be NULL. One match proves, for good: no other argument
 * has that address. One mismatch refutes, if nothing has proved the argument before and a task with
 * CAP_SYS_ADMIN in the initial user namespace made the call: another process may change its
 * memory or descriptors at the same time, and must not make us blind. What was refuted is left out
 * of all records, with one line in the kernel log; a stage of which something was refuted is in no
 * path, and not among the functions that were followed, so no reason is certain because of it.
 *
 * When the stages are armed, the module creates a kernel counter and follows it as a call of its
 * own. That decides perf_try_init_event(), and the part of perf_event_alloc() that it passes.
 * perfattr doctor --prove, which make load runs, decides the others; otherwise the first calls that
 * reach them do.
 *
 * Not proved, because no call shows it from two sides: the layout of structures, which the module
 * takes from the headers of its kernel; that private_data of a perf file is its event; that a
 * numeric result is an errno. shuffle.t runs a build whose handlers look for arguments in the wrong
 * registers.
 */
#include "hook/trust.h"

#include <linux/kprobes.h>
#include <linux/rcupdate.h>
#include <linux/sched/task_stack.h>

#include "record/caller.h"
#include "record/facts.h"

/* The part that every attr has. The kernel changes only its size, and config while trying PMUs. */
#define HEAD	PERF_ATTR_SIZE_VER0
#define CONFIG_AT	offsetof(struct perf_event_attr, config)
#define BEHIND_CONFIG	(CONFIG_AT + sizeof(u64))
/* A probe may be some bytes behind a function's address: arch_adjust_kprobe_addr(). */
#define ENTRY_BYTES	64

static bool __kprobes decide(struct pa_open *call, enum pa_proof what, bool is_so)
{
	is_so = pa_trust_decide(what, is_so);
	if (!is_so)
		pa_trust_doubt_call(call, what);
	return is_so;
}

/* --- values that are known independently of the probed functions --- */

/* The task that the call names, or NULL. The system call holds it; here it is only compared. */
static const struct task_struct __kprobes *named_task(const struct pa_record *rec)
{
	const struct task_struct *task;

	if (rec->arg_pid == -1 || rec->flags & PERF_FLAG_PID_CGROUP)
		return NULL;
	rcu_read_lock();
	task = pa_facts_task(rec->arg_pid);
	rcu_read_unlock();
	return task;
}

/*
 * The head of the caller's attr, as in a record. Bytes that were not resident when the call was
 * entered are read now, just after the kernel has read them.
 */
static bool __kprobes named_attr(u8 head[HEAD], const struct pa_record *rec)
{
	static const __le32 oldest = cpu_to_le32(PERF_ATTR_SIZE_VER0);

	if (rec->attr_len >= HEAD)
		memcpy(head, rec->attr, HEAD);
	else if (pa_caller_copy(head, rec->attr_ptr, HEAD))
		pa_le_attr(head, HEAD, HEAD);
	else
		return false;
	if (!memchr_inv(head + 4, 0, 4))
		memcpy(head + 4, &oldest, sizeof(oldest));
	return true;
}

/* Return true if a kernel attr with this head is at @attr. @whole: config is unchanged, too. */
static bool __kprobes is_attr(const void *attr, const u8 head[HEAD], bool whole)
{
	u8 there[HEAD];

	if (copy_from_kernel_nofault(there, attr, HEAD))
		return false;
	pa_le_attr(there, HEAD, HEAD);
	return !memcmp(there, head, whole ? HEAD : CONFIG_AT) &&
	       !memcmp(there + BEHIND_CONFIG, head + BEHIND_CONFIG, HEAD - BEHIND_CONFIG);
}

/* Return true if the caller's attr is at @attr, see is_attr(). */
static bool __kprobes is_callers(struct pa_open *call, enum pa_proof what, const void *attr,
				 bool whole)
{
	u8 head[HEAD];

	if (named_attr(head, &call->rec))
		return decide(call, what, is_attr(attr, head, whole));
	pa_trust_doubt_call(call, what);
	return false;
}

/* --- the proofs --- */

/**
 * pa_prove_caller() - check that perf_copy_attr() gets the attr that the caller has passed, and a
 * pointer to the stack
 * @call:  the call
 * @uattr: the argument that should be the former
 * @attr:  the argument for the latter
 *
 * Context: probe handler. Return: whether it is so.
 */
bool __kprobes pa_prove_caller(struct pa_open *call, u64 uattr, const void *attr)
{
	/* A small number is not a pointer, and other arguments may have the same value. */
	if (call->rec.attr_ptr < PAGE_SIZE) {
		pa_trust_doubt_call(call, PA_PROOF_CALLER);
		return false;
	}
	return decide(call, PA_PROOF_CALLER, uattr == call->rec.attr_ptr &&
		      object_is_on_stack(attr) && object_is_on_stack(attr + HEAD));
}

/**
 * pa_prove_attr() - perf_copy_attr() has succeeded: its copy has the bytes of the caller's attr
 * @call: the call
 * @attr: the argument that should be the copy
 *
 * Context: probe handler. Return: whether it is so.
 */
bool __kprobes pa_prove_attr(struct pa_open *call, const void *attr)
{
	return is_callers(call, PA_PROOF_ATTR, attr, true);
}

/**
 * pa_prove_task() - perf_event_alloc() gets the task that the call names
 * @call: the call
 * @task: the argument that should be it
 *
 * Context: probe handler. Return: whether it is so, and there is one.
 */
bool __kprobes pa_prove_task(struct pa_open *call, const struct task_struct *task)
{
	const struct task_struct *named = named_task(&call->rec);

	return (task || named) && decide(call, PA_PROOF_TASK, task && task == named);
}

/**
 * pa_prove_leader() - compare an argument with the event that group_fd names
 * @call:   the call
 * @what:   which of them
 * @leader: the argument that should be it
 *
 * Context: probe handler. Return: whether it is so, and there is one.
 */
bool __kprobes pa_prove_leader(struct pa_open *call, enum pa_proof what,
			       const struct perf_event *leader)
{
	const struct perf_event *named = pa_facts_private(call->rec.arg_group_fd);

	if (what == PA_PROOF_LEADER && call->rec.flags & PERF_FLAG_FD_NO_GROUP)
		named = NULL;
	return (leader || named) && decide(call, what, leader && leader == named);
}

/**
 * pa_prove_event() - compare an event with that of the call, or its attr with the caller's
 * @call:  the call
 * @what:  the argument or result, and its function
 * @event: the value that should be it
 *
 * Context: probe handler. Return: whether it is so.
 */
bool __kprobes pa_prove_event(struct pa_open *call, enum pa_proof what,
			      const struct perf_event *event)
{
	if (call->event)
		return decide(call, what, event == call->event);
	return is_callers(call, what, &event->attr, false);
}

/**
 * pa_prove_pmu() - perf_try_init_event() gets a PMU that is registered
 * @call: the call
 * @pmu:  the argument that should be it
 *
 * Context: probe handler. Return: whether it is so.
 */
bool __kprobes pa_prove_pmu(struct pa_open *call, const struct pmu *pmu)
{
	return decide(call, PA_PROOF_PMU, pa_pmu_index(pmu));
}

/**
 * pa_prove_context() - find_get_context() gets the event of the call or its task
 * @call: the call
 * @regs: registers of the function; only the result is used
 *
 * They are its second and third argument up to 6.1, then its first and second one.
 *
 * Context: probe handler. Return: whether it is so.
 */
bool __kprobes pa_prove_context(struct pa_open *call, struct pt_regs *regs)
{
	unsigned long event = (unsigned long)call->event;
	unsigned long task = (unsigned long)named_task(&call->rec);
	unsigned long args[] = { compat_arg(regs, 0), compat_arg(regs, 1), compat_arg(regs, 2) };
	bool is_so = false;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(args); i++)
		if (args[i] && (args[i] == event || args[i] == task))
			is_so = true;
	if (event || task)
		return decide(call, PA_PROOF_CONTEXT, is_so);
	pa_trust_doubt_call(call, PA_PROOF_CONTEXT);
	return false;
}

/**
 * pa_prove_op() - the object that a function gets has that function among its operations
 * @what:     which function
 * @ops:      in the supposed object: the pointer to its table of operations
 * @member:   where the function is in that table
 * @function: where the function is probed
 *
 * Context: probe handler. Return: whether it is so.
 */
bool __kprobes pa_prove_op(enum pa_proof what, const void *const *ops, size_t member,
			   const void *function)
{
	const void *table, *op;

	return pa_trust_decide(what, !get_kernel_nofault(table, ops) &&
			       !get_kernel_nofault(op, (const void **)(table + member)) &&
			       function - op >= 0 && function - op < ENTRY_BYTES);
}
