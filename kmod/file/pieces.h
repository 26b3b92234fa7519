/* SPDX-License-Identifier: GPL-2.0 */
/* An open file whose text is rendered piece by piece, while it is read. */
#ifndef PERFATTR_PIECES_H
#define PERFATTR_PIECES_H

#include <linux/mutex.h>
#include <linux/types.h>

struct file;
struct inode;
struct out;
struct pa_pieces;
struct pa_piece_text;

/**
 * struct pa_pieces_ops - what differs between files
 * @next: render the next piece by pa_piece_begin() and pa_piece_end(). Return 1, 0 at the end, or
 *        an error. Called with the lock held.
 * @back: set pa_pieces.pos to where reading must begin again to come to this offset, which is
 *        before the present one; @next is called then. Called with the lock held.
 */
struct pa_pieces_ops {
	int (*next)(struct pa_pieces *p);
	void (*back)(struct pa_pieces *p, u64 offset);
};

/**
 * struct pa_pieces - begin of the struct of an open file
 * @lock: protects the rest; never held while text is copied to user space
 * @ops:  what differs between files
 * @text: the piece that was rendered last
 * @size: bytes that always suffice for a piece
 * @len:  bytes of it
 * @off:  bytes of it that were given to a reader, or discarded
 * @pos:  file offset reached so far
 * @skip: bytes to discard before more is given to a reader
 * @turn: changes with each change of the offset
 * @whole: a piece that does not fit behind another one waits for the next read
 */
struct pa_pieces {
	struct mutex lock; /* protects the rest */
	const struct pa_pieces_ops *ops;
	struct pa_piece_text *text;
	size_t size;
	size_t len;
	size_t off;
	u64 pos;
	u64 skip;
	u64 turn;
	bool whole;
};

void *pa_pieces_open(size_t bytes, const struct pa_pieces_ops *ops, size_t size,
		     struct inode *inode, struct file *file);
void pa_pieces_free(struct pa_pieces *p);
int pa_pieces_release(struct inode *inode, struct file *file);
int pa_piece_begin(struct pa_pieces *p, struct out *s);
int pa_piece_end(struct pa_pieces *p, const struct out *s);
loff_t pa_pieces_seek(struct pa_pieces *p, loff_t offset, int whence);
ssize_t pa_pieces_read(struct file *file, char __user *buf, size_t count, loff_t *pos);
loff_t pa_pieces_llseek(struct file *file, loff_t offset, int whence);
int pa_unlocked_open(struct inode *inode, struct file *file);

#endif /* PERFATTR_PIECES_H */
