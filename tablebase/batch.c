#include "tablebase/batch.h"

#include "common/loop.h"
#include "indexer/convention.h"
#include "tablebase/batch_window.h"
#include "tablebase/derived.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------- expanding

#define NO_ENTRY UINT64_MAX

static bool add_slot(struct kauri_batch_part *part, struct kauri_batch_slot slot, uint32_t *number)
{
    void *slots = part->slots;
    if (part->slot_count >= UINT32_MAX / 2 ||
        !kauri_batch_grow(&slots, part->slot_count, 1, &part->slot_room, sizeof *part->slots)) {
        return false;
    }
    part->slots = slots;
    *number = (uint32_t)part->slot_count;
    part->slots[part->slot_count++] = slot;
    return true;
}

static bool add_edges(struct kauri_batch_part *part, unsigned count, uint32_t *first)
{
    void *edges = part->edges;
    if (part->edge_count >= UINT32_MAX / 2 ||
        !kauri_batch_grow(&edges, part->edge_count, count, &part->edge_room, sizeof *part->edges)) {
        return false;
    }
    part->edges = edges;
    *first = (uint32_t)part->edge_count;
    part->edge_count += count;
    return true;
}

static enum kauri_status layer_of(struct kauri_batch_window *window, unsigned seeds,
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
// receives its entry if it is stored, else NO_ENTRY. Returns false without memory.
static bool add_position(struct kauri_batch_window *window, struct kauri_batch_part *part,
                         const struct kauri_position *position, unsigned seeds,
                         enum kauri_batch_want want, uint32_t *number, uint64_t *entry)
{
    const struct kauri_tablebase_layer *layer = NULL;
    const bool wants_dtc = want != KAURI_BATCH_R;
    struct kauri_batch_slot slot = {.seeds = (uint8_t)seeds, .wants_dtc = wants_dtc};
    *entry = NO_ENTRY;
    slot.status = (uint8_t)layer_of(window, seeds, &layer);
    if (!add_slot(part, slot, number)) {
        return false;
    }
    if (slot.status != KAURI_OK) {
        return true;
    }
    const struct kauri_entry_place place = kauri_entry_place(layer, position);
    if (place.stored) {
        *entry = place.entry;
        return kauri_batch_want_number(&part->wants, layer, KAURI_COLUMN_R, place.entry, *number) &&
               (!wants_dtc || kauri_batch_want_number(&part->wants, layer, KAURI_COLUMN_DTC,
                                                      place.entry, *number));
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
        struct kauri_batch_edge edge = {.gain = (int16_t)successors[i].gain,
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
    struct kauri_batch_window *window = context;
    struct kauri_batch_part *part = &window->parts[number];
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
            part->failed = !add_slot(part, (struct kauri_batch_slot){.status = (uint8_t)status},
                                     &window->item_slots[i]);
        }
    }
}

// Expands all items, each part in its own arrays. Returns false without memory.
static bool expand(struct kauri_batch_window *window)
{
    kauri_loop_for(window->threads, window->part_count, 1, expand_part, window);
    return !kauri_batch_failed(window);
}

// -------------------------------------------------------------------------------------- deriving

// Derives r of the derived positions of a part, and adds the distances that decide their dtc to
// what the part wants.
static void derive_part(void *context, unsigned worker, uint64_t number)
{
    (void)worker;
    struct kauri_batch_window *window = context;
    struct kauri_batch_part *part = &window->parts[number];
    struct kauri_batch_slot *slots = window->slots + part->first_slot;
    for (size_t s = part->slot_count; s-- > 0;) {
        struct kauri_batch_slot *slot = &slots[s];
        const struct kauri_batch_edge *edges = part->edges + slot->edges;
        struct kauri_derivation derivation = kauri_derivation_begin();
        for (unsigned i = 0; i < slot->edge_count; i++) {
            const struct kauri_batch_slot *successor = &slots[edges[i].slot];
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
        (void)kauri_tablebase_layer(window->tablebase, slot->seeds, &layer, NULL);
        for (unsigned i = 0; i < slot->edge_count; i++) {
            const struct kauri_batch_edge *edge = &edges[i];
            if (!edge->captures && edge->gain - slots[edge->slot].r == slot->r &&
                !kauri_batch_want_number(&part->wants, layer, KAURI_COLUMN_DTC, edge->entry,
                                         edge->slot)) {
                part->failed = true;
            }
        }
    }
}

// Derives dtc and hands out the results of a part.
static void finish_part(void *context, unsigned worker, uint64_t number)
{
    (void)worker;
    struct kauri_batch_window *window = context;
    const struct kauri_batch_part *part = &window->parts[number];
    struct kauri_batch_slot *slots = window->slots + part->first_slot;
    for (size_t i = part->begin; i < part->end; i++) {
        struct kauri_batch_item *item = &window->items[i];
        struct kauri_batch_slot *slot = &slots[window->item_slots[i]];
        if (slot->edge_count > 0 && slot->wants_dtc && slot->r != 0 && slot->dtc == 0) {
            struct kauri_derivation derivation = {.r = slot->r, .quiet_keeps = true};
            for (unsigned e = slot->edges; e < slot->edges + slot->edge_count; e++) {
                const struct kauri_batch_edge *edge = &part->edges[e];
                const struct kauri_batch_slot *successor = &slots[edge->slot];
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

// Derives r of all derived positions, whose successors have been read, and adds the distances that
// decide their dtc to what the parts want. Returns false without memory.
static bool derive(struct kauri_batch_window *window)
{
    kauri_loop_for(window->threads, window->part_count, 1, derive_part, window);
    return !kauri_batch_failed(window);
}

// Derives dtc, once these distances have been read, and hands out the results of all items.
static void finish(struct kauri_batch_window *window)
{
    kauri_loop_for(window->threads, window->part_count, 1, finish_part, window);
}

// --------------------------------------------------------------------------------------- windows

// Fewer items are not worth a thread.
enum { PART_LEAST = 256 };

// Copies the slots of all parts into one array, which is what threads that read pages see.
static bool collect_slots(struct kauri_batch_window *window)
{
    size_t count = 0;
    for (size_t p = 0; p < window->part_count; p++) {
        window->parts[p].first_slot = count;
        count += window->parts[p].slot_count;
    }
    window->slots = count < UINT32_MAX ? malloc((count + 1) * sizeof *window->slots) : NULL;
    for (size_t p = 0; window->slots != NULL && p < window->part_count; p++) {
        struct kauri_batch_part *part = &window->parts[p];
        if (part->slot_count > 0) {
            memcpy(window->slots + part->first_slot, part->slots,
                   part->slot_count * sizeof *part->slots);
        }
        free(part->slots);
        part->slots = NULL;
    }
    return window->slots != NULL;
}

static bool run(struct kauri_batch_window *window)
{
    if (!expand(window) || !collect_slots(window) || !kauri_batch_read(window) || !derive(window) ||
        !kauri_batch_read(window)) {
        return false;
    }
    finish(window);
    return true;
}

static bool look_up_window(struct kauri_tablebase *tablebase, struct kauri_batch_item *items,
                           size_t count, unsigned threads)
{
    // More parts than threads, because some pages take longer than others.
    const size_t parts = threads == 1 ? 1 : 4 * (size_t)threads;
    const size_t useful = count / PART_LEAST + 1;
    struct kauri_batch_window window = {
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
        window.parts[p].begin = kauri_batch_part_begin(count, p, window.part_count);
        window.parts[p].end = kauri_batch_part_begin(count, p + 1, window.part_count);
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

// kauri_probe_many of the public interface.
#include "kauri/kauri.h"

#include "common/status.h"
#include "tablebase/batch.h"

#include <stdlib.h>

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
    const size_t window = count < KAURI_BATCH_POSITIONS ? count : KAURI_BATCH_POSITIONS;
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
