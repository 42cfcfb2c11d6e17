// kauri_layer_read of the public interface: reads whole ranges of a layer with several threads,
// bypassing the cache of look-ups.
//
// The simplest way is block by block in the order of the index. But a derived block follows from
// stored blocks elsewhere in the layer, so most blocks would be decoded twice: for the caller, and
// again for those that are derived from them. Here a derived block is taken together with the
// stored block that it is the turn of: the one that a pass leads to, with the rows of seeds
// exchanged. These pairs are worked on in the order of their stored blocks. In that order the other
// blocks that are needed were decoded shortly before, or will be needed shortly after.
//
// Example: the blocks of layer 1 with 2 holes are 0,0/0,1 and 0,0/1,0 and 0,1/0,0 and 1,0/0,0, the
// mover's row before the stroke. The last two are stored. 0,1/0,0 is decoded, and the turned block
// 0,0/0,1 is derived from it; then come 1,0/0,0 and 0,0/1,0.
#include "kauri/kauri.h"

#include "common/loop.h"
#include "common/memory.h"
#include "db/tables/block_values.h"
#include "db/tables/layer_cache.h"
#include "db/tables/tablebase.h"
#include "indexer/convention.h"
#include "indexer/stored_blocks.h"

#include <stdlib.h>

// A block from which some positions are wanted.
struct wanted_block {
    uint64_t block;
    // Number among the stored blocks: its own, or for a derived block that of the stored block with
    // the rows exchanged.
    uint64_t rank;
    uint64_t unit; // unit of the stored block (db/tables/turned_blocks.h)
    bool derived;
};

struct range {
    const struct kauri_tablebase_layer *layer;
    uint64_t first, count; // positions of the block that are wanted
    int16_t *r;            // the caller's arrays; either may be NULL
    uint16_t *dtc;
    enum kauri_derive_form form;
    struct kauri_turned_blocks *turned; // borrowed
    struct wanted_block *blocks;        // by unit, the stored ones of a unit first
    size_t *parts; // the first block of each part, which has the blocks of one unit
    size_t part_count;
    void **segments; // by worker: the numbers of one row of the mover
};

// ----------------------------------------------------------------------------- what is wanted

// The positions of a block that the caller wants, at least one.
struct wanted_positions {
    uint64_t first; // rank in the block
    uint64_t count;
    int16_t *r; // where the values go; NULL if not wanted
    uint16_t *dtc;
};

static struct wanted_positions wanted_of(const struct range *range, uint64_t block)
{
    const uint64_t cowrie_count = range->layer->index.cowrie_count;
    const uint64_t begin = block * cowrie_count;
    const uint64_t range_end = range->first + range->count;
    const uint64_t first = begin > range->first ? begin : range->first;
    const uint64_t end = begin + cowrie_count < range_end ? begin + cowrie_count : range_end;
    const uint64_t at = first - range->first;
    return (struct wanted_positions){
        .first = first - begin,
        .count = end - first,
        .r = range->r != NULL ? range->r + at : NULL,
        .dtc = range->dtc != NULL ? range->dtc + at : NULL,
    };
}

static int compare_blocks(const void *one, const void *other)
{
    const struct wanted_block *a = one;
    const struct wanted_block *b = other;
    if (a->unit != b->unit) {
        return a->unit < b->unit ? -1 : 1;
    }
    if (a->derived != b->derived) {
        return a->derived ? 1 : -1;
    }
    return (a->rank > b->rank) - (a->rank < b->rank);
}

// Lists the blocks of the range, and divides them into parts.
static enum kauri_status list_blocks(struct range *range, struct kauri_error *error)
{
    const struct kauri_tablebase_layer *layer = range->layer;
    const struct kauri_layer_units *units = kauri_turned_units(range->turned);
    const uint64_t first = range->first / layer->index.cowrie_count;
    const uint64_t last = (range->first + range->count - 1) / layer->index.cowrie_count;
    const size_t count = (size_t)(last - first + 1);
    KAURI_PASS(KAURI_NEW(range->blocks, count, error, "the blocks of a range"));
    KAURI_PASS(KAURI_NEW(range->parts, count + 1, error, "the blocks of a range"));
    for (size_t i = 0; i < count; i++) {
        struct wanted_block *wanted = &range->blocks[i];
        wanted->block = first + i;
        wanted->rank = wanted->block;
        if (layer->derives) {
            wanted->derived = !kauri_block_stored(&layer->blocks, wanted->block);
            wanted->rank = kauri_stored_rank(
                &layer->blocks, wanted->derived
                                    ? kauri_block_exchanged(&layer->index, wanted->block)
                                    : wanted->block);
        }
        wanted->unit = wanted->rank / units->unit_blocks;
    }
    if (layer->derives) {
        qsort(range->blocks, count, sizeof *range->blocks, compare_blocks);
    }
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || range->blocks[i].unit != range->blocks[i - 1].unit) {
            range->parts[range->part_count++] = i;
        }
    }
    range->parts[range->part_count] = count;
    return KAURI_OK;
}

// ------------------------------------------------------------------------------- stored blocks

// Blocks of one unit, with neighbouring numbers among the stored ones.
struct stored_run {
    const struct wanted_block *blocks;
    size_t count;
};

static void put_columns(const struct range *range, const struct wanted_block *block,
                        struct kauri_block_columns columns)
{
    const struct wanted_positions wanted = wanted_of(range, block->block);
    kauri_columns_values(&columns, wanted.count, wanted.r, wanted.dtc);
}

// Decodes what is wanted of the blocks, and nothing else.
static enum kauri_status read_run(const struct range *range, unsigned worker,
                                  const struct stored_run *run, struct kauri_error *error)
{
    const uint64_t cowrie_count = range->layer->index.cowrie_count;
    const struct wanted_block *last = &run->blocks[run->count - 1];
    const struct wanted_positions of_last = wanted_of(range, last->block);
    // Only the first and the last block can be wanted in part.
    const uint64_t first =
        run->blocks->rank * cowrie_count + wanted_of(range, run->blocks->block).first;
    const struct kauri_column_range entries = {
        .readers = {[KAURI_COLUMN_R] = range->r != NULL ? range->layer->reader : NULL,
                    [KAURI_COLUMN_DTC] = range->dtc != NULL ? range->layer->dtc_reader : NULL},
        .first = first,
        .count = last->rank * cowrie_count + of_last.first + of_last.count - first,
    };
    struct kauri_block_columns columns;
    const enum kauri_status status =
        kauri_turned_read(range->turned, worker, &entries, &columns, error);
    for (size_t i = 0; status == KAURI_OK && i < run->count; i++) {
        const struct wanted_block *block = &run->blocks[i];
        const uint64_t entry = block->rank * cowrie_count + wanted_of(range, block->block).first;
        put_columns(range, block, kauri_columns_skip(columns, entry - first));
    }
    return status;
}

// Takes the values of blocks that are acquired: from their columns, if this worker has just decoded
// those, or from the turned numbers. `values` are those of the first block.
static enum kauri_status take_run(const struct range *range, unsigned worker,
                                  const struct stored_run *run, const uint8_t *values,
                                  struct kauri_error *error)
{
    struct kauri_turned_blocks *blocks = range->turned;
    const uint64_t cowrie_count = range->layer->index.cowrie_count;
    const size_t bytes = kauri_derive_result_bytes(range->form);
    struct kauri_block_columns columns;
    const bool decoded = kauri_turned_read_last(blocks, worker, run->blocks->block, &columns);
    for (size_t i = 0; i < run->count; i++) {
        const struct wanted_block *block = &run->blocks[i];
        const struct wanted_positions wanted = wanted_of(range, block->block);
        const uint64_t skip = (block->rank - run->blocks->rank) * cowrie_count;
        const void *straight = NULL;
        if (decoded) {
            put_columns(range, block, kauri_columns_skip(columns, skip + wanted.first));
            continue;
        }
        KAURI_PASS(
            kauri_turned_straighten(blocks, worker, values + skip * bytes, &straight, error));
        kauri_worth_values(range->form, (const uint8_t *)straight + wanted.first * bytes,
                           wanted.count, wanted.r, wanted.dtc);
    }
    return KAURI_OK;
}

// Returns whether so many positions are wanted that straightening the blocks takes less time than
// decoding the positions.
static bool is_large(const struct range *range, const struct stored_run *run)
{
    uint64_t count = 0;
    for (size_t i = 0; i < run->count; i++) {
        count += wanted_of(range, run->blocks[i].block).count;
    }
    return count >= run->count * range->layer->index.cowrie_count / 4;
}

// Answers the blocks of a run. `derives` says that other blocks will be derived from them.
static enum kauri_status answer_run(const struct range *range, unsigned worker,
                                    const struct stored_run *run, bool derives,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_turned_blocks *blocks = range->turned;
    const unsigned seeds = range->layer->index.seeds;
    const uint64_t block = run->blocks->block;
    const void *values = NULL;
    if (derives) {
        KAURI_PASS(kauri_turned_acquire(blocks, worker, seeds, block, &values, error));
    } else if (is_large(range, run)) {
        values = kauri_turned_acquire_present(blocks, block);
    }
    if (values == NULL) {
        KAURI_PASS(read_run(range, worker, run, error));
    } else {
        status = take_run(range, worker, run, values, error);
        kauri_turned_release(blocks, seeds, block);
    }
    return status;
}

// ------------------------------------------------------------------------------ derived blocks

// Derives what is wanted of a block.
static enum kauri_status derive(const struct range *range, unsigned worker, void *segment,
                                uint64_t block, struct kauri_error *error)
{
    struct kauri_turned_blocks *blocks = range->turned;
    const struct kauri_layer *index = &range->layer->index;
    const struct kauri_derive_rows *rows = kauri_turned_rows(blocks);
    const struct wanted_positions wanted = wanted_of(range, block);
    const uint64_t end = wanted.first + wanted.count;
    const size_t bytes = kauri_derive_result_bytes(range->form);
    KAURI_PASS(kauri_turned_derive_begin(blocks, worker, block, error));
    for (uint32_t mover = 0; mover < rows->total; mover++) {
        const uint64_t first = rows->segment[mover];
        const uint64_t after =
            first + index->row_count[index->shape.cowries - rows->cowries[mover]];
        const uint64_t from = first > wanted.first ? first : wanted.first;
        const uint64_t to = after < end ? after : end;
        if (from >= to) {
            continue;
        }
        const uint64_t at = from - wanted.first;
        kauri_turned_derive_segment(blocks, worker, mover, segment);
        kauri_derived_values(range->form, (const uint8_t *)segment + (from - first) * bytes,
                             to - from, wanted.r != NULL ? wanted.r + at : NULL,
                             wanted.dtc != NULL ? wanted.dtc + at : NULL);
    }
    kauri_turned_derive_end(blocks, worker);
    return KAURI_OK;
}

// ---------------------------------------------------------------------------------- the range

// Makes the memory of a worker when it begins.
static enum kauri_status make_segment(const struct range *range, void **segment,
                                      struct kauri_error *error)
{
    const struct kauri_layer *index = &range->layer->index;
    uint32_t longest = 0; // positions in a segment
    for (unsigned t = 0; t <= index->shape.cowries; t++) {
        longest = index->row_count[t] > longest ? index->row_count[t] : longest;
    }
    if (*segment == NULL) {
        *segment = malloc(longest * kauri_derive_result_bytes(range->form));
    }
    return *segment != NULL ? KAURI_OK
                            : kauri_fail(error, KAURI_RESOURCE, "out of memory for reading %s",
                                         kauri_reader_path(range->layer->reader));
}

static enum kauri_status read_part(void *context, unsigned worker, uint64_t part,
                                   struct kauri_error *error)
{
    const struct range *range = context;
    void **segment = &range->segments[worker];
    const size_t end = range->parts[part + 1];
    size_t at = range->parts[part];
    struct stored_run run = {.blocks = range->blocks + at};
    KAURI_PASS(make_segment(range, segment, error));
    while (at < end && !range->blocks[at].derived) {
        at++;
        run.count++;
    }
    if (run.count > 0) {
        KAURI_PASS(answer_run(range, worker, &run, at < end, error));
    }
    for (; at < end; at++) {
        KAURI_PASS(derive(range, worker, *segment, range->blocks[at].block, error));
    }
    return KAURI_OK;
}

// Borrows the blocks from which those of the range follow.
static enum kauri_status borrow_blocks(struct kauri_tablebase *tablebase, struct range *range,
                                       unsigned threads, struct kauri_error *error)
{
    const struct kauri_layer *index = &range->layer->index;
    const struct kauri_reader *readers[KAURI_SEEDS_MAX + 1] = {NULL};
    readers[index->seeds] = range->layer->reader;
    for (unsigned n = 0; range->layer->derives && n < index->seeds; n++) {
        const struct kauri_tablebase_layer *lower = NULL;
        KAURI_PASS(kauri_tablebase_layer(tablebase, n, &lower, error));
        readers[n] = lower->reader;
    }
    const uint8_t width = range->layer->columns[KAURI_COLUMN_DTC].width;
    range->form = range->dtc != NULL ? kauri_derive_form_keys(index->seeds, width)
                                     : kauri_derive_form_r(index->seeds);
    const struct kauri_turned_options wanted = {
        .shape = index->shape,
        .layer_count = index->seeds + 1,
        .form = range->form,
        .dtc_reader = range->layer->dtc_reader,
        .threads = threads,
    };
    return kauri_layer_cache_borrow(kauri_tablebase_layer_cache(tablebase), readers, wanted,
                                    &range->turned, error);
}

enum kauri_status kauri_layer_read(struct kauri_tablebase *tablebase, unsigned seeds,
                                   uint64_t first, uint64_t count, int16_t *r, uint16_t *dtc,
                                   unsigned threads, struct kauri_error *error)
{
    struct range range = {.first = first, .count = count, .r = r, .dtc = dtc};
    enum kauri_status status = KAURI_OK;
    KAURI_PASS(kauri_tablebase_layer(tablebase, seeds, &range.layer, error));
    const struct kauri_layer *index = &range.layer->index;
    if (first > index->positions || count > index->positions - first) {
        return kauri_fail(error, KAURI_USAGE, "layer %u has only %llu positions", seeds,
                          (unsigned long long)index->positions);
    }
    if (dtc != NULL) {
        KAURI_PASS(kauri_tablebase_need_distances(tablebase, seeds, error));
    }
    if (count == 0 || (r == NULL && dtc == NULL)) {
        return KAURI_OK;
    }
    threads = kauri_tablebase_threads(tablebase, threads);
    // Blocks after the first one.
    const uint64_t blocks = (first + count - 1) / index->cowrie_count - first / index->cowrie_count;
    threads = blocks == 0 ? 1 : threads;
    KAURI_TRY(borrow_blocks(tablebase, &range, threads, error));
    KAURI_TRY(list_blocks(&range, error));
    KAURI_TRY(KAURI_NEW(range.segments, threads, error, "%u threads", threads));
    struct kauri_pace pace = {.threads = threads};
    const struct kauri_loop loop = {.pace = &pace, .count = range.part_count};
    status = kauri_loop(&loop, read_part, &range, error);
cleanup:
    for (unsigned i = 0; range.segments != NULL && i < threads; i++) {
        free(range.segments[i]);
    }
    free(range.segments);
    free(range.blocks);
    free(range.parts);
    kauri_layer_cache_return(kauri_tablebase_layer_cache(tablebase), range.turned);
    return status;
}
