// SPDX-License-Identifier: GPL-2.0
/*
 * docs/call.md is generated: its checks from the table of rules, its sentences from this file.
 *
 *   test_why_call_docs           is the committed page up to date?
 *   test_why_call_docs --print   write the page
 */
#include <stdio.h>
#include <stdlib.h>

#include "page.h"
#include "tap.h"
#include "rules/rule.h"

#define PAGE	"../../docs/call.md"

static const char intro[] =
	"<!-- Made from the tables of rules in userspace/rules by `make docs`. -->\n\n"
	"# The way of a call\n\n"
	"perf_event_open(2) from its entry to its descriptor: the functions of the kernel in\n"
	"the order in which they run, the checks of each in their order, and where the\n"
	"callbacks of `struct pmu` come in. All of it is in `kernel/events/core.c` where no\n"
	"other file is named. `make check-order` compares the order of the checks with the\n"
	"sources of Linux 5.10, 6.1, 6.12 and of a newer one; the functions are those of 6.1.\n\n"
	"A check is named as in [refusals.md](refusals.md), which has its sentence. **Passes\n"
	"with** is a privilege, or the value of `kernel.perf_event_paranoid` that does as\n"
	"well; **or pass** is the smallest change of the arguments, where *a name* stands for\n"
	"a value of the call or of the machine. A check that is younger than 5.10 has the\n"
	"release. `perfattr show N` prints under `path` how far a call came. A seccomp filter\n"
	"stands before all of this: what it refuses never arrives. Every function that\n"
	"allocates may return ENOMEM ([no-memory](refusals.md#no-memory)).\n";

static const char after[] =
	"\n"
	"## 13. After the call: the callbacks of struct pmu\n\n"
	"The descriptor exists, and the event is in a context, which is the list of events of\n"
	"a task or of a cpu. `event_init()` has run once. The other callbacks of the PMU's\n"
	"driver run later:\n\n"
	"| callback | when | called by |\n"
	"| --- | --- | --- |\n"
	"| `event_init()` | while it is opened, of each PMU that is asked | "
	"`perf_try_init_event()` |\n"
	"| `aux_output_match()` | while it is opened with `aux_output`, of the leader's PMU | "
	"`perf_get_aux_event()` |\n"
	"| `add()`, `del()` | the event takes or leaves its counter: the task is switched in "
	"or out, the event is enabled or disabled, events take turns because there are fewer "
	"counters | `event_sched_in()`, `event_sched_out()` |\n"
	"| `start_txn()`, `commit_txn()`, `cancel_txn()` | around the `add()` of a group: all "
	"of it fits, or nothing is added | `group_sched_in()` |\n"
	"| `start()`, `stop()` | the counter runs or stands: within `add()` and `del()`, when "
	"a new period is set, when a throttled event goes on | "
	"`perf_adjust_freq_unthr_context()`, `__perf_event_period()` |\n"
	"| `read()` | the count is updated on the cpu where the event is: read(2) | "
	"`__perf_event_read()` |\n"
	"| `event_mapped()`, `event_unmapped()` | the ring buffer is mapped or unmapped (x86: "
	"allows rdpmc) | `perf_mmap()`, `perf_mmap_close()` |\n"
	"| `event_idx()` | the number of the counter, for the page that a program has mapped | "
	"`perf_event_update_userpage()` |\n"
	"| `setup_aux()`, `free_aux()` | the AUX area is mapped, or is gone | `rb_alloc_aux()` "
	"in `ring_buffer.c` |\n"
	"| `snapshot_aux()` | a sample takes a part of the AUX area along | "
	"`perf_pmu_snapshot_aux()` |\n"
	"| `addr_filters_validate()`, `addr_filters_sync()` | an address filter is set by "
	"ioctl SET_FILTER, and reaches the hardware | `perf_event_set_addr_filter()`, "
	"`perf_event_addr_filters_sync()` |\n"
	"| `check_period()` | ioctl PERIOD | `perf_event_check_period()` |\n"
	"| `sched_task()` | tasks are switched, if the PMU keeps state of a task, such as "
	"branch records | `perf_pmu_sched_task()` |\n"
	"| `pmu_disable()`, `pmu_enable()` | around changes of several counters at once | "
	"`perf_pmu_disable()`, `perf_pmu_enable()` |\n\n"
	"## 14. A counter overflows: from the interrupt to the sample\n\n"
	"1. The hardware interrupts when a counter that samples has gone on by its period. On\n"
	"   x86 that is an NMI: `perf_event_nmi_handler()` calls `x86_pmu.handle_irq()`, such\n"
	"   as `intel_pmu_handle_irq()`, which looks which counters have overflowed and calls\n"
	"   `perf_event_overflow()` for each. With PEBS the processor has written samples\n"
	"   into a buffer itself, with the exact instruction, and the handler only takes them\n"
	"   from there. A clock has a timer, `perf_swevent_hrtimer()`; a tracepoint calls\n"
	"   `perf_tp_event()`, and other software events `perf_swevent_event()`, in the task\n"
	"   that causes them.\n"
	"2. `__perf_event_overflow()` counts interrupts: beyond\n"
	"   `kernel.perf_event_max_sample_rate` the event is throttled until the next tick,\n"
	"   and the ring gets PERF_RECORD_THROTTLE. It counts down the limit of ioctl\n"
	"   REFRESH, prepares the SIGTRAP of `sigtrap`, and calls `event->overflow_handler`.\n"
	"3. That pointer was set while the event was opened, in\n"
	"   [`perf_event_alloc()`](#4-perf_event_alloc-before-a-pmu-is-asked): to\n"
	"   `perf_event_output_forward()`, or with `write_backward` to\n"
	"   `perf_event_output_backward()`. A BPF program of ioctl SET_BPF runs before it,\n"
	"   and may drop the sample.\n"
	"4. `__perf_event_output()` writes the sample: `perf_prepare_sample()` computes its\n"
	"   size by the bits of `sample_type`, `perf_output_begin()` takes room in the ring\n"
	"   buffer, or counts the sample as lost if there is none, `perf_output_sample()`\n"
	"   writes the fields, and `perf_output_end()` moves `data_head`.\n"
	"5. If enough was written (`wakeup_events`, `wakeup_watermark`), an irq_work wakes\n"
	"   who polls: `perf_event_wakeup()`. A handler in an NMI cannot.\n\n"
	"Is a count exact, or by interrupts? A counter that only counts is as exact as its\n"
	"hardware: nothing interrupts, and its value is read. With more events than counters they take turns,\n"
	"and the value is scaled by the time that it ran. A sample comes by interrupt, and\n"
	"its instruction pointer is where the interrupt hit, some instructions behind the one\n"
	"that overflowed, unless `precise_ip` asks for PEBS (Intel) or IBS (AMD), or the PMU\n"
	"is Arm's SPE: there the hardware notes the instruction itself. A software event or tracepoint with\n"
	"`sample_period` 1 interrupts nothing: the kernel writes a sample each time that it\n"
	"comes by.\n";

struct section {
	enum pa_site site;
	const struct pa_rule *table;	/* PA_SITE_INIT: the rules of this one; else NULL */
	const char *title;
	const char *text;
};

static const struct section sections[] = {
	{ PA_SITE_ENTRY, NULL, "1. perf_event_open(): the entry",
	  "`SYSCALL_DEFINE5(perf_event_open, attr, pid, cpu, group_fd, flags)`. 32-bit programs\n"
	  "enter the same function: all fields of the attr have the same width and place for\n"
	  "them." },
	{ PA_SITE_COPY, NULL, "2. perf_copy_attr(): the attr is read",
	  "Reads `size` (0 stands for 64), then so many bytes: a shorter attr is filled up with\n"
	  "zeros, a longer one accepted if all that this kernel does not know is zero. If not,\n"
	  "E2BIG, and the kernel writes the size that it knows into the caller's attr." },
	{ PA_SITE_OPEN, NULL, "3. perf_event_open(): privileges, rates, the group and the task",
	  "Takes a number for the descriptor (`get_unused_fd_flags()`), looks up the leader\n"
	  "behind `group_fd` and the task of `pid`." },
	{ PA_SITE_ALLOC, NULL, "4. perf_event_alloc(), before a PMU is asked",
	  "Allocates `struct perf_event`, copies the attr into it, and chooses\n"
	  "`event->overflow_handler`, the function that writes samples." },
	{ PA_SITE_CHOOSE, NULL, "5. perf_init_event(): which PMU?",
	  "PMUs have registered with `perf_pmu_register(pmu, name, type)`; a type of -1 gets\n"
	  "the next free number, which sysfs shows. If there is a PMU with the `type` of the\n"
	  "attr, it is asked (PERF_TYPE_HARDWARE and PERF_TYPE_HW_CACHE mean that of the\n"
	  "processor, PERF_TYPE_RAW, or since 5.13 the PMU whose type is in the upper half of\n"
	  "`config`). Otherwise all PMUs are asked in turn, until one does not say ENOENT. So\n"
	  "ENOENT means: no PMU has taken the event. These checks are the ways to get there." },
	{ PA_SITE_INIT, pa_rules_try_init, "6. perf_try_init_event(): one PMU is asked",
	  "Takes a reference to the module of the driver and calls `pmu->event_init(event)`,\n"
	  "the first callback of `struct pmu`. What it returns decides: 0 the event is mine,\n"
	  "ENOENT it is not, anything else ends the call." },
	{ PA_SITE_INIT, pa_rules_trace, "6.1. event_init() of tracepoints",
	  "`perf_tp_event_init()` calls `perf_trace_init()`\n"
	  "(`kernel/trace/trace_event_perf.c`), which looks for the trace event whose id is\n"
	  "`config`; `perf_trace_event_init()` checks the privilege, and\n"
	  "`perf_trace_event_reg()` calls `tp_event->class->reg()`, which is\n"
	  "`trace_event_reg()` for an event that TRACE_EVENT() has defined: it puts the event's\n"
	  "`perf_trace_NAME()` on the tracepoint. `perf_trace_add()` and `perf_trace_del()` are\n"
	  "its `add()` and `del()`." },
	{ PA_SITE_INIT, pa_rules_kprobe, "6.2. event_init() of kprobes",
	  "`perf_kprobe_event_init()` makes a kprobe of `kprobe_func`, or `kprobe_addr`, and\n"
	  "registers it (`kernel/trace/trace_kprobe.c`)." },
	{ PA_SITE_INIT, pa_rules_uprobe, "6.3. event_init() of uprobes",
	  "`perf_uprobe_event_init()` makes a uprobe at `probe_offset` of the file\n"
	  "`uprobe_path` (`kernel/trace/trace_uprobe.c`)." },
	{ PA_SITE_INIT, pa_rules_breakpoint, "6.4. event_init() of breakpoints",
	  "`hw_breakpoint_event_init()` reserves a debug register, and has the architecture\n"
	  "check address and length (`kernel/events/hw_breakpoint.c`)." },
	{ PA_SITE_INIT, pa_rules_cpu, "6.5. event_init() of the processor's counters",
	  "x86: `x86_pmu_event_init()`, which calls `x86_pmu.hw_config()`, such as\n"
	  "`intel_pmu_hw_config()`, and then `validate_event()` or `validate_group()`: can the\n"
	  "counters take it, together with its group? arm64: `armpmu_event_init()`." },
	{ PA_SITE_INIT, pa_rules_power, "6.6. event_init() of the processor's counters, on POWER",
	  "`power_pmu_event_init()`." },
	{ PA_SITE_INIT, pa_rules_driver, "6.7. event_init() of other drivers",
	  "Uncore, RAPL, IBS, SPE and the like. [pmus.md](pmus.md) has a row for each driver\n"
	  "that we have read: what it refuses, and with which errno." },
	{ PA_SITE_INIT, pa_rules_pmu, "6.8. perf_try_init_event(), after event_init()",
	  "Compares the event with `pmu->capabilities`. The last rows are what is said of a PMU\n"
	  "of which no more is known." },
	{ PA_SITE_ALLOCATED, NULL, "7. perf_event_alloc(), after a PMU has taken the event",
	  "Connects the event with its cgroup, with an exclusive PMU, and with the buffers of\n"
	  "callchains." },
	{ PA_SITE_EVENT, NULL, "8. perf_event_open(): the event exists",
	  "Can it sample, by which clock, and may the caller watch this task?" },
	{ PA_SITE_CONTEXT, NULL, "9. find_get_context(): of which task, or of which cpu",
	  "Finds or makes the context, the list of events of a task or of a cpu." },
	{ PA_SITE_GROUP, NULL, "10. perf_event_open(): the group",
	  "An event and its leader must agree. A software group that gets a hardware event\n"
	  "moves to the hardware's context." },
	{ PA_SITE_OUTPUT, NULL, "11. perf_event_set_output(): the ring of another event",
	  "Only with PERF_FLAG_FD_OUTPUT here; the same function serves ioctl SET_OUTPUT." },
	{ PA_SITE_INSTALL, NULL, "12. perf_event_open(): the end",
	  "Makes the file (`anon_inode_getfile()`), puts the event into its context on the\n"
	  "right cpu (`perf_install_in_context()`), where it starts at once unless `disabled`\n"
	  "is set, and gives the number to the process (`fd_install()`)." },
};

/* The first site at which the kernel may have this check. */
static enum pa_site first_site(const struct pa_rule *rule)
{
	enum pa_site site = 0;

	while (!(rule->sites >> site & 1))
		site++;
	return site;
}

static bool is_in(const struct pa_rule *rule, const struct section *section)
{
	const struct pa_rule *one = section->table;

	if (rule->sites == PA_AT_ALL || first_site(rule) != section->site)
		return false;
	while (one && one->id && one != rule)
		one++;
	return !one || one == rule;
}

/* A fix: "field=value", "field&~bits", "field|bits"; {name} is a variable; " / " another fix. */
static void put_fix(FILE *out, const char *fix)
{
	for (; fix && *fix; fix++) {
		if (!strncmp(fix, " / ", 3)) {
			fputs("; or ", out);
			fix += 2;
		} else if (*fix == ' ') {
			fputs(", ", out);
		} else if (*fix == '|') {
			fputs(" \\| ", out);
		} else if (*fix == '=' || *fix == '&') {
			fprintf(out, " %c ", *fix);
		} else if (*fix == '{' || *fix == '}') {
			fputc('*', out);
		} else {
			fputc(*fix, out);
		}
	}
}

static void put_need(FILE *out, const struct pa_need *need)
{
	static const char * const caps[] = { "", "CAP_PERFMON", "CAP_SYS_ADMIN", "CAP_IPC_LOCK" };

	fputs(caps[need->cap], out);
	if (need->leveled && need->level != PA_LEVEL_ANY)
		fprintf(out, ", or <= %d", need->level);
	else if (need->leveled)
		fputs(", or a lower value", out);
	if (need->ptrace)
		fputs(", or ptrace access to the task", out);
}

static void put_rule(FILE *out, const struct pa_rule *rule)
{
	fprintf(out, "| [%s](refusals.md#%s) | `%s` | %s%s%s | ", rule->id, rule->id, rule->in,
		rule->err ? pa_errno_name(rule->err)->text : "any",
		rule->or_err ? ", " : "", rule->or_err ? pa_errno_name(rule->or_err)->text : "");
	put_need(out, &rule->need);
	fputs(" | ", out);
	put_fix(out, rule->fix);
	fprintf(out, " | %s |\n", rule->since ? rule->since : "");
}

/* Returns the number of checks in it. */
static unsigned int put_section(FILE *out, const struct section *section)
{
	const struct pa_rule *rule;
	unsigned int i, n = 0;

	fprintf(out, "\n## %s\n\n%s\n", section->title, section->text);
	for (i = 0; (rule = pa_rule_number(pa_open_tables, i)); i++) {
		if (!is_in(rule, section))
			continue;
		if (!n++)
			fputs("\n| check | in | errno | passes with | or pass | since |\n"
			      "| --- | --- | --- | --- | --- | --- |\n", out);
		put_rule(out, rule);
	}
	return n;
}

/* All checks but that for memory, which is everywhere, are on the page once. */
static char *page(unsigned int *shown, unsigned int *all)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	unsigned int i;

	fputs(intro, out);
	for (*shown = 0, i = 0; i < sizeof(sections) / sizeof(sections[0]); i++)
		*shown += put_section(out, &sections[i]);
	for (*all = 0; pa_rule_number(pa_open_tables, *all);)
		++*all;
	fputs(after, out);
	fclose(out);
	return text;
}

int main(int argc, char **argv)
{
	static char have[1 << 17];
	unsigned int shown, all;
	char *want = page(&shown, &all);

	if (page_print(argc, argv, want)) {
		free(want);
		return 0;
	}
	page_read(have, sizeof(have), PAGE);
	ok(!strcmp(have, want), "docs/call.md is what \"make docs\" writes");
	ok(shown == all - 1, "each check is on it once");
	free(want);
	return tap_end();
}
