#include "common/file.h"

#include "common/writeback.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// That a file grows by before the system is asked to write it to the disk.
#define PIECE_BYTES (64ULL << 20)

struct kauri_input {
    int descriptor;
    uint64_t size;
    char *path;
};

struct kauri_output {
    int descriptor;
    uint64_t size;
    uint64_t sent;   // bytes that the system was asked to write to the disk already
    char *path;      // the final name
    char *temporary; // the name while it is written
    bool created;    // the temporary file is there and is ours
};

static char *join(const char *first, const char *second)
{
    const size_t bytes = strlen(first) + strlen(second) + 1;
    char *text = malloc(bytes);
    if (text != NULL) {
        (void)snprintf(text, bytes, "%s%s", first, second);
    }
    return text;
}

enum kauri_status kauri_input_open(const char *path, struct kauri_input **input,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct stat facts;
    *input = NULL;
    struct kauri_input *opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", path);
    }
    // O_NONBLOCK: a pipe of this name is refused below instead of waited for.
    opened->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (opened->descriptor < 0) {
        status = kauri_fail_errno(error, errno == ENOENT ? KAURI_MISSING : KAURI_RESOURCE,
                                  "cannot open %s", path);
        goto cleanup;
    }
    if (fstat(opened->descriptor, &facts) != 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot read %s", path);
        goto cleanup;
    }
    if (!S_ISREG(facts.st_mode)) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s is not a regular file", path);
        goto cleanup;
    }
    opened->size = (uint64_t)facts.st_size;
    opened->path = join(path, "");
    if (opened->path == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", path);
        goto cleanup;
    }
    *input = opened;
    opened = NULL;
cleanup:
    kauri_input_close(opened);
    return status;
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

enum kauri_status kauri_output_open(const char *path, struct kauri_output **output,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *output = NULL;
    struct kauri_output *opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", path);
    }
    opened->descriptor = -1;
    opened->path = join(path, "");
    opened->temporary = join(path, ".tmp");
    if (opened->path == NULL || opened->temporary == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", path);
        goto cleanup;
    }
    opened->descriptor = open(opened->temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (opened->descriptor < 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", opened->temporary);
        goto cleanup;
    }
    opened->created = true;
    *output = opened;
    opened = NULL;
cleanup:
    kauri_output_abandon(opened);
    return status;
}

static enum kauri_status write_all(struct kauri_output *output, uint64_t offset, const void *bytes,
                                   size_t size, struct kauri_error *error)
{
    const char *from = bytes;
    while (size > 0) {
        const ssize_t written = pwrite(output->descriptor, from, size, (off_t)offset);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            errno = written == 0 ? ENOSPC : errno;
            return kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", output->path);
        }
        from += written;
        offset += (uint64_t)written;
        size -= (size_t)written;
    }
    return KAURI_OK;
}

// Keeps at most two pieces from the disk, one of which is on its way.
static void send_on(struct kauri_output *output)
{
    while (output->size - output->sent >= PIECE_BYTES) {
        kauri_writeback_start(output->descriptor, output->sent, PIECE_BYTES);
        if (output->sent >= PIECE_BYTES) {
            kauri_writeback_finish(output->descriptor, output->sent - PIECE_BYTES, PIECE_BYTES);
        }
        output->sent += PIECE_BYTES;
    }
}

enum kauri_status kauri_output_write(struct kauri_output *output, const void *bytes, size_t size,
                                     struct kauri_error *error)
{
    const enum kauri_status status = write_all(output, output->size, bytes, size, error);
    if (status == KAURI_OK) {
        output->size += size;
        send_on(output);
    }
    return status;
}

enum kauri_status kauri_output_write_at(struct kauri_output *output, uint64_t offset,
                                        const void *bytes, size_t size, struct kauri_error *error)
{
    return write_all(output, offset, bytes, size, error);
}

uint64_t kauri_output_size(const struct kauri_output *output)
{
    return output->size;
}

// A rename lasts through a power cut only when the folder is synced too.
static enum kauri_status sync_folder_of(const char *path, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char *folder = join(path, "");
    int descriptor = -1;
    if (folder == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", path);
    }
    char *slash = strrchr(folder, '/');
    if (slash != NULL) {
        slash[slash == folder ? 1 : 0] = '\0';
    }
    descriptor = open(slash == NULL ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    // Some file systems refuse to sync a folder (EINVAL); the rename is then as safe as it gets.
    if (descriptor < 0 || (fsync(descriptor) != 0 && errno != EINVAL)) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot sync the folder of %s", path);
    }
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    free(folder);
    return status;
}

enum kauri_status kauri_output_commit(struct kauri_output *output, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    if (fsync(output->descriptor) != 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot sync %s", output->temporary);
        goto cleanup;
    }
    if (close(output->descriptor) != 0) {
        output->descriptor = -1;
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", output->temporary);
        goto cleanup;
    }
    output->descriptor = -1;
    if (rename(output->temporary, output->path) != 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot rename %s to %s",
                                  output->temporary, output->path);
        goto cleanup;
    }
    output->created = false; // there is no temporary file any more
    KAURI_TRY(sync_folder_of(output->path, error));
    free(output->temporary);
    free(output->path);
    free(output);
    return KAURI_OK;
cleanup:
    kauri_output_abandon(output);
    return status;
}

void kauri_output_abandon(struct kauri_output *output)
{
    if (output == NULL) {
        return;
    }
    if (output->descriptor >= 0) {
        (void)close(output->descriptor);
    }
    if (output->created) {
        (void)unlink(output->temporary);
    }
    free(output->temporary);
    free(output->path);
    free(output);
}

enum kauri_status kauri_folder_make(const char *path, struct kauri_error *error)
{
    struct stat facts;
    if (mkdir(path, 0777) == 0) {
        return KAURI_OK;
    }
    if (errno == EEXIST && stat(path, &facts) == 0 && S_ISDIR(facts.st_mode)) {
        return KAURI_OK;
    }
    return kauri_fail_errno(error, KAURI_RESOURCE, "cannot make the folder %s", path);
}
