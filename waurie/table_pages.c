#include "waurie/table_pages.h"

#include "common/folder.h"
#include "common/size.h"
#include "db/header.h"
#include "db/page_cache.h"
#include "waurie/distance_file.h"
#include "waurie/layer_file.h"
#include "waurie/rows.h"

#include <stdlib.h>
#include <string.h>

enum {
    LAYERS = WAURIE_SEEDS_MAX + 1,     // of a board
    TABLES = WAURIE_PITS_MAX * LAYERS, // of each kind
    READ_BYTES = 2 << 20,              // for decoding a page and for finding tables
};

// The columns of the tables: the bits, and the two of the distances. In the cache, each of a table
// is a layer of its own.
enum page_column { WINS, TURNS, SOWINGS, COLUMNS };

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
    struct open_table *bits[TABLES];
    struct open_table *distances[TABLES];
};

static struct open_table *table_of(const struct waurie_pages *pages, enum page_column column,
                                   unsigned number)
{
    return column == WINS ? pages->bits[number] : pages->distances[number];
}

// The number of a column in its table.
static unsigned column_of(enum page_column column)
{
    return column == SOWINGS ? 1 : 0;
}

static enum kauri_status load_page(void *context, unsigned worker, unsigned layer, uint64_t number,
                                   void *bytes, struct kauri_error *error)
{
    const struct waurie_pages *pages = context;
    const enum page_column column = (enum page_column)(layer / TABLES);
    (void)worker;
    return kauri_reader_page(table_of(pages, column, layer % TABLES)->reader, column_of(column),
                             number, bytes, pages->scratch, error);
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
    KAURI_TRY(
        kauri_page_cache_new(COLUMNS * TABLES, made->room, load_page, made, &made->cache, error));
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
        close_table(pages->bits[i]);
        close_table(pages->distances[i]);
    }
    free(pages->folder);
    free(pages);
}

// Bytes that an open table takes besides its pages.
static uint64_t index_bytes(const struct kauri_reader *reader)
{
    const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
    uint64_t bytes =
        sizeof(struct open_table) + certificate->count_count * sizeof *certificate->counts;
    for (unsigned c = 0; c < kauri_reader_info(reader)->column_count; c++) {
        uint64_t directory = 0;
        (void)kauri_directory_bytes(kauri_reader_group_count(reader, c), &directory); // it was read
        bytes += directory + kauri_page_cache_index_bytes(kauri_reader_page_count(reader, c));
    }
    return bytes;
}

// Takes the room for the index of a table from that for pages. The largest page must still fit.
static enum kauri_status take_room(struct waurie_pages *pages, const struct kauri_reader *reader,
                                   struct kauri_error *error)
{
    const uint64_t index = index_bytes(reader);
    uint64_t page = pages->page;
    for (unsigned c = 0; c < kauri_reader_info(reader)->column_count; c++) {
        const uint64_t of_column = kauri_reader_page_bytes(reader, c);
        page = of_column > page ? of_column : page;
    }
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

// Adds the pages of a column to the cache.
static enum kauri_status add_column(struct waurie_pages *pages, const struct open_table *table,
                                    enum page_column column, unsigned number,
                                    struct kauri_error *error)
{
    return kauri_page_cache_add(pages->cache, (unsigned)column * TABLES + number,
                                kauri_reader_page_count(table->reader, column_of(column)), error);
}

static enum kauri_status open_table(struct waurie_pages *pages, bool distances, unsigned pits,
                                    unsigned seeds, unsigned number, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct open_table *table = calloc(1, sizeof *table);
    if (table == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", seeds);
    }
    waurie_layer_make(pits, seeds, &table->layer);
    status = distances ? waurie_distance_file_open(pages->folder, &pages->rules, &table->layer,
                                                   &table->reader, error)
                       : waurie_file_open(pages->folder, &pages->rules, &table->layer,
                                          &table->reader, error);
    if (status == KAURI_MISSING) {
        status =
            kauri_fail(error, KAURI_MISSING, "%s has no %s %u of the 2x%u board under these rules",
                       pages->folder, distances ? "distances of layer" : "layer", seeds, pits);
    }
    KAURI_TRY(status);
    KAURI_TRY(take_room(pages, table->reader, error));
    KAURI_TRY(add_column(pages, table, distances ? TURNS : WINS, number, error));
    if (distances) {
        KAURI_TRY(add_column(pages, table, SOWINGS, number, error));
    }
    *(distances ? &pages->distances[number] : &pages->bits[number]) = table;
    table = NULL;
cleanup:
    close_table(table);
    return status;
}

// Reads an entry of a column of an open table.
static enum kauri_status read_entry(struct waurie_pages *pages, enum page_column column,
                                    unsigned number, uint64_t entry, int32_t *value,
                                    struct kauri_error *error)
{
    const struct kauri_reader *reader = table_of(pages, column, number)->reader;
    const unsigned c = column_of(column);
    const struct kauri_column *of = &kauri_reader_info(reader)->columns[c];
    const unsigned layer = (unsigned)column * TABLES + number;
    const uint64_t page = entry / of->page_entries;
    const void *bytes = NULL;
    const enum kauri_status status = kauri_page_cache_acquire(
        pages->cache, 0, layer, page,
        (size_t)kauri_reader_page_entries(reader, c, page) * of->width, &bytes, error);
    if (status == KAURI_OK) {
        *value = kauri_page_value(of, bytes, (uint32_t)(entry % of->page_entries));
        kauri_page_cache_release(pages->cache, layer, page);
    }
    return status;
}

// A board as numbers: its table, the seeds in the mover's row, and the ranks of both rows.
struct board_place {
    unsigned number;
    unsigned own;
    uint32_t mover;
    uint32_t waiting;
};

// Finds a board in the tables of one kind, and opens its table.
static enum kauri_status find(struct waurie_pages *pages, const struct waurie_board *board,
                              bool distances, struct board_place *place, struct kauri_error *error)
{
    const unsigned own = waurie_row_seeds(board->own);
    const unsigned other = waurie_row_seeds(board->other);
    *place = (struct board_place){.number = (board->pits - 1U) * LAYERS + own + other,
                                  .own = own,
                                  .mover = waurie_row_rank(board->pits, own, board->own),
                                  .waiting = waurie_row_rank(board->pits, other, board->other)};
    const bool open =
        (distances ? pages->distances[place->number] : pages->bits[place->number]) != NULL;
    return open ? KAURI_OK
                : open_table(pages, distances, board->pits, own + other, place->number, error);
}

enum kauri_status waurie_pages_wins(struct waurie_pages *pages, const struct waurie_board *board,
                                    bool *wins, struct kauri_error *error)
{
    struct board_place place;
    int32_t byte = 0;
    enum kauri_status status = find(pages, board, false, &place, error);
    if (status == KAURI_OK) {
        const struct waurie_layer *layer = &pages->bits[place.number]->layer;
        const uint64_t word =
            layer->block[place.own] + (uint64_t)place.waiting * layer->line_words[place.own];
        status = read_entry(pages, WINS, place.number, word * 8 + place.mover / 8, &byte, error);
    }
    *wins = status == KAURI_OK && (byte >> place.mover % 8 & 1) != 0;
    return status;
}

enum kauri_status waurie_pages_value(struct waurie_pages *pages, const struct waurie_board *board,
                                     struct waurie_value *value, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct board_place place;
    int32_t turns = 0;
    int32_t sowings = 0;
    *value = (struct waurie_value){.win = false};
    KAURI_TRY(find(pages, board, true, &place, error));
    const struct waurie_layer *layer = &pages->distances[place.number]->layer;
    const uint64_t entry = waurie_place(layer, place.own, place.waiting, place.mover);
    KAURI_TRY(read_entry(pages, TURNS, place.number, entry, &turns, error));
    KAURI_TRY(read_entry(pages, SOWINGS, place.number, entry, &sowings, error));
    KAURI_TRY(waurie_pages_wins(pages, board, &value->win, error));
    value->turns = (uint16_t)turns;
    value->sowings = (uint16_t)sowings;
cleanup:
    return status;
}
