// SPDX-License-Identifier: GPL-2.0
/*
 * A plugin of QEMU that counts the instructions of marked stretches, on each virtual CPU. With
 * several CPUs QEMU has no --icount, so a guest cannot count them itself.
 *
 *	qemu-system-x86_64 -plugin file=count_calls.so,out=FILE
 *
 * The guest marks with nops of tests/guest/marks.h: a stretch begins and ends, a phase ends. Then
 * FILE receives a line "PHASE STRETCHES MEDIAN P90". What interrupts a stretch is in its count, so
 * the median is what counts.
 *
 * For QEMU with a host thread for all CPUs (--accel tcg-single), so there are no locks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../tests/guest/marks.h"
#include "qemu_plugin.h"

#define CPUS		256
#define STRETCHES	1000000

int qemu_plugin_version = 1;

static unsigned long long executed[CPUS];
static unsigned long long begun[CPUS];
static unsigned int counts[STRETCHES];
static size_t n_counts;
static unsigned int phase = 1;
static FILE *out;

static int compare(const void *a, const void *b)
{
	unsigned int x = *(const unsigned int *)a, y = *(const unsigned int *)b;

	return x < y ? -1 : x > y;
}

static void phase_ends(void)
{
	qsort(counts, n_counts, sizeof(counts[0]), compare);
	fprintf(out, "%u %zu %u %u\n", phase, n_counts, n_counts ? counts[n_counts / 2] : 0,
		n_counts ? counts[n_counts * 9 / 10] : 0);
	fflush(out);
	n_counts = 0;
	phase++;
}

static void block_runs(unsigned int cpu, void *data)
{
	executed[cpu % CPUS] += (unsigned long)data;
}

static void mark_runs(unsigned int cpu, void *data)
{
	unsigned int mark = (unsigned int)(unsigned long)data;

	cpu %= CPUS;
	if (mark == MARK_PHASE_END)
		phase_ends();
	else if (mark == MARK_BEGIN)
		begun[cpu] = executed[cpu];
	else if (mark == MARK_END && n_counts < STRETCHES)
		counts[n_counts++] = (unsigned int)(executed[cpu] - begun[cpu]);
}

/* The number of a mark, 0 if it is no mark. */
static unsigned int mark_of(const struct qemu_plugin_insn *insn)
{
	const unsigned char *code = qemu_plugin_insn_data(insn);
	unsigned int number;

	if (qemu_plugin_insn_size(insn) != 7 || memcmp(code, "\x0f\x1f\x80", 3))
		return 0;
	memcpy(&number, code + 3, sizeof(number));
	return number >> 8 == MARK_MAGIC >> 8 ? number & 0xff : 0;
}

static void block_is_translated(unsigned long long id, struct qemu_plugin_tb *tb)
{
	size_t i, n = qemu_plugin_tb_n_insns(tb);

	(void)id;
	qemu_plugin_register_vcpu_tb_exec_cb(tb, block_runs, QEMU_PLUGIN_NO_REGS, (void *)n);
	for (i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		unsigned long mark = mark_of(insn);

		if (mark)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, mark_runs,
							       QEMU_PLUGIN_NO_REGS,
							       (void *)mark);
	}
}

int qemu_plugin_install(unsigned long long id, const void *info, int argc, char **argv)
{
	(void)info;
	if (argc != 1 || strncmp(argv[0], "out=", 4)) {
		fprintf(stderr, "count_calls: out=FILE is missing\n");
		return -1;
	}
	out = fopen(argv[0] + 4, "w");
	if (!out) {
		perror(argv[0] + 4);
		return -1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, block_is_translated);
	return 0;
}
