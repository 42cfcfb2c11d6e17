#include "waurie/table_kind.h"

#include "db/expect.h"
#include "waurie/waurie_notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *waurie_table_name(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                              char name[WAURIE_TABLE_NAME_BYTES])
{
    (void)snprintf(name, WAURIE_TABLE_NAME_BYTES, "waurie-2x%u-%s-%s-%02u.table", pits,
                   waurie_win_word(rules), waurie_lap_word(rules), seeds);
    return name;
}

char *waurie_table_path(const char *folder, const struct waurie_rules *rules, unsigned pits,
                        unsigned seeds)
{
    char name[WAURIE_TABLE_NAME_BYTES];
    const size_t bytes = strlen(folder) + sizeof name + 1;
    char *path = malloc(bytes);
    if (path != NULL) {
        (void)snprintf(path, bytes, "%s/%s", folder, waurie_table_name(rules, pits, seeds, name));
    }
    return path;
}

struct kauri_table_info waurie_table_info(const struct waurie_rules *rules,
                                          const struct waurie_layer *layer, uint64_t entries)
{
    struct kauri_table_info info = {
        .holes = (uint16_t)layer->pits,
        .seeds = (uint16_t)layer->seeds,
        .derivation = KAURI_DERIVATION_NONE,
        .digest_entries = KAURI_DIGEST_ENTRIES_MAX,
        .positions = entries,
        .entries = entries,
        .program = "waurie " KAURI_VERSION,
    };
    (void)snprintf(info.rules, sizeof info.rules, "waurie-w1-w8;win=%s;lap=%s;bits",
                   waurie_win_word(rules), waurie_lap_word(rules));
    return info;
}

enum kauri_status waurie_table_open(const char *folder, const struct waurie_rules *rules,
                                    const struct waurie_layer *layer,
                                    const struct kauri_table_info *expected,
                                    struct kauri_reader **reader, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char *path = waurie_table_path(folder, rules, layer->pits, layer->seeds);
    *reader = NULL;
    if (path == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
    }
    KAURI_TRY(kauri_reader_open(path, reader, error));
    KAURI_TRY(kauri_table_expect(*reader, expected, error));
cleanup:
    free(path);
    if (status != KAURI_OK) {
        kauri_reader_close(*reader);
        *reader = NULL;
    }
    return status;
}
