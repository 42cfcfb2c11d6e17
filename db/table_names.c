#include "db/table_names.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX = 65535 }; // of holes, cowries and seeds in a header

const char *kauri_table_name(unsigned holes, unsigned cowries, unsigned seeds,
                             char name[KAURI_TABLE_NAME_BYTES])
{
    (void)snprintf(name, KAURI_TABLE_NAME_BYTES, "kauri-%ux%u-%02u.kauri", holes, cowries, seeds);
    return name;
}

char *kauri_table_path(const char *folder, unsigned holes, unsigned cowries, unsigned seeds)
{
    char name[KAURI_TABLE_NAME_BYTES];
    const size_t bytes = strlen(folder) + sizeof name + 1;
    char *path = malloc(bytes);
    if (path != NULL) {
        (void)snprintf(path, bytes, "%s/%s", folder, kauri_table_name(holes, cowries, seeds, name));
    }
    return path;
}

static bool skip_text(const char **at, const char *text)
{
    const size_t length = strlen(text);
    if (strncmp(*at, text, length) != 0) {
        return false;
    }
    *at += length;
    return true;
}

static bool skip_number(const char **at, unsigned *number)
{
    const char *start = *at;
    *number = 0;
    while (**at >= '0' && **at <= '9' && *number <= NUMBER_MAX) {
        *number = *number * 10 + (unsigned)(**at - '0');
        (*at)++;
    }
    return *at != start && *number <= NUMBER_MAX;
}

// Whether a file of this name is a table, and of what.
static bool parse_name(const char *name, struct kauri_table_key *key)
{
    char again[KAURI_TABLE_NAME_BYTES];
    const char *at = name;
    return skip_text(&at, "kauri-") && skip_number(&at, &key->holes) && skip_text(&at, "x") &&
           skip_number(&at, &key->cowries) && skip_text(&at, "-") &&
           skip_number(&at, &key->seeds) &&
           strcmp(name, kauri_table_name(key->holes, key->cowries, key->seeds, again)) == 0;
}

bool kauri_table_name_is(const char *name)
{
    struct kauri_table_key key;
    return parse_name(name, &key);
}

static int compare_numbers(unsigned a, unsigned b)
{
    return (a > b) - (a < b);
}

static int compare_keys(const void *first, const void *second)
{
    const struct kauri_table_key *a = first;
    const struct kauri_table_key *b = second;
    if (a->holes != b->holes) {
        return compare_numbers(a->holes, b->holes);
    }
    return a->cowries != b->cowries ? compare_numbers(a->cowries, b->cowries)
                                    : compare_numbers(a->seeds, b->seeds);
}

enum kauri_status kauri_table_names_list(const char *folder, struct kauri_table_key **keys,
                                         size_t *count, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_table_key *found = NULL;
    size_t room = 0;
    *keys = NULL;
    *count = 0;
    DIR *stream = opendir(folder);
    if (stream == NULL) {
        return kauri_fail_errno(error, errno == ENOENT ? KAURI_MISSING : KAURI_RESOURCE,
                                "cannot open the folder %s", folder);
    }
    for (;;) {
        struct kauri_table_key key;
        errno = 0;
        const struct dirent *entry = readdir(stream); // this stream is ours alone
        if (entry == NULL) {
            break;
        }
        if (!parse_name(entry->d_name, &key)) {
            continue;
        }
        if (*count == room) {
            room = 2 * room + 16;
            void *grown = realloc(found, room * sizeof *found);
            if (grown == NULL) {
                status = kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
                goto cleanup;
            }
            found = grown;
        }
        found[(*count)++] = key;
    }
    if (errno != 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot read the folder %s", folder);
        goto cleanup;
    }
    if (*count > 0) {
        qsort(found, *count, sizeof *found, compare_keys);
    }
    *keys = found;
    found = NULL;
cleanup:
    free(found);
    (void)closedir(stream);
    return status;
}
