/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * A JSON writer that places the commas itself: each member or element writes the comma before
 * it, unless it is the first.
 */
#ifndef PERFATTR_JSON_WRITER_H
#define PERFATTR_JSON_WRITER_H

#include "core/attr.h"
#include "core/event_now.h"
#include "core/facts.h"
#include "core/out.h"

/* 2^53: up to here a double represents every integer. */
#define PA_JSON_EXACT	0x20000000000000ULL

struct pa_json;

/**
 * struct pa_json_told - what user space writes of a record, and the kernel does not
 * @unknown: what is null, as it is not known; NULL: nothing
 * @facts:   of an op: those that are null, a bit for each of pa_facts_of_op
 * @errname: stands for the error; NULL: its name
 * @load:    the load of the record; empty: none; NULL: that of the kernel
 * @more:    writes further members of "kernel" or "health"
 */
struct pa_json_told {
	const struct pa_unknown *unknown;
	u32 facts;
	const char *errname;
	const char *load;
	void (*more)(struct pa_json *j);
};

/**
 * struct pa_json - a record that is being written as JSON
 * @s:     the buffer
 * @comma: the next member or element is not the first of its object or array
 * @r:     the record
 * @env:   further input
 * @told:  what is to be written otherwise; NULL in the kernel
 * @a:     the attr of the record; valid only after pa_attr_look()
 *
 * The functions of this header use only @s and @comma.
 */
struct pa_json {
	struct out *s;
	bool comma;
	const struct pa_record *r;
	const struct pa_env *env;
	const struct pa_json_told *told;
	struct pa_attr a;
};

/* Bits of a field that are not known. */
static inline u64 json_unknown(const struct pa_json *j, const struct pa_field *f)
{
	return j->told && j->told->unknown ? pa_bits(j->told->unknown->word, f) : 0;
}

/* Return true if this argument is not known. */
static inline bool json_unknown_arg(const struct pa_json *j, u8 arg)
{
	return j->told && j->told->unknown && j->told->unknown->args & arg;
}

/* Begin an object ('{') or an array ('['). */
static inline void json_begin(struct pa_json *j, char open)
{
	out_char(j->s, open);
	j->comma = false;
}

/* End it. It was a member or element itself, so the next one needs a comma. */
static inline void json_end(struct pa_json *j, char close)
{
	out_char(j->s, close);
	j->comma = true;
}

/* Begin an element of an array; the caller writes its value next. */
static inline void json_element(struct pa_json *j)
{
	if (j->comma)
		out_char(j->s, ',');
	j->comma = true;
}

/* Begin a member; the caller writes its value next. @text: ,"KEY": */
static inline struct pa_json *json_key_mem(struct pa_json *j, const char *text, size_t len)
{
	out_mem(j->s, text + !j->comma, len - !j->comma);
	j->comma = true;
	return j;
}

/* Write the key of a member. @name is a literal. */
#define json_key(j, name)	json_key_mem(j, ",\"" name "\":", sizeof(name) + 3)

/* Begin a member that is an object. */
#define json_object(j, name)	json_begin(json_key(j, name), '{')

/* Write a key that is the name of a field of the attr. */
static inline void json_field_key(struct pa_json *j, const struct pa_field *f)
{
	json_key_mem(j, f->key, f->key_len);
}

static inline void json_null(struct pa_json *j)
{
	out_lit(j->s, "null");
}

static inline void json_bool(struct pa_json *j, bool v)
{
	out_str(j->s, v ? "true" : "false");
}

size_t pa_json_utf8(const u8 *p, size_t max, u32 *code);
void pa_json_wide(struct pa_json *j, u64 v);
void pa_json_signed(struct pa_json *j, s64 v);
void pa_json_string(struct pa_json *j, const char *p, size_t max);
void pa_json_string_or_null(struct pa_json *j, const char *p, size_t max);
void pa_json_symbol(struct pa_json *j, const struct pa_name *name);
void pa_json_bits(struct pa_json *j, const struct pa_names *names, u64 v, bool pairs);

/*
 * The type of a value is decided by the field, never by the value. Fields of 64 bits into which a
 * caller can put anything, and clocks, are strings of digits: pa_json_wide(). Smaller fields and
 * counts are numbers, written by this function. Most readers parse them into doubles, so they are
 * limited to 2^53.
 */
static inline void json_count(struct pa_json *j, u64 v)
{
	out_u64(j->s, v <= PA_JSON_EXACT ? v : PA_JSON_EXACT);
}

/* Begin a member that is an object if it is known, else null. Returns whether it is. */
static inline bool json_object_known(struct pa_json *j, bool known)
{
	if (known)
		json_begin(j, '{');
	else
		json_null(j);
	return known;
}

#define json_object_if(j, name, known)	json_object_known(json_key(j, name), known)

/* Writes a count, or null if it is not known. */
static inline void json_count_if(struct pa_json *j, bool known, u64 v)
{
	if (known)
		json_count(j, v);
	else
		json_null(j);
}

static inline void json_bool_if(struct pa_json *j, bool known, bool v)
{
	if (known)
		json_bool(j, v);
	else
		json_null(j);
}

static inline void json_wide_if(struct pa_json *j, bool known, u64 v)
{
	if (known)
		pa_json_wide(j, v);
	else
		json_null(j);
}

/* A number of at most 32 bits needs no string. */
static inline void json_s32(struct pa_json *j, s32 v)
{
	out_s64(j->s, v);
}

static inline void json_s32_if(struct pa_json *j, bool known, s32 v)
{
	if (known)
		json_s32(j, v);
	else
		json_null(j);
}

/* A string that may be empty, or null if it is not known. */
static inline void json_string_if(struct pa_json *j, bool known, const char *p, size_t max)
{
	if (known)
		pa_json_string(j, p, max);
	else
		json_null(j);
}

/* Bytes as hexadecimal digits. */
static inline void json_bytes(struct pa_json *j, const void *p, u32 len)
{
	out_char(j->s, '"');
	out_bytes(j->s, p, len);
	out_char(j->s, '"');
}

/* Key and value of a member. @name is a literal. */
#define json_put_wide(j, name, v)	pa_json_wide(json_key(j, name), v)
#define json_put_count(j, name, v)	json_count(json_key(j, name), v)
#define json_put_s32(j, name, v)	json_s32(json_key(j, name), v)
#define json_put_bool(j, name, v)	json_bool(json_key(j, name), v)
#define json_put_wide_if(j, name, known, v)	json_wide_if(json_key(j, name), known, v)
#define json_put_count_if(j, name, known, v)	json_count_if(json_key(j, name), known, v)
#define json_put_s32_if(j, name, known, v)	json_s32_if(json_key(j, name), known, v)
#define json_put_bool_if(j, name, known, v)	json_bool_if(json_key(j, name), known, v)
/* A string that ends with a NUL; null if it is empty or absent. */
#define json_put_string(j, name, v)	pa_json_string_or_null(json_key(j, name), v, ~(size_t)0)
#define json_put_null(j, name)		json_null(json_key(j, name))

/* Return true if a field of the attr is a string of digits in JSON. */
static inline bool pa_json_is_wide(const struct pa_field *f)
{
	return f->mask > U32_MAX;
}

/* attr.c */
void pa_json_field_value(struct pa_json *j, const struct pa_field *f, u64 v);
void pa_json_pmu_name(struct pa_json *j, const struct pa_pmu_name *pmu);
void pa_json_attr(struct pa_json *j);
void pa_json_symbols(struct pa_json *j);
void pa_json_strings(struct pa_json *j);

/* open.c, op.c: the parts of a record */
void pa_json_asked(struct pa_json *j);
void pa_json_outcome(struct pa_json *j);
void pa_json_op(struct pa_json *j);
void pa_json_op_outcome(struct pa_json *j);

/* facts.c */
void pa_json_facts(struct pa_json *j, const struct pa_fact_list *list, const void *of);
void pa_json_open_facts(struct pa_json *j);
void pa_json_op_facts(struct pa_json *j);
void pa_json_load(struct pa_json *j);
void pa_json_steps(struct pa_json *j, u32 steps);

/* event.c */
void pa_json_holder(struct pa_json *j, const struct pa_holder *who);

#endif /* PERFATTR_JSON_WRITER_H */
