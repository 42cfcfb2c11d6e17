// Values of derived blocks (indexer/stored_blocks.h), whole segments at a time.
//
// The value of a derived position follows from those of its successors: r is the greatest 3 * gain
// - r(successor) over its moves, where `gain` is the net capture. dtc is 1 if a capture keeps r and
// r > 0, or if only captures keep r; otherwise it is one more than the least (r > 0) or greatest (r
// < 0) dtc of the quiet successors that keep r. The quiet successors are stored positions of the
// same layer; captures lead to lower layers, where only r matters.
//
// A single number, the *key*, holds r and dtc and orders moves by both: r * scale - dtc for r > 0,
// r * scale + dtc for r < 0, and 0 for r = 0. A quiet successor with key q is *worth* -q + sign(q)
// to the player who moves there: the value changes its sign, and the distance grows by one ply. The
// key of a position is the greatest worth of its moves.
//
// Usage, for each derived block:
//
//     kauri_deriver_begin      lists the blocks that the moves lead to
//                              (the caller sets `values` of each, in turned order)
//     kauri_deriver_segment    computes one segment: one row of the mover, all of the opponent's
//
// Stored blocks can be begun, too, if the values of derived blocks are available: their moves lead
// to blocks of either kind.
//
// A block is *turned* if the opponent's row is its outer index and the mover's row the inner one:
// the position with rows (mover S, opponent N) is at rows->segment[N] + rank of S. All successors
// of a segment by one hole have the same opponent's row, so in this order they are neighbours.
#ifndef KAURI_DB_TABLES_DERIVE_BLOCK_H
#define KAURI_DB_TABLES_DERIVE_BLOCK_H

#include "common/status.h"
#include "db/tables/derive_rows.h"
#include "indexer/layer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The values that are derived, and the type of their numbers.
//
//                               result     blocks of the same layer   blocks of lower layers
//     KAURI_DERIVE_R            r int8_t   r int8_t                   r int8_t
//     KAURI_DERIVE_R_WIDE       r int16_t  r int16_t                  r int16_t
//     KAURI_DERIVE_KEYS         int16_t    worth int16_t              r int8_t
//     KAURI_DERIVE_KEYS_WIDE    int32_t    worth int32_t              r int16_t
enum kauri_derive_form {
    KAURI_DERIVE_R,
    KAURI_DERIVE_R_WIDE,
    KAURI_DERIVE_KEYS,
    KAURI_DERIVE_KEYS_WIDE,
};
enum { KAURI_DERIVE_FORMS = 4 };

// The narrowest form for r of layers 0 .. seeds, and for keys of layer `seeds` whose distances are
// stored in `dtc_width` bytes.
enum kauri_derive_form kauri_derive_form_r(unsigned seeds);
enum kauri_derive_form kauri_derive_form_keys(unsigned seeds, unsigned dtc_width);

// Bytes of a number of the result, and of a number of a block of a lower layer.
size_t kauri_derive_result_bytes(enum kauri_derive_form form);
size_t kauri_derive_lower_bytes(enum kauri_derive_form form);

// scale = 1 << shift of a form with keys. Distances are below the scale.
enum { KAURI_DERIVE_SHIFT = 9, KAURI_DERIVE_SHIFT_WIDE = 16 };

// Convert a value to its key, a key to its worth, and a key back to its value, for the scale 1 <<
// shift. dtc is 0 where r = 0.
static inline int32_t kauri_derive_key(int32_t r, int32_t dtc, unsigned shift)
{
    return r * (1 << shift) - ((r > 0) - (r < 0)) * dtc;
}
static inline int32_t kauri_derive_worth(int32_t key)
{
    return (key > 0) - (key < 0) - key;
}
static inline int32_t kauri_derive_key_r(int32_t key, unsigned shift)
{
    return (key + (key > 0 ? (1 << shift) - 1 : 0)) >> shift;
}
static inline int32_t kauri_derive_key_dtc(int32_t key, unsigned shift)
{
    const int32_t rest = key - kauri_derive_key_r(key, shift) * (1 << shift);
    return rest < 0 ? -rest : rest;
}

// A block that moves lead to.
struct kauri_derive_source {
    unsigned seeds; // layer of the block
    uint64_t block;
    const void *values; // cowrie_count numbers, turned; set by the caller
};

// Working memory of one thread. Not thread-safe.
struct kauri_deriver;

// Makes a deriver for blocks of any layer of 1 seed or more that `rows` was built for; `rows` must
// stay. The caller frees *deriver. Errors: KAURI_RESOURCE.
enum kauri_status kauri_deriver_new(const struct kauri_derive_rows *rows,
                                    struct kauri_deriver **deriver, struct kauri_error *error);
// Accepts NULL.
void kauri_deriver_free(struct kauri_deriver *deriver);

// Begins derived block `block` of *layer (of the shape of the rows). *sources is owned by the
// deriver and stays until the next call: *count blocks, all different; those of the same layer are
// stored blocks. Errors: KAURI_RESOURCE.
enum kauri_status kauri_deriver_begin(struct kauri_deriver *deriver,
                                      const struct kauri_layer *layer, uint64_t block,
                                      enum kauri_derive_form form,
                                      struct kauri_derive_source **sources, unsigned *count,
                                      struct kauri_error *error);

// Computes the positions in which the mover's row is row `mover` (0 .. rows->total - 1), in the
// order of the opponent's rows: row_count[cowries - rows->cowries[mover]] numbers, which in the
// order of the index begin at rows->segment[mover]. Values of sources that a position of their
// layer can have give values that a position of this layer can have.
void kauri_deriver_segment(const struct kauri_deriver *deriver, uint32_t mover, void *result);

// The worth of the move of one hole in these positions, in the same form and order. Returns false,
// and sets nothing, if the mover has no cowrie in the hole.
bool kauri_deriver_move(const struct kauri_deriver *deriver, uint32_t mover, unsigned hole,
                        void *result);

#endif
