// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The table of the fields of struct perf_event_attr, and access to a captured attr through it. */
#include "core/attr.h"

#ifdef __KERNEL__
#include <uapi/linux/perf_event.h>

/* The target kernel's header must agree with the table about the fields that it has. */
#define SAME(field, off)	static_assert(offsetof(struct perf_event_attr, field) == (off))

SAME(type, 0);
SAME(size, 4);
SAME(config, 8);
SAME(sample_period, 16);
SAME(sample_type, 24);
SAME(read_format, 32);
SAME(wakeup_events, 48);
SAME(bp_type, 52);
SAME(config1, 56);
SAME(config2, 64);
SAME(branch_sample_type, 72);
SAME(sample_regs_user, 80);
SAME(sample_stack_user, 88);
SAME(clockid, 92);
SAME(sample_regs_intr, 96);
SAME(aux_watermark, 104);
SAME(sample_max_stack, 108);
SAME(__reserved_2, 110);
SAME(aux_sample_size, 112);
static_assert(sizeof(struct perf_event_attr) <= PA_KATTR_KEEP,
	      "this kernel's perf_event_attr is larger than a record keeps: raise PA_KATTR_KEEP in core/record.h");
#endif

/* No row may be behind the newest struct: renderers have room for the words of that struct only. */
#define INSIDE(id, name, at, size, from, ...) \
	static_assert((at) + (size) <= PA_ATTR_NEWEST && (from) <= PA_ATTR_NEWEST, \
		      #name ": PA_LIST_SIZES in core/lists.h has no struct with this field");
#define NO_WORD(...)
PA_LIST_FIELDS(INSIDE, NO_WORD, NO_WORD, NO_WORD)

/* Paste and stringify field names right here: some header may define a macro of such a name. */
#define ROW(index, str, at, size, first, n, from, ...) \
	[index] = { \
		.name = str, \
		.name_len = sizeof(str) - 1, \
		.label = "        ." str " = 0,\n", \
		.label_len = sizeof("        ." str " = ") - 1, \
		.key = ",\"" str "\":", \
		.key_len = sizeof(",\"" str "\":") - 1, \
		.offset = (at), \
		.width = (size), \
		.since = (from), \
		.word = (at) / 8, \
		.shift = 8 * ((at) % 8) + (first), \
		.mask = ~0ULL >> (64 - (n)), \
		__VA_ARGS__ \
	},
#define WORD(id, name, at, size, from, ...) \
	ROW(PA_FIELD_##id, #name, at, size, 0, 8 * (size), from, \
	    .recent = (from) > PA_OLD_SIZE, __VA_ARGS__)
#define FLAG(id, name, bit) \
	ROW(PA_FIELD_##id, #name, PA_OFF_FLAGS, 8, bit, 1, PA_ATTR_VER0, \
	    .recent = (bit) >= PA_OLD_FLAGS)
#define BITS(id, name, first, n, ...) \
	ROW(PA_FIELD_##id, #name, PA_OFF_FLAGS, 8, first, n, PA_ATTR_VER0, __VA_ARGS__)
#define AUX(id, name, first, n, ...) \
	ROW(PA_FIELD_##id, #name, PA_OFF_AUX, 4, first, n, PA_ATTR_VER6, .recent = 1, __VA_ARGS__)

const struct pa_field pa_fields[PA_FIELD_MAX] = {
	PA_LIST_FIELDS(WORD, FLAG, BITS, AUX)
};

/**
 * pa_attr_passed() - number of bytes of the record's attr that the caller has passed
 * @r: the record
 *
 * The kernel takes a size of 0 as PERF_ATTR_SIZE_VER0 (perf_copy_attr()). type and size always
 * count as passed, even if the size is smaller than these two.
 * Context: any.
 * Return: bytes, at most PA_ATTR_KEEP; 0 when the attr could not be read.
 */
u32 pa_attr_passed(const struct pa_record *r)
{
	u32 len = r->attr_len < PA_ATTR_KEEP ? r->attr_len : PA_ATTR_KEEP;
	u32 size = r->attr_size;

	if (r->attr_state == PA_ATTR_UNREADABLE)
		return 0;
	if (!r->have_size)
		return len;
	if (!size)
		size = PA_ATTR_OLDEST;
	if (size < 8)
		size = 8;
	return pa_le_len(size < len ? size : len);
}

/* Field @f of the attr at @p, which has @len bytes; bytes beyond count as zero. */
static u64 field_value(const struct pa_field *f, const u8 *p, u32 len)
{
	u64 v = 0;
	u32 i;

	if (PA_BIG_ENDIAN) {
		for (i = 0; i < f->width && f->offset + i < len; i++)
			v |= (u64)p[f->offset + i] << 8 * i;
	} else if (f->offset + f->width <= len) {
		switch (f->width) {
		case 8:
			memcpy(&v, p + f->offset, 8);
			break;
		case 4:
			memcpy(&v, p + f->offset, 4);
			break;
		default:
			memcpy(&v, p + f->offset, 2);
		}
	} else if (f->offset < len) {
		memcpy(&v, p + f->offset, len - f->offset);
	}
	/* f->shift counts from the 64-bit word, but v starts at the field's own integer. */
	v = (v >> (f->shift - 8 * (f->offset % 8))) & f->mask;
	return v;
}

/**
 * pa_attr_get() - a field as the caller passed it
 * @r:  the record
 * @id: the field
 *
 * Bytes beyond the caller's size count as zero, as in the kernel. A signed field (clockid) is not
 * sign-extended. For size this is the value that was passed, even if the kernel has overwritten
 * that with its own (E2BIG).
 * Context: any.
 */
u64 pa_attr_get(const struct pa_record *r, enum pa_field_id id)
{
	if (id == PA_FIELD_SIZE && r->have_size)
		return r->attr_size;
	return field_value(&pa_fields[id], r->attr, pa_attr_passed(r));
}

/**
 * pa_kattr_get() - a field in the kernel's copy of the attr
 * @r:     the record
 * @id:    the field
 * @value: receives it
 *
 * Context: any.
 * Return: false if the record has no kernel view, or the kernel does not have this field.
 */
bool pa_kattr_get(const struct pa_record *r, enum pa_field_id id, u64 *value)
{
	const struct pa_field *f = &pa_fields[id];
	u32 len = r->kv.kattr_len < PA_KATTR_KEEP ? r->kv.kattr_len : PA_KATTR_KEEP;

	if (!r->have_kview || !(r->kv.have & (PA_KV_ATTR | PA_KV_COPIED)))
		return false;
	if (f->offset + f->width > len)
		return false;
	*value = field_value(f, r->kv.kattr, len);
	return true;
}

/**
 * pa_pmu_by_index() - the PMU with this index
 * @env:   holds the list
 * @index: 0 for not known; any value is safe
 *
 * Context: any.
 * Return: NULL when it is not known.
 */
const struct pa_pmu_name *pa_pmu_by_index(const struct pa_env *env, u32 index)
{
	if (!index || index >= env->npmus || !env->pmus[index].name[0])
		return NULL;
	return &env->pmus[index];
}

/**
 * pa_name_keeps_code() - return true if a PMU keeps the event code in hw.config
 * @name:        its name
 * @task_ctx_nr: its context; 0 is the hardware context, of the CPU's own PMUs
 *
 * The other PMUs that do are listed here, from arch/x86/events. Other drivers overlay event->hw
 * with pointers (drivers/perf/arm-cmn.c), so hw.config of PMUs that are not listed is never shown.
 *
 * Context: any.
 */
bool pa_name_keeps_code(const char *name, int task_ctx_nr)
{
	static const char * const code_names[] = {
#ifdef __x86_64__
		"uncore_", "cstate_", "power", "msr", "ibs_", "amd_df", "amd_l3", "amd_umc_",
#endif
		NULL
	};
	const char * const *known;

	for (known = code_names; *known; known++)
		if (!strncmp(name, *known, strlen(*known)))
			return true;
	return !task_ctx_nr;
}

static bool pmu_is_there(const struct pa_env *env, u32 index)
{
	return env->pmus[index].name[0] && !(env->pmu_gone && env->pmu_gone[index]);
}

/**
 * pa_pmu_by_type() - the PMU that has a type now
 * @env:  holds the list
 * @type: attr.type, or an extended type
 *
 * Context: any; looks at every PMU in the list.
 * Return: NULL when it is not known.
 */
const struct pa_pmu_name *pa_pmu_by_type(const struct pa_env *env, u32 type)
{
	u32 i;

	for (i = 1; i < env->npmus; i++)
		if (env->pmus[i].type == type && pmu_is_there(env, i))
			return &env->pmus[i];
	return NULL;
}

/**
 * pa_pmu_by_name() - the PMU that has a name now
 * @env:  holds the list
 * @name: the name
 *
 * Context: any; looks at every PMU in the list.
 * Return: its index, 0 when there is none.
 */
u32 pa_pmu_by_name(const struct pa_env *env, const char *name)
{
	u32 i;

	for (i = 1; i < env->npmus; i++)
		if (pmu_is_there(env, i) && !strcmp(env->pmus[i].name, name))
			return i;
	return 0;
}

/**
 * pa_pmu_of_type() - the PMU that had this type when a call was made
 * @r:    the call
 * @env:  holds the list
 * @type: a dynamic type that the call passed, or that is in the kernel's copy of its attr
 *
 * The kernel reuses the type of an unregistered PMU. So this tries the PMU that accepted the call,
 * then the one that had the type when the attr was captured, then the one that has it now.
 *
 * Context: any; may look at every PMU in the list.
 * Return: NULL when it is not known.
 */
const struct pa_pmu_name *pa_pmu_of_type(const struct pa_record *r, const struct pa_env *env,
					 u32 type)
{
	const struct pa_pmu_name *pmu;

	pmu = r->have_kview ? pa_pmu_by_index(env, r->kv.pmu) : NULL;
	if (pmu && pmu->type == type)
		return pmu;
	pmu = pa_pmu_by_index(env, r->type_pmu);
	if (pmu && pmu->type == type)
		return pmu;
	if (r->type_pmu == PA_PMU_NONE && type == pa_attr_get(r, PA_FIELD_TYPE))
		return NULL;
	return pa_pmu_by_type(env, type);
}

static enum pa_attr_kind kind_of(const struct pa_record *r, const struct pa_env *env, u32 type)
{
	const struct pa_pmu_name *pmu;

	if (type == PA_TYPE_BREAKPOINT)
		return PA_KIND_BREAKPOINT;
	if (type < PA_TYPE_DYNAMIC)
		return PA_KIND_OTHER;
	/* The handler copied a string, so it knew at that time which PMU had the type. */
	if (r->str_kind == 1)
		return PA_KIND_KPROBE;
	if (r->str_kind == 2)
		return PA_KIND_UPROBE;
	pmu = pa_pmu_of_type(r, env, type);
	if (pmu && !strcmp(pmu->name, "kprobe"))
		return PA_KIND_KPROBE;
	if (pmu && !strcmp(pmu->name, "uprobe"))
		return PA_KIND_UPROBE;
	return PA_KIND_OTHER;
}

/* Fills in the caller's words, and the bits in which the kernel's copy differs from them. */
static void fill_words(struct pa_attr *a, const struct pa_record *r)
{
	u32 len = a->passed < PA_ATTR_NEWEST ? a->passed : PA_ATTR_NEWEST;
	u32 klen = r->kv.kattr_len < PA_ATTR_NEWEST ? r->kv.kattr_len : PA_ATTR_NEWEST;
	u32 i;

	memset(a->word, 0, sizeof(a->word));
	memcpy(a->word, r->attr, len);
	pa_le_words(a->word, PA_WORDS);
	if (len && r->have_size)
		pa_put_size(a->word, r->attr_size);
	if (!r->have_kview || !(r->kv.have & (PA_KV_ATTR | PA_KV_COPIED))) {
		memset(a->differs, 0, sizeof(a->differs));
		return;
	}
	memcpy(a->differs, a->word, sizeof(a->differs));
	memcpy(a->differs, r->kv.kattr, klen);
	pa_le_words(a->differs, klen / 8);
	for (i = 0; i < PA_WORDS; i++)
		a->differs[i] ^= a->word[i];
}

static void hide_if_kernel(struct pa_attr *a, u32 id)
{
	u32 word = pa_fields[id].word;

	/* Without a kernel half hide only numbers that can only be kernel addresses. */
	if (!PA_KERNEL_HALF ? id != PA_FIELD_KPROBE_ADDR || !a->word[word] :
	    !pa_is_kernel_address(a->word[word]))
		return;
	a->kept[id != a->member[PA_UNION_CONFIG1]] = a->word[word];
	a->word[word] = 0;
	a->differs[word] = 0;
	a->hidden |= id == a->member[PA_UNION_CONFIG1] ? PA_HIDDEN_CONFIG1 : PA_HIDDEN_CONFIG2;
}

/*
 * No view shows a kernel address, not even one that the caller passed. bp_addr, kprobe_addr,
 * probe_offset and the string pointers of kprobes and uprobes may hold one.
 */
static void hide_addresses(struct pa_attr *a)
{
	u32 word = pa_fields[PA_FIELD_CONFIG1].word;
	u32 i;

	a->hidden = 0;
	/* The caller may have changed its attr before the kernel has copied it. */
	for (i = word; i < word + 2; i++)
		if ((a->kind != PA_KIND_OTHER ||
		     (u32)(a->word[0] ^ a->differs[0]) == PA_TYPE_BREAKPOINT) &&
		    pa_is_kernel_address(a->word[i] ^ a->differs[i]))
			a->differs[i] = 0;
	if (a->kind == PA_KIND_OTHER)
		return;
	hide_if_kernel(a, a->member[PA_UNION_CONFIG1]);
	hide_if_kernel(a, a->member[PA_UNION_CONFIG2]);
}

/**
 * pa_attr_is_hidden() - return true if a field holds a kernel address, which must not be shown
 * @a:  from pa_attr_look()
 * @id: the field
 *
 * Context: any.
 */
bool pa_attr_is_hidden(const struct pa_attr *a, enum pa_field_id id)
{
	if (id == a->member[PA_UNION_CONFIG1])
		return a->hidden & PA_HIDDEN_CONFIG1;
	return id == a->member[PA_UNION_CONFIG2] && a->hidden & PA_HIDDEN_CONFIG2;
}

/**
 * pa_attr_look() - lay out the attr of a record, and decide which union members are valid
 * @a:   the result
 * @r:   the record
 * @env: maps dynamic types to PMUs
 *
 * The valid member of a union is the one that the kernel uses, depending on a flag (freq,
 * watermark) or on the PMU. A kprobe without kprobe_func uses kprobe_addr.
 * Context: any.
 */
void pa_attr_look(struct pa_attr *a, const struct pa_record *r, const struct pa_env *env)
{
	static const u8 config1[] = {
		[PA_KIND_OTHER] = PA_FIELD_CONFIG1,
		[PA_KIND_BREAKPOINT] = PA_FIELD_BP_ADDR,
		[PA_KIND_KPROBE] = PA_FIELD_KPROBE_FUNC,
		[PA_KIND_UPROBE] = PA_FIELD_UPROBE_PATH,
	};
	static const u8 config2[] = {
		[PA_KIND_OTHER] = PA_FIELD_CONFIG2,
		[PA_KIND_BREAKPOINT] = PA_FIELD_BP_LEN,
		[PA_KIND_KPROBE] = PA_FIELD_PROBE_OFFSET,
		[PA_KIND_UPROBE] = PA_FIELD_PROBE_OFFSET,
	};

	a->passed = pa_attr_passed(r);
	fill_words(a, r);
	a->type = (u32)pa_bits(a->word, &pa_fields[PA_FIELD_TYPE]);
	a->kind = a->passed ? kind_of(r, env, a->type) : PA_KIND_OTHER;
	a->member[PA_UNION_NONE] = PA_FIELD_MAX;
	a->member[PA_UNION_PERIOD] = pa_bits(a->word, &pa_fields[PA_FIELD_FREQ]) ?
				     PA_FIELD_SAMPLE_FREQ : PA_FIELD_SAMPLE_PERIOD;
	a->member[PA_UNION_WAKEUP] = pa_bits(a->word, &pa_fields[PA_FIELD_WATERMARK]) ?
				     PA_FIELD_WAKEUP_WATERMARK : PA_FIELD_WAKEUP_EVENTS;
	a->member[PA_UNION_CONFIG1] = config1[a->kind];
	a->member[PA_UNION_CONFIG2] = config2[a->kind];
	if (a->kind == PA_KIND_KPROBE && !pa_bits(a->word, &pa_fields[PA_FIELD_KPROBE_FUNC]))
		a->member[PA_UNION_CONFIG2] = PA_FIELD_KPROBE_ADDR;
	hide_addresses(a);
}

/**
 * pa_unknown_bits() - the bits of the attr that the running kernel does not know
 * @word: receives PA_WORDS words, laid out as pa_attr.word
 * @k:    the running kernel, or NULL if it is unknown: then all bits count as known
 *
 * A bit is unknown if it is beyond the kernel's struct, or if its header has no name for it.
 * Context: any.
 */
void pa_unknown_bits(u64 *word, const struct pa_kernel *k)
{
	u32 size;

	memset(word, 0, PA_ATTR_NEWEST);
	if (!k)
		return;
	size = k->attr_size < PA_ATTR_NEWEST ? k->attr_size : PA_ATTR_NEWEST;
	memset((u8 *)word + size, 0xff, PA_ATTR_NEWEST - size);
	word[pa_fields[PA_FIELD_SAMPLE_TYPE].word] |= ~k->known_sample;
	word[pa_fields[PA_FIELD_READ_FORMAT].word] |= ~k->known_format;
	word[pa_fields[PA_FIELD_BRANCH_SAMPLE_TYPE].word] |= ~k->known_branch;
	word[PA_OFF_FLAGS / 8] |= ~k->known_flags;
	word[PA_OFF_AUX / 8] |= (u64)~k->known_aux << 32;
}

/**
 * pa_clock_symbol() - name of the function that is the event's clock
 * @r:   the record of a call that created an event
 * @env: holds the clock that was captured
 *
 * The event is captured at the return of perf_event_alloc(), before the kernel applies
 * use_clockid. So with use_clockid, and if the call succeeded, the clock follows from clockid.
 * Context: any.
 * Return: its symbol; empty if not known.
 */
const char *pa_clock_symbol(const struct pa_record *r, const struct pa_env *env)
{
	const struct pa_name *name;
	u64 use, id;

	if (!pa_kattr_get(r, PA_FIELD_USE_CLOCKID, &use) || !use ||
	    !pa_kattr_get(r, PA_FIELD_CLOCKID, &id))
		return env->clock;
	name = r->ret >= 0 ? pa_name_of(&pa_clock_functions, id) : NULL;
	return name ? name->text : "";
}
