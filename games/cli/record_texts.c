#include "games/cli/record_texts.h"

#include "common/folder.h"
#include "common/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// The state of listing a folder.
struct text_listing {
    struct kauri_record_texts *texts;
    const struct kauri_folder *folder;
    bool failed; // memory has run out
};

// Adds a path, which the list then owns; false if it is NULL or memory runs out.
static bool add_path(struct kauri_record_texts *texts, char *path, bool of_folder)
{
    if (path == NULL || !KAURI_FITS(texts->texts, texts->count + 1, texts->capacity)) {
        free(path);
        return false;
    }
    texts->texts[texts->count++] = (struct kauri_record_text){path, of_folder};
    return true;
}

static void add_entry(void *context, const char *entry)
{
    struct text_listing *listing = context;
    struct stat file;
    if (entry[0] == '.') {
        return;
    }
    char *path = kauri_folder_join(listing->folder, entry);
    if (path != NULL && stat(path, &file) == 0 && !S_ISREG(file.st_mode)) {
        free(path);
        return;
    }
    listing->failed = !add_path(listing->texts, path, true) || listing->failed;
}

static int compare(const void *a, const void *b)
{
    const struct kauri_record_text *first = a;
    const struct kauri_record_text *second = b;
    return strcmp(first->path, second->path);
}

static enum kauri_status add_folder(struct kauri_record_texts *texts, const char *path,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_folder *folder = NULL;
    struct text_listing listing = {.texts = texts};
    const size_t before = texts->count;
    KAURI_TRY(kauri_folder_open(path, &folder, error));
    listing.folder = folder;
    KAURI_TRY(kauri_folder_each(folder, add_entry, &listing, error));
    if (listing.failed) {
        status = kauri_fail(error, KAURI_RESOURCE, "no memory to list %s", path);
    } else if (texts->count > before) {
        qsort(texts->texts + before, texts->count - before, sizeof *texts->texts, compare);
    }
cleanup:
    kauri_folder_close(folder);
    return status;
}

enum kauri_status kauri_record_texts_list(struct kauri_record_texts *texts, char *const *arguments,
                                          int count, struct kauri_error *error)
{
    *texts = (struct kauri_record_texts){0};
    for (int i = 0; i < count; i++) {
        struct stat file;
        if (stat(arguments[i], &file) == 0 && S_ISDIR(file.st_mode)) {
            KAURI_PASS(add_folder(texts, arguments[i], error));
        } else if (!add_path(texts, strdup(arguments[i]), false)) {
            return kauri_fail(error, KAURI_RESOURCE, "no memory to list %s", arguments[i]);
        }
    }
    return KAURI_OK;
}

void kauri_record_texts_clear(struct kauri_record_texts *texts)
{
    for (size_t i = 0; i < texts->count; i++) {
        free(texts->texts[i].path);
    }
    free(texts->texts);
    *texts = (struct kauri_record_texts){0};
}
