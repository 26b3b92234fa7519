// SPDX-License-Identifier: GPL-2.0
/*
 * Threads as lines of strace tell of them. A thread that was not seen to begin has no descriptors
 * that are known. Its first line may come before its parent's fork ends.
 */
#include "input/tasks.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "die.h"
#include "text.h"

/* So many descriptors that forks have copied are known of all processes that have not ended. */
#define COPIED_MAX	(256 * EVENTS_MAX)

/**
 * struct memory - what threads of a process share
 * @users: how many threads
 * @id:    its number
 */
struct memory {
	unsigned int users;
	u64 id;
};

/**
 * struct table - the descriptors of a process
 * @users:  how many threads share the table
 * @copied: how many entries the table had when it was copied from another one
 * @lost:   there is a copy of the table that is not known
 * @n:      entries of @held that are used
 * @room:   entries of @held that are allocated
 * @held:   descriptors of events, by number
 * @held.fd:      the descriptor
 * @held.cloexec: an exec closes the descriptor
 * @held.id:      the event, as descriptor_fn gets it
 */
struct table {
	unsigned int users;
	size_t copied;
	bool lost;
	size_t n, room;
	struct held {
		s32 fd;
		bool cloexec;
		u64 id;
	} *held;
};

/**
 * struct task - a thread
 * @tid:    its number
 * @files:  its descriptors
 * @memory: its memory
 * @begun:  the first half of its call
 * @forks:  it has called fork() or clone(), which has not returned yet
 * @shares: PASTE_SHARES_* of that
 * @whole:  it was seen from its beginning
 * @opened: it has opened an event
 */
struct task {
	s32 tid;
	struct table *files;
	struct memory *memory;
	struct text begun;
	bool forks;
	u8 shares;
	bool whole;
	bool opened;
};

/**
 * struct tasks - all threads
 * @tree:     those that have not ended, by their numbers
 * @last:     the one that was asked for last
 * @forking:  how many fork now
 * @sum:      of their numbers: that of the only one
 * @copied:   entries of tables that were copied
 * @memories: how many numbers of memory were given
 * @line:     a call whose halves were joined
 * @text:     the lines are of a text, which may lack some
 * @whole:    the first thread is seen from its beginning
 * @more:     for a thread that appears before the fork ends of which it is: as in task_forks()
 * @arg:      the same
 */
struct tasks {
	void *tree;
	struct task *last;
	size_t forking;
	s64 sum;
	size_t copied;
	u64 memories;
	struct text line;
	bool text;
	bool whole;
	descriptor_fn more;
	void *arg;
};

/**
 * tasks_new() - begin
 * @text:  lines are of a text, which may lack some
 * @whole: the first thread is seen from its beginning
 * @more:  called with what a descriptor is that a fork has copied
 * @arg:   passed on
 */
struct tasks *tasks_new(bool text, bool whole, descriptor_fn more, void *arg)
{
	struct tasks *all = must(calloc(1, sizeof(*all)));

	*all = (struct tasks){ .text = text, .whole = whole, .more = more, .arg = arg };
	return all;
}

/* The number of a memory that nobody uses any more; 0: it is still used. */
static u64 memory_leave(struct memory *memory)
{
	u64 id = memory->id;

	if (--memory->users)
		return 0;
	free(memory);
	return id;
}

static void table_leave(struct table *files)
{
	if (--files->users)
		return;
	free(files->held);
	free(files);
}

static void task_free(void *p)
{
	struct task *t = p;

	if (t->memory)
		memory_leave(t->memory);
	table_leave(t->files);
	text_free(&t->begun);
	free(t);
}

/**
 * tasks_free() - forget all
 * @all: from tasks_new()
 */
void tasks_free(struct tasks *all)
{
	tdestroy(all->tree, task_free);
	text_free(&all->line);
	free(all);
}

static int by_tid(const void *a, const void *b)
{
	s32 x = ((const struct task *)a)->tid, y = ((const struct task *)b)->tid;

	return x < y ? -1 : x > y;
}

static struct task *find(const struct tasks *all, s32 tid)
{
	struct task **found;

	if (all->last && all->last->tid == tid)
		return all->last;
	found = tfind(&(struct task){ .tid = tid }, &all->tree, by_tid);
	return found ? *found : NULL;
}

static struct memory *memory_new(struct tasks *all)
{
	struct memory *memory = must(malloc(sizeof(*memory)));

	*memory = (struct memory){ .users = 1, .id = ++all->memories };
	return memory;
}

/*
 * A text may tell of any number of processes that have many descriptors each. Beyond the limit the
 * copy is not known; its events are never known to be closed.
 */
static struct table *table_copy(struct tasks *all, struct table *from)
{
	struct table *files = must(calloc(1, sizeof(*files)));
	size_t i;
	bool known;

	files->users = 1;
	if (!from || !from->n)
		return files;
	known = from->n <= COPIED_MAX - all->copied;
	for (i = 0; (known || !from->lost) && i < from->n; i++)
		all->more(from->held[i].id, all->arg);
	from->lost |= !known;
	if (!known)
		return files;
	all->copied += from->n;
	files->copied = from->n;
	files->n = from->n;
	files->room = from->n;
	files->held = must(calloc(from->n, sizeof(*files->held)));
	memcpy(files->held, from->held, from->n * sizeof(*files->held));
	return files;
}

/* Its parent is @from, which shares with it what @shares says; NULL: that is not known. */
static struct task *add(struct tasks *all, s32 tid, const struct task *from, u8 shares)
{
	struct task *t = must(calloc(1, sizeof(*t)));

	t->tid = tid;
	t->whole = from || (all->whole && !all->tree);
	if (from && shares & PASTE_SHARES_MEMORY) {
		t->memory = from->memory;
		t->memory->users++;
	} else {
		t->memory = memory_new(all);
	}
	if (from && shares & PASTE_SHARES_FILES) {
		t->files = from->files;
		t->files->users++;
	} else {
		t->files = table_copy(all, from ? from->files : NULL);
	}
	must(tsearch(t, &all->tree, by_tid));
	return t;
}

/* The only thread that forks now. */
static const struct task *forking(const struct tasks *all)
{
	return all->forking == 1 ? find(all, (s32)all->sum) : NULL;
}

static void set_forks(struct tasks *all, struct task *t, bool forks)
{
	if (forks && !t->forks) {
		all->forking++;
		all->sum += t->tid;
	} else if (!forks && t->forks) {
		all->forking--;
		all->sum -= t->tid;
	}
	t->forks = forks;
}

/**
 * task_of() - a thread
 * @all: all of them
 * @tid: its number
 */
struct task *task_of(struct tasks *all, s32 tid)
{
	struct task *t = find(all, tid);
	const struct task *from;

	if (!t) {
		from = forking(all);
		/* strace -f tells no number while there is only one thread. */
		if (!from && all->text && tid)
			from = find(all, 0);
		t = add(all, tid, from, from && from->forks ? from->shares : 0xff);
	}
	all->last = t;
	return t;
}

/**
 * task_memory() - the number of its memory
 * @t: the thread
 */
u64 task_memory(const struct task *t)
{
	return t->memory->id;
}

static struct held *held_of(const struct task *t, s32 fd)
{
	size_t i;

	for (i = t->files->n; i--; )
		if (t->files->held[i].fd == fd)
			return &t->files->held[i];
	return NULL;
}

/**
 * task_has() - what a descriptor is
 * @t:  the thread
 * @fd: its descriptor
 *
 * Return: the id; 0 if that is not known.
 */
u64 task_has(const struct task *t, s32 fd)
{
	const struct held *held = held_of(t, fd);

	return held ? held->id : 0;
}

/* Of its event nothing is known any more, or the process has many descriptors of each. */
static void forget_oldest(struct table *files)
{
	size_t oldest = 0, i;

	for (i = 1; i < files->n; i++)
		if (files->held[i].id < files->held[oldest].id)
			oldest = i;
	files->held[oldest] = files->held[--files->n];
}

/**
 * task_put() - a thread has got a descriptor
 * @t:    the thread
 * @fd:   the number, which may have been another one before
 * @id:   what it is
 * @cloexec: it is closed by an exec
 * @gone: called with what it was
 * @arg:  passed on
 */
void task_put(struct task *t, s32 fd, u64 id, bool cloexec, descriptor_fn gone, void *arg)
{
	struct table *files = t->files;

	task_drop(t, fd, fd, gone, arg);
	if (files->n >= EVENTS_MAX)
		forget_oldest(files);
	if (files->n == files->room) {
		files->room = 2 * files->room + 16;
		files->held = must(realloc(files->held, files->room * sizeof(*files->held)));
	}
	files->lost = false;
	files->held[files->n++] = (struct held){ .fd = fd, .cloexec = cloexec, .id = id };
}

/* Of these descriptors all, or only those that an exec closes. */
static void drop(struct table *files, s32 first, s32 last, bool all, descriptor_fn gone, void *arg)
{
	size_t i;

	for (i = 0; i < files->n; ) {
		struct held held = files->held[i];

		if (held.fd < first || held.fd > last || (!all && !held.cloexec)) {
			i++;
			continue;
		}
		files->held[i] = files->held[--files->n];
		gone(held.id, arg);
	}
}

/**
 * task_drop() - descriptors were closed
 * @t:     the thread
 * @first: the first one
 * @last:  the last one
 * @gone:  called with what they were
 * @arg:   passed on
 */
void task_drop(struct task *t, s32 first, s32 last, descriptor_fn gone, void *arg)
{
	drop(t->files, first, last, true, gone, arg);
}

/**
 * task_cloexec() - whether descriptors are closed by an exec
 * @t:     the thread
 * @first: the first one
 * @last:  the last one
 * @set:   they are
 */
void task_cloexec(struct task *t, s32 first, s32 last, bool set)
{
	size_t i;

	for (i = 0; i < t->files->n; i++)
		if (t->files->held[i].fd >= first && t->files->held[i].fd <= last)
			t->files->held[i].cloexec = set;
}

/**
 * task_opens() - a thread has opened an event
 * @t: the thread
 */
void task_opens(struct task *t)
{
	t->opened = true;
}

/**
 * task_has_opened() - has it, or is that not known?
 * @t: the thread
 */
bool task_has_opened(const struct task *t)
{
	return t->opened || !t->whole;
}

/**
 * task_forks() - a thread begins another one, or has begun it
 * @all:  all threads
 * @t:    the thread
 * @op:   the fork; without a result it has not returned
 */
void task_forks(struct tasks *all, struct task *t, const struct paste_op *op)
{
	s64 child = op->call.args & PASTE_RET ? op->call.r.ret : 0;

	set_forks(all, t, !(op->call.args & PASTE_RET));
	t->shares = op->flags;
	if (child > 0 && child <= S32_MAX && !find(all, (s32)child))
		add(all, (s32)child, t, op->flags);
}

/**
 * task_exec() - a process executes another program
 * @all:  all threads
 * @t:    the thread
 * @gone: called with what the descriptors were that are closed by that
 * @arg:  passed on
 *
 * Return: the memory that it has left, if nobody else uses that; or 0.
 */
u64 task_exec(struct tasks *all, struct task *t, descriptor_fn gone, void *arg)
{
	struct table *files = t->files;
	u64 left;

	if (files->users > 1) {
		t->files = table_copy(all, files);
		files->users--;
	}
	drop(t->files, S32_MIN, S32_MAX, false, gone, arg);
	left = memory_leave(t->memory);
	t->memory = memory_new(all);
	return left;
}

/**
 * task_end() - a thread has ended
 * @all:  all threads
 * @tid:  its number
 * @gone: called with what its descriptors were, if nobody shares them
 * @arg:  passed on
 *
 * Return: its memory, if nobody else uses that; or 0.
 */
u64 task_end(struct tasks *all, s32 tid, descriptor_fn gone, void *arg)
{
	struct task *t = find(all, tid);
	u64 left;

	if (!t)
		return 0;
	if (t->files->users == 1) {
		drop(t->files, S32_MIN, S32_MAX, true, gone, arg);
		all->copied -= t->files->copied;
	}
	set_forks(all, t, false);
	left = memory_leave(t->memory);
	t->memory = NULL;
	tdelete(t, &all->tree, by_tid);
	all->last = NULL;
	task_free(t);
	return left;
}

/* Where a line ends that another thread has come between. */
static size_t begun_length(const char *line, size_t len)
{
	static const char mark[] = "<unfinished ...>";
	const char *at = memmem(line, len, mark, sizeof(mark) - 1), *last = NULL;

	while (at) {
		last = at++;
		at = memmem(at, (size_t)(line + len - at), mark, sizeof(mark) - 1);
	}
	/* In the words of a program it may be anywhere, but at the end only once. */
	if (!last || (size_t)(line + len - last) > sizeof(mark))
		return 0;
	while (last > line && last[-1] == ' ')
		last--;
	return (size_t)(last - line);
}

static void begin(struct tasks *all, struct task *t, const char *line, size_t len)
{
	struct paste_op op = { .flags = 0 };

	text_clear(&t->begun);
	text_mem(&t->begun, line, len);
	/* A fork, of which the child's lines may come first. */
	set_forks(all, t, paste_strace_op(&op, line, len) && op.what == PASTE_FORK);
	t->shares = op.flags;
}

/**
 * tasks_whole() - join the halves of a call
 * @all:  all threads
 * @line: the line; receives that of the whole call, valid until the next one
 * @len:  its length; the same
 *
 * Return: false if it is the first half.
 */
bool tasks_whole(struct tasks *all, const char **line, size_t *len)
{
	static const char mark[] = " resumed>";
	size_t at = paste_strace_begins(*line, *len), first = begun_length(*line, *len);
	struct task *t;
	const char *rest;

	if (at == *len)
		return true;
	t = task_of(all, paste_strace_tid(*line, at));
	if (first) {
		begin(all, t, *line, first);
		return false;
	}
	if ((*line)[at] != '<' || !t->begun.len)
		return true;
	rest = memmem(*line + at, *len - at, mark, sizeof(mark) - 1);
	if (!rest)
		return true;
	rest += sizeof(mark) - 1;
	text_clear(&all->line);
	text_mem(&all->line, t->begun.s, t->begun.len);
	text_mem(&all->line, rest, *len - (size_t)(rest - *line));
	text_clear(&t->begun);
	*line = all->line.s;
	*len = all->line.len;
	return true;
}
