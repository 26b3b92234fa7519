// SPDX-License-Identifier: GPL-2.0
/*
 * From JSON back to a record: what is made of the copy is the same to the byte, the line of JSON
 * with its reason as well as the text.
 *
 *   test_read [RECORDS]
 */

#include "core/out.h"
#include "json/json.h"
#include "read_random.h"
#include "rules/rule.h"

static struct machine *machines;

static struct machine *machine_of_line(cJSON *line)
{
	return machine_of(machines, str(line, "load"));
}

static char line[PA_TEXT_MAX];
static struct pa_record back;
static struct pa_env back_env;
static struct missing missing;
static char text[PA_TEXT_MAX];
static unsigned long records, explained;

/* The lines at the head of a stream. */
static void take_machine(void)
{
	struct out s;
	u32 i;

	machine_free(&machines);
	for (i = 0; i < env.npmus; i++) {
		cJSON *o;

		out_init(&s, line, sizeof(line));
		if (i)
			pa_json_pmu(&s, &env, i);
		else
			pa_json_env(&s, &env);
		o = json_load(line, s.len, NULL);
		if (!o || !machine_line(&machines, o))
			printf("# no line about the machine: %s\n", line);
		cJSON_Delete(o);
	}
}

static void check(void)
{
	const struct machine *m;
	cJSON *o;

	records++;
	possible();
	take_machine();
	strcpy(line, rec_json_told(&rec, &env));
	o = json_load(line, strlen(line), NULL);
	if (!o) {
		complain("no JSON", missing.text, line, "");
		return;
	}
	explained += cJSON_IsObject(json_get(o, "why"));
	m = machine_of_line(o);
	if (!record_read(&back, &back_env, o, m, &missing)) {
		complain("not read", missing.text, line, "");
	} else {
		back_env.now = env.now;
		if (strcmp(line, rec_json_told(&back, &back_env)))
			complain("JSON differs", missing.text, line,
				 rec_json_told(&back, &back_env));
		strcpy(text, rec_text(&rec, &env, 0));
		if (strcmp(text, rec_text(&back, &back_env, 0)))
			complain("text differs", missing.text, text, rec_text(&back, &back_env, 0));
	}
	cJSON_Delete(o);
}

/* Breakpoints with a length that is not shown: whether their range wraps decides. */
static void lengths(void)
{
	static const struct {
		u64 addr, len;
	} of[] = {
		{ 0x1000, 0xffff888000000707ULL }, { 0x40000000000000ULL, 0x80000000000002c3ULL },
		{ 0x40000000000000ULL, 0xffffff0000000707ULL }, { 0x1000, 0x8000000000000000ULL },
		{ 0xffff888000001000ULL, 0xffff888000000707ULL }, { 8, 0xfffffffffffffffbULL },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(of); i++) {
		start();
		rec.ret = -EINVAL;
		path(PA_SITE_INIT, BP, EINVAL);
		attr->type = PERF_TYPE_BREAKPOINT;
		breakpoint(3, of[i].addr, of[i].len);
		memcpy(rec.attr, attr, sizeof(*attr));
		check();
	}
}

/*
 * A 32-bit kernel hides its first address. A breakpoint on a kernel address, also hidden, is still
 * known to be in the kernel, and one at a shown address is not.
 */
static void kernel_of_32_bits(void)
{
	static const u64 addrs[] = { 0xffff8000fff00000ULL, 0xbefffffcU };
	unsigned int i;
	const char *id;
	cJSON *o;

	for (i = 0; i < ARRAY_SIZE(addrs); i++) {
		start();
		rec.ret = -EPERM;
		path(PA_SITE_INIT, BP, EPERM);
		attr->type = PERF_TYPE_BREAKPOINT;
		arm32();
		kernel.task_size = 1ULL << 63;
		breakpoint(3, addrs[i], 4);
		memcpy(rec.attr, attr, sizeof(*attr));
		possible();
		take_machine();
		o = json_load(rec_json_told(&rec, &env), strlen(rec_json_told(&rec, &env)), NULL);
		if (!record_read(&back, &back_env, o, machine_of_line(o), &missing) ||
		    !pa_explain(&back, &back_env, &why))
			why.rule = NULL;
		id = why.rule ? why.rule->id : "none";
		ok(!strcmp(id, "breakpoint-kernel-not-stepped") == !i,
		   "a breakpoint at %#llx of a 32-bit machine: %s", addrs[i], id);
		cJSON_Delete(o);
	}
}

int main(int argc, char **argv)
{
	unsigned long n, want = argc > 1 ? strtoul(argv[1], NULL, 10) : 2000;

	inits_fill();
	for (n = 0; n < want; n++) {
		varied_record(n);
		check();
	}
	lengths();
	kernel_of_32_bits();
	printf("# %lu records, %lu with a reason\n", records, explained);
	ok(!differ, "JSON and text of a record that was read back are those of the record");
	machine_free(&machines);
	return tap_end();
}
