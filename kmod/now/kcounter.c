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
 * reused, so an event that is not in the list is gone for good, unless a PMU has moved it.
 */
#include "now/kcounter.h"

#include <linux/atomic.h>
#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>

#include "kernel/compat.h"

/* Rows: some of each cpu's, and some of tasks. */
#define KCOUNTERS_EACH_CPU	4
#define KCOUNTERS_MORE		512
/* So often at most are rows freed while nobody reads. */
#define SWEEPS_EACH_SECOND	10
/* So often does a handler try to get a row when others get those that it has found free. */
#define CLAIM_TRIES	8

/**
 * struct kcounter - a row
 * @id:      of the event
 * @caller:  address in the function that has created it
 * @ctx:     context of the cpu that it counts on; never freed
 * @moves:   its PMU may move it to the context of another cpu
 * @tid:     without @ctx: the task that it counts for
 * @tgid:    the process of that task, whose number it takes over when it calls execve()
 * @time_ns: when it was created: boot clock
 * @wall_ns: the same: wall clock
 */
struct kcounter {
	u64 id;
	u64 caller;
	const struct perf_event_context *ctx;
	bool moves;
	s32 tid;
	s32 tgid;
	u64 time_ns;
	u64 wall_ns;
};

/*
 * A handler claims a row by its bit in rows_taken, writes it, and publishes it by its bit in
 * rows_filled; it takes no lock. Only readers free rows, which are serialised by rows_mutex: under
 * it a row that is filled stays as it is.
 */
static struct kcounter *rows;
static unsigned long *rows_taken;
static unsigned long *rows_filled;
static unsigned int rows_total;
static atomic_t rows_used;
static atomic_long_t rows_missed;
static DEFINE_MUTEX(rows_mutex);

static void sweep_fn(struct work_struct *work);
static DECLARE_DELAYED_WORK(sweep_work, sweep_fn);
static struct irq_work sweep_irq_work;

/* --- the probe --- */

/* Each cpu begins with rows of its own. Returns rows_total if none is free. */
static unsigned int row_claim(void)
{
	unsigned int first = raw_smp_processor_id() * KCOUNTERS_EACH_CPU % rows_total, tries;

	for (tries = 0; tries < CLAIM_TRIES; tries++) {
		unsigned int i = find_next_zero_bit(rows_taken, rows_total, first);

		if (i >= rows_total)
			i = find_first_zero_bit(rows_taken, rows_total);
		if (i >= rows_total)
			break;
		if (!test_and_set_bit_lock(i, rows_taken))
			return i;
	}
	return rows_total;
}
NOKPROBE_SYMBOL(row_claim);

/*
 * When half of the table is used, rows of events that were released are freed. From irq_work,
 * because to queue other work takes locks.
 */
static void row_add(const struct kcounter *row)
{
	unsigned int i = row->ctx || row->tid ? row_claim() : rows_total;

	if (i < rows_total) {
		rows[i] = *row;
		atomic_inc(&rows_used);
		/* Pairs with row_look(): the row before its bit. */
		smp_mb__before_atomic();
		set_bit(i, rows_filled);
	} else {
		atomic_long_inc(&rows_missed);
	}
	if (atomic_read(&rows_used) > rows_total / 2)
		irq_work_queue(&sweep_irq_work);
}
NOKPROBE_SYMBOL(row_add);

static void sweep_irq_work_fn(struct irq_work *work)
{
	schedule_delayed_work(&sweep_work, HZ / SWEEPS_EACH_SECOND);
}

static int create_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	*(u64 *)ri->data = compat_return_address(regs);
	return 0;
}
NOKPROBE_SYMBOL(create_entry);

/* See perf_pmu_migrate_context(). Since 7.2 the PMU may be unregistered right now: read nofault. */
static bool pmu_moves(const struct pmu *pmu)
{
	int context;

	return get_kernel_nofault(context, &pmu->task_ctx_nr) || context == perf_invalid_context;
}
NOKPROBE_SYMBOL(pmu_moves);

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
	if (event->hw.target) {
		row.tid = event->hw.target->pid;
		row.tgid = event->hw.target->tgid;
	} else if (compat_cpu_context_stays(event->pmu)) {
		row.ctx = event->ctx;
		row.moves = pmu_moves(READ_ONCE(event->pmu));
	}
	row_add(&row);
	return 0;
}
NOKPROBE_SYMBOL(create_return);

static const char unseen[] = "events will not show those of the kernel";

static struct pa_probe create_probe[] = {
	{
		.symbol = "perf_event_create_kernel_counter",
		.entry = create_entry,
		.ret = create_return,
		.data_size = sizeof(u64),
		.without = unseen,
	},
};

struct pa_probe_set pa_kcounter_set = PA_PROBE_SET(create_probe);

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

/* A thread that calls execve() takes over the number of its process, and its events with it. */
static const struct perf_event *row_find(const struct kcounter *row,
					 const struct task_struct **task)
{
	const struct perf_event *event;

	*task = NULL;
	if (row->ctx)
		return find_in(row->ctx, row->id);
	*task = pid_task(find_pid_ns(row->tid, &init_pid_ns), PIDTYPE_PID);
	event = find_of_task(*task, row->id);
	if (event || row->tid == row->tgid)
		return event;
	*task = pid_task(find_pid_ns(row->tgid, &init_pid_ns), PIDTYPE_PID);
	return find_of_task(*task, row->id);
}

/* Called with rows_mutex held. Whether an event that may have moved is gone is not known. */
static void row_free(unsigned int i)
{
	if (rows[i].moves)
		atomic_long_inc(&rows_missed);
	clear_bit(i, rows_filled);
	atomic_dec(&rows_used);
	clear_bit_unlock(i, rows_taken);
}

/* Reads a row, and frees it if its event is gone. @to may be NULL. */
static bool row_look(unsigned int i, struct kcounter *row, struct pa_event_now *to,
		     struct pa_event_link *link)
{
	const struct perf_event *event = NULL;
	const struct task_struct *task;

	mutex_lock(&rows_mutex);
	if (test_bit(i, rows_filled)) {
		/* Pairs with row_add(). */
		smp_rmb();
		*row = rows[i];
		rcu_read_lock();
		event = row_find(row, &task);
		if (event && to)
			pa_event_now_kernel(to, link, event, task);
		rcu_read_unlock();
		if (!event)
			row_free(i);
	}
	mutex_unlock(&rows_mutex);
	return event;
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
 * pa_kcounter_missed() - kernel counters that were created and not noted, or lost from sight
 *
 * Context: any. Return: how many, since the module was loaded.
 */
u64 pa_kcounter_missed(void)
{
	return atomic_long_read(&rows_missed) + pa_probe_set_missed(&pa_kcounter_set);
}

/* --- load and unload --- */

/**
 * pa_kcounter_init() - allocate the table and register the probe, not yet armed
 *
 * If that fails, the log and stats say so.
 *
 * Context: process, may sleep.
 */
void pa_kcounter_init(void)
{
	unsigned int total = KCOUNTERS_EACH_CPU * num_possible_cpus() + KCOUNTERS_MORE;

	init_irq_work(&sweep_irq_work, sweep_irq_work_fn);
	rows = kvcalloc(total, sizeof(*rows), GFP_KERNEL);
	rows_taken = bitmap_zalloc(total, GFP_KERNEL);
	rows_filled = bitmap_zalloc(total, GFP_KERNEL);
	if (!rows || !rows_taken || !rows_filled) {
		pr_warn("no memory for a table: %s\n", unseen);
		return;
	}
	rows_total = total;
	pa_kcounter_set.maxactive = 2 * num_possible_cpus() + 8;
	pa_probe_set_register(&pa_kcounter_set);
}

/**
 * pa_kcounter_exit() - remove the probe and the table, which has no readers any more
 *
 * Context: process, may sleep.
 */
void pa_kcounter_exit(void)
{
	pa_probe_set_unregister(&pa_kcounter_set);
	irq_work_sync(&sweep_irq_work);
	cancel_delayed_work_sync(&sweep_work);
	bitmap_free(rows_filled);
	bitmap_free(rows_taken);
	kvfree(rows);
}
