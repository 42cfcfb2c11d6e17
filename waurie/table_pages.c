#include "waurie/table_pages.h"

#include "common/folder.h"
#include "db/page_cache.h"
#include "waurie/layer_file.h"
#include "waurie/rows.h"

#include <stdlib.h>
#include <string.h>

enum {
    LAYERS = WAURIE_SEEDS_MAX + 1, // of a board
    READ_BYTES = 2 << 20,          // for opening tables and for reading a page
};

// One table. Pages of the cache are those of the file.
struct open_table {
    struct kauri_reader *reader;
    struct waurie_layer layer;
};

struct waurie_pages {
    struct waurie_rules rules;
    char *folder;
    uint64_t room; // of the cache
    struct kauri_reader_scratch *scratch;
    struct kauri_page_cache *cache;
    struct open_table
        *tables[WAURIE_PITS_MAX * LAYERS]; // by pits - 1, then seeds; NULL: not opened
};

static enum kauri_status load_page(void *context, unsigned worker, unsigned table, uint64_t number,
                                   void *bytes, struct kauri_error *error)
{
    const struct waurie_pages *pages = context;
    (void)worker;
    return kauri_reader_page(pages->tables[table]->reader, 0, number, bytes, pages->scratch, error);
}

enum kauri_status waurie_pages_open(const char *folder, const struct waurie_rules *rules,
                                    uint64_t memory, struct waurie_pages **pages,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *pages = NULL;
    if (memory < WAURIE_PAGES_LEAST) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "too little memory: looking positions up in tables needs at least %u MiB",
                          (unsigned)WAURIE_PAGES_LEAST >> 20);
    }
    struct waurie_pages *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    KAURI_TRY(kauri_folder_check(folder, error));
    made->rules = *rules;
    made->room = memory - READ_BYTES;
    made->folder = strdup(folder);
    if (made->folder == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
        goto cleanup;
    }
    KAURI_TRY(kauri_reader_scratch_new(&made->scratch, error));
    KAURI_TRY(kauri_page_cache_new(WAURIE_PITS_MAX * LAYERS, made->room, load_page, made,
                                   &made->cache, error));
    *pages = made;
    made = NULL;
cleanup:
    waurie_pages_close(made);
    return status;
}

static void close_table(struct open_table *table)
{
    if (table != NULL) {
        kauri_reader_close(table->reader);
        free(table);
    }
}

void waurie_pages_close(struct waurie_pages *pages)
{
    if (pages == NULL) {
        return;
    }
    kauri_page_cache_free(pages->cache);
    kauri_reader_scratch_free(pages->scratch);
    for (unsigned i = 0; i < WAURIE_PITS_MAX * LAYERS; i++) {
        close_table(pages->tables[i]);
    }
    free(pages->folder);
    free(pages);
}

static enum kauri_status open_table(struct waurie_pages *pages, unsigned pits, unsigned seeds,
                                    unsigned number, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct open_table *table = calloc(1, sizeof *table);
    if (table == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", seeds);
    }
    waurie_layer_make(pits, seeds, &table->layer);
    status = waurie_file_open(pages->folder, &pages->rules, &table->layer, &table->reader, error);
    if (status == KAURI_MISSING) {
        status = kauri_fail(error, KAURI_MISSING,
                            "%s has no layer %u of the 2x%u board under these rules", pages->folder,
                            seeds, pits);
    }
    KAURI_TRY(status);
    if (kauri_reader_page_bytes(table->reader, 0) > pages->room) {
        status =
            kauri_fail(error, KAURI_RESOURCE, "%s: a page of %zu bytes does not fit",
                       kauri_reader_path(table->reader), kauri_reader_page_bytes(table->reader, 0));
        goto cleanup;
    }
    KAURI_TRY(kauri_page_cache_add(pages->cache, number, kauri_reader_page_count(table->reader, 0),
                                   error));
    pages->tables[number] = table;
    table = NULL;
cleanup:
    close_table(table);
    return status;
}

enum kauri_status waurie_pages_wins(struct waurie_pages *pages, const struct waurie_board *board,
                                    bool *wins, struct kauri_error *error)
{
    const unsigned own = waurie_row_seeds(board->own);
    const unsigned other = waurie_row_seeds(board->other);
    const unsigned number = (board->pits - 1U) * LAYERS + own + other;
    if (pages->tables[number] == NULL) {
        const enum kauri_status status = open_table(pages, board->pits, own + other, number, error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    const struct open_table *table = pages->tables[number];
    const struct waurie_layer *layer = &table->layer;
    const uint32_t rank = waurie_row_rank(board->pits, own, board->own);
    const uint64_t line = waurie_row_rank(board->pits, other, board->other);
    const uint64_t byte = (layer->block[own] + line * layer->line_words[own]) * 8 + rank / 8;
    const uint32_t page_bytes = kauri_reader_info(table->reader)->columns[0].page_entries;
    const uint64_t page = byte / page_bytes;
    const void *bytes = NULL;
    const enum kauri_status status =
        kauri_page_cache_acquire(pages->cache, 0, number, page,
                                 kauri_reader_page_entries(table->reader, 0, page), &bytes, error);
    if (status == KAURI_OK) {
        *wins = (((const uint8_t *)bytes)[byte % page_bytes] >> rank % 8 & 1) != 0;
        kauri_page_cache_release(pages->cache, number, page);
    }
    return status;
}
