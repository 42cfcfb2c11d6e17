// Everything that lives while a layer is solved: made, kept and freed here; only for solve.c, which
// goes through the phases.
//
// Each function leaves what it has made so far to kauri_layer_run_clear if it fails.
#ifndef KAURI_SOLVER_LAYER_RUN_H
#define KAURI_SOLVER_LAYER_RUN_H

#include "common/loop.h"
#include "solver/captures.h"
#include "solver/exchange.h"
#include "solver/lower.h"
#include "solver/memory_plan.h"
#include "solver/retrograde.h"
#include "solver/share.h"
#include "solver/solve.h"
#include "solver/storage/checkpoint.h"
#include "solver/storage/workplace.h"

#include <stdbool.h>
#include <stdint.h>

// The caller sets the first two members; the rest begin as zero.
struct kauri_layer_run {
    const char *folder;
    const struct kauri_solve_options *options;
    struct kauri_layer layer;
    struct kauri_workplace place;
    uint64_t lower_digests[KAURI_SEEDS_MAX];
    struct kauri_checkpoint checkpoint;
    bool resumes; // there is a checkpoint
    struct kauri_geometry *geometry;
    struct kauri_masks masks;
    struct kauri_share share;
    struct kauri_block *blocks;
    struct kauri_exchange *exchange;
    struct kauri_lower *lower; // NULL after the captures
    uint64_t lower_peak;       // bytes of its values
    struct kauri_planes *planes;
    struct kauri_captures captures;
    struct kauri_spool *capture_spool;
    int captures_kept; // greatest value whose records are still needed
    struct kauri_history history;
    struct kauri_retrograde retrograde;
    struct kauri_pace pace;
    struct kauri_memory_plan plan;
    uint64_t work_bytes; // of the working memory of a thread
    uint64_t fixed;      // bytes that the plan does not share out
    // Bytes of answers of other ranks (solver/capture_supply.h) that are kept in memory.
    uint64_t supply_memory;
};

// Sets up the layer and what runs its loops. KAURI_RESOURCE.
enum kauri_status kauri_layer_run_start(struct kauri_layer_run *run, struct kauri_shape shape,
                                        unsigned seeds, struct kauri_error *error);

// Opens the lower layers and the folders, finds out whether there is a checkpoint, makes the tables
// that all phases read, and shares out the memory. Collective: all ranks return the same status.
// KAURI_MISSING, KAURI_CORRUPT, KAURI_RESOURCE as kauri_solve_layer.
enum kauri_status kauri_layer_run_prepare(struct kauri_layer_run *run, struct kauri_error *error);

// Makes everything that holds positions, empty, except for the planes. KAURI_RESOURCE.
enum kauri_status kauri_layer_run_make_storage(struct kauri_layer_run *run,
                                               struct kauri_error *error);
// Makes the planes. Until then, the memory that they take is for values of lower layers.
// KAURI_RESOURCE.
enum kauri_status kauri_layer_run_make_planes(struct kauri_layer_run *run,
                                              struct kauri_error *error);

// Frees the memory that only the rounds need.
void kauri_layer_run_end_rounds(struct kauri_layer_run *run);
// Leaves the work files where they are. To remove gigabytes of them takes seconds, and the user who
// stopped the run would have to wait; so the next run removes them, or goes on with them.
void kauri_layer_run_keep_work(const struct kauri_layer_run *run);
// Frees everything, and removes the work files that are not kept.
void kauri_layer_run_clear(struct kauri_layer_run *run);

#endif
