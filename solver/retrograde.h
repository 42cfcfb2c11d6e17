// Value-ordered retrograde analysis of one layer in memory (DESIGN section 4).
//
// Every position holds a 16-bit state: while it is open, the number of its quiet moves that are
// not refuted yet and the best value among its captures; once decided, its r. Values are taken from
// the greatest |r| down; for each, the frontier starts with the positions whose captures decide
// them, and grows breadth-first over predecessors. A position enters a frontier once; the round is
// its dtc. What is open at the end is unlimited play, r = 0 (R10).
#ifndef KAURI_SOLVER_RETROGRADE_H
#define KAURI_SOLVER_RETROGRADE_H

#include "common/progress.h"
#include "common/status.h"
#include "solver/block.h"
#include "solver/geometry.h"
#include "solver/lower.h"

#include <stdint.h>

enum {
    KAURI_STATE_OPEN = 0x8000,  // the position is not decided
    KAURI_STATE_MOVE = 0x1000,  // one quiet move not refuted (3 bits: at most 6 holes)
    KAURI_STATE_MOVES = 0x7000, // their mask
    KAURI_STATE_CODE = 0x0fff,  // mask of the code of a value; 0 = no capture
};

// What one layer needs while it is solved. Blocks are worked on by one thread at a time.
struct kauri_retrograde {
    struct kauri_layer layer;
    const struct kauri_geometry *geometry;
    struct kauri_block *blocks; // block_count
    uint16_t *state;            // positions
    uint8_t *dtc;               // positions, low byte in plies
    uint8_t *dtc_high;          // positions, high byte; NULL while no dtc is above 255
    uint32_t max_dtc;
    uint64_t frontier_bytes; // most bytes the frontiers held
};

// The code of a value of layer n is r + 3n + 2, 1 .. 6n + 3.
static inline unsigned kauri_code_of(const struct kauri_layer *layer, int r)
{
    return (unsigned)(r + 3 * layer->seeds + 2);
}

// Allocates. KAURI_RESOURCE says how many bytes were asked for.
enum kauri_status kauri_retrograde_new(const struct kauri_layer *layer,
                                       const struct kauri_geometry *geometry,
                                       struct kauri_retrograde **retrograde,
                                       struct kauri_error *error);
// Accepts NULL.
void kauri_retrograde_free(struct kauri_retrograde *retrograde);

// Bytes that kauri_retrograde_new allocates.
uint64_t kauri_retrograde_bytes(const struct kauri_layer *layer);

// Sets every state from the captures (and, in layer 0, from the positions without a move).
enum kauri_status kauri_captures(struct kauri_retrograde *retrograde,
                                 const struct kauri_lower *lower, unsigned threads,
                                 struct kauri_error *error);

// Decides every position: afterwards state is the code of r everywhere, and dtc is set (0 where
// r = 0). KAURI_INTERRUPTED when progress says so, KAURI_RESOURCE when out of memory.
enum kauri_status kauri_retrograde_run(struct kauri_retrograde *retrograde, unsigned threads,
                                       const struct kauri_progress *progress,
                                       struct kauri_error *error);

#endif
