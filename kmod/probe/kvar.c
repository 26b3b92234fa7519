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

/**
 * struct variable - one variable
 * @symbol:  its name in the kernel
 * @handler: function that its sysctl's ctl_table is passed to, NULL when it has no sysctl
 * @file:    that sysctl
 * @addr:    where it is, NULL when that cannot be known
 */
struct variable {
	const char *symbol;
	const char *handler;
	const char *file;
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
};

/*
 * A data symbol cannot be probed, so this registration always fails with EINVAL; but before that
 * kprobes has resolved the name and left the address in kp.addr (register_kprobe(),
 * kernel/kprobes.c). ENOENT, and no address, without CONFIG_KALLSYMS_ALL.
 */
static const void *address_by_symbol(const char *name)
{
	struct kprobe kp = { .symbol_name = name, .flags = KPROBE_FLAG_DISABLED };
	int err = register_kprobe(&kp);

	if (!err) {
		unregister_kprobe(&kp);
		return NULL;
	}
	return err == -EINVAL ? kp.addr : NULL;
}

/**
 * struct sysctl_probe - sees the ctl_table of the sysctl that we read
 * @kp:     on its handler
 * @reader: us: others may read other sysctls meanwhile
 * @name:   the sysctl's name
 * @data:   the variable
 */
struct sysctl_probe {
	struct kprobe kp;
	const struct task_struct *reader;
	const char *name;
	const void *data;
};

static int sysctl_handler_entry(struct kprobe *kp, struct pt_regs *regs)
{
	struct sysctl_probe *probe = container_of(kp, struct sysctl_probe, kp);
	const struct ctl_table *table = (const void *)regs_get_kernel_argument(regs, 0);

	if (current == probe->reader && !strcmp(table->procname, probe->name) &&
	    table->maxlen == sizeof(s32))
		probe->data = table->data;
	return 0;
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
	struct sysctl_probe probe = {
		.kp = { .symbol_name = var->handler, .pre_handler = sysctl_handler_entry },
		.reader = current,
		.name = kbasename(var->file),
	};

	if (register_kprobe(&probe.kp))
		return NULL;
	sysctl_file_read(var->file);
	unregister_kprobe(&probe.kp);
	return probe.data;
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

		var->addr = address_by_symbol(var->symbol);
		if (!var->addr && var->handler)
			var->addr = address_by_sysctl(var);
		if (!var->addr)
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
	const void *addr = variables[var].addr;

	return addr && !copy_from_kernel_nofault(value, addr, sizeof(*value));
}
NOKPROBE_SYMBOL(pa_kvar_read);
