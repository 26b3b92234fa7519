// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * What a plan loses. Only the arguments before and after count, not the rules that changed them.
 *
 * A change of something that the kernel ignores in this call loses nothing, such as the register
 * mask of samples without registers, or the clockid of an event that does not use it.
 */
#include "why/loss.h"

#include "core/out.h"
#include "why/void.h"

/* One changed field or argument. */
struct change {
	const struct pa_case *from;
	const struct pa_call *to;
	u64 old;
	u64 now;
	unsigned int id;
};

/* What is lost: @text, followed by the names of @bits. */
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

static bool was_sampled(const struct change *ch, u64 bit)
{
	return ch->from->sample_type & bit;
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
	/* Of all tasks, or a cgroup, an event measures one cpu at most. */
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

/* Bits without a name have no known meaning, so nothing is lost by clearing them. */
static struct loss loss_of_bits(const struct change *ch, const struct pa_names *names,
				const char *text)
{
	u64 gone = ch->old & ~ch->now & (((u64)1 << names->count) - 1);

	if (!gone)
		return same();
	return (struct loss){ .kind = PA_PLAN_LESS, .text = text, .names = names, .bits = gone };
}

static struct loss loss_of_branches(const struct change *ch)
{
	if (!was_sampled(ch, PA_SAMPLE_BRANCH_STACK))
		return same();
	return loss_of_bits(ch, &pa_branch_bits, "without");
}

static struct loss loss_of_regs(const struct change *ch, u64 bit)
{
	return was_sampled(ch, bit) ? less("other registers") : same();
}

static struct loss loss_of_inherit(const struct change *ch)
{
	if (!ch->now)
		return less("children are not measured");
	if (pa_case_flag(ch->from, PA_FIELD_INHERIT_THREAD))
		return same();
	return other("children are measured too");
}

static struct loss loss_of_clock(const struct change *ch)
{
	bool uses = pa_bits(ch->to->word, &pa_fields[PA_FIELD_USE_CLOCKID]);

	if (!uses && !pa_case_flag(ch->from, PA_FIELD_USE_CLOCKID))
		return same();
	return less("times are of another clock");
}

static struct loss loss_of_callchain(const struct change *ch, const char *text)
{
	return was_sampled(ch, PA_SAMPLE_CALLCHAIN) ? less(text) : same();
}

/* The loss when the plan sets the flag, and when it clears it; NULL: none. */
struct flag_loss {
	u8 id;
	u8 set_kind;
	u8 clear_kind;
	const char *set;
	const char *clear;
};

static const struct flag_loss flag_losses[] = {
	{ PA_FIELD_EXCLUDE_USER, PA_PLAN_LESS, PA_PLAN_OTHER,
	  "user space is not measured", "user space is measured too" },
	{ PA_FIELD_EXCLUDE_KERNEL, PA_PLAN_LESS, PA_PLAN_OTHER,
	  "the kernel is not measured", "the kernel is measured too" },
	{ PA_FIELD_EXCLUDE_HV, PA_PLAN_LESS, PA_PLAN_OTHER,
	  "the hypervisor is not measured", "the hypervisor is measured too" },
	{ PA_FIELD_EXCLUDE_IDLE, PA_PLAN_LESS, PA_PLAN_OTHER,
	  "the idle task is not measured", "the idle task is measured too" },
	{ PA_FIELD_EXCLUDE_HOST, PA_PLAN_LESS, PA_PLAN_OTHER,
	  "the host is not measured", "the host is measured too" },
	{ PA_FIELD_EXCLUDE_GUEST, PA_PLAN_LESS, PA_PLAN_OTHER,
	  "the guest is not measured", "the guest is measured too" },
	{ PA_FIELD_NAMESPACES, 0, PA_PLAN_LESS, NULL, "no records of namespaces" },
	{ PA_FIELD_TEXT_POKE, 0, PA_PLAN_LESS, NULL, "no records of changed kernel text" },
	{ PA_FIELD_CGROUP, 0, PA_PLAN_LESS, NULL, "no records of cgroups" },
	{ PA_FIELD_BUILD_ID, 0, PA_PLAN_LESS, NULL, "no records of build ids" },
	{ PA_FIELD_PINNED, 0, PA_PLAN_LESS, NULL, "it may have to share counters" },
	{ PA_FIELD_EXCLUSIVE, 0, PA_PLAN_LESS, NULL, "it may have to share counters" },
	{ PA_FIELD_AUX_OUTPUT, 0, PA_PLAN_LESS, NULL, "no AUX data" },
	{ PA_FIELD_SIGTRAP, 0, PA_PLAN_LESS, NULL, "no signal is sent" },
	{ PA_FIELD_FREQ, 0, PA_PLAN_OTHER, NULL, "samples have another rate" },
	{ PA_FIELD_ENABLE_ON_EXEC, 0, PA_PLAN_OTHER, NULL, "exec does not enable it" },
	{ PA_FIELD_REMOVE_ON_EXEC, PA_PLAN_LESS, PA_PLAN_OTHER, "it ends with exec",
	  "it goes on after exec" },
	{ PA_FIELD_WRITE_BACKWARD, PA_PLAN_OTHER, PA_PLAN_OTHER, "the buffer is filled backward",
	  "the buffer is filled forward" },
	{ PA_FIELD_INHERIT_THREAD, 0, PA_PLAN_OTHER, NULL, "of new threads nothing is measured" },
};

/* Of a trace event of which it is not known where it happens. */
static bool is_any_trace(const struct change *ch)
{
	return ch->id == PA_FIELD_EXCLUDE_KERNEL && ch->now &&
	       ch->from->type == PA_TYPE_TRACEPOINT &&
	       !(ch->from->env->now && ch->from->env->now->trace);
}

static struct loss loss_of_flag(const struct change *ch)
{
	unsigned int i;

	if (is_any_trace(ch))
		return less("only system calls and uprobes are counted");
	for (i = 0; i < ARRAY_SIZE(flag_losses); i++) {
		const struct flag_loss *f = &flag_losses[i];

		if (f->id != ch->id)
			continue;
		return (struct loss){
			.kind = ch->now ? f->set_kind : f->clear_kind,
			.text = ch->now ? f->set : f->clear,
		};
	}
	/* A flag that is not in the table. */
	return less("without a flag");
}

static struct loss loss_of_aux(const struct change *ch)
{
	return pa_fields[ch->id].reserved ? same() : less("no AUX data");
}

static struct loss loss_of_sampled(const struct change *ch)
{
	switch (ch->id) {
	case PA_FIELD_SAMPLE_TYPE:
		return loss_of_bits(ch, &pa_sample_bits, "without");
	case PA_FIELD_READ_FORMAT:
		return loss_of_bits(ch, &pa_format_bits, "without");
	case PA_FIELD_BRANCH_SAMPLE_TYPE:
		return loss_of_branches(ch);
	case PA_FIELD_SAMPLE_REGS_USER:
		return loss_of_regs(ch, PA_SAMPLE_REGS_USER);
	case PA_FIELD_SAMPLE_REGS_INTR:
		return loss_of_regs(ch, PA_SAMPLE_REGS_INTR);
	case PA_FIELD_SAMPLE_STACK_USER:
		return less("less of the stack");
	case PA_FIELD_SAMPLE_MAX_STACK:
		return less("shorter callchains");
	default:
		return loss_of_period(ch);
	}
}

/* A smaller attr loses only the fields that it cuts off. */
static struct loss loss_of_size(const struct change *ch)
{
	unsigned int at;

	for (at = ch->to->passed; at < pa_attr_passed(ch->from->r); at++)
		if (pa_case_byte(ch->from, at))
			return less("without what only newer kernels have");
	return same();
}

static struct loss loss_of_word(const struct change *ch)
{
	switch (ch->id) {
	case PA_FIELD_SIZE:
		return loss_of_size(ch);
	case PA_FIELD_RESERVED_2:
		return same();
	case PA_FIELD_TYPE:
		return other("time is measured, not cycles");
	case PA_FIELD_CONFIG:
		return loss_of_config(ch);
	case PA_FIELD_BP_TYPE:
	case PA_FIELD_BP_LEN:
		return other("other accesses are watched");
	case PA_FIELD_CLOCKID:
		return loss_of_clock(ch);
	case PA_FIELD_AUX_SAMPLE_SIZE:
		return less("no AUX data");
	case PA_FIELD_CONFIG1:
		return less("without what config1 asks for");
	case PA_FIELD_CONFIG2:
		return less("without what config2 asks for");
	case PA_FIELD_CONFIG3:
		return less("without what config3 asks for");
	case PA_FIELD_AUX_WATERMARK:
		return less("it wakes up at other times");
	case PA_FIELD_SIG_DATA:
		return same();
	default:
		return loss_of_sampled(ch);
	}
}

static struct loss loss_of_attr(const struct change *ch)
{
	switch (ch->id) {
	case PA_FIELD_INHERIT:
		return loss_of_inherit(ch);
	case PA_FIELD_USE_CLOCKID:
		return loss_of_clock(ch);
	case PA_FIELD_EXCLUDE_CALLCHAIN_KERNEL:
		return loss_of_callchain(ch, "no callchains of the kernel");
	case PA_FIELD_EXCLUDE_CALLCHAIN_USER:
		return loss_of_callchain(ch, "no callchains of user space");
	case PA_FIELD_PRECISE_IP:
		return less(ch->now ? "samples are less precise" : "samples are not precise");
	case PA_FIELD_RESERVED_1:
		return same();
	default:
		if (pa_fields[ch->id].offset == PA_OFF_FLAGS)
			return loss_of_flag(ch);
		if (pa_fields[ch->id].offset == PA_OFF_AUX)
			return loss_of_aux(ch);
		return loss_of_word(ch);
	}
}

static struct loss loss_of(const struct change *ch)
{
	switch (ch->id) {
	case PA_ARG_PID:
		return loss_of_pid(ch);
	case PA_ARG_CPU:
		return loss_of_cpu(ch);
	case PA_ARG_GROUP_FD:
		return loss_of_group(ch);
	case PA_ARG_FLAGS:
		return loss_of_flags(ch);
	default:
		return loss_of_attr(ch);
	}
}

static bool change_is(struct change *ch, const struct pa_case *from, const struct pa_call *to,
		      unsigned int id)
{
	ch->from = from;
	ch->to = to;
	ch->id = id;
	ch->old = pa_fix_get(&from->call, id);
	ch->now = pa_fix_get(to, id);
	return ch->old != ch->now;
}

/**
 * pa_loss_kind() - how much a plan loses
 * @from:    the call as it was passed
 * @to:      the arguments with the plan applied
 * @touched: fields that may differ
 *
 * Context: any. Return: the greatest loss of all its changes, or that all of it is void.
 */
enum pa_plan pa_loss_kind(const struct pa_case *from, const struct pa_call *to,
			  const struct pa_touched *touched)
{
	enum pa_plan kind = PA_PLAN_NONE;
	struct change ch;
	unsigned int i;

	for (i = 0; i < touched->n; i++) {
		struct loss loss;

		if (!change_is(&ch, from, to, touched->id[i]))
			continue;
		loss = loss_of(&ch);
		if (loss.kind > kind)
			kind = loss.kind;
	}
	return kind != PA_PLAN_NONE && pa_void_of(from, to) ? PA_PLAN_VOID : kind;
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

/* That nothing is left is all that there is to say. */
static void say_void(const struct pa_void *is, struct pa_why *why)
{
	strscpy(why->lost, is->text, sizeof(why->lost));
	why->check = is->check;
}

/**
 * pa_loss_say() - say in half a sentence what a plan loses
 * @from:    the call as it was passed
 * @to:      the arguments with the plan applied
 * @touched: fields that may differ
 * @why:     plan is set; receives lost, of which "..." replaces what does not fit, and check
 *
 * Context: any.
 */
void pa_loss_say(const struct pa_case *from, const struct pa_call *to,
		 const struct pa_touched *touched, struct pa_why *why)
{
	struct out s;
	struct change ch;
	unsigned int i;

	why->check = NULL;
	if (why->plan == PA_PLAN_VOID) {
		say_void(pa_void_of(from, to), why);
		return;
	}
	out_init(&s, why->lost, sizeof(why->lost) - 4);
	for (i = 0; i < touched->n; i++) {
		struct loss loss = {};
		size_t before = s.len;

		if (change_is(&ch, from, to, touched->id[i]))
			loss = loss_of(&ch);
		if (!loss.text || (!loss.names && is_said(&s, loss.text)))
			continue;
		if (before)
			out_lit(&s, ", ");
		out_str(&s, loss.text);
		if (loss.names)
			put_bits(&s, &loss);
		if (s.len >= s.size) {
			s.len = before;
			memcpy(why->lost + before, "...", 3);
			s.len += 3;
			break;
		}
	}
	why->lost[s.len] = '\0';
}
