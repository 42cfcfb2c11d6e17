// Status codes and error messages of every library of the project.
//
// A function that can fail returns an enum kauri_status and takes, last, a struct kauri_error *
// (NULL is allowed) that receives one line saying what is wrong, where, and what to do about it.
// The numbers are pinned: they are the exit status of the kauri program and never change meaning.
#ifndef KAURI_COMMON_STATUS_H
#define KAURI_COMMON_STATUS_H

enum kauri_status {
    KAURI_OK = 0,          // done
    KAURI_WRONG = 1,       // a check ran and found something false (verify, check-proof)
    KAURI_USAGE = 2,       // an option or argument that cannot be used
    KAURI_BAD_INPUT = 3,   // a position, move or game record that cannot be read or is illegal
    KAURI_MISSING = 4,     // a table or file that is needed is not there
    KAURI_CORRUPT = 5,     // a table that is truncated, altered, foreign or of another shape
    KAURI_RESOURCE = 6,    // out of memory or disk, unwritable folder, failed input or output
    KAURI_LOCKED = 7,      // another run is using the folder
    KAURI_INTERRUPTED = 8, // stopped on request; finished work is kept
    KAURI_INTERNAL = 9,    // a defect in this program
};

#define KAURI_ERROR_MESSAGE_BYTES 512

// Owned by the caller; plain data, may be copied. Not shared between threads while in use.
struct kauri_error {
    enum kauri_status status;
    char message[KAURI_ERROR_MESSAGE_BYTES]; // one line, no newline at the end
};

// A word for the status ("ok", "usage", ...), static storage, never NULL.
const char *kauri_status_name(enum kauri_status status);

// Writes the message (printf format; cut to fit) and the status into *error when it is not NULL,
// and returns the status, so that `return kauri_fail(error, KAURI_MISSING, "...")` reads as one.
enum kauri_status kauri_fail(struct kauri_error *error, enum kauri_status status,
                             const char *format, ...) __attribute__((format(printf, 3, 4)));

// The same with strerror(errno) appended: "<message>: No space left on device".
enum kauri_status kauri_fail_errno(struct kauri_error *error, enum kauri_status status,
                                   const char *format, ...) __attribute__((format(printf, 3, 4)));

// Appends to the message of an error that has one, as far as it fits; does nothing for NULL.
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
