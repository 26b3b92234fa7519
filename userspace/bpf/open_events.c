// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr-bpf --events: the events that are open now, as lines of the module's events_json. A
 * program tells of each descriptor; those of one event become one line, in the order of their ids.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "bpf/parts.h"
#include "core/attr.h"
#include "core/out.h"
#include "events.skel.h"

/* So many are shown, as by the module. */
#define EVENTS_MAX	100000

/* All descriptors; afterwards those of an event are neighbours. */
static struct bpf_open_event *all;
static size_t n_all;

static void read_all(int fd)
{
	size_t room = 0, have = 0;
	ssize_t n;

	do {
		if (room - have < 4 * sizeof(*all)) {
			room = 2 * room + 64 * sizeof(*all);
			all = realloc(all, room);
			if (!all)
				die("there is no memory for so many events");
		}
		n = read(fd, (char *)all + have, room - have);
		if (n > 0)
			have += (size_t)n;
	} while (n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN)));
	if (n < 0)
		die("cannot read which events are open: %s", strerror(errno));
	n_all = have / sizeof(*all);
}

static int by_id(const void *a, const void *b)
{
	const struct bpf_open_event *x = a, *y = b;

	if (x->event.id != y->event.id)
		return x->event.id < y->event.id ? -1 : 1;
	if (x->holder.pid != y->holder.pid)
		return x->holder.pid < y->holder.pid ? -1 : 1;
	return x->holder.fd < y->holder.fd ? -1 : x->holder.fd > y->holder.fd;
}

static const struct bpf_open_event *leader_of(const struct bpf_open_event *e)
{
	size_t i;

	for (i = 0; i < n_all; i++)
		if (all[i].self == e->leader)
			return &all[i];
	return NULL;
}

/* A member does not run while its leader is off; see pa_event_now_join() of the module. */
static void join(struct bpf_open_event *e)
{
	const struct bpf_open_event *leader;

	if (!(e->event.have & PA_N_MEMBER))
		return;
	leader = leader_of(e);
	if (leader) {
		e->event.leader = leader->event.id;
		if (leader->event.state <= PA_STATE_OFF)
			e->event.state = leader->event.state;
	}
}

static void set_word(u8 *attr, size_t at, u64 value, size_t size)
{
	memcpy(attr + at, &value, size);
}

/* A clock has a type of its own in newer kernels: told is what was asked for. */
static void set_pmu(struct bpf_open_event *e)
{
	struct pa_event_now *now = &e->event;
	u64 config;
	bool clock;
	u32 type;

	now->pmu = table_own(e->pmu, &e->which);
	clock = table_clock(now->pmu, &config);
	if (clock) {
		set_word(now->attr, 0, PA_TYPE_SOFTWARE, 4);
		set_word(now->attr, 8, config, 8);
	}
	memcpy(&type, now->attr, sizeof(type));
	if (now->state < PA_STATE_ACTIVE || now->name[0] || type == PA_TYPE_BREAKPOINT ||
	    (type == PA_TYPE_SOFTWARE && !clock))
		now->have |= PA_N_EXACT;
}

static void put_event(struct bpf_open_event *e, struct pa_holder *holders, u32 held, u64 clock)
{
	static struct pa_event_view view;
	char line[PA_EVENT_NOW_MAX];
	struct pa_env env = { .kernel = NULL };
	struct out s;

	e->event.holders = holders;
	e->event.held = held;
	e->event.nholders = (u16)(held < PA_HOLDERS ? held : PA_HOLDERS);
	if (e->event.have & PA_N_CGROUP)
		put_folders(e->event.cgroup, e->folder, e->folders, e->folders == BPF_FOLDERS);
	table_env(&env);
	memset(&view, 0, sizeof(view));
	view.e = &e->event;
	view.env = &env;
	view.now = clock;
	out_init(&s, line, sizeof(line));
	pa_json_event(&s, &view);
	fwrite(line, 1, out_used(&s), stdout);
}

/* The descriptors of one event, from @i on. Returns the first that is of another. */
static size_t put_next(size_t i, u64 clock)
{
	struct pa_holder holders[PA_HOLDERS];
	size_t first = i;
	u32 held = 0;

	for (; i < n_all && all[i].event.id == all[first].event.id; i++) {
		/* A thread that left the table of its process has a copy of it. */
		if (i > first && all[i].holder.pid == all[i - 1].holder.pid &&
		    all[i].holder.fd == all[i - 1].holder.fd)
			continue;
		if (held < PA_HOLDERS)
			holders[held] = all[i].holder;
		held++;
	}
	put_event(&all[first], holders, held, clock);
	return i;
}

static void put_all(void)
{
	struct timespec now;
	size_t i, n = 0;

	clock_gettime(CLOCK_BOOTTIME, &now);
	qsort(all, n_all, sizeof(*all), by_id);
	for (i = 0; i < n_all; i++)
		set_pmu(&all[i]);
	for (i = 0; i < n_all; i++)
		join(&all[i]);
	for (i = 0; i < n_all && n < EVENTS_MAX; n++)
		i = put_next(i, (u64)now.tv_sec * 1000000000ULL + (u64)now.tv_nsec);
	if (i < n_all)
		puts("{\"more\":true}");
}

/**
 * open_events() - write the events that are open now
 * @types: what the kernel's type information says
 *
 * Return: 0, or why this kernel takes no such program.
 */
int open_events(const struct types *types)
{
	struct events *p = events__open();
	int err, fd;

	if (!p)
		return -errno;
	p->rodata->trace_tracepoint = types->tracepoint;
	p->rodata->trace_custom = types->custom;
	err = events__load(p);
	if (!err)
		err = events__attach(p);
	if (err)
		return err;
	fd = bpf_iter_create(bpf_link__fd(p->links.each_file));
	if (fd < 0)
		return -errno;
	read_all(fd);
	close(fd);
	events__destroy(p);
	put_all();
	free(all);
	return 0;
}
