/* SPDX-License-Identifier: GPL-2.0 */
/* Telling that there are new records to those who hold no view open. */
#ifndef PERFATTR_NEWS_H
#define PERFATTR_NEWS_H

#include <linux/atomic.h>
#include <linux/types.h>

/* Set by a read of the number, cleared when its reader has been told. */
extern atomic_t pa_news_awaited;

void pa_news_init(void);
void pa_news_exit(void);
void pa_news_tell(void);

/**
 * pa_news_wanted() - does anybody wait who holds no view open?
 *
 * Context: any, after a full barrier behind what is news.
 */
static __always_inline bool pa_news_wanted(void)
{
	return atomic_read(&pa_news_awaited);
}

#endif /* PERFATTR_NEWS_H */
