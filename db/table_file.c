#include "db/table_files.h"

#include "common/digest.h"
#include "common/file.h"
#include "common/status.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct kauri_table_file {
    struct kauri_table_files *files;
    char *path; // "<folder>/<name>"
    const char *folder;
    const char *name;
    uint64_t size;
    // The mutex of `files` protects everything below.
    struct kauri_table_file *next; // in the list of all files
    void *handle;
    bool is_open;
    bool changing;    // a thread is opening or closing it
    unsigned readers; // threads that are reading it
    uint64_t used_at; // value of `clock` at the last read
};

struct kauri_table_files {
    struct kauri_source source;
    unsigned open_max;
    pthread_mutex_t mutex;  // protects everything below
    pthread_cond_t changed; // a file was opened or closed, or its last reader is done
    struct kauri_table_file *all;
    unsigned open_count; // includes files that are being opened or closed
    uint64_t clock;      // reads so far
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
    (void)context;
    struct kauri_input *input = NULL;
    const size_t bytes = strlen(folder) + strlen(name) + 2;
    char *path = malloc(bytes);
    if (path == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", name);
    }
    (void)snprintf(path, bytes, "%s%s%s", folder, folder[0] == '\0' ? "" : "/", name);
    const enum kauri_status status = kauri_input_open(path, &input, error);
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

// The default source, read with pread: its folders are paths in the file system. If the folder is
// "", a name is a path itself. Stateless and thread-safe.
static struct kauri_source folder_source(void)
{
    return (struct kauri_source){
        .struct_bytes = sizeof(struct kauri_source),
        .list = list,
        .open = open_file,
        .read_at = read_at,
        .close = close_file,
    };
}

// --------------------------------------------------------------------------------------- files

enum kauri_status kauri_table_files_new(const struct kauri_source *source, unsigned open_max,
                                        struct kauri_table_files **files, struct kauri_error *error)
{
    *files = NULL;
    struct kauri_table_files *made = calloc(1, sizeof *made);
    if (made == NULL || pthread_mutex_init(&made->mutex, NULL) != 0) {
        free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading tables");
    }
    (void)pthread_cond_init(&made->changed, NULL);
    made->source = source != NULL ? *source : folder_source();
    made->open_max = open_max;
    *files = made;
    return KAURI_OK;
}

void kauri_table_files_free(struct kauri_table_files *files)
{
    if (files != NULL) {
        (void)pthread_mutex_destroy(&files->mutex);
        (void)pthread_cond_destroy(&files->changed);
        free(files);
    }
}

const struct kauri_source *kauri_table_files_source(const struct kauri_table_files *files)
{
    return &files->source;
}

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

static enum kauri_status open_handle(struct kauri_table_file *file, void **handle, uint64_t *size,
                                     struct kauri_error *error)
{
    const struct kauri_source *source = &file->files->source;
    struct kauri_error given = {.message = ""};
    *handle = NULL;
    return check_source(
        source->open(source->context, file->folder, file->name, handle, size, &given), file->path,
        &given, error);
}

// The least recently read file that is open and idle; NULL if there is none.
static struct kauri_table_file *find_idle(struct kauri_table_files *files)
{
    struct kauri_table_file *idle = NULL;
    for (struct kauri_table_file *file = files->all; file != NULL; file = file->next) {
        if (file->is_open && !file->changing && file->readers == 0 &&
            (idle == NULL || file->used_at < idle->used_at)) {
            idle = file;
        }
    }
    return idle;
}

// Closes a file whose `changing` is set. The mutex is held, but not while the source closes the
// file.
static void shut(struct kauri_table_files *files, struct kauri_table_file *file)
{
    (void)pthread_mutex_unlock(&files->mutex);
    files->source.close(files->source.context, file->handle);
    (void)pthread_mutex_lock(&files->mutex);
    file->is_open = false;
    file->changing = false;
    files->open_count--;
    (void)pthread_cond_broadcast(&files->changed);
}

// Waits until one more file may be opened, closing an idle one if need be, and counts it. The mutex
// is held.
static void reserve(struct kauri_table_files *files)
{
    while (files->open_count >= files->open_max) {
        struct kauri_table_file *idle = find_idle(files);
        if (idle == NULL) {
            (void)pthread_cond_wait(&files->changed, &files->mutex);
        } else {
            idle->changing = true;
            shut(files, idle);
        }
    }
    files->open_count++;
}

// Opens a file whose `changing` is set. The mutex is held, but not while the source opens the file.
// The first time, *first_size receives the size; later calls pass NULL, and the size must be the
// same.
static enum kauri_status reopen(struct kauri_table_file *file, uint64_t *first_size,
                                struct kauri_error *error)
{
    struct kauri_table_files *files = file->files;
    void *handle = NULL;
    uint64_t size = 0;
    reserve(files);
    (void)pthread_mutex_unlock(&files->mutex);
    enum kauri_status status = open_handle(file, &handle, &size, error);
    if (status == KAURI_OK && first_size == NULL && size != file->size) {
        files->source.close(files->source.context, handle);
        status = kauri_fail(error, KAURI_CORRUPT, "%s has changed since it was opened first",
                            file->path);
    }
    (void)pthread_mutex_lock(&files->mutex);
    file->changing = false;
    file->is_open = status == KAURI_OK;
    file->handle = handle;
    files->open_count -= status != KAURI_OK;
    (void)pthread_cond_broadcast(&files->changed);
    if (first_size != NULL) {
        *first_size = size;
    }
    return status;
}

static void unlink_file(struct kauri_table_file *file)
{
    struct kauri_table_file **at = &file->files->all;
    while (*at != file) {
        at = &(*at)->next;
    }
    *at = file->next;
}

enum kauri_status kauri_table_file_open(struct kauri_table_files *files, const char *folder,
                                        const char *name, struct kauri_table_file **file,
                                        struct kauri_error *error)
{
    *file = NULL;
    const size_t folder_bytes = strlen(folder) + 1;
    const size_t name_bytes = strlen(name) + 1;
    struct kauri_table_file *made = calloc(1, sizeof *made);
    // One allocation for three strings: the path, the folder and the name.
    char *text = malloc(2 * (folder_bytes + name_bytes));
    if (made == NULL || text == NULL) {
        free(made);
        free(text);
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", name);
    }
    (void)snprintf(text, folder_bytes + name_bytes, "%s%s%s", folder, folder[0] == '\0' ? "" : "/",
                   name);
    made->files = files;
    made->path = text;
    made->folder = memcpy(text + folder_bytes + name_bytes, folder, folder_bytes);
    made->name = memcpy(text + 2 * folder_bytes + name_bytes, name, name_bytes);
    made->changing = true;
    (void)pthread_mutex_lock(&files->mutex);
    made->next = files->all;
    files->all = made;
    const enum kauri_status status = reopen(made, &made->size, error);
    if (status != KAURI_OK) {
        unlink_file(made);
    }
    (void)pthread_mutex_unlock(&files->mutex);
    if (status != KAURI_OK) {
        free(text);
        free(made);
        return status;
    }
    *file = made;
    return KAURI_OK;
}

void kauri_table_file_close(struct kauri_table_file *file)
{
    if (file == NULL) {
        return;
    }
    struct kauri_table_files *files = file->files;
    (void)pthread_mutex_lock(&files->mutex);
    while (file->changing) { // another thread is closing it to make room
        (void)pthread_cond_wait(&files->changed, &files->mutex);
    }
    if (file->is_open) {
        file->changing = true;
        shut(files, file);
    }
    unlink_file(file);
    (void)pthread_mutex_unlock(&files->mutex);
    free(file->path);
    free(file);
}

uint64_t kauri_table_file_size(const struct kauri_table_file *file)
{
    return file->size;
}

const char *kauri_table_file_path(const struct kauri_table_file *file)
{
    return file->path;
}

// Opens the file if it is closed, and keeps it open until `end_reading`.
static enum kauri_status begin_reading(struct kauri_table_file *file, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_table_files *files = file->files;
    (void)pthread_mutex_lock(&files->mutex);
    while (file->changing) {
        (void)pthread_cond_wait(&files->changed, &files->mutex);
    }
    if (!file->is_open) {
        file->changing = true;
        status = reopen(file, NULL, error);
    }
    if (status == KAURI_OK) {
        file->readers++;
        file->used_at = ++files->clock;
    }
    (void)pthread_mutex_unlock(&files->mutex);
    return status;
}

static void end_reading(struct kauri_table_file *file)
{
    (void)pthread_mutex_lock(&file->files->mutex);
    if (--file->readers == 0) {
        (void)pthread_cond_broadcast(&file->files->changed);
    }
    (void)pthread_mutex_unlock(&file->files->mutex);
}

enum kauri_status kauri_table_file_read(struct kauri_table_file *file, uint64_t offset, void *bytes,
                                        size_t size, enum kauri_read_purpose purpose,
                                        struct kauri_error *error)
{
    const struct kauri_source *source = &file->files->source;
    struct kauri_error given = {.message = ""};
    enum kauri_status status = begin_reading(file, error);
    if (status == KAURI_OK) {
        // The handle stays open while `readers` is above 0.
        status = check_source(
            source->read_at(source->context, file->handle, offset, bytes, size, purpose, &given),
            file->path, &given, error);
        end_reading(file);
    }
    return status;
}

enum kauri_status kauri_table_file_digest(struct kauri_table_file *file, uint64_t offset,
                                          uint64_t bytes, uint8_t *room, size_t size,
                                          uint64_t *digest, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_digester *digester = NULL;
    KAURI_TRY(kauri_digester_new(&digester, error));
    for (uint64_t done = 0; done < bytes;) {
        const uint64_t left = bytes - done;
        const size_t now = left < size ? (size_t)left : size;
        KAURI_TRY(kauri_table_file_read(file, offset + done, room, now, KAURI_READ_PAGE, error));
        kauri_digester_add(digester, room, now);
        done += now;
    }
    *digest = kauri_digester_result(digester);
cleanup:
    kauri_digester_free(digester);
    return status;
}
