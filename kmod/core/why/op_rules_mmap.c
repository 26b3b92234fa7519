// SPDX-License-Identifier: GPL-2.0
/* perf_mmap(), kernel/events/core.c, and rb_alloc_aux(), kernel/events/ring_buffer.c. */
#include "core/why/op_rule.h"

#include "core/div.h"

#define MMAP	"perf_mmap"

#define IN_MMAP	.in = MMAP, .on = PA_ON_MMAP

/* The smallest power of two that is not below @n. */
u64 pa_op_power_above(u64 n)
{
	u64 power = 1;

	while (power < n && power < 1ULL << 63)
		power <<= 1;
	return power;
}

static bool is_power(u64 n)
{
	return n && !(n & (n - 1));
}

/* The data area */

static enum pa_verdict any_cpu(const struct pa_op_case *c)
{
	return pa_op_if(c, c->f->cpu == -1 && pa_op_flag(c, PA_FIELD_INHERIT));
}

static const struct pa_op_rule any_cpu_rule = {
	.id = "mmap-inherited-any-cpu", .err = EINVAL, IN_MMAP, .holds = any_cpu,
	.text = "the event has inherit and cpu -1: a buffer that all children write to is "
		"refused; open it with inherit=0, or once for each cpu",
};

/* MAP_SHARED, and MAP_SHARED_VALIDATE. */
static enum pa_verdict private_map(const struct pa_op_case *c)
{
	return yes_if(!(c->op->flags & 1));
}

static const struct pa_op_rule private_map_rule = {
	.id = "mmap-not-shared", .err = EINVAL, IN_MMAP, .holds = private_map, .field = "flags",
	.text = "flags have no MAP_SHARED: a buffer is shared with the kernel",
	.fix = "flags={flags_shared}",
};

static enum pa_verdict too_long(const struct pa_op_case *c)
{
	return yes_if(c->pages > S32_MAX);
}

static const struct pa_op_rule too_long_rule = {
	.id = "mmap-too-long", .err = ENOMEM, IN_MMAP, .holds = too_long, .field = "length",
	.text = "{pages} pages are more than any buffer can have",
};

static enum pa_verdict data_pages(const struct pa_op_case *c)
{
	return yes_if(!pa_op_is_aux(c) && c->pages > 1 && !is_power(c->pages - 1));
}

static const struct pa_op_rule data_pages_rule = {
	.id = "mmap-data-pages", .err = EINVAL, IN_MMAP, .holds = data_pages, .field = "length",
	.text = "length {length} is 1 + {data_pages} pages: after the control page the number of "
		"pages must be a power of two",
	.fix = "length={data_above}",
};

static enum pa_verdict other_size(const struct pa_op_case *c)
{
	u64 first = c->f->map.data_len;

	if (pa_op_is_aux(c))
		return PA_NO;
	if (!pa_op_has(c, PA_OF_MMAPS))
		return PA_MAYBE;
	if (!pa_op_has(c, PA_OF_BUFFER) || !pa_op_has(c, PA_OF_MAPPED))
		return PA_NO;
	return first ? yes_if(first != c->op->len) : PA_MAYBE;
}

static const struct pa_op_rule other_size_rule = {
	.id = "mmap-other-size", .err = EINVAL, IN_MMAP, .holds = other_size, .field = "length",
	.text = "the event has a buffer already[, of {first_pages} pages]: {pages} pages are "
		"another size",
	.fix = "length={first_length}",
};

static enum pa_verdict output_size(const struct pa_op_case *c)
{
	if (pa_op_is_aux(c))
		return PA_NO;
	return maybe_if(!pa_op_known(c) ||
			(pa_op_has(c, PA_OF_BUFFER) && !pa_op_has(c, PA_OF_MAPPED)));
}

static const struct pa_op_rule output_size_rule = {
	.id = "mmap-output-size", .err = EINVAL, IN_MMAP, .holds = output_size, .field = "length",
	.text = "the event writes into the buffer of another event (SET_OUTPUT), which has "
		"another size than {pages} pages",
};

static enum pa_verdict alias(const struct pa_op_case *c)
{
	if (pa_op_is_aux(c))
		return PA_NO;
	return maybe_if(!pa_op_known(c) ||
			(pa_op_has(c, PA_OF_BUFFER) && !pa_op_has(c, PA_OF_MAPPED)));
}

static const struct pa_op_rule alias_rule = {
	.id = "mmap-of-output", .err = EBUSY, IN_MMAP, .holds = alias, .sole = true,
	.text = "the event writes into the buffer of another event (SET_OUTPUT): map that one",
};

/* The AUX area */

static enum pa_verdict no_aux(const struct pa_op_case *c)
{
	if (!pa_op_is_aux(c))
		return PA_NO;
	if (!pa_op_has(c, PA_OF_PMU))
		return PA_MAYBE;
	return yes_if(!pa_op_has(c, PA_OF_BUFFER) && !pa_op_has(c, PA_OF_AUX));
}

static const struct pa_op_rule offset_rule = {
	.id = "mmap-offset", .err = EINVAL, IN_MMAP, .holds = no_aux, .field = "offset",
	.text = "offset {#offset} is that of an AUX area, which PMU {pmu} does not have: data is "
		"at 0",
	.fix = "offset={zero}",
};

static enum pa_verdict before_data(const struct pa_op_case *c)
{
	return pa_op_is_aux(c) ? pa_op_if(c, !pa_op_has(c, PA_OF_BUFFER)) : PA_NO;
}

static const struct pa_op_rule before_data_rule = {
	.id = "mmap-aux-before-data", .err = EINVAL, IN_MMAP, .holds = before_data,
	.field = "offset",
	.text = "offset {#offset} is that of an AUX area: the data area, at offset 0, must be "
		"mapped first",
};

/* A condition about the AUX area that the control page decides. */
static enum pa_verdict control_if(const struct pa_op_case *c, bool refuses)
{
	if (!pa_op_is_aux(c))
		return PA_NO;
	return pa_op_has(c, PA_OF_CONTROL) ? yes_if(refuses) : PA_MAYBE;
}

static enum pa_verdict aux_inside(const struct pa_op_case *c)
{
	const struct pa_map_facts *m = &c->f->map;

	return control_if(c, m->aux_offset < m->data_len);
}

static const struct pa_op_rule aux_inside_rule = {
	.id = "mmap-aux-offset-unset", .err = EINVAL, IN_MMAP, .holds = aux_inside,
	.field = "aux_offset",
	.text = "aux_offset {aux_offset} of the control page is not above the data area of "
		"{first_length} bytes: set aux_offset and aux_size there before this mmap",
};

static enum pa_verdict aux_offset(const struct pa_op_case *c)
{
	return control_if(c, c->f->map.aux_offset != c->op->offset);
}

static const struct pa_op_rule aux_offset_rule = {
	.id = "mmap-aux-offset-differs", .err = EINVAL, IN_MMAP, .holds = aux_offset,
	.field = "offset",
	.text = "offset {offset} is not aux_offset {aux_offset} of the control page",
	.fix = "offset={aux_offset}",
};

/* A condition about the AUX area that is mapped already; most often there is none. */
static enum pa_verdict mapped_if(const struct pa_op_case *c, bool refuses)
{
	if (!pa_op_is_aux(c))
		return PA_NO;
	if (c->f->map.aux_len)
		return yes_if(refuses);
	return PA_RARE;
}

static enum pa_verdict aux_moved(const struct pa_op_case *c)
{
	return mapped_if(c, c->f->map.aux_at != c->op->offset);
}

static const struct pa_op_rule aux_moved_rule = {
	.id = "mmap-aux-elsewhere", .err = EINVAL, IN_MMAP, .holds = aux_moved, .field = "offset",
	.text = "the AUX area is mapped already[, at offset {aux_at}]",
	.fix = "offset={aux_at}",
};

static enum pa_verdict aux_size(const struct pa_op_case *c)
{
	return control_if(c, c->f->map.aux_size != c->op->len);
}

static const struct pa_op_rule aux_size_rule = {
	.id = "mmap-aux-size-differs", .err = EINVAL, IN_MMAP, .holds = aux_size, .field = "length",
	.text = "length {length} is not aux_size {aux_size} of the control page",
	.fix = "length={aux_size}",
};

static enum pa_verdict aux_other_size(const struct pa_op_case *c)
{
	return mapped_if(c, c->f->map.aux_len != c->op->len);
}

static const struct pa_op_rule aux_other_size_rule = {
	.id = "mmap-aux-other-size", .err = EINVAL, IN_MMAP, .holds = aux_other_size,
	.field = "length",
	.text = "the AUX area is mapped already[, with {aux_length} bytes]: {length} are another "
		"size",
	.fix = "length={aux_length}",
};

static enum pa_verdict aux_pages(const struct pa_op_case *c)
{
	return yes_if(pa_op_is_aux(c) && !is_power(c->pages));
}

static const struct pa_op_rule aux_pages_rule = {
	.id = "mmap-aux-pages", .err = EINVAL, IN_MMAP, .holds = aux_pages, .field = "length",
	.text = "length {length} is {pages} pages: an AUX area must have a power of two, and so "
		"aux_size",
	.fix = "length={aux_above}",
};

static enum pa_verdict aux_missing(const struct pa_op_case *c)
{
	if (!pa_op_is_aux(c))
		return PA_NO;
	return pa_op_has(c, PA_OF_PMU) ? yes_if(!pa_op_has(c, PA_OF_AUX)) : PA_MAYBE;
}

static const struct pa_op_rule aux_missing_rule = {
	.id = "mmap-no-aux", .err = EOPNOTSUPP, .in = "rb_alloc_aux", .on = PA_ON_MMAP,
	.holds = aux_missing, .sole = true, .field = "offset",
	.text = "PMU {pmu} has no AUX area",
};

/* Locked memory: both areas */

/* Pages that kernel.perf_event_mlock_kb allows the user. */
u64 pa_op_locked_limit(const struct pa_op_case *c)
{
	const struct pa_map_facts *m = &c->f->map;
	u32 page_kb = c->page >> 10;

	return (u64)((u32)m->mlock_kb / (page_kb ? page_kb : 1)) * m->cpus;
}

/* Pages that this mmap would take from RLIMIT_MEMLOCK: what the other limit does not allow. */
u64 pa_op_locked_extra(const struct pa_op_case *c)
{
	u64 limit = pa_op_locked_limit(c);
	u64 used = c->f->map.charged < limit ? c->f->map.charged : limit;

	return used + c->pages > limit ? used + c->pages - limit : 0;
}

u64 pa_op_memlock_pages(const struct pa_op_case *c)
{
	return pa_div(c->f->map.memlock, c->page);
}

/* Bytes of the largest area of the right kind that both limits allow, 0 if none does. */
u64 pa_op_fits(const struct pa_op_case *c)
{
	u64 limit = pa_op_locked_limit(c);
	u64 memlock = pa_op_memlock_pages(c);
	u64 room = c->f->map.charged < limit ? limit - c->f->map.charged : 0;
	u64 first = pa_op_is_aux(c) ? 0 : 1;
	u64 power = 1;

	if (memlock > c->f->map.pinned)
		room += memlock - c->f->map.pinned;
	if (room < first + 1)
		return 0;
	while (first + power * 2 <= room && power < c->pages)
		power *= 2;
	return (first + power) * c->page;
}

/* Is this area there already, so that nothing is allocated? */
static bool area_exists(const struct pa_op_case *c)
{
	return pa_op_is_aux(c) ? c->f->map.aux_len : pa_op_has(c, PA_OF_BUFFER);
}

static enum pa_verdict locked(const struct pa_op_case *c)
{
	const struct pa_op_facts *f = c->f;

	if (pa_op_has(c, PA_OF_MMAPS) && area_exists(c))
		return PA_NO;
	if (!pa_op_has(c, PA_OF_MMAPS | PA_OF_MLOCK | PA_OF_PARANOID))
		return PA_MAYBE;
	if (f->paranoid <= -1 || (pa_op_has(c, PA_OF_INIT_NS) && f->cap_effective & CAP(IPC_LOCK)))
		return PA_NO;
	return yes_if(f->map.pinned + pa_op_locked_extra(c) > pa_op_memlock_pages(c));
}

static const struct pa_op_rule locked_rule = {
	.id = "mmap-locked-memory", .err = EPERM, IN_MMAP, .holds = locked, .field = "length",
	.text = "{pages} pages more[: {charged} of {limit} pages of kernel.perf_event_mlock_kb "
		"({mlock_kb} a cpu) are used, and {pinned} of {memlock_pages} of RLIMIT_MEMLOCK]",
	.fix = "length={fits}", .lost = "the buffer is smaller",
	.needs = "CAP_IPC_LOCK[, kernel.perf_event_mlock_kb >= {mlock_need}][ or RLIMIT_MEMLOCK "
		">= {memlock_need} KiB]",
};

static enum pa_verdict data_memory(const struct pa_op_case *c)
{
	return maybe_if(!pa_op_is_aux(c));
}

static const struct pa_op_rule data_memory_rule = {
	.id = "mmap-no-memory", .err = ENOMEM, .in = "rb_alloc", .on = PA_ON_MMAP,
	.holds = data_memory, .sole = true, .field = "length",
	.text = "the kernel has no memory for a buffer of {pages} pages",
};

static enum pa_verdict aux_memory(const struct pa_op_case *c)
{
	return maybe_if(pa_op_is_aux(c));
}

static const struct pa_op_rule aux_memory_rule = {
	.id = "mmap-aux-no-memory", .err = ENOMEM, .in = "rb_alloc_aux", .on = PA_ON_MMAP,
	.holds = aux_memory, .sole = true, .field = "length",
	.text = "an AUX area of {pages} pages could not be allocated, or PMU {pmu} refused it[: "
		"{read_only}]",
};

/* In the order in which the kernel checks. */
const struct pa_op_rule *const pa_op_rules_mmap[] = {
	&any_cpu_rule,
	&private_map_rule,
	&too_long_rule,
	&offset_rule,
	&before_data_rule,
	&aux_inside_rule,
	&aux_offset_rule,
	&aux_moved_rule,
	&aux_size_rule,
	&aux_other_size_rule,
	&aux_pages_rule,
	&data_pages_rule,
	&other_size_rule,
	&output_size_rule,
	&alias_rule,
	&locked_rule,
	&data_memory_rule,
	&aux_missing_rule,
	&aux_memory_rule,
	NULL
};
