#include "db/lock.h"

#include "common/folder.h"
#include "common/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char name[] = "kauri.lock";

struct kauri_folder_lock {
    int descriptor;
};

// Opens the lock file; negative, with errno set, when that fails.
static int open_lock(const struct kauri_folder *folder)
{
    const int parent = kauri_folder_descriptor(folder);
    const int opened =
        openat(parent, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, (mode_t)0666);
    if (opened >= 0 || errno != EACCES) {
        return opened;
    }
    // The file belongs to another user, in a folder that both may write. Read access is enough for
    // flock on a local disk (not over NFS).
    const int readable = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (readable < 0) {
        errno = EACCES; // the real reason, not "no such file" from the second open
    }
    return readable;
}

enum kauri_status kauri_folder_lock(const char *folder, struct kauri_folder_lock **lock,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_folder *parent = NULL;
    char *path = NULL;
    struct stat facts;
    *lock = NULL;
    struct kauri_folder_lock *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "%s", folder));
    made->descriptor = -1;
    KAURI_TRY(kauri_folder_open(folder, &parent, error));
    path = kauri_folder_join(parent, name);
    if (path == NULL) {
        KAURI_TRY(KAURI_OUT_OF_MEMORY(error, "%s", folder));
    }
    made->descriptor = open_lock(parent);
    if (made->descriptor < 0) {
        status = errno == ELOOP
                     ? kauri_fail(error, KAURI_RESOURCE,
                                  "cannot write %s: it is a symbolic link; remove it", path)
                     : kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", path);
        goto cleanup;
    }
    if (fstat(made->descriptor, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        KAURI_TRY(
            kauri_fail(error, KAURI_RESOURCE, "cannot use %s: it is not a regular file", path));
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
    kauri_folder_close(parent);
    free(path);
    return status;
}

void kauri_folder_unlock(struct kauri_folder_lock *lock)
{
    if (lock == NULL) {
        return;
    }
    if (lock->descriptor >= 0) {
        (void)close(lock->descriptor);
    }
    free(lock);
}
