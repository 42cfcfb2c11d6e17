#include "tablebase/batch_derive.h"

#include "common/loop.h"
#include "indexer/convention.h"
#include "tablebase/derived.h"

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

bool kauri_batch_derive(struct kauri_batch_window *window)
{
    kauri_loop_for(window->threads, window->part_count, 1, derive_part, window);
    return !kauri_batch_failed(window);
}

void kauri_batch_finish(struct kauri_batch_window *window)
{
    kauri_loop_for(window->threads, window->part_count, 1, finish_part, window);
}
