#include "cli/tables/open_book.h"

#include "common/file.h"
#include "db/book/book.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

static const char beside[] = "../share/kauri/start.book";

static const char installed[] = KAURI_INSTALLED_BOOK;

// The path of the book that belongs to the program, which is that of an installation if the system
// does not say where the program is. Returns NULL if the path is too long.
static const char *find_usual(char path[PATH_BYTES])
{
    const ssize_t length = readlink("/proc/self/exe", path, PATH_BYTES);
    if (length <= 0) {
        return installed;
    }
    if (length == PATH_BYTES) {
        return NULL;
    }
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (slash == NULL || (size_t)(slash + 1 - path) + sizeof beside > PATH_BYTES) {
        return NULL;
    }
    memcpy(slash + 1, beside, sizeof beside);
    return path;
}

enum kauri_status kauri_open_book(struct kauri_command_run *run, struct kauri_error *error)
{
    struct kauri_file_identity identity;
    char path[PATH_BYTES];
    const char *named = getenv("KAURI_BOOK");
    const char *usual = named == NULL ? find_usual(path) : NULL;
    if (run->book != NULL || (named != NULL && named[0] == '\0')) {
        return KAURI_OK;
    }
    if (named == NULL && (usual == NULL || !kauri_file_identify(usual, &identity))) {
        return KAURI_OK;
    }
    const enum kauri_status status =
        kauri_book_open(named != NULL ? named : usual, &run->book, error);
    if (status != KAURI_OK) {
        kauri_error_append(error, "; with KAURI_BOOK= in the environment, no book is used");
    }
    return status;
}
