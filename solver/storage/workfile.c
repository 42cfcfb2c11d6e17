#include "solver/storage/workfile.h"

#include "common/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct kauri_workfile {
    int descriptor;
    const struct kauri_workplace *place;
    const char *name; // name in the workplace
    char *path;       // path for messages
};

// The flags are those of openat; links are never followed.
static enum kauri_status open_with(const struct kauri_workplace *place, enum kauri_work_file which,
                                   int flags, struct kauri_workfile **file,
                                   struct kauri_error *error)
{
    const char *name = place->files[which];
    *file = NULL;
    struct kauri_workfile *opened = calloc(1, sizeof *opened);
    char *path = kauri_folder_join(place->work, name);
    if (opened == NULL || path == NULL) {
        free(opened);
        free(path);
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", name);
    }
    opened->place = place;
    opened->name = name;
    opened->path = path;
    // O_NONBLOCK: a pipe of this name is refused later instead of waited for.
    opened->descriptor = openat(kauri_folder_descriptor(place->work), name,
                                flags | O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, (mode_t)0666);
    if (opened->descriptor < 0) {
        const enum kauri_status status = errno == ELOOP                          ? KAURI_CORRUPT
                                         : errno == ENOENT && !(flags & O_CREAT) ? KAURI_MISSING
                                                                                 : KAURI_RESOURCE;
        (void)kauri_fail_errno(error, status, "cannot open the work file %s", path);
        free(path);
        free(opened);
        return status;
    }
    *file = opened;
    return KAURI_OK;
}

enum kauri_status kauri_workfile_make(const struct kauri_workplace *place,
                                      enum kauri_work_file which, struct kauri_workfile **file,
                                      struct kauri_error *error)
{
    kauri_folder_unlink(place->work, place->files[which]);
    return open_with(place, which, O_CREAT | O_EXCL, file, error);
}

enum kauri_status kauri_workfile_open(const struct kauri_workplace *place,
                                      enum kauri_work_file which, struct kauri_workfile **file,
                                      struct kauri_error *error)
{
    struct stat facts;
    struct kauri_workfile *opened = NULL;
    *file = NULL;
    enum kauri_status status = open_with(place, which, 0, &opened, error);
    if (opened == NULL) {
        return status;
    }
    if (fstat(opened->descriptor, &facts) != 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot look at the work file %s",
                                  opened->path);
    } else if (!S_ISREG(facts.st_mode) || facts.st_nlink != 1) {
        status =
            kauri_fail(error, KAURI_CORRUPT,
                       "the work file %s is not a regular file with a single name", opened->path);
    }
    if (status != KAURI_OK) {
        kauri_workfile_keep(opened);
        return status;
    }
    *file = opened;
    return KAURI_OK;
}

enum kauri_status kauri_workfile_size(const struct kauri_workfile *file, uint64_t *bytes,
                                      struct kauri_error *error)
{
    struct stat facts;
    if (fstat(file->descriptor, &facts) != 0) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot look at the work file %s",
                                file->path);
    }
    *bytes = (uint64_t)facts.st_size;
    return KAURI_OK;
}

const char *kauri_workfile_path(const struct kauri_workfile *file)
{
    return file->path;
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
        kauri_folder_unlink(file->place->work, file->name);
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
