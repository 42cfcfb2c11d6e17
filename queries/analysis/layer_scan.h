// Visits the blocks of a layer (indexer/layer.h) with all their values, on several threads.
//
// Blocks are read in index order, some at a time; then several threads visit them, one block each.
// Finally the calling thread receives all blocks of the round in order, so that results do not
// depend on the number of threads.
#ifndef KAURI_QUERIES_ANALYSIS_LAYER_SCAN_H
#define KAURI_QUERIES_ANALYSIS_LAYER_SCAN_H

#include "common/progress.h"
#include "common/status.h"
#include "db/tables/opposite_r.h"
#include "db/tables/tablebase.h"
#include "indexer/layer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A block in memory.
struct kauri_scanned_block {
    unsigned slot;       // place in its round: 0, 1, ...
    uint64_t first;      // index of its first position
    const int16_t *r;    // cowrie_count values
    const uint16_t *dtc; // NULL unless the scan is with_dtc
};

struct kauri_layer_scan {
    struct kauri_tablebase *tables;
    unsigned seeds;
    unsigned threads; // at least 1
    bool with_dtc;
    bool with_opposite; // `opposite` is requested
    // Bound on the decoded blocks that positions without an entry are derived from, in bytes. At
    // least, and by default (0), 256 MiB for the values and as much for opposite values.
    uint64_t memory;
    const struct kauri_progress *progress; // may be NULL
    const char *stage;                     // name of the stage in progress reports
    void *context;                         // argument of the functions below
    // Returns whether the block with these seeds (the mover's holes, then the opponent's) is to be
    // visited. NULL: all are.
    bool (*wanted)(void *context, const uint8_t *seeds);
    // Called once before all others, with the layer and the number of slots of a round. `opposite`
    // is NULL unless the scan is with_opposite.
    enum kauri_status (*begin)(void *context, const struct kauri_layer *layer, unsigned slots,
                               struct kauri_opposite_r *opposite, struct kauri_error *error);
    // Called by several threads at once, each with its worker number below `threads`.
    enum kauri_status (*visit)(void *context, unsigned worker,
                               const struct kauri_scanned_block *block,
                               struct kauri_opposite_r *opposite, struct kauri_error *error);
    // Called by the calling thread for the blocks of a round, after they were visited. May be NULL.
    enum kauri_status (*collect)(void *context, const struct kauri_scanned_block *blocks,
                                 size_t count, struct kauri_error *error);
};

// Errors: those of kauri_layer_read and of the functions; KAURI_INTERRUPTED when the progress is
// cancelled, which is checked after each round; KAURI_RESOURCE. Takes 4 bytes of memory for each
// position of a round of max(8, threads) blocks besides `memory`.
enum kauri_status kauri_layer_scan_run(const struct kauri_layer_scan *scan,
                                       struct kauri_error *error);

#endif
