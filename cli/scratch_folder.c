#include "cli/scratch_folder.h"

#include "db/table_names.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum kauri_status kauri_scratch_make(char path[KAURI_SCRATCH_PATH_BYTES], struct kauri_error *error)
{
    const char *parent = getenv("TMPDIR");
    if (parent == NULL || parent[0] == '\0') {
        parent = "/tmp";
    }
    const int length = snprintf(path, KAURI_SCRATCH_PATH_BYTES, "%s/kauri-XXXXXX", parent);
    errno = ENAMETOOLONG;
    if (length >= KAURI_SCRATCH_PATH_BYTES || mkdtemp(path) == NULL) {
        path[0] = '\0';
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot make a temporary folder in %.200s",
                                parent);
    }
    return KAURI_OK;
}

enum kauri_status kauri_scratch_link(const char *path, const char *tables, struct kauri_shape shape,
                                     unsigned count, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char *folder = realpath(tables, NULL);
    if (folder == NULL) {
        return kauri_fail_errno(error, KAURI_MISSING, "cannot open %s", tables);
    }
    for (unsigned seeds = 0; status == KAURI_OK && seeds < count; seeds++) {
        char *from = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
        char *to = kauri_table_path(path, shape.holes, shape.cowries, seeds);
        if (from == NULL || to == NULL) {
            status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
        } else if (access(from, R_OK) != 0) {
            status = kauri_fail_errno(error, KAURI_MISSING, "layer %u is not in %s", seeds, tables);
        } else if (symlink(from, to) != 0) {
            status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot make %s", to);
        }
        free(from);
        free(to);
    }
    free(folder);
    return status;
}

void kauri_scratch_remove(const char *path)
{
    DIR *entries = path[0] == '\0' ? NULL : opendir(path);
    if (entries == NULL) {
        return;
    }
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            (void)unlinkat(dirfd(entries), entry->d_name, 0);
        }
    }
    (void)closedir(entries);
    (void)rmdir(path);
}
