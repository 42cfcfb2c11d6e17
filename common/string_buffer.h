// A string that grows as text is appended, also with words quoted for a shell.
#ifndef KAURI_COMMON_STRING_BUFFER_H
#define KAURI_COMMON_STRING_BUFFER_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Owned by the caller; must be zeroed at first. Running out of memory is remembered in `failed`, so
// that one call of kauri_string_check at the end is enough. Used by one thread at a time.
struct kauri_string {
    char *bytes; // NUL-terminated; NULL while empty
    size_t length;
    size_t capacity; // allocated bytes
    bool failed;     // some text could not be appended
};

// Appends formatted text (printf format).
void kauri_string_add(struct kauri_string *string, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The following functions append without a format. They take nanoseconds where printf takes a tenth
// of a microsecond or more, which counts for answers that are written by the million.

// Makes room for `more` bytes and the final NUL. Returns false if memory runs out.
bool kauri_string_grow(struct kauri_string *string, size_t more);

// Extends the string by `more` bytes, which the caller fills without NUL, and returns them; NULL if
// memory runs out.
static inline char *kauri_string_extend(struct kauri_string *string, size_t more)
{
    if (string->capacity - string->length <= more && !kauri_string_grow(string, more)) {
        return NULL;
    }
    char *end = string->bytes + string->length;
    string->length += more;
    end[more] = '\0';
    return end;
}

// Appends `length` bytes, which contain no NUL.
static inline void kauri_string_add_bytes(struct kauri_string *string, const char *bytes,
                                          size_t length)
{
    char *to = kauri_string_extend(string, length);
    if (to != NULL) {
        memcpy(to, bytes, length);
    }
}

// Appends a text.
static inline void kauri_string_add_text(struct kauri_string *string, const char *text)
{
    kauri_string_add_bytes(string, text, strlen(text));
}

// Appends a number in decimal, with its sign if it is negative.
void kauri_string_add_number(struct kauri_string *string, int64_t number);

// Appends a number with its sign, and 0 without: "+3", "-1", "0".
void kauri_string_add_signed(struct kauri_string *string, int64_t number);

// Appends a text with spaces after it (left) or before it (right), so that it takes `width` bytes,
// or more if it is longer.
void kauri_string_add_left(struct kauri_string *string, const char *text, size_t width);
void kauri_string_add_right(struct kauri_string *string, const char *text, size_t width);

// Appends a text from outside as one field of one line, so that it can neither be taken for more
// than one field nor act on the terminal. Hidden characters are shown as by common/character.h, and
// so are a blank at the beginning or the end and one after another blank, since columns are set
// apart by two.
void kauri_string_add_foreign(struct kauri_string *string, const char *text);

// Shortens the string to its first `length` bytes, which it has, and keeps its memory.
void kauri_string_cut(struct kauri_string *string, size_t length);

// The text so far, "" if there is none. Valid until the next change.
const char *kauri_string_text(const struct kauri_string *string);

// KAURI_RESOURCE if some text could not be appended.
enum kauri_status kauri_string_check(const struct kauri_string *string, struct kauri_error *error);

// Frees the text; the string is empty afterwards and may be used again.
void kauri_string_clear(struct kauri_string *string);

// ------------------------------------------------------------------------------- words

// Copies the first word of *list, whose words are separated by spaces, into `word`, which has
// `capacity` bytes, and moves *list after it. Returns false if no word is left.
bool kauri_next_word(const char **list, char *word, size_t capacity);

// Quotes words of shell commands that a message suggests.

#define KAURI_SHELL_WORD_BYTES 256

// Writes the word so that a POSIX shell reads it back: in single quotes unless it consists of
// letters, digits and "/._-+=:,@%" only. A word that does not fit is truncated. Returns `quoted`.
// Thread-safe.
const char *kauri_shell_word(const char *word, char quoted[KAURI_SHELL_WORD_BYTES]);

#endif
