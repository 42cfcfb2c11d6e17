#include "tablebase/tables.h"

#include "db/cache.h"
#include "db/header.h"
#include "db/table_names.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// A table is never replaced unasked: what is damaged may be all that is left of long work.
#define REMEDY "; move it away and solve the layer again"

// Buffers for decoding, kept for the next who needs one.
struct spare {
    struct kauri_reader_scratch *scratch;
    struct spare *next;
};

// A layer; set once, under the mutex, when it is first needed.
struct slot {
    bool there; // by its file name
    _Atomic(struct kauri_reader *) reader;
};

struct kauri_tables {
    char *folder;
    unsigned holes, cowries;
    struct slot *slots; // by seeds
    unsigned slot_count;
    struct kauri_cache *cache;
    bool mutex_made;
    pthread_mutex_t mutex; // for slots and spares
    struct spare *spares;
};

// Notes which layers there are.
static enum kauri_status make_slots(struct kauri_tables *tables, const struct kauri_table_key *keys,
                                    size_t count, struct kauri_error *error)
{
    const struct kauri_table_key *last = &keys[count - 1];
    tables->holes = keys->holes;
    tables->cowries = keys->cowries;
    // Keys ascend, so that the last one differs from the first when any does.
    if (last->holes != keys->holes || last->cowries != keys->cowries) {
        char name[KAURI_TABLE_NAME_BYTES];
        char other[KAURI_TABLE_NAME_BYTES];
        return kauri_fail(error, KAURI_CORRUPT,
                          "tables of another shape: %s holds %s and %s; keep them in folders of "
                          "their own",
                          tables->folder,
                          kauri_table_name(keys->holes, keys->cowries, keys->seeds, name),
                          kauri_table_name(last->holes, last->cowries, last->seeds, other));
    }
    tables->slots = calloc(last->seeds + 1U, sizeof *tables->slots);
    if (tables->slots == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", tables->folder);
    }
    tables->slot_count = last->seeds + 1;
    for (size_t i = 0; i < count; i++) {
        tables->slots[keys[i].seeds].there = true;
    }
    return KAURI_OK;
}

enum kauri_status kauri_tables_open(const char *folder, uint64_t cache_bytes,
                                    struct kauri_tables **tables, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_table_key *keys = NULL;
    size_t count = 0;
    *tables = NULL;
    struct kauri_tables *opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
    }
    const size_t folder_bytes = strlen(folder) + 1;
    opened->folder = malloc(folder_bytes);
    if (opened->folder == NULL || pthread_mutex_init(&opened->mutex, NULL) != 0) {
        status = kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
        goto cleanup;
    }
    opened->mutex_made = true;
    memcpy(opened->folder, folder, folder_bytes);
    KAURI_TRY(kauri_table_names_list(folder, &keys, &count, error));
    if (count == 0) {
        status = kauri_fail(error, KAURI_MISSING, "there are no tables in %s", folder);
        goto cleanup;
    }
    KAURI_TRY(make_slots(opened, keys, count, error));
    KAURI_TRY(kauri_cache_new(cache_bytes, &opened->cache, error));
    *tables = opened;
    opened = NULL;
cleanup:
    free(keys);
    kauri_tables_close(opened);
    return status;
}

void kauri_tables_close(struct kauri_tables *tables)
{
    if (tables == NULL) {
        return;
    }
    for (unsigned seeds = 0; seeds < tables->slot_count; seeds++) {
        kauri_reader_close(atomic_load(&tables->slots[seeds].reader));
    }
    free(tables->slots);
    kauri_cache_free(tables->cache);
    while (tables->spares != NULL) {
        struct spare *spare = tables->spares;
        tables->spares = spare->next;
        kauri_reader_scratch_free(spare->scratch);
        free(spare);
    }
    if (tables->mutex_made) {
        (void)pthread_mutex_destroy(&tables->mutex);
    }
    free(tables->folder);
    free(tables);
}

const char *kauri_tables_folder(const struct kauri_tables *tables)
{
    return tables->folder;
}

unsigned kauri_tables_holes(const struct kauri_tables *tables)
{
    return tables->holes;
}

unsigned kauri_tables_cowries(const struct kauri_tables *tables)
{
    return tables->cowries;
}

bool kauri_tables_has(const struct kauri_tables *tables, unsigned seeds)
{
    return seeds < tables->slot_count && tables->slots[seeds].there;
}

unsigned kauri_tables_layer_count(const struct kauri_tables *tables)
{
    unsigned count = 0;
    while (kauri_tables_has(tables, count)) {
        count++;
    }
    return count;
}

const struct kauri_reader *kauri_tables_reader(const struct kauri_tables *tables, unsigned seeds)
{
    return seeds < tables->slot_count
               ? atomic_load_explicit(&tables->slots[seeds].reader, memory_order_acquire)
               : NULL;
}

// The table must be what its name says.
static enum kauri_status check_name(const struct kauri_tables *tables, unsigned seeds,
                                    const struct kauri_reader *reader, struct kauri_error *error)
{
    const struct kauri_table_info *info = kauri_reader_info(reader);
    if (info->holes != tables->holes || info->cowries != tables->cowries || info->seeds != seeds) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "%s holds %u holes, %u cowries, %u seeds: not what its name says" REMEDY,
                          kauri_reader_path(reader), info->holes, info->cowries, info->seeds);
    }
    return KAURI_OK;
}

// Opens a layer that is there; the mutex is held.
static enum kauri_status open_layer(struct kauri_tables *tables, unsigned seeds,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_reader *reader = NULL;
    char *path = kauri_table_path(tables->folder, tables->holes, tables->cowries, seeds);
    if (path == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", tables->folder);
    }
    status = kauri_reader_open(path, &reader, error);
    if (status == KAURI_CORRUPT) {
        kauri_error_append(error, REMEDY);
    }
    KAURI_TRY(status);
    KAURI_TRY(check_name(tables, seeds, reader, error));
    atomic_store_explicit(&tables->slots[seeds].reader, reader, memory_order_release);
    reader = NULL;
cleanup:
    kauri_reader_close(reader);
    free(path);
    return status;
}

enum kauri_status kauri_tables_layer(struct kauri_tables *tables, unsigned seeds,
                                     const struct kauri_reader **reader, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *reader = kauri_tables_reader(tables, seeds);
    if (*reader != NULL) {
        return KAURI_OK;
    }
    if (!kauri_tables_has(tables, seeds)) {
        char name[KAURI_TABLE_NAME_BYTES];
        return kauri_fail(error, KAURI_MISSING, "layer %u is missing: there is no %s in %s", seeds,
                          kauri_table_name(tables->holes, tables->cowries, seeds, name),
                          tables->folder);
    }
    (void)pthread_mutex_lock(&tables->mutex);
    // Another thread may have opened it in the meantime.
    if (kauri_tables_reader(tables, seeds) == NULL) {
        status = open_layer(tables, seeds, error);
    }
    (void)pthread_mutex_unlock(&tables->mutex);
    if (status == KAURI_OK) {
        *reader = kauri_tables_reader(tables, seeds);
    }
    return status;
}

static enum kauri_status take_spare(struct kauri_tables *tables, struct spare **spare,
                                    struct kauri_error *error)
{
    (void)pthread_mutex_lock(&tables->mutex);
    *spare = tables->spares;
    if (*spare != NULL) {
        tables->spares = (*spare)->next;
    }
    (void)pthread_mutex_unlock(&tables->mutex);
    if (*spare != NULL) {
        return KAURI_OK;
    }
    struct spare *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading a block");
    }
    const enum kauri_status status = kauri_reader_scratch_new(&made->scratch, error);
    if (status != KAURI_OK) {
        free(made);
        return status;
    }
    *spare = made;
    return KAURI_OK;
}

static void return_spare(struct kauri_tables *tables, struct spare *spare)
{
    (void)pthread_mutex_lock(&tables->mutex);
    spare->next = tables->spares;
    tables->spares = spare;
    (void)pthread_mutex_unlock(&tables->mutex);
}

// A row inside a block, and where its values go.
struct row {
    const struct kauri_reader *reader;
    uint64_t block;
    uint32_t rows; // of the block
    uint32_t row;
    int32_t *values;
};

static void take_values(void *context, const void *payload)
{
    const struct row *row = context;
    const struct kauri_table_info *info = kauri_reader_info(row->reader);
    for (unsigned c = 0; c < info->column_count; c++) {
        row->values[c] = kauri_payload_value(info, payload, row->rows, c, row->row);
    }
}

static enum kauri_status find_row(struct kauri_tables *tables, unsigned seeds, uint64_t number,
                                  struct row *row, struct kauri_error *error)
{
    const enum kauri_status status = kauri_tables_layer(tables, seeds, &row->reader, error);
    if (status != KAURI_OK) {
        return status;
    }
    const struct kauri_table_info *info = kauri_reader_info(row->reader);
    if (number >= info->positions) {
        return kauri_fail(error, KAURI_CORRUPT, "%s has only %llu positions; there is no row %llu",
                          kauri_reader_path(row->reader), (unsigned long long)info->positions,
                          (unsigned long long)number);
    }
    row->block = number / info->page_entries;
    row->rows = kauri_reader_page_entries(row->reader, row->block);
    row->row = (uint32_t)(number % info->page_entries);
    return KAURI_OK;
}

enum kauri_status kauri_tables_get(struct kauri_tables *tables, unsigned seeds, uint64_t row,
                                   int32_t values[KAURI_COLUMNS_MAX], struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct row wanted = {.reader = NULL};
    wanted.values = values;
    struct spare *spare = NULL;
    struct kauri_cache_block *block = NULL;
    KAURI_TRY(find_row(tables, seeds, row, &wanted, error));
    if (kauri_cache_use(tables->cache, seeds, wanted.block, take_values, &wanted)) {
        return KAURI_OK;
    }
    const size_t bytes = wanted.rows * kauri_table_entry_bytes(kauri_reader_info(wanted.reader));
    KAURI_TRY(take_spare(tables, &spare, error));
    KAURI_TRY(kauri_cache_block_new(seeds, wanted.block, bytes, &block, error));
    void *payload = kauri_cache_block_payload(block);
    KAURI_TRY(kauri_reader_page(wanted.reader, wanted.block, payload, spare->scratch, error));
    take_values(&wanted, payload);
    kauri_cache_put(tables->cache, block);
    block = NULL;
cleanup:
    kauri_cache_block_free(block);
    if (spare != NULL) {
        return_spare(tables, spare);
    }
    return status;
}

enum kauri_status kauri_tables_get_cached(struct kauri_tables *tables, unsigned seeds, uint64_t row,
                                          int32_t values[KAURI_COLUMNS_MAX], bool *found,
                                          struct kauri_error *error)
{
    struct row wanted = {.reader = NULL};
    wanted.values = values;
    *found = false;
    const enum kauri_status status = find_row(tables, seeds, row, &wanted, error);
    if (status == KAURI_OK) {
        *found = kauri_cache_use(tables->cache, seeds, wanted.block, take_values, &wanted);
    }
    return status;
}
