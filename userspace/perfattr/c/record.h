/* SPDX-License-Identifier: GPL-2.0 */
/* Access to a record: a line of JSON that check.c has accepted. */
#ifndef PERFATTR_C_RECORD_H
#define PERFATTR_C_RECORD_H

#include <stdbool.h>

#include <jansson.h>

/* The name of an ioctl in records. */
#define IOC(name)	"PERF_EVENT_IOC_" #name

struct pa_names;

json_t *member(json_t *object, const char *a, const char *b);
json_int_t number(json_t *v);
const char *string(json_t *v);
const char *call_of(json_t *r);
bool is_call(json_t *r, const char *name);
bool is_ioctl(json_t *r, const char *cmd);
json_int_t result(json_t *r);
const char *event_name(json_t *r);
char *mask_text(json_t *r, const char *arg, const struct pa_names *names);
char *expected(json_t *r);

#endif /* PERFATTR_C_RECORD_H */
