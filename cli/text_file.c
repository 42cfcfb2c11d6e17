#include "cli/text_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum kauri_status read_all(FILE *file, const char *name, char **text,
                                  struct kauri_error *error)
{
    size_t size = 0;
    size_t room = 0;
    for (;;) {
        if (size + 1 >= room) {
            room = room == 0 ? 65536 : 2 * room;
            char *more = realloc(*text, room);
            if (more == NULL) {
                return kauri_fail(error, KAURI_RESOURCE, "no memory to read %s", name);
            }
            *text = more;
        }
        const size_t got = fread(*text + size, 1, room - size - 1, file);
        size += got;
        if (size > KAURI_TEXT_BYTES_MAX) {
            return kauri_fail(error, KAURI_BAD_INPUT, "%s is longer than %d MiB", name,
                              KAURI_TEXT_BYTES_MAX >> 20);
        }
        if (got == 0) {
            break;
        }
    }
    if (ferror(file)) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot read %s", name);
    }
    (*text)[size] = '\0';
    if (strlen(*text) != size) {
        return kauri_fail(error, KAURI_BAD_INPUT, "%s is not text: it contains zero bytes", name);
    }
    return KAURI_OK;
}

enum kauri_status kauri_text_file_read(const char *path, char **text, struct kauri_error *error)
{
    const bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    FILE *file = standard ? stdin : fopen(path, "rb");
    *text = NULL;
    if (file == NULL) {
        return kauri_fail_errno(error, errno == ENOENT ? KAURI_MISSING : KAURI_RESOURCE,
                                "cannot open %s", name);
    }
    const enum kauri_status status = read_all(file, name, text, error);
    if (!standard) {
        (void)fclose(file); // read only: nothing can be lost
    }
    if (status != KAURI_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}
