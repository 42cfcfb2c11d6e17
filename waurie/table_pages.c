#include "waurie/table_pages.h"

#include "common/folder.h"
#include "common/size.h"
#include "db/header.h"
#include "db/page_cache.h"
#include "waurie/layer_file.h"
#include "waurie/rows.h"

#include <stdlib.h>
#include <string.h>

enum {
    LAYERS = WAURIE_SEEDS_MAX + 1, // of a board
    TABLES = WAURIE_PITS_MAX * LAYERS,
    READ_BYTES = 2 << 20, // for decoding a page and for finding tables
};

// One table. Pages of the cache are those of the file.
struct open_table {
    struct kauri_reader *reader;
    struct waurie_layer layer;
};

struct waurie_pages {
    struct waurie_rules rules;
    char *folder;
    uint64_t room; // of the cache: less with each table that is opened
    uint64_t page; // bytes of the largest page of the open tables
    struct kauri_reader_scratch *scratch;
    struct kauri_page_cache *cache;
    // By pits - 1, then seeds; NULL: not opened.
    struct open_table *tables[TABLES];
};

static enum kauri_status load_page(void *context, unsigned worker, unsigned layer, uint64_t number,
                                   void *bytes, struct kauri_error *error)
{
    const struct waurie_pages *pages = context;
    (void)worker;
    return kauri_reader_page(pages->tables[layer]->reader, 0, number, bytes, pages->scratch, error);
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
    KAURI_TRY(kauri_page_cache_new(TABLES, made->room, load_page, made, &made->cache, error));
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
    for (unsigned i = 0; i < TABLES; i++) {
        close_table(pages->tables[i]);
    }
    free(pages->folder);
    free(pages);
}

// Bytes that an open table takes besides its pages.
static uint64_t index_bytes(const struct kauri_reader *reader)
{
    const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
    uint64_t directory = 0;
    (void)kauri_directory_bytes(kauri_reader_group_count(reader, 0), &directory); // it was read
    return sizeof(struct open_table) + certificate->count_count * sizeof *certificate->counts +
           directory + kauri_page_cache_index_bytes(kauri_reader_page_count(reader, 0));
}

// Takes the room for the index of a table from that for pages. The largest page must still fit.
static enum kauri_status take_room(struct waurie_pages *pages, const struct kauri_reader *reader,
                                   struct kauri_error *error)
{
    const uint64_t index = index_bytes(reader);
    const uint64_t largest = kauri_reader_page_bytes(reader, 0);
    const uint64_t page = largest > pages->page ? largest : pages->page;
    if (index > pages->room || page > pages->room - index) {
        char needed[KAURI_SIZE_TEXT_BYTES];
        char room[KAURI_SIZE_TEXT_BYTES];
        return kauri_fail(error, KAURI_RESOURCE,
                          "%s: looking positions up takes %s more, and there is room for %s",
                          kauri_reader_path(reader), kauri_format_size(index + page, needed),
                          kauri_format_size(pages->room, room));
    }
    pages->page = page;
    pages->room -= index;
    kauri_page_cache_bound(pages->cache, pages->room);
    return KAURI_OK;
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
    KAURI_TRY(take_room(pages, table->reader, error));
    KAURI_TRY(kauri_page_cache_add(pages->cache, number, kauri_reader_page_count(table->reader, 0),
                                   error));
    pages->tables[number] = table;
    table = NULL;
cleanup:
    close_table(table);
    return status;
}

// Reads a byte of an open table.
static enum kauri_status read_byte(struct waurie_pages *pages, unsigned number, uint64_t at,
                                   uint8_t *byte, struct kauri_error *error)
{
    const struct kauri_reader *reader = pages->tables[number]->reader;
    const uint32_t page_bytes = kauri_reader_info(reader)->columns[0].page_entries;
    const uint64_t page = at / page_bytes;
    const void *bytes = NULL;
    const enum kauri_status status = kauri_page_cache_acquire(
        pages->cache, 0, number, page, kauri_reader_page_entries(reader, 0, page), &bytes, error);
    if (status == KAURI_OK) {
        *byte = ((const uint8_t *)bytes)[at % page_bytes];
        kauri_page_cache_release(pages->cache, number, page);
    }
    return status;
}

enum kauri_status waurie_pages_wins(struct waurie_pages *pages, const struct waurie_board *board,
                                    bool *wins, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint8_t byte = 0;
    const unsigned own = waurie_row_seeds(board->own);
    const unsigned other = waurie_row_seeds(board->other);
    const unsigned number = (board->pits - 1U) * LAYERS + own + other;
    const uint32_t mover = waurie_row_rank(board->pits, own, board->own);
    const uint64_t waiting = waurie_row_rank(board->pits, other, board->other);
    *wins = false;
    if (pages->tables[number] == NULL) {
        KAURI_TRY(open_table(pages, board->pits, own + other, number, error));
    }
    const struct waurie_layer *layer = &pages->tables[number]->layer;
    const uint64_t word = layer->block[own] + waiting * layer->line_words[own];
    KAURI_TRY(read_byte(pages, number, word * 8 + mover / 8, &byte, error));
    *wins = (byte >> mover % 8 & 1) != 0;
cleanup:
    return status;
}
