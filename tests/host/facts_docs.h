/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What each fact means, its unit, and where the kernel has it, for docs/record.schema.json. A fact
 * without a row here fails the tests.
 */
#ifndef PERFATTR_TEST_FACTS_DOCS_H
#define PERFATTR_TEST_FACTS_DOCS_H

#include "core/facts.h"
#include "shim.h"

/**
 * struct fact_doc - a fact in words
 * @key:  its key
 * @what: what it is, in its unit; then, where both depend on it, what null means
 * @from: the kernel's name of it
 */
struct fact_doc {
	const char *key;
	const char *what;
	const char *from;
};

/**
 * struct facts_doc - an object of facts
 * @name:  the definition in the schema
 * @what:  what it is about
 * @list:  its members in the table of facts
 * @doc:   a row for each of them, in the same order
 * @n:     rows
 * @first: members that stand before those of the table, for the schema; "" if there are none
 * @needs: of these, for the list of required ones
 * @more:  members that stand after them
 * @need:  the one of these that is always there
 */
struct facts_doc {
	const char *name;
	const char *what;
	const struct pa_fact_list *list;
	const struct fact_doc *doc;
	unsigned int n;
	const char *first;
	const char *needs;
	const char *more;
	const char *need;
};

static const struct fact_doc kernel_docs[] = {
	{ "arch", "ABI of this kernel's own programs", "`uname -m`" },
	{ "attr_size", "bytes of its struct perf_event_attr", "sizeof(struct perf_event_attr)" },
	{ "known_flags", "mask: bits of the word of flags that have a name",
	  "struct perf_event_attr" },
	{ "known_sample", "mask: bits of sample_type", "PERF_SAMPLE_MAX - 1" },
	{ "known_format", "mask: bits of read_format", "PERF_FORMAT_MAX - 1" },
	{ "known_branch", "mask: bits of branch_sample_type", "PERF_SAMPLE_BRANCH_MAX - 1" },
	{ "known_aux", "mask: bits of aux_action that have a name", "struct perf_event_attr" },
	{ "hw_max", "number of hardware events", "PERF_COUNT_HW_MAX" },
	{ "sw_max", "number of software events", "PERF_COUNT_SW_MAX" },
	{ "page_size", "bytes", "PAGE_SIZE" },
	{ "ksym_len", "bytes of the longest symbol and its NUL", "KSYM_NAME_LEN" },
	{ "has", "checks that not every kernel has",
	  "perf_paranoid_any(), struct perf_event_pmu_context, "
	  "perf_allow_kernel() for callchains, CONFIG_CGROUP_PERF" },
	{ "paranoid_max", "the highest perf_event_paranoid at which users may open events at all; "
	  "null: not known", "perf_paranoid_any()" },
	{ "tp_counting", "id of the only trace event that cannot be sampled, 0: there is none; "
	  "null: not known", "TRACE_EVENT_PERF_PERM()" },
	{ "task_size",
	  "the first address that programs do not have; (kernel) where that is one of the "
	  "kernel's", "TASK_SIZE_MAX" },
	{ "regs_extended", "ranges of bits of registers that need a PMU with extended_regs",
	  "PERF_REG_EXTENDED_MASK" },
};

static const struct fact_doc open_docs[] = {
	{ "cap_effective", "mask: capabilities in force, by their numbers in linux/capability.h",
	  "cred->cap_effective" },
	{ "init_userns", "the caller is in the initial user namespace, where capabilities count",
	  "cred->user_ns" },
	{ "own_pidns", "the caller is not in the initial pid namespace", "task_active_pid_ns()" },
	{ "perf_event_paranoid", "level", "sysctl_perf_event_paranoid" },
	{ "perf_event_max_sample_rate", "samples a second", "sysctl_perf_event_sample_rate" },
	{ "perf_event_max_stack", "frames", "sysctl_perf_event_max_stack" },
	{ "lockdown", "what of the kernel is locked down", "security_locked_down()" },
	{ "lsm", "security modules that may have refused the call", "hook perf_event_open" },
	{ "this_cpu", "the cpu on which the call returned", "smp_processor_id()" },
	{ "nr_cpu_ids", "the highest number of a cpu, and 1", "nr_cpu_ids" },
	{ "cpu_online", "the cpu of the call is online; false for -1", "cpu_online()" },
	{ "nofile", "descriptors that the caller may have", "RLIMIT_NOFILE" },
	{ "fd_free", "one of them is free", "files_struct" },
	{ "target_exists", "there is a task with the pid of the call", "find_task_by_vpid()" },
	{ "target_same_creds", "its uids and gids are the caller's", "__task_cred()" },
	{ "cgroup_file", "what the descriptor of a cgroup is", "cgroup_get_from_fd()" },
	{ "group_file", "what group_fd is", "perf_fget_light()" },
	{ "leader_fd", "group_fd is a member of a group: the caller's descriptor of its leader",
	  "event->group_leader" },
};

static const struct fact_doc leader_docs[] = {
	{ "type", "PERF_TYPE_*, or that of a PMU", "event->attr.type" },
	{ "config", "its event", "event->attr.config" },
	{ "pmu", "id of its PMU", "event->pmu" },
	{ "task_ctx_nr", "-1 none, 0 hardware, 1 software", "pmu->task_ctx_nr" },
	{ "cpu", "-1: any", "event->cpu" },
	{ "state", "-5 dead, -4 revoked, -3 exited, -2 error, -1 off, 0 inactive, 1 active",
	  "event->state" },
	{ "siblings", "other members of its group", "event->nr_siblings" },
	{ "inherit", "children inherit it", "event->attr.inherit" },
	{ "is_leader", "it leads its group", "event->group_leader" },
	{ "moved", "its group has or had an event that is not of software",
	  "event->group_caps" },
	{ "ctx_same", "it is for the task of the call", "event->ctx->task" },
	{ "ctx_own", "it is for the caller", "event->ctx->task" },
	{ "ctx_cpu", "it is for a cpu, and no task", "event->ctx->task" },
	{ "write_backward", "its buffer is written backward", "event->attr.write_backward" },
	{ "has_rb", "it has a buffer", "event->rb" },
	{ "use_clockid", "it has a clock of its own", "event->attr.use_clockid" },
	{ "clockid", "CLOCK_*, where it has", "event->attr.clockid" },
};

static const struct fact_doc op_docs[] = {
	{ "cap_effective", "mask: capabilities in force, by their numbers in linux/capability.h",
	  "cred->cap_effective" },
	{ "init_userns", "the caller is in the initial user namespace", "cred->user_ns" },
	{ "perf_event_paranoid", "level", "sysctl_perf_event_paranoid" },
	{ "perf_event_max_sample_rate", "samples a second", "sysctl_perf_event_sample_rate" },
	{ "selinux", "SELinux may have refused the call",
	  "hook perf_event_read, perf_event_write" },
	{ "bpf_lsm", "a program of BPF LSM may have", "the same" },
	{ "cpu", "-1: any", "event->cpu" },
	{ "state", "as that of a leader", "event->state" },
	{ "attr_flags", "mask: the word of flags of its attr", "event->attr" },
	{ "siblings", "other members of its group; 65535: as many or more", "event->nr_siblings" },
	{ "read_size", "bytes that a read needs", "event->read_size" },
	{ "sampling", "it samples", "event->attr.sample_period" },
	{ "buffer", "it has a buffer, its own or that of another event", "event->rb" },
	{ "mapped", "it was mapped itself", "event->mmap_count" },
	{ "tracing", "it is a tracepoint, kprobe or uprobe", "event->tp_event" },
	{ "aux", "its PMU has an AUX area", "pmu->setup_aux" },
	{ "addr_filters", "its PMU has filters of addresses", "pmu->nr_addr_filters" },
	{ "prog", "a BPF program is attached to it", "event->prog" },
	{ "filter", "it has a filter", "event->filter" },
	{ "task", "it is for a task", "event->attach_state" },
	{ "children", "children that inherit it live", "event->child_list" },
};

static const struct fact_doc map_docs[] = {
	{ "memlock", "bytes that the caller may lock", "RLIMIT_MEMLOCK" },
	{ "pinned", "pages of the process that count against it", "mm->pinned_vm" },
	{ "charged", "pages of the user that count against perf_event_mlock_kb",
	  "user->locked_vm" },
	{ "perf_event_mlock_kb", "KiB for each cpu", "sysctl_perf_event_mlock" },
	{ "cpus", "cpus that are online", "num_online_cpus()" },
	{ "data_len", "bytes of its data area; 0: none, or not known", "its mmap" },
	{ "aux_len", "bytes of its AUX area; 0: none, or not known", "its mmap" },
	{ "aux_at", "byte offset of that in the file", "its mmap" },
	{ "aux_offset", "byte offset that the process has announced", "perf_event_mmap_page" },
	{ "aux_size", "bytes that the process has announced", "perf_event_mmap_page" },
};

static const struct fact_doc output_docs[] = {
	{ "file", "what the descriptor is", "perf_fget_light()" },
	{ "cpu", "that of the other event; -1: any", "event->cpu" },
	{ "itself", "the other event is this one", "perf_event_set_output()" },
	{ "task", "both are for the same task", "event->hw.target" },
	{ "clock", "both have the same clock", "event->clock" },
	{ "backward", "both have the same write_backward", "event->attr.write_backward" },
	{ "aux", "1: both have an AUX area, of different PMUs; 0: not so; 2: not known",
	  "pmu->setup_aux" },
	{ "buffer", "the other event has a buffer", "event->rb" },
	{ "revoked", "its PMU was unregistered", "event->state" },
};

static const struct fact_doc trace_docs[] = {
	{ "kind", "what its trace event is", "event->tp_event->flags" },
	{ "name", "of the trace event, as system:name", "trace_event_name()" },
	{ "file", "SET_BPF: what the descriptor is", "bpf_prog_get()" },
	{ "prog_type", "SET_BPF: BPF_PROG_TYPE_*, as a number", "prog->type" },
	{ "max_ctx", "SET_BPF: bytes of the context that the program reads",
	  "prog->aux->max_ctx_offset" },
	{ "prog", "SET_BPF: what the program does; multi: it was loaded for kprobe.multi or "
	  "uprobe.multi; shared: by a link, and other tasks have the same descriptors and may have "
	  "changed them during the call",
	  "prog->sleepable, kprobe_override, call_get_stack, expected_attach_type; "
	  "current->files->count" },
	{ "looked", "SET_FILTER: names of fields that were looked up; 255: as many or more",
	  "trace_find_event_field()" },
	{ "hash", "SET_FILTER: 16 bits of a hash of the last of these names",
	  "trace_find_event_field()" },
	{ "missing", "SET_FILTER: the trace event has no field of that name",
	  "trace_find_event_field()" },
};

static const struct fact_doc change_docs[] = {
	{ "differs",
	  "offset in the attr of the first byte that may not differ and does; 65535: none",
	  "modify_user_hw_breakpoint_check()" },
};

static const struct fact_doc health_docs[] = {
	{ "attr_flags", "mask: the word of flags of its attr", "event->attr" },
	{ "cpu", "-1: any", "event->cpu" },
	{ "siblings", "other members of its group; 65535: as many or more", "event->nr_siblings" },
};

#define REF(name)		"{\"$ref\": \"#/definitions/" name "\"}"
#define REF_OR_NULL(name)	"{\"anyOf\": [" REF(name) ", {\"type\": \"null\"}]}"
#define MORE(key, value)	",\n        \"" key "\": " value
#define FIRST(key, value)	"        \"" key "\": " value ",\n"
#define FIRST_NONE		.first = "", .needs = ""
#define MORE_NONE		.more = "", .need = ""
#define DOCS(docs)		.doc = docs, .n = ARRAY_SIZE(docs)

/* That of health has more members than facts: its definition is written by hand around these. */
static const struct facts_doc facts_docs[] = {
	{ .name = "kernel_facts", .what = "Limits and features of the kernel.",
	  .list = &pa_facts_of_kernel, DOCS(kernel_docs), MORE_NONE,
	  .first = FIRST("load", REF("load")) FIRST("source", "{\"enum\": [\"module\", \"bpf\"]}")
		   FIRST("module", REF("string_or_null")) FIRST("release", REF("string_or_null"))
		   FIRST("followed", REF("functions")),
	  .needs = "        \"load\", \"source\", \"module\", \"release\", \"followed\",\n" },
	{ .name = "open_facts", .what = "Of the caller of a refused open.",
	  .list = &pa_facts_of_open, DOCS(open_docs),
	  .more = MORE("leader", REF_OR_NULL("leader_facts")), .need = "leader", FIRST_NONE },
	{ .name = "leader_facts",
	  .what = "Of the event that group_fd named when the call returned; null: it is none.",
	  .list = &pa_facts_of_leader, DOCS(leader_docs), FIRST_NONE, MORE_NONE },
	{ .name = "op_facts",
	  .what = "Of the caller and event of an op that failed or did nothing.",
	  .list = &pa_facts_of_op, DOCS(op_docs),
	  .more = MORE("map", REF("map_facts")) MORE("output", REF("output_facts"))
		  MORE("trace", REF("trace_facts")) MORE("change", REF("change_facts")),
	  .need = "", FIRST_NONE },
	{ .name = "map_facts", .what = "Of an mmap, and of PAUSE_OUTPUT.",
	  .list = &pa_facts_of_map, DOCS(map_docs), FIRST_NONE, MORE_NONE },
	{ .name = "output_facts",
	  .what = "Of SET_OUTPUT: the event that its descriptor names.",
	  .list = &pa_facts_of_output, DOCS(output_docs), FIRST_NONE, MORE_NONE },
	{ .name = "trace_facts",
	  .what = "Of SET_BPF and SET_FILTER: the trace event, and the program.",
	  .list = &pa_facts_of_trace, DOCS(trace_docs), FIRST_NONE, MORE_NONE },
	{ .name = "change_facts", .what = "Of MODIFY_ATTRIBUTES.",
	  .list = &pa_facts_of_change, DOCS(change_docs), FIRST_NONE, MORE_NONE },
	{ .name = "health_facts",
	  .what = "Of the event, beside how it has fared.",
	  .list = &pa_facts_of_health, DOCS(health_docs), FIRST_NONE, MORE_NONE },
};

/* The key of a fact in the table, which has it as ,"KEY": there. */
static inline bool fact_has_key(const struct pa_fact *f, const char *key)
{
	return f->key_len == strlen(key) + 4 && !strncmp(f->key + 2, key, strlen(key));
}

#endif /* PERFATTR_TEST_FACTS_DOCS_H */
