// Reporting failures.
//
// A function that can fail returns an enum kauri_status and takes, last, a struct kauri_error *
// (NULL is allowed) that receives one line: what is wrong, where, and what to do about it. Both
// types are public: see kauri/kauri.h.
#ifndef KAURI_COMMON_STATUS_H
#define KAURI_COMMON_STATUS_H

#include "kauri/kauri.h"

// Writes the message (printf format) and the status into *error when it is not NULL, and returns
// the status, so that `return kauri_fail(error, KAURI_MISSING, "...")` reads as one. A message that
// is too long keeps its beginning and its end: a long path in it loses its middle.
enum kauri_status kauri_fail(struct kauri_error *error, enum kauri_status status,
                             const char *format, ...) __attribute__((format(printf, 3, 4)));

// The same with strerror(errno) appended: "<message>: No space left on device".
enum kauri_status kauri_fail_errno(struct kauri_error *error, enum kauri_status status,
                                   const char *format, ...) __attribute__((format(printf, 3, 4)));

// Appends to the message of an error that has one, shortened as above; does nothing for NULL.
void kauri_error_append(struct kauri_error *error, const char *text);

// Leaves the calling function through its label `cleanup` when the call failed. The function has a
// variable `status` that it returns after `cleanup`.
#define KAURI_TRY(call)                                                                            \
    do {                                                                                           \
        status = (call);                                                                           \
        if (status != KAURI_OK) {                                                                  \
            goto cleanup;                                                                          \
        }                                                                                          \
    } while (0)

#endif
