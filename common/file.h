// Files that are read, at any offset; the identity of a file; and early writeback of files that
// grow. For files that are written, see common/output.h.
#ifndef KAURI_COMMON_FILE_H
#define KAURI_COMMON_FILE_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// An open file. Several threads may read from it at once.
struct kauri_input;

// Opens an existing regular file; the caller closes it. Errors: KAURI_MISSING if it does not exist,
// KAURI_CORRUPT if it is a folder, pipe or device, KAURI_RESOURCE if it cannot be opened.
enum kauri_status kauri_input_open(const char *path, struct kauri_input **input,
                                   struct kauri_error *error);
// As kauri_input_open, for a file that messages call `name`.
enum kauri_status kauri_input_open_as(const char *path, const char *name,
                                      struct kauri_input **input, struct kauri_error *error);
// Size in bytes at the time the file was opened; the path, or its other name, owned by *input.
uint64_t kauri_input_size(const struct kauri_input *input);
const char *kauri_input_path(const struct kauri_input *input);
// Reads exactly `size` bytes at `offset`. Errors: KAURI_CORRUPT if the file ends before that,
// KAURI_RESOURCE if reading fails.
enum kauri_status kauri_input_read_at(const struct kauri_input *input, uint64_t offset, void *bytes,
                                      size_t size, struct kauri_error *error);
// Reads the whole file into *text, with a NUL after its last byte, which the caller frees also
// after a failure.
enum kauri_status kauri_input_read_all(const struct kauri_input *input, char **text, size_t *size,
                                       struct kauri_error *error);
// Accepts NULL.
void kauri_input_close(struct kauri_input *input);

// -------------------------------------------------------------------------------- identity

// Identifies the content of a file without reading it: changing or replacing the file changes the
// identity.
struct kauri_file_identity {
    uint64_t device, number, bytes;
    // Times of the last changes of content and state: seconds and nanoseconds.
    int64_t modified[2], changed[2];
};

// Takes the identity of a file; returns false, and zeros, if there is none. Thread-safe.
bool kauri_file_identify(const char *path, struct kauri_file_identity *identity);
bool kauri_file_is_same(const struct kauri_file_identity *a, const struct kauri_file_identity *b);

// ------------------------------------------------------------------------------- writeback

// fsync cannot be interrupted: with gigabytes still in the page cache it would delay a run that has
// been asked to stop by many seconds. So the system is asked to write early.

// Asks the system to start writing bytes [offset, offset + size) of a file to the disk. Only a
// hint: durability needs fsync. Does nothing on systems that do not support it. Thread-safe.
void kauri_writeback_start(int descriptor, uint64_t offset, uint64_t size);
// Writes these bytes to the disk, and returns when that is done.
void kauri_writeback_finish(int descriptor, uint64_t offset, uint64_t size);

#endif
