// Work files: data that does not fit into memory, written and read at offsets while a layer is
// solved.
#ifndef KAURI_SOLVER_STORAGE_WORKFILE_H
#define KAURI_SOLVER_STORAGE_WORKFILE_H

#include "common/status.h"
#include "solver/storage/workplace.h"

#include <stddef.h>
#include <stdint.h>

// Opaque. Different parts may be read and written by several threads at once.
struct kauri_workfile;

// Makes an empty file. An existing file of this name is removed first, never written into.
// `place` must outlive the work file. KAURI_RESOURCE when it cannot be made.
enum kauri_status kauri_workfile_make(const struct kauri_workplace *place,
                                      enum kauri_work_file which, struct kauri_workfile **file,
                                      struct kauri_error *error);
// Opens a work file that an earlier run left. KAURI_MISSING when it is not there, KAURI_CORRUPT
// when it is a symbolic link, has a second name (a hard link), or is no regular file: writing would
// change something else. KAURI_RESOURCE.
enum kauri_status kauri_workfile_open(const struct kauri_workplace *place,
                                      enum kauri_work_file which, struct kauri_workfile **file,
                                      struct kauri_error *error);
// Size in bytes. KAURI_RESOURCE.
enum kauri_status kauri_workfile_size(const struct kauri_workfile *file, uint64_t *bytes,
                                      struct kauri_error *error);
// Path of the file, for messages.
const char *kauri_workfile_path(const struct kauri_workfile *file);
// Writes or reads exactly `size` bytes at `offset`. KAURI_RESOURCE when that fails (a full disk),
// KAURI_CORRUPT when the file ends before the last byte that is to be read.
enum kauri_status kauri_workfile_write(struct kauri_workfile *file, uint64_t offset,
                                       const void *bytes, size_t size, struct kauri_error *error);
enum kauri_status kauri_workfile_read(const struct kauri_workfile *file, uint64_t offset,
                                      void *bytes, size_t size, struct kauri_error *error);
// Returns when everything written so far is on the disk. KAURI_RESOURCE.
enum kauri_status kauri_workfile_sync(struct kauri_workfile *file, struct kauri_error *error);
// Closes and removes the file. Accepts NULL.
void kauri_workfile_remove(struct kauri_workfile *file);
// Closes the file and leaves it in place. Accepts NULL.
void kauri_workfile_keep(struct kauri_workfile *file);

#endif
