// SPDX-License-Identifier: GPL-2.0
/*
 * Kernel counters: events that the kernel creates for itself by perf_event_create_kernel_counter(),
 * such as those of the NMI watchdog, of KVM and of debug registers. No descriptor refers to them.
 *
 * The return of that function is probed, and a row of a table notes the event's id and the caller.
 * The release is not: perf_event_release_kernel() also serves every close of a user's event, which
 * would pay for it. Instead a reader looks for the id in the list of the event's context, as
 * perf_iterate_ctx() of kernel/events/core.c does: events leave that list when they are released,
 * and are freed by RCU, as contexts of tasks are. The event is read only there. Ids are never
 * reused, so a row whose id is not in the list is gone for good.
 */
#include "now/kcounter.h"

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/perf_event.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>

#include "kernel/compat.h"

/* Rows: some of each cpu's, and some of tasks. */
#define KCOUNTERS_EACH_CPU	4
#define KCOUNTERS_MORE		512
/* So often at most are rows freed while nobody reads. */
#define SWEEPS_EACH_SECOND	10

/**
 * struct kcounter - a row
 * @id:      of the event; 0: the row is free
 * @caller:  address in the function that has created it
 * @ctx:     context of the cpu that it counts on; never freed
 * @tid:     without @ctx: the task that it counts for
 * @time_ns: when it was created: boot clock
 * @wall_ns: the same: wall clock
 */
struct kcounter {
	u64 id;
	u64 caller;
	const struct perf_event_context *ctx;
	s32 tid;
	u64 time_ns;
	u64 wall_ns;
};

static struct kcounter *rows;
static unsigned int rows_total;

/* Protects what follows, and the rows. */
static DEFINE_RAW_SPINLOCK(rows_lock);
static unsigned int rows_used;
/* Where the search for a free row begins. */
static unsigned int rows_next;
static u64 rows_missed;

static void sweep_fn(struct work_struct *work);
static DECLARE_DELAYED_WORK(sweep_work, sweep_fn);

/* --- the probe --- */

static bool row_put(const struct kcounter *row)
{
	unsigned int i;

	for (i = 0; i < rows_total; i++, rows_next = (rows_next + 1) % rows_total) {
		if (rows[rows_next].id)
			continue;
		rows[rows_next] = *row;
		rows_used++;
		return true;
	}
	return false;
}
NOKPROBE_SYMBOL(row_put);

/* When half of the table is used, rows of events that were released are freed. */
static void row_add(const struct kcounter *row)
{
	unsigned long flags;
	bool sweep;

	raw_spin_lock_irqsave(&rows_lock, flags);
	if (!(row->ctx || row->tid) || !row_put(row))
		rows_missed++;
	sweep = rows_used > rows_total / 2;
	raw_spin_unlock_irqrestore(&rows_lock, flags);
	if (sweep)
		schedule_delayed_work(&sweep_work, HZ / SWEEPS_EACH_SECOND);
}
NOKPROBE_SYMBOL(row_add);

static int create_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	*(u64 *)ri->data = compat_return_address(regs);
	return 0;
}
NOKPROBE_SYMBOL(create_entry);

/*
 * The caller does not have the event yet, so nobody can release it now. A context of a cpu that
 * belongs to one PMU goes with that PMU, so its counters (nobody creates such) count as missed.
 */
static int create_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct perf_event *event = (const void *)compat_ret(regs);
	struct kcounter row = { .caller = *(u64 *)ri->data };

	if (IS_ERR_OR_NULL(event))
		return 0;
	row.id = event->id;
	row.time_ns = ktime_get_boot_fast_ns();
	row.wall_ns = ktime_get_real_fast_ns();
	if (event->hw.target)
		row.tid = event->hw.target->pid;
	else if (compat_cpu_context_stays(event->pmu))
		row.ctx = event->ctx;
	row_add(&row);
	return 0;
}
NOKPROBE_SYMBOL(create_return);

static struct pa_probe create_probe = {
	.symbol = "perf_event_create_kernel_counter",
	.entry = create_entry,
	.ret = create_return,
	.data_size = sizeof(u64),
};

/* --- readers; with RCU locked --- */

static const struct perf_event *find_in(const struct perf_event_context *ctx, u64 id)
{
	const struct perf_event *event;

	if (!ctx)
		return NULL;
	list_for_each_entry_rcu(event, &ctx->event_list, event_entry) {
		if (event->id == id)
			return event;
	}
	return NULL;
}

static const struct perf_event *find_of_task(const struct task_struct *task, u64 id)
{
	const struct perf_event *event = NULL;
	unsigned int i;

	for (i = 0; task && !event && i < COMPAT_TASK_CONTEXTS; i++)
		event = find_in(compat_task_context(task, i), id);
	return event;
}

/* A task whose number has changed is not found: that of a thread does when it calls execve(). */
static const struct perf_event *row_find(const struct kcounter *row,
					 const struct task_struct **task)
{
	*task = NULL;
	if (row->ctx)
		return find_in(row->ctx, row->id);
	*task = pid_task(find_pid_ns(row->tid, &init_pid_ns), PIDTYPE_PID);
	return find_of_task(*task, row->id);
}

/* Reads a row, and frees it if its event is gone. @to may be NULL. */
static bool row_look(unsigned int i, struct kcounter *row, struct pa_event_now *to,
		     struct pa_event_link *link)
{
	const struct task_struct *task;
	const struct perf_event *event;

	raw_spin_lock_irq(&rows_lock);
	*row = rows[i];
	raw_spin_unlock_irq(&rows_lock);
	if (!row->id)
		return false;
	rcu_read_lock();
	event = row_find(row, &task);
	if (event && to)
		pa_event_now_kernel(to, link, event, task);
	rcu_read_unlock();
	if (event)
		return true;
	raw_spin_lock_irq(&rows_lock);
	if (rows[i].id == row->id) {
		rows[i].id = 0;
		rows_used--;
	}
	raw_spin_unlock_irq(&rows_lock);
	return false;
}

static void sweep_fn(struct work_struct *work)
{
	struct kcounter row;
	unsigned int i;

	for (i = 0; i < rows_total; i++) {
		row_look(i, &row, NULL, NULL);
		cond_resched();
	}
}

/**
 * pa_kcounter_now() - copy what is shown of a kernel counter that still exists
 * @i:      its row, below pa_kcounter_rows()
 * @to:     zeroed; receives all but the owner
 * @link:   for pa_event_now_join()
 * @caller: receives an address in the function that has created it
 *
 * Context: process, may sleep. Return: false if the row is free, or its event is gone.
 */
bool pa_kcounter_now(unsigned int i, struct pa_event_now *to, struct pa_event_link *link,
		     u64 *caller)
{
	struct kcounter row;

	if (!row_look(i, &row, to, link))
		return false;
	to->time_ns = row.time_ns;
	to->wall_ns = row.wall_ns;
	*caller = row.caller;
	return true;
}

/**
 * pa_kcounter_rows() - the size of the table
 *
 * Context: any. Return: how many rows there are.
 */
unsigned int pa_kcounter_rows(void)
{
	return rows_total;
}

/**
 * pa_kcounter_missed() - kernel counters that were created and not noted
 *
 * Context: process, may sleep. Return: how many, since the module was loaded.
 */
u64 pa_kcounter_missed(void)
{
	u64 missed;

	raw_spin_lock_irq(&rows_lock);
	missed = rows_missed;
	raw_spin_unlock_irq(&rows_lock);
	return missed + pa_probe_missed(&create_probe);
}

/**
 * pa_kcounter_each() - call a function for the probe
 * @fn:  the function
 * @arg: passed on
 *
 * Context: as @fn.
 */
void pa_kcounter_each(pa_probe_fn fn, void *arg)
{
	fn(&create_probe, arg);
}

/* --- load and unload --- */

static int kcounter_register(void)
{
	unsigned int total = KCOUNTERS_EACH_CPU * num_possible_cpus() + KCOUNTERS_MORE;

	rows = kvcalloc(total, sizeof(*rows), GFP_KERNEL);
	if (!rows)
		return -ENOMEM;
	rows_total = total;
	return pa_probe_register(&create_probe, 2 * num_possible_cpus() + 8);
}

/**
 * pa_kcounter_init() - register the probe, not yet armed
 *
 * If that fails, the log and stats say so.
 *
 * Context: process, may sleep.
 */
void pa_kcounter_init(void)
{
	int err = kcounter_register();

	if (err)
		pr_warn("cannot probe %s (%d): events will not show those of the kernel\n",
			create_probe.symbol, err);
}

/**
 * pa_kcounter_exit() - remove the probe and the table, which has no readers any more
 *
 * Context: process, may sleep.
 */
void pa_kcounter_exit(void)
{
	pa_probe_unregister(&create_probe);
	cancel_delayed_work_sync(&sweep_work);
	kvfree(rows);
}

/**
 * pa_kcounter_enable() - arm or disarm the probe
 * @on: true: on
 *
 * Context: process, may sleep; serialised by the caller.
 */
void pa_kcounter_enable(bool on)
{
	int err = pa_probe_arm(&create_probe, on);

	if (err)
		pr_warn("cannot %s the probe on %s (%d)\n", on ? "arm" : "disarm",
			create_probe.symbol, err);
}
