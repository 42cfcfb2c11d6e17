// The work on a window of the items of a batch: plain data that its steps hand on.
//
// Each step is done by all threads, a part of the items or of the pages at a time.
//
// 1. Expand: each item gets a *slot* for its result. A stored position wants
//    numbers of its entry; a derived one has *edges* to the slots of its successors, which may be
//    derived in turn if they are in lower layers. A slot comes before those that it depends on.
// 2. Read (batch_read.c): sort what is wanted by page, and read page by page into the slots.
// 3. Derive r, from the last slot to the first.
// 4. Now it is known which distances decide dtc of derived positions: read these.
// 5. Derive dtc, and hand out the results.
//
// Implemented in batch.c and batch_read.c.
#ifndef KAURI_TABLEBASE_BATCH_WINDOW_H
#define KAURI_TABLEBASE_BATCH_WINDOW_H

#include "tablebase/batch.h"
#include "tablebase/number_store.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// In kauri_batch_number.page, with the column in bit 0 and the page between them.
enum { KAURI_BATCH_SEEDS_SHIFT = 57 };

// A stored number that is needed.
struct kauri_batch_number {
    uint64_t page;  // layer, column and page: what the numbers are sorted by
    uint32_t entry; // in the page
    uint32_t slot;  // which receives it
};

struct kauri_batch_edge {
    uint64_t entry; // of the successor; for quiet moves only
    uint32_t slot;  // of the successor
    int16_t gain;   // 3 * net captures
    bool captures;
};

struct kauri_batch_slot {
    uint32_t edges; // the first one, in the part
    uint8_t edge_count;
    uint8_t seeds;
    bool wants_dtc;
    uint8_t status;     // enum kauri_status
    uint8_t dtc_status; // of reading dtc, which another thread may do than r
    int16_t r;
    uint16_t dtc;
};

// An array that grows.
struct kauri_batch_numbers {
    struct kauri_batch_number *items;
    size_t count, room;
};

struct kauri_batch_part {
    size_t begin, end; // its items
    struct kauri_batch_slot *slots;
    size_t slot_count, slot_room;
    size_t first_slot; // in window->slots
    struct kauri_batch_edge *edges;
    size_t edge_count, edge_room;
    struct kauri_batch_numbers wants;
    bool failed; // no memory
};

struct kauri_batch_window {
    struct kauri_tablebase *tablebase;
    struct kauri_number_store *numbers;
    struct kauri_batch_item *items;
    uint32_t *item_slots; // slot of each item, in its part
    struct kauri_batch_part *parts;
    size_t part_count;
    unsigned threads;
    struct kauri_batch_slot *slots;    // of all parts
    struct kauri_batch_number *sorted; // what all parts want
    struct kauri_batch_number *spare;  // for sorting
    size_t wanted;
    // The status of each layer that could not be opened. Such a layer is not tried again in this
    // batch, because finding that a table is damaged may mean reading its whole index.
    atomic_int refused[KAURI_SEEDS_MAX + 1];
};

// The first of `count` things that are in a part, if they are divided evenly.
static inline size_t kauri_batch_part_begin(size_t count, uint64_t part, size_t parts)
{
    return (size_t)(count / parts * part + (part < count % parts ? part : count % parts));
}

// Makes room in an array for `more` further elements of `size` bytes; false without memory.
static inline bool kauri_batch_grow(void **array, size_t count, size_t more, size_t *room,
                                    size_t size)
{
    if (count + more <= *room) {
        return true;
    }
    const size_t wanted = 2 * (count + more) + 64;
    void *grown = realloc(*array, wanted * size);
    if (grown == NULL) {
        return false;
    }
    *array = grown;
    *room = wanted;
    return true;
}

// Adds a number to what a part wants: that of an entry in a column of an open layer, for a slot of
// the part. Returns false without memory.
static inline bool kauri_batch_want_number(struct kauri_batch_numbers *wants,
                                           const struct kauri_tablebase_layer *layer,
                                           unsigned column, uint64_t entry, uint32_t slot)
{
    void *items = wants->items;
    if (!kauri_batch_grow(&items, wants->count, 1, &wants->room, sizeof *wants->items)) {
        return false;
    }
    wants->items = items;
    const struct kauri_number_column *place = &layer->columns[column];
    const uint64_t page = kauri_number_page(place, entry);
    wants->items[wants->count++] = (struct kauri_batch_number){
        .page = (uint64_t)layer->index.seeds << KAURI_BATCH_SEEDS_SHIFT | page << 1 | column,
        .entry = (uint32_t)(entry - page * place->page_entries),
        .slot = slot,
    };
    return true;
}

// Whether a part ran out of memory.
static inline bool kauri_batch_failed(const struct kauri_batch_window *window)
{
    bool failed = false;
    for (size_t p = 0; p < window->part_count; p++) {
        failed |= window->parts[p].failed;
    }
    return failed;
}

// Reads what all parts want into window->slots, so that each page is decoded once, and leaves
// nothing wanted. Returns false without memory.
bool kauri_batch_read(struct kauri_batch_window *window);

#endif
