#include "common/status.h"

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

static bool continues_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80; // of UTF-8
}

// Keeps a message on one line, whatever a path or the message of a source contains.
static void replace_control_characters(char *message)
{
    for (char *at = message; *at != '\0'; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f) {
            *at = '?';
        }
    }
}

// Copies the text into the message. If it does not fit, its middle is left out: a message begins
// with what failed and ends with the reason, and the long part between them is a path.
static void put_message(struct kauri_error *error, const char *text)
{
    static const char gap[] = "...";
    const size_t room = sizeof error->message - 1;
    const size_t length = strlen(text);
    if (length <= room) {
        memcpy(error->message, text, length + 1);
        replace_control_characters(error->message);
        return;
    }
    size_t head = (room - strlen(gap)) / 2;
    const char *tail = text + length - (room - strlen(gap) - head);
    while (head > 0 && continues_character(text[head])) {
        head--;
    }
    while (continues_character(*tail)) {
        tail++;
    }
    memcpy(error->message, text, head);
    memcpy(error->message + head, gap, strlen(gap));
    memcpy(error->message + head + strlen(gap), tail, strlen(tail) + 1);
    replace_control_characters(error->message);
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
    const size_t room = more != NULL ? wanted : sizeof some;
    (void)vsnprintf(whole, room - strlen(reason), format, again);
    va_end(again);
    const size_t bytes = strlen(whole);
    (void)snprintf(whole + bytes, room - bytes, "%s", reason);
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
