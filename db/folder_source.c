#include "db/folder_source.h"

#include "common/file.h"
#include "common/status.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

struct kauri_source kauri_folder_source(void)
{
    return (struct kauri_source){
        .struct_bytes = sizeof(struct kauri_source),
        .list = list,
        .open = open_file,
        .read_at = read_at,
        .close = close_file,
    };
}
