// SPDX-License-Identifier: GPL-2.0
/* perfattr write: calls as C. */
#include "write/write.h"

int cmd_write(struct options *opt, int argc, char **argv)
{
	uint64_t seq;

	if (argc != 1 || !parse_u64(argv[0] + (*argv[0] == '#'), &seq))
		die("write --attr takes the number of one call: perfattr write --attr 12");
	write_attr(opt, seq);
	return 0;
}
