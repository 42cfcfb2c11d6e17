// The blocks that the verifier works on, in bounded memory: the worths of those of the layer and of
// the layers below (verify/equations_block.h).
//
// A stored block is decoded from its table. A derived block is evaluated from its successors, which
// are stored blocks of its layer, and blocks of layers below; those may be derived in turn. So no
// look-ups of single positions are needed, and memory for only a few blocks at a time.
#ifndef KAURI_VERIFY_VERIFY_BLOCKS_H
#define KAURI_VERIFY_VERIFY_BLOCKS_H

#include "common/status.h"
#include "db/tables/tablebase.h"
#include "indexer/layer.h"
#include "verify/verify_part.h"

#include <stdint.h>

struct kauri_verify_blocks;

// The faults in a block.
struct kauri_block_check {
    uint32_t wrong;       // positions whose equation does not hold
    uint32_t first_wrong; // cowrie rank of the first of them
};

// Bytes that kauri_verify_blocks_new needs at least for the layer of a part: working memory, and
// the blocks that the threads hold at a time, or all blocks if those take less. The layer and all
// below it must be open.
uint64_t kauri_verify_blocks_least(const struct kauri_verify_part *part, unsigned threads);

// Prepares workers 0 .. threads - 1 for the blocks of a part of a layer; the layer and all below it
// must be open. The digests of the part receive those of the blocks that are checked. Uses at most
// `memory` bytes, or the least if that is more. The part must outlive it. Errors: KAURI_RESOURCE.
enum kauri_status kauri_verify_blocks_new(const struct kauri_verify_part *part, unsigned threads,
                                          uint64_t memory, struct kauri_verify_blocks **blocks,
                                          struct kauri_error *error);
// Accepts NULL.
void kauri_verify_blocks_free(struct kauri_verify_blocks *blocks);

// Checks a block of the layer. The values of a stored block are compared with those that the
// equations give; the result is the same as with kauri_equation_at at each position. The values of
// a derived block are those that the equations give: they are made if they have not been yet. Every
// block of the part is counted once; only blocks of its units may be checked. Errors: KAURI_CORRUPT
// for a damaged page and for a value that no position of its layer can have, KAURI_RESOURCE.
// Thread-safe for different workers.
enum kauri_status kauri_verify_blocks_check(struct kauri_verify_blocks *blocks, unsigned worker,
                                            uint64_t block, struct kauri_block_check *check,
                                            struct kauri_error *error);

// Adds the counts and the work of all workers to those of the part; not while they work.
void kauri_verify_blocks_add_up(const struct kauri_verify_blocks *blocks,
                                struct kauri_verify_part *part);

// The functions of a struct kauri_worth_source, whose context is a struct kauri_verify_blocks: what
// the positions of a block are worth as successors (verify/equations_block.h). Errors as
// kauri_verify_blocks_check. Thread-safe for different workers.
enum kauri_status kauri_verify_blocks_acquire(void *context, unsigned worker, unsigned seeds,
                                              uint64_t block, const void **worths,
                                              struct kauri_error *error);
void kauri_verify_blocks_release(void *context, unsigned seeds, uint64_t block);

#endif
