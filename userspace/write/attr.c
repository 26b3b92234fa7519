// SPDX-License-Identifier: GPL-2.0
/* perfattr write --attr N: one call as a C function; --fixed: as its reason proposes. */

#include "rules/parts.h"

#include "write/write.h"

static void put_headers(const struct fields *s, const struct options *opt)
{
	u64 clock = field_value(s, PA_FIELD_CLOCKID);

	fputs("#include <linux/perf_event.h>\n", stdout);
	if (field_value(s, PA_FIELD_BP_TYPE) || opt->all || s->a.type == PA_TYPE_BREAKPOINT)
		fputs("#include <linux/hw_breakpoint.h>\n", stdout);
	fputs("#include <sys/syscall.h>\n", stdout);
	if (field_known(s, PA_FIELD_CLOCKID) && pa_name_of(&pa_clocks, clock) &&
	    (opt->all || clock))
		fputs("#include <time.h>\n", stdout);
	fputs("#include <unistd.h>\n\n", stdout);
}

static void put_what(const struct record *r, const struct options *opt)
{
	struct text t = { 0 }, comment = { 0 };

	text_printf(&t, "#%ju of ", (uintmax_t)r->x->r.seq);
	text_safe(&t, r->comm);
	text_printf(&t, "[%jd]: ", (intmax_t)r->x->r.pid);
	event_text(&t, r, opt->sysfs, true);
	if (r->errname) {
		text_add(&t, ", ");
		text_safe(&t, r->errname);
	}
	if (r->errname && r->why) {
		text_add(&t, ": ");
		sentence_put(&t, r->why->text, r->why->certain);
	}
	if (opt->fixed) {
		text_add(&t, "; here: ");
		fix_put(&t, r->why);
	}
	text_comment(&comment, &t);
	printf("%s\n", comment.s);
	text_free(&comment);
	text_free(&t);
}

/* Prints the attr, in a union if older headers have a smaller struct. Returns its name in C. */
static const char *put_attr(const struct fields *s, const struct options *opt)
{
	struct attr_style style = { .indent = "\t\t", .zeros = opt->all, .old = true };
	unsigned int words = block_room(s);

	if (!words) {
		fputs("\tstruct perf_event_attr attr = {\n", stdout);
		block_attr(stdout, s, &style);
		fputs("\t};\n\n", stdout);
		return "attr";
	}
	printf("\t/* As large as the attr was: that of older headers is smaller. */\n"
	       "\tunion {\n\t\tstruct perf_event_attr attr;\n\t\t__u64 word[%u];\n\t} u = { 0 };\n\n",
	       words);
	fputs("\tu.attr = (struct perf_event_attr) {\n", stdout);
	block_attr(stdout, s, &style);
	fputs("\t};\n", stdout);
	block_words(stdout, s, "u.word");
	return "u.attr";
}

static void put_function(const struct record *r, const struct fields *s,
			 const struct options *opt)
{
	const struct pa_record *call = &r->x->r;
	struct arg arg[ARGS_MAX];
	struct text flags = { 0 };
	const char *attr;

	if (!args_of(arg, r->x))
		die("#%ju has no arguments: its record lacks them", (uintmax_t)r->x->r.seq);
	arg_put(&flags, r->x, &arg[ARG_FLAGS]);
	put_headers(s, opt);
	put_what(r, opt);
	fputs("int open_event(pid_t pid, int cpu, int group_fd)\n{\n", stdout);
	attr = put_attr(s, opt);
	printf("\t/* pid %d, cpu %d, group_fd %d */\n", call->arg_pid, call->arg_cpu,
	       call->arg_group_fd);
	printf("\treturn syscall(SYS_perf_event_open, &%s, pid, cpu, group_fd, %s);\n}\n",
	       attr, text_str(&flags));
	text_free(&flags);
}

/* Change the call as its reason proposes. */
static void fix(struct record *r)
{
	struct pa_case c;

	record_explain(r);
	if (!r->why || !r->why->nfix || plan_is_void(r->why))
		die("#%ju has no proposal: perfattr show %ju says what is known of it",
		    (uintmax_t)r->x->r.seq, (uintmax_t)r->x->r.seq);
	pa_case_look(&c, &r->x->r, &r->x->env);
	pa_fix_change(&c.call, r->why);
	pa_case_record(&r->x->r, &c.call);
	/* The kernel has made nothing of this one. */
	r->x->r.have_kview = 0;
}

/**
 * write_attr() - print the call of a record as a C function
 * @opt: options
 * @seq: number of the record
 */
void write_attr(const struct options *opt, uint64_t seq)
{
	struct record *r = recorded_call(opt, seq);
	struct fields s;

	if (opt->fixed)
		fix(r);
	fields_look(&s, r->x);
	put_function(r, &s, opt);
}
