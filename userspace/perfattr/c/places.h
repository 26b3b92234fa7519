/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_C_PLACES_H
#define PERFATTR_C_PLACES_H

#include <stdbool.h>
#include <stdio.h>

#include "session.h"

void make_places(struct session *s, bool fixed);
void gather_ends(struct session *s);
void put_places(FILE *out, struct session *s);

#endif /* PERFATTR_C_PLACES_H */
