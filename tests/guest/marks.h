/* SPDX-License-Identifier: GPL-2.0 */
/* Marks for scripts/bench.d/count_calls.c: x86 nops of seven bytes whose operand says which. */
#ifndef PERFATTR_MARKS_H
#define PERFATTR_MARKS_H

#define MARK_MAGIC	0x50415f00
#define MARK_BEGIN	1	/* a stretch begins */
#define MARK_END	2	/* it has ended */
#define MARK_PHASE_END	3	/* the number of the phase rises by one, from 1 */

#endif /* PERFATTR_MARKS_H */
