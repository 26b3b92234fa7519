/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * A line of JSON as a tree, and the values in it. A number of 64 bits is a string of digits. All
 * functions accept NULL, or a value of another type, as an absent value.
 */
#ifndef PERFATTR_HOST_VALUES_H
#define PERFATTR_HOST_VALUES_H

#include <cjson/cJSON.h>

#include "core/out.h"

/**
 * struct json_fault - why a text is refused
 * @what: the reason
 * @at:   the byte, from 1; 0: not known
 */
struct json_fault {
	const char *what;
	size_t at;
};

/* Each element of an array, of none if it is not one. */
#define json_each(v, array)	for ((v) = json_first(array); (v); (v) = (v)->next)

/* load.c */
cJSON *json_load(const char *text, size_t len, struct json_fault *fault);

/* values.c */
char *json_text(const cJSON *v);
cJSON *json_get(const cJSON *object, const char *key);
cJSON *json_first(const cJSON *array);
size_t json_size(const cJSON *array);
bool json_true(const cJSON *object, const char *key);

bool parse_u64(const char *s, uint64_t *value);
bool value_integer(const cJSON *v, int64_t *value);
bool value_u64(const cJSON *v, uint64_t *value);
bool value_s64(const cJSON *v, int64_t *value);
bool get_u64(const cJSON *object, const char *key, uint64_t *value);
bool get_integer(const cJSON *object, const char *key, s64 min, s64 max, s64 *value);
uint64_t num(const cJSON *object, const char *key);
int64_t snum(const cJSON *object, const char *key, int64_t otherwise);
const char *str(const cJSON *object, const char *key);
u8 get_name(const cJSON *object, const char *key, const char *const *names, u8 n);
size_t get_hex(const cJSON *object, const char *key, uint8_t *to, size_t room);
size_t get_bytes(const cJSON *object, const char *key, char *to, size_t room);

#endif /* PERFATTR_HOST_VALUES_H */
