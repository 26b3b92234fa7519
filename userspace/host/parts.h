/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The members of struct env_here, and functions that the files of this room share. */
#ifndef PERFATTR_HOST_PARTS_H
#define PERFATTR_HOST_PARTS_H

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "host/host.h"
#include "core/arch.h"
#include "core/attr.h"
#include "facts/limits.h"

/* As in linux/magic.h, which libc does not have. */
#define ENV_SYSFS_MAGIC		0x62656572
#define ENV_DEBUGFS_MAGIC	0x64626720
#define ENV_PROC_MAGIC		0x9fa0

/* PMUs whose formats are kept. */
#define ENV_FORMATS_KEPT	4

/* Settings whose files a handle keeps open. */
#define ENV_SETTINGS_KEPT	2

/* Maximum age, in ns, of the machine state that a stream goes on with. */
#define ENV_OLD_NS	1000000000ULL

/* The initial user namespace is the only one where capabilities count for perf_event_open(). */
#define ENV_INITIAL_USER_NS	"user:[4026531837]"
#define ENV_INITIAL_PID_NS	"pid:[4026531836]"

/**
 * struct env_root - where a file system is mounted
 * @fd:    its folder; -1: there is none
 * @magic: the type of file system by statfs(); 0: it may be any
 */
struct env_root {
	int fd;
	long magic;
};

/* The most that a kernel may be built for. */
#define ENV_CPUS	8192

/* A set of cpus. */
struct env_cpus {
	u64 word[ENV_CPUS / 64];
};

/**
 * struct env_holder - a descriptor of an event that may matter to a refused open
 * @e:   the descriptor and its event
 * @cut: the event has more descriptors than events_raw lists
 */
struct env_holder {
	struct pa_held_event e;
	bool cut;
};

/**
 * struct env_holders - all of these
 * @looked: they were looked for
 * @known:  ... and found
 * @cut:    there may be more
 * @at:     when: boot clock
 * @n:      entries of @found
 * @found:  sorted by process and descriptor
 */
struct env_holders {
	bool looked;
	bool known;
	bool cut;
	u64 at;
	size_t n;
	struct env_holder *found;
};

/**
 * struct env_kept - the formats of a PMU as they were read last
 * @dev: device of the folder
 * @ino: its inode: a PMU that is registered again has a new folder; 0: nothing was read
 * @f:   the formats
 */
struct env_kept {
	dev_t dev;
	ino_t ino;
	struct pa_formats f;
};

/* env_symbol.marks */
#define ENV_BARRED	1	/* kprobes refuses the function */
#define ENV_TRACED	2	/* the function tracer has it, if env_symbols_traced() */

/**
 * struct env_symbol - a line of kallsyms
 * @at:   its address; 0: not shown
 * @name: offset of its name in the text of all; the name of its module follows its NUL, and is
 *        empty for the kernel itself
 * @type: as nm has it
 * @marks: ENV_BARRED, ENV_TRACED
 */
struct env_symbol {
	u64 at;
	u32 name;
	char type;
	u8 marks;
};

/**
 * struct env_symbols - functions and data of the kernel
 * @looked: kallsyms was read, or could not be
 * @known:  kallsyms was readable
 * @modules: a sum over the modules that were there then
 * @text:   names, and modules
 * @len, @room: its bytes, and those for which it has room
 * @sym:    sorted by name
 * @n, @max: its entries, and those for which it has room
 * @by_at:  indices of @sym, sorted by address; NULL: not yet
 * @code:   first and last address of the code of the kernel itself; 0: not known
 * @boot:   first and last address of the code for the boot
 * @looked_traced: the functions of the function tracer were read, or could not be
 * @known_traced:  they were readable
 */
struct env_symbols {
	bool looked;
	bool known;
	u32 modules;
	char *text;
	size_t len;
	size_t room;
	struct env_symbol *sym;
	size_t n;
	size_t max;
	u32 *by_at;
	u64 code[2];
	u64 boot[2];
	bool looked_traced;
	bool known_traced;
};

/**
 * struct env_here - this machine
 * @sysfs:   folder of sysfs
 * @debugfs: folder of debugfs
 * @proc:    folder of procfs
 * @keep:    its files are kept open for many calls
 * @fresh:   they were opened since the call that is looked at
 * @setting: descriptors of settings, valid if @keep; -1: not there
 * @cpu_ids: nr_cpu_ids: 1 more than the highest possible cpu number; 0: not read yet
 * @stream:  records are shown as they come, maybe for days
 * @self:    the calling thread, once it was looked up
 * @load:    which load of the module is here; empty if not known
 * @load_at: when this was read: boot clock; 0: never
 * @watched: the load that perfattr-bpf reports while it runs here; empty: it does not
 * @symbols: functions and data of the kernel
 * @holders: holders of events
 * @kept:    formats of PMUs
 * @trace_id: the trace event that was looked up last
 * @trace:   its kind; ENV_TRACE_UNKNOWN: it was not found out
 * @passes:  a child has seen that our seccomp filter lets calls pass that ask for @limits
 * @limits:  limits of this kernel, once they were found
 * @tried_level: the last kernel.perf_event_paranoid at which an unprivileged call was tried
 * @no_policy: as env_no_policy() has found it last
 * @policy_at: when that was: boot clock; 0: never
 */
struct env_here {
	struct env_root sysfs;
	struct env_root debugfs;
	struct env_root proc;
	bool keep;
	bool fresh;
	int setting[ENV_SETTINGS_KEPT];
	u32 cpu_ids;
	bool stream;
	s32 self;
	char load[ENV_LOAD_LEN + 1];
	u64 load_at;
	char watched[ENV_LOAD_LEN + 1];
	struct env_symbols symbols;
	struct env_holders holders;
	struct env_kept kept[ENV_FORMATS_KEPT];
	u64 trace_id;
	enum env_trace trace;
	bool passes;
	struct pa_limits limits;
	s32 tried_level;
	bool no_policy;
	u64 policy_at;
};

bool env_is_of(const struct env_root *root, int fd);
int env_open(const struct env_root *root, const char *path, int flags);
FILE *env_lines(const struct env_root *root, const char *path);
int env_read(const struct env_root *root, const char *path, char *text, size_t size);
bool env_finds(const struct env_root *root, const char *path, const char *what, size_t len,
	       bool *found);
bool env_exists(const struct env_root *root, const char *path, bool *exists);
bool env_text(const struct env_root *root, const char *path, char *text, size_t size);
char *env_trim(char *text);
bool env_number(const struct env_root *root, const char *path, s64 *value);

/* Files of sysfs with the cpus that are online, and those that are possible. */
#define ENV_CPUS_ONLINE		"devices/system/cpu/online"
#define ENV_CPUS_POSSIBLE	"devices/system/cpu/possible"
#define ENV_CPUS_PRESENT	"devices/system/cpu/present"

/* The folder of the PMUs in sysfs. */
#define ENV_DEVICES	"bus/event_source/devices"

void env_tracefs(struct env_root *root, const struct env_here *here, const char *folder);
void env_tracefs_close(const struct env_root *root);
DIR *env_open_dir(const struct env_root *root, const char *path);

bool env_cpus_parse(struct env_cpus *cpus, char *text);
bool env_cpus_read(const struct env_root *root, struct env_cpus *cpus, const char *path);
bool env_cpus_has(const struct env_cpus *cpus, s32 cpu);
s32 env_cpus_first(const struct env_cpus *a, const struct env_cpus *b);
s32 env_cpus_last(const struct env_cpus *cpus);

#define ENV_VERDICTS	3
extern const char * const env_verdicts[ENV_VERDICTS];

/* Indexed by enum pa_path_kind. */

extern const char * const env_traces[PA_TRACE_MAX];

#define ENV_PMU_PATH	128

bool env_pmu_path(char *path, const char *pmu, const char *folder, const char *file);
bool env_is_model(const char *name);
void env_pmu_caps(const struct env_root *root, struct pa_pmu_now *now, const char *pmu);
void env_symbols_free(struct env_symbols *symbols);
const struct env_symbols *env_symbols(struct env_here *here);
bool env_symbols_traced(struct env_here *here);
size_t env_symbol_find(const struct env_symbols *s, const char *name);
const struct env_symbol *env_symbol_at(const struct env_symbols *s, u64 at, size_t *n);

bool env_holder_read(struct pa_holder *who, const struct cJSON *holder);
bool env_link(const struct env_here *here, s32 pid, const char *name, char *text, size_t size);
bool env_is_deleted(const char *text);
bool env_in_namespace(const struct env_here *here, s32 pid, const char *name, const char *to,
		      u8 *is);

static inline const char *env_symbol_name(const struct env_symbols *s, const struct env_symbol *sym)
{
	return s->text + sym->name;
}

static inline const char *env_symbol_module(const struct env_symbols *s,
					    const struct env_symbol *sym)
{
	const char *name = env_symbol_name(s, sym);

	return name + strlen(name) + 1;
}

#endif /* PERFATTR_HOST_PARTS_H */
