// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr draw: the order of a session's calls as a picture (SVG). One column per event, time goes
 * down; consecutive equal calls are one mark with a count.
 */
#include <stdlib.h>
#include <string.h>

#include "show/show.h"

#define LEFT	76
#define COLUMN	144
#define ROW	24
#define TOP	88
#define NOTE	470
/* Limits the size of the picture, and the memory for a huge file. */
#define MARKS_MAX	2000
#define LANES_MAX	256
#define EVENTS_MAX	65536

struct mark {
	uint64_t time_ns;
	size_t lane;
	char *kind, *words;
	unsigned long times;
};

struct picture {
	struct mark *mark;
	size_t marks;
	char **lane;
	size_t lanes;
	struct { uint64_t seq; size_t lane; } *event;	/* the lane of each open */
	size_t events;
	int64_t pid;
	unsigned long others;
	unsigned long left_out;
	char *who;
};

static const struct {
	const char *kind;
	const char *color;
} colors[] = {
	{ "open", "#24408e" }, { "ioctl", "#8250df" }, { "mmap", "#1a7f37" },
	{ "munmap", "#3f7d58" }, { "read", "#bf5700" }, { "poll", "#8c959f" },
	{ "close", "#57606a" }, { "prctl", "#8250df" }, { "bpf", "#8250df" },
};

static const char style[] =
	"text { font: 13px system-ui, sans-serif; fill: #24292f }\n"
	".title { font-size: 15px; font-weight: 600 }\n"
	".small { font-size: 12px; fill: #57606a }\n"
	".mark { fill: #ffffff; font-size: 12px }\n"
	".paper { fill: #ffffff }\n"
	".lane { stroke: #d0d7de }\n";

/* Writes text, which text_safe() has cleaned, as XML. */
static void put_xml(const char *s)
{
	for (; *s; s++) {
		if (*s == '<')
			fputs("&lt;", stdout);
		else if (*s == '>')
			fputs("&gt;", stdout);
		else if (*s == '&')
			fputs("&amp;", stdout);
		else
			putchar(*s);
	}
}

static size_t lane_of(struct picture *p, const char *name)
{
	size_t i;

	for (i = 0; i < p->lanes; i++)
		if (!strcmp(p->lane[i], name))
			return i;
	if (p->lanes == LANES_MAX)
		return LANES_MAX - 1;
	p->lane = must(realloc(p->lane, (p->lanes + 1) * sizeof(*p->lane)));
	p->lane[p->lanes] = must(strdup(name));
	return p->lanes++;
}

static void remember_open(struct picture *p, uint64_t seq, size_t lane)
{
	if (p->events == EVENTS_MAX)
		return;
	p->event = must(realloc(p->event, (p->events + 1) * sizeof(*p->event)));
	p->event[p->events].seq = seq;
	p->event[p->events++].lane = lane;
}

/* The lane that a call on a descriptor belongs to. */
static size_t lane_of_call(struct picture *p, const struct record *r)
{
	uint64_t open = record_event(r);
	size_t i;

	if (!json_is_object(json_object_get(r->json, "event")))
		return lane_of(p, "all events");
	for (i = p->events; i-- > 0;)
		if (p->event[i].seq == open)
			return p->event[i].lane;
	return lane_of(p, "?");
}

static void call_words(struct text *t, const struct record *r)
{
	const char *cmd = str(r->json, "cmd");

	if (cmd)
		text_safe(t, strncmp(cmd, "PERF_EVENT_IOC_", 15) ? cmd : cmd + 15);
	else
		text_safe(t, r->call);
	if (!strcmp(r->call, "mmap"))
		text_printf(t, " %ju pages", (uintmax_t)num(r->json, "pages"));
	if (r->errname) {
		text_add(t, ": ");
		text_safe(t, r->errname);
	}
}

static void add_mark(struct picture *p, const struct record *r, size_t lane)
{
	struct mark *m = p->marks ? &p->mark[p->marks - 1] : NULL;
	struct text words = { 0 };

	call_words(&words, r);
	if (m && m->lane == lane && !strcmp(m->kind, r->call) &&
	    !strcmp(m->words, text_str(&words))) {
		m->times++;
	} else if (p->marks == MARKS_MAX) {
		p->left_out++;
	} else {
		p->mark = must(realloc(p->mark, (p->marks + 1) * sizeof(*p->mark)));
		m = &p->mark[p->marks++];
		*m = (struct mark) {
			.time_ns = r->time_ns, .lane = lane, .times = 1,
			.kind = must(strdup(r->call)), .words = must(strdup(text_str(&words))),
		};
	}
	text_free(&words);
}

static bool draw_record(struct record *r, const char *event, void *arg)
{
	struct picture *p = arg;
	size_t lane;

	if (!r || json_is_true(json_object_get(r->json, "at_exit")))
		return true;
	if (!p->who) {
		struct text t = { 0 };

		text_safe(&t, r->comm);
		p->who = must(strdup(text_str(&t)));
		p->pid = r->pid;
		text_free(&t);
	}
	if (r->pid != p->pid) {
		p->others++;
		return true;
	}
	lane = record_is_open(r) ? lane_of(p, event) : lane_of_call(p, r);
	if (record_is_open(r))
		remember_open(p, r->seq, lane);
	add_mark(p, r, lane);
	return true;
}

static const char *color_of(const char *kind)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(colors); i++)
		if (!strcmp(colors[i].kind, kind))
			return colors[i].color;
	return "#57606a";
}

static void put_head(const struct picture *p, size_t width, size_t height)
{
	printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %zu %zu\" width=\"%zu\" height=\"%zu\" role=\"img\">\n<title>",
	       width, height, width, height);
	put_xml(p->who);
	printf("[%jd]</title>\n<style>\n%s</style>\n", (intmax_t)p->pid, style);
	printf("<rect width=\"%zu\" height=\"%zu\" class=\"paper\"/>\n", width, height);
	fputs("<text x=\"16\" y=\"28\" class=\"title\">", stdout);
	put_xml(p->who);
	printf("[%jd]: its calls in their order</text>\n", (intmax_t)p->pid);
	puts("<text x=\"16\" y=\"48\" class=\"small\">one column an event, time goes down (ms since the first call); &#215;n: the same call n times</text>");
}

static void put_lanes(const struct picture *p, size_t height)
{
	size_t i;

	for (i = 0; i < p->lanes; i++) {
		size_t x = LEFT + COLUMN * i + COLUMN / 2;

		printf("<text x=\"%zu\" y=\"%d\" text-anchor=\"middle\">", x, TOP - 14);
		put_xml(p->lane[i]);
		printf("</text>\n<line x1=\"%zu\" y1=\"%d\" x2=\"%zu\" y2=\"%zu\" class=\"lane\"/>\n",
		       x, TOP - 6, x, height - 10);
	}
}

static void put_mark(const struct picture *p, size_t n)
{
	const struct mark *m = &p->mark[n];
	size_t x = LEFT + COLUMN * m->lane + 4;
	size_t y = TOP + ROW * n;

	printf("<text x=\"%d\" y=\"%zu\" class=\"small\" text-anchor=\"end\">%.1f</text>\n",
	       LEFT - 14, y + 14, ((double)m->time_ns - (double)p->mark[0].time_ns) / 1e6);
	printf("<rect x=\"%zu\" y=\"%zu\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\"/>\n",
	       x, y, COLUMN - 8, ROW - 4, color_of(m->kind));
	printf("<text x=\"%zu\" y=\"%zu\" class=\"mark\" text-anchor=\"middle\">",
	       x + COLUMN / 2 - 4, y + 14);
	put_xml(m->words);
	if (m->times > 1)
		printf(" &#215;%lu", m->times);
	puts("</text>");
}

static void put_picture(const struct picture *p)
{
	size_t width = LEFT + COLUMN * p->lanes + 16;
	size_t height = TOP + ROW * p->marks + 16;
	size_t i;

	put_head(p, width < LEFT + NOTE ? LEFT + NOTE : width, height);
	put_lanes(p, height);
	for (i = 0; i < p->marks; i++)
		put_mark(p, i);
	puts("</svg>");
}

static void free_picture(struct picture *p)
{
	size_t i;

	for (i = 0; i < p->marks; i++) {
		free(p->mark[i].kind);
		free(p->mark[i].words);
	}
	for (i = 0; i < p->lanes; i++)
		free(p->lane[i]);
	free(p->mark);
	free(p->lane);
	free(p->event);
	free(p->who);
}

int cmd_draw(struct options *opt, int argc, char **argv)
{
	struct picture p = { 0 };
	int status = 1;

	if (opt->follow)
		die("draw cannot be combined with -f");
	if (each_record(opt, draw_record, &p) && p.marks) {
		put_picture(&p);
		status = 0;
	}
	if (p.others)
		warn("the picture is of process %jd, the first; %lu calls of others are left out (-p chooses)",
		     (intmax_t)p.pid, p.others);
	if (p.left_out)
		warn("a picture has room for %d marks: %lu calls are left out", MARKS_MAX,
		     p.left_out);
	free_picture(&p);
	return status;
}
