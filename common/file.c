#define _GNU_SOURCE // sync_file_range
#include "common/file.h"

#include "common/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct kauri_input {
    int descriptor;
    uint64_t size;
    char *path;
};

enum kauri_status kauri_input_open_as(const char *path, const char *name,
                                      struct kauri_input **input, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct stat facts;
    *input = NULL;
    struct kauri_input *opened = NULL;
    KAURI_PASS(KAURI_NEW(opened, 1, error, "%s", name));
    // O_NONBLOCK: if this is a pipe, do not wait for its writer; it is refused below.
    opened->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (opened->descriptor < 0) {
        KAURI_TRY(kauri_fail_errno(error, errno == ENOENT ? KAURI_MISSING : KAURI_RESOURCE,
                                   "cannot open %s", name));
    }
    if (fstat(opened->descriptor, &facts) != 0) {
        KAURI_TRY(kauri_fail_errno(error, KAURI_RESOURCE, "cannot read %s", name));
    }
    if (!S_ISREG(facts.st_mode)) {
        KAURI_TRY(kauri_fail(error, KAURI_CORRUPT, "%s is not a regular file", name));
    }
    opened->size = (uint64_t)facts.st_size;
    opened->path = strdup(name);
    if (opened->path == NULL) {
        KAURI_TRY(KAURI_OUT_OF_MEMORY(error, "%s", name));
    }
    *input = opened;
    opened = NULL;
cleanup:
    kauri_input_close(opened);
    return status;
}

enum kauri_status kauri_input_open(const char *path, struct kauri_input **input,
                                   struct kauri_error *error)
{
    return kauri_input_open_as(path, path, input, error);
}

uint64_t kauri_input_size(const struct kauri_input *input)
{
    return input->size;
}

const char *kauri_input_path(const struct kauri_input *input)
{
    return input->path;
}

enum kauri_status kauri_input_read_at(const struct kauri_input *input, uint64_t offset, void *bytes,
                                      size_t size, struct kauri_error *error)
{
    char *to = bytes;
    while (size > 0) {
        const ssize_t got = pread(input->descriptor, to, size, (off_t)offset);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return kauri_fail_errno(error, KAURI_RESOURCE, "cannot read %s", input->path);
        }
        if (got == 0) {
            return kauri_fail(error, KAURI_CORRUPT, "%s is truncated: it ends at byte %llu",
                              input->path, (unsigned long long)offset);
        }
        to += got;
        offset += (uint64_t)got;
        size -= (size_t)got;
    }
    return KAURI_OK;
}

enum kauri_status kauri_input_read_all(const struct kauri_input *input, char **text, size_t *size,
                                       struct kauri_error *error)
{
    *size = (size_t)input->size;
    KAURI_PASS(KAURI_NEW(*text, *size + 1, error, "%s", input->path));
    return kauri_input_read_at(input, 0, *text, *size, error);
}

void kauri_input_close(struct kauri_input *input)
{
    if (input == NULL) {
        return;
    }
    if (input->descriptor >= 0) {
        (void)close(input->descriptor);
    }
    free(input->path);
    free(input);
}

void kauri_writeback_start(int descriptor, uint64_t offset, uint64_t size)
{
#if defined __linux__
    (void)sync_file_range(descriptor, (off_t)offset, (off_t)size, SYNC_FILE_RANGE_WRITE);
#else
    (void)descriptor, (void)offset, (void)size;
#endif
}

void kauri_writeback_finish(int descriptor, uint64_t offset, uint64_t size)
{
#if defined __linux__
    (void)sync_file_range(descriptor, (off_t)offset, (off_t)size,
                          SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE |
                              SYNC_FILE_RANGE_WAIT_AFTER);
#else
    (void)descriptor, (void)offset, (void)size;
#endif
}

// -------------------------------------------------------------------------------- identity

bool kauri_file_identify(const char *path, struct kauri_file_identity *identity)
{
    struct stat facts;
    *identity = (struct kauri_file_identity){.number = 0};
    if (stat(path, &facts) != 0) {
        return false;
    }
    *identity = (struct kauri_file_identity){
        .device = (uint64_t)facts.st_dev,
        .number = (uint64_t)facts.st_ino,
        .bytes = (uint64_t)facts.st_size,
#ifdef __APPLE__
        .modified = {(int64_t)facts.st_mtime, 0},
        .changed = {(int64_t)facts.st_ctime, 0},
#else
        .modified = {(int64_t)facts.st_mtim.tv_sec, (int64_t)facts.st_mtim.tv_nsec},
        .changed = {(int64_t)facts.st_ctim.tv_sec, (int64_t)facts.st_ctim.tv_nsec},
#endif
    };
    return true;
}

bool kauri_file_is_same(const struct kauri_file_identity *a, const struct kauri_file_identity *b)
{
    return a->device == b->device && a->number == b->number && a->bytes == b->bytes &&
           a->modified[0] == b->modified[0] && a->modified[1] == b->modified[1] &&
           a->changed[0] == b->changed[0] && a->changed[1] == b->changed[1];
}
