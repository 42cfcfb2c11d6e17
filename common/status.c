#include "common/status.h"

#include "common/character.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *kauri_status_name(enum kauri_status status)
{
    switch (status) {
    case KAURI_OK:
        return "ok";
    case KAURI_WRONG:
        return "check failed";
    case KAURI_USAGE:
        return "usage";
    case KAURI_BAD_INPUT:
        return "bad input";
    case KAURI_MISSING:
        return "missing table";
    case KAURI_CORRUPT:
        return "corrupt table";
    case KAURI_RESOURCE:
        return "out of memory or disk";
    case KAURI_LOCKED:
        return "locked";
    case KAURI_INTERRUPTED:
        return "interrupted";
    case KAURI_INTERNAL:
        return "internal error";
    case KAURI_NOT_COVERED:
        return "not covered";
    case KAURI_NOT_CACHED:
        return "not cached";
    }
    return "unknown status";
}

// Room for most messages before they are shortened.
enum { WHOLE_BYTES = 4096 };

// Takes the next character of a text, as a message shows it. Returns its bytes.
static size_t take_character(const char **text, char shown[KAURI_SHOWN_BYTES])
{
    const struct kauri_character character = kauri_character_at(*text);
    size_t bytes = character.bytes;
    if (kauri_character_is_hidden(character)) {
        bytes = strlen(kauri_character_show(character, shown));
    } else {
        memcpy(shown, *text, bytes);
    }
    *text += character.bytes;
    return bytes;
}

// Copies the text into the message, on one line and without hidden characters, whatever a path or
// the message of a source contains. If it does not fit, its middle is left out: a message begins
// with what failed and ends with the reason, and the long part between them is a path.
static void put_message(struct kauri_error *error, const char *text)
{
    static const char gap[] = "...";
    const size_t capacity = sizeof error->message - 1;
    char shown[KAURI_SHOWN_BYTES];
    size_t length = 0;
    size_t left = 0;
    for (const char *at = text; *at != '\0';) {
        left += take_character(&at, shown);
    }
    const bool fits = left <= capacity;
    const size_t head = fits ? capacity : (capacity - strlen(gap)) / 2;
    for (const char *next = text; *next != '\0'; text = next) {
        const size_t bytes = take_character(&next, shown);
        if (length + bytes > head) {
            break;
        }
        memcpy(error->message + length, shown, bytes);
        length += bytes;
        left -= bytes;
    }
    if (!fits) {
        memcpy(error->message + length, gap, strlen(gap));
        length += strlen(gap);
    }
    while (length + left > capacity) {
        left -= take_character(&text, shown);
    }
    while (*text != '\0') {
        const size_t bytes = take_character(&text, shown);
        memcpy(error->message + length, shown, bytes);
        length += bytes;
    }
    error->message[length] = '\0';
}

// Puts the formatted message with the reason after it.
__attribute__((format(printf, 3, 0))) static void
put_formatted(struct kauri_error *error, const char *reason, const char *format, va_list arguments)
{
    char some[WHOLE_BYTES];
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    const size_t wanted = (length > 0 ? (size_t)length : 0) + strlen(reason) + 1;
    // The message may be longer than the buffer (a list of folders). Without memory for it, its end
    // is lost, but not the reason.
    char *more = wanted > sizeof some ? malloc(wanted) : NULL;
    char *whole = more != NULL ? more : some;
    const size_t capacity = more != NULL ? wanted : sizeof some;
    (void)vsnprintf(whole, capacity - strlen(reason), format, again);
    va_end(again);
    const size_t bytes = strlen(whole);
    (void)snprintf(whole + bytes, capacity - bytes, "%s", reason);
    put_message(error, whole);
    free(more);
}

enum kauri_status kauri_fail(struct kauri_error *error, enum kauri_status status,
                             const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        put_formatted(error, "", format, arguments);
        va_end(arguments);
        error->status = status;
    }
    return status;
}

enum kauri_status kauri_fail_errno(struct kauri_error *error, enum kauri_status status,
                                   const char *format, ...)
{
    if (error != NULL) {
        char reason[256];
        (void)snprintf(reason, sizeof reason, ": %s", strerror(errno));
        va_list arguments;
        va_start(arguments, format);
        put_formatted(error, reason, format, arguments);
        va_end(arguments);
        error->status = status;
    }
    return status;
}

void kauri_error_append(struct kauri_error *error, const char *text)
{
    if (error != NULL) {
        char whole[WHOLE_BYTES];
        const int length = (int)strnlen(error->message, sizeof error->message - 1);
        (void)snprintf(whole, sizeof whole, "%.*s%s", length, error->message, text);
        put_message(error, whole);
    }
}
