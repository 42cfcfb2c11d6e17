#include "tablebase/tablebase.h"

#include "common/parallel.h"

#include <stdatomic.h>
#include <stdlib.h>

// Looks up many positions. The simplest way is one kauri_probe_value after the other, which may
// decode a page again for each of its positions. Here the positions are first sorted by layer and
// page, so that each page is decoded once, whatever the order of the positions.

enum {
    DIGIT_BITS = 8,
    DIGITS = 1 << DIGIT_BITS,
    SEEDS_SHIFT = 56,  // pages are below 2^56
    PART_LEAST = 1024, // fewer positions are not worth a thread
};

// A position that can be looked up.
struct wanted {
    uint64_t page; // its page, and from bit SEEDS_SHIFT on its layer
    uint64_t index;
    size_t number; // in the caller's arrays
};

struct batch {
    struct kauri_tablebase *tablebase;
    const struct kauri_position *positions;
    struct kauri_value *values;
    enum kauri_status *statuses;
    size_t count;
    struct wanted *wanted;
    struct wanted *spare; // for sorting
    size_t wanted_count;
    size_t parts;
    // The status of each layer that could not be opened. Such a layer is not tried again in this
    // batch, because finding that a table is damaged may mean reading its whole index.
    atomic_int refused[KAURI_SEEDS_MAX + 1];
    atomic_bool any_refused;
};

static size_t part_begin(size_t count, uint64_t part, size_t parts)
{
    return (size_t)(count / parts * part + (part < count % parts ? part : count % parts));
}

// kauri_tablebase_locate, except that a layer that cannot be opened is tried once per thread.
static enum kauri_status locate(struct batch *batch, const struct kauri_position *position,
                                const struct kauri_tablebase_layer **layer, uint64_t *index)
{
    struct kauri_tablebase *tablebase = batch->tablebase;
    if (atomic_load_explicit(&batch->any_refused, memory_order_relaxed) &&
        kauri_tablebase_covers(tablebase, position, NULL) == KAURI_OK) {
        const int refused =
            atomic_load_explicit(&batch->refused[kauri_seeds(position)], memory_order_relaxed);
        if (refused != KAURI_OK) {
            return (enum kauri_status)refused;
        }
    }
    const enum kauri_status status =
        kauri_tablebase_locate(tablebase, position, layer, index, NULL);
    if (status != KAURI_OK && kauri_tablebase_covers(tablebase, position, NULL) == KAURI_OK) {
        atomic_store_explicit(&batch->refused[kauri_seeds(position)], (int)status,
                              memory_order_relaxed);
        atomic_store_explicit(&batch->any_refused, true, memory_order_relaxed);
    }
    return status;
}

// Finds the pages of one part of the caller's positions. A position that cannot be looked up gets
// its status here, and a page number above all others.
static void locate_part(void *context, unsigned worker, uint64_t part)
{
    (void)worker;
    struct batch *batch = context;
    const size_t end = part_begin(batch->count, part + 1, batch->parts);
    for (size_t i = part_begin(batch->count, part, batch->parts); i < end; i++) {
        const struct kauri_tablebase_layer *layer = NULL;
        uint64_t index = 0;
        batch->statuses[i] = locate(batch, &batch->positions[i], &layer, &index);
        batch->wanted[i] = (struct wanted){.page = UINT64_MAX, .index = index, .number = i};
        if (batch->statuses[i] == KAURI_OK) {
            const uint64_t page = index / kauri_reader_info(layer->reader)->page_entries;
            batch->wanted[i].page = (uint64_t)layer->index.seeds << SEEDS_SHIFT | page;
        }
    }
}

// Leaves out the positions that cannot be looked up.
static void keep_located(struct batch *batch)
{
    size_t kept = 0;
    for (size_t i = 0; i < batch->count; i++) {
        if (batch->wanted[i].page != UINT64_MAX) {
            batch->wanted[kept++] = batch->wanted[i];
        }
    }
    batch->wanted_count = kept;
}

// Sorts by page: a radix sort from the lowest digit up, which skips the digits that are the same in
// all page numbers.
static void sort_by_page(struct batch *batch)
{
    for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
        size_t starts[DIGITS] = {0};
        for (size_t i = 0; i < batch->wanted_count; i++) {
            starts[batch->wanted[i].page >> shift & (DIGITS - 1)]++;
        }
        if (batch->wanted_count == 0 ||
            starts[batch->wanted[0].page >> shift & (DIGITS - 1)] == batch->wanted_count) {
            continue;
        }
        size_t start = 0;
        for (unsigned digit = 0; digit < DIGITS; digit++) {
            const size_t here = starts[digit];
            starts[digit] = start;
            start += here;
        }
        for (size_t i = 0; i < batch->wanted_count; i++) {
            const struct wanted *wanted = &batch->wanted[i];
            batch->spare[starts[wanted->page >> shift & (DIGITS - 1)]++] = *wanted;
        }
        struct wanted *sorted = batch->spare;
        batch->spare = batch->wanted;
        batch->wanted = sorted;
    }
}

// The first position of a part of the sorted positions: the start is moved up to where a new page
// begins, so that no two threads read the same page.
static size_t sorted_begin(const struct batch *batch, uint64_t part)
{
    size_t begin = part_begin(batch->wanted_count, part, batch->parts);
    while (begin > 0 && begin < batch->wanted_count &&
           batch->wanted[begin].page == batch->wanted[begin - 1].page) {
        begin++;
    }
    return begin;
}

// Looks up the sorted positions [begin, end), which lie in one page.
static void read_page(struct batch *batch, size_t begin, size_t end)
{
    const uint64_t page_key = batch->wanted[begin].page;
    const struct kauri_tablebase_layer *layer = NULL;
    struct kauri_tablebase_page page;
    enum kauri_status pinned =
        kauri_tablebase_layer(batch->tablebase, (unsigned)(page_key >> SEEDS_SHIFT), &layer, NULL);
    if (pinned == KAURI_OK) {
        pinned = kauri_tablebase_page_acquire(
            batch->tablebase, layer, page_key & ((UINT64_C(1) << SEEDS_SHIFT) - 1), &page, NULL);
    }
    for (size_t i = begin; i < end; i++) {
        const struct wanted *wanted = &batch->wanted[i];
        batch->statuses[wanted->number] =
            pinned == KAURI_OK ? kauri_tablebase_page_value(&page, wanted->index,
                                                            &batch->values[wanted->number], NULL)
                               : pinned;
    }
    if (pinned == KAURI_OK) {
        kauri_tablebase_page_release(batch->tablebase, &page);
    }
}

static void read_part(void *context, unsigned worker, uint64_t part)
{
    (void)worker;
    struct batch *batch = context;
    const size_t part_end = sorted_begin(batch, part + 1);
    for (size_t begin = sorted_begin(batch, part); begin < part_end;) {
        size_t end = begin + 1;
        while (end < part_end && batch->wanted[end].page == batch->wanted[begin].page) {
            end++;
        }
        read_page(batch, begin, end);
        begin = end;
    }
}

enum kauri_status kauri_probe_many(struct kauri_tablebase *tablebase,
                                   const struct kauri_position *positions, size_t count,
                                   struct kauri_value *values, enum kauri_status *statuses,
                                   unsigned threads, struct kauri_error *error)
{
    struct batch batch = {
        .tablebase = tablebase,
        .positions = positions,
        .values = values,
        .statuses = statuses,
        .count = count,
    };
    if (count == 0) {
        return KAURI_OK;
    }
    batch.wanted = calloc(count, sizeof *batch.wanted);
    batch.spare = calloc(count, sizeof *batch.spare);
    if (batch.wanted == NULL || batch.spare == NULL) {
        free(batch.wanted);
        free(batch.spare);
        for (size_t i = 0; i < count; i++) {
            statuses[i] = KAURI_RESOURCE;
        }
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu positions", count);
    }
    threads = kauri_tablebase_threads(tablebase, threads);
    const size_t useful = count / PART_LEAST + 1;
    threads = threads < useful ? threads : (unsigned)useful;
    // More parts than threads, because some pages take longer than others.
    batch.parts = threads == 1 ? 1 : 4 * (size_t)threads;
    kauri_parallel_for(threads, batch.parts, 1, locate_part, &batch);
    keep_located(&batch);
    sort_by_page(&batch);
    kauri_parallel_for(threads, batch.parts, 1, read_part, &batch);
    free(batch.wanted);
    free(batch.spare);
    return KAURI_OK;
}
