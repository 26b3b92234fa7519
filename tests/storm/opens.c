// SPDX-License-Identifier: GPL-2.0
/*
 * Opens and closes the module's files and parameters: opens DIR COUNT [THREADS]
 *
 * With COUNT 0 it runs until SIGTERM, and missing files are no error, for a module that is loaded
 * and unloaded meanwhile. Prints how many files were opened.
 */
#include "rnd.h"
#include "threads.h"

#include <fcntl.h>

#define PARAMETERS "/sys/module/perfattr_dump/parameters/"

static const char * const names[] = {
	"log", "log_pipe", "raw", "raw_pipe", "stats", "README",
	PARAMETERS "enable", PARAMETERS "filter", PARAMETERS "records",
};

static const char *dir;
static long count;
static atomic_long left;
static atomic_ulong opened;

static void *opener_run(void *arg)
{
	uint64_t state = rnd_seed(1, (uintptr_t)arg);
	char path[256], byte;
	const char *name;
	int fd;

	while (!storm_over && (!count || atomic_fetch_sub(&left, 1) > 0)) {
		name = names[rnd_below(&state, sizeof(names) / sizeof(names[0]))];
		snprintf(path, sizeof(path), "%s%s%s", *name == '/' ? "" : dir,
			 *name == '/' ? "" : "/", name);
		fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
		if (fd < 0) {
			if (count)
				err(1, "%s", path);
			continue;
		}
		atomic_fetch_add(&opened, 1);
		if (!rnd_below(&state, 4) && read(fd, &byte, 1) < 0 && errno != EAGAIN && count)
			err(1, "read %s", path);
		close(fd);
		/* Or rmmod would hardly ever find all files closed. */
		if (!count)
			usleep(1000);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned long i, threads = argc > 3 ? strtoul(argv[3], NULL, 0) : 4;
	pthread_t *t = calloc(threads, sizeof(*t));

	if (argc < 3 || !t)
		errx(2, "opens DIR COUNT [THREADS]");
	dir = argv[1];
	count = strtol(argv[2], NULL, 0);
	atomic_store(&left, count);
	storm_until_term();
	for (i = 0; i < threads; i++)
		thread_start(&t[i], opener_run, (void *)i);
	for (i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
	printf("%lu\n", opened);
	return 0;
}
