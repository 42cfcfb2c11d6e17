// Masks: the rows, among 64 of consecutive ranks, that a quiet move can lead to. They are made once
// for all blocks.
//
// Whether a move is quiet depends on the seeds, so each block could compute the masks of its moves.
// But the same few occur in thousands of blocks (100 different ones in layer 2), so they are
// interned: kauri_masks_intern returns the number of a mask that is there already, or adds it.
//
// A *mask* belongs to a drop pattern and a set of occupancy classes (solver/block.h) against which
// the move captures nothing. Let F be a word of a turned frontier. Its predecessors under mask word
// w are pext(F & words[w].allowed, words[w].image): 64 rows of the opponent that begin at rank
// words[w].offset. solver/kernels/geometry.h explains why their ranks are consecutive.
//
// A *limit* belongs to the masks of one hole for k = 1..cowries. It gives, for each mask word, the
// greatest k that allows any row at all, so that the loops skip moves that no row allows.
//
// Only one thread may intern; afterwards any number of threads may read.
#ifndef KAURI_SOLVER_KERNELS_MASKS_H
#define KAURI_SOLVER_KERNELS_MASKS_H

#include "common/status.h"
#include "solver/kernels/geometry.h"

#include <stddef.h>
#include <stdint.h>

struct kauri_mask_word {
    uint64_t allowed; // images of rows that the move is quiet against
    uint64_t image;   // images of all rows
    uint32_t offset;  // rank of the row whose image is the lowest bit of `image`
};

struct kauri_mask {
    struct kauri_mask_word *words; // mask_total
    uint64_t *quiet;               // by mask word: source rows that the move is quiet against
    uint64_t classes;              // bit c: quiet against occupancy class c
    uint16_t pattern;
};

struct kauri_limit {
    uint16_t masks[KAURI_COWRIES_MAX + 1]; // masks by k, from 1
    uint8_t *maximum;                      // by mask word: greatest k that allows a row, 0 = none
};

struct kauri_masks {
    const struct kauri_geometry *geometry; // must outlive the masks
    struct kauri_mask *masks;
    struct kauri_limit *limits;
    uint32_t mask_count;
    uint32_t limit_count;
    size_t mask_capacity;
    size_t limit_capacity;
    uint64_t bytes; // size of all masks and limits
};

// Finds or makes the mask of a pattern that is quiet against `classes` (bit c: class c); *number is
// its index in masks->masks. KAURI_RESOURCE.
enum kauri_status kauri_masks_intern(struct kauri_masks *masks, uint16_t pattern, uint64_t classes,
                                     uint16_t *number, struct kauri_error *error);
// Finds or makes the limit of the masks numbers[1..cowries]; *number is its index in
// masks->limits. KAURI_RESOURCE.
enum kauri_status kauri_masks_limit(struct kauri_masks *masks,
                                    const uint16_t numbers[KAURI_COWRIES_MAX + 1], uint16_t *number,
                                    struct kauri_error *error);
// Frees what *masks owns. Accepts a zeroed struct.
void kauri_masks_clear(struct kauri_masks *masks);

#endif
