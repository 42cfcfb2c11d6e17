#include "waurie/layer_file.h"

#include "db/expect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORD_BYTES = 8,
    PAGE_BYTES = 1 << 18,
    GROUP_PAGES = 64,
};

const char *waurie_file_name(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                             char name[WAURIE_FILE_NAME_BYTES])
{
    (void)snprintf(name, WAURIE_FILE_NAME_BYTES, "waurie-2x%u-%s-%s-%02u.table", pits,
                   rules->at_turn ? "at-turn" : "at-once", rules->skip ? "skip" : "into", seeds);
    return name;
}

char *waurie_file_path(const char *folder, const struct waurie_rules *rules, unsigned pits,
                       unsigned seeds)
{
    char name[WAURIE_FILE_NAME_BYTES];
    const size_t bytes = strlen(folder) + sizeof name + 1;
    char *path = malloc(bytes);
    if (path != NULL) {
        (void)snprintf(path, bytes, "%s/%s", folder, waurie_file_name(rules, pits, seeds, name));
    }
    return path;
}

struct kauri_table_info waurie_file_info(const struct waurie_rules *rules,
                                         const struct waurie_layer *layer)
{
    struct kauri_table_info info = {
        .version = KAURI_FORMAT_VERSION,
        .holes = (uint16_t)layer->pits,
        .seeds = (uint16_t)layer->seeds,
        .column_count = 1,
        .derivation = KAURI_DERIVATION_NONE,
        .digest_entries = KAURI_DIGEST_ENTRIES_MAX,
        .positions = layer->words * WORD_BYTES,
        .entries = layer->words * WORD_BYTES,
        .program = "waurie " KAURI_VERSION,
        .columns = {{.name = "wins",
                     .width = 1,
                     .codec = KAURI_CODEC_ZSTD,
                     .page_entries = PAGE_BYTES,
                     .group_pages = GROUP_PAGES}},
    };
    (void)snprintf(info.rules, sizeof info.rules, "waurie-w1-w8;win=%s;lap=%s;bits",
                   rules->at_turn ? "at-turn" : "at-once", rules->skip ? "skip" : "into");
    return info;
}

enum kauri_status waurie_file_open(const char *folder, const struct waurie_rules *rules,
                                   const struct waurie_layer *layer, struct kauri_reader **reader,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info info = waurie_file_info(rules, layer);
    char *path = waurie_file_path(folder, rules, layer->pits, layer->seeds);
    *reader = NULL;
    if (path == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
    }
    KAURI_TRY(kauri_reader_open(path, reader, error));
    KAURI_TRY(kauri_table_expect(*reader, &info, error));
    if (kauri_reader_info(*reader)->columns[0].width != 1 ||
        kauri_reader_info(*reader)->columns[0].page_entries % WORD_BYTES != 0) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s does not store bits in bytes", path);
    }
cleanup:
    free(path);
    if (status != KAURI_OK) {
        kauri_reader_close(*reader);
        *reader = NULL;
    }
    return status;
}
