// The positions of a batch are worked on in five steps. In each step, the threads take a part of
// the items or of the pages at a time.
//
// 1. Expand: each item gets a *slot* for its result. A stored position wants the numbers of its
//    entry; a derived one has *edges* to the slots of its successors, which may be derived in turn
//    if they are in lower layers. A slot comes before those that it depends on.
// 2. Read: sort what is wanted by page, and read page by page into the slots.
// 3. Derive r, from the last slot to the first.
// 4. Now it is known which distances decide dtc of derived positions: read these.
// 5. Derive dtc, and hand out the results.
#include "db/tables/batch.h"

#include "common/loop.h"
#include "common/memory.h"
#include "db/tables/derived.h"
#include "db/tables/number_store.h"
#include "indexer/convention.h"
#include "kauri/kauri.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    PART_LEAST = 256, // fewer items are not worth a thread
    DIGIT_BITS = 8,   // bits per digit of the radix sort
    DIGITS = 1 << DIGIT_BITS,
    VALUES_WINDOW = 1 << 19, // positions that kauri_probe_many looks up together
    MANY_NUMBERS = 4096,     // so many keep only pages that a batch before decoded as well
};

// A page of a column of a layer, as a number that pages are sorted by: from the highest bit down,
// the seeds of the layer, the page, and the column.
struct page_key {
    uint64_t bits;
};

enum { SEEDS_SHIFT = 57, COLUMN_BITS = 1 };

_Static_assert(KAURI_COLUMNS <= 1 << COLUMN_BITS, "a page key has room for all columns");
_Static_assert(KAURI_SEEDS_MAX < 1 << (64 - SEEDS_SHIFT), "a page key has room for all layers");

static struct page_key page_key(unsigned seeds, uint64_t page, unsigned column)
{
    return (struct page_key){(uint64_t)seeds << SEEDS_SHIFT | page << COLUMN_BITS | column};
}

static unsigned key_seeds(struct page_key key)
{
    return (unsigned)(key.bits >> SEEDS_SHIFT);
}

static uint64_t key_page(struct page_key key)
{
    return (key.bits & ((UINT64_C(1) << SEEDS_SHIFT) - 1)) >> COLUMN_BITS;
}

static unsigned key_column(struct page_key key)
{
    return (unsigned)key.bits & ((1U << COLUMN_BITS) - 1);
}

// A stored number that is needed.
struct batch_number {
    struct page_key page;
    uint32_t entry; // place of the entry in the page
    uint32_t slot;  // slot that receives it
};

struct batch_edge {
    uint64_t entry; // entry of the successor; for quiet moves only
    uint32_t slot;  // slot of the successor
    int16_t gain;   // 3 * net captures
    bool captures;
};

struct batch_slot {
    uint32_t edges; // index of the first edge, in the part
    uint8_t edge_count;
    uint8_t seeds;
    bool wants_dtc;     // never in a layer without distances
    uint8_t status;     // enum kauri_status
    uint8_t dtc_status; // status of reading dtc; another thread may have read r
    int16_t r;
    uint16_t dtc;
};

// An array that grows.
struct batch_numbers {
    struct batch_number *items;
    size_t count, capacity;
};

struct batch_part {
    size_t begin, end; // items of the part
    struct batch_slot *slots;
    size_t slot_count, slot_capacity;
    size_t first_slot; // place of its first slot in window->slots
    struct batch_edge *edges;
    size_t edge_count, edge_capacity;
    struct batch_numbers wants;
    bool failed; // memory ran out
};

struct batch_window {
    struct kauri_tablebase *tablebase;
    struct kauri_number_store *numbers;
    struct kauri_batch_item *items;
    uint32_t *item_slots; // slot of each item, in its part
    struct batch_part *parts;
    size_t part_count;
    unsigned threads;
    struct batch_slot *slots;    // slots of all parts
    struct batch_number *sorted; // numbers that all parts want
    struct batch_number *spare;  // second buffer for sorting
    size_t wanted, capacity;
    uint32_t batch; // number of the batch in the number store; 0 if it is small
    // The status of each layer that could not be opened. Such a layer is not tried again in this
    // batch, because finding that a table is damaged may mean reading its whole index.
    atomic_int refused[KAURI_SEEDS_MAX + 1];
};

// The first of `count` things that are in a part, if they are divided evenly.
static size_t part_begin(size_t count, uint64_t part, size_t parts)
{
    return (size_t)(count / parts * part + (part < count % parts ? part : count % parts));
}

// Adds a number to what a part wants: that of an entry in a column of an open layer, for a slot of
// the part. Returns false if memory runs out.
static bool want_number(struct batch_numbers *wants, const struct kauri_tablebase_layer *layer,
                        unsigned column, uint64_t entry, uint32_t slot)
{
    if (!KAURI_FITS(wants->items, wants->count + 1, wants->capacity)) {
        return false;
    }
    const struct kauri_number_column *place = &layer->columns[column];
    const uint64_t page = kauri_number_page(place, entry);
    wants->items[wants->count++] = (struct batch_number){
        .page = page_key(layer->index.seeds, page, column),
        .entry = (uint32_t)(entry - page * place->page_entries),
        .slot = slot,
    };
    return true;
}

// Returns whether a part ran out of memory.
static bool has_failed(const struct batch_window *window)
{
    bool failed = false;
    for (size_t p = 0; p < window->part_count; p++) {
        failed |= window->parts[p].failed;
    }
    return failed;
}

// ------------------------------------------------------------------------------------- expanding

#define NO_ENTRY UINT64_MAX

static bool add_slot(struct batch_part *part, struct batch_slot slot, uint32_t *number)
{
    if (part->slot_count >= UINT32_MAX / 2 ||
        !KAURI_FITS(part->slots, part->slot_count + 1, part->slot_capacity)) {
        return false;
    }
    *number = (uint32_t)part->slot_count;
    part->slots[part->slot_count++] = slot;
    return true;
}

static bool add_edges(struct batch_part *part, unsigned count, uint32_t *first)
{
    if (part->edge_count >= UINT32_MAX / 2 ||
        !KAURI_FITS(part->edges, part->edge_count + count, part->edge_capacity)) {
        return false;
    }
    *first = (uint32_t)part->edge_count;
    part->edge_count += count;
    return true;
}

static enum kauri_status layer_of(struct batch_window *window, unsigned seeds,
                                  const struct kauri_tablebase_layer **layer)
{
    const int refused = atomic_load_explicit(&window->refused[seeds], memory_order_relaxed);
    if (refused != KAURI_OK) {
        return (enum kauri_status)refused;
    }
    const enum kauri_status status = kauri_tablebase_layer(window->tablebase, seeds, layer, NULL);
    if (status != KAURI_OK) {
        atomic_store_explicit(&window->refused[seeds], (int)status, memory_order_relaxed);
    }
    return status;
}

// Adds the slot of a position that fits the tables, and all slots that it depends on. *entry
// receives its entry if it is stored, else NO_ENTRY. Returns false if memory runs out.
static bool add_position(struct batch_window *window, struct batch_part *part,
                         const struct kauri_position *position, unsigned seeds,
                         enum kauri_batch_want want, uint32_t *number, uint64_t *entry)
{
    const struct kauri_tablebase_layer *layer = NULL;
    struct batch_slot slot = {.seeds = (uint8_t)seeds};
    *entry = NO_ENTRY;
    slot.status = (uint8_t)layer_of(window, seeds, &layer);
    slot.wants_dtc = want != KAURI_BATCH_R && slot.status == KAURI_OK && layer->dtc_reader != NULL;
    if (!add_slot(part, slot, number)) {
        return false;
    }
    if (slot.status != KAURI_OK) {
        return true;
    }
    const struct kauri_entry_place place = kauri_entry_place(layer, position);
    if (place.stored) {
        *entry = place.entry;
        return want_number(&part->wants, layer, KAURI_COLUMN_R, place.entry, *number) &&
               (!slot.wants_dtc ||
                want_number(&part->wants, layer, KAURI_COLUMN_DTC, place.entry, *number));
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
        struct batch_edge edge = {.gain = (int16_t)successors[i].gain,
                                  .captures = successors[i].captures};
        if (!add_position(window, part, &successors[i].position, successors[i].seeds, KAURI_BATCH_R,
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
    struct batch_window *window = context;
    struct batch_part *part = &window->parts[number];
    for (size_t i = part->begin; i < part->end && !part->failed; i++) {
        struct kauri_batch_item *item = &window->items[i];
        const enum kauri_status status =
            kauri_tablebase_fits(window->tablebase, &item->position, NULL);
        uint64_t entry = 0;
        if (status == KAURI_OK) {
            part->failed =
                !add_position(window, part, &item->position, kauri_seeds(&item->position),
                              (enum kauri_batch_want)item->want, &window->item_slots[i], &entry);
            item->derived = entry == NO_ENTRY;
        } else {
            part->failed = !add_slot(part, (struct batch_slot){.status = (uint8_t)status},
                                     &window->item_slots[i]);
        }
    }
}

// --------------------------------------------------------------------------------------- reading

// Sorts by page: a radix sort from the lowest digit up, which skips the digits that are the same in
// all page keys.
static void sort_by_page(struct batch_window *window)
{
    for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
        size_t starts[DIGITS] = {0};
        for (size_t i = 0; i < window->wanted; i++) {
            starts[window->sorted[i].page.bits >> shift & (DIGITS - 1)]++;
        }
        if (starts[window->sorted[0].page.bits >> shift & (DIGITS - 1)] == window->wanted) {
            continue;
        }
        size_t start = 0;
        for (unsigned digit = 0; digit < DIGITS; digit++) {
            const size_t here = starts[digit];
            starts[digit] = start;
            start += here;
        }
        for (size_t i = 0; i < window->wanted; i++) {
            const struct batch_number *want = &window->sorted[i];
            window->spare[starts[want->page.bits >> shift & (DIGITS - 1)]++] = *want;
        }
        struct batch_number *sorted = window->spare;
        window->spare = window->sorted;
        window->sorted = sorted;
    }
}

// Collects what the parts want, with the numbers of their slots in window->slots. Returns false if
// memory runs out.
static bool gather_wants(struct batch_window *window)
{
    size_t wanted = 0;
    for (size_t p = 0; p < window->part_count; p++) {
        wanted += window->parts[p].wants.count;
    }
    window->wanted = wanted;
    if (wanted > window->capacity) {
        free(window->sorted);
        free(window->spare);
        window->capacity = wanted;
        window->sorted = malloc(wanted * sizeof *window->sorted);
        window->spare = malloc(wanted * sizeof *window->spare);
        if (window->sorted == NULL || window->spare == NULL) {
            return false;
        }
    }
    struct batch_number *to = window->sorted;
    for (size_t p = 0; p < window->part_count; p++) {
        struct batch_part *part = &window->parts[p];
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
static size_t sorted_begin(const struct batch_window *window, uint64_t part)
{
    size_t begin = part_begin(window->wanted, part, window->part_count);
    while (begin > 0 && begin < window->wanted &&
           window->sorted[begin].page.bits == window->sorted[begin - 1].page.bits) {
        begin++;
    }
    return begin;
}

static void put_number(const struct kauri_tablebase_layer *layer, unsigned column, unsigned number,
                       struct batch_slot *slot)
{
    if (column == KAURI_COLUMN_DTC) {
        slot->dtc = (uint16_t)number;
        return;
    }
    const int32_t r = layer->columns[column].bias + (int32_t)number;
    const int32_t maximum = kauri_most_r(layer->index.seeds);
    slot->r = (int16_t)r;
    if (r < -maximum || r > maximum) {
        slot->status = KAURI_CORRUPT;
    }
}

// Reads the sorted wants [begin, end), which are in one page: from the cache if all are there.
static void read_page(struct batch_window *window, struct kauri_number_scratch *scratch,
                      size_t begin, size_t end)
{
    const struct page_key key = window->sorted[begin].page;
    const unsigned column = key_column(key);
    const uint64_t page = key_page(key);
    const struct kauri_tablebase_layer *layer = NULL;
    const uint8_t *numbers = NULL;
    (void)kauri_tablebase_layer(window->tablebase, key_seeds(key), &layer, NULL);
    const struct kauri_number_column *place = &layer->columns[column];
    const uint64_t first = page * place->page_entries;
    enum kauri_status status = KAURI_OK;
    for (size_t i = begin; i < end; i++) {
        const struct batch_number *want = &window->sorted[i];
        struct batch_slot *slot = &window->slots[want->slot];
        unsigned number = 0;
        if (numbers == NULL && status == KAURI_OK &&
            !kauri_number_cached(window->numbers, layer, column, first + want->entry, &number)) {
            status = scratch == NULL
                         ? KAURI_RESOURCE
                         : kauri_number_page_decode(window->numbers, layer, column, page,
                                                    window->batch, scratch, &numbers, NULL);
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
    struct batch_window *window = context;
    struct kauri_number_scratch *scratch = NULL;
    const size_t part_end = sorted_begin(window, number + 1);
    (void)kauri_number_scratch_borrow(window->numbers, &scratch, NULL);
    for (size_t begin = sorted_begin(window, number); begin < part_end;) {
        size_t end = begin + 1;
        while (end < part_end && window->sorted[end].page.bits == window->sorted[begin].page.bits) {
            end++;
        }
        read_page(window, scratch, begin, end);
        begin = end;
    }
    kauri_number_scratch_return(window->numbers, scratch);
}

// Reads what all parts want into window->slots, so that each page is decoded once, and leaves
// nothing wanted. Returns false if memory runs out.
static bool read_wanted(struct batch_window *window)
{
    if (!gather_wants(window)) {
        return false;
    }
    if (window->wanted >= MANY_NUMBERS && window->batch == 0) {
        window->batch = kauri_number_store_batch(window->numbers);
    }
    if (window->wanted > 0) {
        sort_by_page(window);
        kauri_loop_for(window->threads, window->part_count, 1, read_part, window);
    }
    return true;
}

// -------------------------------------------------------------------------------------- deriving

// Derives r of the derived positions of a part, and adds the distances that decide their dtc to
// what the part wants.
static void derive_part(void *context, unsigned worker, uint64_t number)
{
    (void)worker;
    struct batch_window *window = context;
    struct batch_part *part = &window->parts[number];
    struct batch_slot *slots = window->slots + part->first_slot;
    for (size_t s = part->slot_count; s-- > 0;) {
        struct batch_slot *slot = &slots[s];
        if (slot->edge_count == 0) { // a part without any has no array of edges
            continue;
        }
        const struct batch_edge *edges = part->edges + slot->edges;
        struct kauri_derivation derivation = kauri_derivation_begin();
        for (unsigned i = 0; i < slot->edge_count; i++) {
            const struct batch_slot *successor = &slots[edges[i].slot];
            if (successor->status != KAURI_OK && slot->status == KAURI_OK) {
                slot->status = successor->status;
            }
            kauri_derivation_add_r(&derivation, edges[i].gain - successor->r, edges[i].captures);
        }
        if (slot->status != KAURI_OK) {
            continue;
        }
        slot->r = (int16_t)derivation.r;
        slot->dtc = (uint16_t)kauri_derivation_value(&derivation).dtc;
        if (!slot->wants_dtc || !kauri_derivation_needs_dtc(&derivation)) {
            continue;
        }
        slot->dtc = 0; // replaced when the distances are known
        const struct kauri_tablebase_layer *layer = NULL;
        (void)kauri_tablebase_layer(window->tablebase, slot->seeds, &layer, NULL);
        for (unsigned i = 0; i < slot->edge_count; i++) {
            const struct batch_edge *edge = &edges[i];
            if (!edge->captures && edge->gain - slots[edge->slot].r == slot->r &&
                !want_number(&part->wants, layer, KAURI_COLUMN_DTC, edge->entry, edge->slot)) {
                part->failed = true;
            }
        }
    }
}

// Derives dtc and hands out the results of a part.
static void finish_part(void *context, unsigned worker, uint64_t number)
{
    (void)worker;
    struct batch_window *window = context;
    const struct batch_part *part = &window->parts[number];
    struct batch_slot *slots = window->slots + part->first_slot;
    for (size_t i = part->begin; i < part->end; i++) {
        struct kauri_batch_item *item = &window->items[i];
        struct batch_slot *slot = &slots[window->item_slots[i]];
        if (slot->edge_count > 0 && slot->wants_dtc && slot->r != 0 && slot->dtc == 0) {
            struct kauri_derivation derivation = {.r = slot->r, .quiet_keeps = true};
            for (unsigned e = slot->edges; e < slot->edges + slot->edge_count; e++) {
                const struct batch_edge *edge = &part->edges[e];
                const struct batch_slot *successor = &slots[edge->slot];
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
            const bool known = slot->wants_dtc || slot->r == 0;
            item->value = (struct kauri_value){.r = slot->r,
                                               .dtc = item->want == KAURI_BATCH_R ? 0
                                                      : known                     ? slot->dtc
                                                              : KAURI_DTC_UNKNOWN};
        }
    }
}

// --------------------------------------------------------------------------------------- windows

// Copies the slots of all parts into one array, which is what threads that read pages see.
static bool collect_slots(struct batch_window *window)
{
    size_t count = 0;
    for (size_t p = 0; p < window->part_count; p++) {
        window->parts[p].first_slot = count;
        count += window->parts[p].slot_count;
    }
    window->slots = count < UINT32_MAX ? malloc((count + 1) * sizeof *window->slots) : NULL;
    for (size_t p = 0; window->slots != NULL && p < window->part_count; p++) {
        struct batch_part *part = &window->parts[p];
        if (part->slot_count > 0) {
            memcpy(window->slots + part->first_slot, part->slots,
                   part->slot_count * sizeof *part->slots);
        }
        free(part->slots);
        part->slots = NULL;
    }
    return window->slots != NULL;
}

static bool run(struct batch_window *window)
{
    kauri_loop_for(window->threads, window->part_count, 1, expand_part, window);
    if (has_failed(window) || !collect_slots(window) || !read_wanted(window)) {
        return false;
    }
    kauri_loop_for(window->threads, window->part_count, 1, derive_part, window);
    if (has_failed(window) || !read_wanted(window)) {
        return false;
    }
    kauri_loop_for(window->threads, window->part_count, 1, finish_part, window);
    return true;
}

enum kauri_status kauri_batch_look_up(struct kauri_tablebase *tablebase,
                                      struct kauri_batch_item *items, size_t count,
                                      unsigned threads, struct kauri_error *error)
{
    // More parts than threads, because some pages take longer than others.
    const size_t parts = threads == 1 ? 1 : 4 * (size_t)threads;
    const size_t useful = count / PART_LEAST + 1;
    struct batch_window window = {
        .tablebase = tablebase,
        .numbers = kauri_tablebase_numbers(tablebase),
        .items = items,
        .threads = threads,
        .part_count = parts < useful ? parts : useful,
    };
    window.parts = calloc(window.part_count, sizeof *window.parts);
    window.item_slots = malloc(count * sizeof *window.item_slots);
    bool done = window.parts != NULL && window.item_slots != NULL;
    for (size_t p = 0; done && p < window.part_count; p++) {
        window.parts[p].begin = part_begin(count, p, window.part_count);
        window.parts[p].end = part_begin(count, p + 1, window.part_count);
    }
    done = done && run(&window);
    for (size_t p = 0; window.parts != NULL && p < window.part_count; p++) {
        free(window.parts[p].slots);
        free(window.parts[p].edges);
        free(window.parts[p].wants.items);
    }
    free(window.parts);
    free(window.item_slots);
    free(window.slots);
    free(window.sorted);
    free(window.spare);
    return done ? KAURI_OK
                : kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu positions", count);
}

// Looks up the positions of one window.
static enum kauri_status probe_window(struct kauri_tablebase *tablebase,
                                      struct kauri_batch_item *items,
                                      const struct kauri_position *positions, size_t count,
                                      struct kauri_value *values, enum kauri_status *statuses,
                                      unsigned threads, struct kauri_error *error)
{
    for (size_t i = 0; i < count; i++) {
        items[i] = (struct kauri_batch_item){.position = positions[i]};
    }
    const enum kauri_status status = kauri_batch_look_up(tablebase, items, count, threads, error);
    for (size_t i = 0; status == KAURI_OK && i < count; i++) {
        statuses[i] = items[i].status;
        if (items[i].status == KAURI_OK) {
            values[i] = items[i].value;
        }
    }
    return status;
}

enum kauri_status kauri_probe_many(struct kauri_tablebase *tablebase,
                                   const struct kauri_position *positions, size_t count,
                                   struct kauri_value *values, enum kauri_status *statuses,
                                   unsigned threads, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const size_t window = count < VALUES_WINDOW ? count : VALUES_WINDOW;
    threads = kauri_tablebase_threads(tablebase, threads);
    if (count == 0) {
        return KAURI_OK;
    }
    struct kauri_batch_item *items = malloc(window * sizeof *items);
    if (items == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu positions", count);
    }
    for (size_t first = 0; status == KAURI_OK && first < count; first += window) {
        const size_t rest = count - first;
        status = probe_window(tablebase, items, positions + first, rest < window ? rest : window,
                              values + first, statuses + first, threads, error);
    }
    free(items);
    for (size_t i = 0; status != KAURI_OK && i < count; i++) {
        statuses[i] = KAURI_RESOURCE;
    }
    return status;
}
