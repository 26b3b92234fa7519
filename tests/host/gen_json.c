// SPDX-License-Identifier: GPL-2.0
/*
 * Writes pairs of lines for check_json.py: a random record as the module renders it, and what
 * the compiler reads from the same bytes through the UAPI struct.
 */
#include <stdio.h>

#include "rec.h"

#define RECORDS	2000

#define PUT(field)	printf(",\"" #field "\":\"%lld\"", (long long)a->field)
#define PUT_U(field)	printf(",\"" #field "\":\"%llu\"", (unsigned long long)a->field)

static void put_flags(const struct perf_event_attr *a)
{
	PUT(disabled); PUT(inherit); PUT(pinned); PUT(exclusive); PUT(exclude_user);
	PUT(exclude_kernel); PUT(exclude_hv); PUT(exclude_idle); PUT(mmap); PUT(comm); PUT(freq);
	PUT(inherit_stat); PUT(enable_on_exec); PUT(task); PUT(watermark); PUT(precise_ip);
	PUT(mmap_data); PUT(sample_id_all); PUT(exclude_host); PUT(exclude_guest);
	PUT(exclude_callchain_kernel); PUT(exclude_callchain_user); PUT(mmap2); PUT(comm_exec);
	PUT(use_clockid); PUT(context_switch); PUT(write_backward); PUT(namespaces);
	PUT(ksymbol); PUT(bpf_event); PUT(aux_output); PUT(cgroup); PUT(text_poke);
	PUT(build_id); PUT(inherit_thread); PUT(remove_on_exec); PUT(sigtrap);
	PUT(defer_callchain); PUT(defer_output); PUT(__reserved_1);
}

/* All fields in the order of the struct, the members of unions in force. */
static void put_expected(const struct perf_event_attr *a)
{
	printf("\"type\":\"%u\"", a->type);
	PUT_U(size);
	PUT_U(config);
	if (a->freq)
		PUT_U(sample_freq);
	else
		PUT_U(sample_period);
	PUT_U(sample_type);
	PUT_U(read_format);
	put_flags(a);
	if (a->watermark)
		PUT_U(wakeup_watermark);
	else
		PUT_U(wakeup_events);
	PUT_U(bp_type);
	if (a->type == PERF_TYPE_BREAKPOINT) {
		PUT_U(bp_addr);
		PUT_U(bp_len);
	} else if (a->type == REC_UPROBE) {
		PUT_U(uprobe_path);
		PUT_U(probe_offset);
	} else if (a->type == REC_KPROBE && a->kprobe_func) {
		PUT_U(kprobe_func);
		PUT_U(probe_offset);
	} else if (a->type == REC_KPROBE) {
		PUT_U(kprobe_func);
		PUT_U(kprobe_addr);
	} else {
		PUT_U(config1);
		PUT_U(config2);
	}
	PUT_U(branch_sample_type); PUT_U(sample_regs_user); PUT_U(sample_stack_user);
	PUT(clockid); PUT_U(sample_regs_intr); PUT_U(aux_watermark); PUT_U(sample_max_stack);
	PUT_U(__reserved_2); PUT_U(aux_sample_size); PUT_U(aux_start_paused); PUT_U(aux_pause);
	PUT_U(aux_resume); PUT_U(__reserved_3); PUT_U(sig_data); PUT_U(config3); PUT_U(config4);
}

static void put_hex(const void *p, size_t n)
{
	const unsigned char *c = p;

	while (n--)
		printf("%02x", *c++);
}

static void one(unsigned int n)
{
	static const unsigned int sizes[] = { 64, 72, 80, 96, 104, 112, 120, 128, 136, 144 };
	struct perf_event_attr attr;
	struct pa_record r;
	struct pa_env env;
	unsigned int i;

	rec_random_attr(&attr);
	attr.size = sizes[n % 10];
	memset((unsigned char *)&attr + attr.size, 0, sizeof(attr) - attr.size);
	rec_env(&env);
	rec_init(&r, &attr, attr.size);
	r.seq = n;
	r.ret = rec_random() & 1 ? (s64)(rec_random() % 100) : -(s64)(rec_random() % 140) - 1;
	r.flags = rec_random() >> (rec_random() & 63);
	for (i = 0; i < sizeof(r.comm); i++)
		r.comm[i] = rec_random() & 1 ? (char)rec_random() : 'a';
	fputs(rec_json(&r, &env), stdout);
	printf("{\"attr\":{");
	put_expected(&attr);
	printf("},\"size\":%u,\"raw\":\"", attr.size);
	put_hex(&attr, attr.size);
	printf("\",\"comm\":\"");
	put_hex(r.comm, strnlen(r.comm, sizeof(r.comm)));
	printf("\",\"ret\":%lld,\"flags\":\"%llu\"}\n", (long long)r.ret, r.flags);
}

/*
 * Records whose bytes are anything: the expectation is only that the line is JSON, and of a call
 * around the open, which it is.
 */
static void noise(unsigned int kind)
{
	struct pa_record r;
	struct pa_env env;
	unsigned char *p = (unsigned char *)&r;
	size_t i;

	for (i = 0; i < sizeof(r); i++)
		p[i] = (unsigned char)(rec_random() >> 32);
	r.kv.nsteps %= PA_STEPS;
	r.kind = (u8)kind;
	rec_env(&env);
	fputs(rec_json(&r, &env), stdout);
	if (kind == PA_RECORD_OPEN)
		puts("{}");
	else
		printf("{\"kind\":%u}\n", kind);
}

int main(void)
{
	unsigned int n;

	for (n = 0; n < RECORDS; n++) {
		one(n);
		noise(PA_RECORD_OPEN);
		noise(1 + n % PA_RECORD_MAX);
	}
	return 0;
}
