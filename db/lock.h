// Advisory lock: at most one writer per table directory.
#ifndef KAURI_DB_LOCK_H
#define KAURI_DB_LOCK_H

#include "common/status.h"

struct kauri_folder_lock;

// Locks "<folder>/kauri.lock" with flock. The file is created if it does not exist. It is never
// removed, because removing it could let two runs in. Does not wait: KAURI_LOCKED if another run,
// or this one, holds the lock. KAURI_RESOURCE if the file cannot be created (as in a read-only
// folder), or is a symbolic link or not a regular file. The caller unlocks; the kernel releases the
// lock when the process ends, however it ends.
enum kauri_status kauri_folder_lock(const char *folder, struct kauri_folder_lock **lock,
                                    struct kauri_error *error);
// Releases the lock. Accepts NULL.
void kauri_folder_unlock(struct kauri_folder_lock *lock);

#endif
