// SPDX-License-Identifier: GPL-2.0
/*
 * JSON Lines: one object a record, from the same tables as the text. Absent knowledge is null.
 * Numbers above 2^53 are strings, because most readers hold numbers in a double.
 */
#include "core/attr.h"
#include "core/names.h"
#include "core/op.h"
#include "core/out.h"
#include "core/render.h"
#include "core/why/why.h"

/* 2^53: up to here a double holds every whole number. */
#define MAX_EXACT	0x20000000000000ULL

struct json {
	struct seq_buf *s;
	const struct pa_record *r;
	const struct pa_env *env;
	struct pa_attr a;
};

static void put_number(struct seq_buf *s, u64 v)
{
	if (v <= MAX_EXACT) {
		out_u64(s, v);
		return;
	}
	out_char(s, '"');
	out_u64(s, v);
	out_char(s, '"');
}

static void put_signed(struct seq_buf *s, s64 v)
{
	if (v >= 0) {
		put_number(s, (u64)v);
	} else if (v >= -(s64)MAX_EXACT) {
		out_s64(s, v);
	} else {
		out_char(s, '"');
		out_s64(s, v);
		out_char(s, '"');
	}
}

static void put_escape(struct seq_buf *s, u32 code)
{
	static const char digits[] = "0123456789abcdef";
	char buf[6];

	buf[0] = '\\';
	buf[1] = 'u';
	buf[2] = digits[(code >> 12) & 15];
	buf[3] = digits[(code >> 8) & 15];
	buf[4] = digits[(code >> 4) & 15];
	buf[5] = digits[code & 15];
	out_mem(s, buf, sizeof(buf));
}

/*
 * One character of UTF-8 (RFC 3629: shortest form, no surrogates, up to U+10FFFF).
 * Returns its bytes, 0 when what stands at @p is none.
 */
static size_t utf8_char(const u8 *p, size_t max, u32 *code)
{
	static const u32 smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len;
	size_t i;
	u32 c;

	if (p[0] >= 0xc2 && p[0] <= 0xdf)
		len = 2;
	else if (p[0] >= 0xe0 && p[0] <= 0xef)
		len = 3;
	else if (p[0] >= 0xf0 && p[0] <= 0xf4)
		len = 4;
	else
		return 0;
	if (len > max)
		return 0;
	c = p[0] & (0x7f >> len);
	for (i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = (c << 6) | (p[i] & 0x3f);
	}
	if (c < smallest[len] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return 0;
	*code = c;
	return len;
}

/*
 * Some readers take these for the end of a line, some terminals for the start of a command:
 * the C1 controls and the two Unicode separators.
 */
static bool needs_escape(u32 code)
{
	return code < 0xa0 || code == 0x2028 || code == 0x2029;
}

/* A byte that is not plain ASCII text; returns how many bytes it used. */
static size_t put_odd_char(struct seq_buf *s, const u8 *p, size_t max)
{
	size_t len;
	u32 code;

	switch (p[0]) {
	case '"':
		out_lit(s, "\\\"");
		return 1;
	case '\\':
		out_lit(s, "\\\\");
		return 1;
	case '\n':
		out_lit(s, "\\n");
		return 1;
	default:
		break;
	}
	if (p[0] < 0x80) {
		put_escape(s, p[0]);
		return 1;
	}
	len = utf8_char(p, max, &code);
	if (!len) {
		put_escape(s, 0xfffd);
		return 1;
	}
	if (needs_escape(code))
		put_escape(s, code);
	else
		out_mem(s, (const char *)p, len);
	return len;
}

/* A string that somebody else controls; it ends at a NUL or at @max. */
static void put_string(struct seq_buf *s, const char *p, size_t max)
{
	const u8 *c = (const u8 *)p;
	size_t len = strnlen(p, max);
	size_t clean = 0;
	size_t i = 0;

	out_char(s, '"');
	while (i < len) {
		if (c[i] >= 0x20 && c[i] < 0x7f && c[i] != '"' && c[i] != '\\') {
			i++;
			continue;
		}
		out_mem(s, p + clean, i - clean);
		i += put_odd_char(s, c + i, len - i);
		clean = i;
	}
	out_mem(s, p + clean, len - clean);
	out_char(s, '"');
}

/* The same, null when it is empty. */
static void put_string_or_null(struct seq_buf *s, const char *p, size_t max)
{
	if (p[0])
		put_string(s, p, max);
	else
		out_lit(s, "null");
}

static void put_pmu_name(struct seq_buf *s, const struct pa_pmu_name *pmu)
{
	if (pmu)
		put_string(s, pmu->name, sizeof(pmu->name));
	else
		out_lit(s, "null");
}

/* A symbol needs no escapes. */
static void put_symbol(struct seq_buf *s, const struct pa_name *name)
{
	if (!name) {
		out_lit(s, "null");
		return;
	}
	out_char(s, '"');
	pa_put_name(s, name);
	out_char(s, '"');
}

static void put_field_value(struct seq_buf *s, const struct pa_field *f, u64 v)
{
	if (f->show == PA_SHOW_NAME_S)
		out_s64(s, (s32)v);
	else
		put_number(s, v);
}

/* A key, after a comma unless it is the first of its object. */
static void put_key(struct seq_buf *s, const struct pa_field *f, bool first)
{
	if (first)
		out_mem(s, f->key + 1, f->key_len - 1);
	else
		out_fixed(s, f->key, PA_KEY_ROOM, f->key_len);
}

static void put_attr(struct json *j)
{
	const struct pa_field *f;
	int id;

	out_lit(j->s, ",\"attr\":");
	if (!j->a.passed) {
		out_lit(j->s, "null");
		return;
	}
	out_char(j->s, '{');
	for (id = 0; id < PA_FIELD_MAX; id++) {
		f = &pa_fields[id];
		if (f->group && j->a.member[f->group] != id)
			continue;
		put_key(j->s, f, !id);
		if (f->offset >= j->a.passed || pa_attr_is_hidden(&j->a, id))
			out_lit(j->s, "null");
		else if (f->mask == 1)
			out_char(j->s, '0' + (char)pa_bits(j->a.word, f));
		else
			put_field_value(j->s, f, pa_bits(j->a.word, f));
	}
	out_char(j->s, '}');
}

static void put_raw(struct json *j)
{
	static const u8 words[] = { PA_FIELD_CONFIG1, PA_FIELD_CONFIG2 };
	u8 raw[PA_ATTR_KEEP];
	u32 len = j->a.passed;
	u32 i;

	out_lit(j->s, ",\"attr_raw\":");
	if (!len) {
		out_lit(j->s, "null");
		return;
	}
	if (j->r->have_size && j->r->attr_size && j->r->attr_size < len)
		len = j->r->attr_size;
	memcpy(raw, j->r->attr, len);
	for (i = 0; i < sizeof(words); i++)
		if (j->a.hidden & 1 << i)
			memset(raw + pa_fields[words[i]].offset, 0, sizeof(u64));
	out_char(j->s, '"');
	out_bytes(j->s, raw, len);
	out_char(j->s, '"');
}

/* Where the attr ended: the page of what follows is not there. */
static void put_ends(struct json *j)
{
	if (j->r->attr_state != PA_ATTR_PART)
		return;
	out_lit(j->s, ",\"attr_ends\":");
	out_u64(j->s, j->a.passed);
}

/* The names of the bits that are set; those without a name in one hexadecimal string. */
static void put_bits(struct seq_buf *s, const struct pa_names *names, u64 v, bool pairs)
{
	const struct pa_name *name;
	bool first = true;
	u64 rest = 0;
	u64 bits;

	out_char(s, '[');
	while (v) {
		bits = v & -v;
		name = pa_name_of(names, __builtin_ctzll(v));
		if (name && pairs && bits >> 32)
			bits |= (bits << 1) & v;
		v &= ~bits;
		if (!name) {
			rest |= bits;
			continue;
		}
		if (!first)
			out_char(s, ',');
		first = false;
		put_symbol(s, name);
	}
	if (rest) {
		if (!first)
			out_char(s, ',');
		out_char(s, '"');
		out_hex(s, rest);
		out_char(s, '"');
	}
	out_char(s, ']');
}

static void put_config(struct json *j, u64 v)
{
	const struct pa_record *r = j->r;
	struct seq_buf *s = j->s;
	size_t start = s->len;

	if (j->a.type == PA_TYPE_TRACEPOINT) {
		if (r->have_kview && (r->kv.have & PA_KV_NAME))
			put_string_or_null(s, r->kv.name, sizeof(r->kv.name));
		else
			put_string_or_null(s, j->env->tp_name, sizeof(j->env->tp_name));
		return;
	}
	out_char(s, '"');
	if (pa_put_config(s, j->a.type, v)) {
		out_char(s, '"');
		return;
	}
	if (!seq_buf_has_overflowed(s))
		s->len = start;
	out_lit(s, "null");
}

static void put_field_symbol(struct json *j, const struct pa_field *f, u64 v)
{
	const struct pa_name *name;

	switch (f->show) {
	case PA_SHOW_MASK:
		put_bits(j->s, f->names, v, false);
		break;
	case PA_SHOW_REGS:
		put_bits(j->s, pa_reg_names(j->r->abi), v, j->r->abi <= PA_ABI_X32);
		break;
	case PA_SHOW_CONFIG:
		put_config(j, v);
		break;
	case PA_SHOW_SIZE:
		put_symbol(j->s, pa_size_name(v));
		break;
	default:
		name = pa_name_of(f->names, v);
		if (!name && f == &pa_fields[PA_FIELD_TYPE])
			put_pmu_name(j->s, pa_pmu_of_type(j->r, j->env, (u32)v));
		else
			put_symbol(j->s, name);
	}
}

static void put_symbols(struct json *j)
{
	const struct pa_field *f;
	bool first = true;
	int id;

	out_lit(j->s, ",\"symbols\":{");
	for (id = 0; id < PA_FIELD_MAX; id++) {
		f = &pa_fields[id];
		if (f->show < PA_SHOW_SIZE || !pa_attr_has(&j->a, id))
			continue;
		put_key(j->s, f, first);
		put_field_symbol(j, f, pa_bits(j->a.word, f));
		first = false;
	}
	if (first)
		out_lit(j->s, "\"flags\":");
	else
		out_lit(j->s, ",\"flags\":");
	put_bits(j->s, &pa_flag_bits, j->r->flags, false);
	out_char(j->s, '}');
}

static void put_strings(struct json *j)
{
	const struct pa_record *r = j->r;
	u32 len = r->str_len < PA_STR_LEN ? r->str_len : PA_STR_LEN;
	const struct pa_field *func = &pa_fields[PA_FIELD_KPROBE_FUNC];
	bool kprobe = j->a.kind == PA_KIND_KPROBE && pa_bits(j->a.word, func);

	out_lit(j->s, ",\"strings\":{");
	if (kprobe || j->a.kind == PA_KIND_UPROBE) {
		if (kprobe)
			out_lit(j->s, "\"kprobe_func\":");
		else
			out_lit(j->s, "\"uprobe_path\":");
		if (r->str_kind)
			put_string(j->s, r->str, len);
		else
			out_lit(j->s, "null");
	}
	out_char(j->s, '}');
}

static void put_head(struct seq_buf *s, const struct pa_record *r)
{
	out_lit(s, "{\"v\":1");
	if (r->kind != PA_RECORD_OPEN) {
		out_lit(s, ",\"call\":");
		put_symbol(s, pa_name_of(&pa_kind_names, r->kind));
	}
	out_lit(s, ",\"seq\":");
	put_number(s, r->seq);
	out_lit(s, ",\"time_ns\":");
	put_number(s, r->time_ns);
	out_lit(s, ",\"duration_ns\":");
	put_number(s, r->duration_ns);
	out_lit(s, ",\"pid\":");
	out_s64(s, r->pid);
	out_lit(s, ",\"tid\":");
	out_s64(s, r->tid);
	out_lit(s, ",\"uid\":");
	out_u64(s, r->uid);
	out_lit(s, ",\"comm\":");
	put_string(s, r->comm, sizeof(r->comm));
	out_lit(s, ",\"abi\":");
	put_symbol(s, pa_name_of(&pa_abis, r->abi));
}

static void put_result(struct seq_buf *s, const struct pa_record *r)
{
	out_lit(s, ",\"ret\":");
	put_signed(s, r->ret);
	out_lit(s, ",\"errno\":");
	put_symbol(s, r->ret < 0 ? pa_errno_name(0 - (u64)r->ret) : NULL);
}

static void put_args(struct json *j)
{
	const struct pa_record *r = j->r;

	out_lit(j->s, ",\"args\":{\"pid\":");
	out_s64(j->s, r->arg_pid);
	out_lit(j->s, ",\"cpu\":");
	out_s64(j->s, r->arg_cpu);
	out_lit(j->s, ",\"group_fd\":");
	out_s64(j->s, r->arg_group_fd);
	out_lit(j->s, ",\"flags\":");
	put_number(j->s, r->flags);
	out_char(j->s, '}');
	put_result(j->s, r);
}

static void put_event(struct json *j)
{
	char buf[PA_EVENT_LEN];
	struct seq_buf name;

	seq_buf_init(&name, buf, sizeof(buf));
	pa_put_event_name(&name, j->r, j->env, &j->a);
	out_lit(j->s, ",\"event\":");
	if (name.len)
		put_string(j->s, buf, name.len);
	else
		out_lit(j->s, "null");
}

static void put_kernel_pmu(struct json *j)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(j->env, j->r->kv.pmu);

	out_lit(j->s, "\"pmu\":");
	put_pmu_name(j->s, pmu);
	out_lit(j->s, ",\"pmu_type\":");
	/* The PMUs of the clocks have no type of their own up to 6.1. */
	if (pmu)
		out_u64(j->s, pmu->type == ~0U ? j->a.type : pmu->type);
	else
		out_lit(j->s, "null");
}

/* What is known of the event itself; nothing when none was made. */
static void put_kernel_event(struct json *j)
{
	const struct pa_kview *kv = &j->r->kv;

	if (!(kv->have & PA_KV_EVENT)) {
		out_lit(j->s, ",\"id\":null,\"overflow_handler\":null,\"clock\":null");
		out_lit(j->s, ",\"cpu\":null,\"sample_period\":null");
	} else {
		out_lit(j->s, ",\"id\":");
		put_number(j->s, kv->id);
		out_lit(j->s, ",\"overflow_handler\":");
		put_string_or_null(j->s, j->env->handler, sizeof(j->env->handler));
		out_lit(j->s, ",\"clock\":");
		put_string_or_null(j->s, pa_clock_symbol(j->r, j->env), PA_NAME_LEN);
		out_lit(j->s, ",\"cpu\":");
		out_s64(j->s, kv->cpu);
		out_lit(j->s, ",\"sample_period\":");
		put_number(j->s, kv->sample_period);
	}
	out_lit(j->s, ",\"hw_config\":");
	if (kv->have & PA_KV_HWCONFIG)
		put_number(j->s, kv->hw_config);
	else
		out_lit(j->s, "null");
}

static void put_leader(struct json *j)
{
	const struct pa_leader *l = &j->r->kv.leader;
	char buf[PA_EVENT_LEN];
	struct seq_buf name;

	out_lit(j->s, ",\"leader\":");
	if (!(j->r->kv.have & PA_KV_LEADER)) {
		out_lit(j->s, "null");
		return;
	}
	out_lit(j->s, "{\"fd\":");
	out_s64(j->s, j->r->arg_group_fd);
	out_lit(j->s, ",\"id\":");
	put_number(j->s, l->id);
	out_lit(j->s, ",\"type\":");
	out_u64(j->s, l->type);
	out_lit(j->s, ",\"config\":");
	put_number(j->s, l->config);
	out_lit(j->s, ",\"event\":");
	seq_buf_init(&name, buf, sizeof(buf));
	if (pa_put_leader_name(&name, &j->r->kv))
		put_string(j->s, buf, name.len);
	else
		out_lit(j->s, "null");
	out_char(j->s, '}');
}

static void put_target(struct json *j)
{
	const struct pa_kview *kv = &j->r->kv;

	out_lit(j->s, ",\"target\":");
	if (kv->have & PA_KV_TASK) {
		out_lit(j->s, "{\"pid\":");
		out_s64(j->s, kv->task_tgid);
		out_lit(j->s, ",\"tid\":");
		out_s64(j->s, kv->task_pid);
		out_lit(j->s, ",\"comm\":");
		put_string(j->s, kv->task_comm, sizeof(kv->task_comm));
		out_char(j->s, '}');
	} else {
		out_lit(j->s, "null");
	}
	out_lit(j->s, ",\"cgroup\":");
	if (kv->have & PA_KV_CGROUP)
		put_string(j->s, kv->cgroup, sizeof(kv->cgroup));
	else
		out_lit(j->s, "null");
}

/* Of two members of a union, the one that the kernel's own copy uses. */
static bool kernel_uses(const struct json *j, int id)
{
	u64 freq;

	if (pa_fields[id].group == PA_UNION_PERIOD &&
	    pa_kattr_get(j->r, PA_FIELD_FREQ, &freq))
		return id == (freq ? PA_FIELD_SAMPLE_FREQ : PA_FIELD_SAMPLE_PERIOD);
	return !pa_fields[id].group || j->a.member[pa_fields[id].group] == id;
}

/* The fields in which the kernel's copy differs; one that was not passed was zero. */
static void put_kernel_attr(struct json *j)
{
	const struct pa_field *f;
	bool first = true;
	u64 differs;
	int id;

	out_lit(j->s, ",\"attr\":");
	if (!(j->r->kv.have & (PA_KV_ATTR | PA_KV_COPIED))) {
		out_lit(j->s, "null");
		return;
	}
	out_char(j->s, '{');
	for (id = 0; id < PA_FIELD_MAX; id++) {
		f = &pa_fields[id];
		differs = pa_bits(j->a.differs, f);
		if (!differs || !kernel_uses(j, id))
			continue;
		put_key(j->s, f, first);
		put_field_value(j->s, f, pa_bits(j->a.word, f) ^ differs);
		first = false;
	}
	out_char(j->s, '}');
}

static void put_step(struct json *j, const struct pa_step *step)
{
	out_lit(j->s, "{\"fn\":");
	if (step->fn < PA_FN_MAX && pa_functions[step->fn].name.text)
		put_symbol(j->s, &pa_functions[step->fn].name);
	else
		out_lit(j->s, "null");
	if (step->fn == PA_FN_TRY_INIT) {
		out_lit(j->s, ",\"pmu\":");
		put_pmu_name(j->s, pa_pmu_by_index(j->env, step->pmu));
	}
	out_lit(j->s, ",\"ret\":");
	if (step->ret == PA_RET_PENDING)
		out_lit(j->s, "null");
	else
		out_s64(j->s, step->ret);
	out_char(j->s, '}');
}

static void put_path(struct json *j)
{
	const struct pa_kview *kv = &j->r->kv;
	u32 n = kv->nsteps < PA_STEPS ? kv->nsteps : PA_STEPS;
	u32 i;

	out_lit(j->s, ",\"path\":");
	if (!(kv->have & PA_KV_STAGES)) {
		out_lit(j->s, "null");
		return;
	}
	out_char(j->s, '[');
	for (i = 0; i < n; i++) {
		if (i)
			out_char(j->s, ',');
		put_step(j, &kv->steps[i]);
	}
	out_char(j->s, ']');
	if (kv->steps_lost) {
		out_lit(j->s, ",\"path_lost\":");
		out_u64(j->s, kv->steps_lost);
	}
}

static void put_kernel(struct json *j)
{
	out_lit(j->s, ",\"kernel\":");
	if (!j->r->have_kview || !j->r->kv.have) {
		out_lit(j->s, "null");
		return;
	}
	out_char(j->s, '{');
	put_kernel_pmu(j);
	put_event(j);
	put_kernel_event(j);
	put_leader(j);
	put_target(j);
	put_kernel_attr(j);
	put_path(j);
	out_char(j->s, '}');
}

/* What to change so that the call opens. */
static void put_fix(struct seq_buf *s, const struct pa_why *why)
{
	u32 n = why->nfix < PA_FIX_MAX ? why->nfix : PA_FIX_MAX;
	u32 i;

	out_lit(s, ",\"fix\":");
	if (!n) {
		out_lit(s, "null");
		return;
	}
	for (i = 0; i < n; i++) {
		out_char(s, i ? ',' : '{');
		put_string(s, why->fix[i].field, ~(size_t)0);
		out_char(s, ':');
		if (why->fix[i].is_signed)
			put_signed(s, (s64)why->fix[i].value);
		else
			put_number(s, why->fix[i].value);
	}
	out_char(s, '}');
}

/* What the changes make of the call; a word of text that is empty is null. */
static void put_words(struct seq_buf *s, const char *words)
{
	if (words[0])
		put_string(s, words, ~(size_t)0);
	else
		out_lit(s, "null");
}

static void put_plan(struct seq_buf *s, const struct pa_why *why)
{
	static const char * const kinds[PA_PLAN_MAX] = {
		[PA_PLAN_SAME] = "same", [PA_PLAN_LESS] = "less", [PA_PLAN_OTHER] = "other",
	};

	out_lit(s, ",\"plan\":");
	if (why->plan > PA_PLAN_NONE && why->plan < PA_PLAN_MAX) {
		out_lit(s, "{\"kind\":");
		put_string(s, kinds[why->plan], ~(size_t)0);
		out_lit(s, ",\"lost\":");
		put_words(s, why->lost);
		out_lit(s, ",\"opens\":");
		out_str(s, why->opens ? "true}" : "false}");
	} else {
		out_lit(s, "null");
	}
	out_lit(s, ",\"needs\":");
	put_words(s, why->needs);
	out_lit(s, ",\"not_zeroed\":");
	out_str(s, why->garbage ? "true}" : "false}");
}

static noinline_for_stack void put_why(struct json *j)
{
	struct pa_why why;

	out_lit(j->s, ",\"why\":");
	if (j->r->ret >= 0 || !pa_explain(j->r, j->env, &why)) {
		out_lit(j->s, "null");
		return;
	}
	out_lit(j->s, "{\"rule\":");
	put_string(j->s, why.rule, ~(size_t)0);
	out_lit(j->s, ",\"in\":");
	put_string(j->s, why.in, ~(size_t)0);
	out_lit(j->s, ",\"field\":");
	if (why.field)
		put_string(j->s, why.field, ~(size_t)0);
	else
		out_lit(j->s, "null");
	out_lit(j->s, ",\"text\":");
	put_string(j->s, why.text, sizeof(why.text));
	put_fix(j->s, &why);
	if (why.certain)
		out_lit(j->s, ",\"certain\":true");
	else
		out_lit(j->s, ",\"certain\":false");
	put_plan(j->s, &why);
}

void pa_json_number(struct seq_buf *s, u64 v)
{
	put_number(s, v);
}

void pa_json_string(struct seq_buf *s, const char *p, size_t max)
{
	put_string(s, p, max);
}

void pa_json_symbol(struct seq_buf *s, const struct pa_name *name)
{
	put_symbol(s, name);
}

void pa_json_bits(struct seq_buf *s, const struct pa_names *names, u64 v)
{
	put_bits(s, names, v, false);
}

void pa_json_attr(struct seq_buf *s, const struct pa_record *r, const struct pa_env *env)
{
	struct json j = { .s = s, .r = r, .env = env };

	pa_attr_look(&j.a, r, env);
	put_attr(&j);
	put_raw(&j);
	put_ends(&j);
}

void pa_json_record(struct seq_buf *s, const struct pa_record *r, const struct pa_env *env)
{
	struct json j;

	put_head(s, r);
	if (r->kind != PA_RECORD_OPEN) {
		pa_json_op(s, r, env);
		put_result(s, r);
		out_lit(s, "}\n");
		return;
	}
	j.s = s;
	j.r = r;
	j.env = env;
	pa_attr_look(&j.a, r, env);
	put_attr(&j);
	put_raw(&j);
	put_ends(&j);
	put_symbols(&j);
	put_strings(&j);
	put_args(&j);
	put_kernel(&j);
	put_why(&j);
	out_lit(s, "}\n");
}
