// SPDX-License-Identifier: GPL-2.0
/*
 * Raw records: what user space reads of them is what the module had, to the byte of the JSON and
 * the text; what is not valid in a record is 0 in them; and no bytes do harm to who reads them.
 *
 *   test_read_raw [RECORDS [HOSTILE]]
 */
#include "core/out.h"
#include "core/raw.h"
#include "json/json.h"
#include "raw/raw.h"
#include "read_random.h"
#include "call/call.h"
#include "rules/rule.h"

static u64 room[1 << 13];
static struct out out;
static struct machine *machines;
static struct pa_call back;
static char line[PA_JSON_MAX], text[PA_TEXT_MAX];
static unsigned long records, stale, leaks;

static void stream_write(const struct pa_record *r)
{
	u32 i;

	out_init(&out, (char *)room, sizeof(room));
	pa_raw_head(&out, &env);
	for (i = 1; i < env.npmus; i++)
		pa_raw_pmu(&out, &env, i);
	pa_raw_name(&out, PA_RAW_OF_HANDLER, env.handler);
	pa_raw_name(&out, PA_RAW_OF_CLOCK, env.clock);
	pa_raw_name(&out, PA_RAW_OF_SYMBOL, env.symbol);
	pa_raw_call(&out, r, &env);
}

/* Reads what was written. Returns false if the call is not in it. */
static bool stream_read(void)
{
	const u8 *at = (const u8 *)room;
	struct raw_in in = { 0 };
	size_t left = out.len, used;
	struct raw_entry e;
	enum raw_got got;

	machine_free(&machines);
	while ((got = raw_next(&in, at, left, &e, &used)) >= RAW_HEAD) {
		at += used;
		left -= used;
		if (got == RAW_ENTRY && e.kind == PA_RAW_CALL) {
			if (!call_raw(&back, &in, &e))
				return false;
			call_machine(&back, machine_of(machines, back.load));
			return !left && !in.unknown;
		}
		machine_entry(&machines, &in, &e);
	}
	return false;
}

static void compare(void)
{
	records++;
	stream_write(&rec);
	strcpy(line, rec_json_told(&rec, &env));
	if (!stream_read()) {
		complain("not read", "", line, "");
		return;
	}
	back.env.now = env.now;
	if (strcmp(line, rec_json_told(&back.r, &back.env)))
		complain("JSON differs", "", line, rec_json_told(&back.r, &back.env));
	strcpy(text, rec_text(&rec, &env, 0));
	if (strcmp(text, rec_text(&back.r, &back.env, 0)))
		complain("text differs", "", text, rec_text(&back.r, &back.env, 0));
}

/* --- what is not valid is 0 --- */

static u8 valid[sizeof(struct pa_record)];

#define VALID(member)	memset(valid + offsetof(struct pa_record, member), 1, sizeof(rec.member))
#define VALID_N(member, n) \
	memset(valid + offsetof(struct pa_record, member), 1, (n) * sizeof(rec.member[0]))
#define VALID_STRING(member) \
	VALID_N(member, strnlen(rec.member, sizeof(rec.member) - 1) + 1)

static void valid_facts(const struct pa_fact_list *list, const void *of)
{
	size_t at = (size_t)((const u8 *)of - (const u8 *)&rec);
	u32 have = ~0U, i;

	if (list->have != PA_FACTS_NO_HAVE) {
		memcpy(&have, (const u8 *)of + list->have, sizeof(have));
		memset(valid + at + list->have, 1, sizeof(have));
	}
	for (i = 0; i < list->count; i++) {
		const struct pa_fact *f = &list->fact[i];

		if (f->kind == PA_FACT_FLAG || (f->have && !(have & f->have)))
			continue;
		memset(valid + at + f->offset, 1, f->kind != PA_FACT_STRING ? f->width :
		       strnlen((const char *)of + f->offset, f->width - 1U) + 1);
	}
}

static void valid_kview(void)
{
	u32 have = rec.kv.have;

	VALID(kv.have);
	VALID(kv.pmu);
	VALID(kv.pmu_caps);
	VALID(kv.pmu_task_ctx_nr);
	if (have & PA_KV_STAGES) {
		VALID(kv.followed);
		VALID(kv.nsteps);
		VALID(kv.steps_lost);
		VALID_N(kv.steps, rec.kv.nsteps);
	}
	if (have & (PA_KV_ATTR | PA_KV_COPIED)) {
		VALID(kv.kattr_len);
		VALID_N(kv.kattr, rec.kv.kattr_len);
	}
	if (have & PA_KV_EVENT) {
		VALID(kv.cpu);
		VALID(kv.id);
		VALID(kv.sample_period);
	}
	if (have & PA_KV_HWCONFIG)
		VALID(kv.hw_config);
	if (have & PA_KV_LEADER) {
		VALID(kv.leader.id);
		valid_facts(&pa_facts_of_leader, &rec.kv.leader);
	}
	if (have & PA_KV_TASK) {
		VALID(kv.task_pid);
		VALID(kv.task_tgid);
		VALID_STRING(kv.task_comm);
	}
	if (have & PA_KV_NAME)
		VALID_STRING(kv.name);
	if (have & PA_KV_LEADER_NAME)
		VALID_STRING(kv.leader_name);
	if (have & PA_KV_CGROUP)
		VALID_STRING(kv.cgroup);
}

static void valid_attr(void)
{
	VALID(attr_len);
	VALID(attr_state);
	VALID(attr_more);
	VALID(have_size);
	if (rec.have_size)
		VALID(attr_size);
	VALID_N(attr, pa_attr_passed(&rec));
	if (!pa_attr_passed(&rec))
		VALID(attr_ptr);
}

static void valid_open(void)
{
	VALID(flags);
	VALID(arg_pid);
	VALID(arg_cpu);
	VALID(arg_group_fd);
	VALID(type_pmu);
	VALID(have_facts);
	VALID(have_kview);
	VALID(str_kind);
	if (rec.str_kind) {
		VALID(str_len);
		VALID_N(str, rec.str_len);
	}
	if (rec.have_facts)
		valid_facts(&pa_facts_of_open, &rec.facts);
	if (rec.have_facts && rec.facts.have & PA_F_GROUP_FD &&
	    rec.facts.group_file == PA_FILE_PERF)
		valid_facts(&pa_facts_of_leader, &rec.facts.leader);
	if (rec.have_kview)
		valid_kview();
	valid_attr();
}

static void valid_health(void)
{
	const struct pa_health *h = &rec.op.health;

	if (!(rec.op.have & PA_OP_HEALTH))
		return;
	valid_facts(&pa_facts_of_health, h);
	VALID(op.health.bits);
	VALID(op.health.state);
	if (h->bits & PA_H_TIMES) {
		VALID(op.health.enabled);
		VALID(op.health.running);
	}
	if (h->bits & PA_H_LOST)
		VALID(op.health.lost);
	if (rec.op.have & PA_OP_LOOKED) {
		VALID(op.health.head);
		VALID(op.health.tail);
	}
}

static void valid_op_facts(void)
{
	static const struct {
		u32 bit;
		const struct pa_fact_list *list;
	} special[] = {
		{ PA_OF_MMAPS, &pa_facts_of_map }, { PA_OF_OUTPUT, &pa_facts_of_output },
		{ PA_OF_TRACE, &pa_facts_of_trace }, { PA_OF_CHANGE, &pa_facts_of_change },
	};
	unsigned int i;

	if (!(rec.op.have & PA_OP_FACTS))
		return;
	valid_facts(&pa_facts_of_op, &rec.op_facts);
	for (i = 0; i < ARRAY_SIZE(special); i++)
		if (rec.op_facts.have & special[i].bit)
			valid_facts(special[i].list, &rec.op_facts);
}

static void valid_args(void)
{
	bool is_map = rec.kind == PA_RECORD_MMAP || rec.kind == PA_RECORD_MUNMAP;
	bool is_bpf = rec.kind == PA_RECORD_BPF, is_ioctl = rec.kind == PA_RECORD_IOCTL;

	if (rec.kind != PA_RECORD_POLL && rec.kind != PA_RECORD_CLOSE)
		VALID(op.arg);
	if (is_map || is_bpf)
		VALID(op.len);
	if (is_map)
		VALID(op.offset);
	if (is_ioctl || is_bpf)
		VALID(op.cmd);
	if (rec.kind == PA_RECORD_MMAP || is_bpf) {
		VALID(op.prot);
		VALID(op.flags);
	}
	if ((is_ioctl || is_bpf) && rec.op.have & PA_OP_VALUE)
		VALID(op.value);
	if (rec.kind == PA_RECORD_READ || (is_ioctl && rec.op.have & PA_OP_STR)) {
		VALID(attr_len);
		VALID_N(attr, rec.attr_len);
	} else if (is_ioctl && pa_ioc_of(&rec) == PA_IOC_MODIFY_ATTRIBUTES) {
		valid_attr();
	}
	if (rec.kind == PA_RECORD_READ || rec.kind == PA_RECORD_CLOSE)
		valid_health();
}

static void valid_op(void)
{
	VALID(op.type);
	VALID(op.format);
	VALID(op.fd_from);
	VALID(op.have);
	if (rec.op.fd_from != PA_FD_UNKNOWN)
		VALID(op.fd);
	if (rec.op.type != PA_OP_NO_TYPE) {
		VALID(op.id);
		VALID(op.open_seq);
		VALID(op.pmu);
	}
	valid_args();
	valid_op_facts();
}

static void look_for_stale(void)
{
	static const u8 fills[] = { 0xa5, 0x5a };
	static struct pa_record filled;
	static u8 first[sizeof(room)];
	size_t i, len = 0;
	unsigned int n;

	memset(valid, 0, sizeof(valid));
	/* Up to the string, and the kind, which all records have. */
	VALID(seq);
	VALID(time_ns);
	VALID(wall_ns);
	VALID(duration_ns);
	VALID(ret);
	VALID(pid);
	VALID(tid);
	VALID(uid);
	VALID(kind);
	VALID(abi);
	VALID_STRING(comm);
	if (rec.kind == PA_RECORD_OPEN)
		valid_open();
	else
		valid_op();
	for (n = 0; n < ARRAY_SIZE(fills); n++) {
		filled = rec;
		for (i = 0; i < sizeof(filled); i++)
			if (!valid[i])
				((u8 *)&filled)[i] = fills[n];
		stream_write(&filled);
		if (n && (len != out.len || memcmp(first, room, len)))
			stale++;
		len = out.len;
		memcpy(first, room, len);
	}
}

/* --- no address --- */

static void look_for_addresses(void)
{
	static const u64 secret = 0xffffffff81a0b0c8ULL;
	size_t i;
	u64 v;

	for (i = 0; i + sizeof(v) <= out.len; i++) {
		memcpy(&v, (u8 *)room + i, sizeof(v));
		if (v >> 12 != secret >> 12)
			continue;
		if (!leaks++)
			printf("# kind %u at %zu of %zu\n", rec.kind, i, out.len);
	}
}

static void addresses(void)
{
	static const u64 secret = 0xffffffff81a0b0c8ULL;
	unsigned int n;

	for (n = 0; n < 4000; n++) {
		varied_record(n);
		possible();
		rec.attr_ptr = secret;
		rec.runs = secret;
		rec.kv.overflow_handler = secret;
		rec.kv.clock = secret;
		if (rec.kind == PA_RECORD_OPEN) {
			u32 type = PERF_TYPE_BREAKPOINT;

			rec.attr_len = 128;
			rec.have_size = 1;
			rec.attr_size = 128;
			memcpy(rec.attr, &type, sizeof(type));
			memcpy(rec.attr + 56, &secret, sizeof(secret));
			memcpy(rec.kv.kattr, &type, sizeof(type));
			memcpy(rec.kv.kattr + 56, &secret, sizeof(secret));
			memcpy(rec.kv.kattr + 64, &secret, sizeof(secret));
			if (n & 1)
				memcpy(rec.attr + 64, &secret, sizeof(secret));
		} else if (rec.kind != PA_RECORD_READ && rec.kind != PA_RECORD_CLOSE) {
			rec.op.value = secret;
			rec.op.offset = secret;
			if (rec.kind == PA_RECORD_IOCTL)
				rec.op.arg = secret;
			if (rec.op_facts.have & PA_OF_MMAPS) {
				rec.op_facts.map.aux_at = secret;
				rec.op_facts.map.aux_offset = secret;
				rec.op_facts.map.aux_size = secret;
			}
			if (rec.kind == PA_RECORD_IOCTL && pa_ioc_of(&rec) == PA_IOC_QUERY_BPF)
				continue;
		}
		stream_write(&rec);
		look_for_addresses();
	}
}

/* --- structs of other versions --- */

static u8 shorter[sizeof(room)], longer[sizeof(room) + 4096];

/* As another version would write it: each entry of a kind is @by bytes longer, or shorter. */
static size_t resized(u8 *to, int by)
{
	const u8 *at = (const u8 *)room;
	struct raw_in in = { 0 };
	size_t left = out.len, used, len = 0;
	struct raw_entry e;
	enum raw_got got;

	while ((got = raw_next(&in, at, left, &e, &used)) >= RAW_HEAD) {
		struct pa_raw_entry is = { .kind = e.kind, .size = e.size };

		if (got == RAW_HEAD) {
			memcpy(to + len, e.bytes, e.size);
			len += e.size;
		} else {
			is.size = (u32)((int)e.size + (e.kind == PA_RAW_CALL ? 0 : by));
			memcpy(to + len, &is, sizeof(is));
			len += sizeof(is);
			memset(to + len, 0xee, is.size);
			memcpy(to + len, e.bytes, is.size < e.size ? is.size : e.size);
			len += is.size;
		}
		at += used;
		left -= used;
	}
	return len;
}

static void versions(void)
{
	struct raw_in in = { 0 };
	struct raw_entry e = { 0 };
	struct pa_raw_pmu pmu;
	char said[256];
	size_t used, len;

	varied_record(1);
	possible();
	stream_write(&rec);
	len = resized(longer, 16);
	ok(raw_next(&in, longer, len, &e, &used) == RAW_HEAD, "a head is found");
	ok(raw_next(&in, longer + used, len - used, &e, &used) == RAW_ENTRY && raw_pmu(&pmu, &e) &&
	   !strcmp(pmu.name, env.pmus[1].name) && in.longer == 1,
	   "a longer PMU is read, and counted");
	ok(raw_told(&in, said, sizeof(said)), "... and said: %s", said);
	memset(&in, 0, sizeof(in));
	len = resized(shorter, -96);
	raw_next(&in, shorter, len, &e, &used);
	ok(raw_next(&in, shorter + used, len - used, &e, &used) == RAW_ENTRY && raw_pmu(&pmu, &e) &&
	   !strcmp(pmu.name, env.pmus[1].name) && !pmu.symbol[0] && !pmu.module[0] && !in.longer,
	   "of a shorter one the rest is 0");
}

static void faults(void)
{
	static const u64 kind = 99 | 16ULL << 32;
	struct raw_in in = { 0 };
	struct raw_entry e;
	size_t used, head;

	varied_record(1);
	possible();
	stream_write(&rec);
	raw_next(&in, room, out.len, &e, &head);
	ok(raw_next(&in, (u8 *)room + head, 12, &e, &used) == RAW_SHORT,
	   "an entry that is cut is not taken");
	memcpy((u8 *)room + head, &kind, sizeof(kind));
	raw_next(&in, (u8 *)room + head, out.len - head, &e, &used);
	ok(in.unknown == 1, "an entry of an unknown kind is skipped, and counted");
	memset(&in, 0, sizeof(in));
	((u32 *)room)[2] = PA_RAW_TURNED;
	raw_next(&in, room, out.len, &e, &used);
	ok(in.fault && strstr(in.fault, "byte order"), "another byte order: %s", in.fault);
	memset(&in, 0, sizeof(in));
	((u8 *)room)[0] = 'x';
	raw_next(&in, room, out.len, &e, &used);
	ok(in.fault && strstr(in.fault, "begin"), "no magic: %s", in.fault);
}

/* The lowest bits of a hidden address are those of the entry, not of the struct before it. */
static void hidden_breakpoint(void)
{
	static struct pa_event_now now;
	static struct pa_event_view view;
	static struct pa_holder holders[PA_HOLDERS];
	static struct raw_event event;
	const u32 type = pa_le32(PA_TYPE_BREAKPOINT), at = pa_fields[PA_FIELD_BP_ADDR].offset;
	u64 addr = pa_le64(0xffffffff81000123ULL);
	struct raw_in in = { 0 };
	struct raw_entry e;
	size_t head, used;

	memcpy(now.attr, &type, sizeof(type));
	memcpy(now.attr + at, &addr, sizeof(addr));
	now.attr_len = 64;
	view = (struct pa_event_view){ .e = &now, .holders = holders, .env = &env };
	out_init(&out, (char *)room, sizeof(room));
	pa_raw_head(&out, &env);
	pa_raw_event(&out, &view);
	raw_next(&in, room, out.len, &e, &head);
	raw_next(&in, (u8 *)room + head, out.len - head, &e, &used);
	memset(&event, 0xa5, sizeof(event));
	ok(raw_event(&event, &e, &env), "an open event is read");
	memcpy(&addr, event.raw.now.attr + at, sizeof(addr));
	ok(pa_le64(addr) == raw_stand_in(0x123),
	   "... with the lowest bits of its hidden address: %llx", pa_le64(addr));
}

/* --- bytes of anybody --- */

static unsigned long hostile_calls;

static void hostile_entry(const struct raw_in *in, const struct raw_entry *e)
{
	static struct raw_event event;
	static struct pa_why found;

	if (e->kind == PA_RAW_EVENT) {
		if (raw_event(&event, e, &env)) {
			out_init(&out, text, sizeof(text));
			pa_json_event(&out, &event.view);
		}
		return;
	}
	if (e->kind != PA_RAW_CALL) {
		machine_entry(&machines, in, e);
		return;
	}
	if (!call_raw(&back, in, e))
		return;
	call_machine(&back, machine_of(machines, back.load));
	hostile_calls++;
	out_init(&out, line, sizeof(line));
	pa_json_record(&out, &back.r, &back.env, NULL);
	out_init(&out, text, sizeof(text));
	pa_text_record(&out, &back.r, &back.env, 0);
	pa_explain(&back.r, &back.env, &found);
}

/* Bytes, sizes and whole words are changed, and the end is cut. */
static size_t mutate(u8 *bytes, size_t len)
{
	unsigned int n = (unsigned int)(rec_random() % 12);

	while (n--) {
		size_t at = rec_random() % len;

		if (maybe(3) && at > 8)
			memset(bytes + (at & ~(size_t)7), maybe(2) ? 0xff : 0, 8);
		else
			bytes[at] = (u8)rec_random();
	}
	return maybe(4) ? rec_random() % len : len;
}

static void hostile(unsigned long want)
{
	static u8 bytes[sizeof(room)];
	unsigned long n;

	for (n = 0; n < want; n++) {
		struct raw_in in = { 0 };
		const u8 *at = bytes;
		struct raw_entry e;
		size_t left, used;

		if (!(n % 16)) {
			varied_record((unsigned int)n);
			possible();
		}
		stream_write(&rec);
		memcpy(bytes, room, out.len);
		left = mutate(bytes, out.len);
		machine_free(&machines);
		while (raw_next(&in, at, left, &e, &used) >= RAW_HEAD) {
			at += used;
			left -= used;
			if (!e.kind)
				machine_entry(&machines, &in, &e);
			else
				hostile_entry(&in, &e);
		}
	}
	ok(want < 100 || hostile_calls, "%lu mutated streams were read, with %lu calls", want,
	   hostile_calls);
}

int main(int argc, char **argv)
{
	unsigned long n, want = argc > 1 ? strtoul(argv[1], NULL, 10) : 2000;

	inits_fill();
	for (n = 0; n < want; n++) {
		varied_record((unsigned int)n);
		possible();
		compare();
		look_for_stale();
	}
	ok(!differ, "JSON and text of %lu records are the same after they were read", records);
	ok(!stale, "what is not valid does not leave: %lu records", stale);
	addresses();
	ok(!leaks, "no address leaves: %lu", leaks);
	versions();
	faults();
	hidden_breakpoint();
	hostile(argc > 2 ? strtoul(argv[2], NULL, 10) : 20000);
	machine_free(&machines);
	return tap_end();
}
