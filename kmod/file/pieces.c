// SPDX-License-Identifier: GPL-2.0
/*
 * Reads and seeks in a file whose text is rendered piece by piece. Processes may share an open
 * file, and copying to user space may take for ever: a page may be in userfaultfd or FUSE. So the
 * lock is not held while a piece is copied. The reader holds a reference to its text instead, and
 * takes the piece afterwards only if no other reader has taken it meanwhile.
 */
#include "file/pieces.h"

#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/refcount.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "core/out.h"

/**
 * struct pa_piece_text - the text of a piece
 * @users: the open file, and readers that copy from it
 * @text:  pa_pieces.size bytes
 */
struct pa_piece_text {
	refcount_t users;
	char text[] __aligned(8);
};

static struct pa_piece_text *text_new(size_t size)
{
	struct pa_piece_text *text = kvmalloc(struct_size(text, text, size), GFP_KERNEL_ACCOUNT);

	if (text)
		refcount_set(&text->users, 1);
	return text;
}

static void text_put(struct pa_piece_text *text)
{
	if (refcount_dec_and_test(&text->users))
		kvfree(text);
}

/**
 * pa_pieces_open() - begin to read a file
 * @bytes: of the struct of the open file, which begins with a struct pa_pieces
 * @ops:   how its pieces are rendered
 * @size:  bytes that always suffice for a piece
 * @inode: inode of the file
 * @file:  receives the struct as its private data
 *
 * The position is kept in the struct: for that in @file the kernel would hold a lock while a reader
 * copies.
 *
 * Context: process, may sleep.
 * Return: the struct, zeroed behind its struct pa_pieces, for pa_pieces_free(); NULL: no memory.
 */
void *pa_pieces_open(size_t bytes, const struct pa_pieces_ops *ops, size_t size,
		     struct inode *inode, struct file *file)
{
	struct pa_pieces *p = kvzalloc(bytes, GFP_KERNEL_ACCOUNT);

	if (!p)
		return NULL;
	p->text = text_new(size);
	if (!p->text) {
		kvfree(p);
		return NULL;
	}
	mutex_init(&p->lock);
	p->ops = ops;
	p->size = size;
	file->private_data = p;
	stream_open(inode, file);
	file->f_mode |= FMODE_LSEEK;
	return p;
}

/**
 * pa_pieces_free() - free the text and the struct of an open file
 * @p: nobody reads from it
 *
 * Context: process, may sleep.
 */
void pa_pieces_free(struct pa_pieces *p)
{
	text_put(p->text);
	kvfree(p);
}

/**
 * pa_pieces_release() - release() of a file whose struct holds nothing more to free
 * @inode: inode of the file
 * @file:  its private data is a struct pa_pieces
 *
 * Context: process, may sleep.
 * Return: 0
 */
int pa_pieces_release(struct inode *inode, struct file *file)
{
	pa_pieces_free(file->private_data);
	return 0;
}

/**
 * pa_piece_begin() - begin to render the next piece
 * @p: its lock is held
 * @s: receives the buffer
 *
 * The text of the last piece stays as it is while readers copy it.
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int pa_piece_begin(struct pa_pieces *p, struct out *s)
{
	if (refcount_read(&p->text->users) > 1) {
		struct pa_piece_text *text = text_new(p->size);

		if (!text)
			return -ENOMEM;
		text_put(p->text);
		p->text = text;
	}
	out_init(s, p->text->text, p->size);
	return 0;
}

/**
 * pa_piece_end() - a piece was rendered
 * @p: its lock is held
 * @s: from pa_piece_begin()
 *
 * Context: any.
 * Return: 1
 */
int pa_piece_end(struct pa_pieces *p, const struct out *s)
{
	WRITE_ONCE(p->off, 0);
	WRITE_ONCE(p->len, out_used(s));
	return 1;
}

/*
 * Called with the lock held. Looks for the byte that comes next, and discards what a seek has
 * passed. Returns 1; 0 if there is none now; an error.
 */
static int piece_find(struct pa_pieces *p)
{
	while (p->off == p->len || p->skip) {
		int found = p->off == p->len ? p->ops->next(p) : 1;
		size_t part;

		if (found <= 0)
			return found;
		part = min_t(u64, p->len - p->off, p->skip);
		p->skip -= part;
		p->pos += part;
		WRITE_ONCE(p->off, p->off + part);
		if (part && signal_pending(current))
			return -ERESTARTSYS;
		cond_resched();
	}
	return 1;
}

/*
 * Called with the lock held, which is released while a piece, or what @room is left for, is copied.
 * Returns the size; -EFAULT; -EAGAIN if another reader has taken the piece; -EINTR: the lock is not
 * held again.
 */
static ssize_t piece_copy(struct pa_pieces *p, char __user *buf, size_t room)
{
	struct pa_piece_text *text = p->text;
	size_t off = p->off, part = min(p->len - off, room);
	u64 turn = p->turn;
	bool copied;

	refcount_inc(&text->users);
	mutex_unlock(&p->lock);
	copied = !copy_to_user(buf, text->text + off, part);
	text_put(text);
	cond_resched();
	if (mutex_lock_interruptible(&p->lock))
		return -EINTR;
	if (!copied)
		return -EFAULT;
	if (p->turn != turn)
		return -EAGAIN;
	p->turn++;
	p->pos += part;
	WRITE_ONCE(p->off, off + part);
	return part;
}

/* Returns true if the piece must wait for the next read, which has room for the whole piece. */
static bool piece_waits(const struct pa_pieces *p, size_t room)
{
	return p->whole && !p->off && p->len > room;
}

/**
 * pa_pieces_read() - read() what there is now
 * @file:  its private data is a struct pa_pieces
 * @buf:   receives text
 * @count: bytes that it has room for
 * @pos:   not used
 *
 * Context: process, may sleep; no lock is held.
 * Return: bytes copied; 0: there is nothing now; -ERESTARTSYS, -EFAULT, -ENOMEM.
 */
ssize_t pa_pieces_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	struct pa_pieces *p = file->private_data;
	size_t done = 0;
	ssize_t part = 0;

	if (mutex_lock_interruptible(&p->lock))
		return -ERESTARTSYS;
	while (done < count) {
		part = piece_find(p);
		if (part <= 0 || (done && piece_waits(p, count - done)))
			break;
		part = piece_copy(p, buf + done, count - done);
		if (part > 0)
			done += part;
		else if (part != -EAGAIN)
			break;
		if (signal_pending(current))
			break;
	}
	if (part != -EINTR)
		mutex_unlock(&p->lock);
	if (!done && count && signal_pending(current))
		return -ERESTARTSYS;
	return done ?: min_t(ssize_t, part, 0);
}

/**
 * pa_pieces_seek() - seek by bytes
 * @p:      its lock is held
 * @offset: where to
 * @whence: SEEK_SET or SEEK_CUR
 *
 * head seeks back over bytes that it read but did not print, and dd skip= seeks forward.
 *
 * Context: process.
 * Return: the new offset or -EINVAL.
 */
loff_t pa_pieces_seek(struct pa_pieces *p, loff_t offset, int whence)
{
	u64 here = p->pos + p->skip;

	if (whence == SEEK_CUR && !check_add_overflow((loff_t)here, offset, &offset))
		whence = SEEK_SET;
	if (whence != SEEK_SET || offset < 0)
		return -EINVAL;
	p->turn++;
	if (offset < here) {
		WRITE_ONCE(p->off, p->len);
		p->ops->back(p, offset);
	}
	p->skip = offset - p->pos;
	return offset;
}

/**
 * pa_pieces_llseek() - lseek() by bytes
 * @file:   its private data is a struct pa_pieces
 * @offset: where to
 * @whence: SEEK_SET or SEEK_CUR
 *
 * Context: process, may sleep.
 * Return: the new offset, -EINVAL, or -EINTR on a fatal signal.
 */
loff_t pa_pieces_llseek(struct file *file, loff_t offset, int whence)
{
	struct pa_pieces *p = file->private_data;

	if (mutex_lock_killable(&p->lock))
		return -EINTR;
	offset = pa_pieces_seek(p, offset, whence);
	mutex_unlock(&p->lock);
	return offset;
}

/**
 * pa_unlocked_open() - open a file of which read() copies what no lock protects
 * @inode: inode of the file
 * @file:  the open file
 *
 * Without this the kernel holds file->f_pos_lock while a reader copies, and a process that shares
 * the open file cannot be killed while it waits for that lock.
 *
 * Context: process.
 * Return: 0
 */
int pa_unlocked_open(struct inode *inode, struct file *file)
{
	file->f_mode &= ~FMODE_ATOMIC_POS;
	return 0;
}
