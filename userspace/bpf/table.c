// SPDX-License-Identifier: GPL-2.0
/*
 * The table of PMUs. The programs fill it in, in the kernel; here each entry becomes what a line
 * "pmu" has: names of drivers, and capabilities by bits of our own.
 */
#include <unistd.h>

#include <bpf/bpf.h>

#include "bpf/parts.h"
#include "core/attr.h"
#include "core/raw.h"
#include "json/json.h"
#include "programs.skel.h"

static const struct programs *programs;
static struct pa_pmu_name names[PA_PMUS];
/* Each driver once; entry 0 is of none. */
static struct pa_event_init inits[256];
static u32 ninits = 1;
static u8 gone[PA_PMUS];
static u32 raw_caps[PA_PMUS];
static u32 count = 1;	/* entries that were read */
static u32 told = 1;	/* entries that were written to the stream */
static u32 leaves;

/* --- capabilities --- */

/*
 * The bits of pmu->capabilities are macros, so no type information has them. Up to 0x20 they have
 * been the same since before 5.17, the oldest kernel that takes our programs; then came one that
 * was removed later, so what follows has moved: 0x40 or 0x80 is PERF_PMU_CAP_NO_EXCLUDE. Which one
 * is asked of a PMU that has one of them. 0: not known.
 */
static u32 no_exclude;

static const u32 low[] = {
	PA_CAP_NO_INTERRUPT, PA_CAP_NO_NMI, PA_CAP_AUX_NO_SG, PA_CAP_EXTENDED_REGS,
	PA_CAP_EXCLUSIVE, PA_CAP_ITRACE,
};

static const u32 high[] = { PA_CAP_NO_EXCLUDE, PA_CAP_AUX_OUTPUT, PA_CAP_EXTENDED_HW_TYPE };

#define LOW_BITS	0x3fu

/**
 * table_caps() - capabilities as PA_CAP_*
 * @raw:  the kernel's bits
 * @caps: receives them
 *
 * Return: false if they are not known: there are bits that nothing has told.
 */
bool table_caps(u32 raw, u32 *caps)
{
	u32 i;

	*caps = 0;
	for (i = 0; i < ARRAY_SIZE(low); i++)
		if (raw >> i & 1)
			*caps |= low[i];
	if (!(raw & ~LOW_BITS))
		return true;
	if (!no_exclude)
		return false;
	for (i = 0; i < ARRAY_SIZE(high); i++)
		if (raw & no_exclude << i)
			*caps |= high[i];
	/* Higher bits are unknown, except those that were always there and do not matter here. */
	return !(raw & ~(LOW_BITS | 0x40 | (7 * no_exclude)));
}

/* PMUs that are asked: to open an event of them, disabled, changes nothing, and takes nothing. */
static bool is_harmless(const char *name)
{
	static const char * const harmless[] = { "msr", "power", "cstate_core", "cstate_pkg" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(harmless); i++)
		if (!strcmp(name, harmless[i]))
			return true;
	return false;
}

/* EINVAL only for exclude_idle shows that the one bit of this PMU, 0x40 or 0x80, is NO_EXCLUDE. */
static void ask_no_exclude(const struct pa_pmu_name *pmu, u32 raw)
{
	const u64 exclude_idle = 1ULL << 7;
	u32 bit = raw & 0xc0;
	long fd;

	if ((bit != 0x40 && bit != 0x80) || !is_harmless(pmu->name))
		return;
	fd = open_event(pmu->type, 0, 0, -1, 0);
	if (fd < 0)
		return;
	close((int)fd);
	fd = open_event(pmu->type, 0, exclude_idle, -1, 0);
	if (fd >= 0)
		close((int)fd);
	else if (errno == EINVAL)
		no_exclude = bit;
}

/* --- the table --- */

/* Up to 6.1 the clocks have neither name nor type: as the module names them. */
static void name_clock(struct pa_pmu_name *pmu, const char *init)
{
	static const char * const clocks[] = { "cpu_clock", "task_clock" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(clocks); i++)
		if (!strncmp(init, clocks[i], strlen(clocks[i])))
			strcpy(pmu->name, clocks[i]);
	pmu->type = PA_TYPE_SOFTWARE;
}

static bool is_clock(const char *name)
{
	return !strcmp(name, "cpu_clock") || !strcmp(name, "task_clock");
}

/* The programs have looked up the name of an address; empty: it has none. */
static void name_of(u64 addr, struct bpf_name *name)
{
	if (!addr || bpf_map_lookup_elem(bpf_map__fd(programs->maps.names), &addr, name) ||
	    !strncmp(name->text, "0x", 2))
		name->text[0] = '\0';
}

/**
 * table_code() - the name of a function, with [module] if it is one of a module
 * @addr: its address
 * @to:   receives it; empty: not known
 * @size: bytes there
 */
void table_code(u64 addr, char *to, size_t size)
{
	struct bpf_name name;
	const char *module;

	name_of(addr, &name);
	module = strstr(name.text, " [");
	snprintf(to, size, "%.*s%s", (int)strcspn(name.text, "+"), name.text, module ?: "");
}

/**
 * table_symbol() - the name of what is at an address, as the module writes it: "jiffies+0x0"
 * @addr: the address
 * @to:   receives it; empty: not known
 * @size: bytes there
 */
void table_symbol(u64 addr, char *to, size_t size)
{
	struct bpf_name name;

	name_of(addr, &name);
	snprintf(to, size, "%.*s", (int)strcspn(name.text, "/"), name.text);
}

/* The driver, by its event_init(): "rapl_pmu_event_init [rapl]". Returns 0 if it is not known. */
static u8 init_index(u64 addr)
{
	struct pa_event_init init = { .module = "" };
	char symbol[128], *module;
	u32 i;

	table_code(addr, symbol, sizeof(symbol));
	module = strstr(symbol, " [");
	if (module) {
		*module = '\0';
		module += 2;
		module[strcspn(module, "]")] = '\0';
		strscpy(init.module, module, sizeof(init.module));
	}
	strscpy(init.symbol, symbol, sizeof(init.symbol));
	for (i = 1; i < ninits; i++)
		if (!memcmp(&inits[i], &init, sizeof(init)))
			return (u8)i;
	if (!symbol[0] || ninits == ARRAY_SIZE(inits))
		return 0;
	inits[ninits] = init;
	return (u8)ninits++;
}

static void take(u32 index, const struct bpf_pmu *from)
{
	struct pa_pmu_name *to = &names[index];

	*to = from->name;
	raw_caps[index] = from->caps;
	to->have_caps = table_caps(from->caps, &to->caps);
	to->init = init_index(from->init);
	if (!to->name[0])
		name_clock(to, inits[to->init].symbol);
	/* The event_init() of a clock is not a driver's. */
	if (is_clock(to->name))
		to->init = 0;
	gone[index] = from->gone != 0;
}

static bool read_entry(u32 index, struct bpf_pmu *pmu)
{
	return !bpf_map_lookup_elem(bpf_map__fd(programs->maps.pmus), &index, pmu);
}

static void read_new(void)
{
	struct bpf_pmu pmu;

	while (count < programs->data->npmus && count < PA_PMUS && read_entry(count, &pmu)) {
		take(count, &pmu);
		count++;
	}
}

/**
 * table_begin() - read the table, and learn what capabilities mean
 * @p: the programs, which have seen all PMUs
 */
void table_begin(const struct programs *p)
{
	u32 i;

	programs = p;
	read_new();
	for (i = 1; i < count && !no_exclude; i++)
		ask_no_exclude(&names[i], raw_caps[i]);
	for (i = 1; i < count; i++)
		names[i].have_caps = table_caps(raw_caps[i], &names[i].caps);
}

/**
 * table_env() - what renderers know of PMUs
 * @env: receives it
 */
void table_env(struct pa_env *env)
{
	env->pmus = names;
	env->npmus = count;
	env->pmu_gone = gone;
	env->inits = inits;
	env->ninits = ninits;
}

static void tell(u32 index, const struct pa_kernel *k)
{
	struct pa_env env = { .kernel = k };
	u64 line[128];
	struct out s;

	if (!names[index].name[0])
		return;
	table_env(&env);
	out_init(&s, (char *)line, sizeof(line));
	(tell_raw ? pa_raw_pmu : pa_json_pmu)(&s, &env, index);
	fwrite(line, 1, out_used(&s), stdout);
}

/* A PMU has gone: which one is seen by its entry. */
static void tell_gone(const struct pa_kernel *k)
{
	u32 now = programs->bss->leaves, i;
	struct bpf_pmu pmu;

	if (now == leaves)
		return;
	leaves = now;
	for (i = 1; i < told; i++) {
		if (gone[i] || !read_entry(i, &pmu) || !pmu.gone)
			continue;
		gone[i] = 1;
		tell(i, k);
	}
}

/**
 * table_tell() - write lines about PMUs that came or have gone since the last time
 * @k: the kernel
 */
void table_tell(const struct pa_kernel *k)
{
	read_new();
	while (told < count)
		tell(told++, k);
	tell_gone(k);
}

/**
 * table_keeps_code() - return true if a PMU keeps the event code in hw.config
 * @index: its index
 */
bool table_keeps_code(u32 index)
{
	return index && index < count &&
	       pa_name_keeps_code(names[index].name, names[index].task_ctx_nr);
}

/**
 * table_clock() - return true for the PMU of a clock
 * @index:  its index
 * @config: receives the event of software that it counts
 */
bool table_clock(u32 index, u64 *config)
{
	if (!index || index >= count || !is_clock(names[index].name))
		return false;
	*config = names[index].name[0] == 't';
	return true;
}
