// Folders that are held open, and files in them that have a temporary name until they are complete.
//
// A path is resolved once, when the folder is opened. Everything that is created, renamed or
// removed afterwards goes through the descriptor, so replacing the folder or a part of its path by
// a symbolic link cannot divert it.
#ifndef KAURI_COMMON_FOLDER_H
#define KAURI_COMMON_FOLDER_H

#include "common/status.h"

#include <limits.h>
#include <stdbool.h>

// An open folder. It does not change, so several threads may use it at once.
struct kauri_folder;

// Creates the folder if it does not exist; its parent must exist. Errors: KAURI_RESOURCE.
enum kauri_status kauri_folder_make(const char *path, struct kauri_error *error);

// Opens a folder; the caller closes it. Errors: KAURI_RESOURCE if it does not exist, is not a
// folder, or cannot be opened.
enum kauri_status kauri_folder_open(const char *path, struct kauri_folder **folder,
                                    struct kauri_error *error);
// Checks that there is a folder that can be opened. Errors: KAURI_MISSING if there is no folder of
// this path, KAURI_RESOURCE if there may be one that cannot be opened.
enum kauri_status kauri_folder_check(const char *path, struct kauri_error *error);

// Returns whether the path leads to a folder, even one that cannot be opened.
bool kauri_folder_is(const char *path);

// Opens the folder that contains, or will contain, the file `path`; *name is the last component of
// `path` and points into it. Errors: KAURI_RESOURCE, with the message that the file cannot be
// written.
enum kauri_status kauri_folder_open_for(const char *path, struct kauri_folder **folder,
                                        const char **name, struct kauri_error *error);
// The last component of a path, which points into it: all of it if it has one component only.
const char *kauri_path_name(const char *path);
// Accepts NULL.
void kauri_folder_close(struct kauri_folder *folder);

// The descriptor, for openat and related calls. Owned by the folder.
int kauri_folder_descriptor(const struct kauri_folder *folder);

// The path of a file in the folder, for messages and for libraries that read by path. The caller
// frees it; NULL when out of memory.
char *kauri_folder_join(const struct kauri_folder *folder, const char *name);

// Removes the file of this name: never a folder, and if it is a symbolic link, the link itself.
// Ignores errors.
void kauri_folder_unlink(const struct kauri_folder *folder, const char *name);

// Calls body(context, entry) for the name of every entry of the folder, which it may remove.
// KAURI_RESOURCE: the folder could not be read to its end, so that entries may have been left out.
// Only a caller that removes files which do no harm may ignore that.
typedef void kauri_folder_body(void *context, const char *entry);
enum kauri_status kauri_folder_each(const struct kauri_folder *folder, kauri_folder_body *body,
                                    void *context, struct kauri_error *error);

// Syncs the folder, so that files created or renamed in it survive a power failure. Errors:
// KAURI_RESOURCE; `name` is the file that the message mentions.
enum kauri_status kauri_folder_sync(const struct kauri_folder *folder, const char *name,
                                    struct kauri_error *error);

// ------------------------------------------------------------------------------- temporary files

// Files that have a temporary name until they are complete: making them, and recognising those that
// a process which was killed has left. The name is "<name>.tmp-<16 hexadecimal digits>"; a long
// name is cut to leave room.

enum { KAURI_TEMPORARY_NAME_BYTES = NAME_MAX + 1 };

// Creates a temporary file for the file `name` of the folder. Returns its descriptor, open for
// writing, which the caller closes, or -1 with errno set.
int kauri_temporary_file_create(const struct kauri_folder *folder, const char *name,
                                char temporary[KAURI_TEMPORARY_NAME_BYTES]);

// Returns true if `entry` is the name of a temporary file for the file `name` of the same folder.
// Thread-safe.
bool kauri_temporary_file_is(const char *entry, const char *name);

#endif
