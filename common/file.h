// Files: reading at an offset, and writing so that a file is either whole or not there.
#ifndef KAURI_COMMON_FILE_H
#define KAURI_COMMON_FILE_H

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

// Opaque; each is used by one thread at a time except where said.
struct kauri_input;
struct kauri_output;

// Opens an existing file for reading. KAURI_MISSING if it is not there, KAURI_CORRUPT if it is a
// folder, pipe or device, KAURI_RESOURCE if it cannot be opened. The caller closes it.
enum kauri_status kauri_input_open(const char *path, struct kauri_input **input,
                                   struct kauri_error *error);
// Size in bytes when it was opened.
uint64_t kauri_input_size(const struct kauri_input *input);
const char *kauri_input_path(const struct kauri_input *input);
// Reads exactly `size` bytes at `offset`. KAURI_CORRUPT when the file ends before, KAURI_RESOURCE
// when reading fails. May be called from several threads at once.
enum kauri_status kauri_input_read_at(const struct kauri_input *input, uint64_t offset, void *bytes,
                                      size_t size, struct kauri_error *error);
// Accepts NULL.
void kauri_input_close(struct kauri_input *input);

// Starts to write `path`: the bytes go to "<path>.tmp" until commit. KAURI_RESOURCE on failure.
enum kauri_status kauri_output_open(const char *path, struct kauri_output **output,
                                    struct kauri_error *error);
enum kauri_status kauri_output_write(struct kauri_output *output, const void *bytes, size_t size,
                                     struct kauri_error *error);
// Overwrites bytes already written (for a header whose numbers are known last).
enum kauri_status kauri_output_write_at(struct kauri_output *output, uint64_t offset,
                                        const void *bytes, size_t size, struct kauri_error *error);
// Bytes written so far.
uint64_t kauri_output_size(const struct kauri_output *output);
// Syncs the temporary file, renames it to `path`, syncs the folder, and frees the output. On
// failure the temporary file is removed, `path` is as it was (or, when only the folder could not be
// synced, is the new file already), and the output is freed as well.
enum kauri_status kauri_output_commit(struct kauri_output *output, struct kauri_error *error);
// Removes the temporary file and frees the output. Accepts NULL.
void kauri_output_abandon(struct kauri_output *output);

// Makes the folder if it is not there (its parent must be). KAURI_RESOURCE on failure.
enum kauri_status kauri_folder_make(const char *path, struct kauri_error *error);

#endif
