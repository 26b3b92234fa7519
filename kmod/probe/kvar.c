// SPDX-License-Identifier: GPL-2.0
/*
 * Variables of the kernel that it does not export: found once at load, read whenever a call is
 * refused, by copy_from_kernel_nofault() only.
 *
 * Two ways lead to an address. register_kprobe() resolves any symbol that kallsyms has; without
 * CONFIG_KALLSYMS_ALL it has functions only. Then a sysctl is asked: whoever reads a file in
 * /proc/sys has its handler called with the ctl_table that points to the variable, and the
 * handler is a function.
 */
#include "probe/kvar.h"

#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/sysctl.h>
#include <linux/uaccess.h>

#include "probe/probe.h"

/**
 * struct variable - one variable
 * @symbol:  its name in the kernel
 * @handler: function that its sysctl's ctl_table is passed to, NULL when it has no sysctl
 * @file:    that sysctl
 * @hint:    of use when probes do not fire, to no reason
 * @size:    bytes; 0 stands for 4
 * @addr:    where it is, NULL when that cannot be known
 */
struct variable {
	const char *symbol;
	const char *handler;
	const char *file;
	bool hint;
	u8 size;
	const void *addr;
};

/* kernel/sysctl.c up to 6.13, kernel/events/ later; the handlers are the same. */
static struct variable variables[PA_KVAR_MAX] = {
	[PA_KVAR_PARANOID] = {
		.symbol = "sysctl_perf_event_paranoid",
		.handler = "proc_dointvec",
		.file = "/proc/sys/kernel/perf_event_paranoid",
	},
	[PA_KVAR_MAX_RATE] = {
		.symbol = "sysctl_perf_event_sample_rate",
		/* What the sysctl's own handler, whose name has changed, hands its table on to. */
		.handler = "proc_dointvec_minmax",
		.file = "/proc/sys/kernel/perf_event_max_sample_rate",
	},
	[PA_KVAR_MAX_STACK] = {
		.symbol = "sysctl_perf_event_max_stack",
		.handler = "perf_event_max_stack_handler",
		.file = "/proc/sys/kernel/perf_event_max_stack",
	},
	[PA_KVAR_LOCKDOWN] = { .symbol = "kernel_locked_down" },
	[PA_KVAR_FTRACE_ON] = { .symbol = "ftrace_enabled", .hint = true },
	[PA_KVAR_FTRACE_DEAD] = { .symbol = "ftrace_disabled", .hint = true },
	[PA_KVAR_KPROBES_OFF] = { .symbol = "kprobes_all_disarmed", .hint = true,
				  .size = sizeof(bool) },
};

/**
 * pa_kvar_address() - where a symbol of the kernel is, a function or a variable
 * @name: the symbol
 *
 * A probe that is not armed touches no code, and is registered for its address alone. One on data
 * is always refused with EINVAL, but before that kprobes has resolved the name and left the address
 * in kp.addr (register_kprobe(), kernel/kprobes.c). Without CONFIG_KALLSYMS_ALL data has no name
 * there: ENOENT, and no address.
 *
 * It may be on the stack: it is not armed, and unregistering such a probe cannot fail.
 *
 * Context: process, may sleep. Return: the address to read from, never to call; NULL if not known.
 */
const void *pa_kvar_address(const char *name)
{
	struct kprobe kp = { .symbol_name = name, .flags = KPROBE_FLAG_DISABLED };
	int err = register_kprobe(&kp);

	if (!err)
		unregister_kprobe(&kp);
	return !err || err == -EINVAL ? kp.addr : NULL;
}

/*
 * What we wait for in a sysctl's handler, and what was found there. Others may read other sysctls
 * meanwhile, so the reader is compared.
 */
static struct {
	const struct task_struct *reader;
	const char *name;
	const void *data;
} sysctl_read;

static int sysctl_handler_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct ctl_table *table = (const void *)regs_get_kernel_argument(regs, 0);

	if (current == sysctl_read.reader && !strcmp(table->procname, sysctl_read.name) &&
	    table->maxlen == sizeof(s32))
		sysctl_read.data = table->data;
	return 1;
}
NOKPROBE_SYMBOL(sysctl_handler_entry);

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

/**
 * pa_kvar_init() - find the variables
 *
 * Context: process, may sleep; before any probe of ours is armed.
 */
void pa_kvar_init(void)
{
	unsigned int i;

	for (i = 0; i < PA_KVAR_MAX; i++) {
		struct variable *var = &variables[i];

		var->addr = pa_kvar_address(var->symbol);
		if (!var->addr && var->handler)
			var->addr = address_by_sysctl(var);
		if (!var->addr && !var->hint)
			pr_info("%s cannot be found: some reasons will be without it\n",
				var->symbol);
	}
}

/**
 * pa_kvar_read() - the value that a variable has now
 * @var:   which
 * @value: receives it
 *
 * Context: any. Return: false when it is not known.
 */
bool pa_kvar_read(enum pa_kvar var, s32 *value)
{
	const struct variable *v = &variables[var];

	*value = 0;
	return v->addr && !copy_from_kernel_nofault(value, v->addr, v->size ?: sizeof(*value));
}
NOKPROBE_SYMBOL(pa_kvar_read);
