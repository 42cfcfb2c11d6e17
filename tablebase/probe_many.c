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
