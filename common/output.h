// Writing files so that each is either complete or absent.
//
// The bytes go to a temporary file in the same folder, created with O_EXCL under a unique name,
// until commit renames it. A run that is killed leaves it behind; kauri_output_is_temporary
// recognizes it.
#ifndef KAURI_COMMON_OUTPUT_H
#define KAURI_COMMON_OUTPUT_H

#include "common/folder.h"
#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Opaque; used by one thread at a time.
struct kauri_output;

// Whether an existing regular file may be replaced.
enum kauri_output_mode { KAURI_OUTPUT_NEW, KAURI_OUTPUT_REPLACE };

// Finds out whether kauri_output_open would open `path`, to be called before the work that fills
// the file. Creates and changes nothing. Fails as kauri_output_open does.
enum kauri_status kauri_output_check(const char *path, enum kauri_output_mode mode,
                                     struct kauri_error *error);

// Starts to write a file that a person named, which may be
// - new, or a regular file to be replaced (KAURI_OUTPUT_REPLACE; KAURI_OUTPUT_NEW refuses it with
//   KAURI_USAGE);
// - a symbolic link to a regular file, which stands for that file: the link stays;
// - a pipe or a character device (/dev/null, /dev/stdout): written to directly and in order,
// without
//   a temporary file; a failure may leave a part of the text there.
// KAURI_RESOURCE for anything else (a folder, a socket, a block device, a link that leads nowhere)
// and when the file cannot be made.
enum kauri_status kauri_output_open(const char *path, enum kauri_output_mode mode,
                                    struct kauri_output **output, struct kauri_error *error);

// Starts to write the file `name` of a folder, for files that the program itself names. Commit
// replaces an existing file; a symbolic link is replaced itself. The folder must outlive the
// output. KAURI_RESOURCE.
enum kauri_status kauri_output_open_in(const struct kauri_folder *folder, const char *name,
                                       struct kauri_output **output, struct kauri_error *error);

// Appends bytes. KAURI_RESOURCE (a full disk).
enum kauri_status kauri_output_write(struct kauri_output *output, const void *bytes, size_t size,
                                     struct kauri_error *error);
// Overwrites bytes already written (for a header whose numbers are known last). KAURI_RESOURCE;
// KAURI_INTERNAL for a pipe or device.
enum kauri_status kauri_output_write_at(struct kauri_output *output, uint64_t offset,
                                        const void *bytes, size_t size, struct kauri_error *error);
// Bytes written so far.
uint64_t kauri_output_size(const struct kauri_output *output);

// Syncs the temporary file, gives it its name, syncs the folder, and frees the output whatever
// happens. KAURI_RESOURCE: the temporary file is removed and the old file, if there was one, is as
// it was (or, when only the folder could not be synced, is replaced already). KAURI_USAGE: with
// KAURI_OUTPUT_NEW, a file of that name has appeared in the meantime; the temporary file stays and
// the message names it, so that the work is not lost.
enum kauri_status kauri_output_commit(struct kauri_output *output, struct kauri_error *error);
// Removes the temporary file and frees the output. Accepts NULL.
void kauri_output_abandon(struct kauri_output *output);

// Whether a file called `entry` is a temporary file made for the file `name` of the same folder.
// Thread-safe.
bool kauri_output_is_temporary(const char *entry, const char *name);

#endif
