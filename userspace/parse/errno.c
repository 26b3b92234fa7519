// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Errors as people write them: EINVAL, Invalid argument, error -22. */
#include "parse/parse.h"

#include "parse/span.h"

/*
 * strerror() of the errnos that perf_event_open() returns, in the words of the GNU C library, and
 * of musl where they differ. Of two messages that begin alike the longer one comes first.
 */
static const struct {
	const char *text;
	unsigned int err;
} messages[] = {
	{ "Operation not permitted", EPERM },
	{ "No such file or directory", ENOENT },
	{ "No such process", ESRCH },
	{ "Interrupted system call", EINTR },
	{ "Input/output error", EIO },
	{ "I/O error", EIO },
	{ "No such device or address", ENXIO },
	{ "Argument list too long", E2BIG },
	{ "Exec format error", ENOEXEC },
	{ "Bad file descriptor", EBADF },
	{ "Cannot allocate memory", ENOMEM },
	{ "Permission denied", EACCES },
	{ "Bad address", EFAULT },
	{ "File exists", EEXIST },
	{ "Device or resource busy", EBUSY },
	{ "Resource busy", EBUSY },
	{ "No such device", ENODEV },
	{ "Not a directory", ENOTDIR },
	{ "Invalid argument", EINVAL },
	{ "Inappropriate ioctl for device", ENOTTY },
	{ "Too many open files in system", ENFILE },
	{ "Too many open files", EMFILE },
	{ "No file descriptors available", EMFILE },
	{ "No space left on device", ENOSPC },
	{ "Function not implemented", ENOSYS },
	{ "Too many levels of symbolic links", ELOOP },
	{ "No data available", ENODATA },
	{ "Value too large for defined data type", EOVERFLOW },
	{ "Value too large for data type", EOVERFLOW },
	{ "Invalid or incomplete multibyte or wide character", EILSEQ },
	{ "Operation not supported", EOPNOTSUPP },
	{ "Cannot assign requested address", EADDRNOTAVAIL },
};

/**
 * paste_errno_of() - the errno that a word is
 * @s:   the word: its symbol, or its number, perhaps with a sign
 * @len: its length
 *
 * Return: 0 if it is not an errno.
 */
unsigned int paste_errno_of(const char *s, size_t len)
{
	unsigned int err = 0;
	size_t i;

	/* The C library has two names for one; programs misspell the other. */
	if (len == 7 && (!memcmp(s, "ENOTSUP", len) || !memcmp(s, "EACCESS", len)))
		return s[1] == 'N' ? EOPNOTSUPP : EACCES;
	for (i = 1; i <= PA_ENOTSUPP; i++) {
		const struct pa_name *name = pa_errno_name(i);

		if (name && name->text && name->len == len && !memcmp(name->text, s, len))
			return (unsigned int)i;
	}
	if (len && *s == '-')
		s++, len--;
	for (i = 0; i < len && i < 5; i++) {
		if (!is_digit(s[i]))
			return 0;
		err = err * 10 + (unsigned int)(s[i] - '0');
	}
	return len < 5 && err < 4096 ? err : 0;
}

static unsigned int message_at(const char *s, size_t len, size_t *used)
{
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(messages); i++) {
		/* strncasecmp() costs too much at each word of a long log. */
		if (!len || (*s ^ *messages[i].text) & ~0x20)
			continue;
		n = strlen(messages[i].text);
		*used = n;
		if (len >= n && !strncasecmp(s, messages[i].text, n) &&
		    /* A log may print its next line without a newline: File existsI20220608 */
		    (len == n || s[n] < 'a' || s[n] > 'z'))
			return messages[i].err;
	}
	return 0;
}

static size_t signs(const char *s, size_t len, size_t at, size_t max)
{
	while (at < len && at < max && (s[at] == ' ' || s[at] == ':' || s[at] == '='))
		at++;
	return at;
}

/* "errno 22", "error: -22", "errno=EINVAL", "error no 22": behind the word of @at bytes. */
static unsigned int number_behind(const char *s, size_t len, size_t at, size_t *used)
{
	size_t i = signs(s, len, at, at + 8), from;

	if (len - i > 5 && (!memcmp(s + i, "code", 4) || !memcmp(s + i, "no ", 3)))
		i = signs(s, len, i + (s[i] == 'c' ? 4 : 2), at + 16);
	from = i;
	i += i < len && s[i] == '-';
	*used = i + word_at(s + i, s + len).len;
	return paste_errno_of(s + from, *used - from);
}

/**
 * paste_errno_at() - the errno with which a text begins
 * @s:    the text
 * @len:  its length
 * @used: receives the length of the errno's symbol or message, if there is one
 *
 * Return: 0 if it begins with none.
 */
unsigned int paste_errno_at(const char *s, size_t len, size_t *used)
{
	struct span word = word_at(s, s + len);
	unsigned int err = word.len > 1 && *s == 'E' ? paste_errno_of(s, word.len) : 0;

	*used = word.len;
	if (err)
		return err;
	if (is(&word, "errno") || is(&word, "Errno") || is(&word, "error") || is(&word, "err"))
		return number_behind(s, len, word.len, used);
	return message_at(s, len, used);
}

/**
 * paste_errnos_in() - find the errno in a sentence
 * @s:       the sentence
 * @len:     its length
 * @several: receives true if the sentence has several
 *
 * Return: 0 if it has none, or several.
 */
unsigned int paste_errnos_in(const char *s, size_t len, bool *several)
{
	unsigned int found = 0, err;
	size_t i, used;

	*several = false;
	for (i = 0; i < len; i++) {
		if (!is_word(s[i]) || (i && is_word(s[i - 1])))
			continue;
		err = paste_errno_at(s + i, len - i, &used);
		*several |= err && found && err != found;
		if (err)
			found = err;
	}
	return *several ? 0 : found;
}

/**
 * paste_errno_in() - find the errno in a sentence
 * @s:   the sentence
 * @len: its length
 *
 * Return: 0 if it has none, or several.
 */
unsigned int paste_errno_in(const char *s, size_t len)
{
	bool several;

	return paste_errnos_in(s, len, &several);
}
