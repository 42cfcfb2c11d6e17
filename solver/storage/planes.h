// The number of open moves of every position, in bit planes.
//
// A position counts its quiet moves that are not refuted yet, plus one if it has captures, which
// are refuted all at once (solver/retrograde.h). The number is 0..7, which takes three bits; the
// position is decided when it is 0. A block is a sequence of words of 64 positions in the order of
// the index. The three planes of a word (ones, twos, fours) are neighbours, so that an update
// touches one cache line.
//
// The first `resident` blocks are in memory, in huge pages where the system has them. The others
// are in a work file, and each worker loads, changes and stores one of them at a time.
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

// Makes planes for blocks 0 .. blocks - 1 of the layer (their slots, solver/part.h), all zero, for
// workers 0 .. threads - 1. If `resident` is less than the number of blocks, a work file is made in
// `place` and removed by kauri_planes_free. KAURI_RESOURCE; the message says how many bytes were
// requested.
enum kauri_status kauri_planes_new(const struct kauri_layer *layer, uint64_t blocks,
                                   unsigned threads, uint64_t resident,
                                   const struct kauri_workplace *place,
                                   struct kauri_planes **planes, struct kauri_error *error);
// Sets whether kauri_planes_free leaves the work file, if there is one, to be removed by a later
// run, because removing it takes seconds. Not set at first. Accepts NULL.
void kauri_planes_keep(struct kauri_planes *planes, bool keep);
// Accepts NULL.
void kauri_planes_free(struct kauri_planes *planes);

// Borrows the planes of a block: points *words to them, as they are or, if `fresh`, set to zero.
// The worker must release the block before it acquires another one. KAURI_RESOURCE, KAURI_CORRUPT.
enum kauri_status kauri_planes_acquire(struct kauri_planes *planes, unsigned worker, uint64_t block,
                                       bool fresh, uint64_t **words, struct kauri_error *error);
// Ends the use of a block; `changed` says whether it must be stored. KAURI_RESOURCE.
enum kauri_status kauri_planes_release(struct kauri_planes *planes, unsigned worker, uint64_t block,
                                       bool changed, struct kauri_error *error);

// Bytes of memory held.
uint64_t kauri_planes_memory(const struct kauri_planes *planes);

#endif
