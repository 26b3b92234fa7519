// SPDX-License-Identifier: GPL-2.0
/*
 * Random calls that are refused are tried as "perfattr try" does, as root and as nobody. What is
 * said to open must open; no event, descriptor or process may be left, and no event that is open
 * may have changed: its group, PMU, cpu or state.
 *
 *   why_tried CALLS [SEED]
 */
#include "why_random_call.h"
#include "kmsg.h"

#include "call/call.h"
#include "try/try.h"
#include "rules/rules.h"

/* So long one call may take. */
#define CALL_MS	150

static struct try_machine machine;
static struct pa_pmu_name here_pmus[256];
static struct answer ans;
static unsigned int uid;
static unsigned long refused, made, same, plans, found, nevers, wrong;

/* A line for each event that is open. */
static void put_events(FILE *to)
{
	static const char * const keys[] = { "id", "pmu", "type", "group", "target" };
	static char line[1 << 16];
	FILE *in = popen("raw_json " DBG "events_raw", "r");
	cJSON *event;
	size_t i;

	if (!in)
		err(1, DBG "events_raw");
	while (fgets(line, sizeof(line), in)) {
		event = json_load(line, strlen(line), NULL);
		if (!json_get(event, "holders")) {
			cJSON_Delete(event);
			continue;
		}
		for (i = 0; event && i < ARRAY_SIZE(keys); i++) {
			char *value = json_text(json_get(event, keys[i]));

			fprintf(to, "%s=%s ", keys[i], value);
			free(value);
		}
		fputc('\n', to);
		cJSON_Delete(event);
	}
	pclose(in);
}

static char *events_now(void)
{
	char *text;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	put_events(to);
	fclose(to);
	return text;
}

static unsigned int descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned int n = 0;

	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

/* A record has as many bytes as the kernel has read; who tries it makes those after them zero. */
static void forget_unread(struct call *call)
{
	u32 size = call->attr.size ?: PERF_ATTR_SIZE_VER0;

	if (size < sizeof(call->raw))
		memset(call->raw + size, 0, sizeof(call->raw) - size);
}

/* The changes must open the call, from here. */
static void must_open(const struct call *call, const struct pa_why *with, const char *what)
{
	static struct call again;
	unsigned int i;
	int fd;

	again = *call;
	forget_unread(&again);
	for (i = 0; i < with->nfix; i++)
		call_set(&again, with->fix[i].field, with->fix[i].value);
	become(uid);
	fd = peo(again.raw, again.pid, again.cpu, again.group_fd, again.flags);
	become(0);
	/* It is recorded, too. */
	json_drain();
	if (fd >= 0) {
		close(fd);
		return;
	}
	wrong++;
	printf("# wrong: %s (uid %u) does not open: %d\n# %s\n", what, uid, fd, ans.json);
	for (i = 0; i < with->nfix; i++)
		printf("#   %s=%llu\n", with->fix[i].field, with->fix[i].value);
}

static void count(const struct call *call, const struct try_told *told, const struct pa_why *why)
{
	made += told->again.how <= TRY_REFUSED;
	nevers += told->again.how == TRY_NEVER;
	same += told->same;
	if (told->again.how >= TRY_NEVER && !told->again.why) {
		wrong++;
		printf("# wrong: no reason why it was not tried: %.900s\n", ans.json);
	}
	if (told->planned && told->plan.how == TRY_OPENED) {
		plans++;
		must_open(call, why, "the plan");
	} else if (told->planned && told->plan.how == TRY_REFUSED && why->opens) {
		printf("# a plan that promises to open: errno %d: %.1500s\n", told->plan.err,
		       ans.json);
	}
	if (told->found.nfix) {
		found++;
		must_open(call, &told->found, "what was found");
	}
}

/* The module records this process only, not those in which we try. */
static void try_call(const struct call *call)
{
	static struct pa_call x;
	struct try_as as = { .user = uid, .uid = uid, .gid = uid, .limited = uid };
	struct try_run run = {
		.m = &machine, .make = try_open, .as = &as, .end = try_clock() + CALL_MS,
	};
	cJSON *line = json_load(ans.json, strlen(ans.json), NULL);
	struct try_told told;
	struct pa_why why;
	struct pa_case c;
	bool has_why;

	refused++;
	if (!explain_read(&explainer, line, &x))
		errx(1, "no record: %s", ans.json);
	has_why = pa_explain(&x.r, &x.env, &why);
	become(0);
	pa_case_look(&c, &x.r, &x.env);
	try_again(&told, &run, &c, NULL, has_why ? &why : NULL);
	count(call, &told, &why);
	cJSON_Delete(line);
}

static void some_calls(unsigned long n)
{
	static const struct { unsigned int uid; int level; } who[] = {
		{ 0, 2 }, { NOBODY, 0 }, { NOBODY, 1 }, { NOBODY, 2 },
	};
	struct call call;
	int fd;

	while (refused < n) {
		unsigned int w = rnd(&state) % 4;

		call = random_call();
		if (call.pointer)
			continue;
		paranoid(who[w].level);
		uid = who[w].uid;
		become(uid);
		fd = answer_to(&call, &ans);
		if (fd >= 0)
			close(fd);
		else
			try_call(&call);
		become(0);
	}
}

static void check(bool good, const char *what)
{
	static unsigned int n;

	printf("%s %u - %s\n", good ? "ok" : "not ok", ++n, what);
	wrong += !good;
}

int main(int argc, char **argv)
{
	char filter[32], *before, *after;
	unsigned int fds;
	unsigned long n;
	int kmsg;

	if (argc < 2)
		errx(1, "usage: why_tried CALLS [SEED]");
	setvbuf(stdout, NULL, _IOLBF, 0);
	n = strtoul(argv[1], NULL, 0);
	state = argc > 2 ? strtoull(argv[2], NULL, 0) : 0x9e3779b97f4a7c15ULL;
	prepare();
	snprintf(filter, sizeof(filter), "pid=%d", getpid());
	write_file(PARAMETERS "filter", filter);
	json_open();
	machine = (struct try_machine){ .pmus = here_pmus, .here = explainer.here };
	machine.npmus = (u32)env_here_pmus(explainer.here, here_pmus, 256);
	before = events_now();
	kmsg = kmsg_begin();
	fds = descriptors();
	some_calls(n);
	after = events_now();
	printf("# %lu refused calls: %lu tried, %lu of them with the same errno, %lu never\n",
	       refused, made, same, nevers);
	printf("# %lu plans open, %lu changes were found, %lu wrong\n", plans, found, wrong);
	check(!wrong, "each plan and change that opens when it is tried opens");
	check(made * 5 > refused * 2, "two of five calls are tried");
	check(same * 10 > made * 9, "... nine of ten with the same errno");
	check(!strcmp(before, after), "the events that were open are as they were, and alone");
	check(descriptors() == fds, "no descriptor is left");
	check(!kmsg_warned(kmsg), "the kernel warns of nothing");
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	check(waitpid(-1, NULL, WNOHANG) < 0, "no process is left");
	write_file(PARAMETERS "filter", "\n");
	printf("1..7\n");
	return wrong != 0;
}
