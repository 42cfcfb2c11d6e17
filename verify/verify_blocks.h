// The blocks that the verifier works on, in bounded memory: the worths of those of the layer and of
// the layers below (verify/equations_block.h).
//
// A stored block is decoded from its table. A derived block is evaluated from its successors, which
// are stored blocks of its layer, and blocks of layers below; those may be derived in turn. So this
// needs no look-up of single positions, and memory for no more than a few blocks at a time.
#ifndef KAURI_VERIFY_VERIFY_BLOCKS_H
#define KAURI_VERIFY_VERIFY_BLOCKS_H

#include "common/status.h"
#include "indexer/layer.h"
#include "tablebase/tablebase.h"
#include "verify/verify_result.h"
#include "verify/verify_rows.h"
#include "verify/verify_summary.h"
#include "verify/verify_units.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_verify_blocks;

// The faults in a block.
struct kauri_block_check {
    uint32_t wrong;       // positions whose equation does not hold
    uint32_t first_wrong; // cowrie rank of the first of them
};

// Returns true if the keys of layer `seeds` fit into 16 bits (KAURI_KEY_SCALE_NARROW), as
// kauri_verify_blocks_new requires. They do in all layers of the full board that have been solved,
// but not on some small boards, where distances are long. The layer and all below it must be open.
bool kauri_verify_blocks_narrow(const struct kauri_tablebase *tables, unsigned seeds);

// Prepares the check of layer *layer of the tables by workers 0 .. threads - 1; the layer and all
// layers below it must be open. Uses at most `memory` bytes, or kauri_verify_memory_least if that
// is more. The tables must stay open. Errors: KAURI_RESOURCE.
enum kauri_status kauri_verify_blocks_new(const struct kauri_tablebase *tables,
                                          const struct kauri_layer *layer, unsigned threads,
                                          uint64_t memory, struct kauri_verify_blocks **blocks,
                                          struct kauri_error *error);
// Accepts NULL.
void kauri_verify_blocks_free(struct kauri_verify_blocks *blocks);

// The units of the layer (verify/verify_units.h), whose blocks are checked in the order of
// kauri_verify_units_at.
const struct kauri_verify_units *
kauri_verify_blocks_units(const struct kauri_verify_blocks *blocks);

// The counts and digests of the blocks that were checked. If it is limited to a part of the layer,
// only blocks of its units may be checked.
struct kauri_verify_summary *kauri_verify_blocks_summary(const struct kauri_verify_blocks *blocks);

// Checks a block of the layer. The values of a stored block are compared with those that the
// equations give; the result is the same as with kauri_equation_at at each position. The values of
// a derived block are those that the equations give: they are made if they have not been yet. Every
// block is counted once. Errors: KAURI_CORRUPT for a damaged page and for a value that no position
// of its layer can have, KAURI_RESOURCE. Thread-safe for different workers.
enum kauri_status kauri_verify_blocks_check(struct kauri_verify_blocks *blocks, unsigned worker,
                                            uint64_t block, struct kauri_block_check *check,
                                            struct kauri_error *error);

// The work of all workers so far; not while they work.
struct kauri_verify_work kauri_verify_blocks_work(const struct kauri_verify_blocks *blocks);

// Points *worths to the worths of block `block` of layer `seeds`, turned, and keeps them in memory
// until they are released: int16_t in the layer itself, uint8_t below it. Errors as
// kauri_verify_blocks_check. Thread-safe for different workers.
enum kauri_status kauri_verify_blocks_acquire(struct kauri_verify_blocks *blocks, unsigned worker,
                                              unsigned seeds, uint64_t block, const void **worths,
                                              struct kauri_error *error);
void kauri_verify_blocks_release(struct kauri_verify_blocks *blocks, unsigned seeds,
                                 uint64_t block);

#endif
