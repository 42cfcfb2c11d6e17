#include "common/output.h"

#include "common/file.h"
#include "common/folder.h"
#include "common/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Writeback is started each time the file has grown by this much.
#define PIECE_BYTES (64ULL << 20)

struct kauri_output {
    int descriptor;
    uint64_t size;
    uint64_t sent; // bytes whose writeback has been started
    enum kauri_output_mode mode;
    bool stream; // a pipe or device: no temporary file
    const struct kauri_folder *folder;
    struct kauri_folder *own_folder;            // `folder` if the output opened it, otherwise NULL
    char *path;                                 // path for messages
    char *name;                                 // final name in the folder
    char temporary[KAURI_TEMPORARY_NAME_BYTES]; // name in the folder until it is complete
    bool created;                               // the temporary file exists and is to be removed
};

// The file that the path of an output stands for.
struct output_target {
    char *path;  // path with symbolic links followed; owned
    bool stream; // a pipe or a character device
};

// Resolves the path, and refuses a file that cannot or must not be written. The caller frees
// target->path, also after a failure.
static enum kauri_status find_target(const char *path, enum kauri_output_mode mode,
                                     struct output_target *target, struct kauri_error *error)
{
    struct stat facts;
    struct stat link;
    const bool named = lstat(path, &link) == 0;
    *target = (struct output_target){.path = NULL};
    if (!named && errno != ENOENT) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", path);
    }
    const bool is_link = named && S_ISLNK(link.st_mode);
    if (named && stat(path, &facts) != 0) {
        return kauri_fail_errno(error, KAURI_RESOURCE,
                                "cannot write %s, a symbolic link that cannot be followed", path);
    }
    if (named && S_ISDIR(facts.st_mode)) {
        return kauri_fail(error, KAURI_RESOURCE, "cannot write %s: it is a folder", path);
    }
    target->stream = named && (S_ISFIFO(facts.st_mode) || S_ISCHR(facts.st_mode));
    if (named && !target->stream && !S_ISREG(facts.st_mode)) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "cannot write %s: it is not a file, pipe or character device", path);
    }
    if (named && !target->stream && mode == KAURI_OUTPUT_NEW) {
        return kauri_fail(error, KAURI_USAGE, "%s already exists", path);
    }
    target->path = is_link && !target->stream ? realpath(path, NULL) : strdup(path);
    if (target->path == NULL) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", path);
    }
    return KAURI_OK;
}

// Creates the temporary file in output->folder.
static enum kauri_status create_temporary(struct kauri_output *output, struct kauri_error *error)
{
    output->descriptor =
        kauri_temporary_file_create(output->folder, output->name, output->temporary);
    if (output->descriptor < 0) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", output->path);
    }
    output->created = true;
    return KAURI_OK;
}

static enum kauri_status open_stream(struct kauri_output *output, struct kauri_error *error)
{
    struct stat facts;
    output->stream = true;
    // Waits for the reader of a pipe.
    output->descriptor = open(output->path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (output->descriptor < 0) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", output->path);
    }
    if (fstat(output->descriptor, &facts) != 0 ||
        !(S_ISFIFO(facts.st_mode) || S_ISCHR(facts.st_mode))) {
        return kauri_fail(error, KAURI_RESOURCE, "cannot write %s: it has become another file",
                          output->path);
    }
    return KAURI_OK;
}

enum kauri_status kauri_output_open(const char *path, enum kauri_output_mode mode,
                                    struct kauri_output **output, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct output_target target;
    const char *name = NULL;
    struct kauri_output *opened = NULL;
    *output = NULL;
    KAURI_TRY(find_target(path, mode, &target, error));
    KAURI_TRY(KAURI_NEW(opened, 1, error, "%s", path));
    opened->descriptor = -1;
    opened->mode = mode;
    opened->path = strdup(path);
    if (opened->path == NULL) {
        KAURI_TRY(KAURI_OUT_OF_MEMORY(error, "%s", path));
    }
    if (target.stream) {
        KAURI_TRY(open_stream(opened, error));
    } else {
        KAURI_TRY(kauri_folder_open_for(target.path, &opened->own_folder, &name, error));
        opened->folder = opened->own_folder;
        opened->name = strdup(name);
        if (opened->name == NULL) {
            KAURI_TRY(KAURI_OUT_OF_MEMORY(error, "%s", path));
        }
        KAURI_TRY(create_temporary(opened, error));
    }
    *output = opened;
    opened = NULL;
cleanup:
    kauri_output_abandon(opened);
    free(target.path);
    return status;
}

enum kauri_status kauri_output_open_in(const struct kauri_folder *folder, const char *name,
                                       struct kauri_output **output, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *output = NULL;
    struct kauri_output *opened = NULL;
    KAURI_PASS(KAURI_NEW(opened, 1, error, "%s", name));
    opened->descriptor = -1;
    opened->mode = KAURI_OUTPUT_REPLACE;
    opened->folder = folder;
    opened->path = kauri_folder_join(folder, name);
    opened->name = strdup(name);
    if (opened->path == NULL || opened->name == NULL) {
        KAURI_TRY(KAURI_OUT_OF_MEMORY(error, "%s", name));
    }
    KAURI_TRY(create_temporary(opened, error));
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
        const ssize_t written = output->stream
                                    ? write(output->descriptor, from, size)
                                    : pwrite(output->descriptor, from, size, (off_t)offset);
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

// Bounds the data not yet on the disk to two pieces, one of which is being written.
static void send_on(struct kauri_output *output)
{
    while (!output->stream && output->size - output->sent >= PIECE_BYTES) {
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
    if (output->stream) {
        return kauri_fail(error, KAURI_INTERNAL, "%s can only be written in order", output->path);
    }
    return write_all(output, offset, bytes, size, error);
}

uint64_t kauri_output_size(const struct kauri_output *output)
{
    return output->size;
}

// Gives the temporary file its final name unless a file of that name exists.
static enum kauri_status name_new(struct kauri_output *output, struct kauri_error *error)
{
    const int folder = kauri_folder_descriptor(output->folder);
    struct stat facts;
    // Unlike a rename, a link replaces nothing.
    if (linkat(folder, output->temporary, folder, output->name, 0) == 0) {
        kauri_folder_unlink(output->folder, output->temporary);
        output->created = false;
        return KAURI_OK;
    }
    if (errno != EEXIST) {
        // A file system without hard links: a file that appears between the test and the rename
        // would be replaced.
        if (fstatat(folder, output->name, &facts, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT) {
            if (renameat(folder, output->temporary, folder, output->name) == 0) {
                output->created = false;
                return KAURI_OK;
            }
            return kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", output->path);
        }
    }
    output->created = false; // it must not be removed any more
    return kauri_fail(error, KAURI_USAGE,
                      "%s has appeared in the meantime; the new file is %s beside it", output->path,
                      output->temporary);
}

static enum kauri_status name_over(struct kauri_output *output, struct kauri_error *error)
{
    const int folder = kauri_folder_descriptor(output->folder);
    if (renameat(folder, output->temporary, folder, output->name) != 0) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", output->path);
    }
    output->created = false;
    return KAURI_OK;
}

// Returns when the bytes are on the disk. fsync of macOS may leave them in the cache of the disk.
static int sync_file(int descriptor)
{
#if defined F_FULLFSYNC
    if (fcntl(descriptor, F_FULLFSYNC) == 0) {
        return 0;
    }
#endif
    return fsync(descriptor);
}

enum kauri_status kauri_output_commit(struct kauri_output *output, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    if (!output->stream && sync_file(output->descriptor) != 0) {
        KAURI_TRY(kauri_fail_errno(error, KAURI_RESOURCE, "cannot sync %s", output->path));
    }
    const int closed = close(output->descriptor);
    output->descriptor = -1;
    if (closed != 0) {
        KAURI_TRY(kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", output->path));
    }
    if (!output->stream) {
        KAURI_TRY(output->mode == KAURI_OUTPUT_NEW ? name_new(output, error)
                                                   : name_over(output, error));
        KAURI_TRY(kauri_folder_sync(output->folder, output->name, error));
    }
cleanup:
    kauri_output_abandon(output);
    return status;
}

enum kauri_status kauri_output_write_text(struct kauri_output *output,
                                          const struct kauri_string *text,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(kauri_string_check(text, error));
    KAURI_TRY(kauri_output_write(output, kauri_string_text(text), text->length, error));
    return kauri_output_commit(output, error);
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
        kauri_folder_unlink(output->folder, output->temporary);
    }
    kauri_folder_close(output->own_folder);
    free(output->name);
    free(output->path);
    free(output);
}

enum kauri_status kauri_output_check(const char *path, enum kauri_output_mode mode,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_folder *folder = NULL;
    const char *name = NULL;
    struct output_target target;
    KAURI_TRY(find_target(path, mode, &target, error));
    if (target.stream) {
        // Opening and closing a pipe here would end the input of its reader.
        if (faccessat(AT_FDCWD, target.path, W_OK, AT_EACCESS) != 0) {
            status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", path);
        }
        goto cleanup;
    }
    KAURI_TRY(kauri_folder_open_for(target.path, &folder, &name, error));
    if (faccessat(kauri_folder_descriptor(folder), ".", W_OK | X_OK, AT_EACCESS) != 0) {
        KAURI_TRY(kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", path));
    }
    if (strlen(name) > NAME_MAX) {
        errno = ENAMETOOLONG;
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", path);
    }
cleanup:
    kauri_folder_close(folder);
    free(target.path);
    return status;
}
