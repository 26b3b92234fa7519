/* SPDX-License-Identifier: GPL-2.0 */
/* Structs that the BPF programs pass to perfattr-bpf. */
#ifndef PERFATTR_BPF_WIRE_H
#define PERFATTR_BPF_WIRE_H

#include "core/env.h"

/* Calls that are followed at once; of further ones it is counted that they are lost. */
#define BPF_CALLS	512
/* At most this many folders of a cgroup's path are kept, the last ones. */
#define BPF_FOLDERS	16
/* At most this many names of functions and variables are kept. */
#define BPF_NAMES	1024
/* Bytes of the ring. A record takes some two thousand. */
#define BPF_RING	(4 << 20)

/**
 * struct bpf_call - a call, while it is followed and when it is handed over
 * @lost:    how many calls were lost before this one
 * @rec:     the record. Indices of PMUs are those of the programs' own table, capabilities are the
 *           kernel's bits, hw_config is of any PMU: perfattr-bpf makes of them what a record has
 * @folders: how many there are in @folder; 0: the call has none, and what follows is not sent
 * @more:    the cgroup is deeper
 * @string:  room for a string of user memory, and whether it is longer
 * @alloc:   which step is that of perf_event_alloc()
 * @folder:  the path of the cgroup, its last folder first
 */
struct bpf_call {
	u64 lost;
	struct pa_record rec;
	u32 folders;
	u32 more;
	char string[PA_STR_LEN + 8];
	u32 alloc;
	char folder[BPF_FOLDERS][PA_STR_LEN];
};

/**
 * struct bpf_pmu - a PMU that was seen
 * @init: address of its event_init()
 * @caps: pmu->capabilities
 * @gone: it was unregistered
 * @name: its name (empty if it has none), type and task_ctx_nr
 */
struct bpf_pmu {
	u64 init;
	u32 caps;
	u32 gone;
	struct pa_pmu_name name;
};

/**
 * struct bpf_name - the name of what is at an address of the kernel
 * @text: as sprint_symbol() writes it, "rapl_pmu_event_init+0x0/0x1a0 [rapl]", maybe cut; without
 *        a name the address: "0x..."
 */
struct bpf_name {
	char text[128];
};

#endif /* PERFATTR_BPF_WIRE_H */
