// SPDX-License-Identifier: GPL-2.0
/* A program for an event by its name: the attr that a profiler would pass for it here. */
#include <strings.h>
#include <sys/syscall.h>

#include "samples/samples.h"

#include "write/write.h"

/* Samples a second of an event that happens often; perf has the same. */
#define USUAL_FREQ	4000

/**
 * struct wish - an event that is asked for
 * @here: this machine
 * @name: its name, as perf spells it
 * @call: the open
 */
struct wish {
	struct env_here *here;
	const char *name;
	struct paste_call call;
};

/* "event=0x3c" of a PMU: replaces what the event had of this term. */
static bool term_put(const struct pa_formats *f, const char *term, u64 *word)
{
	const struct pa_format *format;
	u64 one[PA_FORMAT_WORDS];
	char name[PA_FORMAT_NAME];
	u64 number;

	if (!strncmp(term, "config=", 7) && pa_number_parse(term + 7, strlen(term + 7), &number)) {
		word[0] = number;
		return true;
	}
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(term, "="), term);
	format = pa_formats_find(f, name);
	if (!format || !pa_terms_parse(f, term, one))
		return false;
	word[format->word] = (word[format->word] & ~format->mask) | one[format->word];
	return true;
}

/* Each term of a list: a name of sysfs stands for a list of others. */
static void terms_put(const struct wish *w, const struct pa_formats *f, const char *list,
		      u64 *word)
{
	char *all = must(strdup(list)), *rest = all, *term, file[ENV_NAME_LEN + 8], text[256];

	while ((term = strsep(&rest, ","))) {
		snprintf(file, sizeof(file), "events/%.*s", ENV_NAME_LEN - 1, term);
		if (!*term || term_put(f, term, word))
			continue;
		if (strpbrk(term, "=/") ||
		    !env_pmu_file(w->here, w->call.pmu, file, text, sizeof(text)))
			die("%s has no event or term %s: see /sys/bus/event_source/devices/%s/{events,format}",
			    w->call.pmu, term, w->call.pmu);
		terms_put(w, f, text, word);
	}
	free(all);
}

/* The first PMU that has this name, or NULL; with @event the first that has such an event. */
static const struct pa_pmu_name *pmu_find(const struct wish *w, const char *name, const char *event)
{
	static struct pa_pmu_name pmus[PA_PMUS];
	size_t n = env_here_pmus(w->here, pmus, PA_PMUS), i;
	char text[256];

	for (i = 0; i < n; i++)
		if (event ? env_pmu_file(w->here, pmus[i].name, event, text, sizeof(text)) :
			    !strcmp(pmus[i].name, name))
			return &pmus[i];
	return NULL;
}

/* PMU/TERMS/MODIFIERS */
static void terms_set(struct wish *w, const char *terms, size_t len)
{
	static const u8 fields[PA_FORMAT_WORDS] = { PA_FIELD_CONFIG, PA_FIELD_CONFIG1,
		PA_FIELD_CONFIG2, PA_FIELD_CONFIG3, PA_FIELD_CONFIG4 };
	char *list = must(strndup(terms, len));
	const struct pa_pmu_name *pmu = pmu_find(w, w->call.pmu, NULL);
	u64 word[PA_FORMAT_WORDS] = { 0 };
	struct pa_formats f;
	size_t i;

	if (!pmu)
		die("there is no PMU %s here: perfattr pmus lists them", w->call.pmu);
	paste_set(&w->call, PA_FIELD_TYPE, pmu->type);
	env_formats_here(w->here, w->call.pmu, &f);
	terms_put(w, &f, list, word);
	for (i = 0; i < PA_FORMAT_WORDS; i++)
		paste_set(&w->call, fields[i], word[i]);
	free(list);
}

/* SYSTEM:NAME, by tracefs. */
static void trace_set(struct wish *w)
{
	const char *colon = strchr(w->name, ':');
	int system = (int)(colon - w->name), name = (int)strcspn(colon + 1, ":/");
	char path[512];
	uint64_t id;
	char *line;

	snprintf(path, sizeof(path), "%s/events/%.*s/%.*s/id", tracefs_folder(), system, w->name,
		 name, colon + 1);
	line = strstr(path, "..") ? NULL : read_line_of(path);
	if (!line || !parse_u64(line, &id))
		die("there is no tracepoint %.*s:%.*s that can be read in /sys/kernel/tracing/events",
		    system, w->name, name, colon + 1);
	paste_set(&w->call, PA_FIELD_CONFIG, id);
	free(line);
}

/* Is this precise_ip refused for the event, though others of its PMU can have it? */
static bool is_too_precise(const struct wish *w, int precise)
{
	struct paste_call call = w->call;
	int fd;

	paste_set(&call, PA_FIELD_PRECISE_IP, precise);
	paste_set(&call, PA_FIELD_SAMPLE_PERIOD, 1000000);
	paste_set(&call, PA_FIELD_EXCLUDE_KERNEL, 1);
	fd = (int)syscall(SYS_perf_event_open, call.r.attr, 0, -1, -1, PA_FLAG_FD_CLOEXEC);
	if (fd >= 0)
		close(fd);
	return fd < 0 && errno == EINVAL;
}

/*
 * As precise as the PMU can: the modifier P. On Sapphire Rapids only instructions, and events that
 * counter 0 counts, can be of level 3 (arch/x86/events/intel/core.c). perf tries, too.
 */
static void precise_set(struct wish *w, const char *modifiers)
{
	struct pa_pmu_now now = { .precise = -1 };

	if (!strchr(modifiers, 'P'))
		return;
	env_pmu_look(w->here, &now, 1, *w->call.pmu ? w->call.pmu : "cpu");
	while (now.precise > 1 && is_too_precise(w, now.precise))
		now.precise--;
	paste_set(&w->call, PA_FIELD_PRECISE_IP, now.precise > 0 ? now.precise : 0);
}

static void call_begin(struct wish *w)
{
	paste_begin(&w->call, PASTE_CODE);
	w->call.r.attr_len = PA_ATTR_NEWEST;
	w->call.r.attr_size = PA_ATTR_VER7;
	w->call.r.have_size = 1;
	w->call.r.abi = HERE_ABI;
	w->call.r.flags = PA_FLAG_FD_CLOEXEC;
	paste_set(&w->call, PA_FIELD_SIZE, PA_ATTR_VER7);
}

/* The event by its name. */
static void event_read(struct wish *w)
{
	const char *slash = strchr(w->name, '/'), *end, *colon = strchr(w->name, ':');
	const struct pa_pmu_name *pmu;
	struct text name = { 0 };
	char event[ENV_NAME_LEN];

	call_begin(w);
	if (!paste_event(&w->call, w->name, strlen(w->name)) ||
	    (!slash && !colon && !event_word(w->name))) {
		snprintf(event, sizeof(event), "events/%.*s", (int)strcspn(w->name, ":"), w->name);
		pmu = pmu_find(w, NULL, event);
		if (!pmu)
			die("there is no event %s here: neither one of all machines nor of a PMU of this one (perfattr pmus)",
			    w->name);
		text_printf(&name, "%s/%s/%s", pmu->name, event + 7, colon ? colon + 1 : "");
		w->name = name.s;
		call_begin(w);
		paste_event(&w->call, w->name, strlen(w->name));
	}
	if (*w->call.pmu) {
		slash = strchr(w->name, '/');
		end = strrchr(w->name, '/');
		terms_set(w, slash + 1, end - slash - 1);
		precise_set(w, end);
	} else if (paste_get(&w->call, PA_FIELD_TYPE) == PA_TYPE_TRACEPOINT) {
		trace_set(w);
	} else if (colon) {
		precise_set(w, colon);
	}
	if (paste_get(&w->call, PA_FIELD_TYPE) == PA_TYPE_BREAKPOINT &&
	    !paste_get(&w->call, PA_FIELD_BP_LEN))
		paste_set(&w->call, PA_FIELD_BP_LEN,
			  paste_get(&w->call, PA_FIELD_BP_TYPE) == 4 ? sizeof(long) : 4);
}

/* The bits of --sample: ip,tid,addr,...; 0: the usual fields. "comm" is not a field. */
static u64 sample_words(struct program *p, const char *words)
{
	char *all = must(strdup(words)), *rest = all, *word;
	struct text known = { 0 };
	u64 bits = 0, bit;
	size_t i;

	while ((word = strsep(&rest, ","))) {
		if (!strcasecmp(word, "comm")) {
			p->comm = true;
			continue;
		}
		for (bit = 0, i = 0; i < PA_SAMPLE_FIELDS; i++)
			if (!strcasecmp(word, pa_sample_fields[i].flag))
				bit = 1ULL << pa_sample_fields[i].bit;
		for (i = 0; !bit && i < PA_SAMPLE_FIELDS; i++)
			text_printf(&known, "%s%s", known.len ? "," : "", pa_sample_fields[i].flag);
		if (!bit)
			die("--sample takes COMM,%s, not \"%s\"", text_str(&known), word);
		bits |= bit;
	}
	free(all);
	if (bits & PA_SAMPLE_WEIGHT && bits & PA_SAMPLE_WEIGHT_STRUCT)
		die("--sample takes weight or weight_struct, as every kernel refuses both: perfattr explain two-weights");
	return bits;
}

/* Fields that make sense for such an event. */
static u64 usual_sample(const struct wish *w, u64 type, u64 config)
{
	u64 bits = PA_SAMPLE_IP | PA_SAMPLE_TID | PA_SAMPLE_TIME | PA_SAMPLE_CPU;

	if (type == PA_TYPE_TRACEPOINT)
		return bits | PA_SAMPLE_RAW;
	if (strstr(w->name, "mem-"))
		return bits | PA_SAMPLE_ADDR | PA_SAMPLE_WEIGHT | PA_SAMPLE_DATA_SRC;
	/* A breakpoint and a fault have an address. */
	if (event_is_each(type, config))
		return bits | PA_SAMPLE_ADDR;
	return bits | PA_SAMPLE_PERIOD;
}

/* Above the limit of this machine the kernel refuses the event: perf lowers its rate, too. */
static u64 usual_freq(const struct wish *w)
{
	struct pa_facts now = { .have = 0 };

	env_here_settings(w->here, &now, false);
	if (now.have & PA_F_MAX_RATE && now.max_sample_rate > 0 && now.max_sample_rate < USUAL_FREQ)
		return (u64)now.max_sample_rate;
	return USUAL_FREQ;
}

static void sample_set(struct program *p, struct wish *w, const struct options *opt)
{
	u64 type = paste_get(&w->call, PA_FIELD_TYPE);
	u64 config = paste_get(&w->call, PA_FIELD_CONFIG);
	bool each = event_is_each(type, config);
	u64 bits = opt->sample ? sample_words(p, opt->sample) : 0;

	bits = bits ? bits : usual_sample(w, type, config);
	paste_set(&w->call, PA_FIELD_FREQ, !each);
	paste_set(&w->call, PA_FIELD_SAMPLE_PERIOD, each ? 1 : usual_freq(w));
	paste_set(&w->call, PA_FIELD_SAMPLE_TYPE, bits);
	if (bits & PA_SAMPLE_BRANCH_STACK)
		paste_set(&w->call, PA_FIELD_BRANCH_SAMPLE_TYPE, PA_BRANCH_USER | PA_BRANCH_ANY);
	if (bits & PA_SAMPLE_READ)
		paste_set(&w->call, PA_FIELD_READ_FORMAT,
			  PA_FORMAT_TOTAL_TIME_ENABLED | PA_FORMAT_TOTAL_TIME_RUNNING);
	/* The first register, which every architecture has. */
	paste_set(&w->call, PA_FIELD_SAMPLE_REGS_USER, !!(bits & PA_SAMPLE_REGS_USER));
	paste_set(&w->call, PA_FIELD_SAMPLE_REGS_INTR, !!(bits & PA_SAMPLE_REGS_INTR));
	paste_set(&w->call, PA_FIELD_SAMPLE_STACK_USER, bits & PA_SAMPLE_STACK_USER ? 8192 : 0);
}

static void wish_add(struct program *p, struct wish *w)
{
	struct pa_call x = { 0 };

	/* A program that counts on whole cpus omits inherit. */
	paste_set(&w->call, PA_FIELD_INHERIT, 1);
	w->call.r.arg_pid = p->of == WRITE_ALL ? -1 : 0;
	pasted_call(&x, &w->call, p->n + 1);
	program_add(p, &x, w->name);
}

/* The event that a driver wants before this one in its group; NULL: none. */
static const char *company(const struct wish *w)
{
	static const char * const needs[][2] = {
		{ "mem-loads", "mem-loads-aux" }, { "topdown-", "slots" },
	};
	char file[64], text[256];
	size_t i;

	for (i = 0; *w->call.pmu && i < ARRAY_SIZE(needs); i++) {
		snprintf(file, sizeof(file), "events/%s", needs[i][1]);
		if (strstr(w->name, needs[i][0]) && !strstr(w->name, needs[i][1]) &&
		    env_pmu_file(w->here, w->call.pmu, file, text, sizeof(text)))
			return needs[i][1];
	}
	return NULL;
}

/* "0-3,8" as "0, 1, 2, 3, 8" */
static void cpus_read(struct program *p, const char *list)
{
	const char *s = list;
	u32 from, to;

	do {
		if (!pa_span_parse(&s, 8192, &from, &to) || (*s && *s != ','))
			die("--cpu takes cpus as 0-3,8, not \"%s\"", list);
		for (; from <= to; from++)
			text_printf(&p->cpu, "%s%u", p->cpus++ ? ", " : "", from);
	} while (*s++);
}

/**
 * wish_read() - the program for the event of -e
 * @p:    receives it
 * @opt:  options
 * @runs: it starts a program
 */
void wish_read(struct program *p, struct options *opt, bool runs)
{
	struct wish w = { .here = must(env_here_open(NULL, opt->debugfs)) }, before;
	struct text name = { 0 };

	w.name = opt->filter.event;
	if (opt->all + !!opt->cpus + opt->filter.by_pid + !!opt->cgroup + runs != 1)
		die("write -e takes one of -a, --cpu LIST, -p PID, -G CGROUP and -- PROGRAM: perfattr write -e %s -a",
		    w.name);
	p->of = runs ? WRITE_PROGRAM : opt->filter.by_pid ? WRITE_PID :
		opt->cgroup ? WRITE_CGROUP : WRITE_ALL;
	if (opt->cpus)
		cpus_read(p, opt->cpus);
	event_read(&w);
	if (company(&w)) {
		before = w;
		text_printf(&name, "%s/%s/", w.call.pmu, company(&w));
		before.name = name.s;
		event_read(&before);
		wish_add(p, &before);
	}
	/* Topdown events (shares of slots) can only be counted, not sampled. */
	if (!company(&w) || strcmp(company(&w), "slots"))
		sample_set(p, &w, opt);
	else
		paste_set(&w.call, PA_FIELD_PRECISE_IP, 0);
	wish_add(p, &w);
	env_here_close(w.here);
}
