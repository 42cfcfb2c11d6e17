#include "solver/storage/workfile.h"

#include "common/writeback.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct kauri_workfile {
    int descriptor;
    char *path;
};

static enum kauri_status open_with(const char *path, int flags, struct kauri_workfile **file,
                                   struct kauri_error *error)
{
    *file = NULL;
    struct kauri_workfile *opened = calloc(1, sizeof *opened);
    char *name = strdup(path);
    if (opened == NULL || name == NULL) {
        free(opened);
        free(name);
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", path);
    }
    opened->path = name;
    opened->descriptor = open(path, flags | O_RDWR | O_CLOEXEC, 0666);
    if (opened->descriptor < 0) {
        const enum kauri_status status = kauri_fail_errno(
            error, errno == ENOENT && !(flags & O_CREAT) ? KAURI_MISSING : KAURI_RESOURCE,
            "cannot open the work file %s", path);
        free(name);
        free(opened);
        return status;
    }
    *file = opened;
    return KAURI_OK;
}

enum kauri_status kauri_workfile_make(const char *path, struct kauri_workfile **file,
                                      struct kauri_error *error)
{
    return open_with(path, O_CREAT | O_TRUNC, file, error);
}

enum kauri_status kauri_workfile_open(const char *path, struct kauri_workfile **file,
                                      struct kauri_error *error)
{
    return open_with(path, 0, file, error);
}

enum kauri_status kauri_workfile_write(struct kauri_workfile *file, uint64_t offset,
                                       const void *bytes, size_t size, struct kauri_error *error)
{
    const char *from = bytes;
    while (size > 0) {
        const ssize_t put = pwrite(file->descriptor, from, size, (off_t)offset);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put <= 0) {
            errno = put == 0 ? ENOSPC : errno;
            return kauri_fail_errno(error, KAURI_RESOURCE, "cannot write the work file %s",
                                    file->path);
        }
        kauri_writeback_start(file->descriptor, offset, (uint64_t)put);
        from += put;
        offset += (uint64_t)put;
        size -= (size_t)put;
    }
    return KAURI_OK;
}

enum kauri_status kauri_workfile_read(const struct kauri_workfile *file, uint64_t offset,
                                      void *bytes, size_t size, struct kauri_error *error)
{
    char *to = bytes;
    while (size > 0) {
        const ssize_t got = pread(file->descriptor, to, size, (off_t)offset);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return kauri_fail_errno(error, KAURI_RESOURCE, "cannot read the work file %s",
                                    file->path);
        }
        if (got == 0) {
            return kauri_fail(error, KAURI_CORRUPT, "the work file %s is truncated at byte %llu",
                              file->path, (unsigned long long)offset);
        }
        to += got;
        offset += (uint64_t)got;
        size -= (size_t)got;
    }
    return KAURI_OK;
}

enum kauri_status kauri_workfile_sync(struct kauri_workfile *file, struct kauri_error *error)
{
    if (fdatasync(file->descriptor) != 0) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot sync the work file %s", file->path);
    }
    return KAURI_OK;
}

void kauri_workfile_remove(struct kauri_workfile *file)
{
    if (file != NULL) {
        (void)unlink(file->path);
        kauri_workfile_keep(file);
    }
}

void kauri_workfile_keep(struct kauri_workfile *file)
{
    if (file != NULL) {
        (void)close(file->descriptor);
        free(file->path);
        free(file);
    }
}
