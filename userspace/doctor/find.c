// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The findings, in the order in which they are printed. The one about the paranoid level makes a
 * call whose result the later ones use.
 */
#include "doctor/parts.h"

#define DOCTOR_LOOK(name, find)	{ name, find },
static const struct {
	const char *name;
	void (*find)(struct doctor *d, struct doctor_finding *f);
} looks[] = { DOCTOR_FINDINGS(DOCTOR_LOOK) };

/**
 * doctor_find() - a finding
 * @d: the examination of this machine
 * @n: its number, from 0
 * @f: receives it; without a text there is nothing to say
 *
 * Return: false if there are no more.
 */
bool doctor_find(struct doctor *d, u32 n, struct doctor_finding *f)
{
	memset(f, 0, sizeof(*f));
	if (n >= ARRAY_SIZE(looks))
		return false;
	f->name = looks[n].name;
	looks[n].find(d, f);
	return true;
}
