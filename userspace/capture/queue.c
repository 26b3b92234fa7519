// SPDX-License-Identifier: GPL-2.0
/* Calls that a text was made into, until they are taken. */

#include "capture/capture.h"
#include "call/call.h"

static void queue_add(struct queue *q, struct item item)
{
	if (q->at == q->n) {
		q->at = 0;
		q->n = 0;
	}
	q->item = one_more(q->item, q->n, &q->room, sizeof(*q->item));
	q->item[q->n++] = item;
}

/**
 * queue_line() - add a line
 * @queue: the queue
 * @line:  the line, which is copied
 * @len:   its length
 */
void queue_line(void *queue, const char *line, size_t len)
{
	queue_add(queue, (struct item){ .line = must(strndup(line, len)), .len = len });
}

/**
 * queue_call() - add a call
 * @q: the queue
 *
 * Return: the call, to be filled in.
 */
struct pa_call *queue_call(struct queue *q)
{
	struct pa_call *x = must(malloc(sizeof(*x)));

	queue_add(q, (struct item){ .x = x });
	return x;
}

/**
 * queue_free() - free the entries that were not taken
 * @q: the queue
 */
void queue_free(struct queue *q)
{
	for (; q->at < q->n; q->at++) {
		free(q->item[q->at].x);
		free(q->item[q->at].line);
	}
	free(q->item);
	q->item = NULL;
}
