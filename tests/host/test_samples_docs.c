// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of docs/samples.md are generated from userspace/samples/fields.c and the words below.
 *
 *   test_samples_docs           is the committed page up to date?
 *   test_samples_docs --print   write the page
 */
#include <stdio.h>
#include <stdlib.h>

#include "page.h"
#include "samples/samples.h"
#include "tap.h"

#define PAGE	"../../docs/samples.md"

static const char begin[] = "<!-- Made from userspace/samples/fields.c by `make docs`. -->\n";
static const char end[] = "<!-- End of what `make docs` makes. -->\n";

/* The function or variable of the kernel that a field of a sample is from. */
static const struct {
	const char *flag;
	const char *kernel;
} from[] = {
	{ "IDENTIFIER", "primary_event_id()" },
	{ "IP", "perf_instruction_pointer()" },
	{ "TID", "perf_event_pid(), perf_event_tid()" },
	{ "TIME", "perf_event_clock()" },
	{ "ADDR", "data->addr" },
	{ "ID", "primary_event_id()" },
	{ "STREAM_ID", "event->id" },
	{ "CPU", "raw_smp_processor_id()" },
	{ "PERIOD", "hwc->last_period" },
	{ "READ", "perf_output_read()" },
	{ "CALLCHAIN", "perf_callchain()" },
	{ "RAW", "perf_sample_save_raw_data()" },
	{ "BRANCH_STACK", "perf_sample_save_brstack()" },
	{ "REGS_USER", "perf_sample_regs_user()" },
	{ "STACK_USER", "perf_output_sample_ustack()" },
	{ "WEIGHT", "data->weight" },
	{ "WEIGHT_STRUCT", "data->weight" },
	{ "DATA_SRC", "data->data_src" },
	{ "TRANSACTION", "data->txn" },
	{ "REGS_INTR", "perf_sample_regs_intr()" },
	{ "PHYS_ADDR", "perf_virt_to_phys()" },
	{ "CGROUP", "cgroup_id()" },
	{ "DATA_PAGE_SIZE", "perf_get_page_size()" },
	{ "CODE_PAGE_SIZE", "perf_get_page_size()" },
	{ "AUX", "perf_aux_sample_output()" },
};

/**
 * struct record_doc - a type of records
 * @meaning: when the kernel writes one
 * @needs:   what in the attr asks for it; "" if nothing
 * @since:   the first Linux that has it
 */
struct record_doc {
	const char *meaning, *needs, *since;
};

static const struct record_doc records[PA_RECORD_TYPES] = {
	[1] = { "a mapping was made", "mmap=1; mmap_data=1 for data", "2.6.31" },
	[2] = { "lost records found no room: the ring was full", "", "2.6.31" },
	[3] = { "a task has a new name", "comm=1", "2.6.31" },
	[4] = { "a task exited", "task=1", "2.6.31" },
	[5] = { "the event had too many samples, and is stopped until the next tick",
		"", "2.6.31" },
	[6] = { "a throttled event goes on", "", "2.6.31" },
	[7] = { "a task was created", "task=1", "2.6.31" },
	[8] = { "a task with an inherited event exited: its counts", "inherit_stat=1", "2.6.31" },
	[9] = { "a sample", "sample_period or sample_freq", "2.6.31" },
	[10] = { "a mapping was made; misc MMAP_BUILD_ID: a build id, not maj to ino_generation",
		"mmap2=1", "3.12" },
	[11] = { "data is in the AUX area", "an AUX area", "4.1" },
	[12] = { "an instruction trace began", "an AUX area", "4.1" },
	[13] = { "the hardware lost samples", "", "4.2" },
	[14] = { "the task was switched in; misc SWITCH_OUT: out", "context_switch=1", "4.3" },
	[15] = { "the cpu switched tasks", "context_switch=1, and pid=-1", "4.3" },
	[16] = { "a task has other namespaces", "namespaces=1", "4.12" },
	[17] = { "a kernel symbol came or went", "ksymbol=1", "5.1" },
	[18] = { "a BPF program was loaded or unloaded", "bpf_event=1", "5.1" },
	[19] = { "a cgroup was created", "cgroup=1", "5.7" },
	[20] = { "the kernel changed its code: old bytes, then new bytes", "text_poke=1", "5.9" },
	[21] = { "which event the hardware calls by this id", "aux_output=1", "5.16" },
	[22] = { "the user part of earlier callchains, which end with USER_DEFERRED and cookie",
		"defer_callchain=1, defer_output=1", "6.19" },
};

static const struct {
	const char *name, *meaning, *since;
} reads[] = {
	{ "nr", "how many events follow: the leader and its siblings", "2.6.31" },
	{ "time_enabled", "ns for which the event was enabled", "2.6.31" },
	{ "time_running", "ns for which it counted; less if events took turns", "2.6.31" },
	{ "value", "the count; scale it by time_enabled / time_running", "2.6.31" },
	{ "id", "id of the event, as PERF_EVENT_IOC_ID returns it", "2.6.31" },
	{ "lost", "samples that found no room in the ring", "6.0, stable kernels since 5.10.223" },
};

/* Rows of the tables that have no words here. */
static unsigned int missing;

static const char *kernel_of(const char *flag)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(from); i++)
		if (!strcmp(from[i].flag, flag))
			return from[i].kernel;
	missing++;
	return "";
}

/* A field of varying size has 8 bytes at least. */
static void put_field(FILE *out, const struct pa_sample_field *f)
{
	fprintf(out, "| `%s` %u | `%s` | %s%s | %s; %s%s%s | `%s` | %s |\n", f->flag, f->bit,
		f->decl ? f->decl : f->parts, f->size ? "8" : "8 or more, ",
		f->size ? "" : f->varies, f->meaning, f->unit, *f->needs ? "; needs " : "",
		f->needs, kernel_of(f->flag), f->since);
}

static void put_fields(FILE *out)
{
	u32 i;

	fputs("| bit of sample_type | members | bytes | value; unit; needs | from | since |\n"
	      "| --- | --- | --- | --- | --- | --- |\n", out);
	for (i = 0; i < PA_SAMPLE_FIELDS; i++)
		put_field(out, &pa_sample_fields[i]);
}

static void put_reads(FILE *out)
{
	u32 i, bit;

	fputs("| member | bit of read_format | meaning | since |\n"
	      "| --- | --- | --- | --- |\n", out);
	for (i = 0; i < PA_READ_MEMBERS; i++) {
		const struct pa_read_member *m = &pa_read_members[i];

		missing += strcmp(reads[i].name, m->name) != 0;
		for (bit = 0; m->format && !(m->format >> bit & 1); bit++)
			;
		fprintf(out, "| `%s`%s | %s%s%s | %s | %s |\n", m->name,
			m->each ? ", of each event" : "", m->format ? "`" : "",
			m->format ? pa_name_of(&pa_format_bits, bit)->text : "always there",
			m->format ? "`" : "", reads[i].meaning, reads[i].since);
	}
}

static void put_records(FILE *out)
{
	u32 i;

	fputs("| type | members between header and sample_id | when; asked for by | since |\n"
	      "| --- | --- | --- | --- |\n", out);
	for (i = 1; i < PA_RECORD_TYPES; i++) {
		const struct record_doc *r = &records[i];

		if (!r->meaning) {
			missing++;
			continue;
		}
		fprintf(out, "| %u `%s` | %s%s%s | %s%s%s%s | %s |\n", i, pa_record_types[i].name,
			*pa_record_types[i].decl ? "`" : "", pa_record_types[i].decl,
			*pa_record_types[i].decl ? "`" : "", r->meaning, *r->needs ? "; `" : "",
			r->needs, *r->needs ? "`" : "", r->since);
	}
}

int main(int argc, char **argv)
{
	static void (*const put[])(FILE *out) = { put_fields, put_reads, put_records };
	static char have[1 << 16];
	char *want;

	page_read(have, sizeof(have), PAGE);
	want = page_fill(have, begin, end, put, ARRAY_SIZE(put));
	if (!want) {
		fputs("docs/samples.md has not the marks around its three tables\n", stderr);
		return 1;
	}
	if (page_print(argc, argv, want)) {
		free(want);
		return 0;
	}
	is_num(missing, 0, "each row of the tables has its words");
	ok(!strcmp(have, want), "docs/samples.md has the tables that \"make docs\" writes");
	free(want);
	return tap_end();
}
