#include "common/status.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
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

enum kauri_status kauri_fail(struct kauri_error *error, enum kauri_status status,
                             const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        error->status = status;
        (void)vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return status;
}

enum kauri_status kauri_fail_errno(struct kauri_error *error, enum kauri_status status,
                                   const char *format, ...)
{
    const int saved = errno;
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        error->status = status;
        const int written = vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
        if (written >= 0 && (size_t)written < sizeof error->message) {
            (void)snprintf(error->message + written, sizeof error->message - (size_t)written,
                           ": %s", strerror(saved));
        }
    }
    return status;
}

void kauri_error_append(struct kauri_error *error, const char *text)
{
    if (error != NULL) {
        const size_t length = strnlen(error->message, sizeof error->message - 1);
        (void)snprintf(error->message + length, sizeof error->message - length, "%s", text);
    }
}
