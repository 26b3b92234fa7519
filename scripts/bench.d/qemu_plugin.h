/* SPDX-License-Identifier: GPL-2.0 */
/* What is used of QEMU's qemu-plugin.h, which Debian does not package: of 7.2, API version 1. */
#ifndef PERFATTR_QEMU_PLUGIN_H
#define PERFATTR_QEMU_PLUGIN_H

#include <stddef.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef void qemu_plugin_trans_fn(unsigned long long id, struct qemu_plugin_tb *tb);
typedef void qemu_plugin_exec_fn(unsigned int cpu, void *data);

#define QEMU_PLUGIN_NO_REGS	0

void qemu_plugin_register_vcpu_tb_trans_cb(unsigned long long id, qemu_plugin_trans_fn *fn);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, qemu_plugin_exec_fn *fn,
					  int flags, void *data);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    qemu_plugin_exec_fn *fn, int flags, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t n);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);

#endif /* PERFATTR_QEMU_PLUGIN_H */
