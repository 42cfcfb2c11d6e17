#include "waurie/tables.h"

#include "common/checked.h"
#include "common/folder.h"
#include "common/memory.h"
#include "common/size.h"
#include "db/header.h"
#include "db/page_cache.h"
#include "waurie/layer_file.h"
#include "waurie/solver/sowing.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    LAYERS = WAURIE_SEEDS_MAX + 1,
    READ_BYTES = 2 << 20, // memory for decoding a page and for finding tables
    HUGE_PAGE = 2 << 20,
};

// Look-ups in files. A thread that looks up takes a slot, which has the memory for decoding a page,
// and waits if all are taken.
struct page_look_ups {
    pthread_mutex_t mutex; // protects the readers, the room and the free slots
    pthread_cond_t freed;
    unsigned slots;
    unsigned free_count;
    unsigned *free;
    struct kauri_reader_scratch **scratch; // scratch memory of each slot
    struct kauri_page_cache *cache;        // pages of the files
    uint64_t left; // bytes left for pages; the page list of each added layer takes some of them
    uint64_t page; // bytes of the largest page of these layers
    bool added[LAYERS];
};

struct waurie_tables {
    struct waurie_tables_options options;
    struct waurie_layer layer[LAYERS];
    struct kauri_reader *reader[LAYERS]; // NULL: not opened
    uint64_t *block[LAYERS][LAYERS];     // by layer and seeds in the mover's row; NULL: not held
    uint64_t bytes;                      // size of the blocks that are held
    struct page_look_ups *pages;         // NULL: without page_memory
};

static enum kauri_status load_page(void *context, unsigned worker, unsigned layer, uint64_t number,
                                   void *bytes, struct kauri_error *error)
{
    const struct waurie_tables *tables = context;
    return kauri_reader_page(tables->reader[layer], 0, number, bytes,
                             tables->pages->scratch[worker], error);
}

static enum kauri_status open_pages(struct waurie_tables *tables, struct kauri_error *error)
{
    const uint64_t memory = tables->options.page_memory;
    const uint64_t maximum = memory / 2 / READ_BYTES;
    if (memory < WAURIE_PAGES_LEAST) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "too little memory: looking positions up in tables needs at least %u MiB",
                          (unsigned)WAURIE_PAGES_LEAST >> 20);
    }
    struct page_look_ups *pages = calloc(1, sizeof *pages);
    if (pages == NULL || pthread_mutex_init(&pages->mutex, NULL) != 0) {
        free(pages);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    (void)pthread_cond_init(&pages->freed, NULL); // cannot fail in glibc and musl
    tables->pages = pages;
    pages->slots = maximum < tables->options.threads ? (unsigned)maximum : tables->options.threads;
    pages->left = memory - (uint64_t)pages->slots * READ_BYTES;
    pages->free = calloc(pages->slots, sizeof *pages->free);
    pages->scratch = calloc(pages->slots, sizeof *pages->scratch);
    if (pages->free == NULL || pages->scratch == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    for (; pages->free_count < pages->slots; pages->free_count++) {
        pages->free[pages->free_count] = pages->free_count;
        KAURI_PASS(kauri_reader_scratch_new(&pages->scratch[pages->free_count], error));
    }
    return kauri_page_cache_new(LAYERS, pages->left, load_page, tables, &pages->cache, error);
}

static void close_pages(struct page_look_ups *pages)
{
    if (pages == NULL) {
        return;
    }
    kauri_page_cache_free(pages->cache);
    for (unsigned i = 0; pages->scratch != NULL && i < pages->slots; i++) {
        kauri_reader_scratch_free(pages->scratch[i]);
    }
    free(pages->scratch);
    free(pages->free);
    (void)pthread_cond_destroy(&pages->freed);
    (void)pthread_mutex_destroy(&pages->mutex);
    free(pages);
}

enum kauri_status waurie_tables_open(const struct waurie_tables_options *options,
                                     struct waurie_tables **tables, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *tables = NULL;
    struct waurie_tables *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    made->options = *options;
    for (unsigned n = 0; n < LAYERS; n++) {
        waurie_layer_make(options->pits, n, &made->layer[n]);
    }
    KAURI_TRY(kauri_folder_check(options->folder, error));
    if (options->page_memory != 0) {
        KAURI_TRY(open_pages(made, error));
    }
    *tables = made;
    made = NULL;
cleanup:
    waurie_tables_close(made);
    return status;
}

void waurie_tables_close(struct waurie_tables *tables)
{
    if (tables == NULL) {
        return;
    }
    close_pages(tables->pages);
    for (unsigned n = 0; n < LAYERS; n++) {
        waurie_tables_drop_layer(tables, n);
        kauri_reader_close(tables->reader[n]);
    }
    free(tables);
}

void waurie_tables_use_threads(struct waurie_tables *tables, unsigned threads)
{
    tables->options.threads = threads;
}

const struct waurie_tables_options *waurie_tables_options(const struct waurie_tables *tables)
{
    return &tables->options;
}

const struct waurie_layer *waurie_tables_layers(const struct waurie_tables *tables)
{
    return tables->layer;
}

enum kauri_status waurie_tables_find(struct waurie_tables *tables, unsigned seeds,
                                     struct kauri_error *error)
{
    const struct waurie_tables_options *options = &tables->options;
    return tables->reader[seeds] != NULL
               ? KAURI_OK
               : waurie_file_open(options->folder, &options->rules, &tables->layer[seeds],
                                  &tables->reader[seeds], error);
}

// -------------------------------------------------------------------------------- blocks in memory

static size_t block_bytes(const struct waurie_layer *layer, unsigned own)
{
    return kauri_size_to_ask(waurie_block_words(layer, own) * sizeof(uint64_t));
}

static enum kauri_status make_block(struct waurie_tables *tables, unsigned seeds, unsigned own,
                                    struct kauri_error *error)
{
    const size_t bytes = block_bytes(&tables->layer[seeds], own);
    uint64_t *words = kauri_large_new(bytes);
    if (words == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", seeds);
    }
    if (bytes >= HUGE_PAGE) {
        kauri_use_huge_pages(words, bytes);
    }
    tables->block[seeds][own] = words;
    tables->bytes += bytes;
    return KAURI_OK;
}

void waurie_tables_drop_block(struct waurie_tables *tables, unsigned seeds, unsigned own)
{
    const size_t bytes = block_bytes(&tables->layer[seeds], own);
    if (tables->block[seeds][own] != NULL) {
        kauri_large_free(tables->block[seeds][own], bytes);
        tables->block[seeds][own] = NULL;
        tables->bytes -= bytes;
    }
}

// The blocks of a layer that are read.
struct block_reading {
    const struct waurie_layer *layer;
    uint64_t *const *block; // blocks by the mover's seeds
    unsigned first;
    unsigned last;
};

static void take_words(void *context, uint64_t first, uint64_t count, const uint64_t *words)
{
    const struct block_reading *reading = context;
    const uint64_t end = first + count;
    for (unsigned own = reading->first; own <= reading->last; own++) {
        const uint64_t block = reading->layer->block[own];
        const uint64_t block_end = block + waurie_block_words(reading->layer, own);
        const uint64_t from = first > block ? first : block;
        const uint64_t to = end < block_end ? end : block_end;
        if (from < to) {
            memcpy(reading->block[own] + (from - block), words + (from - first),
                   (size_t)(to - from) * sizeof *words);
        }
    }
}

// Makes the blocks from `first` to `last`, and reads them.
static enum kauri_status read_blocks(struct waurie_tables *tables, unsigned seeds, unsigned first,
                                     unsigned last, const struct kauri_progress *progress,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer *layer = &tables->layer[seeds];
    struct block_reading reading = {layer, tables->block[seeds], first, last};
    KAURI_TRY(waurie_tables_find(tables, seeds, error));
    for (unsigned own = first; own <= last; own++) {
        KAURI_TRY(make_block(tables, seeds, own, error));
    }
    status =
        waurie_file_read(tables->reader[seeds], layer, layer->block[first],
                         layer->block[last] + waurie_block_words(layer, last) - layer->block[first],
                         tables->options.threads, progress, take_words, &reading, error);
cleanup:
    for (unsigned own = first; status != KAURI_OK && own <= last; own++) {
        waurie_tables_drop_block(tables, seeds, own);
    }
    return status;
}

enum kauri_status waurie_tables_hold_block(struct waurie_tables *tables, unsigned seeds,
                                           unsigned own, struct kauri_error *error)
{
    const struct kauri_progress stop = kauri_progress_silent(tables->options.progress);
    return tables->block[seeds][own] != NULL ? KAURI_OK
                                             : read_blocks(tables, seeds, own, own, &stop, error);
}

enum kauri_status waurie_tables_hold_layer(struct waurie_tables *tables, unsigned seeds,
                                           struct kauri_error *error)
{
    return tables->block[seeds][0] != NULL
               ? KAURI_OK
               : read_blocks(tables, seeds, 0, seeds, tables->options.progress, error);
}

void waurie_tables_drop_layer(struct waurie_tables *tables, unsigned seeds)
{
    for (unsigned own = 0; own <= seeds; own++) {
        waurie_tables_drop_block(tables, seeds, own);
    }
}

uint64_t *waurie_tables_block(const struct waurie_tables *tables, unsigned seeds, unsigned own)
{
    return tables->block[seeds][own];
}

uint64_t waurie_tables_bytes(const struct waurie_tables *tables)
{
    return tables->bytes;
}

// --------------------------------------------------------------------------------------- look-ups

// Adds the pages of a layer to the cache, and takes the memory for their list out of that for
// pages. The largest page must still fit.
static enum kauri_status add_pages(struct waurie_tables *tables, unsigned seeds,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct page_look_ups *pages = tables->pages;
    status = waurie_tables_find(tables, seeds, error);
    if (status == KAURI_MISSING) {
        return kauri_fail(error, KAURI_MISSING,
                          "%s has no layer %u of the 2x%u board under these rules",
                          tables->options.folder, seeds, tables->options.pits);
    }
    KAURI_PASS(status);
    const struct kauri_reader *reader = tables->reader[seeds];
    const uint64_t page_count = kauri_reader_page_count(reader, 0);
    const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
    uint64_t directory = 0;
    // The directory has been read, so this does not overflow.
    (void)kauri_directory_bytes(kauri_reader_group_count(reader, 0), &directory);
    const uint64_t index = certificate->count_count * sizeof *certificate->counts + directory +
                           kauri_page_cache_index_bytes(page_count);
    const uint64_t largest = kauri_reader_page_bytes(reader, 0);
    const uint64_t page = largest > pages->page ? largest : pages->page;
    if (index > pages->left || page > pages->left - index) {
        char needed[KAURI_SIZE_TEXT_BYTES];
        char left[KAURI_SIZE_TEXT_BYTES];
        return kauri_fail(error, KAURI_RESOURCE,
                          "%s: looking positions up takes %s more, and there is room for %s",
                          kauri_reader_path(reader), kauri_format_size(index + page, needed),
                          kauri_format_size(pages->left, left));
    }
    KAURI_PASS(kauri_page_cache_add(pages->cache, seeds, page_count, error));
    pages->page = page;
    pages->left -= index;
    kauri_page_cache_bound(pages->cache, pages->left);
    pages->added[seeds] = true;
    return status;
}

// Reads a byte of a layer from its table.
static enum kauri_status read_byte(struct waurie_tables *tables, unsigned seeds, uint64_t at,
                                   uint8_t *byte, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct page_look_ups *pages = tables->pages;
    unsigned slot = 0;
    const void *bytes = NULL;
    if (pages == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "layer %u is not in memory", seeds);
    }
    (void)pthread_mutex_lock(&pages->mutex);
    status = pages->added[seeds] ? KAURI_OK : add_pages(tables, seeds, error);
    while (status == KAURI_OK && pages->free_count == 0) {
        (void)pthread_cond_wait(&pages->freed, &pages->mutex);
    }
    if (status == KAURI_OK) {
        slot = pages->free[--pages->free_count];
    }
    (void)pthread_mutex_unlock(&pages->mutex);
    if (status != KAURI_OK) {
        return status;
    }
    const struct kauri_reader *reader = tables->reader[seeds];
    const uint32_t page_bytes = kauri_reader_info(reader)->columns[0].page_entries;
    const uint64_t page = at / page_bytes;
    status = kauri_page_cache_acquire(pages->cache, slot, seeds, page,
                                      kauri_reader_page_entries(reader, 0, page), &bytes, error);
    if (status == KAURI_OK) {
        *byte = ((const uint8_t *)bytes)[at % page_bytes];
        kauri_page_cache_release(pages->cache, seeds, page);
    }
    (void)pthread_mutex_lock(&pages->mutex);
    pages->free[pages->free_count++] = slot;
    (void)pthread_cond_signal(&pages->freed);
    (void)pthread_mutex_unlock(&pages->mutex);
    return status;
}

// The place of a board's bit.
struct board_place {
    unsigned seeds;
    unsigned own;
    uint32_t mover; // rank of the mover's row
    uint64_t word;  // first word of the line in the block
};

static struct board_place place_of(const struct waurie_tables *tables,
                                   const struct waurie_board *board)
{
    const unsigned own = waurie_row_seeds(board->own);
    const unsigned other = waurie_row_seeds(board->other);
    const uint64_t line = waurie_row_rank(board->pits, other, board->other);
    return (struct board_place){.seeds = own + other,
                                .own = own,
                                .mover = waurie_row_rank(board->pits, own, board->own),
                                .word = line * tables->layer[own + other].line_words[own]};
}

enum kauri_status waurie_tables_look_up(struct waurie_tables *tables,
                                        const struct waurie_board *board, bool *wins,
                                        struct kauri_error *error)
{
    const struct board_place place = place_of(tables, board);
    const uint64_t *block = tables->block[place.seeds][place.own];
    uint8_t byte = 0;
    if (block != NULL) {
        *wins = (block[place.word + place.mover / 64] >> place.mover % 64 & 1) != 0;
        return KAURI_OK;
    }
    const uint64_t word = tables->layer[place.seeds].block[place.own] + place.word;
    const enum kauri_status status =
        read_byte(tables, place.seeds, word * sizeof word + place.mover / 8, &byte, error);
    *wins = (byte >> place.mover % 8 & 1) != 0;
    return status;
}

void waurie_tables_prefetch(const struct waurie_tables *tables, const struct waurie_board *board)
{
    const struct board_place place = place_of(tables, board);
    const uint64_t *block = tables->block[place.seeds][place.own];
    if (block != NULL) {
        __builtin_prefetch(&block[place.word + place.mover / 64]);
    }
}

// ----------------------------------------------------------------------------------------- window

unsigned waurie_window_least(const struct waurie_rules *rules, unsigned pits, unsigned top,
                             unsigned seeds)
{
    unsigned least = top;
    for (unsigned n = top + 1; n <= seeds; n++) {
        // If an empty row wins at once, the opponent has a seed that is not sown.
        const unsigned to = n - waurie_stored_most(rules, pits, rules->at_turn ? n : n - 1);
        least = to < least ? to : least;
    }
    return least;
}

// The greatest layer of the folder up to `maximum`; -1 if there is none.
static enum kauri_status find_greatest(struct waurie_tables *tables, unsigned maximum,
                                       int *greatest, struct kauri_error *error)
{
    enum kauri_status status = KAURI_MISSING;
    for (*greatest = (int)maximum; *greatest >= 0; (*greatest)--) {
        status = waurie_tables_find(tables, (unsigned)*greatest, error);
        if (status != KAURI_MISSING) {
            return status;
        }
    }
    return KAURI_OK;
}

static uint64_t layer_bytes(const struct waurie_tables *tables, int seeds)
{
    return seeds < 0 ? 0 : tables->layer[seeds].words * sizeof(uint64_t);
}

enum kauri_status waurie_tables_hold_window(struct waurie_tables *tables, unsigned layers_most,
                                            unsigned seeds_most, uint64_t memory,
                                            struct waurie_window *window, struct kauri_error *error)
{
    const struct waurie_tables_options *options = &tables->options;
    *window = (struct waurie_window){.greatest = -1, .top = -1, .least = -1};
    enum kauri_status status = find_greatest(tables, layers_most, &window->greatest, error);
    int top = window->greatest;
    if (status != KAURI_OK || (int)seeds_most <= top) {
        return status;
    }
    while (top >= 0 && layer_bytes(tables, top) + layer_bytes(tables, top - 1) > memory) {
        top--;
    }
    if (top < 0) {
        return KAURI_OK;
    }
    const int least =
        (int)waurie_window_least(&options->rules, options->pits, (unsigned)top, seeds_most);
    for (int n = top; n >= least && layer_bytes(tables, n) <= memory - tables->bytes; n--) {
        status = waurie_tables_hold_layer(tables, (unsigned)n, error);
        if (status != KAURI_OK) {
            return status == KAURI_MISSING ? KAURI_OK : status;
        }
        window->top = top;
        window->least = n;
    }
    return KAURI_OK;
}
