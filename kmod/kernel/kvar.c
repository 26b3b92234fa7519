// SPDX-License-Identifier: GPL-2.0
/*
 * Kernel variables that are not exported. Their addresses are looked up once at load, and tried:
 * they are static variables of the kernel itself, so if they can be read then, they can always be
 * read.
 *
 * There are two ways to find an address. register_kprobe() resolves any symbol that kallsyms has,
 * but without CONFIG_KALLSYMS_ALL kallsyms has functions only. Then, for a sysctl, we probe its
 * handler function and read its file in /proc/sys: the handler gets the ctl_table, which points to
 * the variable. The file is looked up from the root of the process that loads the module: without
 * /proc there the variable is not found, and the log says so.
 */
#include "kernel/kvar.h"

#include <linux/err.h>
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/security.h>
#include <linux/sysctl.h>

#include "kernel/arch.h"
#include "kernel/probe.h"
#include "kernel/symbol.h"

/**
 * struct variable - one variable
 * @symbol:  its name in the kernel
 * @handler: function that gets its sysctl's ctl_table; NULL when it has no sysctl
 * @file:    file of that sysctl
 * @hint:    no rule needs it; it only helps to find out why probes do not fire
 * @size:    bytes; that of a bool if it is one; 0 means 4
 * @addr:    its address, NULL when not found
 */
struct variable {
	const char *symbol;
	const char *handler;
	const char *file;
	bool hint;
	u8 size;
	const void *addr;
};

/* kernel_locked_down of a kernel that cannot be locked down. */
static const s32 never_locked_down = LOCKDOWN_NONE;

/* The list of livepatches, kernel/livepatch/core.c; NULL: not found. */
static const struct list_head *patches;

#define SYSCTL(name, function, path)	{ .symbol = name, .handler = function, .file = path }

/* The sysctls are in kernel/sysctl.c up to 6.13, later in kernel/events/; same handlers. */
static struct variable variables[PA_KVAR_MAX] = {
	[PA_KVAR_PARANOID] = SYSCTL("sysctl_perf_event_paranoid", "proc_dointvec",
				    "/proc/sys/kernel/perf_event_paranoid"),
	/* The sysctl's own handler was renamed; old and new pass the table to this. */
	[PA_KVAR_MAX_RATE] = SYSCTL("sysctl_perf_event_sample_rate", "proc_dointvec_minmax",
				    "/proc/sys/kernel/perf_event_max_sample_rate"),
	[PA_KVAR_MAX_STACK] = SYSCTL("sysctl_perf_event_max_stack", "perf_event_max_stack_handler",
				     "/proc/sys/kernel/perf_event_max_stack"),
	[PA_KVAR_MLOCK] = SYSCTL("sysctl_perf_event_mlock", "proc_dointvec",
				 "/proc/sys/kernel/perf_event_mlock_kb"),
	[PA_KVAR_LOCKDOWN] = {
		.symbol = "kernel_locked_down",
		.addr = IS_ENABLED(CONFIG_SECURITY_LOCKDOWN_LSM) ? NULL : &never_locked_down,
	},
	[PA_KVAR_FTRACE_ON] = { .symbol = "ftrace_enabled", .hint = true },
	[PA_KVAR_FTRACE_DEAD] = { .symbol = "ftrace_disabled", .hint = true },
	[PA_KVAR_KPROBES_OFF] = { .symbol = "kprobes_all_disarmed", .hint = true,
				  .size = sizeof(bool) },
};

/*
 * The sysctl that the probe on its handler waits for, and the value found. Other tasks may read
 * other sysctls at the same time, so the handler compares task and name.
 */
static struct {
	const struct task_struct *reader;
	const char *name;
	const void *data;
} sysctl_read;

static int __kprobes sysctl_handler_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct ctl_table *table = (const void *)compat_arg(regs, 0);

	if (current == sysctl_read.reader && !strcmp(table->procname, sysctl_read.name) &&
	    table->maxlen == sizeof(s32))
		sysctl_read.data = table->data;
	return 1;
}

static void sysctl_file_read(const char *name)
{
	struct file *file = filp_open(name, O_RDONLY, 0);
	char buf[16];
	loff_t pos = 0;

	if (IS_ERR(file))
		return;
	kernel_read(file, buf, sizeof(buf), &pos);
	filp_close(file, NULL);
}

static const void *address_by_sysctl(const struct variable *var)
{
	struct pa_probe probe = { .symbol = var->handler, .entry = sysctl_handler_entry };

	sysctl_read.reader = current;
	sysctl_read.name = kbasename(var->file);
	sysctl_read.data = NULL;
	if (pa_probe_register(&probe, 0))
		return NULL;
	if (!pa_probe_arm(&probe, true))
		sysctl_file_read(var->file);
	pa_probe_unregister(&probe);
	return sysctl_read.data;
}

static bool can_be_read(const struct variable *var)
{
	size_t size = var->size ?: sizeof(s32);
	s32 value;

	return var->addr && !copy_from_kernel_nofault(&value, var->addr, size);
}

static void find_patches(void)
{
	struct list_head *first;

	if (IS_ENABLED(CONFIG_LIVEPATCH))
		patches = pa_symbol_address("klp_patches");
	if (patches && get_kernel_nofault(first, &patches->next))
		patches = NULL;
}

/**
 * pa_kvar_init() - find the variables
 *
 * Context: process, may sleep; before any probe of ours is armed.
 */
void pa_kvar_init(void)
{
	unsigned int i;

	find_patches();
	for (i = 0; i < PA_KVAR_MAX; i++) {
		struct variable *var = &variables[i];

		if (!var->addr)
			var->addr = pa_symbol_address(var->symbol);
		if (!var->addr && var->handler)
			var->addr = address_by_sysctl(var);
		if (!can_be_read(var))
			var->addr = NULL;
		if (!var->addr && !var->hint)
			pr_info("cannot find %s (is CONFIG_KALLSYMS_ALL on?): reasons will lack it\n",
				var->symbol);
	}
}

/**
 * pa_kvar_read() - read the current value of a variable
 * @var:   which
 * @value: receives it
 *
 * Context: any. Return: false when it was not found.
 */
bool __kprobes pa_kvar_read(enum pa_kvar var, s32 *value)
{
	const struct variable *v = &variables[var];

	*value = 0;
	if (!v->addr)
		return false;
	*value = v->size ? READ_ONCE(*(const bool *)v->addr) : READ_ONCE(*(const s32 *)v->addr);
	return true;
}

/**
 * pa_kvar_livepatched() - return true if there is a livepatch: then the code that runs may not be
 * that of the function
 *
 * Context: any.
 */
bool __kprobes pa_kvar_livepatched(void)
{
	return patches && READ_ONCE(patches->next) != patches;
}
