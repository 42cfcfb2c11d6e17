#include "db/table_file.h"

#include "common/digest.h"
#include "common/file.h"
#include "common/memory.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct kauri_table_file {
    const struct kauri_source *source;
    void *handle;
    uint64_t size;
    char path[]; // "<folder>/<name>", or the name alone: for messages
};

// ------------------------------------------------------------------ the file system as a source

static enum kauri_status list(void *context, const char *folder,
                              void (*found)(void *finder, const char *name), void *finder,
                              struct kauri_error *error)
{
    (void)context;
    DIR *stream = opendir(folder);
    if (stream == NULL) {
        return kauri_fail_errno(error, errno == ENOENT ? KAURI_MISSING : KAURI_RESOURCE,
                                "cannot open the folder %s", folder);
    }
    errno = 0;
    // readdir is safe here: this stream is used by no other thread.
    for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        found(finder, entry->d_name);
        errno = 0;
    }
    const enum kauri_status status =
        errno == 0 ? KAURI_OK
                   : kauri_fail_errno(error, KAURI_RESOURCE, "cannot read the folder %s", folder);
    (void)closedir(stream);
    return status;
}

static enum kauri_status open_file(void *context, const char *folder, const char *name, void **file,
                                   uint64_t *size, struct kauri_error *error)
{
    struct kauri_input *input = NULL;
    const size_t bytes = strlen(folder) + strlen(name) + 2;
    char *path = NULL;
    KAURI_PASS(KAURI_NEW(path, bytes, error, "%s", name));
    (void)snprintf(path, bytes, "%s%s%s", folder, folder[0] == '\0' ? "" : "/", name);
    const enum kauri_status status =
        kauri_input_open_as(path, context != NULL ? name : path, &input, error);
    free(path);
    if (status == KAURI_OK) {
        *file = input;
        *size = kauri_input_size(input);
    }
    return status;
}

static enum kauri_status read_at(void *context, void *file, uint64_t offset, void *bytes,
                                 size_t size, enum kauri_read_purpose purpose,
                                 struct kauri_error *error)
{
    (void)context;
    (void)purpose;
    return kauri_input_read_at(file, offset, bytes, size, error);
}

static void close_file(void *context, void *file)
{
    (void)context;
    kauri_input_close(file);
}

const struct kauri_source *kauri_folder_source(void)
{
    static const struct kauri_source source = {
        .struct_bytes = sizeof(struct kauri_source),
        .list = list,
        .open = open_file,
        .read_at = read_at,
        .close = close_file,
    };
    return &source;
}

// --------------------------------------------------------------------------------------- files

// Turns the result of a source into a status of this program: a source may return any number and
// leave the message empty.
static enum kauri_status check_source(enum kauri_status status, const char *path,
                                      const struct kauri_error *given, struct kauri_error *error)
{
    if (status == KAURI_OK) {
        return KAURI_OK;
    }
    if (status != KAURI_MISSING && status != KAURI_CORRUPT) {
        status = KAURI_RESOURCE;
    }
    if (given->message[0] == '\0') {
        return kauri_fail(error, status, "cannot read %s", path);
    }
    return kauri_fail(error, status, "%.*s", KAURI_ERROR_MESSAGE_BYTES - 1, given->message);
}

enum kauri_status kauri_table_file_open(const struct kauri_source *source, const char *folder,
                                        const char *name, bool names_only,
                                        struct kauri_table_file **file, struct kauri_error *error)
{
    const size_t path_bytes = strlen(folder) + strlen(name) + 2;
    struct kauri_error given = {.message = ""};
    struct kauri_table_file *made = calloc(1, sizeof *made + path_bytes);
    *file = NULL;
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", name);
    }
    const bool alone = names_only || folder[0] == '\0';
    (void)snprintf(made->path, path_bytes, "%s%s%s", alone ? "" : folder, alone ? "" : "/", name);
    made->source = source;
    const enum kauri_status status = check_source(
        source->open(source->context, folder, name, &made->handle, &made->size, &given), made->path,
        &given, error);
    if (status != KAURI_OK) {
        free(made);
        return status;
    }
    *file = made;
    return KAURI_OK;
}

void kauri_table_file_close(struct kauri_table_file *file)
{
    if (file != NULL) {
        file->source->close(file->source->context, file->handle);
        free(file);
    }
}

uint64_t kauri_table_file_size(const struct kauri_table_file *file)
{
    return file->size;
}

const char *kauri_table_file_path(const struct kauri_table_file *file)
{
    return file->path;
}

enum kauri_status kauri_table_file_read(struct kauri_table_file *file, uint64_t offset, void *bytes,
                                        size_t size, enum kauri_read_purpose purpose,
                                        struct kauri_error *error)
{
    const struct kauri_source *source = file->source;
    struct kauri_error given = {.message = ""};
    return check_source(
        source->read_at(source->context, file->handle, offset, bytes, size, purpose, &given),
        file->path, &given, error);
}

enum kauri_status kauri_table_file_digest(struct kauri_table_file *file, uint64_t offset,
                                          uint64_t bytes, uint8_t *buffer, size_t size,
                                          uint64_t *digest, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_digester *digester = NULL;
    KAURI_TRY(kauri_digester_new(&digester, error));
    for (uint64_t done = 0; done < bytes;) {
        const uint64_t left = bytes - done;
        const size_t now = left < size ? (size_t)left : size;
        KAURI_TRY(kauri_table_file_read(file, offset + done, buffer, now, KAURI_READ_PAGE, error));
        kauri_digester_add(digester, buffer, now);
        done += now;
    }
    *digest = kauri_digester_result(digester);
cleanup:
    kauri_digester_free(digester);
    return status;
}
