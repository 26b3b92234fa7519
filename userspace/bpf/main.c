// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr-bpf: the calls of perf_event_open(2) on this machine as lines of JSON or as raw records,
 * where the module cannot be: BPF programs look at them.
 */
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bpf/btf.h>
#include <bpf/libbpf.h>

#include "bpf/parts.h"
#include "programs.skel.h"

/* How long calls wait for each other. */
#define BURST_MS	4

/* The capacity of a pipe. */
#define OUT_BYTES	65536

static volatile sig_atomic_t stopped;
static bool until_eof;
static char last_words[256];

static void on_stop(int sig)
{
	stopped = 1;
}

/* Keeps libbpf's message about its last failure, for the sentence that we print. */
static int keep_words(enum libbpf_print_level level, const char *fmt, va_list args)
{
	char *end;

	if (level == LIBBPF_WARN && !last_words[0])
		vsnprintf(last_words, sizeof(last_words), fmt, args);
	last_words[strcspn(last_words, "\n")] = '\0';
	end = strstr(last_words, ". ");
	if (end)
		*end = '\0';
	return 0;
}

/* --- loads the programs that this kernel accepts --- */

/* Chooses the optional programs whose function this kernel has. */
static void choose(struct programs *p, const struct btf *btf, bool alloc)
{
	struct bpf_program *program;
	const char *function;

	bpf_object__for_each_program(program, p->obj) {
		function = strchr(bpf_program__section_name(program), '/') + 1;
		if (!bpf_program__autoload(program) &&
		    btf__find_by_name_kind(btf, function, BTF_KIND_FUNC) > 0)
			bpf_program__set_autoload(program,
						  alloc || strcmp(function, "perf_event_alloc"));
	}
}

static u32 type_of(const char *pmu)
{
	char path[128], text[32];

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type", pmu);
	return machine_text(path, text, sizeof(text)) ? (u32)strtoul(text, NULL, 10) : 0;
}

static void set_constants(struct programs *p, const struct types *types)
{
	struct stat st;
	int cpus = libbpf_num_possible_cpus();

	p->rodata->kprobe_type = type_of("kprobe");
	p->rodata->uprobe_type = type_of("uprobe");
	p->rodata->trace_tracepoint = types->tracepoint;
	p->rodata->trace_custom = types->custom;
	p->rodata->cpus = cpus > 0 ? (u32)cpus : 0;
	p->rodata->selinux = !stat("/sys/fs/selinux", &st);
}

/* Why programs were not taken: a negative errno, and whether they were loaded. */
struct failure {
	int err;
	bool loaded;
};

/* Loads and attaches the programs; @alloc: with probes on that function. NULL if that fails. */
static struct programs *try_load(const struct btf *btf, const struct types *types,
				 bool alloc, struct failure *failure)
{
	struct programs *p = programs__open();

	failure->loaded = false;
	if (!p) {
		failure->err = -errno;
		return NULL;
	}
	choose(p, btf, alloc);
	set_constants(p, types);
	failure->err = programs__load(p);
	if (!failure->err) {
		failure->loaded = true;
		failure->err = programs__attach(p);
	}
	if (!failure->err)
		return p;
	programs__destroy(p);
	return NULL;
}

static struct programs *load(const struct btf *btf, const struct types *types)
{
	struct failure failure = { 0 };
	struct programs *p;

	p = try_load(btf, types, true, &failure);
	if (!p) {
		last_words[0] = '\0';
		p = try_load(btf, types, false, &failure);
	}
	if (!p)
		refused(failure.err, failure.loaded, last_words);
	return p;
}

/* The functions whose programs are attached. */
static u32 attached(const struct programs *p)
{
	u32 fns = 0;

	if (p->links.copied_attr)
		fns |= BIT_OF(COPY_ATTR);
	if (p->links.alloc && p->links.allocated)
		fns |= BIT_OF(ALLOC);
	if (p->links.tried_init)
		fns |= BIT_OF(TRY_INIT);
	if (p->links.output_set)
		fns |= BIT_OF(SET_OUTPUT);
	return fns;
}

/* --- the stream --- */

static void say_unknown(u32 followed)
{
	static const u8 stages[] = {
		PA_FN_COPY_ATTR, PA_FN_ALLOC, PA_FN_TRY_INIT, PA_FN_SET_OUTPUT,
	};
	char more[256] = "";
	size_t i;

	for (i = 0; i < ARRAY_SIZE(stages); i++)
		if (!(followed & 1u << stages[i]))
			snprintf(more + strlen(more), sizeof(more) - strlen(more),
				 ", what %s() says", pa_functions[stages[i]].name.text);
	warn("%sBPF programs record the calls. Not seen: calls on descriptors (ioctl, mmap, read), calls before now, lost samples and running times%s",
	     access(MODULE_DIR, F_OK) ? "the module is not loaded, so " : "", more);
}

static void catch(int sig)
{
	struct sigaction sa = { .sa_handler = on_stop }, old;

	if (!sigaction(sig, NULL, &old) && old.sa_handler != SIG_IGN)
		sigaction(sig, &sa, NULL);
}

static void put_out(void)
{
	if (!fflush(stdout) && !ferror(stdout))
		return;
	if (errno == EPIPE)
		_exit(0);
	die("cannot write: %s", strerror(errno));
}

static void stream(struct programs *p, struct ring_buffer *ring)
{
	struct pollfd pfds[2] = {
		{ .fd = ring_buffer__epoll_fd(ring), .events = POLLIN },
		{ .fd = until_eof ? STDIN_FILENO : -1, .events = POLLIN },
	};
	int n;

	while (!stopped && !pfds[1].revents) {
		/* Until all were read only the first call of a burst wakes us. */
		if (poll(pfds, ARRAY_SIZE(pfds), 500) > 0 && !pfds[1].revents)
			poll(&pfds[1], 1, BURST_MS);
		n = ring_buffer__consume(ring);
		tell_queue();
		if (!n)
			tell_lost();
		put_out();
	}
	/* Handle the calls made until now, and no others. */
	p->bss->ready = 0;
	do {
		n = ring_buffer__consume(ring);
		tell_queue();
	} while (n < 0);
	tell_lost();
	put_out();
}

static void watch(void)
{
	struct btf *btf = btf__load_vmlinux_btf();
	static struct pa_kernel kernel;
	struct ring_buffer *ring;
	struct types types;
	struct programs *p;

	if (!btf || !machine_types(btf, &kernel, &types))
		refused_types();
	p = load(btf, &types);
	btf__free(btf);
	ring = ring_buffer__new(bpf_map__fd(p->maps.ring), tell_call, NULL, NULL);
	if (!ring)
		die("cannot read the ring: %s", strerror(errno));
	tell_begin(p, &kernel, attached(p));
	p->bss->ready = 1;
	prime_stages();
	ring_buffer__consume(ring);
	table_begin(p);
	machine_init(&kernel);
	/* Our own test calls. */
	ring_buffer__consume(ring);
	/* Warn first: after our first line the reader may write to the same terminal. */
	say_unknown(tell_followed());
	tell_start();
	rights_drop();
	put_out();
	stream(p, ring);
	ring_buffer__free(ring);
	programs__destroy(p);
}

static void __attribute__((noreturn)) usage(void)
{
	puts("usage: perfattr-bpf [--raw] [--until-eof]\n\n"
	     "Writes the calls of perf_event_open(2) as lines of JSON, which perfattr -i - reads.\n\n"
	     "  --raw          raw records, as the module has them, in the place of lines\n"
	     "  --until-eof    ends when standard input ends\n"
	     "  -h, --help     this text\n"
	     "  -V, --version  the version");
	exit(0);
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "raw", no_argument, NULL, 'r' },
		{ "until-eof", no_argument, NULL, 'e' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	standard_files();
	setvbuf(stdout, NULL, _IOFBF, OUT_BYTES);
	opterr = 0;
	while ((c = getopt_long(argc, argv, ":hV", options, NULL)) >= 0) {
		if (c == 'h')
			usage();
		if (c == 'V') {
			puts("perfattr-bpf " PERFATTR_VERSION);
			return 0;
		}
		if (c == 'r')
			tell_raw = true;
		else if (c == 'e')
			until_eof = true;
		else
			die_option(argv, c);
	}
	if (optind < argc)
		die("unexpected argument \"%s\"", argv[optind]);
	signal(SIGPIPE, SIG_IGN);
	catch(SIGINT);
	catch(SIGTERM);
	libbpf_set_print(keep_words);
	libbpf_set_strict_mode(LIBBPF_STRICT_ALL);
	watch();
	return 0;
}
