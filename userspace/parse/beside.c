// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Facts near a sentence about a refused call: the command line of perf, the PMU in a warning, the
 * release of the kernel. Only facts that the text lacks elsewhere are filled in.
 */
#include "parse/perf_parts.h"

#include <stdio.h>

/* bytes before and after the sentence that are looked at */
#define BEFORE	4096u
#define AFTER	2048u

/**
 * struct command - a command line of perf
 * @sampling:  it samples: record, top, mem, c2c
 * @counting:  it counts: stat
 * @all:       -a, or -C
 * @branches:  -b, -j, --call-graph lbr
 * @leader:    only the leader of a group samples: {EVENT,EVENT}:S
 * @regs:      -I, which takes XMM registers, too, where the cpu has them
 * @xmm:       -I with an XMM register
 * @freq:      of -F, in Hz; perf's default is 4000
 * @period:    of -c; 0: it samples with @freq
 * @cpu:       the only cpu of -C; -1: none, or several
 * @pid:       of -p; 0: none
 * @pmu:       of the only event of -e
 */
struct command {
	bool sampling;
	bool counting;
	bool all;
	bool branches;
	bool leader;
	bool regs;
	bool xmm;
	s32 freq;
	s32 period;
	s32 cpu;
	s32 pid;
	struct span pmu;
};

/* The value of an option: the rest of its word, or the next word. */
static struct span option_value(struct line *l, const struct span *word, size_t len)
{
	struct span value = { word->s + len, word->len - len };

	if (!value.len && !perf_word_take(l, &value))
		value.len = 0;
	if (value.len && *value.s == '=')
		value.s++, value.len--;
	return value;
}

static s32 number_or(const struct span *t, s32 none)
{
	u64 v;

	return perf_number(t, &v) && v <= S32_MAX ? (s32)v : none;
}

/* Letters of options without a value that may share a word with -a. */
static bool has_letter(const struct span *word, char c)
{
	size_t i;

	if (word->len < 2 || word->s[0] != '-')
		return false;
	for (i = 1; i < word->len; i++)
		if (!strchr("abgqvAdRST", word->s[i]))
			return false;
	return memchr(word->s, c, word->len);
}

/* The PMU of PMU/TERMS/, if that is the only event. */
static struct span pmu_of(struct span event)
{
	const char *slash;

	if (event.len && strchr("'\"", *event.s))
		event.s++, event.len--;
	slash = memchr(event.s, '/', event.len);
	if (!slash || memchr(event.s, '{', event.len))
		return (struct span){ .len = 0 };
	return (struct span){ event.s, (size_t)(slash - event.s) };
}

static void option(struct command *c, struct line *l, const struct span *word)
{
	struct span value;

	c->all |= has_letter(word, 'a') || is(word, "--all-cpus");
	c->branches |= has_letter(word, 'b') || begins(word, "-j") ||
		       begins(word, "--branch-");
	if (begins(word, "-C") || begins(word, "--cpu")) {
		value = option_value(l, word, word->s[1] == 'C' ? 2 : strlen("--cpu"));
		c->cpu = number_or(&value, -1);
		c->all = true;
	} else if (begins(word, "-p") || begins(word, "--pid")) {
		value = option_value(l, word, word->s[1] == 'p' ? 2 : strlen("--pid"));
		c->pid = number_or(&value, 0);
	} else if (c->sampling && begins(word, "-F")) {
		value = option_value(l, word, 2);
		c->freq = number_or(&value, c->freq);
	} else if (c->sampling && begins(word, "-c") && word->s[1] == 'c') {
		value = option_value(l, word, 2);
		c->period = number_or(&value, 0);
	} else if (c->sampling && begins(word, "-I")) {
		c->regs = true;
		c->xmm = memmem(word->s, word->len, "XMM", 3);
	} else if (begins(word, "-e") || begins(word, "--event")) {
		value = option_value(l, word, word->s[1] == 'e' ? 2 : strlen("--event"));
		c->pmu = pmu_of(value);
		c->leader = memmem(value.s, value.len, "}:S", 3);
	} else if (begins(word, "--call-graph")) {
		value = option_value(l, word, strlen("--call-graph"));
		c->branches |= begins(&value, "lbr");
	}
}

/* Reads the line if it is a command line of perf: "$ sudo perf record -b true". */
static bool command_read(struct command *c, const struct line *line)
{
	struct line l = *line;
	struct span t;
	size_t words = 0;

	/* A prompt, sudo, variables and a path may precede it. */
	do {
		if (!perf_word_take(&l, &t) || words++ == 8)
			return false;
	} while (!is(&t, "perf") && !(t.len > 5 && !memcmp(t.s + t.len - 5, "/perf", 5)));
	if (!perf_word_take(&l, &t))
		return false;
	*c = (struct command){ .cpu = -1, .freq = 4000 };
	c->counting = is(&t, "stat");
	c->sampling = is(&t, "record") || is(&t, "top") || is(&t, "mem") || is(&t, "c2c");
	if (!c->counting && !c->sampling)
		return false;
	while (perf_word_take(&l, &t) && !is(&t, "--"))
		option(c, &l, &t);
	return true;
}

static void command_put(struct paste_call *call, const struct command *c)
{
	if (!c->leader && pa_bits(call->unknown, &pa_fields[PA_FIELD_SAMPLE_PERIOD])) {
		/* perf samples each of these. */
		bool each = paste_get(call, PA_FIELD_TYPE) == PA_TYPE_TRACEPOINT;
		bool freq = c->sampling && !c->period && !each;

		paste_set(call, PA_FIELD_SAMPLE_PERIOD, (u64)(s64)(freq ? c->freq : c->period ?
			  c->period : c->sampling));
		paste_set(call, PA_FIELD_FREQ, freq);
	}
	/* Only where the sentence names no event. */
	if (!*call->pmu && call->unknown[0] == U64_MAX && c->pmu.len)
		paste_name(call->pmu, sizeof(call->pmu), c->pmu.s, c->pmu.len);
	if (c->branches)
		paste_bits(call, PA_FIELD_SAMPLE_TYPE, PA_SAMPLE_BRANCH_STACK);
	if (c->regs)
		paste_bits(call, PA_FIELD_SAMPLE_TYPE, PA_SAMPLE_REGS_INTR);
	/* PERF_REG_X86_XMM0 has two bits; only because of such registers is a PMU unable. */
	if (c->xmm || (c->regs && call->r.ret == -EOPNOTSUPP))
		paste_set(call, PA_FIELD_SAMPLE_REGS_INTR, 3ULL << 32);
	if (!(call->args & PASTE_PID) && (c->all || c->pid)) {
		call->r.arg_pid = c->all ? -1 : c->pid;
		call->args |= PASTE_PID;
	}
	/* It is opened on each cpu, so some cpu is the usual value. */
	if (c->all && !(call->args & PASTE_CPU))
		call->r.arg_cpu = 0;
	if (!(call->args & PASTE_CPU) && c->cpu >= 0) {
		call->r.arg_cpu = c->cpu;
		call->args |= PASTE_CPU;
	}
}

/* The name between quotes behind @before. */
static void name_behind(char *to, const struct line *l, const char *before)
{
	const char *s = perf_find(l->s, l->end, before), *quote;

	if (!s || *to)
		return;
	s += strlen(before);
	quote = memchr(s, '\'', (size_t)(l->end - s));
	if (quote)
		paste_name(to, PASTE_NAME_LEN, s, (size_t)(quote - s));
}

/* Linux HOST 6.4.1-2-generic */
static void uname_read(struct paste_call *call, const struct line *line)
{
	const char *s = perf_find(line->s, line->end, "Linux ");
	struct line l = *line;
	unsigned int major, minor;
	struct span host, t;
	char text[16];

	if (!s || call->release)
		return;
	l.s = s + strlen("Linux ");
	if (!perf_word_take(&l, &host) || !perf_word_take(&l, &t))
		return;
	snprintf(text, sizeof(text), "%.*s", (int)t.len, t.s);
	if (sscanf(text, "%1u.%4u", &major, &minor) != 2 || minor > 0xff)
		return;
	call->release = (u16)(major << 8 | minor);
	/*
	 * WSL 1 translates system calls, and has no kernel; the name of WSL 2 has no capital
	 * letter.
	 */
	if (memmem(t.s, t.len, "-Microsoft", 10))
		strcpy(call->rule, "kernel-emulated");
}

/* Words that only one architecture has. */
static const struct {
	const char *word;
	u8 abi;
} arch_words[] = {
	{ "aarch64", PA_ABI_ARM64 }, { "arm_spe", PA_ABI_ARM64 },
	{ "cs_etm", PA_ABI_ARM64 }, { "armv8", PA_ABI_ARM64 },
	{ "x86_64", PA_ABI_X86_64 }, { "intel_pt", PA_ABI_X86_64 },
	{ "ibs_op", PA_ABI_X86_64 }, { "GenuineIntel", PA_ABI_X86_64 },
	{ "AuthenticAMD", PA_ABI_X86_64 }, { "ppc64", PA_ABI_PPC64 },
	{ "hv_24x7", PA_ABI_PPC64 }, { "hv_gpci", PA_ABI_PPC64 },
	{ "riscv64", PA_ABI_RISCV64 }, { "s390x", PA_ABI_S390X },
};

static void arch_read(struct paste_call *call, const struct line *l)
{
	size_t i;

	for (i = 0; call->r.abi == PA_ABI_MAX && i < ARRAY_SIZE(arch_words); i++)
		if (perf_find(l->s, l->end, arch_words[i].word))
			call->r.abi = arch_words[i].abi;
}

/*
 * Return true if the text before a number says that it is a level: is 4, = 4, (4), level 4; of
 * advice only "is" and "currently" do.
 */
static bool is_level_behind(const char *s, const char *at, bool advice)
{
	static const char * const words[] = { "is", "currently", "level" };
	size_t i, n;

	while (at > s && (at[-1] == ' ' || (advice && at[-1] == ':')))
		at--;
	if (!advice && (at == s || strchr("(:", at[-1])))
		return true;
	if (!advice && at[-1] == '=')
		return at - s < 2 || !strchr("<>!=", at[-2]);
	for (i = 0; i < ARRAY_SIZE(words) - advice; i++) {
		n = strlen(words[i]);
		if ((size_t)(at - s) > n && !memcmp(at - n, words[i], n))
			return true;
	}
	return false;
}

/**
 * paste_level() - the level of kernel.perf_event_paranoid that a line says is in force
 * @s:   the line
 * @end: its end
 * @cut: the line may continue there
 *
 * Return: the number; empty if the line has none, or only one that is to be set.
 */
struct span paste_level(const char *s, const char *end, bool cut)
{
	static const char * const words[] = {
		"sysctl ", "echo ", "Try ", "putting ", "et ", "add ", "need ", "equire", "hould ",
	};
	const char *from = perf_find(s, end, "aranoid"), *at;
	struct span none = { .len = 0 }, word;
	bool advice = false;
	size_t i;

	if (!from)
		from = perf_find(s, end, "The current value is ");
	if (!from)
		return none;
	for (i = 0; i < ARRAY_SIZE(words); i++)
		advice |= !!perf_find(s, from, words[i]);
	from += strlen("aranoid");
	for (at = from; at < end; at += word.len ? word.len : 1) {
		bool minus = at[-1] == '-';

		word = word_at(at, end);
		if (word.len && is_digit(*at) && (at + word.len < end || !cut) &&
		    is_level_behind(from, at - minus, advice))
			return (struct span){ at - minus, word.len + minus };
	}
	return none;
}

/* perf_event_paranoid = 4 */
static void level_read(struct paste_call *call, const struct line *l)
{
	struct span level = paste_level(l->s, l->end, l->cut);

	if (level.len && !(call->r.facts.have & PA_F_PARANOID))
		paste_paranoid(call, level.s, level.len);
}

/*
 * Return true if a text has any of the words that paste_beside() reads: most logs have none. Each
 * of its readers needs a word here.
 */
static bool has_any(const char *s, const char *end)
{
	static const char * const read[] = {
		"perf ", "on PMU '", "requested CPU", "Could not probe", "Linux ", "aranoid",
		"The current value is ", "(SELinux) can",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(read); i++)
		if (perf_find(s, end, read[i]))
			return true;
	for (i = 0; i < ARRAY_SIZE(arch_words); i++)
		if (perf_find(s, end, arch_words[i].word))
			return true;
	return false;
}

/**
 * paste_beside() - fill in facts near a sentence about a call
 * @call: the call
 * @text: the text
 * @at:   where the sentence begins
 * @end:  where the text ends
 */
void paste_beside(struct paste_call *call, const char *text, const char *at, const char *end)
{
	const char *s = (size_t)(at - text) > BEFORE ? at - BEFORE : text;
	struct command command, last;
	bool found = false;
	struct line l;

	if ((size_t)(end - at) > AFTER)
		end = at + AFTER;
	if (!has_any(s, end))
		return;
	while (s < end) {
		bool before = s < at;

		s = perf_line_get(&l, s, end);
		if (before && command_read(&command, &l)) {
			last = command;
			found = true;
		}
		name_behind(call->pmu, &l, "on PMU '");
		if (before && perf_find(l.s, l.end, "requested CPU") &&
		    perf_find(l.s, l.end, "not supported by PMU '"))
			strcpy(call->rule, "no-task-no-cpu");
		if (perf_find(l.s, l.end, "Could not probe notrace function"))
			strcpy(call->rule, "kprobe-notrace");
		uname_read(call, &l);
		arch_read(call, &l);
		if (call->r.ret != -EACCES)
			continue;
		level_read(call, &l);
		/* perf says so only where SELinux is in force. */
		if (perf_find(l.s, l.end, "Enforced MAC policy settings (SELinux) can")) {
			call->r.have_facts = true;
			call->r.facts.have |= PA_F_LSM;
			call->r.facts.lsm = PA_LSM_SELINUX;
		}
	}
	if (found)
		command_put(call, &last);
}
