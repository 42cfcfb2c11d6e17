// Evaluates the equations of all positions of a block (seed configuration) at once.
//
// Every position is used in two ways: as itself, by its key, and as a successor of other positions,
// by its *worth* to the player whose move leads to it. In the layer that is verified, keys and
// worths are wide: those of verify/equations.h with KAURI_KEY_SCALE_NARROW. In layers below it only
// r is needed, and they are bytes: r + KAURI_BYTE_ZERO.
// Worths are kept turned, that is, transposed: the opponent's row is the outer index and the
// mover's row the inner one. All moves of one hole from one row of the mover lead to the same row
// of the opponent, so that in this order their worths are neighbours in memory.
#ifndef KAURI_VERIFY_EQUATIONS_BLOCK_H
#define KAURI_VERIFY_EQUATIONS_BLOCK_H

#include "common/status.h"
#include "indexer/layer.h"
#include "verify/verify_rows.h"

#include <stdbool.h>
#include <stdint.h>

enum { KAURI_BYTE_ZERO = 128 }; // enough for |r| up to 127

// The source of the worths of successors.
struct kauri_worth_source {
    void *context;
    // Points *worths to the worths of block `block` of layer `seeds`, turned, and keeps them in
    // memory until they are released: int16_t in the layer that is verified, uint8_t below it.
    enum kauri_status (*acquire)(void *context, unsigned worker, unsigned seeds, uint64_t block,
                                 const void **worths, struct kauri_error *error);
    void (*release)(void *context, unsigned seeds, uint64_t block);
};

// The most blocks that an evaluation holds at a time: the successors within the layer, or one block
// of a layer below.
#define KAURI_EQUATIONS_HELD (KAURI_HOLES_MAX + 1)

// Working memory for evaluating blocks of one layer, one at a time.
struct kauri_equations;

// Makes the equations for blocks of *layer, with wide keys or with bytes. `rows` must outlive them.
// The caller frees *equations. Errors: KAURI_RESOURCE.
enum kauri_status kauri_equations_new(const struct kauri_layer *layer,
                                      const struct kauri_verify_rows *rows, bool wide,
                                      struct kauri_equations **equations,
                                      struct kauri_error *error);
// Accepts NULL.
void kauri_equations_free(struct kauri_equations *equations);

// Fills `successors` with the blocks of the layer that kauri_equations_block acquires for a block,
// each once, and returns their number.
unsigned kauri_equations_successors(struct kauri_equations *equations, uint64_t block,
                                    uint64_t successors[KAURI_EQUATIONS_HELD]);

// Evaluates the equations of a block: *keys receives the keys of its positions that follow from
// their successors, in the order of the index, as int16_t or uint8_t; valid until the next call.
// The result is the same as with kauri_equation_at at each position. Errors: those of
// source->acquire, which may use other evaluations but not this one.
enum kauri_status kauri_equations_block(struct kauri_equations *equations,
                                        const struct kauri_worth_source *source, unsigned worker,
                                        uint64_t block, void **keys, struct kauri_error *error);

#endif
