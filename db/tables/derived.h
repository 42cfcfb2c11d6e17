// Derives the value of a position from its successors: finds the entry of a position, lists the
// moves of a position, and combines their values.
//
// In a table of stored blocks only (indexer/stored_blocks.h), a derived position has no entry. Its
// r is the greatest over its moves, captures included; its dtc follows from the moves that keep r.
// A quiet move leads to a stored position of the same layer, a capture to a lower layer.
//
// These values are worked out in three ways, each the fastest for its number of positions:
//
//     look_up.c        one position: its moves one after the other, those in the cache first, and
//                      no move that cannot change the value; as few pages as possible are decoded
//     batch.c          many positions anywhere: their moves are collected, sorted by page, and each
//                      page is decoded once for all of them
//     derive_block.c   whole blocks: a move of one hole is played once for a row, and its
//                      successors lie side by side, so that the loop is one of vector instructions
//
// The first two combine moves by struct kauri_derivation; the third takes the greatest *key* (r and
// dtc in one number, derive_block.h), on a scale of 512 in 16 bits or 65,536 in 32 bits. The
// verifier has its own equations, on a scale of 256 or 65,536 (verify/equations.h).
//
// Pure functions: thread-safe, no allocation.
#ifndef KAURI_DB_TABLES_DERIVED_H
#define KAURI_DB_TABLES_DERIVED_H

#include "db/tables/number_store.h"

#include <stdbool.h>
#include <stdint.h>

// The greatest r in a layer; the least one is its negative.
static inline int32_t kauri_most_r(unsigned seeds)
{
    return 3 * (int32_t)seeds + 1;
}

// The greatest distance that a position can have, stored or derived (docs/reference/FORMAT.md,
// section 5).
enum { KAURI_DTC_MAX = UINT16_MAX };

struct kauri_entry_place {
    bool stored;    // false: the position is derived
    uint64_t entry; // number of the entry, if the position is stored
};

// The entry of a position, which must have the shape and the seeds of the layer.
struct kauri_entry_place kauri_entry_place(const struct kauri_tablebase_layer *layer,
                                           const struct kauri_position *position);

// A move of a position.
struct kauri_successor {
    struct kauri_position position; // after the move
    uint8_t seeds;                  // seeds on the board after the move
    bool captures;                  // either player captures something
    int32_t gain;                   // 3 * (own captures - those of the opponent)
};

// Lists the moves of a position with `seeds` seeds on the board; a pass is a move. Returns their
// number, which is 0 only without seeds.
unsigned kauri_successors(const struct kauri_position *position, unsigned seeds,
                          struct kauri_successor successors[KAURI_HOLES_MAX]);

// The best of the moves that were looked at so far.
struct kauri_derivation {
    int32_t r;          // INT32_MIN: none
    bool capture_keeps; // a capture has this r
    bool quiet_keeps;   // a quiet move has this r
    uint32_t dtc;       // least or greatest distance after the quiet moves that keep r
};

static inline struct kauri_derivation kauri_derivation_begin(void)
{
    return (struct kauri_derivation){.r = INT32_MIN};
}

// Adds a move of this value r for the player who makes it.
static inline void kauri_derivation_add_r(struct kauri_derivation *derivation, int32_t r,
                                          bool captures)
{
    if (r > derivation->r) {
        *derivation = (struct kauri_derivation){.r = r};
    }
    if (r == derivation->r) {
        derivation->capture_keeps |= captures;
        derivation->quiet_keeps |= !captures;
    }
}

// Returns whether the distances of the quiet moves that keep r decide dtc. Valid once all moves
// were added.
static inline bool kauri_derivation_needs_dtc(const struct kauri_derivation *derivation)
{
    return derivation->r != 0 && derivation->quiet_keeps &&
           (derivation->r < 0 || !derivation->capture_keeps);
}

// Adds the distance after a quiet move that keeps r.
static inline void kauri_derivation_add_dtc(struct kauri_derivation *derivation, uint32_t dtc)
{
    const bool longer = derivation->r < 0;
    if (derivation->dtc == 0 || (dtc > derivation->dtc) == longer) {
        derivation->dtc = dtc;
    }
}

// The value, after all moves and the distances that it needs were added. Its dtc is above
// KAURI_DTC_MAX if these distances are wrong: then the table is forged.
static inline struct kauri_value kauri_derivation_value(const struct kauri_derivation *derivation)
{
    const uint32_t dtc = derivation->r == 0                       ? 0
                         : kauri_derivation_needs_dtc(derivation) ? 1 + derivation->dtc
                                                                  : 1;
    return (struct kauri_value){.r = derivation->r, .dtc = dtc};
}

#endif
