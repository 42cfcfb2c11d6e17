#include "common/output_target.h"

#include "common/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum kauri_status kauri_output_target_find(const char *path, enum kauri_output_mode mode,
                                           struct kauri_output_target *target,
                                           struct kauri_error *error)
{
    struct stat facts;
    struct stat link;
    const bool named = lstat(path, &link) == 0;
    *target = (struct kauri_output_target){.path = NULL};
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
                          "cannot write %s: it is no file, pipe or character device", path);
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

enum kauri_status kauri_output_check(const char *path, enum kauri_output_mode mode,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_folder *folder = NULL;
    const char *name = NULL;
    struct kauri_output_target target;
    KAURI_TRY(kauri_output_target_find(path, mode, &target, error));
    if (target.stream) {
        // Opening and closing a pipe here would end the input of its reader.
        if (faccessat(AT_FDCWD, target.path, W_OK, AT_EACCESS) != 0) {
            status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", path);
        }
        goto cleanup;
    }
    KAURI_TRY(kauri_folder_open_for(target.path, &folder, &name, error));
    if (faccessat(kauri_folder_descriptor(folder), ".", W_OK | X_OK, AT_EACCESS) != 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", path);
        goto cleanup;
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
