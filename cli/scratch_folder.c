#include "cli/scratch_folder.h"

#include "db/table_names.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// The name of a folder is this prefix, followed by CHOSEN characters of mkdtemp's choice.
#define PREFIX "kauri-scratch-"
enum { CHOSEN = 6, TRIES = 20 };

// Removes the files in an open folder; folders in it stay.
static void remove_files(int folder)
{
    // A descriptor of its own: closing the stream closes it.
    const int descriptor = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (entries == NULL) {
        if (descriptor >= 0) {
            (void)close(descriptor);
        }
        return;
    }
    for (const struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            (void)unlinkat(folder, entry->d_name, 0);
        }
    }
    (void)closedir(entries);
}

// Removes the folder if a killed run of this user left it.
static void remove_if_stale(int parent, const char *name)
{
    struct stat facts;
    const int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) {
        return;
    }
    if (fstat(folder, &facts) == 0 && facts.st_uid == geteuid() &&
        flock(folder, LOCK_EX | LOCK_NB) == 0) {
        remove_files(folder);
        (void)unlinkat(parent, name, AT_REMOVEDIR);
    }
    (void)close(folder);
}

static void remove_stale(const char *parent)
{
    DIR *entries = opendir(parent);
    if (entries == NULL) {
        return;
    }
    for (const struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        const char *name = entry->d_name;
        if (strncmp(name, PREFIX, sizeof PREFIX - 1) == 0 &&
            strlen(name) == sizeof PREFIX - 1 + CHOSEN) {
            remove_if_stale(dirfd(entries), name);
        }
    }
    (void)closedir(entries);
}

// Locks the new folder. Returns false if another run mistook it for a stale one before that, or it
// cannot be opened.
static bool hold(struct kauri_scratch *scratch)
{
    struct stat held;
    struct stat named;
    scratch->descriptor = open(scratch->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (scratch->descriptor < 0) {
        return false;
    }
    if (flock(scratch->descriptor, LOCK_EX) == 0 && fstat(scratch->descriptor, &held) == 0 &&
        stat(scratch->path, &named) == 0 && held.st_ino == named.st_ino &&
        held.st_dev == named.st_dev) {
        return true;
    }
    (void)close(scratch->descriptor);
    scratch->descriptor = -1;
    return false;
}

enum kauri_status kauri_scratch_make(struct kauri_scratch *scratch, struct kauri_error *error)
{
    const char *parent = getenv("TMPDIR");
    *scratch = KAURI_SCRATCH_NONE;
    if (parent == NULL || parent[0] == '\0') {
        parent = "/tmp";
    }
    remove_stale(parent);
    for (unsigned tries = 0; tries < TRIES; tries++) {
        const int length =
            snprintf(scratch->path, sizeof scratch->path, "%s/" PREFIX "XXXXXX", parent);
        errno = ENAMETOOLONG;
        if (length >= (int)sizeof scratch->path || mkdtemp(scratch->path) == NULL) {
            break;
        }
        if (hold(scratch)) {
            return KAURI_OK;
        }
    }
    scratch->path[0] = '\0';
    return kauri_fail_errno(error, KAURI_RESOURCE, "cannot make a temporary folder in %s", parent);
}

enum kauri_status kauri_scratch_link(const struct kauri_scratch *scratch, const char *tables,
                                     struct kauri_shape shape, unsigned count,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char *folder = realpath(tables, NULL);
    if (folder == NULL) {
        return kauri_fail_errno(error, KAURI_MISSING, "cannot open %s", tables);
    }
    for (unsigned seeds = 0; status == KAURI_OK && seeds < count; seeds++) {
        char *from = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
        char *to = kauri_table_path(scratch->path, shape.holes, shape.cowries, seeds);
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

void kauri_scratch_remove(struct kauri_scratch *scratch)
{
    if (scratch->descriptor >= 0) {
        remove_files(scratch->descriptor);
        (void)rmdir(scratch->path);
        (void)close(scratch->descriptor);
    }
    *scratch = KAURI_SCRATCH_NONE;
}
