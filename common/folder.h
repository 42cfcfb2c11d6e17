// Folders that are held open.
//
// A path is resolved once, when the folder is opened. Everything that is made, renamed or removed
// afterwards goes through the descriptor: somebody who replaces the folder, or a part of its path,
// by a symbolic link cannot divert it.
#ifndef KAURI_COMMON_FOLDER_H
#define KAURI_COMMON_FOLDER_H

#include "common/status.h"

// Opaque and constant once it is open: may be used by several threads at once.
struct kauri_folder;

// Makes the folder if it is not there (its parent must be). KAURI_RESOURCE on failure.
enum kauri_status kauri_folder_make(const char *path, struct kauri_error *error);

// Opens a folder. KAURI_RESOURCE when it is not there, is no folder, or may not be opened. The
// caller closes it.
enum kauri_status kauri_folder_open(const char *path, struct kauri_folder **folder,
                                    struct kauri_error *error);
// Opens the folder that holds, or is to hold, the file `path`; *name is the last part of `path` and
// points into it. KAURI_RESOURCE, with a message that the file cannot be written.
enum kauri_status kauri_folder_open_for(const char *path, struct kauri_folder **folder,
                                        const char **name, struct kauri_error *error);
// Accepts NULL.
void kauri_folder_close(struct kauri_folder *folder);

// For openat and its relatives; belongs to the folder.
int kauri_folder_descriptor(const struct kauri_folder *folder);

// The path of a file in the folder, for messages and for libraries that read by path. The caller
// frees it; NULL when out of memory.
char *kauri_folder_join(const struct kauri_folder *folder, const char *name);

// Removes a file of this name (never a folder; of a symbolic link, the link). No error if there is
// none or it cannot be removed.
void kauri_folder_unlink(const struct kauri_folder *folder, const char *name);

// Makes names that were added or renamed last through a power cut. KAURI_RESOURCE; `name` is the
// file that the message mentions.
enum kauri_status kauri_folder_sync(const struct kauri_folder *folder, const char *name,
                                    struct kauri_error *error);

#endif
