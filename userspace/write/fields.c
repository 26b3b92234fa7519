// SPDX-License-Identifier: GPL-2.0
/* The attr of a written program: fields with a comment that says why each is there. */

#include "write/write.h"

/* Bytes of the last line of a field, without columns of tabs, and of its comment. */
#define LINE		75
/* Bytes of a name that is written into a path. */
#define WORD		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

/**
 * program_add() - add an event to a program
 * @p:    the program
 * @x:    the call that opens it
 * @name: name of the event, any bytes
 */
void program_add(struct program *p, const struct pa_call *x, const char *name)
{
	struct pa_call *copy = must(malloc(sizeof(*copy)));
	struct pa_record *r = &copy->r;

	if (p->n == WRITE_GROUP)
		die("a group of more than %d events is not written", WRITE_GROUP);
	*copy = *x;
	if (r->attr_len < PA_ATTR_NEWEST)
		memset(r->attr + r->attr_len, 0, sizeof(r->attr) - r->attr_len);
	r->attr_len = PA_ATTR_NEWEST;
	r->have_kview = false;
	p->call[p->n] = copy;
	p->name[p->n++] = must(strdup(name));
}

/**
 * program_field() - a field of the attr of an event
 * @p:  the program
 * @i:  which event
 * @id: the field
 */
u64 program_field(const struct program *p, unsigned int i, enum pa_field_id id)
{
	return pa_attr_get(&p->call[i]->r, id);
}

/**
 * event_is_each() - should each event of this kind be a sample? Others, as cycles, are too many
 * @type:   its type
 * @config: its config
 */
bool event_is_each(u64 type, u64 config)
{
	return type == PA_TYPE_TRACEPOINT || type == PA_TYPE_BREAKPOINT ||
	       (type == PA_TYPE_SOFTWARE && config > PA_SW_TASK_CLOCK);
}

/**
 * fields_left() - is a field left out, as it asks for other records than samples, or for a signal?
 * @id: the field
 */
bool fields_left(enum pa_field_id id)
{
	static const u8 left[] = {
		PA_FIELD_MMAP, PA_FIELD_COMM, PA_FIELD_INHERIT_STAT, PA_FIELD_TASK,
		PA_FIELD_MMAP_DATA, PA_FIELD_SAMPLE_ID_ALL, PA_FIELD_MMAP2, PA_FIELD_COMM_EXEC,
		PA_FIELD_WRITE_BACKWARD, PA_FIELD_NAMESPACES, PA_FIELD_KSYMBOL,
		PA_FIELD_BPF_EVENT, PA_FIELD_CGROUP, PA_FIELD_TEXT_POKE, PA_FIELD_BUILD_ID,
		PA_FIELD_SIGTRAP, PA_FIELD_SIG_DATA, PA_FIELD_DEFER_OUTPUT,
		PA_FIELD_DEFER_CALLCHAIN,
	};

	return memchr(left, id, sizeof(left));
}

/**
 * literal_put() - write a string of C
 * @t: receives it
 * @s: any bytes
 */
void literal_put(struct text *t, const char *s)
{
	text_char(t, '"');
	for (; *s; s++)
		if (strchr(WORD " .,:/=+()", *s))
			text_char(t, *s);
		else
			text_printf(t, "\\%03o", (unsigned char)*s);
	text_char(t, '"');
}

/**
 * remark_put() - write a text as part of a comment of C
 * @t: receives it
 * @s: the text; freed
 */
void remark_put(struct text *t, struct text *s)
{
	struct text comment = { 0 };
	char *star = s->s;

	/* "/" before a star would begin another comment. */
	while (star && (star = strchr(star, '*')))
		*star = '+';
	text_comment(&comment, s);
	text_mem(t, comment.s + 3, comment.len - 6);
	text_free(&comment);
	text_free(s);
}

/**
 * pmu_put() - write the name of the PMU of an event
 * @t: receives it; stays empty if the name is not known
 * @p: the program
 * @i: which of its events
 */
void pmu_put(struct text *t, const struct program *p, unsigned int i)
{
	const struct pa_call *x = p->call[i];
	u64 type = program_field(p, i, PA_FIELD_TYPE);
	const struct pa_pmu_name *pmu = NULL;

	/* Generic events of a hybrid machine have it in their config: that of RAW without it. */
	if (type == PA_TYPE_HARDWARE || type == PA_TYPE_HW_CACHE)
		type = program_field(p, i, PA_FIELD_CONFIG) >> PA_PMU_TYPE_SHIFT;
	type = type ? type : PA_TYPE_RAW;
	if (type >= PA_TYPE_DYNAMIC && !x->pasted.is)
		pmu = pa_pmu_of_type(&x->r, &x->env, (u32)type);
	if (*x->pasted.pmu)
		text_safe(t, x->pasted.pmu);
	else if (pmu)
		text_safe(t, pmu->name);
	else
		pmu_of_type(t, p->sysfs, type);
	/* A name with other bytes is not a folder of sysfs. */
	if (strspn(text_str(t), WORD ".") != t->len || text_str(t)[0] == '.')
		text_clear(t);
}

/* sched:sched_switch as sched/sched_switch; false if the name is not known, or no path. */
static bool trace_put(struct text *t, const struct program *p, unsigned int i)
{
	const char *name = p->name[i], *colon = strchr(name, ':');
	size_t len = colon ? colon - name : 0;

	if (!len || strspn(name, WORD) != len || !strspn(colon + 1, WORD))
		return false;
	text_printf(t, "%.*s/%.*s", (int)len, name, (int)strspn(colon + 1, WORD), colon + 1);
	return true;
}

/* attr, or attr[1] of a group. */
static void put_lookup(const struct program *p, struct text *t, unsigned int i, const char *field)
{
	if (p->n > 1)
		text_printf(t, "\tattr[%u].%s = ", i, field);
	else
		text_printf(t, "\tattr.%s = ", field);
}

/* An event of kprobe or uprobe has a string, and an address in it. */
static void put_string(struct program *p, struct text *t, unsigned int i)
{
	const struct pa_record *r = &p->call[i]->r;
	char string[PA_STR_LEN + 1] = "";

	if (!r->str_kind)
		return;
	memcpy(string, r->str, PA_STR_LEN);
	text_add(&p->is, "probe ");
	put_lookup(p, t, i, r->str_kind == 1 ? "kprobe_func" : "uprobe_path");
	text_add(t, "(uintptr_t)");
	literal_put(t, string);
	text_add(t, ";\n");
}

/**
 * tracefs_folder() - the folder of tracefs: its own, or where it was before, in debugfs
 */
const char *tracefs_folder(void)
{
	return access("/sys/kernel/tracing/events", F_OK) &&
	       !access("/sys/kernel/debug/tracing/events", F_OK) ?
	       "/sys/kernel/debug/tracing" : "/sys/kernel/tracing";
}

/**
 * lookups_put() - write what main() looks up before it opens events: types of PMUs, ids
 * @p: the program; gets conditions of the template
 * @t: receives lines of C
 */
void lookups_put(struct program *p, struct text *t)
{
	const char *tracefs = tracefs_folder();
	struct text name = { 0 };
	unsigned int i;

	for (i = 0; i < p->n; i++) {
		text_clear(&name);
		if (program_field(p, i, PA_FIELD_TYPE) == PA_TYPE_TRACEPOINT) {
			if (!trace_put(&name, p, i))
				continue;
			put_lookup(p, t, i, "config");
			text_printf(t, "number_in(\"%s/events/%s/id\");\n", tracefs, name.s);
			text_add(&p->is, "number ");
			continue;
		}
		if (program_field(p, i, PA_FIELD_TYPE) >= PA_TYPE_DYNAMIC)
			pmu_put(&name, p, i);
		if (name.len) {
			put_lookup(p, t, i, "type");
			text_printf(t, "number_in(\"/sys/bus/event_source/devices/%s/type\");\n",
				    name.s);
			text_add(&p->is, "number ");
		}
		put_string(p, t, i);
	}
	if (t->len)
		t->s[--t->len] = '\0';
	text_free(&name);
}

/* Why the field is there; writes nothing if it says so itself. */
static void purpose_put(struct text *t, struct program *p, unsigned int i,
			enum pa_field_id id)
{
	struct text all = { 0 }, word = { 0 };
	const char *at;

	/* The name of an event of software is that of its constant. */
	if (id == PA_FIELD_CONFIG && program_field(p, i, PA_FIELD_TYPE) != PA_TYPE_SOFTWARE)
		text_safe(t, p->name[i]);
	if (id == PA_FIELD_TYPE && program_field(p, i, id) < PA_TYPE_DYNAMIC)
		return;
	text_char(&all, '\n');
	template_put(&all, p, "why");
	text_printf(&word, "\n%s ", pa_fields[id].name);
	at = strstr(all.s, word.s);
	if (at)
		text_mem(t, at + word.len, strcspn(at + word.len, "\n"));
	text_free(&all);
	text_free(&word);
}

static void field_line(struct text *t, struct program *p, const struct fields *s,
		       unsigned int i, enum pa_field_id id)
{
	const char *indent = p->n > 1 ? "\t\t" : "\t";
	struct text value = { 0 }, line = { 0 }, why = { 0 }, comment = { 0 };
	const char *last;
	bool above;

	if (id == PA_FIELD_SIZE)
		text_add(&value, "sizeof(struct perf_event_attr)");
	else
		field_put(&value, s, id);
	purpose_put(&why, p, i, id);
	if (why.len)
		remark_put(&comment, &why);
	text_printf(&line, "%s.%s = ", indent, pa_fields[id].name);
	words_put(&line, text_str(&value), p->n > 1 ? "\n\t\t\t" : "\n\t\t");
	last = strrchr(line.s, '\n');
	above = comment.len && (last ? strlen(last) : line.len) + comment.len > LINE;
	if (above)
		text_printf(t, "%s/* %s */\n", indent, comment.s);
	text_printf(t, comment.len && !above ? "%s,\t/* %s */\n" : "%s,\n", line.s,
		    text_str(&comment));
	text_free(&line);
	text_free(&comment);
	text_free(&value);
}

/**
 * fields_put() - write the initialisers of an attr
 * @t: receives them
 * @p: the program
 * @i: which of its events
 */
void fields_put(struct text *t, struct program *p, unsigned int i)
{
	struct fields s;
	unsigned int id;

	fields_look(&s, p->call[i]);
	for (id = 0; id < PA_FIELD_MAX; id++)
		/* The ring decides when to wake. */
		if (field_known(&s, id) && id != PA_FIELD_WATERMARK &&
		    (!fields_left(id) || (p->comm && id == PA_FIELD_COMM)) &&
		    pa_fields[id].group != PA_UNION_WAKEUP &&
		    (field_value(&s, id) || id <= PA_FIELD_CONFIG))
			field_line(t, p, &s, i, id);
}
