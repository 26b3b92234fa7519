/* SPDX-License-Identifier: GPL-2.0 */
/* The text of skeleton.c, as a string; SKELETON is its name. */
	.section .rodata
	.globl skeleton_text
skeleton_text:
	.incbin SKELETON
	.byte 0
	.section .note.GNU-stack, "", %progbits
