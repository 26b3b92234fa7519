// SPDX-License-Identifier: GPL-2.0
/* A record as a block of text: the caller, the attr as C, the arguments, the result. */

#include "rules/rule.h"

#include "ui/ui.h"

/* Bytes of struct perf_event_attr that the kernel accepts at most. */
#define ATTR_MAX	4096

/*
 * The name of a number that has no symbol: a PMU, a tracepoint, a variable of the kernel, or of a
 * string that the attr points to.
 */
static void put_name(struct text *t, const struct fields *s, enum pa_field_id id, bool symbol)
{
	const struct pa_record *r = &s->x->r;
	const struct pa_pmu_name *pmu;
	char name[PA_STR_LEN + 1] = "";

	if (id == PA_FIELD_TYPE && !symbol && !s->x->pasted.is) {
		pmu = pa_pmu_of_type(r, &s->x->env, s->a.type);
		text_safe(t, pmu ? pmu->name : "");
	} else if (id == PA_FIELD_CONFIG && s->a.type == PA_TYPE_TRACEPOINT) {
		trace_event_name(t, s->x);
	} else if (id == PA_FIELD_BP_ADDR) {
		text_safe(t, s->x->env.symbol);
	} else if (id == PA_FIELD_SAMPLE_FREQ) {
		text_add(t, "Hz");
	} else if (id == (r->str_kind == 1 ? PA_FIELD_KPROBE_FUNC : PA_FIELD_UPROBE_PATH)) {
		memcpy(name, r->str, PA_STR_LEN);
		text_safe(t, name);
	}
}

/* Return true if the kernel's copy uses this member of its union: it may have changed freq. */
static bool kernel_uses(const struct fields *s, enum pa_field_id id)
{
	u64 freq;

	return pa_fields[id].group != PA_UNION_PERIOD ||
	       !pa_kattr_get(&s->x->r, PA_FIELD_FREQ, &freq) ||
	       id == (freq ? PA_FIELD_SAMPLE_FREQ : PA_FIELD_SAMPLE_PERIOD);
}

/* Writes a C comment that explains a value. @symbol: the value was written as its symbol */
static void put_remark(struct text *t, const struct fields *s, enum pa_field_id id, bool symbol)
{
	u64 v = field_value(s, id), differs = pa_bits(s->a.differs, &pa_fields[id]);
	struct text note = { 0 };

	/* If the symbol is newer than the headers, it goes into the comment. */
	if (symbol || !field_symbol(&note, s, id, v))
		put_name(&note, s, id, symbol);
	if (differs && kernel_uses(s, id)) {
		text_add(&note, note.len ? ", kernel: " : "kernel: ");
		field_number(&note, id, v ^ differs);
	}
	if (note.len) {
		text_add(t, " ");
		text_comment(t, &note);
	}
	text_free(&note);
}

static void put_field(FILE *to, const struct fields *s, const struct attr_style *style,
		      enum pa_field_id id)
{
	struct text t = { 0 };
	bool symbol;

	text_printf(&t, "%s.%s = ", style->indent, pa_fields[id].name);
	symbol = field_put(&t, s, id);
	put_remark(&t, s, id, symbol);
	text_add(&t, ",\n");
	fputs(text_str(&t), to);
	text_free(&t);
}

static bool is_shown(const struct attr_style *style, const struct fields *s, enum pa_field_id id)
{
	bool recent = pa_fields[id].recent;

	if (!field_known(s, id))
		return false;
	if (field_value(s, id))
		return !style->old || !recent;
	return (style->zeros && !recent) || id == PA_FIELD_TYPE || id == PA_FIELD_CONFIG;
}

/**
 * block_attr() - the fields of an attr as C initialisers
 * @to:    where to
 * @s:     the fields
 * @style: how
 */
void block_attr(FILE *to, const struct fields *s, const struct attr_style *style)
{
	unsigned int id;

	for (id = 0; id < PA_FIELD_MAX; id++) {
		if (is_shown(style, s, id))
			put_field(to, s, style, id);
		else if (id == PA_FIELD_BP_ADDR && style->zeros && field_there(s, id) &&
			 !field_known(s, id))
			fprintf(to, "%s/* .bp_addr: a kernel address, which is not recorded */\n",
				style->indent);
	}
}

/**
 * block_room() - the size of an attr that does not fit into the struct of Linux 6.1's headers
 * @s: the fields
 *
 * Return: its size in 64-bit words; 0 if it fits.
 */
unsigned int block_room(const struct fields *s)
{
	u64 size = field_value(s, PA_FIELD_SIZE);
	unsigned int id;

	if (size > PA_OLD_SIZE)
		return (unsigned int)((size < ATTR_MAX ? size : ATTR_MAX) + 7) / 8;
	for (id = 0; id < PA_FIELD_MAX; id++)
		if (pa_fields[id].recent && field_value(s, id))
			return PA_OLD_SIZE / 8;
	return 0;
}

/* A 64-bit word of the attr behind the newest struct; bytes that were not passed are zero. */
static u64 raw_word(const struct fields *s, unsigned int word)
{
	u64 value = 0;
	u32 i;

	for (i = 0; i < 8 && 8 * word + i < s->a.passed; i++)
		value |= (u64)s->x->r.attr[8 * word + i] << 8 * i;
	return value;
}

/**
 * block_words() - assignments to words of an attr, for fields that block_attr() omits as too new
 * @to:   where to
 * @s:    the fields
 * @name: name of the array of words
 */
void block_words(FILE *to, const struct fields *s, const char *name)
{
	unsigned int id, word;
	u64 v;

	for (id = 0; id < PA_FIELD_MAX; id++) {
		const struct pa_field *f = &pa_fields[id];

		v = f->recent ? field_value(s, id) : 0;
		if (v)
			fprintf(to, "\t%s[%u] |= 0x%jxULL << %u;\t/* .%s */\n", name, f->word,
				(uintmax_t)v, f->shift, f->name);
	}
	for (word = PA_WORDS; word < block_room(s); word++) {
		v = raw_word(s, word);
		if (v)
			fprintf(to, "\t%s[%u] = 0x%jxULL;\n", name, word, (uintmax_t)v);
	}
}

/* The caller of a call and its time; for a text the line that it begins on. */
static void put_caller(struct text *t, const struct record *r)
{
	const struct pasted *p = &r->x->pasted;
	const struct pa_name *abi = pa_name_of(&pa_abis, r->x->r.abi);

	text_printf(t, "#%ju  ", (uintmax_t)r->x->r.seq);
	if (p->is && !p->live) {
		text_printf(t, "line %ju of the text\n", (uintmax_t)p->line);
		return;
	}
	clock_text(t, r, true);
	text_add(t, "  ");
	put_task(t, r->comm, r->x->r.pid);
	text_printf(t, " tid %jd uid %jd  %s", (intmax_t)r->x->r.tid, (intmax_t)r->x->r.uid,
		    abi ? abi->text : "?");
	if (r->x->r.duration_ns || !p->is)
		text_printf(t, "  took %ju.%03ju us", (uintmax_t)(r->x->r.duration_ns / 1000),
			    (uintmax_t)(r->x->r.duration_ns % 1000));
	text_char(t, '\n');
}

/* The call: an op as the list has it. */
static void put_call(FILE *to, const struct record *r, const struct options *opt)
{
	const struct pa_op *op = &r->x->r.op;
	struct text t = { 0 };

	put_caller(&t, r);
	fputs(text_str(&t), to);
	text_clear(&t);
	if (record_is_open(r)) {
		event_text(&t, r, opt->sysfs, true);
	} else {
		op_words(&t, r, true);
		text_printf(&t, ", fd %jd", (intmax_t)(op->fd_from ? op->fd : -1));
	}
	fprintf(to, "%-11s %s\n", record_is_open(r) ? "perf -e" : "call", text_str(&t));
	text_free(&t);
}

static void put_args(FILE *to, const struct pa_call *x)
{
	struct arg arg[ARGS_MAX];
	unsigned int n = args_of(arg, x), i;
	struct text t = { 0 };

	for (i = 0; i < n; i++) {
		text_printf(&t, "%s%s = ", i ? ", " : "", arg[i].name);
		arg_put(&t, x, &arg[i]);
	}
	if (t.len)
		fprintf(to, "arguments   %s\n", t.s);
	text_free(&t);
}

static void put_open(FILE *to, const struct pa_call *x, const struct options *opt)
{
	struct attr_style style = { .indent = "    ", .zeros = opt->all };
	struct fields s;

	fields_look(&s, x);
	if (s.a.passed) {
		fputs("struct perf_event_attr attr = {\n", to);
		block_attr(to, &s, &style);
		fputs("};\n", to);
	} else {
		fputs("attr        not readable\n", to);
	}
}

static void put_result(FILE *to, const struct record *r)
{
	struct text t = { 0 };

	if (r->errname)
		text_safe(&t, r->errname);
	else
		text_printf(&t, record_is_open(r) ? "fd %jd" : "%jd", (intmax_t)r->x->r.ret);
	fprintf(to, "result      %s\n", text_str(&t));
	text_free(&t);
}

/* Facts that the log lacks: the event as perf spells it, the time of day, missing keys. */
static void put_words(FILE *to, const struct record *r, const struct options *opt)
{
	struct text t = { 0 }, all = { 0 };

	if (record_is_open(r)) {
		text_add(&t, "perf -e ");
		event_text(&t, r, opt->sysfs, true);
		text_comment(&all, &t);
		text_char(&all, '\n');
		text_clear(&t);
	}
	clock_text(&t, r, true);
	if (r->x->missing.n) {
		text_add(&t, "; the reason is less certain, as the record lacks ");
		text_safe(&t, r->x->missing.text);
	}
	text_comment(&all, &t);
	fprintf(to, "%s\n\n", all.s);
	text_free(&all);
	text_free(&t);
}

/* The reason comes first: readers of a block look for it. */
static void put_why(const struct record *r, const struct options *opt)
{
	static char *allowed;
	struct text from = { 0 };
	struct row row;

	row_fill(&row, r, opt);
	row_from(&from, &row);
	if (row.why) {
		diagnostic_put(row.why, r->x->pasted.is && !r->x->pasted.live ? NULL : from.s,
			       term_width(opt));
		allow_put(&row.why->allow, &allowed, "", term_width(opt));
	}
	text_free(&from);
	row_free(&row);
}

/**
 * block_record() - a record as text
 * @to:  where to
 * @r:   the record
 * @opt: options; all shows fields that are zero
 */
void block_record(FILE *to, const struct record *r, const struct options *opt)
{
	const char *log;
	size_t len;

	put_why(r, opt);
	log = record_text(r, opt->all, &len);
	if (log) {
		fwrite(log, 1, len, to);
		put_words(to, r, opt);
		return;
	}
	put_call(to, r, opt);
	if (record_is_open(r))
		put_open(to, r->x, opt);
	put_args(to, r->x);
	put_result(to, r);
	fputc('\n', to);
}
