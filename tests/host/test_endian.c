// SPDX-License-Identifier: GPL-2.0
/* An attr of a big endian machine, written by hand, as what a little endian one would have. */
#include "core/endian.h"
#include "rec.h"
#include "tap.h"

static u8 attr[PA_ATTR_KEEP];

/* Stores an integer as a big endian machine does. */
static void big(u32 at, u64 value, u32 width)
{
	while (width--) {
		attr[at + width] = (u8)value;
		value >>= 8;
	}
}

static struct perf_event_attr turned(u32 len)
{
	struct perf_event_attr got;

	pa_attr_turn(attr, len, sizeof(attr));
	memcpy(&got, attr, sizeof(got));
	return got;
}

static void test_integers(void)
{
	struct perf_event_attr got;

	memset(attr, 0, sizeof(attr));
	big(0, 5, 4);
	big(4, sizeof(got), 4);
	big(8, 0x0102030405060708ULL, 8);
	big(16, 4000, 8);
	big(24, 0x107, 8);
	big(32, 0xf, 8);
	big(48, 77, 4);
	big(52, 3, 4);
	big(56, 0xfedcba9876543210ULL, 8);
	big(64, 8, 8);
	big(72, 0x11, 8);
	big(80, 1ULL << 33, 8);
	big(88, 8192, 4);
	big(92, (u32)-3, 4);
	big(96, 0x3fULL, 8);
	big(104, 99, 4);
	big(108, 127, 2);
	big(112, 4096, 4);
	big(120, 0xabcdULL, 8);
	big(128, 0x77ULL << 56, 8);
	got = turned(sizeof(got));
	is_num(got.type, 5, "type");
	is_num(got.size, sizeof(got), "size");
	is_num(got.config, 0x0102030405060708ULL, "config");
	ok(got.sample_period == 4000 && got.sample_type == 0x107 && got.read_format == 0xf,
	   "period, sample_type, read_format");
	ok(got.wakeup_events == 77 && got.bp_type == 3, "two integers in one word");
	ok(got.config1 == 0xfedcba9876543210ULL && got.config2 == 8, "config1 and config2");
	ok(got.branch_sample_type == 0x11 && got.sample_regs_user == 1ULL << 33 &&
	   got.sample_regs_intr == 0x3f, "masks");
	ok(got.sample_stack_user == 8192 && got.clockid == -3, "a negative one");
	ok(got.aux_watermark == 99 && got.sample_max_stack == 127 && got.aux_sample_size == 4096,
	   "one of two bytes");
	ok(got.sig_data == 0xabcd && got.config3 == 0x77ULL << 56, "the newest ones");
}

/* One bit of the flag word, by its number from the highest one down, and all others 0. */
static struct perf_event_attr flag(u32 number)
{
	memset(attr, 0, sizeof(attr));
	attr[40 + number / 8] = 0x80 >> number % 8;
	return turned(sizeof(struct perf_event_attr));
}

static void test_flags(void)
{
	memset(attr, 0, sizeof(attr));
	/* As it was seen on s390x, of perf: disabled and exclude_kernel. */
	attr[40] = 0x84;
	turned(136);
	is_num(attr[40], 0x21, "flags as a little endian machine has them");
	ok(flag(0).disabled && flag(1).inherit && flag(10).freq && flag(37).sigtrap,
	   "flags by their names");
	is_num(flag(16).precise_ip, 1, "the low bit of precise_ip");
	is_num(flag(15).precise_ip, 2, "... and the high one");
	ok(flag(14).watermark && flag(17).mmap_data, "... and its neighbours");
	memset(attr, 0, sizeof(attr));
	attr[116] = 0x40;
	turned(136);
	is_num(attr[116], 0x02, "aux_action has bits, too");
}

/* Numbers of several bits, which are no lists of flags, are not turned around. */
static void test_reserved(void)
{
	struct perf_event_attr got;

	memset(attr, 0, sizeof(attr));
	big(40, 0x123456, 8);
	got = turned(136);
	ok(got.__reserved_1 == 0x123456 && !got.disabled && !got.precise_ip, "__reserved_1");
	memset(attr, 0, sizeof(attr));
	big(116, 0x1234567, 4);
	got = turned(136);
	ok(got.__reserved_3 == 0x1234567 && !got.aux_pause, "__reserved_3");
}

/* Every flag by itself: no two become the same one. */
static void test_every_flag(void)
{
	u64 seen = 0;
	u32 i;

	for (i = 0; i < 64; i++)
		seen |= pa_flags_turned(1ULL << i);
	is_num(seen, -1, "every bit of the flag word becomes another one");
	is_num(pa_flags_turned(~0ULL), -1, "... and all of them all");
}

/* Sizes that end within an integer: of a big endian one these are its highest bytes. */
static void test_ends(void)
{
	static const u32 lens[][2] = {
		{ 0, 0 }, { 3, 4 }, { 8, 8 }, { 41, 48 }, { 64, 64 }, { 68, 72 }, { 90, 92 },
		{ 109, 110 }, { 144, 144 }, { 200, 200 }, { 256, 256 },
	};
	unsigned int i, wrong = 0;
	u8 small[8];

	for (i = 0; i < ARRAY_SIZE(lens); i++)
		wrong += pa_attr_turned_len(lens[i][0]) != lens[i][1];
	is_num(wrong, 0, "an integer that was passed in part is there as a whole");
	memset(attr, 0xee, sizeof(attr));
	big(64, 0x0102030405060708ULL, 8);
	is_num(turned(68).config2, 0x0102030400000000ULL, "... the bytes that were not as zeros");
	is_num(attr[72], 0xee, "... and nothing behind it is touched");
	memset(attr, 0xee, sizeof(attr));
	attr[150] = 7;
	turned(sizeof(attr));
	is_num(attr[150], 7, "bytes behind the newest field stay as they are");
	memset(small, 1, sizeof(small));
	pa_attr_turn(small, sizeof(small), 6);
	ok(small[0] == 1 && small[7] == 1, "what does not fit is left");
}

int main(void)
{
	test_integers();
	test_flags();
	test_reserved();
	test_every_flag();
	test_ends();
	return tap_end();
}
