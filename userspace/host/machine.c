// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Facts about this machine without a module: its settings and cpus, at present. They prove
 * nothing about a call that was made earlier, or elsewhere.
 */

#include "host/parts.h"

static bool number_parse(char *text, s64 *value)
{
	char *end;

	*value = strtoll(env_trim(text), &end, 10);
	return end != text && !*end;
}

/**
 * env_number() - the number that a small file has
 * @root:  the file system
 * @path:  from its root on
 * @value: receives it
 *
 * Return: false if it cannot be read, or is not a number.
 */
bool env_number(const struct env_root *root, const char *path, s64 *value)
{
	char text[32];

	return !env_read(root, path, text, sizeof(text)) && number_parse(text, value);
}

/* Settings in /proc, the first ENV_SETTINGS_KEPT of which a handle keeps open. */
static const char * const settings[] = {
	"sys/kernel/perf_event_paranoid",
	"sys/kernel/perf_event_max_sample_rate",
	"sys/kernel/perf_event_max_stack",
};

/**
 * env_here_keep() - keep files open that are read for each call
 * @here: this machine, from env_here_open()
 *
 * With the folders of /proc and /sys these are four descriptors.
 */
void env_here_keep(struct env_here *here)
{
	int i;

	here->keep = true;
	for (i = 0; i < ENV_SETTINGS_KEPT; i++)
		here->setting[i] = env_open(&here->proc, settings[i], O_RDONLY);
}

static bool setting_read(const struct env_here *here, int which, s64 *value)
{
	char text[32];
	ssize_t n;

	if (!here->keep || which >= ENV_SETTINGS_KEPT)
		return env_number(&here->proc, settings[which], value);
	n = pread(here->setting[which], text, sizeof(text) - 1, 0);
	text[n < 0 ? 0 : n] = '\0';
	return number_parse(text, value);
}

static void setting(const struct env_here *here, int which, s32 *value, u32 *have, u32 bit)
{
	s64 v;

	if (!setting_read(here, which, &v) || v < S32_MIN || v > S32_MAX)
		return;
	*value = (s32)v;
	*have |= bit;
}

/**
 * env_here_settings() - settings of this machine, which root may change at any time
 * @here:  this machine
 * @f:     receives them
 * @stack: also the limit of callchains
 */
void env_here_settings(const struct env_here *here, struct pa_facts *f, bool stack)
{
	setting(here, 0, &f->paranoid, &f->have, PA_F_PARANOID);
	setting(here, 1, &f->max_sample_rate, &f->have, PA_F_MAX_RATE);
	if (stack)
		setting(here, 2, &f->max_stack, &f->have, PA_F_MAX_STACK);
}

/* The number of the last possible cpu, which does not change while the kernel runs. */
static bool last_cpu(struct env_here *here)
{
	struct env_cpus cpus;

	if (!here->cpu_ids && env_cpus_read(&here->sysfs, &cpus, ENV_CPUS_POSSIBLE))
		here->cpu_ids = (u32)env_cpus_last(&cpus) + 1;
	return here->cpu_ids;
}

/**
 * env_here_facts() - settings and cpus of this machine
 * @here:  this machine
 * @f:     receives them
 * @cpu:   the cpu that the call named
 * @stack: also the limit of callchains
 */
void env_here_facts(struct env_here *here, struct pa_facts *f, s32 cpu, bool stack)
{
	struct env_cpus cpus;

	env_here_settings(here, f, stack);
	if (!last_cpu(here))
		return;
	f->nr_cpu_ids = here->cpu_ids;
	if (cpu >= 0 && !env_cpus_read(&here->sysfs, &cpus, ENV_CPUS_ONLINE))
		return;
	f->cpu_online = cpu >= 0 && env_cpus_has(&cpus, cpu);
	f->have |= PA_F_CPU;
}
