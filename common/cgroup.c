#include "common/cgroup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4096 };

// Returns the number in the file "<folder>/<name>"; if `key` is not NULL, the number after that
// word at the beginning of a line. UINT64_MAX if there is none ("max", or no such file).
static uint64_t number_in(const char *folder, const char *name, const char *key)
{
    char path[PATH_BYTES + 64];
    char line[256];
    uint64_t number = UINT64_MAX;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
        return UINT64_MAX;
    }
    FILE *file = fopen(path, "r");
    while (file != NULL && number == UINT64_MAX && fgets(line, sizeof line, file) != NULL) {
        const size_t skip = key == NULL ? 0 : strlen(key);
        if (key != NULL && (strncmp(line, key, skip) != 0 || line[skip] != ' ')) {
            continue;
        }
        char *end = NULL;
        const unsigned long long read = strtoull(line + skip, &end, 10);
        number = end == line + skip ? UINT64_MAX : read;
        if (key == NULL) {
            break;
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return number;
}

static uint64_t left_in(const char *folder, const char *limit_name, const char *use_name,
                        const char *droppable_key)
{
    const uint64_t limit = number_in(folder, limit_name, NULL);
    const uint64_t used = number_in(folder, use_name, NULL);
    if (limit == UINT64_MAX || used == UINT64_MAX) {
        return UINT64_MAX;
    }
    const uint64_t droppable = number_in(folder, "memory.stat", droppable_key);
    const uint64_t kept = droppable == UINT64_MAX || droppable > used ? used : used - droppable;
    return kept < limit ? limit - kept : 0;
}

// Writes the path of the group of version 2 (from the line "0::/path"), "" if there is none.
static void read_group(const char *membership, char group[PATH_BYTES])
{
    char line[PATH_BYTES];
    group[0] = '\0';
    FILE *file = fopen(membership, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "0::/", 4) == 0) {
            memcpy(group, line + 3, strlen(line + 3) + 1);
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

uint64_t kauri_cgroup_available(const char *root, const char *membership)
{
    char group[PATH_BYTES];
    char folder[2 * PATH_BYTES];
    uint64_t least = left_in(root, "memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes",
                             "total_inactive_file");
    read_group(membership, group);
    // From the group up to the root, each of which may have a limit.
    for (;;) {
        if (snprintf(folder, sizeof folder, "%s%s", root, group) < PATH_BYTES) {
            const uint64_t left = left_in(folder, "memory.max", "memory.current", "inactive_file");
            least = left < least ? left : least;
        }
        char *slash = strrchr(group, '/');
        if (slash == NULL) {
            return least;
        }
        *slash = '\0';
    }
}
