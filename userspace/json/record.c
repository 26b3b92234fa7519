// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * JSON Lines: one object per record, from the same tables as the text. What is not known is null.
 * This file has the members that all records have, and the order of the others.
 */
#include "core/arch.h"
#include "core/op.h"
#include "core/raw.h"
#include "json/json.h"
#include "json/writer.h"

static void put_head(struct pa_json *j)
{
	const struct pa_record *r = j->r;

	json_put_count(j, "v", PA_JSON_VERSION);
	pa_json_symbol(json_key(j, "call"), pa_name_of(&pa_kind_names, r->kind));
	json_put_count(j, "seq", r->seq);
	pa_json_load(j);
	json_put_wide(j, "time_ns", r->time_ns);
	json_put_wide(j, "wall_ns", r->wall_ns);
	json_put_count(j, "duration_ns", r->duration_ns);
	json_put_s32(j, "pid", r->pid);
	json_put_s32(j, "tid", r->tid);
	json_put_count(j, "uid", r->uid);
	pa_json_string(json_key(j, "comm"), r->comm, sizeof(r->comm));
	pa_json_symbol(json_key(j, "abi"), pa_name_of(&pa_abis, r->abi));
}

static void put_result(struct pa_json *j)
{
	s64 ret = j->r->ret;

	pa_json_signed(json_key(j, "ret"), ret);
	json_key(j, "errno");
	if (j->told && j->told->errname)
		pa_json_string(j, j->told->errname, ~(size_t)0);
	else
		pa_json_symbol(j, ret < 0 ? pa_errno_name(0 - (u64)ret) : NULL);
}

void pa_json_record(struct out *s, const struct pa_record *r, const struct pa_env *env,
		    const struct pa_json_told *told)
{
	struct pa_json j;

	j.s = s;
	j.r = r;
	j.env = env;
	j.told = told;
	json_begin(&j, '{');
	put_head(&j);
	if (r->kind == PA_RECORD_OPEN) {
		pa_json_asked(&j);
		put_result(&j);
		pa_json_outcome(&j);
	} else {
		pa_json_op(&j);
		put_result(&j);
		pa_json_op_outcome(&j);
	}
	json_end(&j, '}');
	out_char(s, '\n');
}

void pa_json_lost(struct out *s, u64 lost)
{
	out_number(s, "{\"lost\":", lost, "}\n");
}

void pa_json_firing(struct out *s, const struct pa_raw_firing *f)
{
	out_number(s, "{\"firing\":", f->firing, "");
	out_number(s, ",\"seq\":", f->seq, "");
	out_number(s, ",\"time_ns\":\"", f->time_ns, "\"}\n");
}
