// SPDX-License-Identifier: GPL-2.0
/* The parameters of a build for tests: see testing.h. No other build has this file. */
#include "kernel/testing.h"

#include <linux/compiler.h>
#include <linux/moduleparam.h>
#include <linux/string.h>

static char *withhold = "";
module_param(withhold, charp, 0400);
MODULE_PARM_DESC(withhold, "pretend that this kernel function is absent");

static char *misplace = "";
module_param(misplace, charp, 0400);
MODULE_PARM_DESC(misplace, "put the probe on this kernel function at an address that no call reaches");

unsigned int pa_testing_shuffle;
module_param_named(shuffle, pa_testing_shuffle, uint, 0400);
MODULE_PARM_DESC(shuffle, "look for arguments of kernel functions in the wrong places");

/* Neither static nor inline: kprobes must find the symbol. */
noinline int perfattr_never_called(int value)
{
	barrier();
	return value + 2;
}

/**
 * pa_testing_symbol() - which function is probed for this one
 * @symbol: the function
 *
 * Context: any.
 * Return: NULL if the function is withheld; a function that is never called if it is misplaced, as
 * if the compiler had made a second copy and calls ran that one; else @addr itself.
 */
const char *pa_testing_symbol(const char *symbol)
{
	if (!strcmp(symbol, withhold))
		return NULL;
	return strcmp(symbol, misplace) ? symbol : "perfattr_never_called";
}
