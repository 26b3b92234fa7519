// SPDX-License-Identifier: GPL-2.0
/* For any record, the text of the module and that of user space are complete and printable. */
#include "core/out.h"
#include "fuzz.h"

/* Comments are closed, and none is opened in another; nothing unprintable. */
static void check_text(const char *p, size_t len)
{
	bool comment = false;
	size_t i;

	for (i = 0; i < len; i++) {
		fuzz_require(p[i] == '\n' || (p[i] >= 0x20 && p[i] < 0x7f));
		if (p[i] == '\n')
			fuzz_require(!comment);
		if (i + 1 == len)
			break;
		if (p[i] == '/' && p[i + 1] == '*') {
			fuzz_require(!comment);
			comment = true;
			i++;
		} else if (p[i] == '*' && p[i + 1] == '/') {
			fuzz_require(comment);
			comment = false;
			i++;
		}
	}
}

static void check_record(struct fuzz *f)
{
	out_init(&f->s, f->buf, sizeof(f->buf));
	pa_text_record(&f->s, &f->r, &f->env, f->flags & PA_TEXT_BRIEF);
	fuzz_require(!out_overflowed(&f->s));
	fuzz_require(f->s.len > 50 && f->buf[f->s.len - 1] == '\n');
	check_text(f->buf, f->s.len);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static struct fuzz f;

	fuzz_setup(&f, data, size);
	check_record(&f);
	rec_tell(&f.env, &f.r);
	check_record(&f);
	return 0;
}
