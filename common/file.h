// Files that are read, at any offset. Files that are written: common/output.h.
#ifndef KAURI_COMMON_FILE_H
#define KAURI_COMMON_FILE_H

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

// Opaque; reading may be done from several threads at once.
struct kauri_input;

// Opens an existing regular file. KAURI_MISSING if it is not there, KAURI_CORRUPT if it is a
// folder, pipe or device, KAURI_RESOURCE if it cannot be opened. The caller closes it.
enum kauri_status kauri_input_open(const char *path, struct kauri_input **input,
                                   struct kauri_error *error);
// Size in bytes at the time it was opened.
uint64_t kauri_input_size(const struct kauri_input *input);
const char *kauri_input_path(const struct kauri_input *input);
// Reads exactly `size` bytes at `offset`. KAURI_CORRUPT when the file ends before that,
// KAURI_RESOURCE when reading fails.
enum kauri_status kauri_input_read_at(const struct kauri_input *input, uint64_t offset, void *bytes,
                                      size_t size, struct kauri_error *error);
// Accepts NULL.
void kauri_input_close(struct kauri_input *input);

#endif
