#include "waurie/distance_tables.h"

#include "waurie/rows.h"
#include "waurie/solver/sowing.h"

#include <stdlib.h>

struct waurie_distance_tables {
    const char *folder;
    struct waurie_rules rules;
    unsigned pits;
    uint64_t memory;
    struct waurie_layer layer[WAURIE_SEEDS_MAX + 1];
    struct waurie_distance *distances[WAURIE_SEEDS_MAX + 1]; // NULL: not held
};

enum kauri_status waurie_distance_tables_new(const char *folder, const struct waurie_rules *rules,
                                             unsigned pits, uint64_t memory,
                                             struct waurie_distance_tables **tables,
                                             struct kauri_error *error)
{
    *tables = calloc(1, sizeof **tables);
    if (*tables == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    (*tables)->folder = folder;
    (*tables)->rules = *rules;
    (*tables)->pits = pits;
    (*tables)->memory = memory;
    for (unsigned n = 0; n <= WAURIE_SEEDS_MAX; n++) {
        waurie_layer_make(pits, n, &(*tables)->layer[n]);
    }
    return KAURI_OK;
}

void waurie_distance_tables_free(struct waurie_distance_tables *tables)
{
    if (tables == NULL) {
        return;
    }
    for (unsigned n = 0; n <= WAURIE_SEEDS_MAX; n++) {
        free(tables->distances[n]);
    }
    free(tables);
}

static enum kauri_status load(struct waurie_distance_tables *tables, unsigned seeds,
                              const struct kauri_progress *progress, struct kauri_error *error)
{
    const struct waurie_layer *layer = &tables->layer[seeds];
    struct waurie_distance *distances = malloc(layer->places * sizeof *distances);
    if (distances == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", seeds);
    }
    const enum kauri_status status = waurie_distance_file_load(tables->folder, &tables->rules,
                                                               layer, progress, distances, error);
    if (status != KAURI_OK) {
        free(distances);
        return status;
    }
    tables->distances[seeds] = distances;
    return KAURI_OK;
}

enum kauri_status waurie_distance_tables_hold(struct waurie_distance_tables *tables, unsigned seeds,
                                              const struct kauri_progress *progress,
                                              struct kauri_error *error)
{
    const unsigned first = seeds - waurie_stored_most(&tables->rules, tables->pits, seeds);
    uint64_t bytes = 0;
    for (unsigned n = first; n <= seeds; n++) {
        bytes += tables->layer[n].places * sizeof(struct waurie_distance);
    }
    if (bytes > tables->memory) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "%s: the distances of layer %u do not fit into the memory",
                          tables->folder, seeds);
    }
    for (unsigned n = 0; n <= WAURIE_SEEDS_MAX; n++) {
        if (n < first || n > seeds) {
            free(tables->distances[n]);
            tables->distances[n] = NULL;
        }
    }
    for (unsigned n = first; n <= seeds; n++) {
        if (tables->distances[n] == NULL) {
            const enum kauri_status status = load(tables, n, progress, error);
            if (status != KAURI_OK) {
                return status;
            }
        }
    }
    return KAURI_OK;
}

struct waurie_distance waurie_distance_of(const struct waurie_distance_tables *tables,
                                          const struct waurie_board *board)
{
    const unsigned own = waurie_row_seeds(board->own);
    const unsigned other = waurie_row_seeds(board->other);
    if (tables->distances[own + other] == NULL) {
        return (struct waurie_distance){-1, -1};
    }
    const uint32_t mover = waurie_row_rank(tables->pits, own, board->own);
    const uint32_t waiting = waurie_row_rank(tables->pits, other, board->other);
    return tables
        ->distances[own + other][waurie_place(&tables->layer[own + other], own, waiting, mover)];
}
