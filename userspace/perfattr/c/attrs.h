/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_C_ATTRS_H
#define PERFATTR_C_ATTRS_H

#include <stdio.h>

#include "session.h"

int attr_of(struct session *s, json_t *r);
void put_attrs(FILE *out, struct session *s);
void put_prepare(FILE *out, struct session *s);

#endif /* PERFATTR_C_ATTRS_H */
