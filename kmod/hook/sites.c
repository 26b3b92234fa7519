// SPDX-License-Identifier: GPL-2.0
/*
 * Sites: instructions that only the system call passes, in functions that forks pass, too.
 *
 * A fork of a process with inherited events runs perf_event_alloc() and perf_try_init_event() for
 * each of them. Probes on these functions would make it pay. So the calls of them are probed that
 * only perf_event_open() makes: its own call of perf_event_alloc(), and in perf_init_event() those
 * of perf_try_init_event() but for the one with the PMU of the parent event.
 *
 * The machine code tells which these are, see core/code.c. Whatever does not look as expected is
 * not used: then the functions themselves are probed.
 */
#include "hook/sites.h"

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "core/code.h"
#include "kernel/arch.h"
#include "kernel/probe.h"
#include "kernel/symbol.h"

/* No function that is read here is nearly as large. */
#define CODE_MAX	(64U << 10)

static const char body_name[] = "__do_sys_perf_event_open";

static bool code_load(struct pa_code *code, const char *name)
{
	u8 *bytes;

	*code = (struct pa_code){ .isa = COMPAT_ISA };
	if (pa_probe_meddled(name) || !pa_symbol_function(name, &code->addr, &code->len) ||
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

static void *code_at(const struct pa_code *code, u32 offset)
{
	return (void *)(unsigned long)(code->addr + offset);
}

static u64 function(const char *name)
{
	u64 addr;
	u32 size;

	return !pa_probe_meddled(name) && pa_symbol_function(name, &addr, &size) ? addr : 0;
}

/* Does this entry of the system call run @body, not a copy? True if there is no such entry. */
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
#ifdef COMPAT_ENTRY32
	if (!entry_runs(COMPAT_ENTRY32, body))
		return false;
#endif
	return entry_runs(COMPAT_ENTRY, body);
}

/* The only call of @callee. */
static bool only_call(const struct pa_code *code, const char *callee, u32 *call)
{
	u64 addr = function(callee);

	return addr && pa_code_calls(code, addr, call, 1) == 1;
}

static void find_in_body(struct pa_sites *to, const struct pa_code *body)
{
	u32 call;

	if (only_call(body, "perf_event_alloc", &call))
		to->allocated = code_at(body, pa_code_behind(body, call));
	if (only_call(body, "perf_copy_attr", &call)) {
		u64 copied = pa_code_after(body, call, 0);

		if (copied != pa_code_after(body, call, -EINVAL))
			to->copied = (void *)(unsigned long)copied;
	}
}

static void add_failed(struct pa_sites *to, u64 addr)
{
	void *failed = (void *)(unsigned long)addr;
	unsigned int i;

	for (i = 0; i < to->nfailed; i++) {
		if (to->failed[i] == failed)
			return;
	}
	to->failed[to->nfailed++] = failed;
}

/*
 * perf_init_event() asks the PMU of the parent event first, and goes on to others whatever that
 * answers. Asking others, it tells -ENOENT from other errors.
 */
static void find_tries(struct pa_sites *to, const struct pa_code *code, u64 try_init)
{
	u32 n, i, calls[PA_SITES_TRIES];

	n = pa_code_calls(code, try_init, calls, PA_SITES_TRIES);
	for (i = 0; i < n && n <= PA_SITES_TRIES; i++) {
		u64 failed = pa_code_after(code, calls[i], -EINVAL);
		struct pa_site *site = &to->tries[to->ntries];
		struct pa_code_args args;

		if (failed == pa_code_after(code, calls[i], -ENOENT))
			continue;
		pa_code_args(&args, code, calls[i]);
		site->addr = code_at(code, args.at);
		site->reg[0] = compat_reg(args.reg[0]);
		site->reg[1] = compat_reg(args.reg[1]);
		to->ntries++;
		add_failed(to, failed);
	}
	/* All but the parent's must be known. */
	if (n != to->ntries + 1)
		to->ntries = 0;
}

/**
 * pa_sites_find() - find the sites of the running kernel
 * @to: filled in; what was not found, or is not certain, is NULL or 0
 *
 * Context: process, may sleep.
 */
void pa_sites_find(struct pa_sites *to)
{
	u64 try_init = function("perf_try_init_event");
	struct pa_code code;

	memset(to, 0, sizeof(*to));
	if (code_load(&code, body_name)) {
		if (entries_run(code.addr))
			find_in_body(to, &code);
		code_free(&code);
	}
	/* Most compilers inline perf_init_event(), which only perf_event_alloc() calls. */
	if (try_init && (code_load(&code, "perf_init_event") ||
			 code_load(&code, "perf_event_alloc"))) {
		find_tries(to, &code, try_init);
		code_free(&code);
	}
}
