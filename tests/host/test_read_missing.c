// SPDX-License-Identifier: GPL-2.0
/*
 * Random records of which something is left out, or falsified: see missing.h. ./missing.sh does the
 * same to the records of the tests of rules.
 *
 *   test_read_missing [RECORDS]
 */
#include "read_random.h"

#include "missing.h"

static unsigned long records;

/* Most random ones are no event that has never run. */
static void likely_health(void)
{
	struct pa_health *h = &rec.op.health;

	if (rec.kind != PA_RECORD_READ && rec.kind != PA_RECORD_CLOSE)
		return;
	rec.op.have |= PA_OP_HEALTH;
	rec.op_facts.have &= ~(u32)PA_OF_MMAPS;
	h->state = (s8)(rec_random() % 6) - 4;
	h->bits |= PA_H_TIMES;
	h->enabled = maybe(2) ? 0 : rec_random() >> 1;
	h->running = 0;
	h->cpu = (s32)(rec_random() % 3) - 1;
	h->siblings = maybe(2) ? 0 : 3;
	if (maybe(2))
		h->bits &= ~PA_H_OFFLINE;
}

static void check(void)
{
	if (rec.kind != PA_RECORD_OPEN)
		likely_health();
	possible();
	records += missing_try(&rec, &env);
}

int main(int argc, char **argv)
{
	unsigned long n, want = argc > 1 ? strtoul(argv[1], NULL, 10) : 60;

	inits_fill();
	for (n = 1; records < want; n++) {
		refused_open((unsigned int)n);
		check();
		noise(PA_RECORD_OPEN);
		check();
		noise((unsigned int)(1 + n % (PA_RECORD_MAX - 1)));
		check();
	}
	ok(!missing_report(), "a key that is left out makes nothing else certain");
	return tap_end();
}
