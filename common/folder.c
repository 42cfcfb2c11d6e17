#include "common/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#if !defined KAURI_PATH_SEPARATORS
#define KAURI_PATH_SEPARATORS "/"
#endif

struct kauri_folder {
    int descriptor;
    char *path; // path without a slash at the end, except for "/"
};

enum kauri_status kauri_folder_make(const char *path, struct kauri_error *error)
{
    if (mkdir(path, 0777) == 0) {
        return KAURI_OK;
    }
    const int reason = errno;
    if (kauri_folder_is(path)) {
        return KAURI_OK;
    }
    errno = reason;
    return kauri_fail_errno(error, KAURI_RESOURCE, "cannot make the folder %s", path);
}

const char *kauri_path_name(const char *path)
{
    const char *name = path + strlen(path);
    while (name > path && strchr(KAURI_PATH_SEPARATORS, name[-1]) == NULL) {
        name--;
    }
    return name;
}

// Opens the folder whose path is the first `length` bytes of `path`; "" is the working folder. NULL
// with errno set on failure.
static struct kauri_folder *open_folder(const char *path, size_t length)
{
    // The slash of "C:/" stays, since "C:" is another folder on Windows.
    while (length > 1 && path[length - 1] == '/' && path[length - 2] != ':') {
        length--;
    }
    struct kauri_folder *opened = calloc(1, sizeof *opened);
    char *copy = malloc(length + 2);
    if (opened == NULL || copy == NULL) {
        free(opened);
        free(copy);
        errno = ENOMEM;
        return NULL;
    }
    memcpy(copy, length == 0 ? "." : path, length == 0 ? 1 : length);
    copy[length == 0 ? 1 : length] = '\0';
    opened->path = copy;
    opened->descriptor = open(copy, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened->descriptor < 0) {
        const int reason = errno;
        free(copy);
        free(opened);
        errno = reason;
        return NULL;
    }
    return opened;
}

enum kauri_status kauri_folder_open(const char *path, struct kauri_folder **folder,
                                    struct kauri_error *error)
{
    *folder = open_folder(path, strlen(path));
    return *folder != NULL
               ? KAURI_OK
               : kauri_fail_errno(error, KAURI_RESOURCE, "cannot open the folder %s", path);
}

enum kauri_status kauri_folder_check(const char *path, struct kauri_error *error)
{
    struct kauri_folder *folder = open_folder(path, strlen(path));
    if (folder == NULL) {
        const bool missing =
            errno == ENOENT || errno == ENOTDIR || errno == ELOOP || errno == ENAMETOOLONG;
        return kauri_fail_errno(error, missing ? KAURI_MISSING : KAURI_RESOURCE,
                                "cannot open the folder %s", path);
    }
    kauri_folder_close(folder);
    return KAURI_OK;
}

bool kauri_folder_is(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

enum kauri_status kauri_folder_open_for(const char *path, struct kauri_folder **folder,
                                        const char **name, struct kauri_error *error)
{
    *name = kauri_path_name(path);
    *folder = open_folder(path, (size_t)(*name - path));
    return *folder != NULL ? KAURI_OK
                           : kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s", path);
}

void kauri_folder_close(struct kauri_folder *folder)
{
    if (folder != NULL) {
        (void)close(folder->descriptor);
        free(folder->path);
        free(folder);
    }
}

int kauri_folder_descriptor(const struct kauri_folder *folder)
{
    return folder->descriptor;
}

char *kauri_folder_join(const struct kauri_folder *folder, const char *name)
{
    const size_t bytes = strlen(folder->path) + strlen(name) + 2;
    const char *between = strcmp(folder->path, "/") == 0 ? "" : "/";
    char *path = malloc(bytes);
    if (path != NULL) {
        (void)snprintf(path, bytes, "%s%s%s", folder->path, between, name);
    }
    return path;
}

void kauri_folder_unlink(const struct kauri_folder *folder, const char *name)
{
    (void)unlinkat(folder->descriptor, name, 0);
}

enum kauri_status kauri_folder_sync(const struct kauri_folder *folder, const char *name,
                                    struct kauri_error *error)
{
    // Some file systems refuse to sync a folder (EINVAL); there the names cannot be made safer.
    if (fsync(folder->descriptor) != 0 && errno != EINVAL) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot sync the folder %s after writing %s",
                                folder->path, name);
    }
    return KAURI_OK;
}

enum kauri_status kauri_folder_each(const struct kauri_folder *folder, kauri_folder_body *body,
                                    void *context, struct kauri_error *error)
{
    // A separate descriptor, because closing the stream closes it.
    const int descriptor =
        openat(kauri_folder_descriptor(folder), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = descriptor < 0 ? NULL : fdopendir(descriptor);
    int reason = stream == NULL ? errno : 0;
    if (stream == NULL && descriptor >= 0) {
        (void)close(descriptor);
    }
    while (stream != NULL) {
        errno = 0; // readdir sets it only if it fails
        const struct dirent *entry = readdir(stream);
        if (entry == NULL) {
            reason = errno;
            (void)closedir(stream);
            break;
        }
        body(context, entry->d_name);
    }
    errno = reason;
    return reason == 0
               ? KAURI_OK
               : kauri_fail_errno(error, KAURI_RESOURCE, "cannot read the folder %s", folder->path);
}

// A temporary name is "<name>.tmp-<16 hexadecimal digits>"; a long name is cut to leave room.
#define TEMPORARY_MARK ".tmp-"
enum {
    TEMPORARY_DIGITS = 16,
    NAME_PART_MAX = NAME_MAX - TEMPORARY_DIGITS - (int)sizeof TEMPORARY_MARK + 1,
    NAMES_TRIED = 100,
};

// A number that no other run is likely to use at the same time; O_EXCL catches the unlikely case.
static uint64_t unlikely_number(unsigned attempt)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t seed = (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
    return (seed ^ (uint64_t)getpid() << 44) + attempt * UINT64_C(0x9e3779b97f4a7c15);
}

int kauri_temporary_file_create(const struct kauri_folder *folder, const char *name,
                                char temporary[KAURI_TEMPORARY_NAME_BYTES])
{
    for (unsigned attempt = 0; attempt < NAMES_TRIED; attempt++) {
        (void)snprintf(temporary, KAURI_TEMPORARY_NAME_BYTES, "%.*s" TEMPORARY_MARK "%0*" PRIx64,
                       NAME_PART_MAX, name, TEMPORARY_DIGITS, unlikely_number(attempt));
        const int descriptor =
            openat(kauri_folder_descriptor(folder), temporary,
                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, (mode_t)0666);
        if (descriptor >= 0 || errno != EEXIST) {
            return descriptor;
        }
    }
    return -1;
}

bool kauri_temporary_file_is(const char *entry, const char *name)
{
    size_t length = strlen(name);
    length = length < NAME_PART_MAX ? length : NAME_PART_MAX;
    const char *digits = entry + length + sizeof TEMPORARY_MARK - 1;
    return strncmp(entry, name, length) == 0 &&
           strncmp(entry + length, TEMPORARY_MARK, sizeof TEMPORARY_MARK - 1) == 0 &&
           strlen(digits) == TEMPORARY_DIGITS &&
           strspn(digits, "0123456789abcdef") == TEMPORARY_DIGITS;
}
