#include "waurie/solver/leftovers.h"

#include "common/folder.h"
#include "waurie/table_kind.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

static bool is_leftover(const char *entry, const struct waurie_rules *rules, unsigned pits)
{
    for (unsigned n = 0; n <= WAURIE_SEEDS_MAX; n++) {
        char name[WAURIE_TABLE_NAME_BYTES];
        if (kauri_temporary_file_is(entry, waurie_table_name(WAURIE_BITS, rules, pits, n, name)) ||
            kauri_temporary_file_is(entry,
                                    waurie_table_name(WAURIE_DISTANCES, rules, pits, n, name))) {
            return true;
        }
    }
    return false;
}

void waurie_leftovers_remove(const char *folder, const struct waurie_rules *rules, unsigned pits)
{
    struct kauri_folder *parent = NULL;
    if (kauri_folder_open(folder, &parent, NULL) != KAURI_OK) {
        return;
    }
    // A descriptor of its own: closing the stream closes it.
    const int descriptor =
        openat(kauri_folder_descriptor(parent), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (stream != NULL) {
        for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
            if (is_leftover(entry->d_name, rules, pits)) {
                kauri_folder_unlink(parent, entry->d_name);
            }
        }
        (void)closedir(stream);
    } else if (descriptor >= 0) {
        (void)close(descriptor);
    }
    kauri_folder_close(parent);
}
