#include "db/tables/tablebase.h"

#include "common/checked.h"
#include "common/loop.h"
#include "common/memory.h"
#include "db/table_file.h"
#include "db/table_names.h"
#include "db/tables/folder_set.h"
#include "db/tables/layer_cache.h"
#include "db/tables/layer_table.h"
#include "db/tables/number_store.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------------- options

// Options with all members of this version and with defaults filled in.
struct open_options {
    uint64_t cache_bytes;
    unsigned threads; // 0: one per processor
    struct kauri_source source;
};

enum { CACHE_BYTES_DEFAULT = 64 << 20 };

// The least size of options: that of version 1.0, up to the end of its last member.
#define OPTIONS_BYTES_1_0 KAURI_STRUCT_END(struct kauri_tablebase_options, source)
#define SOURCE_BYTES_1_0  KAURI_STRUCT_END(struct kauri_source, close)

enum kauri_status kauri_threads_check(unsigned threads, struct kauri_error *error)
{
    return threads <= KAURI_TABLEBASE_THREADS_MAX
               ? KAURI_OK
               : kauri_fail(error, KAURI_USAGE, "%u threads: at most %d can be used", threads,
                            KAURI_TABLEBASE_THREADS_MAX);
}

// Copies the caller's options; NULL means the defaults. Members that an older program does not have
// count as zero; members that only a newer library knows must be zero.
static enum kauri_status take_options(const struct kauri_tablebase_options *given,
                                      struct open_options *options, struct kauri_error *error)
{
    struct kauri_tablebase_options taken = {.struct_bytes = sizeof taken};
    *options = (struct open_options){.source = *kauri_folder_source()};
    if (given != NULL) {
        KAURI_PASS(kauri_struct_take(given, OPTIONS_BYTES_1_0, &taken, sizeof taken,
                                     "kauri_tablebase_options", error));
    }
    KAURI_PASS(kauri_threads_check(taken.threads, error));
    if (taken.source != NULL) {
        struct kauri_source *source = &options->source;
        KAURI_PASS(kauri_struct_take(taken.source, SOURCE_BYTES_1_0, source, sizeof *source,
                                     "kauri_source", error));
        if (source->list == NULL || source->open == NULL || source->read_at == NULL ||
            source->close == NULL) {
            return kauri_fail(error, KAURI_USAGE, "a function of struct kauri_source is NULL");
        }
    }
    options->cache_bytes = taken.cache_bytes != 0 ? taken.cache_bytes : CACHE_BYTES_DEFAULT;
    options->threads = taken.threads;
    return KAURI_OK;
}

// ------------------------------------------------------------------------------------ the handle

enum { LAYERS = KAURI_SEEDS_MAX + 1 };

struct kauri_tablebase {
    struct kauri_folder_set set;
    bool names_only; // messages do not say in which folders the tables are
    _Atomic(struct kauri_tablebase_layer *) layers[LAYERS]; // NULL until opened
    unsigned threads;
    struct kauri_source source;
    struct kauri_number_store *numbers;
    struct kauri_layer_cache *blocks;
    bool mutex_made;
    pthread_mutex_t mutex; // serialises the opening of layers
};

// ------------------------------------------------------------------------------------ opening

enum kauri_status kauri_tablebase_open(const char *const *folders, size_t folder_count,
                                       const struct kauri_tablebase_options *options,
                                       struct kauri_tablebase **tablebase,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct open_options taken;
    struct kauri_tablebase *opened = NULL;
    *tablebase = NULL;
    KAURI_TRY(take_options(options, &taken, error));
    opened = calloc(1, sizeof *opened);
    if (opened == NULL || pthread_mutex_init(&opened->mutex, NULL) != 0) {
        KAURI_TRY(KAURI_OUT_OF_MEMORY(error, "opening tables"));
    }
    opened->mutex_made = true;
    opened->threads = taken.threads;
    opened->source = taken.source;
    KAURI_TRY(kauri_folder_set_open(&opened->set, &opened->source, folders, folder_count, error));
    KAURI_TRY(kauri_number_store_new(taken.cache_bytes, &opened->numbers, error));
    KAURI_TRY(kauri_layer_cache_new(&opened->blocks, error));
    *tablebase = opened;
    opened = NULL;
cleanup:
    kauri_tablebase_close(opened);
    return status;
}

enum kauri_status kauri_tablebase_open_folder(const char *folder, uint64_t cache_bytes,
                                              struct kauri_tablebase **tablebase,
                                              struct kauri_error *error)
{
    const struct kauri_tablebase_options options = {
        .struct_bytes = sizeof options,
        .cache_bytes = cache_bytes != 0 ? cache_bytes : 1,
    };
    return kauri_tablebase_open(&folder, 1, &options, tablebase, error);
}

static void close_layer(struct kauri_tablebase_layer *layer)
{
    if (layer != NULL) {
        kauri_reader_close(layer->reader);
        kauri_stored_blocks_clear(&layer->blocks);
        free(layer);
    }
}

void kauri_tablebase_close(struct kauri_tablebase *tablebase)
{
    if (tablebase == NULL) {
        return;
    }
    kauri_layer_cache_free(tablebase->blocks);
    for (unsigned seeds = 0; seeds < LAYERS; seeds++) {
        close_layer(atomic_load(&tablebase->layers[seeds]));
    }
    kauri_number_store_free(tablebase->numbers);
    if (tablebase->mutex_made) {
        (void)pthread_mutex_destroy(&tablebase->mutex);
    }
    kauri_folder_set_clear(&tablebase->set);
    free(tablebase);
}

// -------------------------------------------------------------------------------------- facts

void kauri_tablebase_hide_folders(struct kauri_tablebase *tablebase)
{
    tablebase->names_only = true;
    if (tablebase->source.open == kauri_folder_source()->open) {
        tablebase->source.context = tablebase; // any pointer but NULL (db/table_file.h)
    }
}

const char *kauri_tablebase_folder(const struct kauri_tablebase *tablebase)
{
    return kauri_folder_set_names(&tablebase->set);
}

const char *kauri_tablebase_where(const struct kauri_tablebase *tablebase)
{
    return tablebase->names_only ? "" : tablebase->set.text;
}

const char *kauri_tablebase_folder_of(const struct kauri_tablebase *tablebase, unsigned seeds)
{
    const size_t folder = kauri_folder_set_find(&tablebase->set, seeds);
    return folder < tablebase->set.count ? tablebase->set.folders[folder].name : NULL;
}

unsigned kauri_tablebase_holes(const struct kauri_tablebase *tablebase)
{
    return tablebase->set.shape.holes;
}

unsigned kauri_tablebase_cowries(const struct kauri_tablebase *tablebase)
{
    return tablebase->set.shape.cowries;
}

bool kauri_tablebase_has(const struct kauri_tablebase *tablebase, unsigned seeds)
{
    return kauri_tablebase_folder_of(tablebase, seeds) != NULL;
}

unsigned kauri_tablebase_layer_count(const struct kauri_tablebase *tablebase)
{
    unsigned count = 0;
    while (kauri_tablebase_has(tablebase, count)) {
        count++;
    }
    return count;
}

unsigned kauri_tablebase_threads(const struct kauri_tablebase *tablebase, unsigned threads)
{
    threads = threads != 0 ? threads : tablebase->threads;
    threads = threads != 0 ? threads : kauri_loop_threads();
    return threads < KAURI_TABLEBASE_THREADS_MAX ? threads : KAURI_TABLEBASE_THREADS_MAX;
}

struct kauri_number_store *kauri_tablebase_numbers(const struct kauri_tablebase *tablebase)
{
    return tablebase->numbers;
}

struct kauri_layer_cache *kauri_tablebase_layer_cache(const struct kauri_tablebase *tablebase)
{
    return tablebase->blocks;
}

// ------------------------------------------------------------------------------------- layers

static const struct kauri_tablebase_layer *open_already(const struct kauri_tablebase *tablebase,
                                                        unsigned seeds)
{
    return seeds < tablebase->set.layer_bound
               ? atomic_load_explicit(&tablebase->layers[seeds], memory_order_acquire)
               : NULL;
}

const struct kauri_tablebase_layer *kauri_tablebase_opened(const struct kauri_tablebase *tablebase,
                                                           unsigned seeds)
{
    return open_already(tablebase, seeds);
}

const struct kauri_reader *kauri_tablebase_reader(const struct kauri_tablebase *tablebase,
                                                  unsigned seeds)
{
    const struct kauri_tablebase_layer *layer = open_already(tablebase, seeds);
    return layer != NULL ? layer->reader : NULL;
}

unsigned kauri_tablebase_unread(const struct kauri_tablebase *tablebase)
{
    const struct kauri_folder_set *set = &tablebase->set;
    unsigned unread = 0;
    for (unsigned seeds = 0; seeds < set->layer_bound; seeds++) {
        const bool open = open_already(tablebase, seeds) != NULL;
        for (size_t i = 0; open && i < set->count; i++) {
            unread += set->folders[i].has[seeds];
        }
        unread -= open;
    }
    return unread;
}

static enum kauri_status check_there(const struct kauri_tablebase *tablebase, unsigned seeds,
                                     struct kauri_error *error)
{
    if (kauri_tablebase_has(tablebase, seeds)) {
        return KAURI_OK;
    }
    return kauri_fail(error,
                      seeds >= tablebase->set.layer_bound ? KAURI_NOT_COVERED : KAURI_MISSING,
                      "layer %u is not in %s", seeds,
                      tablebase->names_only ? "the tables" : kauri_tablebase_folder(tablebase));
}

// Checks that the table is the one that its file name says.
static enum kauri_status check_name(const struct kauri_tablebase *tablebase, unsigned seeds,
                                    const struct kauri_reader *reader, struct kauri_error *error)
{
    const struct kauri_table_info *info = kauri_reader_info(reader);
    const struct kauri_shape shape = tablebase->set.shape;
    if (info->holes != shape.holes || info->cowries != shape.cowries || info->seeds != seeds) {
        return kauri_fail(
            error, KAURI_CORRUPT,
            "%s holds %u holes, %u cowries, %u seeds: not what its name says" KAURI_TABLE_REMEDY,
            kauri_reader_path(reader), info->holes, info->cowries, info->seeds);
    }
    return KAURI_OK;
}

// Opens the table of a layer in a folder that has it, and checks it.
static enum kauri_status open_table(const struct kauri_tablebase *tablebase, const char *folder,
                                    const struct kauri_layer *layer, struct kauri_reader **reader,
                                    struct kauri_error *error)
{
    char name[KAURI_TABLE_NAME_BYTES];
    const struct kauri_shape shape = layer->shape;
    (void)kauri_table_name(shape.holes, shape.cowries, layer->seeds, name);
    KAURI_PASS(kauri_reader_open_from(&tablebase->source, folder, name, tablebase->names_only,
                                      reader, error));
    KAURI_PASS(check_name(tablebase, layer->seeds, *reader, error));
    return kauri_layer_table_check(*reader, layer, error);
}

// Opens a layer of which a file exists. The mutex is held.
static enum kauri_status open_layer(struct kauri_tablebase *tablebase, unsigned seeds,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const size_t folder = kauri_folder_set_find(&tablebase->set, seeds);
    struct kauri_tablebase_layer *opened = NULL;
    KAURI_PASS(KAURI_NEW(opened, 1, error, "opening tables"));
    KAURI_TRY(kauri_layer_init(&opened->index, tablebase->set.shape, seeds, error));
    KAURI_TRY(open_table(tablebase, tablebase->set.folders[folder].name, &opened->index,
                         &opened->reader, error));
    if (kauri_layer_table_has_distances(opened->reader)) {
        opened->dtc_reader = opened->reader;
    }
    opened->derives = kauri_reader_info(opened->reader)->derivation == KAURI_DERIVATION_STORED;
    if (opened->derives) {
        KAURI_TRY(kauri_stored_blocks_init(&opened->blocks, &opened->index, error));
    }
    kauri_number_columns_init(opened);
    atomic_store_explicit(&tablebase->layers[seeds], opened, memory_order_release);
    opened = NULL;
cleanup:
    close_layer(opened);
    return status;
}

enum kauri_status kauri_tablebase_layer(struct kauri_tablebase *tablebase, unsigned seeds,
                                        const struct kauri_tablebase_layer **layer,
                                        struct kauri_error *error)
{
    *layer = open_already(tablebase, seeds);
    if (*layer != NULL) {
        return KAURI_OK;
    }
    enum kauri_status status = KAURI_OK;
    KAURI_PASS(check_there(tablebase, seeds, error));
    (void)pthread_mutex_lock(&tablebase->mutex);
    // Another thread may have opened it in the meantime.
    if (open_already(tablebase, seeds) == NULL) {
        status = open_layer(tablebase, seeds, error);
    }
    (void)pthread_mutex_unlock(&tablebase->mutex);
    if (status == KAURI_OK) {
        *layer = open_already(tablebase, seeds);
    }
    return status;
}

enum kauri_status kauri_tablebase_distances(struct kauri_tablebase *tablebase, unsigned seeds,
                                            bool *known, struct kauri_error *error)
{
    const struct kauri_tablebase_layer *layer = NULL;
    KAURI_PASS(kauri_tablebase_layer(tablebase, seeds, &layer, error));
    *known = layer->dtc_reader != NULL;
    return KAURI_OK;
}

enum kauri_status kauri_tablebase_need_distances(struct kauri_tablebase *tablebase, unsigned seeds,
                                                 struct kauri_error *error)
{
    bool known = false;
    KAURI_PASS(kauri_tablebase_distances(tablebase, seeds, &known, error));
    return known ? KAURI_OK
                 : kauri_fail(error, KAURI_MISSING,
                              "%s holds r alone, and this needs distances (dtc); take the table "
                              "that it was packed from, or solve layer %u",
                              kauri_reader_path(kauri_tablebase_reader(tablebase, seeds)), seeds);
}

// ---------------------------------------------------------------------------------- positions

// The number of seeds of the position, or UINT32_MAX, which is no layer, if it is invalid or of
// another shape. The loops have a fixed length and look at every count, which costs next to
// nothing.
static unsigned seeds_if_fit(const struct kauri_tablebase *tablebase,
                             const struct kauri_position *position)
{
    unsigned seeds = 0;
    unsigned cowries = 0;
    unsigned unused = 0;
    for (unsigned hole = 0; hole < KAURI_BOARD_HOLES_MAX; hole++) {
        seeds += position->seeds[hole];
        cowries += position->cowries[hole];
    }
    for (unsigned hole = 2U * tablebase->set.shape.holes; hole < KAURI_BOARD_HOLES_MAX; hole++) {
        unused |= (unsigned)position->seeds[hole] | position->cowries[hole];
    }
    const bool fits = position->holes == tablebase->set.shape.holes &&
                      cowries == tablebase->set.shape.cowries && position->side <= KAURI_NORTH &&
                      unused == 0 &&
                      seeds + position->score[0] + position->score[1] <= KAURI_SEEDS_MAX;
    return fits ? seeds : UINT32_MAX;
}

enum kauri_status kauri_tablebase_fits(const struct kauri_tablebase *tablebase,
                                       const struct kauri_position *position,
                                       struct kauri_error *error)
{
    const unsigned holes = tablebase->set.shape.holes;
    const unsigned cowries = tablebase->set.shape.cowries;
    if (seeds_if_fit(tablebase, position) != UINT32_MAX) {
        return KAURI_OK;
    }
    if (position->holes != holes) {
        return kauri_fail(error, KAURI_BAD_INPUT,
                          "the position has %u hole%s in a row, the tables%s are for %u",
                          position->holes, position->holes == 1 ? "" : "s",
                          kauri_tablebase_where(tablebase), holes);
    }
    if (kauri_cowries(position) != cowries) {
        return kauri_fail(error, KAURI_BAD_INPUT,
                          "the position has %u cowrie%s, the tables%s are for %u",
                          kauri_cowries(position), kauri_cowries(position) == 1 ? "" : "s",
                          kauri_tablebase_where(tablebase), cowries);
    }
    return kauri_fail(error, KAURI_BAD_INPUT,
                      "the position is invalid: its side, its %u seeds with the score, or its "
                      "unused holes are out of range",
                      kauri_seeds(position));
}

enum kauri_status kauri_tablebase_covers(const struct kauri_tablebase *tablebase,
                                         const struct kauri_position *position,
                                         struct kauri_error *error)
{
    const enum kauri_status status = kauri_tablebase_fits(tablebase, position, error);
    return status == KAURI_OK ? check_there(tablebase, kauri_seeds(position), error) : status;
}

enum kauri_status kauri_tablebase_open_for(struct kauri_tablebase *tablebase,
                                           const struct kauri_position *position,
                                           const struct kauri_tablebase_layer **layer,
                                           struct kauri_error *error)
{
    const unsigned seeds = seeds_if_fit(tablebase, position);
    *layer = open_already(tablebase, seeds);
    if (*layer != NULL) {
        return KAURI_OK;
    }
    // The layer is not open yet, or the position does not fit.
    const enum kauri_status status = kauri_tablebase_fits(tablebase, position, error);
    return status == KAURI_OK ? kauri_tablebase_layer(tablebase, seeds, layer, error) : status;
}

const struct kauri_tablebase_layer *
kauri_tablebase_opened_for(const struct kauri_tablebase *tablebase,
                           const struct kauri_position *position)
{
    return open_already(tablebase, seeds_if_fit(tablebase, position));
}
