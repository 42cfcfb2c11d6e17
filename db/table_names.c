#include "db/table_names.h"

#include "common/memory.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX = 65535 }; // limit for holes, cowries and seeds in a header

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

// Parses the file name of a table; false for any other name.
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

struct finder {
    struct kauri_table_key *keys;
    size_t count;
    size_t capacity;
    bool out_of_memory;
};

static void note(void *context, const char *name)
{
    struct finder *finder = context;
    struct kauri_table_key key;
    if (finder->out_of_memory || !parse_name(name, &key)) {
        return;
    }
    if (KAURI_FITS(finder->keys, finder->count + 1, finder->capacity)) {
        finder->keys[finder->count++] = key;
    } else {
        finder->out_of_memory = true;
    }
}

enum kauri_status kauri_table_names_list(const struct kauri_source *source, const char *folder,
                                         struct kauri_table_key **keys, size_t *count,
                                         struct kauri_error *error)
{
    struct finder finder = {.keys = NULL};
    struct kauri_error given = {.message = ""};
    *keys = NULL;
    *count = 0;
    enum kauri_status status = source->list(source->context, folder, note, &finder, &given);
    if (status != KAURI_OK) {
        status = status == KAURI_MISSING ? KAURI_MISSING : KAURI_RESOURCE;
        if (given.message[0] != '\0') {
            (void)kauri_fail(error, status, "%.*s", KAURI_ERROR_MESSAGE_BYTES - 1, given.message);
        } else {
            (void)kauri_fail(error, status, "cannot list the tables in %s", folder);
        }
    } else if (finder.out_of_memory) {
        status = kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
    }
    if (status != KAURI_OK) {
        free(finder.keys);
        return status;
    }
    if (finder.count > 0) {
        qsort(finder.keys, finder.count, sizeof *finder.keys, compare_keys);
    }
    *keys = finder.keys;
    *count = finder.count;
    return KAURI_OK;
}
