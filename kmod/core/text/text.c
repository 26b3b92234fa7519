// SPDX-License-Identifier: GPL-2.0
/*
 * The text format. The arg[0] block is C: values are expressions that yield the caller's bytes,
 * and everything that is not the caller's stands in comments. What to write for a field comes
 * from the table in core/attr.c; here is only how it looks.
 */
#include "core/attr.h"
#include "core/names.h"
#include "core/op.h"
#include "core/out.h"
#include "core/render.h"
#include "core/why/why.h"

#ifdef __KERNEL__
#include <linux/errno.h>
#endif

/* The columns of the kernel: section. */
#define LABEL(str)	"    " str
#define PATH_MARGIN	"                   "

struct text {
	struct seq_buf *s;
	const struct pa_record *r;
	const struct pa_env *env;
	struct pa_attr a;
	u64 unknown[PA_WORDS];	/* bits that the running kernel does not know */
	bool brief;
};

/* The caller's value of a field. */
static u64 value_of(const struct text *t, enum pa_field_id id)
{
	return pa_bits(t->a.word, &pa_fields[id]);
}

/* Bits by name, joined by |; what has no name in one hexadecimal number at the end. */
static void put_mask(struct seq_buf *s, const struct pa_names *names, u64 v)
{
	const struct pa_name *name;
	const char *sep = "";
	size_t sep_len = 0;
	u64 rest = 0;
	u64 bit;

	if (!v) {
		out_char(s, '0');
		return;
	}
	for (; v; v &= v - 1) {
		bit = v & -v;
		name = pa_name_of(names, __builtin_ctzll(v));
		if (!name) {
			rest |= bit;
			continue;
		}
		out_mem(s, sep, sep_len);
		pa_put_name(s, name);
		sep = " | ";
		sep_len = 3;
	}
	if (rest) {
		out_mem(s, sep, sep_len);
		out_hex(s, rest);
	}
}

/* The same for registers: the UAPI numbers them and has no masks. */
static void put_regs(struct seq_buf *s, u8 abi, u64 v)
{
	const struct pa_names *names = pa_reg_names(abi);
	const struct pa_name *name;
	u64 rest = 0;
	u64 bits;
	bool any = false;

	while (v) {
		bits = v & -v;
		name = pa_name_of(names, __builtin_ctzll(v));
		/* An XMM register is two bits. */
		if (name && abi <= PA_ABI_X32 && bits >> 32)
			bits |= (bits << 1) & v;
		v &= ~bits;
		if (!name) {
			rest |= bits;
			continue;
		}
		if (any)
			out_lit(s, " | ");
		if (bits & (bits - 1))
			out_lit(s, "3ULL << ");
		else
			out_lit(s, "1ULL << ");
		pa_put_name(s, name);
		any = true;
	}
	if (any && rest)
		out_lit(s, " | ");
	if (rest || !any)
		out_hex(s, rest);
}

static void put_decimal(struct seq_buf *s, u64 v)
{
	out_u64(s, v);
	/* An unsuffixed decimal constant is signed in C. */
	if (v >> 63)
		out_lit(s, "ULL");
}

/* A value as a C expression. */
static void put_value(struct text *t, const struct pa_field *f, u64 v)
{
	const struct pa_name *name = NULL;

	switch (f->show) {
	case PA_SHOW_HEX:
		out_hex(t->s, v);
		return;
	case PA_SHOW_MASK:
		put_mask(t->s, f->names, v);
		return;
	case PA_SHOW_REGS:
		if (v)
			put_regs(t->s, t->r->abi, v);
		else
			out_char(t->s, '0');
		return;
	case PA_SHOW_CONFIG:
		if (pa_put_config(t->s, t->a.type, v))
			return;
		if (t->a.type == PA_TYPE_TRACEPOINT)
			break;
		out_hex(t->s, v);
		return;
	case PA_SHOW_SIZE:
		name = pa_size_name(v);
		break;
	case PA_SHOW_NAME:
	case PA_SHOW_NAME_S:
		name = pa_name_of(f->names, v);
		break;
	default:
		break;
	}
	if (name)
		pa_put_name(t->s, name);
	else if (f->show == PA_SHOW_NAME_S)
		out_s64(t->s, (s32)v);
	else
		put_decimal(t->s, v);
}

static void note_name(struct seq_buf *s, const char *name, size_t max)
{
	out_lit(s, " /* ");
	out_escaped(s, name, max);
	out_lit(s, " */");
}

static void note_pmu(struct text *t, u32 type)
{
	const struct pa_pmu_name *pmu = pa_pmu_of_type(t->r, t->env, type);

	if (pmu)
		note_name(t->s, pmu->name, sizeof(pmu->name));
}

static void note_config(struct text *t, u64 v)
{
	const struct pa_record *r = t->r;
	u32 type = t->a.type;

	if (type == PA_TYPE_TRACEPOINT) {
		if (r->have_kview && (r->kv.have & PA_KV_NAME) && r->kv.name[0])
			note_name(t->s, r->kv.name, sizeof(r->kv.name));
		else if (t->env->tp_name[0])
			note_name(t->s, t->env->tp_name, sizeof(t->env->tp_name));
	} else if ((type == PA_TYPE_HARDWARE || type == PA_TYPE_HW_CACHE) &&
		   v >> PA_PMU_TYPE_SHIFT) {
		note_pmu(t, v >> PA_PMU_TYPE_SHIFT);
	}
}

/* The string that kprobe_func or uprobe_path points to. */
static void note_string(struct text *t)
{
	const struct pa_record *r = t->r;
	u32 len = r->str_len < PA_STR_LEN ? r->str_len : PA_STR_LEN;

	if (!r->str_kind)
		return;
	out_lit(t->s, " /* \"");
	out_escaped(t->s, r->str, len);
	if (len == PA_STR_LEN)
		out_lit(t->s, "\"... */");
	else
		out_lit(t->s, "\" */");
}

static void note_hidden(struct text *t, enum pa_field_id id)
{
	if (pa_attr_is_hidden(&t->a, id))
		out_lit(t->s, " /* kernel address, not shown */");
}

/* What a value means beyond its symbol. */
static void put_meaning(struct text *t, enum pa_field_id id, u64 v)
{
	const struct pa_field *f = &pa_fields[id];
	const struct pa_name *name;

	if (f->note) {
		out_lit(t->s, " /* ");
		out_str(t->s, f->note);
		out_lit(t->s, " */");
	}
	switch (id) {
	case PA_FIELD_TYPE:
		if (v >= PA_TYPE_DYNAMIC)
			note_pmu(t, (u32)v);
		break;
	case PA_FIELD_CONFIG:
		note_config(t, v);
		break;
	case PA_FIELD_PRECISE_IP:
		/* Two bits, four names. */
		name = pa_name_of(&pa_precise, v);
		out_lit(t->s, " /* ");
		pa_put_name(t->s, name);
		out_lit(t->s, " */");
		break;
	case PA_FIELD_BP_LEN:
	case PA_FIELD_KPROBE_ADDR:
	case PA_FIELD_PROBE_OFFSET:
		note_hidden(t, id);
		break;
	case PA_FIELD_BP_ADDR:
		note_hidden(t, id);
		if (t->env->symbol[0])
			note_name(t->s, t->env->symbol, sizeof(t->env->symbol));
		break;
	case PA_FIELD_KPROBE_FUNC:
	case PA_FIELD_UPROBE_PATH:
		note_hidden(t, id);
		note_string(t);
		break;
	default:
		break;
	}
}

/* The kernel's copy of the field, which differs. */
static void note_kernel(struct text *t, enum pa_field_id id, u64 kernel)
{
	const struct pa_field *f = &pa_fields[id];
	const struct pa_pmu_name *pmu;
	u64 freq;

	out_lit(t->s, " /* kernel: ");
	/* Clocks turn a frequency into a period once and for all. */
	if (id == PA_FIELD_SAMPLE_FREQ && pa_kattr_get(t->r, PA_FIELD_FREQ, &freq) && !freq)
		out_lit(t->s, "sample_period ");
	if (f->show == PA_SHOW_REGS)
		out_hex(t->s, kernel);
	else
		put_value(t, f, kernel);
	if (id == PA_FIELD_TYPE && kernel >= PA_TYPE_DYNAMIC) {
		pmu = pa_pmu_of_type(t->r, t->env, (u32)kernel);
		if (pmu) {
			out_lit(t->s, ", ");
			out_escaped(t->s, pmu->name, sizeof(pmu->name));
		}
	}
	out_lit(t->s, " */");
}

static bool config_known(const struct pa_kernel *k, u32 type, u64 v)
{
	if (!k)
		return true;
	if (type == PA_TYPE_SOFTWARE)
		return v < k->sw_max || !pa_name_of(&pa_sw_events, v);
	if (type == PA_TYPE_HARDWARE)
		return (u32)v < k->hw_max || !pa_name_of(&pa_hw_events, (u32)v);
	return true;
}

/* A field, bits of a mask or an event that are newer than the running kernel. */
static void note_unknown(struct text *t, enum pa_field_id id, u64 v, u64 unknown)
{
	const struct pa_field *f = &pa_fields[id];

	if (f->show == PA_SHOW_MASK) {
		if (!(v & unknown))
			return;
		out_lit(t->s, " /* not known to this kernel: ");
		put_mask(t->s, f->names, v & unknown);
		out_lit(t->s, " */");
	} else if (unknown) {
		out_lit(t->s, " /* not known to this kernel */");
	} else if (id == PA_FIELD_CONFIG && !config_known(t->env->kernel, t->a.type, v)) {
		out_lit(t->s, " /* not known to this kernel */");
	}
}

/* The caller's size ends in the middle of this field. */
static void note_cut(struct text *t, const struct pa_field *f)
{
	out_lit(t->s, " /* ");
	out_u64(t->s, t->a.passed - f->offset);
	out_lit(t->s, " of ");
	out_u64(t->s, f->width);
	out_lit(t->s, " bytes passed */");
}

static void put_field(struct text *t, enum pa_field_id id)
{
	const struct pa_field *f = &pa_fields[id];
	u64 v = pa_bits(t->a.word, f);
	u64 differs = pa_bits(t->a.differs, f);
	u64 unknown = pa_bits(t->unknown, f);

	if (!v && (f->reserved || (t->brief && id > PA_FIELD_CONFIG)))
		return;
	out_fixed(t->s, f->label, PA_LABEL_ROOM, f->label_len);
	if (f->mask == 1) {
		out_char(t->s, '0' + (char)v);
	} else {
		put_value(t, f, v);
		put_meaning(t, id, v);
	}
	if (f->offset + f->width > t->a.passed)
		note_cut(t, f);
	if (differs)
		note_kernel(t, id, v ^ differs);
	if (unknown || id == PA_FIELD_CONFIG)
		note_unknown(t, id, v, unknown);
	out_lit(t->s, ",\n");
}

/* Bytes that the caller passed beyond the newest field, and those that were not kept. */
static void put_rest(struct text *t)
{
	u32 passed = t->a.passed;

	if (passed > PA_ATTR_NEWEST) {
		out_lit(t->s, "        /* bytes ");
		out_u64(t->s, PA_ATTR_NEWEST);
		out_lit(t->s, "..");
		out_u64(t->s, passed - 1);
		out_lit(t->s, ": ");
		out_bytes(t->s, t->r->attr + PA_ATTR_NEWEST, passed - PA_ATTR_NEWEST);
		out_lit(t->s, " */\n");
	}
	if (t->r->attr_more) {
		out_lit(t->s, "        /* ");
		out_u64(t->s, t->r->attr_more);
		out_lit(t->s, " further bytes not kept */\n");
	}
	if (t->r->attr_state == PA_ATTR_PART) {
		out_lit(t->s, "        /* not readable from byte ");
		out_u64(t->s, passed);
		out_lit(t->s, " on */\n");
	}
}

static void put_fields(struct text *t)
{
	int id;

	for (id = 0; id < PA_FIELD_MAX; id++)
		if (pa_attr_has(&t->a, id))
			put_field(t, id);
	put_rest(t);
}

static void put_attr_ptr(struct text *t)
{
	if (pa_is_kernel_address(t->r->attr_ptr))
		out_lit(t->s, "0 /* kernel address, not shown */");
	else
		out_hex(t->s, t->r->attr_ptr);
}

static void put_attr(struct text *t)
{
	out_lit(t->s, "arg[0]:\n");
	if (!t->a.passed) {
		out_lit(t->s, "    struct perf_event_attr *attr = ");
		put_attr_ptr(t);
		if (t->r->ret == -EFAULT)
			out_lit(t->s, " /* not readable: EFAULT */;\n");
		else
			out_lit(t->s, " /* not readable */;\n");
		return;
	}
	out_lit(t->s, "    struct perf_event_attr attr = {\n");
	put_fields(t);
	out_lit(t->s, "    };\n");
}

static void put_call(struct text *t)
{
	const struct pa_record *r = t->r;
	const struct pa_name *abi = pa_name_of(&pa_abis, r->abi);

	out_lit(t->s, "call:\n    #");
	out_u64(t->s, r->seq);
	out_lit(t->s, " at ");
	out_u64(t->s, r->time_ns / 1000000000);
	out_char(t->s, '.');
	out_padded(t->s, (u32)(r->time_ns % 1000000000), 9);
	out_lit(t->s, " s, ");
	out_escaped(t->s, r->comm, sizeof(r->comm));
	out_char(t->s, '[');
	out_s64(t->s, r->pid);
	out_lit(t->s, "] tid ");
	out_s64(t->s, r->tid);
	out_lit(t->s, " uid ");
	out_u64(t->s, r->uid);
	out_lit(t->s, ", ");
	if (abi)
		pa_put_name(t->s, abi);
	else
		out_lit(t->s, "unknown ABI");
	out_lit(t->s, ", took ");
	out_u64(t->s, r->duration_ns / 1000);
	out_char(t->s, '.');
	out_padded(t->s, (u32)(r->duration_ns % 1000), 3);
	out_lit(t->s, " us\n");
}

static void put_args(struct text *t)
{
	const struct pa_record *r = t->r;

	out_lit(t->s, "arg[1]:\n    pid_t pid = ");
	out_s64(t->s, r->arg_pid);
	if (r->flags & PA_FLAG_PID_CGROUP)
		out_lit(t->s, " /* descriptor of a cgroup */");
	else if (r->arg_pid == -1)
		out_lit(t->s, " /* every process */");
	else if (r->arg_pid == 0)
		out_lit(t->s, " /* the calling thread */");
	out_lit(t->s, ";\narg[2]:\n    int cpu = ");
	out_s64(t->s, r->arg_cpu);
	if (r->arg_cpu == -1)
		out_lit(t->s, " /* every cpu */");
	out_lit(t->s, ";\narg[3]:\n    int group_fd = ");
	out_s64(t->s, r->arg_group_fd);
	out_lit(t->s, ";\narg[4]:\n    unsigned long flags = ");
	put_mask(t->s, &pa_flag_bits, r->flags);
	out_lit(t->s, ";\n");
}

static void put_errno(struct seq_buf *s, u64 err)
{
	const struct pa_name *name = pa_errno_name(err);

	if (name) {
		pa_put_name(s, name);
	} else {
		out_lit(s, "errno ");
		out_u64(s, err);
	}
}

/* A change of a plan, as one writes it in C. */
static void put_change(struct text *t, const struct pa_fix *fix)
{
	int id;

	for (id = 0; id < PA_FIELD_MAX; id++) {
		if (strcmp(pa_fields[id].name, fix->field))
			continue;
		out_char(t->s, '.');
		out_str(t->s, fix->field);
		out_lit(t->s, " = ");
		put_value(t, &pa_fields[id], fix->value);
		return;
	}
	out_str(t->s, fix->field);
	out_lit(t->s, " = ");
	if (fix->is_signed)
		out_s64(t->s, (s64)fix->value);
	else
		put_mask(t->s, &pa_flag_bits, fix->value);
}

static void put_plan(struct text *t, const struct pa_why *why)
{
	u32 n = why->nfix < PA_FIX_MAX ? why->nfix : PA_FIX_MAX;
	u32 i;

	out_str(t->s, why->opens ? "; pass " : "; try ");
	for (i = 0; i < n; i++) {
		if (i)
			out_lit(t->s, ", ");
		put_change(t, &why->fix[i]);
	}
	if (why->lost[0]) {
		out_lit(t->s, " (");
		out_str(t->s, why->lost);
		out_char(t->s, ')');
	}
	if (why->needs[0])
		out_lit(t->s, ", or have ");
	out_str(t->s, why->needs);
}

/* The name of the rule, by which docs/refusals.md has it, and what to do. */
static void put_advice(struct text *t, const struct pa_why *why)
{
	out_lit(t->s, "    /* ");
	out_str(t->s, why->rule);
	if (why->garbage) {
		out_lit(t->s, "; probably not zeroed: memset(&attr, 0, sizeof(attr))");
	} else if (why->nfix) {
		put_plan(t, why);
	} else if (why->needs[0]) {
		out_lit(t->s, "; no argument helps: ");
		out_str(t->s, why->needs);
	}
	out_lit(t->s, " */\n");
}

static noinline_for_stack void put_return(struct text *t)
{
	bool known;
	struct pa_why why;

	out_lit(t->s, "return:\n    int fd = ");
	if (t->r->ret >= 0) {
		out_s64(t->s, t->r->ret);
		out_lit(t->s, ";\n");
		return;
	}
	out_lit(t->s, "-1 /* ");
	put_errno(t->s, 0 - (u64)t->r->ret);
	known = pa_explain(t->r, t->env, &why);
	if (known) {
		out_lit(t->s, ": ");
		out_escaped(t->s, why.text, sizeof(why.text));
	}
	out_lit(t->s, " */;\n");
	if (known)
		put_advice(t, &why);
}

static void put_pmu(struct text *t)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(t->env, t->r->kv.pmu);

	if (!pmu)
		return;
	out_lit(t->s, LABEL("pmu            "));
	out_escaped(t->s, pmu->name, sizeof(pmu->name));
	out_lit(t->s, ", type ");
	/* The PMUs of the clocks have no type of their own up to 6.1. */
	out_u64(t->s, pmu->type == ~0U ? t->a.type : pmu->type);
	out_char(t->s, '\n');
}

static void put_event(struct text *t)
{
	const struct pa_kview *kv = &t->r->kv;
	char buf[PA_EVENT_LEN];
	struct seq_buf name;

	seq_buf_init(&name, buf, sizeof(buf));
	pa_put_event_name(&name, t->r, t->env, &t->a);
	if (!name.len && !(kv->have & PA_KV_EVENT))
		return;
	out_lit(t->s, LABEL("event          "));
	if (name.len)
		out_escaped(t->s, buf, name.len);
	else
		out_lit(t->s, "no name");
	if (kv->have & PA_KV_EVENT) {
		out_lit(t->s, ", id ");
		out_u64(t->s, kv->id);
		if (kv->cpu != t->r->arg_cpu) {
			out_lit(t->s, ", moved to cpu ");
			out_s64(t->s, kv->cpu);
		}
	}
	out_char(t->s, '\n');
	if (kv->have & PA_KV_HWCONFIG) {
		if (kv->have & PA_KV_HWBASE)
			out_lit(t->s, LABEL("hw.config_base "));
		else
			out_lit(t->s, LABEL("hw.config      "));
		out_hex(t->s, kv->hw_config);
		out_char(t->s, '\n');
	}
}

static bool counts_nanoseconds(const struct text *t)
{
	return t->a.type == PA_TYPE_SOFTWARE && value_of(t, PA_FIELD_CONFIG) <= 1;
}

static void put_sampling(struct text *t)
{
	u64 asked = value_of(t, PA_FIELD_SAMPLE_PERIOD);
	u64 freq = 0;

	pa_kattr_get(t->r, PA_FIELD_FREQ, &freq);
	if (!asked) {
		if (!t->brief)
			out_lit(t->s, LABEL("sampling       no, it counts\n"));
		return;
	}
	out_lit(t->s, LABEL("sampling       period "));
	out_u64(t->s, t->r->kv.sample_period);
	if (freq) {
		out_lit(t->s, " at first, adjusted to ");
		out_u64(t->s, asked);
		out_lit(t->s, " Hz");
	} else if (counts_nanoseconds(t)) {
		out_lit(t->s, ", every ");
		out_u64(t->s, t->r->kv.sample_period);
		out_lit(t->s, " ns");
	}
	out_char(t->s, '\n');
}

/* Symbols of the event's two callbacks; the usual ones are no news. */
static void put_callbacks(struct text *t)
{
	const struct pa_env *env = t->env;
	const char *clock = pa_clock_symbol(t->r, env);

	if (env->handler[0] &&
	    (!t->brief || strcmp(env->handler, "perf_event_output_forward"))) {
		out_lit(t->s, LABEL("overflow       "));
		out_escaped(t->s, env->handler, sizeof(env->handler));
		out_char(t->s, '\n');
	}
	if (clock[0] && strcmp(clock, "local_clock")) {
		out_lit(t->s, LABEL("clock          "));
		out_escaped(t->s, clock, PA_NAME_LEN);
		out_char(t->s, '\n');
	}
}

static void put_leader(struct text *t)
{
	const struct pa_leader *l = &t->r->kv.leader;
	const struct pa_pmu_name *pmu = pa_pmu_by_index(t->env, l->pmu);
	char buf[PA_EVENT_LEN];
	struct seq_buf name;

	out_lit(t->s, LABEL("leader         "));
	seq_buf_init(&name, buf, sizeof(buf));
	if (pa_put_leader_name(&name, &t->r->kv)) {
		out_escaped(t->s, buf, name.len);
	} else {
		out_lit(t->s, "type ");
		out_u64(t->s, l->type);
		if (pmu) {
			out_lit(t->s, " (");
			out_escaped(t->s, pmu->name, sizeof(pmu->name));
			out_char(t->s, ')');
		}
		out_lit(t->s, " config ");
		out_hex(t->s, l->config);
	}
	out_lit(t->s, ", id ");
	out_u64(t->s, l->id);
	out_lit(t->s, ", fd ");
	out_s64(t->s, t->r->arg_group_fd);
	out_char(t->s, '\n');
}

static void put_target(struct text *t)
{
	const struct pa_kview *kv = &t->r->kv;

	if (kv->have & PA_KV_TASK) {
		out_lit(t->s, LABEL("target         "));
		out_escaped(t->s, kv->task_comm, sizeof(kv->task_comm));
		out_char(t->s, '[');
		out_s64(t->s, kv->task_tgid);
		out_lit(t->s, "] tid ");
		out_s64(t->s, kv->task_pid);
		out_char(t->s, '\n');
	}
	if (kv->have & PA_KV_CGROUP) {
		out_lit(t->s, LABEL("cgroup         "));
		out_escaped(t->s, kv->cgroup, sizeof(kv->cgroup));
		out_char(t->s, '\n');
	}
}

static u32 step_depth(const struct pa_step *step)
{
	return step->fn < PA_FN_MAX ? pa_functions[step->fn].depth : 0;
}

/* @calls: the next step was entered from within this one. */
static void put_step(struct text *t, const struct pa_step *step, bool calls)
{
	const struct pa_pmu_name *pmu;

	if (step_depth(step))
		out_lit(t->s, "    ");
	if (step->fn < PA_FN_MAX && pa_functions[step->fn].name.text)
		pa_put_name(t->s, &pa_functions[step->fn].name);
	else
		out_char(t->s, '?');
	if (step->fn == PA_FN_TRY_INIT) {
		pmu = pa_pmu_by_index(t->env, step->pmu);
		out_char(t->s, '(');
		if (pmu)
			out_escaped(t->s, pmu->name, sizeof(pmu->name));
		else
			out_char(t->s, '?');
		out_char(t->s, ')');
	}
	if (step->ret == PA_RET_PENDING) {
		out_lit(t->s, " = ?");
	} else if (step->ret < 0) {
		out_lit(t->s, " = -");
		put_errno(t->s, 0 - (u64)step->ret);
	} else if (!calls) {
		out_lit(t->s, " = 0");
	}
	out_char(t->s, '\n');
}

static void put_path(struct text *t)
{
	const struct pa_kview *kv = &t->r->kv;
	u32 n = kv->nsteps < PA_STEPS ? kv->nsteps : PA_STEPS;
	bool calls;
	u32 i;

	for (i = 0; i < n; i++) {
		if (i)
			out_lit(t->s, PATH_MARGIN);
		else
			out_lit(t->s, LABEL("path           "));
		calls = i + 1 < n && step_depth(&kv->steps[i + 1]) > step_depth(&kv->steps[i]);
		put_step(t, &kv->steps[i], calls);
	}
	if (kv->steps_lost) {
		out_lit(t->s, PATH_MARGIN "and ");
		out_u64(t->s, kv->steps_lost);
		out_lit(t->s, " more that were not kept\n");
	}
}

static void put_kernel(struct text *t)
{
	u32 have = t->r->kv.have;

	if (!t->r->have_kview || !have)
		return;
	out_lit(t->s, "kernel:\n");
	put_pmu(t);
	put_event(t);
	if (have & PA_KV_EVENT) {
		put_sampling(t);
		put_callbacks(t);
	}
	if (have & PA_KV_LEADER)
		put_leader(t);
	put_target(t);
	if (have & PA_KV_STAGES)
		put_path(t);
}

static void look(struct text *t, struct seq_buf *s, const struct pa_record *r,
		 const struct pa_env *env, unsigned int flags)
{
	t->s = s;
	t->r = r;
	t->env = env;
	t->brief = flags & PA_TEXT_BRIEF;
	pa_attr_look(&t->a, r, env);
	pa_unknown_bits(t->unknown, env->kernel);
}

void pa_text_mask(struct seq_buf *s, const struct pa_names *names, u64 v)
{
	put_mask(s, names, v);
}

void pa_text_errno(struct seq_buf *s, u64 err)
{
	put_errno(s, err);
}

bool pa_text_fields(struct seq_buf *s, const struct pa_record *r, const struct pa_env *env,
		    unsigned int flags)
{
	struct text t;

	look(&t, s, r, env, flags);
	put_fields(&t);
	return t.a.passed;
}

void pa_text_record(struct seq_buf *s, const struct pa_record *r, const struct pa_env *env,
		    unsigned int flags)
{
	struct text t;

	if (r->kind != PA_RECORD_OPEN) {
		pa_text_op(s, r, env, flags);
		return;
	}
	look(&t, s, r, env, flags);
	out_lit(s, "================perf_event_open() DUMP===================\n");
	put_call(&t);
	put_attr(&t);
	put_args(&t);
	put_return(&t);
	put_kernel(&t);
}
