#include "tablebase/batch.h"

#include "common/parallel.h"
#include "indexer/convention.h"
#include "tablebase/derived.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// The work on a window of items has these steps. Each is done by all threads, a part of the items
// or of the pages at a time.
//
// 1. Expand: each item gets a *slot* for its result. A stored position wants numbers of its entry;
//    a derived one has *edges* to the slots of its successors, which may be derived in turn if they
//    are in lower layers. A slot comes before those that it depends on.
// 2. Sort what is wanted by page, and read page by page into the slots.
// 3. Derive r, from the last slot to the first.
// 4. Now it is known which distances decide dtc of derived positions: sort and read these.
// 5. Derive dtc, and hand out the results.

enum {
    DIGIT_BITS = 8,
    DIGITS = 1 << DIGIT_BITS,
    SEEDS_SHIFT = 57, // in a page key, with the column in bit 0 and the page between them
    PART_LEAST = 256, // fewer items are not worth a thread
    LAYERS = KAURI_SEEDS_MAX + 1,
};

#define NO_ENTRY UINT64_MAX

// A stored number that is needed.
struct want {
    uint64_t page;  // layer, column and page
    uint32_t entry; // in the page
    uint32_t slot;  // which receives it
};

struct edge {
    uint64_t entry; // of the successor; for quiet moves only
    uint32_t slot;  // of the successor
    int16_t gain;   // 3 * net captures
    bool captures;
};

struct slot {
    uint32_t edges; // the first one, in the part
    uint8_t edge_count;
    uint8_t seeds;
    bool wants_dtc;
    uint8_t status;     // enum kauri_status
    uint8_t dtc_status; // of reading dtc, which another thread may do than r
    int16_t r;
    uint16_t dtc;
};

// Arrays that grow.
struct wants {
    struct want *items;
    size_t count, room;
};

struct part {
    size_t begin, end; // its items
    struct slot *slots;
    size_t slot_count, slot_room;
    size_t first_slot; // in batch->slots
    struct edge *edges;
    size_t edge_count, edge_room;
    struct wants wants;
    bool failed; // no memory
};

struct batch {
    struct kauri_tablebase *tablebase;
    struct kauri_number_store *numbers;
    struct kauri_batch_item *items;
    uint32_t *item_slots; // slot of each item, in its part
    struct part *parts;
    size_t part_count;
    unsigned threads;
    struct slot *slots;  // of all parts
    struct want *sorted; // what all parts want
    struct want *spare;  // for sorting
    size_t wanted;
    // The status of each layer that could not be opened. Such a layer is not tried again in this
    // batch, because finding that a table is damaged may mean reading its whole index.
    atomic_int refused[LAYERS];
};

// --------------------------------------------------------------------------------- expanding

// Makes room for `more` further elements of `size` bytes; false without memory.
static bool grow(void **array, size_t count, size_t more, size_t *room, size_t size)
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

static bool add_want(struct wants *wants, const struct kauri_tablebase_layer *layer,
                     unsigned column, uint64_t entry, uint32_t slot)
{
    void *items = wants->items;
    if (!grow(&items, wants->count, 1, &wants->room, sizeof *wants->items)) {
        return false;
    }
    wants->items = items;
    const struct kauri_number_column *place = &layer->columns[column];
    const uint64_t page = kauri_number_page(place, entry);
    wants->items[wants->count++] = (struct want){
        .page = (uint64_t)layer->index.seeds << SEEDS_SHIFT | page << 1 | column,
        .entry = (uint32_t)(entry - page * place->page_entries),
        .slot = slot,
    };
    return true;
}

static bool add_slot(struct part *part, struct slot slot, uint32_t *number)
{
    void *slots = part->slots;
    if (part->slot_count >= UINT32_MAX / 2 ||
        !grow(&slots, part->slot_count, 1, &part->slot_room, sizeof *part->slots)) {
        return false;
    }
    part->slots = slots;
    *number = (uint32_t)part->slot_count;
    part->slots[part->slot_count++] = slot;
    return true;
}

static bool add_edges(struct part *part, unsigned count, uint32_t *first)
{
    void *edges = part->edges;
    if (part->edge_count >= UINT32_MAX / 2 ||
        !grow(&edges, part->edge_count, count, &part->edge_room, sizeof *part->edges)) {
        return false;
    }
    part->edges = edges;
    *first = (uint32_t)part->edge_count;
    part->edge_count += count;
    return true;
}

static enum kauri_status layer_of(struct batch *batch, unsigned seeds,
                                  const struct kauri_tablebase_layer **layer)
{
    const int refused = atomic_load_explicit(&batch->refused[seeds], memory_order_relaxed);
    if (refused != KAURI_OK) {
        return (enum kauri_status)refused;
    }
    const enum kauri_status status = kauri_tablebase_layer(batch->tablebase, seeds, layer, NULL);
    if (status != KAURI_OK) {
        atomic_store_explicit(&batch->refused[seeds], (int)status, memory_order_relaxed);
    }
    return status;
}

// Adds the slot of a position that fits the tables, and all slots that it depends on. *entry
// receives its entry if it is stored, else NO_ENTRY. Returns false without memory.
static bool add_position(struct batch *batch, struct part *part,
                         const struct kauri_position *position, unsigned seeds,
                         enum kauri_batch_want want, uint32_t *number, uint64_t *entry)
{
    const struct kauri_tablebase_layer *layer = NULL;
    const bool wants_dtc = want != KAURI_BATCH_R;
    struct slot slot = {.seeds = (uint8_t)seeds, .wants_dtc = wants_dtc};
    *entry = NO_ENTRY;
    slot.status = (uint8_t)layer_of(batch, seeds, &layer);
    if (!add_slot(part, slot, number)) {
        return false;
    }
    if (slot.status != KAURI_OK) {
        return true;
    }
    const struct kauri_entry_place place = kauri_entry_place(layer, position);
    if (place.stored) {
        *entry = place.entry;
        return add_want(&part->wants, layer, KAURI_COLUMN_R, place.entry, *number) &&
               (!wants_dtc ||
                add_want(&part->wants, layer, KAURI_COLUMN_DTC, place.entry, *number));
    }
    if (want == KAURI_BATCH_STORED_VALUE) {
        return true;
    }
    struct kauri_successor successors[KAURI_HOLES_MAX];
    const unsigned count = kauri_successors(position, seeds, successors);
    uint32_t first = 0;
    if (!add_edges(part, count, &first)) {
        return false;
    }
    part->slots[*number].edges = first;
    part->slots[*number].edge_count = (uint8_t)count;
    for (unsigned i = 0; i < count; i++) {
        struct edge edge = {.gain = (int16_t)successors[i].gain,
                            .captures = successors[i].captures};
        if (!add_position(batch, part, &successors[i].position, successors[i].seeds, KAURI_BATCH_R,
                          &edge.slot, &edge.entry)) {
            return false;
        }
        part->edges[first + i] = edge;
    }
    return true;
}

static void expand_part(void *context, unsigned worker, uint64_t number)
{
    (void)worker;
    struct batch *batch = context;
    struct part *part = &batch->parts[number];
    for (size_t i = part->begin; i < part->end && !part->failed; i++) {
        struct kauri_batch_item *item = &batch->items[i];
        const enum kauri_status status =
            kauri_tablebase_fits(batch->tablebase, &item->position, NULL);
        uint64_t entry = 0;
        if (status == KAURI_OK) {
            part->failed =
                !add_position(batch, part, &item->position, kauri_seeds(&item->position),
                              (enum kauri_batch_want)item->want, &batch->item_slots[i], &entry);
            item->derived = entry == NO_ENTRY;
        } else {
            part->failed =
                !add_slot(part, (struct slot){.status = (uint8_t)status}, &batch->item_slots[i]);
        }
    }
}

// ---------------------------------------------------------------------------------- reading

// Sorts by page: a radix sort from the lowest digit up, which skips the digits that are the same in
// all page keys.
static void sort_by_page(struct batch *batch)
{
    for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
        size_t starts[DIGITS] = {0};
        for (size_t i = 0; i < batch->wanted; i++) {
            starts[batch->sorted[i].page >> shift & (DIGITS - 1)]++;
        }
        if (starts[batch->sorted[0].page >> shift & (DIGITS - 1)] == batch->wanted) {
            continue;
        }
        size_t start = 0;
        for (unsigned digit = 0; digit < DIGITS; digit++) {
            const size_t here = starts[digit];
            starts[digit] = start;
            start += here;
        }
        for (size_t i = 0; i < batch->wanted; i++) {
            const struct want *want = &batch->sorted[i];
            batch->spare[starts[want->page >> shift & (DIGITS - 1)]++] = *want;
        }
        struct want *sorted = batch->spare;
        batch->spare = batch->sorted;
        batch->sorted = sorted;
    }
}

// Collects what the parts want, with the numbers of their slots in batch->slots. Returns false
// without memory.
static bool gather(struct batch *batch)
{
    size_t wanted = 0;
    for (size_t p = 0; p < batch->part_count; p++) {
        wanted += batch->parts[p].wants.count;
    }
    free(batch->sorted);
    free(batch->spare);
    batch->wanted = wanted;
    batch->sorted = malloc((wanted + 1) * sizeof *batch->sorted);
    batch->spare = malloc((wanted + 1) * sizeof *batch->spare);
    if (batch->sorted == NULL || batch->spare == NULL) {
        return false;
    }
    struct want *to = batch->sorted;
    for (size_t p = 0; p < batch->part_count; p++) {
        struct part *part = &batch->parts[p];
        for (size_t i = 0; i < part->wants.count; i++) {
            *to = part->wants.items[i];
            to++->slot += (uint32_t)part->first_slot;
        }
        part->wants.count = 0;
    }
    return true;
}

static size_t part_begin(size_t count, uint64_t part, size_t parts)
{
    return (size_t)(count / parts * part + (part < count % parts ? part : count % parts));
}

// The first of a part of the sorted wants: the start is moved up to where a new page begins, so
// that no two threads read the same page. Pages of both columns with the same number count as one,
// because in a table of version 1 they are.
static size_t sorted_begin(const struct batch *batch, uint64_t part)
{
    size_t begin = part_begin(batch->wanted, part, batch->part_count);
    while (begin > 0 && begin < batch->wanted &&
           batch->sorted[begin].page >> 1 == batch->sorted[begin - 1].page >> 1) {
        begin++;
    }
    return begin;
}

static void put_number(const struct kauri_tablebase_layer *layer, unsigned column, unsigned number,
                       struct slot *slot)
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
static void read_page(struct batch *batch, struct kauri_number_scratch *scratch, size_t begin,
                      size_t end)
{
    const uint64_t key = batch->sorted[begin].page;
    const unsigned column = key & 1;
    const uint64_t page = (key & ((UINT64_C(1) << SEEDS_SHIFT) - 1)) >> 1;
    const struct kauri_tablebase_layer *layer = NULL;
    const uint8_t *numbers = NULL;
    (void)kauri_tablebase_layer(batch->tablebase, (unsigned)(key >> SEEDS_SHIFT), &layer, NULL);
    const struct kauri_number_column *place = &layer->columns[column];
    const uint64_t first = page * place->page_entries;
    enum kauri_status status = KAURI_OK;
    for (size_t i = begin; i < end; i++) {
        const struct want *want = &batch->sorted[i];
        struct slot *slot = &batch->slots[want->slot];
        unsigned number = 0;
        if (numbers == NULL && status == KAURI_OK &&
            !kauri_number_cached(batch->numbers, layer, column, first + want->entry, &number)) {
            status = scratch == NULL ? KAURI_RESOURCE
                                     : kauri_number_page_decode(batch->numbers, layer, column, page,
                                                                scratch, &numbers, NULL);
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
    struct batch *batch = context;
    struct kauri_number_scratch *scratch = NULL;
    const size_t part_end = sorted_begin(batch, number + 1);
    (void)kauri_number_scratch_borrow(batch->numbers, &scratch, NULL);
    for (size_t begin = sorted_begin(batch, number); begin < part_end;) {
        size_t end = begin + 1;
        while (end < part_end && batch->sorted[end].page == batch->sorted[begin].page) {
            end++;
        }
        read_page(batch, scratch, begin, end);
        begin = end;
    }
    kauri_number_scratch_return(batch->numbers, scratch);
}

// --------------------------------------------------------------------------------- deriving

// Derives r of the derived positions of a part, and adds the distances that decide their dtc to
// what the part wants.
static void derive_part(void *context, unsigned worker, uint64_t number)
{
    (void)worker;
    struct batch *batch = context;
    struct part *part = &batch->parts[number];
    struct slot *slots = batch->slots + part->first_slot;
    for (size_t s = part->slot_count; s-- > 0;) {
        struct slot *slot = &slots[s];
        const struct edge *edges = part->edges + slot->edges;
        struct kauri_derivation derivation = kauri_derivation_begin();
        for (unsigned i = 0; i < slot->edge_count; i++) {
            const struct slot *successor = &slots[edges[i].slot];
            if (successor->status != KAURI_OK && slot->status == KAURI_OK) {
                slot->status = successor->status;
            }
            kauri_derivation_add_r(&derivation, edges[i].gain - successor->r, edges[i].captures);
        }
        if (slot->edge_count == 0 || slot->status != KAURI_OK) {
            continue;
        }
        slot->r = (int16_t)derivation.r;
        slot->dtc = (uint16_t)kauri_derivation_value(&derivation).dtc;
        if (!slot->wants_dtc || !kauri_derivation_needs_dtc(&derivation)) {
            continue;
        }
        slot->dtc = 0; // until the distances are there
        const struct kauri_tablebase_layer *layer = NULL;
        (void)kauri_tablebase_layer(batch->tablebase, slot->seeds, &layer, NULL);
        for (unsigned i = 0; i < slot->edge_count; i++) {
            const struct edge *edge = &edges[i];
            if (!edge->captures && edge->gain - slots[edge->slot].r == slot->r &&
                !add_want(&part->wants, layer, KAURI_COLUMN_DTC, edge->entry, edge->slot)) {
                part->failed = true;
            }
        }
    }
}

// Derives dtc and hands out the results of a part.
static void finish_part(void *context, unsigned worker, uint64_t number)
{
    (void)worker;
    struct batch *batch = context;
    const struct part *part = &batch->parts[number];
    struct slot *slots = batch->slots + part->first_slot;
    for (size_t i = part->begin; i < part->end; i++) {
        struct kauri_batch_item *item = &batch->items[i];
        struct slot *slot = &slots[batch->item_slots[i]];
        if (slot->edge_count > 0 && slot->wants_dtc && slot->r != 0 && slot->dtc == 0) {
            struct kauri_derivation derivation = {.r = slot->r, .quiet_keeps = true};
            for (unsigned e = slot->edges; e < slot->edges + slot->edge_count; e++) {
                const struct edge *edge = &part->edges[e];
                const struct slot *successor = &slots[edge->slot];
                if (!edge->captures && edge->gain - successor->r == slot->r) {
                    if (successor->dtc_status != KAURI_OK) {
                        slot->dtc_status = successor->dtc_status;
                    }
                    kauri_derivation_add_dtc(&derivation, successor->dtc);
                }
            }
            const uint32_t dtc = kauri_derivation_value(&derivation).dtc;
            if (dtc > KAURI_DTC_MAX) {
                slot->dtc_status = KAURI_CORRUPT;
            }
            slot->dtc = (uint16_t)dtc;
        }
        item->status =
            (enum kauri_status)(slot->status != KAURI_OK ? slot->status : slot->dtc_status);
        if (item->status == KAURI_OK) {
            item->value = (struct kauri_value){.r = slot->r,
                                               .dtc = item->want == KAURI_BATCH_R ? 0 : slot->dtc};
        }
    }
}

// -------------------------------------------------------------------------------- the stages

static bool any_failed(const struct batch *batch)
{
    bool failed = false;
    for (size_t p = 0; p < batch->part_count; p++) {
        failed |= batch->parts[p].failed;
    }
    return failed;
}

// Copies the slots of all parts into one array, which is what threads that read pages see.
static bool collect_slots(struct batch *batch)
{
    size_t count = 0;
    for (size_t p = 0; p < batch->part_count; p++) {
        batch->parts[p].first_slot = count;
        count += batch->parts[p].slot_count;
    }
    batch->slots = count < UINT32_MAX ? malloc((count + 1) * sizeof *batch->slots) : NULL;
    for (size_t p = 0; batch->slots != NULL && p < batch->part_count; p++) {
        struct part *part = &batch->parts[p];
        if (part->slot_count > 0) {
            memcpy(batch->slots + part->first_slot, part->slots,
                   part->slot_count * sizeof *part->slots);
        }
        free(part->slots);
        part->slots = NULL;
    }
    return batch->slots != NULL;
}

static bool read_all(struct batch *batch)
{
    if (!gather(batch)) {
        return false;
    }
    if (batch->wanted > 0) {
        sort_by_page(batch);
        kauri_parallel_for(batch->threads, batch->part_count, 1, read_part, batch);
    }
    return true;
}

static bool run(struct batch *batch)
{
    kauri_parallel_for(batch->threads, batch->part_count, 1, expand_part, batch);
    if (any_failed(batch) || !collect_slots(batch) || !read_all(batch)) {
        return false;
    }
    kauri_parallel_for(batch->threads, batch->part_count, 1, derive_part, batch);
    if (any_failed(batch) || !read_all(batch)) {
        return false;
    }
    kauri_parallel_for(batch->threads, batch->part_count, 1, finish_part, batch);
    return true;
}

static bool look_up_window(struct kauri_tablebase *tablebase, struct kauri_batch_item *items,
                           size_t count, unsigned threads)
{
    const size_t useful = count / PART_LEAST + 1;
    struct batch batch = {
        .tablebase = tablebase,
        .numbers = kauri_tablebase_numbers(tablebase),
        .items = items,
        .threads = threads < useful ? threads : (unsigned)useful,
    };
    // More parts than threads, because some pages take longer than others.
    batch.part_count = batch.threads == 1 ? 1 : 4 * (size_t)batch.threads;
    batch.parts = calloc(batch.part_count, sizeof *batch.parts);
    batch.item_slots = malloc(count * sizeof *batch.item_slots);
    bool done = batch.parts != NULL && batch.item_slots != NULL;
    for (size_t p = 0; done && p < batch.part_count; p++) {
        batch.parts[p].begin = part_begin(count, p, batch.part_count);
        batch.parts[p].end = part_begin(count, p + 1, batch.part_count);
    }
    done = done && run(&batch);
    for (size_t p = 0; batch.parts != NULL && p < batch.part_count; p++) {
        free(batch.parts[p].slots);
        free(batch.parts[p].edges);
        free(batch.parts[p].wants.items);
    }
    free(batch.parts);
    free(batch.item_slots);
    free(batch.slots);
    free(batch.sorted);
    free(batch.spare);
    return done;
}

enum kauri_status kauri_batch_look_up(struct kauri_tablebase *tablebase,
                                      struct kauri_batch_item *items, size_t count,
                                      unsigned threads, struct kauri_error *error)
{
    for (size_t first = 0; first < count; first += KAURI_BATCH_POSITIONS) {
        const size_t rest = count - first;
        const size_t here = rest < KAURI_BATCH_POSITIONS ? rest : KAURI_BATCH_POSITIONS;
        if (!look_up_window(tablebase, items + first, here, threads)) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu positions", count);
        }
    }
    return KAURI_OK;
}
