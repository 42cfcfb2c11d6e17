// One writing run a folder.
#ifndef KAURI_DB_LOCK_H
#define KAURI_DB_LOCK_H

#include "common/status.h"

struct kauri_folder_lock;

// Locks "<folder>/kauri.lock" (made when it is not there, and left there). KAURI_LOCKED at once
// when another run, or this one, holds it; KAURI_RESOURCE when it cannot be made. The kernel frees
// the lock when the process dies, however it dies.
enum kauri_status kauri_folder_lock(const char *folder, struct kauri_folder_lock **lock,
                                    struct kauri_error *error);
// Accepts NULL.
void kauri_folder_unlock(struct kauri_folder_lock *lock);

#endif
