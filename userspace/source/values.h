/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Values of a JSON object: a number may be a string of digits, as those of 64 bits are. */
#ifndef PERFATTR_SOURCE_VALUES_H
#define PERFATTR_SOURCE_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

bool parse_u64(const char *s, uint64_t *value);
bool value_u64(json_t *v, uint64_t *value);
bool value_s64(json_t *v, int64_t *value);
bool get_u64(json_t *object, const char *key, uint64_t *value);
uint64_t num(json_t *object, const char *key);
int64_t snum(json_t *object, const char *key, int64_t otherwise);
const char *str(json_t *object, const char *key);
size_t get_hex(json_t *object, const char *key, uint8_t *to, size_t room);
size_t get_bytes(json_t *object, const char *key, char *to, size_t room);

#endif /* PERFATTR_SOURCE_VALUES_H */
