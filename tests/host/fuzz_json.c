// SPDX-License-Identifier: GPL-2.0
/*
 * For any record, the JSON is one line with matching quotes and brackets; so are the lines about
 * the machine.
 */
#include "core/out.h"
#include "json/json.h"
#include "fuzz.h"

/* Returns where the string that begins at @i ends. */
static size_t skip_string(const char *p, size_t i, size_t len)
{
	for (i++; i < len && p[i] != '"'; i++) {
		fuzz_require((unsigned char)p[i] >= 0x20 && p[i] != 0x7f);
		if (p[i] == '\\') {
			i++;
			fuzz_require(i < len && strchr("\"\\nu", p[i]));
		}
	}
	fuzz_require(i < len);
	return i;
}

static void check_line(const char *p, size_t len)
{
	char stack[16];
	unsigned int depth = 0;
	size_t i;

	for (i = 0; i < len; i++) {
		if (p[i] == '"') {
			i = skip_string(p, i, len);
		} else if (p[i] == '{' || p[i] == '[') {
			fuzz_require(depth < sizeof(stack));
			stack[depth++] = p[i] == '{' ? '}' : ']';
		} else if (p[i] == '}' || p[i] == ']') {
			fuzz_require(depth && stack[--depth] == p[i]);
		} else {
			fuzz_require(strchr(",:-0123456789", p[i]) || strchr("truefalsn", p[i]));
		}
	}
	fuzz_require(!depth);
}

static void check(struct fuzz *f)
{
	fuzz_require(!out_overflowed(&f->s));
	fuzz_require(f->s.len > 50 && f->buf[0] == '{' && f->buf[f->s.len - 1] == '\n');
	check_line(f->buf, f->s.len - 1);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static struct fuzz f;
	unsigned int i;

	fuzz_setup(&f, data, size);
	pa_json_record(&f.s, &f.r, &f.env, NULL);
	check(&f);
	out_clear(&f.s);
	pa_json_env(&f.s, &f.env);
	check(&f);
	for (i = 1; i < FUZZ_PMUS; i++) {
		out_clear(&f.s);
		pa_json_pmu(&f.s, &f.env, i);
		check(&f);
	}
	return 0;
}
