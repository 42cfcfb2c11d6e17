// Which ranks must hear of which blocks, when several processes (*ranks*) share a layer.
//
// A rank solves whole blocks. The positions that it decides in a block are sent to every other rank
// from one of whose blocks a quiet move or a pass leads to it: the *partners* of the block. How
// many there are follows from the moves of the seeds alone, so it is known before anything is
// solved.
#ifndef KAURI_SOLVER_RANK_GRAPH_H
#define KAURI_SOLVER_RANK_GRAPH_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stdint.h>

// The greatest number of blocks that are counted: a layer of 12 seeds on the full board has as
// many.
#define KAURI_RANK_BLOCKS_MAX UINT64_C(1352078)

// Deals the blocks of the layer to the ranks: a block and the one with its rows exchanged have the
// same owner, and these pairs are dealt in turn, in the order of their first stored block. *owners
// receives the rank of each block by its number, to be freed with free(). Errors: KAURI_USAGE for
// more than KAURI_RANK_BLOCKS_MAX blocks, KAURI_RESOURCE.
enum kauri_status kauri_rank_owners(const struct kauri_layer *layer, uint32_t ranks,
                                    uint32_t **owners, struct kauri_error *error);

// *most receives the number of blocks of the rank with the most. Errors as above.
enum kauri_status kauri_rank_most(const struct kauri_layer *layer, uint32_t ranks, uint64_t *most,
                                  struct kauri_error *error);

// *partners receives the sum over all blocks of the number of their partners. Takes 32 bytes per
// block, and about a microsecond. Errors as above.
enum kauri_status kauri_rank_partners(const struct kauri_layer *layer, uint32_t ranks,
                                      uint64_t *partners, struct kauri_error *error);

#endif
