// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Describes what a plan loses. Only the arguments before and after count, not the rules that
 * changed them.
 *
 * A change of something that the kernel ignores in this call loses nothing, such as the register
 * mask of samples without registers, or the clockid of an event that does not use it.
 */
#include "rules/parts.h"

/* One changed field or argument. */
struct change {
	const struct pa_case *from;
	const struct pa_args *to;
	u64 old;
	u64 now;
	unsigned int id;
};

/* The loss: @text, followed by the names of @bits. */
struct loss {
	enum pa_plan kind;
	const char *text;
	const struct pa_names *names;
	u64 bits;
};

static struct loss same(void)
{
	return (struct loss){ .kind = PA_PLAN_SAME };
}

static struct loss less(const char *text)
{
	return (struct loss){ .kind = PA_PLAN_LESS, .text = text };
}

static struct loss other(const char *text)
{
	return (struct loss){ .kind = PA_PLAN_OTHER, .text = text };
}

static struct loss loss_of_pid(const struct change *ch)
{
	if (ch->to->flags & ~ch->from->call.flags & PA_FLAG_PID_CGROUP)
		return same();
	if (ch->to->pid == -1)
		return other("every task of the cpu is measured");
	return other("the calling thread is measured");
}

static struct loss loss_of_cpu(const struct change *ch)
{
	if (ch->to->cpu == -1)
		return other("on every cpu");
	/* Without a task, or for a cgroup, an event measures one cpu at most. */
	if (ch->from->call.cpu == -1 && (!ch->from->task || ch->from->cgroup))
		return other("on this cpu only: one open for each cpu measures all");
	return other("on this cpu only");
}

static struct loss loss_of_group(const struct change *ch)
{
	if (ch->to->group_fd != -1)
		return same();
	return other(ch->from->member ? "not in the group" : "its output is not redirected");
}

static struct loss loss_of_flags(const struct change *ch)
{
	u64 gone = ch->old & ~ch->now;

	if (gone & PA_FLAG_PID_CGROUP)
		return other("no cgroup is measured");
	if (gone & PA_FLAG_FD_OUTPUT)
		return other("its output is not redirected");
	return same();
}

/* Upper half of config: reference counter offset of a uprobe, or extended type of a cpu event. */
static struct loss loss_of_config(const struct change *ch)
{
	if (ch->from->kind == PA_PMU_UPROBE && (u32)ch->now == (u32)ch->old)
		return less("without the reference counter");
	if ((u32)ch->now == (u32)ch->old && ch->from->type < PA_TYPE_DYNAMIC)
		return other("on any PMU that has the event");
	if (ch->from->type == PA_TYPE_HARDWARE && ch->to->word[0] << 32 >> 32 == PA_TYPE_SOFTWARE)
		return same();
	return other("another event is measured");
}

static struct loss loss_of_period(const struct change *ch)
{
	if (!ch->now)
		return less("it counts, but takes no samples");
	if (ch->id == PA_FIELD_SAMPLE_FREQ || (ch->old && ch->now > ch->old))
		return less("fewer samples");
	return other(ch->old ? "at another period" : "it takes samples");
}

static struct loss loss_of_inherit(const struct change *ch)
{
	if (!ch->now)
		return less("children are not measured");
	if (pa_case_get(ch->from, PA_FIELD_INHERIT_THREAD))
		return same();
	return other("children are measured too");
}

static struct loss loss_of_clock(const struct change *ch)
{
	bool uses = pa_bits(ch->to->word, &pa_fields[PA_FIELD_USE_CLOCKID]);

	if (!uses && !pa_case_get(ch->from, PA_FIELD_USE_CLOCKID))
		return same();
	return less("times are of another clock");
}

/* The kernel is measured or not; for a trace event it may not be known where it happens. */
static struct loss loss_of_kernel(const struct change *ch)
{
	const struct pa_now *now = ch->from->env->now;

	if (!ch->now)
		return other("the kernel is measured too");
	if (ch->from->type == PA_TYPE_TRACEPOINT && !(now && now->trace))
		return less("only system calls and uprobes are counted");
	return less("the kernel is not measured");
}

/* A smaller attr loses only the fields that it cuts off. */
static struct loss loss_of_size(const struct change *ch)
{
	unsigned int at;

	for (at = ch->to->passed; at < pa_attr_passed(ch->from->r); at++)
		if (pa_case_byte(ch->from, at))
			return less("without the fields that only newer kernels have");
	return same();
}

/**
 * struct loss_row - the loss by a change of a field or argument
 * @id:         the field or argument
 * @set_kind:   the loss if the plan sets it to a value other than 0; 0: none
 * @clear_kind: the loss if the plan sets it to 0
 * @set:        half a sentence for @set_kind
 * @clear:      half a sentence for @clear_kind
 * @of:         decides about the loss; NULL: the members above do
 * @names:      of a mask: names of its bits
 * @sampled:    nothing is lost unless the call samples this; 0: always lost
 */
struct loss_row {
	u8 id;
	u8 set_kind;
	u8 clear_kind;
	const char *set;
	const char *clear;
	struct loss (*of)(const struct change *ch);
	const struct pa_names *names;
	u64 sampled;
};

#define BY(function)		.of = (function)
#define BITS(list)		.names = &(list), .set = "without"
#define EITHER(more, text, none, other_text) \
	.set_kind = PA_PLAN_##more, .set = text, .clear_kind = PA_PLAN_##none, .clear = other_text
#define SAME			EITHER(SAME, NULL, SAME, NULL)
#define CLEARED(kind, text)	EITHER(NONE, NULL, kind, text)
/* A flag that excludes something from the measurement. */
#define EXCLUDES(what)	EITHER(LESS, what " is not measured", OTHER, what " is measured too")
#define LESS(text)		EITHER(LESS, text, LESS, text)
#define OTHER(text)		EITHER(OTHER, text, OTHER, text)

static const struct loss_row loss_rows[] = {
	{ PA_ARG_PID, BY(loss_of_pid) },
	{ PA_ARG_CPU, BY(loss_of_cpu) },
	{ PA_ARG_GROUP_FD, BY(loss_of_group) },
	{ PA_ARG_FLAGS, BY(loss_of_flags) },
	{ PA_FIELD_TYPE, OTHER("time is measured, not cycles") },
	{ PA_FIELD_SIZE, BY(loss_of_size) },
	{ PA_FIELD_CONFIG, BY(loss_of_config) },
	{ PA_FIELD_SAMPLE_TYPE, BITS(pa_sample_bits) },
	{ PA_FIELD_READ_FORMAT, BITS(pa_format_bits) },
	{ PA_FIELD_INHERIT, BY(loss_of_inherit) },
	{ PA_FIELD_EXCLUDE_USER, EXCLUDES("user space") },
	{ PA_FIELD_EXCLUDE_KERNEL, BY(loss_of_kernel) },
	{ PA_FIELD_EXCLUDE_HV, EXCLUDES("the hypervisor") },
	{ PA_FIELD_EXCLUDE_IDLE, EXCLUDES("the idle task") },
	{ PA_FIELD_EXCLUDE_HOST, EXCLUDES("the host") },
	{ PA_FIELD_EXCLUDE_GUEST, EXCLUDES("the guest") },
	{ PA_FIELD_EXCLUDE_CALLCHAIN_KERNEL, LESS("no callchains of the kernel"),
	  .sampled = PA_SAMPLE_CALLCHAIN },
	{ PA_FIELD_EXCLUDE_CALLCHAIN_USER, LESS("no callchains of user space"),
	  .sampled = PA_SAMPLE_CALLCHAIN },
	{ PA_FIELD_NAMESPACES, CLEARED(LESS, "no records of namespaces") },
	{ PA_FIELD_TEXT_POKE, CLEARED(LESS, "no records of changed kernel text") },
	{ PA_FIELD_CGROUP, CLEARED(LESS, "no records of cgroups") },
	{ PA_FIELD_BUILD_ID, CLEARED(LESS, "no records of build ids") },
	{ PA_FIELD_PINNED, CLEARED(LESS, "it may have to share counters") },
	{ PA_FIELD_EXCLUSIVE, CLEARED(LESS, "it may have to share counters") },
	{ PA_FIELD_AUX_OUTPUT, CLEARED(LESS, "no AUX data") },
	{ PA_FIELD_SIGTRAP, CLEARED(LESS, "no signal is sent") },
	{ PA_FIELD_FREQ, CLEARED(OTHER, "samples are taken at another rate") },
	{ PA_FIELD_ENABLE_ON_EXEC, CLEARED(OTHER, "exec does not enable it") },
	{ PA_FIELD_REMOVE_ON_EXEC,
	  EITHER(LESS, "it ends with exec", OTHER, "it goes on after exec") },
	{ PA_FIELD_WRITE_BACKWARD,
	  EITHER(OTHER, "the buffer is filled backward", OTHER, "the buffer is filled forward") },
	{ PA_FIELD_INHERIT_THREAD, CLEARED(OTHER, "new threads are not measured") },
	{ PA_FIELD_PRECISE_IP,
	  EITHER(LESS, "samples are less precise", LESS, "samples are not precise") },
	{ PA_FIELD_USE_CLOCKID, BY(loss_of_clock) },
	{ PA_FIELD_CLOCKID, BY(loss_of_clock) },
	{ PA_FIELD_RESERVED_1, SAME },
	{ PA_FIELD_RESERVED_2, SAME },
	{ PA_FIELD_BP_TYPE, OTHER("other accesses are watched") },
	{ PA_FIELD_BP_LEN, OTHER("other accesses are watched") },
	{ PA_FIELD_CONFIG1, LESS("without the setting in config1") },
	{ PA_FIELD_CONFIG2, LESS("without the setting in config2") },
	{ PA_FIELD_CONFIG3, LESS("without the setting in config3") },
	{ PA_FIELD_BRANCH_SAMPLE_TYPE, BITS(pa_branch_bits), .sampled = PA_SAMPLE_BRANCH_STACK },
	{ PA_FIELD_SAMPLE_REGS_USER, LESS("other registers"), .sampled = PA_SAMPLE_REGS_USER },
	{ PA_FIELD_SAMPLE_REGS_INTR, LESS("other registers"), .sampled = PA_SAMPLE_REGS_INTR },
	{ PA_FIELD_SAMPLE_STACK_USER, LESS("less of the stack") },
	{ PA_FIELD_SAMPLE_MAX_STACK, LESS("shorter callchains") },
	{ PA_FIELD_AUX_WATERMARK, LESS("it wakes up at other times") },
	{ PA_FIELD_AUX_SAMPLE_SIZE, LESS("no AUX data") },
	{ PA_FIELD_SIG_DATA, SAME },
};

/* For fields without a row: a flag, a bit of the AUX word, another number. */
static const struct loss_row any_flag = { .id = 0, LESS("without a flag") };
static const struct loss_row any_aux = { .id = 0, LESS("no AUX data") };
static const struct loss_row any_reserved = { .id = 0, SAME };
static const struct loss_row any_number = { .id = 0, BY(loss_of_period) };

static const struct loss_row *loss_row_of(unsigned int id)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(loss_rows); i++)
		if (loss_rows[i].id == id)
			return &loss_rows[i];
	if (pa_fields[id].offset == PA_OFF_FLAGS)
		return &any_flag;
	if (pa_fields[id].offset == PA_OFF_AUX)
		return pa_fields[id].reserved ? &any_reserved : &any_aux;
	return &any_number;
}

static struct loss loss_of(const struct change *ch)
{
	const struct loss_row *row = loss_row_of(ch->id);
	struct loss loss = { .text = ch->now ? row->set : row->clear };

	if (row->of)
		return row->of(ch);
	if (row->sampled && !(ch->from->sample_type & row->sampled))
		return same();
	loss.kind = ch->now ? row->set_kind : row->clear_kind;
	if (!row->names)
		return loss;
	/* Bits without a name have no known meaning, so nothing is lost by clearing them. */
	loss.bits = ch->old & ~ch->now & (((u64)1 << row->names->count) - 1);
	if (!loss.bits)
		return same();
	return (struct loss){ PA_PLAN_LESS, row->set, row->names, loss.bits };
}

static void put_bits(struct out *s, const struct loss *loss)
{
	unsigned int i;
	bool first = true;

	for (i = 0; i < loss->names->count; i++) {
		if (!(loss->bits >> i & 1) || !loss->names->name[i].text)
			continue;
		if (!first)
			out_lit(s, " | ");
		else
			out_char(s, ' ');
		pa_put_name(s, &loss->names->name[i]);
		first = false;
	}
}

/* Several changes may have the same text: three fields of the clock, six exclude_* flags. */
static bool is_said(const struct out *s, const char *text)
{
	size_t len = strlen(text);
	size_t i;

	for (i = 0; i + len <= s->len; i++)
		if (s->buffer[i] == text[0] && !memcmp(s->buffer + i, text, len))
			return true;
	return false;
}

/* Adds half a sentence about a loss. Returns false, with "..." in its place, if it does not fit. */
static bool put_loss(struct out *s, const struct loss *loss)
{
	size_t before = s->len;

	if (!loss->text || (!loss->names && is_said(s, loss->text)))
		return true;
	if (before)
		out_lit(s, ", ");
	out_str(s, loss->text);
	if (loss->names)
		put_bits(s, loss);
	if (s->len < s->size)
		return true;
	memcpy(s->buffer + before, "...", 3);
	s->len = before + 3;
	return false;
}

/**
 * pa_loss() - the loss of a plan
 * @from:    the call as it was passed
 * @to:      the arguments with the plan applied
 * @touched: fields that may differ
 * @lost:    receives half a sentence, PA_WHY_LOST bytes, of which "..." replaces what does not fit
 * @check:   receives the check by which the event would be of no use; NULL: it is of use
 *
 * Context: any. Return: the greatest loss of all its changes, or PA_PLAN_VOID.
 */
enum pa_plan pa_loss(const struct pa_case *from, const struct pa_args *to,
		     const struct pa_touched *touched, char *lost, const char **check)
{
	enum pa_plan kind = PA_PLAN_NONE;
	const struct pa_void *nil;
	struct change ch = { .from = from, .to = to };
	bool fits = true;
	unsigned int i;
	struct out s;

	out_init(&s, lost, PA_WHY_LOST - 4);
	for (i = 0; i < touched->n; i++) {
		struct loss loss;

		ch.id = touched->id[i];
		ch.old = pa_fix_get(&from->call, ch.id);
		ch.now = pa_fix_get(to, ch.id);
		if (ch.old == ch.now)
			continue;
		loss = loss_of(&ch);
		if (loss.kind > kind)
			kind = loss.kind;
		fits = fits && put_loss(&s, &loss);
	}
	lost[s.len] = '\0';
	nil = kind != PA_PLAN_NONE ? pa_void_of(from, to) : NULL;
	*check = nil ? nil->check : NULL;
	if (!nil)
		return kind;
	/* Nothing is measured any more: say only that. */
	strscpy(lost, nil->text, PA_WHY_LOST);
	return PA_PLAN_VOID;
}
