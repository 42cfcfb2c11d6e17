#include "tablebase/batch.h"

#include "tablebase/batch_derive.h"
#include "tablebase/batch_expand.h"
#include "tablebase/batch_read.h"

#include <stdlib.h>
#include <string.h>

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
    if (!kauri_batch_expand(window) || !collect_slots(window) || !kauri_batch_read(window) ||
        !kauri_batch_derive(window) || !kauri_batch_read(window)) {
        return false;
    }
    kauri_batch_finish(window);
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
