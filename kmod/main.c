// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr_dump: shows every perf_event_open(2) call on this machine.
 *
 * Load order: selftest of kprobes, ring, tables, probes, files. The files come last, because
 * nothing may fail once a file can be opened. Unload disarms the probes first, then frees the data
 * that handlers no longer use.
 *
 * Open files pin the module, and so do users of its trace event; otherwise it can be unloaded at
 * any moment. If the kernel cannot remove a kretprobe, its memory is not freed: it holds no pointer
 * into the module and does nothing (kernel/probe.c), and the log says so.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/moduleparam.h>

#include "file/files.h"
#include "hook/open.h"
#include "hook/ops.h"
#include "hook/selftest.h"
#include "hook/stages.h"
#include "kernel/kvar.h"
#include "kernel/pmu.h"
#include "record/active_filter.h"
#include "record/facts.h"
#include "record/notify.h"
#include "record/ring.h"

/* /sys/kernel/debug/perfattr */
static struct dentry *debugfs_dir;

static int __init dir_create(void)
{
	debugfs_dir = debugfs_create_dir("perfattr", NULL);
	if (IS_ERR(debugfs_dir))
		pr_err("cannot create /sys/kernel/debug/perfattr (%ld): is debugfs=off on the kernel command line?\n",
		       PTR_ERR(debugfs_dir));
	return PTR_ERR_OR_ZERO(debugfs_dir);
}

/* Undoes all or a part of perfattr_init(), up to where it puts the settings into force. */
static void undo(void)
{
	pa_stages_unregister();
	pa_probe_set_unregister(&pa_open_set);
	pa_ops_exit();
	debugfs_remove(debugfs_dir);
	pa_notify_exit();
	pa_active_filter_free();
	pa_pmu_exit();
	pa_inflight_destroy();
	pa_ring_destroy();
	pa_selftest_stop();
}

/*
 * The kernel allocates the instances of a kretprobe as if memory had no end; instances for ops
 * exist only when ops are recorded. Let all of them together take an eighth of the memory, and
 * slabs not all of that.
 */
static unsigned int __init maxactive_that_fits(void)
{
	u64 call = pa_probe_set_bytes(&pa_open_set) + 2 * pa_probe_set_bytes(&pa_stages_set) +
		   pa_probe_set_bytes(&pa_ops_set);
	struct sysinfo si;
	u64 most;

	si_meminfo(&si);
	most = pa_div((u64)si.totalram * si.mem_unit, 9 * call);
	return pa_setting_at_most(PA_SET_MAXACTIVE, clamp_t(u64, most, 1, U32_MAX),
				  "kretprobe instances would take more than an eighth of the memory");
}

/* Steps that may fail without memory or debugfs come first, the probes last. */
static int __init perfattr_start(void)
{
	unsigned int records = pa_setting(PA_SET_RECORDS);
	unsigned int maxactive = maxactive_that_fits();
	int err = pa_ring_init(records);

	if (err) {
		pr_err("no memory for %u records (%d): load with a smaller records=\n",
		       records, err);
		return err;
	}
	err = pa_inflight_init(maxactive) ?: pa_ops_init(maxactive) ?: dir_create();
	if (err)
		return err;
	pa_pmu_init();
	pa_facts_init();
	pa_notify_init();
	pa_stages_register(maxactive, pa_setting(PA_SET_SITES));
	return pa_open_register(maxactive) ?: pa_settings_start();
}

static int __init perfattr_init(void)
{
	int err;

	/* sysfs has our parameters already: readers and writers wait until all is initialised. */
	kernel_param_lock(THIS_MODULE);
	pa_kvar_init();
	err = pa_selftest_start();
	if (err)
		goto out;
	err = perfattr_start();
	if (err) {
		undo();
		goto out;
	}
	pa_selftest_follow(true);
	/* The last step: once a file can be opened, loading must not fail any more. */
	pa_views_files(debugfs_dir);
	pa_settings_files(debugfs_dir);
	pr_info("ready: /sys/kernel/debug/perfattr/log, %u records\n", pa_setting(PA_SET_RECORDS));
out:
	kernel_param_unlock(THIS_MODULE);
	return err;
}

static void __exit perfattr_exit(void)
{
	pa_selftest_follow(false);
	pa_settings_stop();
	undo();
}

module_init(perfattr_init);
module_exit(perfattr_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Shows every perf_event_open(2) call: attr, arguments, result, and why it failed");
MODULE_AUTHOR("perfattr_dump developers");
MODULE_VERSION(PERFATTR_VERSION);
