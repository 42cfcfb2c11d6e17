#include "tablebase/batch_expand.h"

#include "common/loop.h"
#include "indexer/convention.h"
#include "tablebase/derived.h"

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

bool kauri_batch_expand(struct kauri_batch_window *window)
{
    kauri_loop_for(window->threads, window->part_count, 1, expand_part, window);
    return !kauri_batch_failed(window);
}
