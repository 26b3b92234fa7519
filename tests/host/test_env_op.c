// SPDX-License-Identifier: GPL-2.0
/* What the machine tells goes into the record of a call on a descriptor, if it can be read. */

#include "env_tree.h"
#include "call/pasted.h"
#include "core/facts.h"
#include "told.h"

/* A refused mmap() of an event, on this machine. */
static cJSON *facts_of(void)
{
	static const char text[] = "12 mmap(NULL, 36864, 0x3, 0x1, 7<anon_inode:[perf_event]>, 0)"
				   " = -1 EPERM (Operation not permitted)\n";
	const struct pasted_event unseen = { .open = NULL };
	struct paste_call op;
	static struct pa_call x;
	cJSON *line, *facts;

	must(paste_strace_op(&op, text, sizeof(text) - 1), "the line");
	pasted_op(&x, &op, 1, &unseen, &unseen, here, pasted_machine());
	line = call_written(&x, NULL);
	facts = cJSON_DetachItemFromObjectCaseSensitive(line, "facts");
	cJSON_Delete(line);
	return facts;
}

static bool is_null(cJSON *facts, const char *key)
{
	return cJSON_IsNull(json_get(facts, key));
}

/* Is it known whether SELinux is active, and is it? */
static void test_selinux(void)
{
	cJSON *facts = facts_of();
	bool active;

	ok(is_null(facts, "selinux") && !env_no_policy(here), "without sysfs it may be active");
	cJSON_Delete(facts);
	tree_folder("sys/fs/");
	facts = facts_of();
	ok(cJSON_IsFalse(json_get(facts, "selinux")), "it is not, without its folder");
	cJSON_Delete(facts);
	tree_file("sys/kernel/security/lsm", "lockdown,capability,yama,bpf\n");
	facts = facts_of();
	ok(is_null(facts, "bpf_lsm"), "programs of BPF may refuse a call");
	cJSON_Delete(facts);
	tree_file("sys/kernel/security/lsm", "lockdown,capability,bpfoo,yama");
	facts = facts_of();
	ok(cJSON_IsFalse(json_get(facts, "bpf_lsm")), "... or not");
	cJSON_Delete(facts);
	tree_folder("sys/fs/selinux/");
	facts = facts_of();
	ok(json_true(facts, "selinux"),
	   "with its folder it is active");
	cJSON_Delete(facts);
	here->sysfs.magic = ENV_SYSFS_MAGIC;
	ok(!env_here_selinux(here, &active), "what is no sysfs does not tell");
	here->sysfs.magic = 0;
}

/* The numbers of facts are places in the list by which records are written. */
static void test_numbers(void)
{
	static const char * const keys[PASTED_FACTS] = {
		[PASTED_CAPS] = "cap_effective", [PASTED_NS] = "init_userns",
		[PASTED_SELINUX] = "selinux", [PASTED_BPF_LSM] = "bpf_lsm", [PASTED_CPU] = "cpu",
		[PASTED_STATE] = "state", [PASTED_FLAGS] = "attr_flags",
		[PASTED_SIBLINGS] = "siblings", [PASTED_READ_SIZE] = "read_size",
		[PASTED_SAMPLING] = "sampling", [PASTED_BUFFER] = "buffer",
		[PASTED_MAPPED] = "mapped", [PASTED_TRACING] = "tracing", [PASTED_PROG] = "prog",
		[PASTED_FILTER] = "filter", [PASTED_TASK] = "task",
		[PASTED_CHILDREN] = "children",
	};
	unsigned int i, wrong = 0;

	ok(pa_facts_of_op.count == PASTED_FACTS, "each fact of an op has a number");
	for (i = 0; i < PASTED_FACTS && i < pa_facts_of_op.count; i++) {
		const struct pa_fact *f = &pa_facts_of_op.fact[i];
		bool taken = PASTED_ALL_FACTS >> i & 1;

		wrong += taken != !f->have || taken != !!keys[i];
		wrong += keys[i] && (strlen(keys[i]) + 4 != f->key_len ||
				     memcmp(keys[i], f->key + 2, strlen(keys[i])));
	}
	ok(!wrong, "... which is its place in the list, if rules take it as it is");
}

int main(void)
{
	cJSON *facts;

	test_numbers();
	tree_begin();
	facts = facts_of();
	ok(is_null(facts, "perf_event_paranoid") && is_null(facts, "perf_event_max_sample_rate"),
	   "settings that cannot be read are not known");
	cJSON_Delete(facts);
	tree_file("proc/sys/kernel/perf_event_paranoid", "3\n");
	facts = facts_of();
	ok(num(facts, "perf_event_paranoid") == 3,
	   "one that can is told");
	ok(is_null(facts, "perf_event_max_sample_rate"), "... the other one is not");
	cJSON_Delete(facts);
	test_selinux();
	tree_end();
	return tap_end();
}
