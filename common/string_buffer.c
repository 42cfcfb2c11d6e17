#include "common/string_buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static bool make_room(struct kauri_string *string, size_t more)
{
    const size_t needed = string->length + more + 1;
    if (needed <= string->room) {
        return true;
    }
    const size_t room = needed < 128 ? 128 : 2 * needed;
    char *bytes = realloc(string->bytes, room);
    if (bytes == NULL) {
        return false;
    }
    string->bytes = bytes;
    string->room = room;
    return true;
}

// Formats into the room that is left, and again after making room if that was not enough.
void kauri_string_add(struct kauri_string *string, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    const size_t left = string->room - string->length;
    const int length = vsnprintf(string->bytes == NULL ? NULL : string->bytes + string->length,
                                 left, format, arguments);
    va_end(arguments);
    if (length < 0 || !make_room(string, (size_t)length)) {
        string->failed = true;
        if (string->bytes != NULL) {
            string->bytes[string->length] = '\0';
        }
    } else {
        if ((size_t)length >= left) {
            (void)vsnprintf(string->bytes + string->length, string->room - string->length, format,
                            again);
        }
        string->length += (size_t)length;
    }
    va_end(again);
}

const char *kauri_string_text(const struct kauri_string *string)
{
    return string->bytes == NULL ? "" : string->bytes;
}

enum kauri_status kauri_string_check(const struct kauri_string *string, struct kauri_error *error)
{
    return string->failed ? kauri_fail(error, KAURI_RESOURCE, "out of memory for a text")
                          : KAURI_OK;
}

void kauri_string_clear(struct kauri_string *string)
{
    free(string->bytes);
    *string = (struct kauri_string){.bytes = NULL};
}
