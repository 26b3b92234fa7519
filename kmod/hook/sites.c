// SPDX-License-Identifier: GPL-2.0
/*
 * Sites: instructions that only the system call passes, in functions that forks pass, too.
 *
 * A fork of a process with inherited events runs perf_event_alloc() and perf_try_init_event() for
 * each of them, and probes on these functions would slow it down. So only those calls of them are
 * probed that perf_event_open() alone makes: its own call of perf_event_alloc(), and in
 * perf_init_event() the calls of perf_try_init_event(), except for the one with the PMU of the
 * parent event.
 *
 * core/code.c finds these calls in the machine code. If the code does not look as expected, the
 * functions themselves are probed.
 */
#include "hook/sites.h"

#include <linux/slab.h>

#include "hook/steps.h"
#include "kernel/arch.h"
#include "kernel/kvar.h"
#include "kernel/symbol.h"
#include "kernel/testing.h"

/* Bytes; above the size of every function whose code is read here. */
#define CODE_MAX	(64U << 10)
/* Calls of perf_try_init_event(); each has two sites. */
#define TRIES_MAX	(PA_HOOKS_MAX / 2)

static const char body_name[] = "__do_sys_perf_event_open";

static bool code_load(struct pa_code *code, const char *name)
{
	u8 *bytes;

	*code = (struct pa_code){ .isa = COMPAT_ISA };
	if (pa_testing_symbol(name) != name || !pa_symbol_function(name, &code->addr, &code->len) ||
	    code->len > CODE_MAX)
		return false;
	bytes = kmalloc(code->len, GFP_KERNEL);
	if (!bytes)
		return false;
	code->bytes = bytes;
	if (!copy_from_kernel_nofault(bytes, (void *)(unsigned long)code->addr, code->len))
		return true;
	kfree(bytes);
	return false;
}

static void code_free(const struct pa_code *code)
{
	kfree(code->bytes);
}

static u64 function(const char *name)
{
	u64 addr;
	u32 size;

	return pa_testing_symbol(name) == name && pa_symbol_function(name, &addr, &size) ? addr : 0;
}

/*
 * Return true if this entry of the system call runs @body and not a copy of it, or if there is no
 * entry.
 */
static bool entry_runs(const char *name, u64 body)
{
	struct pa_code entry;
	bool runs;

	if (!function(name))
		return true;
	if (!code_load(&entry, name))
		return false;
	runs = pa_code_reaches(&entry, body);
	code_free(&entry);
	return runs;
}

static bool entries_run(u64 body)
{
	const char *entry32 = COMPAT_CALL32("perf_event_open");

	return (!entry32 || entry_runs(entry32, body)) &&
	       entry_runs(COMPAT_SYS "perf_event_open", body);
}

static void site_add(struct pa_sites *to, kprobe_pre_handler_t hit, u64 at)
{
	to->at[to->n++] = (struct pa_probe_site){ .hit = hit, .at = (void *)(unsigned long)at };
}

/* The only call of @callee. */
static bool only_call(const struct pa_code *code, const char *callee, u32 *at)
{
	u64 addr = function(callee);

	return addr && pa_code_calls(code, addr, at, 1) == 1;
}

/* Finds where perf_copy_attr() is entered, and where it has returned 0. */
static void find_copy(struct pa_sites *to, const struct pa_code *body)
{
	u64 copied;
	u32 at;

	if (!only_call(body, "perf_copy_attr", &at))
		return;
	copied = pa_code_after(body, at, 0);
	if (copied == pa_code_after(body, at, -EINVAL))
		return;
	site_add(to, pa_step_copy_attr, 0);
	site_add(to, pa_step_copied, copied);
}

/* Finds where perf_event_alloc() has returned to perf_event_open(). */
static void find_alloc(struct pa_sites *to, const struct pa_code *body)
{
	u32 at;

	if (only_call(body, "perf_event_alloc", &at))
		site_add(to, pa_step_allocated, body->addr + pa_code_behind(body, at));
}

/* Adds the place that runs after errors other than -ENOENT, which several calls may share. */
static void add_failed(struct pa_sites *to, u64 at)
{
	unsigned int i;

	for (i = 0; i < to->n; i++)
		if (to->at[i].at == (void *)(unsigned long)at)
			return;
	site_add(to, pa_step_try_failed, at);
}

static void add_try(struct pa_sites *to, const struct pa_code *code, u32 at)
{
	struct pa_code_args args;

	pa_code_args(&args, code, at);
	site_add(to, pa_step_try_init, code->addr + args.at);
	to->at[to->n - 1].reg[0] = compat_reg(args.reg[0]);
	to->at[to->n - 1].reg[1] = compat_reg(args.reg[1]);
}

/*
 * perf_init_event() asks the PMU of the parent event first, and goes on to other PMUs whatever its
 * answer is. For those it distinguishes -ENOENT from other errors.
 */
static void find_tries(struct pa_sites *to, const struct pa_code *code, u64 try_init)
{
	u32 n, i, tries = 0, at[TRIES_MAX];

	n = pa_code_calls(code, try_init, at, TRIES_MAX);
	for (i = 0; i < n && n <= TRIES_MAX; i++) {
		u64 failed = pa_code_after(code, at[i], -EINVAL);

		if (failed == pa_code_after(code, at[i], -ENOENT))
			continue;
		add_try(to, code, at[i]);
		add_failed(to, failed);
		tries++;
	}
	/* All but the parent's must be known. */
	if (n != tries + 1)
		to->n = 0;
}

/**
 * pa_sites_find() - find the instructions to probe instead of functions of the running kernel
 * @copy:  of perf_copy_attr()
 * @alloc: sites of perf_event_alloc()
 * @tries: sites of perf_try_init_event(): its calls, except for the one that forks make
 *
 * All are filled in; those that were not found, or are not certain, have no site.
 *
 * Context: process, may sleep.
 */
void pa_sites_find(struct pa_sites *copy, struct pa_sites *alloc, struct pa_sites *tries)
{
	struct pa_code code;
	u64 try_init;

	copy->n = 0;
	alloc->n = 0;
	tries->n = 0;
	/* A livepatch may run other code than the code that is read here. */
	if (pa_kvar_livepatched())
		return;
	if (code_load(&code, body_name)) {
		if (entries_run(code.addr)) {
			find_copy(copy, &code);
			find_alloc(alloc, &code);
		}
		code_free(&code);
	}
	try_init = function("perf_try_init_event");
	/* Most compilers inline perf_init_event(), which only perf_event_alloc() calls. */
	if (try_init && (code_load(&code, "perf_init_event") ||
			 code_load(&code, "perf_event_alloc"))) {
		find_tries(tries, &code, try_init);
		code_free(&code);
	}
}
