#include "db/tables/number_store.h"

#include "common/memory.h"
#include "db/cell_cache.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// A key of the cell cache: the layer, the column or trailers of a column, and from bit 0 on the
// number of the cell there.
enum { SEEDS_SHIFT = 57, COLUMN_SHIFT = 53 };

enum { LAST_BATCH_BITS = 16 };

struct kauri_number_scratch {
    struct kauri_reader_scratch *reader;
    uint8_t *page;
    size_t page_capacity;
    uint8_t *trailer;
    size_t trailer_capacity;
    const struct kauri_tablebase_layer *layer; // layer that `trailer` belongs to; NULL: none
    unsigned column;
    uint64_t group;
    struct kauri_number_scratch *next; // next element of the free list
};

struct kauri_number_store {
    struct kauri_cell_cache *cache;
    pthread_mutex_t mutex;              // protects `spare`
    struct kauri_number_scratch *spare; // a free list
    _Atomic uint64_t decoded;
    _Atomic uint32_t batches;     // number of the last batch
    _Atomic uint32_t *last_batch; // by the hash of a page, the batch that decoded it last; 0: none
};

static uint64_t key_of(const struct kauri_tablebase_layer *layer, uint64_t kind)
{
    return (uint64_t)layer->index.seeds << SEEDS_SHIFT | kind << COLUMN_SHIFT;
}

void kauri_number_columns_init(struct kauri_tablebase_layer *layer)
{
    const struct kauri_reader *const readers[KAURI_COLUMNS] = {
        [KAURI_COLUMN_R] = layer->reader, [KAURI_COLUMN_DTC] = layer->dtc_reader};
    for (unsigned c = 0; c < KAURI_COLUMNS && readers[c] != NULL; c++) {
        struct kauri_number_column *column = &layer->columns[c];
        const struct kauri_table_info *info = kauri_reader_info(readers[c]);
        const uint32_t entries = info->columns[c].page_entries;
        const uint32_t bytes = entries * info->columns[c].width;
        column->reader = readers[c];
        column->width = info->columns[c].width;
        column->bias = info->columns[c].bias;
        column->page_entries = entries;
        column->page_shift = (entries & (entries - 1)) == 0 ? (uint32_t)__builtin_ctz(entries) : 64;
        column->page_cells = (bytes + KAURI_CELL_BYTES - 1) / KAURI_CELL_BYTES;
        column->key = key_of(layer, c + 1); // keys are not 0
        column->trailer_key = key_of(layer, c + 1 + KAURI_COLUMNS);
        column->group_pages = info->columns[c].group_pages;
    }
}

enum kauri_status kauri_number_store_new(uint64_t cache_bytes, struct kauri_number_store **store,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *store = NULL;
    struct kauri_number_store *made = calloc(1, sizeof *made);
    if (made == NULL || pthread_mutex_init(&made->mutex, NULL) != 0) {
        free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a cache");
    }
    KAURI_TRY(KAURI_NEW(made->last_batch, 1U << LAST_BATCH_BITS, error, "a cache"));
    KAURI_TRY(kauri_cell_cache_new(cache_bytes, &made->cache, error));
    *store = made;
    made = NULL;
cleanup:
    kauri_number_store_free(made);
    return status;
}

uint32_t kauri_number_store_batch(struct kauri_number_store *store)
{
    const uint32_t before = atomic_fetch_add_explicit(&store->batches, 1, memory_order_relaxed);
    return before == UINT32_MAX ? 1 : before + 1;
}

// Notes that a batch decodes the page whose first cell has this key. Returns whether its cells are
// to be kept: where a batch looks up many positions, only if an earlier batch decoded the page,
// too. Two pages with the same place in `last_batch` only make the cache keep more or less.
static bool is_kept(struct kauri_number_store *store, uint64_t key, uint32_t batch)
{
    const uint64_t hash = key * UINT64_C(0x9E3779B97F4A7C15);
    _Atomic uint32_t *last = &store->last_batch[hash >> (64 - LAST_BATCH_BITS)];
    if (batch == 0) {
        return true;
    }
    const uint32_t before = atomic_exchange_explicit(last, batch, memory_order_relaxed);
    return before != 0 && before != batch;
}

static void free_scratch(struct kauri_number_scratch *scratch)
{
    kauri_reader_scratch_free(scratch->reader);
    free(scratch->page);
    free(scratch->trailer);
    free(scratch);
}

void kauri_number_store_free(struct kauri_number_store *store)
{
    if (store == NULL) {
        return;
    }
    while (store->spare != NULL) {
        struct kauri_number_scratch *scratch = store->spare;
        store->spare = scratch->next;
        free_scratch(scratch);
    }
    kauri_cell_cache_free(store->cache);
    free(store->last_batch);
    (void)pthread_mutex_destroy(&store->mutex);
    free(store);
}

uint64_t kauri_number_store_decoded(const struct kauri_number_store *store)
{
    return atomic_load_explicit(&store->decoded, memory_order_relaxed);
}

enum kauri_status kauri_number_scratch_borrow(struct kauri_number_store *store,
                                              struct kauri_number_scratch **scratch,
                                              struct kauri_error *error)
{
    (void)pthread_mutex_lock(&store->mutex);
    *scratch = store->spare;
    if (*scratch != NULL) {
        store->spare = (*scratch)->next;
    }
    (void)pthread_mutex_unlock(&store->mutex);
    if (*scratch != NULL) {
        return KAURI_OK;
    }
    struct kauri_number_scratch *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "reading a page"));
    const enum kauri_status status = kauri_reader_scratch_new(&made->reader, error);
    if (status != KAURI_OK) {
        free_scratch(made);
        return status;
    }
    *scratch = made;
    return KAURI_OK;
}

void kauri_number_scratch_return(struct kauri_number_store *store,
                                 struct kauri_number_scratch *scratch)
{
    if (scratch == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&store->mutex);
    scratch->next = store->spare;
    store->spare = scratch;
    (void)pthread_mutex_unlock(&store->mutex);
}

// Puts bytes into the cache, in as many cells as they need.
static void put_cells(struct kauri_number_store *store, uint64_t key, const uint8_t *from,
                      size_t bytes)
{
    for (size_t at = 0; at < bytes; at += KAURI_CELL_BYTES) {
        const size_t rest = bytes - at;
        kauri_cell_cache_put(store->cache, key + at / KAURI_CELL_BYTES, from + at,
                             rest < KAURI_CELL_BYTES ? rest : KAURI_CELL_BYTES);
    }
}

// Takes bytes out of the cache; false if one of their cells is missing.
static bool take_cells(struct kauri_number_store *store, uint64_t key, uint8_t *to, size_t bytes)
{
    bool found = true;
    for (size_t at = 0; at < bytes && found; at += KAURI_CELL_BYTES) {
        const size_t rest = bytes - at;
        found = kauri_cell_cache_read(store->cache, key + at / KAURI_CELL_BYTES, to + at,
                                      rest < KAURI_CELL_BYTES ? rest : KAURI_CELL_BYTES);
    }
    return found;
}

// Brings the trailer of a group into the scratch, where it may be already: from the cache or from
// the file.
static enum kauri_status take_trailer(struct kauri_number_store *store,
                                      const struct kauri_tablebase_layer *layer, unsigned column,
                                      uint64_t group, struct kauri_number_scratch *scratch,
                                      struct kauri_error *error)
{
    if (scratch->layer == layer && scratch->column == column && scratch->group == group) {
        return KAURI_OK;
    }
    const struct kauri_reader *reader = layer->columns[column].reader;
    const size_t bytes = kauri_reader_group_bytes(reader, column, group);
    const size_t longest = kauri_reader_group_bytes(reader, column, 0);
    const uint64_t cells = (longest + KAURI_CELL_BYTES - 1) / KAURI_CELL_BYTES;
    const uint64_t key = layer->columns[column].trailer_key + group * cells;
    scratch->layer = NULL;
    KAURI_PASS(KAURI_FIT(scratch->trailer, bytes, scratch->trailer_capacity, error, "a page of %s",
                         kauri_reader_path(reader)));
    if (!take_cells(store, key, scratch->trailer, bytes)) {
        KAURI_PASS(kauri_reader_group(reader, column, group, scratch->trailer, error));
        put_cells(store, key, scratch->trailer, bytes);
    }
    scratch->layer = layer;
    scratch->column = column;
    scratch->group = group;
    return KAURI_OK;
}

enum kauri_status kauri_number_page_decode(struct kauri_number_store *store,
                                           const struct kauri_tablebase_layer *layer,
                                           unsigned column, uint64_t page, uint32_t batch,
                                           struct kauri_number_scratch *scratch,
                                           const uint8_t **numbers, struct kauri_error *error)
{
    const struct kauri_number_column *place = &layer->columns[column];
    const struct kauri_reader *reader = place->reader;
    const size_t bytes = kauri_reader_page_bytes(reader, column);
    KAURI_PASS(KAURI_FIT(scratch->page, bytes, scratch->page_capacity, error, "a page of %s",
                         kauri_reader_path(reader)));
    KAURI_PASS(take_trailer(store, layer, column, page / place->group_pages, scratch, error));
    KAURI_PASS(kauri_reader_page_from(reader, column, page, scratch->trailer, scratch->page,
                                      scratch->reader, error));
    (void)atomic_fetch_add_explicit(&store->decoded, 1, memory_order_relaxed);
    const uint64_t key = place->key + page * place->page_cells;
    if (is_kept(store, key, batch)) {
        put_cells(store, key, scratch->page,
                  (size_t)kauri_reader_page_entries(reader, column, page) * place->width);
    }
    *numbers = scratch->page;
    return KAURI_OK;
}

// The cell of an entry, and where it is in the cell.
struct number_place {
    uint64_t key;
    size_t offset;
};

static inline struct number_place place_of(const struct kauri_number_column *column, uint64_t entry)
{
    const uint64_t page = kauri_number_page(column, entry);
    const uint64_t at = (entry - page * column->page_entries) * column->width;
    return (struct number_place){
        .key = column->key + page * column->page_cells + at / KAURI_CELL_BYTES,
        .offset = at % KAURI_CELL_BYTES,
    };
}

bool kauri_number_cached(struct kauri_number_store *store,
                         const struct kauri_tablebase_layer *layer, unsigned column, uint64_t entry,
                         unsigned *number)
{
    const struct number_place place = place_of(&layer->columns[column], entry);
    return kauri_cell_cache_number(store->cache, place.key, place.offset,
                                   layer->columns[column].width, number);
}

void kauri_number_prefetch(const struct kauri_number_store *store,
                           const struct kauri_tablebase_layer *layer, unsigned column,
                           uint64_t entry)
{
    const struct number_place place = place_of(&layer->columns[column], entry);
    kauri_cell_cache_prefetch(store->cache, place.key, place.offset);
}

enum kauri_status kauri_number_load(struct kauri_number_store *store,
                                    const struct kauri_tablebase_layer *layer, unsigned column,
                                    uint64_t entry, unsigned *number, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_number_scratch *scratch = NULL;
    const uint8_t *numbers = NULL;
    KAURI_TRY(kauri_number_scratch_borrow(store, &scratch, error));
    KAURI_TRY(kauri_number_page_decode(store, layer, column,
                                       kauri_number_page(&layer->columns[column], entry), 0,
                                       scratch, &numbers, error));
    *number = kauri_number_in(&layer->columns[column], numbers, entry);
cleanup:
    kauri_number_scratch_return(store, scratch);
    return status;
}
