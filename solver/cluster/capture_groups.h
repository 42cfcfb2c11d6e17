// The lower blocks to which the captures of a block lead, and which of their values are needed.
//
// A move of hole h with k cowries captures against some occupancy classes of the opponent's row,
// and all classes in which it takes the same seeds lead to the same lower block. These are a
// *capture group*: the block, h, k and the classes. The positions that the moves of a group lead to
// are visited by mover's row, and for each of these by runs of opponent's rows; their values in
// this order are the *values of the group*. So the rank that holds a lower block can send just
// these values, and the rank that asked for them knows which position each belongs to.
#ifndef KAURI_SOLVER_CLUSTER_CAPTURE_GROUPS_H
#define KAURI_SOLVER_CLUSTER_CAPTURE_GROUPS_H

#include "solver/capture_runs.h"

#include <stdbool.h>
#include <stdint.h>

// The rows of a layer, whatever the block. Immutable once made.
struct kauri_group_rows {
    const struct kauri_capture_rows *runs; // must outlive it
    // By hole h: the numbers of all mover's rows, by cowries in the row, cowries in h and number.
    // Those of rows with t cowries, k of them in h, begin at mover_first[h][t][k].
    uint16_t *movers[KAURI_HOLES_MAX];
    uint16_t mover_first[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1][KAURI_COWRIES_MAX + 2];
};

// KAURI_RESOURCE. Clear *rows also after a failure.
enum kauri_status kauri_group_rows_init(struct kauri_group_rows *rows,
                                        const struct kauri_capture_rows *runs,
                                        struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_group_rows_clear(struct kauri_group_rows *rows);

struct kauri_capture_group {
    uint64_t classes; // bit c: class c
    uint32_t target;  // index in the list of targets
    uint8_t hole;
    uint8_t cowries; // k, cowries in the hole of the move
};

struct kauri_capture_target {
    uint32_t block; // lower block, of the layer with `seeds` seeds
    uint8_t seeds;
};

// The groups and targets of one block, in an order that depends only on the block; groups are
// ordered by hole and k. Scratch memory of one worker.
struct kauri_capture_targets {
    struct kauri_capture_group *groups;
    struct kauri_capture_target *targets;
    uint32_t group_count;
    uint32_t target_count;
    uint32_t group_room;
    uint32_t target_room;
    // By hole, k and class that is not quiet: the group.
    uint16_t of[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1][KAURI_OCCUPANCY_CLASSES];
};

// Finds the groups and targets of a block whose captures have these outcomes. KAURI_RESOURCE.
enum kauri_status
kauri_capture_targets_find(struct kauri_capture_targets *targets, struct kauri_shape shape,
                           const struct kauri_block *block, const struct kauri_masks *masks,
                           const struct kauri_outcomes *outcomes, struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_capture_targets_clear(struct kauri_capture_targets *targets);

// The number of values of a group of a block with these seeds.
uint64_t kauri_capture_group_count(const struct kauri_group_rows *rows, const uint8_t *seeds,
                                   const struct kauri_capture_group *group);
// Copies the values of a group from those of its target (turned, int16_t if `wide`, else int8_t) to
// `to`, and returns the end of the copy. The geometry of `rows` must have been made for the layer
// of the block.
uint8_t *kauri_capture_group_copy(const struct kauri_group_rows *rows, const uint8_t *seeds,
                                  const struct kauri_capture_group *group, const void *values,
                                  bool wide, uint8_t *to);

#endif
