// SPDX-License-Identifier: GPL-2.0
/* How a written program decodes a sample: a struct of what has a fixed size, then word by word. */

#include "samples/samples.h"

#include "write/write.h"

/* Bytes of a format and its arguments that are on one line. */
#define LINE	70

/**
 * struct printing - the printf() of the fields of struct sample
 * @format: its format
 * @args:   its arguments, each with a comma before it
 * @late:   what follows the first field of variable size
 */
struct printing {
	struct text format, args, late;
};

/* An address, or bits: no name of another field is part of this list. */
static bool is_hex(const struct pa_sample_field *f)
{
	return strstr("IP ADDR DATA_SRC TRANSACTION PHYS_ADDR", f->flag);
}

/* Each member of "__u32 pid, tid;" */
static void members_print(struct printing *to, const struct pa_sample_field *f)
{
	const char *decl = f->decl;
	bool wide = true;
	size_t len;

	for (; *decl; decl += len + strspn(decl + len, ",; ")) {
		len = strcspn(decl, ",; ");
		if (!strncmp(decl, "__u", 3)) {
			wide = decl[3] == '6';
			continue;
		}
		if (!strncmp(decl, "res", len))
			continue;
		text_printf(&to->format, "%s%.*s=%s%s", to->format.len ? " " : "", (int)len, decl,
			    is_hex(f) ? "%#" : "%", wide ? "ll" : "");
		text_char(&to->format, is_hex(f) ? 'x' : 'u');
		text_printf(&to->args, ", s->%.*s", (int)len, decl);
	}
}

/* A field of fixed size: a member of struct sample. */
static void early_put(struct program *p, struct printing *to, const struct pa_sample_field *f)
{
	/* Fields whose parts the UAPI has in a union. */
	static const struct {
		const char *flag, *decl, *format, *args;
	} unions[] = {
		{ "WEIGHT_STRUCT", "union perf_sample_weight weight;", "var1=%u var2=%u var3=%u",
		  ", s->weight.var1_dw, s->weight.var2_w, s->weight.var3_w" },
		{ "DATA_SRC", "union perf_mem_data_src data_src;", "data_src=%#llx (%s, %s)",
		  ", s->data_src.val, ops[ffs(s->data_src.mem_op)], "
		  "levels[ffs(s->data_src.mem_lvl >> 3)]" },
	};
	struct text *members = program_blank(p, "struct");
	const char *decl = f->decl;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(unions); i++) {
		if (strcmp(f->flag, unions[i].flag))
			continue;
		decl = unions[i].decl;
		text_printf(&to->format, "%s%s", to->format.len ? " " : "", unions[i].format);
		text_add(&to->args, unions[i].args);
	}
	text_printf(members, "%s\t%s", members->len ? "\n" : "", decl);
	if (decl == f->decl)
		members_print(to, f);
	text_add(&p->is, strcmp(f->flag, "DATA_SRC") ? "" : "source ");
}

/* A field behind the first one of variable size. */
static void late_put(struct program *p, struct printing *to, const struct pa_sample_field *f)
{
	size_t len;

	if (!f->decl || !strcmp(f->flag, "WEIGHT_STRUCT")) {
		template_put(&to->late, p, f->flag);
		return;
	}
	len = strcspn(f->decl + 6, ";");
	text_printf(&to->late, "\tprintf(\" %.*s=%%%s\", *word++);\n", (int)len, f->decl + 6,
		    is_hex(f) ? "#llx" : "llu");
	if (!strcmp(f->flag, "DATA_SRC"))
		template_put(&to->late, p, f->flag);
}

/* Conditions and values of the pieces for fields of variable size. */
static void sizes_look(struct program *p)
{
	u64 format = program_field(p, p->sampler, PA_FIELD_READ_FORMAT);
	u64 branch = program_field(p, p->sampler, PA_FIELD_BRANCH_SAMPLE_TYPE);

	text_add(&p->is, format & PA_FORMAT_GROUP ? "read_group " : "");
	text_add(&p->is, format & PA_FORMAT_TOTAL_TIME_ENABLED ? "read_enabled " : "");
	text_add(&p->is, format & PA_FORMAT_TOTAL_TIME_RUNNING ? "read_running " : "");
	text_add(&p->is, format & PA_FORMAT_ID ? "read_id " : "");
	text_add(&p->is, format & PA_FORMAT_LOST ? "read_lost " : "");
	text_add(&p->is, branch & PA_BRANCH_HW_INDEX ? "hw_index " : "");
	text_add(&p->is, branch & PA_BRANCH_COUNTERS ? "branch_counters " : "");
	text_printf(program_blank(p, "regs_user"), "%d",
		    __builtin_popcountll(program_field(p, p->sampler, PA_FIELD_SAMPLE_REGS_USER)));
	text_printf(program_blank(p, "regs_intr"), "%d",
		    __builtin_popcountll(program_field(p, p->sampler, PA_FIELD_SAMPLE_REGS_INTR)));
}

static void print_put(struct program *p, struct printing *to, bool late)
{
	struct text *t = program_blank(p, "print");

	if (p->comm) {
		text_printf(&to->format, "%scomm=%%s", to->format.len ? " " : "");
		text_add(&to->args, ", name_of(s->tid, NULL)");
	}
	if (to->format.len) {
		text_printf(t, "\tprintf(\"%s%s\",%s", to->format.s, late ? "" : "\\n",
			    to->format.len + to->args.len < LINE ? " " : "\n\t       ");
		words_put(t, to->args.s + 2, "\n\t       ");
		text_add(t, late ? ");\n" : ");");
	}
	if (late)
		text_printf(t, "%s\tputchar('\\n');", text_str(&to->late));
	else if (!to->format.len)
		text_add(t, "\tputs(\"sample\");");
}

/**
 * sample_put() - the values of the template that depend on sample_type
 * @p: the program
 */
void sample_put(struct program *p)
{
	static const char loops[] = " READ CALLCHAIN BRANCH_STACK REGS_USER STACK_USER REGS_INTR ";
	u64 type = program_field(p, p->sampler, PA_FIELD_SAMPLE_TYPE);
	struct printing to = { 0 };
	bool late = false, loop = false;
	unsigned int i;

	sizes_look(p);
	for (i = 0; i < PA_SAMPLE_FIELDS; i++) {
		const struct pa_sample_field *f = &pa_sample_fields[i];

		if (!(type >> f->bit & 1))
			continue;
		late |= !f->decl;
		loop |= !f->decl && strstr(loops, f->flag) &&
			(f->bit != 4 || program_is(p, "read_group"));
		if (late)
			late_put(p, &to, f);
		else
			early_put(p, &to, f);
	}
	if (late)
		text_add(program_blank(p, "until"), ", up to what varies");
	text_add(&p->is, p->print || program_is(p, "addr") || program_is(p, "precise") ||
		 program_is(p, "source") ? "take " : "");
	if (!p->print)
		return;
	print_put(p, &to, late);
	text_add(&p->is, late ? "body " : "");
	text_add(&p->is, loop ? "loop " : "");
	text_add(&p->is, type & PA_SAMPLE_RAW ? "bytes " : "");
	text_add(&p->is, type & PA_SAMPLE_DATA_SRC ? "where " : "");
}
