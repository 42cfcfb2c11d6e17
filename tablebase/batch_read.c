#include "tablebase/batch_window.h"

#include "common/loop.h"
#include "indexer/convention.h"
#include "tablebase/derived.h"

#include <stdlib.h>

enum {
    DIGIT_BITS = 8,
    DIGITS = 1 << DIGIT_BITS,
};

// Sorts by page: a radix sort from the lowest digit up, which skips the digits that are the same in
// all page keys.
static void sort_by_page(struct kauri_batch_window *window)
{
    for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
        size_t starts[DIGITS] = {0};
        for (size_t i = 0; i < window->wanted; i++) {
            starts[window->sorted[i].page >> shift & (DIGITS - 1)]++;
        }
        if (starts[window->sorted[0].page >> shift & (DIGITS - 1)] == window->wanted) {
            continue;
        }
        size_t start = 0;
        for (unsigned digit = 0; digit < DIGITS; digit++) {
            const size_t here = starts[digit];
            starts[digit] = start;
            start += here;
        }
        for (size_t i = 0; i < window->wanted; i++) {
            const struct kauri_batch_number *want = &window->sorted[i];
            window->spare[starts[want->page >> shift & (DIGITS - 1)]++] = *want;
        }
        struct kauri_batch_number *sorted = window->spare;
        window->spare = window->sorted;
        window->sorted = sorted;
    }
}

// Collects what the parts want, with the numbers of their slots in window->slots. Returns false
// without memory.
static bool gather(struct kauri_batch_window *window)
{
    size_t wanted = 0;
    for (size_t p = 0; p < window->part_count; p++) {
        wanted += window->parts[p].wants.count;
    }
    free(window->sorted);
    free(window->spare);
    window->wanted = wanted;
    window->sorted = malloc((wanted + 1) * sizeof *window->sorted);
    window->spare = malloc((wanted + 1) * sizeof *window->spare);
    if (window->sorted == NULL || window->spare == NULL) {
        return false;
    }
    struct kauri_batch_number *to = window->sorted;
    for (size_t p = 0; p < window->part_count; p++) {
        struct kauri_batch_part *part = &window->parts[p];
        for (size_t i = 0; i < part->wants.count; i++) {
            *to = part->wants.items[i];
            to++->slot += (uint32_t)part->first_slot;
        }
        part->wants.count = 0;
    }
    return true;
}

// The first of a part of the sorted wants: the start is moved up to where a new page begins, so
// that no two threads read the same page.
static size_t sorted_begin(const struct kauri_batch_window *window, uint64_t part)
{
    size_t begin = kauri_batch_part_begin(window->wanted, part, window->part_count);
    while (begin > 0 && begin < window->wanted &&
           window->sorted[begin].page == window->sorted[begin - 1].page) {
        begin++;
    }
    return begin;
}

static void put_number(const struct kauri_tablebase_layer *layer, unsigned column, unsigned number,
                       struct kauri_batch_slot *slot)
{
    if (column == KAURI_COLUMN_DTC) {
        slot->dtc = (uint16_t)number;
        return;
    }
    const int32_t r = layer->columns[column].bias + (int32_t)number;
    const int32_t most = kauri_most_r(layer->index.seeds);
    slot->r = (int16_t)r;
    if (r < -most || r > most) {
        slot->status = KAURI_CORRUPT;
    }
}

// Reads the sorted wants [begin, end), which are in one page: from the cache if all are there.
static void read_page(struct kauri_batch_window *window, struct kauri_number_scratch *scratch,
                      size_t begin, size_t end)
{
    const uint64_t key = window->sorted[begin].page;
    const unsigned column = key & 1;
    const uint64_t page = (key & ((UINT64_C(1) << KAURI_BATCH_SEEDS_SHIFT) - 1)) >> 1;
    const struct kauri_tablebase_layer *layer = NULL;
    const uint8_t *numbers = NULL;
    (void)kauri_tablebase_layer(window->tablebase, (unsigned)(key >> KAURI_BATCH_SEEDS_SHIFT),
                                &layer, NULL);
    const struct kauri_number_column *place = &layer->columns[column];
    const uint64_t first = page * place->page_entries;
    enum kauri_status status = KAURI_OK;
    for (size_t i = begin; i < end; i++) {
        const struct kauri_batch_number *want = &window->sorted[i];
        struct kauri_batch_slot *slot = &window->slots[want->slot];
        unsigned number = 0;
        if (numbers == NULL && status == KAURI_OK &&
            !kauri_number_cached(window->numbers, layer, column, first + want->entry, &number)) {
            status = scratch == NULL ? KAURI_RESOURCE
                                     : kauri_number_page_decode(window->numbers, layer, column,
                                                                page, scratch, &numbers, NULL);
        }
        if (status != KAURI_OK) {
            *(column == KAURI_COLUMN_DTC ? &slot->dtc_status : &slot->status) = (uint8_t)status;
            continue;
        }
        if (numbers != NULL) {
            number = kauri_number_in(place, numbers, first + want->entry);
        }
        put_number(layer, column, number, slot);
    }
}

static void read_part(void *context, unsigned worker, uint64_t number)
{
    (void)worker;
    struct kauri_batch_window *window = context;
    struct kauri_number_scratch *scratch = NULL;
    const size_t part_end = sorted_begin(window, number + 1);
    (void)kauri_number_scratch_borrow(window->numbers, &scratch, NULL);
    for (size_t begin = sorted_begin(window, number); begin < part_end;) {
        size_t end = begin + 1;
        while (end < part_end && window->sorted[end].page == window->sorted[begin].page) {
            end++;
        }
        read_page(window, scratch, begin, end);
        begin = end;
    }
    kauri_number_scratch_return(window->numbers, scratch);
}

bool kauri_batch_read(struct kauri_batch_window *window)
{
    if (!gather(window)) {
        return false;
    }
    if (window->wanted > 0) {
        sort_by_page(window);
        kauri_loop_for(window->threads, window->part_count, 1, read_part, window);
    }
    return true;
}
