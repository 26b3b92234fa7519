// SPDX-License-Identifier: GPL-2.0
/*
 * A PMU, uncore_formats, whose format in sysfs is what no driver should write: terms of bits that
 * do not exist, texts that are no formats, very long ones, names that perf cannot parse. Besides it
 * has the usual terms event, umask and inv.
 */
#include <linux/device.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#define MANY	300

static bool broken;
module_param(broken, bool, 0400);
MODULE_PARM_DESC(broken, "one file of the format cannot be read");

static bool many;
module_param(many, bool, 0400);
MODULE_PARM_DESC(many, "the format has 300 more terms");

/* The name of a file says which text is in it. */
static ssize_t term_show(struct device *dev, struct device_attribute *attr, char *page)
{
	static const char * const texts[][2] = {
		{ "event", "config:0-7\n" }, { "umask", "config:8-15\n" }, { "inv", "config:23\n" },
		{ "high", "config:64\n" }, { "huge", "config:0-18446744073709551615\n" },
		{ "back", "config:9-3\n" }, { "bare", "config\n" }, { "empty", "" },
		{ "prose", "the event */ \"%s%n\"\n" }, { "name with, *\\", "config:0-63\n" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++)
		if (!strcmp(attr->attr.name, texts[i][0]))
			return sysfs_emit(page, "%s", texts[i][1]);
	if (!strcmp(attr->attr.name, "broken"))
		return -EIO;
	if (strcmp(attr->attr.name, "long"))
		return sysfs_emit(page, "config1:%s\n", attr->attr.name + 1);
	/* A whole page: cut off, it would be a format. */
	memset(page, '1', PAGE_SIZE - 1);
	memcpy(page, "config:1", 8);
	return PAGE_SIZE - 1;
}

#define TERM(file)	{ .attr = { .name = (file), .mode = 0444 }, .show = term_show }

static struct device_attribute terms[] = {
	TERM("event"), TERM("umask"), TERM("inv"), TERM("high"), TERM("huge"), TERM("back"),
	TERM("bare"), TERM("empty"), TERM("prose"), TERM("name with, *\\"), TERM("long"),
};

static struct device_attribute broken_term = TERM("broken");
static struct device_attribute more_terms[MANY];
static char more_names[MANY][8];

/* With room for all terms and a NULL. */
static struct attribute *attrs[ARRAY_SIZE(terms) + MANY + 2];
static const struct attribute_group format = { .name = "format", .attrs = attrs };
static const struct attribute_group *groups[] = { &format, NULL };

static int formats_event_init(struct perf_event *event)
{
	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	event->hw.config = event->attr.config;
	return 0;
}

static int no_add(struct perf_event *event, int flags)
{
	return 0;
}

static void no_op(struct perf_event *event, int flags)
{
}

static void no_read(struct perf_event *event)
{
}

static struct pmu standin = {
	.module = THIS_MODULE,
	.task_ctx_nr = perf_invalid_context,
	.attr_groups = groups,
	.event_init = formats_event_init,
	.add = no_add,
	.del = no_op,
	.start = no_op,
	.stop = no_op,
	.read = no_read,
};

static unsigned int add_many(unsigned int n)
{
	unsigned int i;

	for (i = 0; i < MANY; i++) {
		snprintf(more_names[i], sizeof(more_names[i]), "t%u", i);
		more_terms[i] = (struct device_attribute)TERM(more_names[i]);
		sysfs_attr_init(&more_terms[i].attr);
		attrs[n++] = &more_terms[i].attr;
	}
	return n;
}

static int __init formats_init(void)
{
	unsigned int n = 0, i;

	for (i = 0; i < ARRAY_SIZE(terms); i++)
		attrs[n++] = &terms[i].attr;
	if (broken)
		attrs[n++] = &broken_term.attr;
	if (many)
		n = add_many(n);
	return perf_pmu_register(&standin, "uncore_formats", -1);
}

static void __exit formats_exit(void)
{
	perf_pmu_unregister(&standin);
}

module_init(formats_init);
module_exit(formats_exit);
MODULE_DESCRIPTION("A PMU whose format in sysfs is not one");
MODULE_LICENSE("GPL");
