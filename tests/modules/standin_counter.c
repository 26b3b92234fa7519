// SPDX-License-Identifier: GPL-2.0
/* Creates a kernel counter for the task TID, as KVM does for a vCPU. */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/pid.h>
#include <linux/sched.h>
#include <linux/sched/task.h>

static int tid;
module_param(tid, int, 0400);

static struct perf_event *counter;

static int __init standin_counter_init(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_PAGE_FAULTS,
		.disabled = 1,
	};
	struct pid *pid = find_get_pid(tid);
	struct task_struct *task = get_pid_task(pid, PIDTYPE_PID);

	put_pid(pid);
	if (!task)
		return -ESRCH;
	counter = perf_event_create_kernel_counter(&attr, -1, task, NULL, NULL);
	put_task_struct(task);
	return PTR_ERR_OR_ZERO(counter);
}

static void __exit standin_counter_exit(void)
{
	perf_event_release_kernel(counter);
}

module_init(standin_counter_init);
module_exit(standin_counter_exit);
MODULE_DESCRIPTION("A kernel counter of a task");
MODULE_LICENSE("GPL");
