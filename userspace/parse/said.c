// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Messages of programs about a failed call: a line with one error, and any other content. The call,
 * its event and its arguments are searched in the same line.
 */
#include "parse/event.h"

#include "parse/perf_parts.h"

/* Longer lines are not messages. */
#define MESSAGE_LEN	1024

/* A line with these words is strace's, whole or cut; its own parser reads more of it. */
#define STRACE		"perf_event_open({"

/* A text of at most this many bytes and lines is about one thing. */
#define SHORT_LEN	4096u
#define SHORT_LINES	16

static bool has(const char *s, size_t len, const char *text)
{
	return memmem(s, len, text, strlen(text));
}

/* "//", but not in a URL, nor in an event: intel_pt//u */
static bool has_comment(const char *s, size_t len)
{
	const char *at = s, *end = s + len;

	while ((at = memmem(at, (size_t)(end - at), "//", 2))) {
		if (at == s || (at[-1] != ':' && !is_word(at[-1])))
			return true;
		at += 2;
	}
	return false;
}

/**
 * paste_is_code() - return true if a line looks like source code, or a comment in it, and not like
 * the output of a program
 * @s:   the line
 * @len: its length
 *
 * Code has such messages, and cases of errors. In messages of Rust an error is in braces.
 */
bool paste_is_code(const char *s, size_t len)
{
	static const char * const only[] = {
		"==", "!=", "&&", "||", "=>", "strerror(", "%s", "/*", "*/",
	};
	size_t i;

	while (len && is_blank(*s))
		s++, len--;
	while (len && is_blank(s[len - 1]))
		len--;
	for (i = 0; i < ARRAY_SIZE(only); i++)
		if (has(s, len, only[i]))
			return true;
	if (has_comment(s, len))
		return true;
	/* A string that is cut at its begin, or goes on in the next line. */
	if (len >= 3 && !memcmp(s + len - 3, "\\n\"", 3))
		return true;
	/* Boxes of stars, Elixir's errors, and sentences that go on after a comma, are not code. */
	return len && ((strchr("*\"", *s) && s[len - 1] != '*' && !has(s, len, "** (")) ||
		       strchr(";{\\", s[len - 1]) ||
		       (s[len - 1] == ',' && (memchr(s, '"', len) || memchr(s, '=', len) ||
					      memchr(s, '{', len) || memchr(s, '&', len))));
}

/* Return true if a text is so short that it is about one thing. */
static bool is_short(const char *text, size_t len)
{
	size_t lines = 0, i;

	if (len > SHORT_LEN)
		return false;
	for (i = 0; i < len; i++)
		lines += text[i] == '\n';
	return lines <= SHORT_LINES;
}

/*
 * Return true if the line names perf events: perf_event_open, PerfEvents, perf buffer, performance
 * counter.
 */
static bool names_perf(const char *s, size_t len)
{
	static const char * const what[] = { "event", "counter", "buffer" };
	const char *at = s, *end = s + len, *rest;
	size_t i;

	while ((at = memmem(at, (size_t)(end - at), "erf", 3))) {
		rest = at + 3;
		at = rest;
		if (rest - 4 < s || (rest[-4] | 0x20) != 'p')
			continue;
		if (end - rest > 6 && !memcmp(rest, "ormance", 7))
			rest += 7;
		rest += rest < end && memchr("_- .", *rest, 4);
		for (i = 0; i < ARRAY_SIZE(what); i++)
			if ((size_t)(end - rest) >= strlen(what[i]) &&
			    !strncasecmp(rest, what[i], strlen(what[i])))
				return true;
	}
	return has(s, len, "PERF_EVENT_IOC_");
}

/*
 * Return true if the line is advice about errors, says that there was none, or is about another
 * call: one that loads a program, reads a ring that is there, or on a file.
 */
static bool is_prose(const char *s, size_t len)
{
	static const char * const other[] = {
		"oad program", "rogram load", "oad BPF", "map create", "BTF", "polling ",
		"jevents ", "perfmon_init", "probe of ", "shared object",
	};
	static const char * const files[] = {
		"/proc/", "/sys/class/", "/dev/", "/etc/", "/var/", "mkdir ", "listen ", "rlimit",
		"perf.data", "./perf:", "(publickey", "FileNotFound", "inotify", "epoll", ".sock",
		"work tree", "object file",
	};
	static const char * const words[] = {
		" succeeds", " no longer ", "check for E", " handling", " fix ", " expected",
		" works",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(other); i++)
		if (has(s, len, other[i]))
			return true;
	for (i = 0; i < ARRAY_SIZE(files); i++)
		if (has(s, len, files[i]) && !names_perf(s, len))
			return true;
	if (has(s, len, "fail"))
		return false;
	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (has(s, len, words[i]))
			return true;
	return false;
}

/* BCC prints the file of the tracepoint instead of the arguments. It always samples RAW. */
static bool is_of_bcc(const char *s, size_t len)
{
	return has(s, len, "perf_event_open(/") && has(s, len, "/tracing/events/");
}

static bool is_of_libbpf(const char *s, size_t len)
{
	return has(s, len, "tracepoint '") && has(s, len, "' perf");
}

/* Parts of the number of a cache event, as opposed to the two events of caches. */
static bool is_of_cache(const struct span *word)
{
	return begins(word, "PERF_COUNT_HW_CACHE_") &&
	       !is(word, "PERF_COUNT_HW_CACHE_REFERENCES") &&
	       !is(word, "PERF_COUNT_HW_CACHE_MISSES");
}

/* "perf_event_open PERF_COUNT_HW_INSTRUCTIONS failed". If there are two, either may be meant. */
static void symbol_named(struct paste_call *call, const char *s, size_t len)
{
	static const char count[] = "PERF_COUNT_";
	const char *at = memmem(s, len, count, sizeof(count) - 1);
	struct span word;
	u64 v;

	if (!at)
		return;
	len -= (size_t)(at - s);
	word = word_at(at, at + len);
	if (has(at + word.len, len - word.len, count) || is_of_cache(&word) ||
	    paste_value(word.s, word.len, NULL, &v) != PASTE_KNOWN)
		return;
	paste_set(call, PA_FIELD_TYPE, begins(&word, "PERF_COUNT_HW_") ? PA_TYPE_HARDWARE :
		  PA_TYPE_SOFTWARE);
	paste_set(call, PA_FIELD_CONFIG, v);
}

/* Names that programs have for fields and arguments, and their own names. */
static const char * const keys[][2] = {
	{ "tid", "pid" }, { "PID", "pid" }, { "TID", "pid" }, { "CPU", "cpu" },
	{ "groupFd", "group_fd" }, { "event_type", "type" }, { "Type", "type" },
	{ "event_config", "config" }, { "Config", "config" }, { "pid", "pid" }, { "cpu", "cpu" },
	{ "group_fd", "group_fd" }, { "type", "type" }, { "config", "config" },
	{ "sample_period", "sample_period" }, { "exclude_kernel", "exclude_kernel" },
	{ "precise_ip", "precise_ip" }, { "inherit", "inherit" }, { "pinned", "pinned" },
};

/* Signs between a key and its value: cpu=1, cpu 1, cpu: 1, cpu = 1, cpu#1 */
static const char *behind_key(const char *s, const char *end)
{
	const char *from = s;

	while (s < end && s - from < 3 && strchr(" =:#", *s))
		s++;
	return s > from ? s : end;
}

/* A number with any suffix, or a symbol of the UAPI. */
static struct span value_at(const char *s, const char *end)
{
	bool minus = s < end && *s == '-';

	return (struct span){ s, minus + word_at(s + minus, end).len };
}

/*
 * Return true if it is the pid of the caller, as in "[pid 7]" and in lines of the kernel's audit.
 */
static bool is_caller(const char *s, const char *at)
{
	return at > s && at[-1] == '[';
}

/* KEY=VALUE, or KEY VALUE; of an argument with several values the last one counts. */
static void keys_read(struct paste_call *call, const char *s, size_t len)
{
	const char *end = s + len, *at;
	struct span word, value;
	size_t i;
	u64 v;

	for (at = s; at < end; at += word.len ? word.len : 1) {
		word = word_at(at, end);
		for (i = 0; i < ARRAY_SIZE(keys) && !is(&word, keys[i][0]); i++)
			;
		if (!word.len || i == ARRAY_SIZE(keys) || is_caller(s, at))
			continue;
		value = value_at(behind_key(at + word.len, end), end);
		if (!value.len || (value.s < end && is_letter(*value.s) &&
				   memcmp(value.s, "PERF_", value.len < 5 ? value.len : 5)) ||
		    paste_value(value.s, value.len, NULL, &v) != PASTE_KNOWN)
			continue;
		paste_field(call, keys[i][1], strlen(keys[i][1]), value.s, value.len);
	}
}

static bool is_event_end(char c)
{
	return is_blank(c) || strchr("\"'`()[]{},;", c);
}

/* The only event that the line names, if it has a name that is nothing else. */
static void event_read(struct paste_call *call, const char *s, size_t len)
{
	struct span word, found = { .len = 0 };
	const char *end = s + len;
	struct event e;

	for (; s < end; s += word.len + 1) {
		word.s = s;
		for (word.len = 0; s + word.len < end && !is_event_end(s[word.len]); word.len++)
			;
		while (word.len && strchr(".:", word.s[word.len - 1]))
			word.len--;
		/* An absolute path is not an event, nor is a number. */
		if (!word.len || !is_letter(*word.s) ||
		    !paste_event_read(&e, word.s, word.len) ||
		    (e.has == EVENT_TYPE && e.type == PA_TYPE_TRACEPOINT && !e.known) ||
		    (!e.has && !e.pmu.len && !memchr(word.s, ':', word.len)))
			continue;
		if (found.len && (found.len != word.len || memcmp(found.s, word.s, word.len)))
			return;
		found = word;
	}
	if (found.len)
		paste_event(call, found.s, found.len);
}

/* Return true if @word is there as a separate word, in any case. */
static bool has_word(const char *s, size_t len, const char *word)
{
	size_t n = strlen(word), i;

	for (i = 0; i + n <= len; i++)
		if (!strncasecmp(s + i, word, n) && (!i || !is_word(s[i - 1])) &&
		    (i + n == len || !is_word(s[i + n])))
			return true;
	return false;
}

/* The ioctl that the line names: PERF_EVENT_IOC_ENABLE, or SET_OUTPUT; PA_IOC_MAX: none. */
static u32 ioctl_named(const char *s, size_t len, bool ioctl)
{
	u32 i;

	for (i = 0; i < PA_IOC_MAX; i++) {
		const char *name = pa_ioc_name(i)->text, *bare = name + strlen("PERF_EVENT_IOC_");

		if (has_word(s, len, name) ||
		    ((ioctl || strchr(bare, '_')) && has_word(s, len, bare)))
			break;
	}
	return i;
}

/* perf: Failed to set filter "ret > 0" on event raw_syscalls:sys_exit with 22 (Invalid argument) */
#define FILTER		"ailed to set filter \""

/* Take the filter of a line that has FILTER, and that its event is a tracepoint. */
static void filter_read(struct paste_call *call, const char *s, size_t len)
{
	static const char behind[] = "\" on event ";
	const char *from = (const char *)memmem(s, len, FILTER, strlen(FILTER)) + strlen(FILTER);
	const char *to = memmem(from, len - (size_t)(from - s), behind, sizeof(behind) - 1);

	call->r.kind = PA_RECORD_IOCTL;
	call->r.op.cmd = pa_ioc_number(PA_ABI_X86_64, PA_IOC_SET_FILTER);
	call->r.op.type = PA_TYPE_TRACEPOINT;
	if (!to || (size_t)(to - from) >= sizeof(call->r.attr))
		return;
	call->r.attr_len = (u32)(to - from);
	memcpy(call->r.attr, from, call->r.attr_len);
	call->r.op.have |= PA_OP_STR;
}

/* A read; the open of a breakpoint that is to watch reads returns ENOSPC, too. */
static bool is_read(const char *s, size_t len, unsigned int err)
{
	bool named = names_perf(s, len) || has(s, len, "ounter") || has(s, len, " read: ");

	return (err == ENOSPC || (err == EBADF && named)) &&
	       (has_word(s, len, "read") || has_word(s, len, "reading")) &&
	       !has(s, len, "watch") && !has(s, len, "break");
}

/* Take a call other than perf_event_open() that the line names: an mmap, ioctl or read. */
static void op_read(struct paste_call *call, const char *s, size_t len, unsigned int err)
{
	bool ioctl;
	u32 i;

	if (has(s, len, "perf_event_open"))
		return;
	if (has_word(s, len, "mmap") || has(s, len, "mapping pages") || has(s, len, "mmap_pages") ||
	    has(s, len, "map perf buffer") || has(s, len, "map ring buffer")) {
		call->r.kind = PA_RECORD_MMAP;
		return;
	}
	/* libbpf, cilium/ebpf */
	if (has(s, len, "BPF link") || has(s, len, "bpf perf link")) {
		call->r.kind = PA_RECORD_BPF;
		call->r.op.cmd = PA_BPF_LINK_CREATE;
		return;
	}
	ioctl = has_word(s, len, "ioctl");
	i = ioctl_named(s, len, ioctl);
	if (has(s, len, FILTER)) {
		filter_read(call, s, len);
	} else if (ioctl || i < PA_IOC_MAX || has(s, len, "PERF_EVENT_IOC_")) {
		call->r.kind = PA_RECORD_IOCTL;
		if (i < PA_IOC_MAX)
			call->r.op.cmd = pa_ioc_number(PA_ABI_X86_64, i);
	} else if (is_read(s, len, err)) {
		call->r.kind = PA_RECORD_READ;
	}
}

/* Words of programs and languages for an errno. */
static unsigned int errno_worded(const char *s, size_t len)
{
	static const struct {
		const char *text;
		unsigned int err;
	} words[] = {
		{ "nsufficient perm", EACCES }, { "ot enough perm", EACCES },
		{ "aranoid is greater than", EACCES }, { "ermission level does not", EACCES },
		{ "PermissionDenied", EACCES }, { "DeviceBusy", EBUSY },
		{ "UnsupportedCpuFeature", EOPNOTSUPP },
	};
	unsigned int err = 0;
	size_t i;

	for (i = 0; !err && i < ARRAY_SIZE(words); i++)
		if (has(s, len, words[i].text))
			err = words[i].err;
	if (has_word(s, len, "eacces"))
		err = EACCES;
	/* Other programs map memory, too. */
	else if (has_word(s, len, "eperm") ||
		 (has(s, len, "mmap failed") && (names_perf(s, len) || has(s, len, "profil"))))
		err = EPERM;
	return err;
}

/* "-95", "with 22 (", "failed (22)", where no word says that it is an errno. */
static unsigned int errno_weak(const char *s, size_t len)
{
	unsigned int found = 0, err;
	struct span t;
	size_t i, rest;

	for (i = 1; i + 1 < len; i++) {
		bool minus = s[i] == '-' && is_digit(s[i + 1]) && strchr(" :=(", s[i - 1]);
		bool with = is_digit(s[i]) && i >= 5 && !memcmp(s + i - 5, "with ", 5);
		bool failed = is_digit(s[i]) && i >= 8 && !memcmp(s + i - 8, "failed (", 8);

		if (!minus && !with && !failed)
			continue;
		t = word_at(s + i + minus, s + len);
		rest = len - (size_t)(t.s + t.len - s);
		/* "failed (2 of 10)" and "with 4 events" are counts. */
		if ((failed && (!rest || t.s[t.len] != ')')) ||
		    (with && rest > 1 && t.s[t.len] == ' ' && is_letter(t.s[t.len + 1])))
			continue;
		err = paste_errno_of(t.s, t.len);
		/* -1 is more likely a result, or any cpu. */
		if (!err || err > 133 || (minus && err == 1))
			continue;
		if (found && found != err)
			return 0;
		found = err;
	}
	return found;
}

/* The errno of a line: by its name, its number, or other words; 0: none, or several. */
static unsigned int errno_of_line(const char *text, size_t text_len, const char *s, size_t len,
				  bool named)
{
	bool several, none;
	unsigned int err = paste_errnos_in(s, len, &several);
	struct span level;

	if (err || several)
		return err;
	err = errno_weak(s, len);
	if (err)
		return err;
	none = is_short(text, text_len) && !paste_errnos_in(text, text_len, &several) && !several;
	if (none || named)
		err = errno_worded(s, len);
	/* A level at which the kernel refuses what most programs ask for. */
	level = paste_level(s, s + len, false);
	return !err && none && level.len == 1 && *level.s > '1' ? EACCES : err;
}

/* The PMU of a probe that the line names only by its kind, and all tasks. */
static void kind_read(struct paste_call *call, const char *s, size_t len)
{
	bool none = !*call->pmu && call->unknown[0] == U64_MAX;

	if (none && (has_word(s, len, "kprobe") || has_word(s, len, "perf_kprobe")))
		strcpy(call->pmu, "kprobe");
	else if (none && (has_word(s, len, "uprobe") || has_word(s, len, "perf_uprobe")))
		strcpy(call->pmu, "uprobe");
	if (!(call->args & PASTE_PID) &&
	    (has_word(s, len, "uncore") || has_word(s, len, "system-wide")))
		paste_arg(call, PASTE_PID, "-1", 2);
}

/* Fill in all facts of the line besides its error. */
static void line_read(struct paste_call *call, const char *s, size_t n, unsigned int err)
{
	bool bcc = is_of_bcc(s, n);

	op_read(call, s, n, err);
	if (call->r.kind != PA_RECORD_OPEN)
		return;
	event_read(call, s, n);
	if (bcc)
		paste_bits(call, PA_FIELD_SAMPLE_TYPE, PA_SAMPLE_RAW);
	if (bcc || is_of_libbpf(s, n))
		paste_set(call, PA_FIELD_TYPE, PA_TYPE_TRACEPOINT);
	symbol_named(call, s, n);
	keys_read(call, s, n);
	kind_read(call, s, n);
}

static bool is_failure(const char *s, size_t len)
{
	return has(s, len, "ail") || has(s, len, "rror") || has(s, len, "annot") ||
	       has(s, len, "nable to") || has(s, len, "ould not");
}

/* The error may be the cause of the first line that says that perf events failed. */
static void line_before_read(struct paste_call *call, const char *text, const char *at,
			     unsigned int err)
{
	const char *newline;
	size_t n;

	for (; text < at; text = newline + 1) {
		newline = memchr(text, '\n', (size_t)(at - text));
		n = (size_t)(newline - text);
		if (n > MESSAGE_LEN || !is_failure(text, n) || !names_perf(text, n) ||
		    paste_is_code(text, n) || is_prose(text, n))
			continue;
		line_read(call, text, n, err);
		return;
	}
}

/* Return true if a line of the text names perf events and an error: that is the one to read. */
static bool is_told_elsewhere(const char *text, size_t len)
{
	const char *s = text, *newline;
	bool several;

	for (; (newline = memchr(s, '\n', (size_t)(text + len - s))); s = newline + 1)
		if (names_perf(s, (size_t)(newline - s)) &&
		    (paste_errnos_in(s, (size_t)(newline - s), &several) || several))
			return true;
	return false;
}

/**
 * paste_said() - read a program's message about a call: perf_event_open: Permission denied
 * @call: receives the call
 * @text: the text
 * @at:   where a line of it begins
 * @len:  length of the text
 *
 * A text may be cut: the line must have its newline. In a text that is not short the line must name
 * perf events: others fail, too.
 *
 * Return: length of the line; 0 if it has no such call, or several errors.
 */
size_t paste_said(struct paste_call *call, const char *text, size_t at, size_t len)
{
	const char *s = text + at, *newline = memchr(s, '\n', len - at);
	unsigned int err;
	bool named;
	size_t n;

	if (!newline || newline - s > MESSAGE_LEN)
		return 0;
	n = (size_t)(newline - s);
	named = names_perf(s, n);
	if (!named && (!is_short(text, len) || has(text, len, STRACE) ||
		       is_told_elsewhere(text, len)))
		return 0;
	if (has(s, n, STRACE) || memchr(s, '\0', n) || is_prose(s, n) ||
	    (paste_is_code(s, n) && !has(s, n, FILTER)))
		return 0;
	err = errno_of_line(text, len, s, n, named);
	if (!err)
		return 0;
	paste_begin(call, PASTE_WORDS);
	paste_all_unknown(call);
	if (!named)
		line_before_read(call, text, s, err);
	line_read(call, s, n, err);
	/* perf's explanation of the levels, printed with EACCES, has the limit, too. */
	if (err != EACCES && is_short(text, len) && has(text, len, "perf_event_mlock_kb")) {
		call->r.kind = PA_RECORD_MMAP;
		if (has(text, len, "Aux"))
			strcpy(call->rule, err == ENOMEM ? "mmap-aux-no-memory" :
			       err == EINVAL ? "mmap-aux-pages" : "");
	}
	paste_errno(call, err);
	/* Most often it is the -1 of an open that has failed before. */
	if (call->r.kind != PA_RECORD_OPEN && err == EBADF)
		strcpy(call->rule, "descriptor-missing");
	/* Every kernel has these; an ioctl without a name is most likely one of them. */
	if (call->r.kind == PA_RECORD_IOCTL && err == ENOTTY &&
	    (!call->r.op.cmd || pa_ioc_of(&call->r) <= PA_IOC_ID))
		strcpy(call->rule, "descriptor-other");
	if (err == ENOENT && has(s, n, "probe_events"))
		strcpy(call->rule, "tracefs-missing");
	else if ((err == ENOENT || err == EACCES) && has(s, n, "/tracing/events/") &&
		 !is_of_bcc(s, n))
		strcpy(call->rule, err == ENOENT ? "tracepoint-name-missing" :
						   "tracefs-not-readable");
	paste_beside(call, text, s, text + len);
	return paste_end(call) ? n + 1 : 0;
}
