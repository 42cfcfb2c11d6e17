// Tables of distances in memory: those of one layer and of the layers that its moves lead to.
#ifndef KAURI_WAURIE_DISTANCE_TABLES_H
#define KAURI_WAURIE_DISTANCE_TABLES_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/distance_file.h"

// Layers of one board and one set of rules. Only waurie_distance_tables_hold changes them, so
// between its calls several threads may use them at once.
struct waurie_distance_tables;

// Holds no layer at first, and never more than `memory` bytes of distances, 4 for each position.
// Errors: KAURI_RESOURCE. Free the tables with waurie_distance_tables_free, which accepts NULL.
enum kauri_status waurie_distance_tables_new(const char *folder, const struct waurie_rules *rules,
                                             unsigned pits, uint64_t memory,
                                             struct waurie_distance_tables **tables,
                                             struct kauri_error *error);
void waurie_distance_tables_free(struct waurie_distance_tables *tables);

// Holds the layer with `seeds` seeds and those that its moves lead to, and no others; reads only
// layers that are not held yet. `progress` may be NULL. Errors: KAURI_RESOURCE, also if they take
// more than the memory; KAURI_MISSING, KAURI_CORRUPT, KAURI_INTERRUPTED.
enum kauri_status waurie_distance_tables_hold(struct waurie_distance_tables *tables, unsigned seeds,
                                              const struct kauri_progress *progress,
                                              struct kauri_error *error);

// The distances of a board with the pits of the tables. If its layer is not held, both are -1.
struct waurie_distance waurie_distance_of(const struct waurie_distance_tables *tables,
                                          const struct waurie_board *board);

#endif
