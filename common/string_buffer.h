// Text that grows while it is put together.
#ifndef KAURI_COMMON_STRING_BUFFER_H
#define KAURI_COMMON_STRING_BUFFER_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>

// Owned by the caller; starts zeroed. Running out of memory is remembered, so that it is enough to
// ask once at the end. Used by one thread at a time.
struct kauri_string {
    char *bytes; // NUL-terminated; NULL while empty
    size_t length;
    size_t room;
    bool failed; // something could not be added
};

// Adds formatted text (printf format).
void kauri_string_add(struct kauri_string *string, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The text so far, "" when there is none. Valid until the next change.
const char *kauri_string_text(const struct kauri_string *string);

// KAURI_RESOURCE when something could not be added.
enum kauri_status kauri_string_check(const struct kauri_string *string, struct kauri_error *error);

// Frees the text and leaves the string empty. Safe on a zeroed one.
void kauri_string_clear(struct kauri_string *string);

#endif
