// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Sentences of programs and of the kernel that mean more than their words say. Sentences that the
 * generic reader (said.c) understands need no row here.
 */
#include "parse/row.h"

#define PERF(text, means)	{ text, means, PASTE_PERF },
#define SAID(text, means)	{ text, means, PASTE_WORDS },

/*
 * The text is the format string from the source of the program, or as much of its beginning as is
 * never broken. The meaning has words: an errno (else the line has it), the name of the call if it
 * was not perf_event_open(), fields and arguments, and for conversion N of the format: $N is an
 * event, pmu=$N the name of a PMU, FIELD=$N a number. rule=ID is the reason that the sentence
 * itself names; first: only after "Error:"; alone: only if no line before it has the error of the
 * call.
 *
 * The first row that fits counts.
 */
const struct paste_row paste_rows[] = {
	/* perf: evsel__open_strerror() of 3.13 to 7.x; 3.0 prints the descriptor, which is -1 */
	PERF("perf_event_open() syscall returned with -1 (", "")
	PERF("perf_event_open() syscall returned with %d (%s) for event (%s).", "errno=$1 $3")
	PERF("perf_event_open() syscall returned with %d (", "errno=$1")
	PERF("The %s event is not supported.", "ENOENT $1")
	PERF("No permission to enable %s event.", "EPERM $1")
	PERF("Invalid event (%s) in per-thread mode, enable system wide", "EINVAL $1")
	PERF("AMD IBS can't exclude kernel events", "EINVAL exclude_kernel=1")
	PERF("AMD IBS may only be available in system-wide/per-cpu mode",
	     "EINVAL pid=0 pmu=ibs_op rule=pmu-without-task-context")
	PERF("AMD Branch Sampling does not support ", "EINVAL")
	PERF("Asking for the code page size isn't supported by this kernel",
	     "EINVAL sample_type=CODE_PAGE_SIZE")
	PERF("Asking for the data page size isn't supported by this kernel",
	     "EINVAL sample_type=DATA_PAGE_SIZE")
	PERF("Reading from overwrite event is not supported by this kernel",
	     "EINVAL write_backward=1")
	PERF("clockid feature not supported.", "EINVAL use_clockid=1")
	PERF("wrong clockid (", "EINVAL use_clockid=1")
	PERF("The 'aux_action' feature is not supported, update", "EINVAL")
	PERF("The 'aux_output' feature is not supported, update", "EINVAL aux_output=1")
	PERF("%s: PMU Hardware doesn't support sampling/overflow-interrupts", "EOPNOTSUPP $1")
	PERF("%s: PMU Hardware or event type doesn't support branch stack",
	     "EOPNOTSUPP $1 sample_type=BRANCH_STACK")
	PERF("%s: PMU Hardware doesn't support 'aux_output'", "EOPNOTSUPP $1 aux_output=1")
	PERF("%s: PMU Hardware doesn't support 'aux_action'", "EOPNOTSUPP $1")
	PERF("PMU Hardware doesn't support sampling/overflow-interrupts", "EOPNOTSUPP")
	PERF("'precise' request may not be supported", "EOPNOTSUPP")
	PERF("No hardware sampling interrupt available", "EOPNOTSUPP rule=sampling-not-supported")
	PERF("did you specify an out-of-range profile CPU?", "ENODEV")
	PERF("Too many events are opened", "EMFILE")
	PERF("The PMU %s counters are busy", "EBUSY")
	PERF("Not enough memory to setup event with callchain", "ENOMEM")
	PERF("Cannot collect data source with the load latency event alone", "ENODATA")
	PERF("Access to performance monitoring and observability operations", "EACCES")
	PERF("You may not have permission to collect ", "EACCES first")
	/* perf stat prints it of EINVAL, ENOSYS, ENOENT, EOPNOTSUPP and ENXIO: mostly ENOENT. */
	PERF("<not supported>,,%s,", "ENOENT $1 alone")
	PERF("<not supported> %s", "ENOENT $1 alone")
	PERF("<not supported>", "ENOENT alone")
	PERF("not supported      ", "ENOENT alone")
	/* perf: record__mmap_evlist(), perf_evlist__strerror_mmap() */
	PERF("Permission error mapping pages", "EPERM mmap rule=mmap-locked-memory")
	/* perf: record_opts__config_freq() */
	PERF("Maximum frequency rate (%d", "EINVAL freq=1 rule=sample-freq-above-max")
	PERF("Lowering default frequency rate", "EINVAL freq=1 rule=sample-freq-above-max")
	/* perf: its parser of events; no call was made */
	PERF("Cannot find PMU `%s'", "ENOENT pmu=$1 rule=pmu-name-missing")
	PERF("Cannot find PMU '%s'", "ENOENT pmu=$1 rule=pmu-name-missing")
	PERF("Unable to find PMU or event on a PMU of '%s'", "ENOENT rule=event-name-missing")
	PERF("Unable to find event on a PMU of '%s'", "ENOENT pmu=$1 rule=event-name-missing")
	PERF("invalid or unsupported event: '%s/%s'", "ENOENT rule=pmu-name-missing")
	PERF("invalid or unsupported event: '%s'", "ENOENT rule=event-name-missing")
	PERF("failed: memory events not supported", "ENOENT rule=event-name-missing")
	PERF("failed: event '%s' not supported", "ENOENT rule=event-name-missing")
	PERF("___ unknown term", "ENOENT rule=event-name-missing")
	PERF("___ Bad event ", "ENOENT rule=event-name-missing")
	PERF("___ parser error", "ENOENT rule=event-name-missing")
	PERF("___ Bad modifier", "ENOENT rule=event-syntax")
	PERF("___ value too big for format", "ENOENT rule=event-syntax")
	PERF("is not usable in 'perf stat'", "ENOENT rule=event-syntax")
	PERF("___ unsupported tracepoint", "ENOENT type=2 rule=perf-without-libtraceevent")
	PERF("___ unknown tracepoint", "ENOENT type=2 rule=tracepoint-name-missing")
	PERF("___ can't access trace events", "EACCES type=2 rule=tracefs-not-readable")
	PERF("No permissions to read %s/events/", "EACCES type=2 rule=tracefs-not-readable")
	PERF("Unable to find debugfs/tracefs", "ENOENT type=2 rule=tracepoint-name-missing")
	PERF("Failed to open kprobe_events: Permission",
	     "EACCES pmu=kprobe rule=tracefs-not-readable")
	PERF("Failed to open kprobe_events: No such", "ENOENT pmu=kprobe rule=tracefs-missing")
	PERF("Incorrect stack dump size", "EINVAL rule=user-stack-too-large")
	/* perf does not start, or its program */
	PERF(" perf not found for kernel %s", "ENOENT rule=perf-not-installed")
	PERF(" perf: command not found", "ENOENT rule=perf-not-installed")
	PERF("E: linux-perf-%s is not installed", "ENOENT rule=perf-not-installed")
	PERF("Unable to locate package linux-tools-", "ENOENT rule=perf-not-installed")
	PERF("Workload failed: ", "rule=workload-missing")
	/* libbpf: bpf_program__attach_kprobe_opts(), perf_event_open_probe(), perf_buffer__new() */
	SAID("failed to add legacy %s event for ", "type=2 rule=tracefs-missing")
	SAID("failed to determine tracepoint '%s' perf event ID",
	     "type=2 rule=tracepoint-name-missing")
	SAID("invalid perf event FD -", "EBADF ioctl SET_BPF rule=descriptor-missing")
	SAID("failed to attach to perf_event FD ", "ioctl SET_BPF")
	SAID("failed to attach to pfd ", "ioctl SET_BPF")
	SAID("failed to open perf buffer event on cpu #%d", "type=1 config=10 pid=-1 cpu=$1")
	SAID("failed to enable perf buffer event on cpu #%d", "ioctl ENABLE")
	/* bcc, bpftrace: bpf_attach_probe() */
	SAID("cannot attach kprobe, probe entry may not exist", "ENOENT pmu=kprobe")
	SAID("cannot attach uprobe, probe entry may not exist", "ENOENT pmu=uprobe")
	SAID("/events/uprobes/%s/id): Input/output error", "EIO rule=uprobe-file-unreadable")
	SAID("hardware event. Is this a virtual machine", "ENOENT type=0 rule=hw-pmu-missing")
	SAID("ERROR: tracepoint not found: ", "ENOENT type=2 rule=tracepoint-name-missing")
	SAID("is not traceable (either non-existing", "ENOENT pmu=kprobe rule=kprobe-func-missing")
	/* PAPI, and programs with libpfm, as hwpc-sensor and cAdvisor */
	SAID("is invalid or unsupported by this machine", "ENOENT rule=event-name-missing")
	SAID("unable to transform event name", "ENOENT rule=event-name-missing")
	SAID(" find event %s: event not found", "ENOENT rule=event-name-missing")
	SAID("PAPI%s: Event does not exist", "ENOENT rule=event-name-missing")
	SAID("because: Event does not exist", "ENOENT rule=event-name-missing")
	SAID("counted due to hardware resource limits", "EINVAL rule=group-not-countable")
	/* rr, async-profiler, simpleperf */
	SAID("are hardware perf events available?", "ENOENT type=0 rule=hw-pmu-missing")
	SAID("PMU counters not available", "ENOENT type=0 rule=hw-pmu-missing")
	SAID("erformance counters not available", "ENOENT type=0 rule=hw-pmu-missing")
	SAID("erformance counters are not available", "ENOENT type=0 rule=hw-pmu-missing")
	SAID("Event type '%s' is not supported ", "ENOENT $1")
	SAID("No access to perf events", "EACCES alone")
	/* the kernel: init_hw_perf_events(), arm_pmu_device_probe() */
	SAID("using software events only", "ENOENT type=0 rule=hw-pmu-missing")
	SAID("PMU driver, software events only", "ENOENT type=0 rule=hw-pmu-missing")
	SAID("hardware events not enabled", "ENOENT type=0 rule=hw-pmu-missing")
	SAID("hw perfevents: unable to reserve pmu", "EBUSY")
	SAID("No ACPI PMU IRQ for CPU", "ENOENT type=0 rule=hw-pmu-missing")
	SAID("no PMU device registered", "ENOENT type=0 rule=hw-pmu-missing")
	SAID("failed to register PMU devices", "ENOENT type=0 rule=hw-pmu-missing")
	SAID("profiling buffer inaccessible", "ENOENT pmu=arm_spe_0 rule=pmu-name-missing")
	SAID("Perf sampling/filtering is not supported", "EOPNOTSUPP rule=sampling-not-supported")
	SAID("sampling events not supported", "EOPNOTSUPP rule=sampling-not-supported")
	/* the kernel: lockdown_is_locked_down() */
	SAID("se of kprobes is restricted", "EPERM pmu=kprobe rule=kprobe-locked-down")
	SAID("unsafe use of perf is restricted",
	     "EPERM sample_type=REGS_INTR rule=regs-intr-locked-down")
	/* the kernel's audit: avc_audit_pre_callback(), audit_seccomp(), audit_log_exit() */
	SAID("avc:%s denied %s{ read }%stclass=perf_event%spermissive=0",
	     "EACCES mmap rule=read-security-module")
	SAID("avc:%s denied %s{ write }%stclass=perf_event%spermissive=0",
	     "EACCES ioctl rule=ioctl-security-module")
	SAID("avc:%s denied %stclass=perf_event%spermissive=0", "EACCES rule=security-module")
	SAID("avc:%s denied %s{ perfmon }", "EACCES")
	SAID("apparmor=\"DENIED\"%scapname=\"perfmon\"", "EACCES")
	SAID("sig=%d arch=c000003e syscall=298 ", "EPERM rule=seccomp-refused")
	SAID("sig=%d arch=c00000b7 syscall=241 ", "EPERM rule=seccomp-refused")
	SAID("arch=c000003e syscall=298 success=no exit=%d ", "errno=$1")
	SAID("arch=c00000b7 syscall=241 success=no exit=%d ", "errno=$1")
	SAID("syscall=perf_event_open success=no exit=%s ", "errno=$1")
};

const size_t paste_n_rows = ARRAY_SIZE(paste_rows);

/* The literal at @s of a format, up to the next conversion. */
static size_t literal(const char *s)
{
	return strcspn(s, "%");
}

/* The word that ends at @end: the output of a conversion at the beginning of a format. */
static struct span word_before(const char *s, const char *end)
{
	struct span word = { .s = end };

	while (word.s > s && !is_blank(word.s[-1]))
		word.s--;
	word.len = (size_t)(end - word.s);
	return word;
}

/* Matches the rest of a format behind its first literal, which ends at @s. */
static bool match_rest(struct paste_matched *m, const char *text, const char *s, const char *end)
{
	const char *at, *stop;
	size_t len;

	while (*text) {
		/* A conversion of one letter, which perf stat aligns. */
		text += 2;
		len = literal(text);
		at = len ? memmem(s, (size_t)(end - s), text, len) : end;
		if (!at || m->n == PASTE_CONVERSIONS)
			return false;
		for (stop = at; stop > s && is_blank(stop[-1]); stop--)
			;
		for (; s < stop && is_blank(*s); s++)
			;
		m->arg[m->n++] = (struct span){ s, (size_t)(stop - s) };
		s = at + len;
		text += len;
	}
	return true;
}

static bool match(struct paste_matched *m, const struct paste_row *row, const char *line,
		  const char *s, const char *end)
{
	const char *text = row->text;
	size_t len;

	m->row = row;
	m->n = 0;
	if (*text == '%') {
		m->arg[m->n++] = word_before(line, s);
		if (!m->arg[0].len)
			return false;
		text += 2;
	}
	len = literal(text);
	if ((size_t)(end - s) < len || memcmp(s, text, len))
		return false;
	return match_rest(m, text + len, s + len, end);
}

/* The character at which the first literal of a row begins. */
static unsigned char first_of(const struct paste_row *row)
{
	return (unsigned char)row->text[*row->text == '%' ? 2 : 0];
}

/**
 * paste_row_find() - find the row whose literals a line has
 * @m:   receives it, and the output of its conversions
 * @s:   the line
 * @end: its end
 *
 * Each character is compared with the rows that begin with it, so this is linear.
 *
 * Return: false if there is none.
 */
bool paste_row_find(struct paste_matched *m, const char *s, const char *end)
{
	u8 first[256] = { 0 }, next[ARRAY_SIZE(paste_rows) + 1];
	const struct paste_row *best = NULL;
	struct paste_matched other;
	const char *at;
	size_t i;

	/* Lists of rows by their first characters, from 1; the first row is the head. */
	for (i = ARRAY_SIZE(paste_rows); i; i--) {
		u8 *head = &first[first_of(&paste_rows[i - 1])];

		next[i] = *head;
		*head = (u8)i;
	}
	for (at = s; at < end; at++) {
		for (i = first[(unsigned char)*at]; i; i = next[i]) {
			if (best && &paste_rows[i - 1] >= best)
				break;
			if (!match(&other, &paste_rows[i - 1], s, at, end))
				continue;
			*m = other;
			best = other.row;
			break;
		}
	}
	return best;
}

/* The value of a word of a meaning: its own, or the output of a conversion. */
static struct span value_of(const struct paste_matched *m, struct span value)
{
	size_t n = value.len > 1 && *value.s == '$' ? (size_t)(value.s[1] - '1') : m->n;

	return n < m->n ? m->arg[n] : value;
}

/* NAME=VALUE of a meaning. */
static void put_value(struct paste_call *call, const struct span *name, const struct span *value)
{
	u64 v;

	if (is(name, "rule")) {
		paste_name(call->rule, sizeof(call->rule), value->s, value->len);
	} else if (is(name, "pmu")) {
		paste_name(call->pmu, sizeof(call->pmu), value->s, value->len);
	} else if (is(name, "sample_type")) {
		if (paste_value(value->s, value->len, "PERF_SAMPLE_", &v) == PASTE_KNOWN)
			paste_bits(call, PA_FIELD_SAMPLE_TYPE, v);
	} else {
		paste_field(call, name->s, name->len, value->s, value->len);
	}
}

/* The number of an ioctl by the end of its name. */
static void put_ioctl(struct paste_call *call, const struct span *t)
{
	u32 i;

	for (i = 0; i < PA_IOC_MAX; i++)
		if (is(t, pa_ioc_name(i)->text + strlen("PERF_EVENT_IOC_")))
			call->r.op.cmd = pa_ioc_number(PA_ABI_X86_64, i);
}

/**
 * paste_row_put() - fill in a call with the meaning of a row
 * @call: the call
 * @m:    the row, with its conversions
 * @err:  receives the errno, if the row has it
 *
 * Return: the text that names the event; its length is 0 if the row names none.
 */
struct span paste_row_put(struct paste_call *call, const struct paste_matched *m, unsigned int *err)
{
	struct span event = { .len = 0 }, word, name, value;
	const char *s = m->row->means, *equals;

	for (; *s; s += word.len + (s[word.len] == ' ')) {
		word = (struct span){ s, strcspn(s, " ") };
		equals = memchr(word.s, '=', word.len);
		name = (struct span){ word.s, equals ? (size_t)(equals - word.s) : 0 };
		value = value_of(m, equals ? (struct span){ equals + 1, word.len - name.len - 1 } :
					     word);
		if (is(&name, "errno"))
			*err = paste_errno_of(value.s, strcspn(value.s, "( "));
		else if (equals)
			put_value(call, &name, &value);
		else if (*word.s == '$')
			event = value;
		else if (is(&word, "mmap"))
			call->r.kind = PA_RECORD_MMAP;
		else if (is(&word, "ioctl"))
			call->r.kind = PA_RECORD_IOCTL;
		else if (paste_errno_of(word.s, word.len))
			*err = paste_errno_of(word.s, word.len);
		else
			put_ioctl(call, &word);
	}
	return event;
}

/**
 * paste_row_has() - return true if the meaning of a row ends with this word
 * @row:  the row
 * @word: the word, behind a blank
 */
bool paste_row_has(const struct paste_row *row, const char *word)
{
	size_t len = strlen(row->means), n = strlen(word);

	return len > n && !strcmp(row->means + len - n, word);
}
