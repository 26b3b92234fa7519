/* SPDX-License-Identifier: GPL-2.0 */
/* The file of -o. A program has one of them at most. */
#ifndef PERFATTR_OUTPUT_H
#define PERFATTR_OUTPUT_H

/**
 * enum output - the way a file is written
 * @OUTPUT_WHOLE:  when all of it is there
 * @OUTPUT_STREAM: line by line, for readers that follow it; emptied by output_start()
 */
enum output { OUTPUT_WHOLE, OUTPUT_STREAM };

int output_open(const char *path, enum output how);
void output_start(void);
void output_done(void);

#endif /* PERFATTR_OUTPUT_H */
