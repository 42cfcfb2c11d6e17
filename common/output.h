// Writing files so that each is either complete or absent.
//
// The bytes go to a temporary file in the same folder, created with O_EXCL under a unique name,
// until commit renames it. A process that is killed leaves the temporary file behind
// (common/folder.h).
#ifndef KAURI_COMMON_OUTPUT_H
#define KAURI_COMMON_OUTPUT_H

#include "common/folder.h"
#include "common/status.h"
#include "common/string_buffer.h"

#include <stddef.h>
#include <stdint.h>

// KAURI_OUTPUT_REPLACE may replace an existing regular file; KAURI_OUTPUT_NEW refuses to.
enum kauri_output_mode { KAURI_OUTPUT_NEW, KAURI_OUTPUT_REPLACE };

// Opaque; used by one thread at a time.
struct kauri_output;

// Starts writing a file that a user named. The caller commits or abandons the output. `path` may be
// - new, or a regular file to be replaced (KAURI_OUTPUT_REPLACE; KAURI_OUTPUT_NEW refuses it with
//   KAURI_USAGE);
// - a symbolic link to a regular file, which stands for that file: the link stays;
// - a pipe or a character device (/dev/null, /dev/stdout): written to directly and in order; a
//   failure may leave a part of the text there.
// KAURI_RESOURCE for anything else (a folder, a socket, a block device, a dangling link) and if the
// file cannot be created.
enum kauri_status kauri_output_open(const char *path, enum kauri_output_mode mode,
                                    struct kauri_output **output, struct kauri_error *error);

// Starts writing the file `name` of a folder, for files that the program itself names. Commit
// replaces an existing file, and a symbolic link rather than its target. The folder must outlive
// the output. Errors: KAURI_RESOURCE.
enum kauri_status kauri_output_open_in(const struct kauri_folder *folder, const char *name,
                                       struct kauri_output **output, struct kauri_error *error);

// Appends bytes. Errors: KAURI_RESOURCE (such as a full disk).
enum kauri_status kauri_output_write(struct kauri_output *output, const void *bytes, size_t size,
                                     struct kauri_error *error);
// Overwrites bytes that were written before, such as a header whose numbers are known last. Errors:
// KAURI_RESOURCE; KAURI_INTERNAL for a pipe or device.
enum kauri_status kauri_output_write_at(struct kauri_output *output, uint64_t offset,
                                        const void *bytes, size_t size, struct kauri_error *error);
// Bytes written so far.
uint64_t kauri_output_size(const struct kauri_output *output);

// Syncs the temporary file, renames it, and syncs the folder. Frees the output, also on failure.
// KAURI_RESOURCE: the temporary file has been removed and an existing file is unchanged (if only
// the sync of the folder failed, it has been replaced already). KAURI_USAGE: with KAURI_OUTPUT_NEW,
// a file of that name has appeared in the meantime; the temporary file is kept and the message
// names it, so that the work is not lost.
enum kauri_status kauri_output_commit(struct kauri_output *output, struct kauri_error *error);
// Writes a text as the rest of the file, and commits it. Frees the output, also on failure.
// KAURI_RESOURCE: as kauri_output_commit, or memory ran out while the text was put together.
enum kauri_status kauri_output_write_text(struct kauri_output *output,
                                          const struct kauri_string *text,
                                          struct kauri_error *error);
// Removes the temporary file and frees the output. Accepts NULL.
void kauri_output_abandon(struct kauri_output *output);

// Checks whether kauri_output_open would succeed, before the work that produces the file begins.
// Creates and changes nothing. Errors: those of kauri_output_open.
enum kauri_status kauri_output_check(const char *path, enum kauri_output_mode mode,
                                     struct kauri_error *error);

#endif
