// Work files: what does not fit into memory, read and written at offsets while a run lasts.
#ifndef KAURI_SOLVER_STORAGE_WORKFILE_H
#define KAURI_SOLVER_STORAGE_WORKFILE_H

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

// Opaque. Reading and writing different parts may be done from several threads at once.
struct kauri_workfile;

// Makes an empty file, whatever is there under this name. KAURI_RESOURCE when it cannot be made.
enum kauri_status kauri_workfile_make(const char *path, struct kauri_workfile **file,
                                      struct kauri_error *error);
// Opens one that a former run left. KAURI_MISSING when it is not there, KAURI_RESOURCE.
enum kauri_status kauri_workfile_open(const char *path, struct kauri_workfile **file,
                                      struct kauri_error *error);
// Writes or reads exactly `size` bytes at `offset`. KAURI_RESOURCE when that fails (a full disk),
// KAURI_CORRUPT when the file ends before.
enum kauri_status kauri_workfile_write(struct kauri_workfile *file, uint64_t offset,
                                       const void *bytes, size_t size, struct kauri_error *error);
enum kauri_status kauri_workfile_read(const struct kauri_workfile *file, uint64_t offset,
                                      void *bytes, size_t size, struct kauri_error *error);
// What was written is on the disk afterwards. KAURI_RESOURCE.
enum kauri_status kauri_workfile_sync(struct kauri_workfile *file, struct kauri_error *error);
// Closes and removes the file. Accepts NULL.
void kauri_workfile_remove(struct kauri_workfile *file);
// Closes it and leaves it there. Accepts NULL.
void kauri_workfile_keep(struct kauri_workfile *file);

#endif
