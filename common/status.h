// Reporting failures.
//
// A function that can fail returns an enum kauri_status and takes, last, a struct kauri_error *
// (NULL is allowed) that receives a message of one line: what is wrong, and where. Both types are
// public (kauri/kauri.h).
#ifndef KAURI_COMMON_STATUS_H
#define KAURI_COMMON_STATUS_H

#include "kauri/kauri.h"

// Writes the message (printf format) and the status into *error when it is not NULL, and returns
// the status, for `return kauri_fail(error, KAURI_MISSING, "...");`. A message that is too long
// loses its middle, which is usually part of a path.
enum kauri_status kauri_fail(struct kauri_error *error, enum kauri_status status,
                             const char *format, ...) __attribute__((format(printf, 3, 4)));

// As kauri_fail, with strerror(errno) appended: "<message>: No space left on device".
enum kauri_status kauri_fail_errno(struct kauri_error *error, enum kauri_status status,
                                   const char *format, ...) __attribute__((format(printf, 3, 4)));

// Appends to the message of an error that has one, shortened as above; does nothing for NULL.
void kauri_error_append(struct kauri_error *error, const char *text);

// If the call fails, jumps to the label `cleanup` of the calling function, which must have a
// variable `status` and return it after `cleanup`.
#define KAURI_TRY(call)                                                                            \
    do {                                                                                           \
        status = (call);                                                                           \
        if (status != KAURI_OK) {                                                                  \
            goto cleanup;                                                                          \
        }                                                                                          \
    } while (0)

// If the call fails, returns its status from the calling function, which must have nothing to clean
// up.
#define KAURI_PASS(call)                                                                           \
    do {                                                                                           \
        const enum kauri_status passed = (call);                                                   \
        if (passed != KAURI_OK) {                                                                  \
            return passed;                                                                         \
        }                                                                                          \
    } while (0)

#endif
