// SPDX-License-Identifier: GPL-2.0
/* Calls that a text was made into, until they are taken. */
#include <stdlib.h>

#include "input/input.h"

/**
 * queue_add() - add a call of a text, or a line
 * @q:    the queue
 * @item: the entry; what it points at becomes the queue's
 */
void queue_add(struct queue *q, struct item item)
{
	if (q->at == q->n) {
		q->at = 0;
		q->n = 0;
	}
	if (q->n == q->room) {
		q->room = q->room ? 2 * q->room : 64;
		q->item = must(realloc(q->item, q->room * sizeof(*q->item)));
	}
	q->item[q->n++] = item;
}

/**
 * queue_free() - free what nobody has taken
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
