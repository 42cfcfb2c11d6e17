// Advisory lock: at most one writer per table directory.
#ifndef KAURI_DB_LOCK_H
#define KAURI_DB_LOCK_H

#include "common/status.h"

struct kauri_folder_lock;

// Locks "<folder>/kauri.lock" with flock. The file is made if it is not there and is never removed,
// since removing it could let two runs in. Does not wait: KAURI_LOCKED when another run, or this
// one, holds the lock. KAURI_RESOURCE when the file cannot be made (as in a folder that is only
// readable) or is a symbolic link or no regular file. The kernel releases the lock when the process
// ends, however it ends. The caller unlocks.
enum kauri_status kauri_folder_lock(const char *folder, struct kauri_folder_lock **lock,
                                    struct kauri_error *error);
// Accepts NULL.
void kauri_folder_unlock(struct kauri_folder_lock *lock);

#endif
