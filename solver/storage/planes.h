// The open moves of every position, in bit planes.
//
// A position counts its quiet moves that are not refuted yet, and one more when it has captures,
// which are refuted all at once (solver/retrograde.h): 0..7, three bits. The position is decided
// when none is left. A block is a run of words of 64 positions in the order of the index; the three
// planes of a word are neighbours (ones, twos, fours), so that a touch costs one cache line.
//
// The first `resident` blocks are in memory, in huge pages where the system has them; the others
// are in a work file, and a worker loads, changes and stores one at a time.
#ifndef KAURI_SOLVER_STORAGE_PLANES_H
#define KAURI_SOLVER_STORAGE_PLANES_H

#include "common/status.h"
#include "indexer/layer.h"
#include "solver/storage/workplace.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_planes;

// Bytes of one block.
uint64_t kauri_planes_block_bytes(const struct kauri_layer *layer);

// Planes for the layer, all zero, for workers 0 .. threads - 1. When resident is below the layer's
// blocks, a work file is made in `place`, and removed by kauri_planes_free. KAURI_RESOURCE says
// how many bytes were asked for.
enum kauri_status kauri_planes_new(const struct kauri_layer *layer, unsigned threads,
                                   uint64_t resident, const struct kauri_workplace *place,
                                   struct kauri_planes **planes, struct kauri_error *error);
// Says whether kauri_planes_free leaves the work file, if there is one, for a later run to remove,
// since that takes seconds; at first it does not. Accepts NULL.
void kauri_planes_keep(struct kauri_planes *planes, bool keep);
// Accepts NULL.
void kauri_planes_free(struct kauri_planes *planes);

// Points *words to the planes of a block: as they are, or (fresh) all zero. The worker must give
// the block back before it takes another. KAURI_RESOURCE, KAURI_CORRUPT.
enum kauri_status kauri_planes_take(struct kauri_planes *planes, unsigned worker, uint64_t block,
                                    bool fresh, uint64_t **words, struct kauri_error *error);
// Gives back what kauri_planes_take gave, changed or not. KAURI_RESOURCE.
enum kauri_status kauri_planes_give(struct kauri_planes *planes, unsigned worker, uint64_t block,
                                    bool changed, struct kauri_error *error);

// Bytes of memory held.
uint64_t kauri_planes_memory(const struct kauri_planes *planes);

#endif
