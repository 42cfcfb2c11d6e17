// Files that have a name of their own until they are complete: making them, and recognising those
// that a process which was killed has left.
//
// The name is "<name>.tmp-<16 hexadecimal digits>"; a long name is cut to leave room.
#ifndef KAURI_COMMON_TEMPORARY_FILE_H
#define KAURI_COMMON_TEMPORARY_FILE_H

#include "common/folder.h"

#include <limits.h>
#include <stdbool.h>

enum { KAURI_TEMPORARY_NAME_BYTES = NAME_MAX + 1 };

// Creates a temporary file for the file `name` of the folder. Returns its descriptor, open for
// writing, which the caller closes, or -1 with errno set.
int kauri_temporary_file_create(const struct kauri_folder *folder, const char *name,
                                char temporary[KAURI_TEMPORARY_NAME_BYTES]);

// Whether a file called `entry` is a temporary file made for the file `name` of the same folder.
// Thread-safe.
bool kauri_temporary_file_is(const char *entry, const char *name);

#endif
