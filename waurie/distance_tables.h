// Tables of distances in memory, as far as positions of one layer and those after a move need them.
#ifndef KAURI_WAURIE_DISTANCE_TABLES_H
#define KAURI_WAURIE_DISTANCE_TABLES_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/distance_file.h"

// The layers of one board and one set of rules that are held. They change only with
// waurie_distance_tables_hold, so between its calls several threads may use them at once.
struct waurie_distance_tables;

// Holds no layer at first, and never more than `memory` bytes of distances, 4 for each position.
// Errors: KAURI_RESOURCE. Free the tables with waurie_distance_tables_free, which accepts NULL.
enum kauri_status waurie_distance_tables_new(const char *folder, const struct waurie_rules *rules,
                                             unsigned pits, uint64_t memory,
                                             struct waurie_distance_tables **tables,
                                             struct kauri_error *error);
void waurie_distance_tables_free(struct waurie_distance_tables *tables);

// Holds the layers that the positions with `seeds` seeds and their moves need, and no others: reads
// those that are not held yet. `progress` may be NULL. Errors: KAURI_RESOURCE, also if they take
// more than the memory; KAURI_MISSING, KAURI_CORRUPT, KAURI_INTERRUPTED.
enum kauri_status waurie_distance_tables_hold(struct waurie_distance_tables *tables, unsigned seeds,
                                              const struct kauri_progress *progress,
                                              struct kauri_error *error);

// The distances of a board with the pits of the tables. If its layer is not held, both are -1.
struct waurie_distance waurie_distance_of(const struct waurie_distance_tables *tables,
                                          const struct waurie_board *board);

#endif
