// SPDX-License-Identifier: GPL-2.0
/* The raw bytes of a filter: what becomes of the kernel addresses in them. */
#include <stdlib.h>

#include "core/op.h"
#include "rec.h"
#include "tap.h"

/* The copy of @n bytes, in memory of just that size: a byte beyond it is a fault. */
static char *masked(const char *from, u32 n, bool cut)
{
	char *in = malloc(n ? n : 1);
	char *out = malloc(n ? n : 1);

	memcpy(in, from, n);
	pa_op_mask_digits(out, in, n, cut);
	free(in);
	return out;
}

static bool same_to_readers(const char *from, u32 n, bool cut)
{
	char want[PA_ATTR_KEEP], got[PA_ATTR_KEEP];
	char *copy = masked(from, n, cut);
	char *again = masked(copy, n, cut);
	u32 len = pa_op_mask(want, from, n, cut);
	bool good = pa_op_mask(got, copy, n, cut) == len && !memcmp(got, want, len) &&
		    !memcmp(again, copy, n);

	if (!good)
		diag("%.*s became %.*s", (int)n, from, (int)n, copy);
	free(copy);
	free(again);
	return good;
}

static void test_filters_random(void)
{
	static const char some[] = "0123456789abcdefABCDEFxX-@/ =<>(0000ffff9999z";
	char from[PA_ATTR_KEEP];
	unsigned int bad = 0;
	u32 i, n, k;

	for (k = 0; k < 200000; k++) {
		n = 1 + (u32)(rec_random() % (k & 1 ? 40 : PA_ATTR_KEEP));
		for (i = 0; i < n; i++)
			from[i] = some[rec_random() % (sizeof(some) - 1)];
		if (!(k & 63))
			from[rec_random() % n] = 0;
		bad += bad < 5 && !same_to_readers(from, n, k & 2);
	}
	ok(!bad, "200000 random filters: their copies are the same to a reader of the masked text");
}

static void test_filters_chosen(void)
{
	static const char * const chosen[] = {
		"a", "0a", "xa", "f", "x == ff", "0x", "0xf", "0x0", "0", "000", "08", "-1", "x-9",
		"0x1ffffffff81000000", "01777777777760100000000", "09999999999999999999",
		"00777777777777777777", "-0777777777777777777", "18446744073709551616",
		"99999999999999999999999", "0xffffffff81000000", "ffffffff81000000",
		"filter 0xffffffff81000000/0x40@/bin/true", "9223372036854775808",
		"ip == -2130706432 && x",
	};
	unsigned int bad = 0;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(chosen); i++) {
		bad += !same_to_readers(chosen[i], strlen(chosen[i]), false);
		bad += !same_to_readers(chosen[i], strlen(chosen[i]), true);
	}
	ok(!bad, "... and those of chosen ones");
}

static void becomes(const char *from, bool cut, const char *want)
{
	char *copy = masked(from, strlen(from), cut);

	ok(!memcmp(copy, want, strlen(want)) && strlen(want) == strlen(from), "%s%s turns into %s",
	   from, cut ? " ..." : "", want);
	free(copy);
}

/* Of two addresses of the same length, in each form that has one: are the copies the same? */
static void test_filters_digits(void)
{
	static const char * const forms[] = {
		"filter 0x%llx/0x40", "start 0X%llX", "ip==%llx", "start %llu", "start 0%llo",
		"stop 0x000%llx@/bin/true", "a 00%llo b", "start 0%llu",
	};
	char a[100], b[100];
	unsigned int bad = 0, seen = 0;
	u32 i, k;

	for (k = 0; k < 20000; k++) {
		const char *form = forms[k % ARRAY_SIZE(forms)];
		u64 high = k & 8 ? 0xff00000000000000ULL : 0xffffffff00000000ULL;
		char *one, *two;

		snprintf(a, sizeof(a), form, rec_random() | high);
		snprintf(b, sizeof(b), form, rec_random() | high);
		if (strlen(a) != strlen(b))
			continue;
		one = masked(a, strlen(a), false);
		two = masked(b, strlen(b), false);
		/* As decimal ones they have no first digit in common. */
		for (i = 0; i < strlen(a); i++)
			bad += one[i] != two[i] && form != forms[7];
		bad += !memcmp(one, a, strlen(a));
		free(one);
		free(two);
		seen++;
	}
	ok(!bad && seen > 10000, "of an address nothing is left but its form: %u pairs", seen);
}

static void test_filters(void)
{
	becomes("filter 0xffffffff81234567/0x40", false, "filter 0xf111111111111111/0x40");
	becomes("ip==ffffffff81234567", false, "ip==ff11111111111111");
	becomes("start 18446744071578845184", false, "start 11111111111111111111");
	becomes("start 9223372036854775809", false, "start 9999999999999999999");
	becomes("start 01777777777760100000000", false, "start 01111111111111111111111");
	becomes("start 018446744071578845184", false, "start 011111111111111111119");
	becomes("ip == -2130706432", false, "ip == -1111111111");
	becomes("x > 4096", false, "x > 4096");
	becomes("x > 4096", true, "x > 1111");
	becomes("x > 0x409", true, "x > 0xf11");
	becomes("x > 0xffffff", false, "x > 0xffffff");
	becomes("pid == 5 && xa", true, "pid == 5 && xf");
	becomes("x == ff", true, "x == ff");
	becomes("x == 08", true, "x == 09");
	becomes("ffffffff81234560x1", false, "ff11111111111110x1");
	becomes("x == 5 ", true, "x == 5 ");
	test_filters_chosen();
	test_filters_digits();
	test_filters_random();
}

int main(void)
{
	test_filters();
	return tap_end();
}
