#include "db/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

struct kauri_folder_lock {
    int descriptor;
};

enum kauri_status kauri_folder_lock(const char *folder, struct kauri_folder_lock **lock,
                                    struct kauri_error *error)
{
    static const char name[] = "/kauri.lock";
    enum kauri_status status = KAURI_OK;
    *lock = NULL;
    const size_t path_bytes = strlen(folder) + sizeof name;
    char *path = malloc(path_bytes);
    struct kauri_folder_lock *made = calloc(1, sizeof *made);
    if (path == NULL || made == NULL) {
        free(path);
        free(made);
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
    }
    (void)snprintf(path, path_bytes, "%s%s", folder, name);
    made->descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (made->descriptor < 0 && errno == EACCES) {
        // Left by another user in a folder that both may write; reading is enough for flock on a
        // disk of this machine (not over NFS).
        made->descriptor = open(path, O_RDONLY | O_CLOEXEC);
    }
    if (made->descriptor < 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", path);
        goto cleanup;
    }
    int locked = flock(made->descriptor, LOCK_EX | LOCK_NB);
    while (locked != 0 && errno == EINTR) {
        locked = flock(made->descriptor, LOCK_EX | LOCK_NB);
    }
    if (locked != 0) {
        status = errno == EWOULDBLOCK
                     ? kauri_fail(error, KAURI_LOCKED, "%s is in use by another run", folder)
                     : kauri_fail_errno(error, KAURI_RESOURCE, "cannot lock %s", path);
        goto cleanup;
    }
    *lock = made;
    made = NULL;
cleanup:
    kauri_folder_unlock(made);
    free(path);
    return status;
}

void kauri_folder_unlock(struct kauri_folder_lock *lock)
{
    if (lock == NULL) {
        return;
    }
    if (lock->descriptor >= 0) {
        (void)close(lock->descriptor); // the file stays: removing it would let two runs in
    }
    free(lock);
}
