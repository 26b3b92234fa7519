// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Reads the attr of a record back. */
#include "call/parts.h"

#include "core/attr.h"

/* In attr_raw these are zero; their members of attr are null. */
static void read_hidden(struct pa_record *r, const struct pa_env *env, const cJSON *line,
			struct missing *missing)
{
	const cJSON *attr = json_get(line, "attr");
	const cJSON *hidden = json_get(line, "hidden");
	/* In a call of a text null means unknown, not hidden. */
	bool pasted = str(line, "source");
	struct pa_raw_hidden h = { 0 };
	struct pa_attr a;
	u32 i;

	pa_attr_look(&a, r, env);
	for (i = 0; i < 2 && a.kind != PA_KIND_OTHER; i++) {
		const struct pa_field *f = &pa_fields[a.member[PA_UNION_CONFIG1 + i]];
		const cJSON *o = json_get(hidden, f->name);

		if (f->offset + sizeof(u64) > r->attr_len ||
		    (!o && (pasted || !cJSON_IsNull(json_get(attr, f->name)))))
			continue;
		if (!o)
			missing_add(missing, "hidden", f->name);
		h.what |= PA_RAW_CONFIG1 << i;
		h.what |= json_true(o, "aligned") ? PA_RAW_ALIGNED : 0;
		h.what |= json_true(o, "wraps") ? PA_RAW_WRAPS : 0;
		h.low[i] = num(o, "low") & 0xfff;
	}
	raw_attr_unhide(r, &h, env);
}

/* The kernel reads type and size even if attr.size is less than their eight bytes. */
static void read_short(struct pa_record *r, const cJSON *line)
{
	uint64_t size, type = num(json_get(line, "attr"), "type");
	u32 word[2];

	if (!get_u64(line, "attr_size", &size) || size > UINT32_MAX)
		return;
	r->have_size = 1;
	r->attr_size = (u32)size;
	/* With a size of eight or more the readable bytes end there. */
	if (size >= sizeof(word) ||
	    !cJSON_IsNumber(json_get(json_get(line, "attr"), "size")))
		return;
	word[0] = pa_le32((u32)type);
	word[1] = pa_le32((u32)size);
	memcpy(r->attr, word, sizeof(word));
	r->attr_len = sizeof(word);
}

static void read_size(struct pa_record *r, const cJSON *line)
{
	uint64_t size;

	if (r->attr_len < 8) {
		read_short(r, line);
	} else if (get_u64(json_get(line, "attr"), "size", &size)) {
		r->attr_size = (u32)size;
		r->have_size = size <= UINT32_MAX;
	}
}

/**
 * read_attr() - the attr of an open, or of an ioctl that passed one
 * @r:       receives it; its strings are read
 * @env:     the PMUs of its machine
 * @line:    the record
 * @missing: receives the names of keys that are absent
 */
void read_attr(struct pa_record *r, const struct pa_env *env, const cJSON *line,
	       struct missing *missing)
{
	int state = name_read(json_get(line, "attr_state"), &pa_attr_states);
	uint64_t more = num(line, "attr_more");
	const cJSON *raw = json_get(line, "attr_raw");

	if (state < 0)
		missing_add(missing, NULL, "attr_state");
	if (!raw)
		missing_add(missing, NULL, "attr_raw");
	r->attr_len = (u16)get_hex(line, "attr_raw", r->attr, sizeof(r->attr));
	/* What the kernel has read of it may then be something else. */
	r->attr_state = state >= 0 ? (u8)state : r->attr_len ? PA_ATTR_RETURN : PA_ATTR_UNREADABLE;
	r->attr_more = more <= UINT32_MAX ? (u32)more : UINT32_MAX;
	r->attr_ptr = cJSON_IsNull(json_get(line, "attr_ptr")) ? raw_stand_in(0) :
		      num(line, "attr_ptr");
	read_size(r, line);
	read_hidden(r, env, line, missing);
}
