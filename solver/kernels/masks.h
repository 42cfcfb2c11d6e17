// Masks: which rows of 64 neighbours a quiet move can lead to, made once for all blocks.
//
// A *mask* belongs to a drop pattern and a set of occupancy classes against which a move captures
// nothing (the same few occur in thousands of blocks). With F a word of a turned frontier, its
// predecessors under mask word w are pext(F & words[w].allowed, words[w].image), as 64 rows of the
// opponent that begin at rank words[w].offset (solver/kernels/geometry.h says why they are
// neighbours).
//
// A *limit* belongs to the masks of a hole for k = 1..cowries and says up to which k a mask word
// allows any row at all, so that sure misses are not even begun.
//
// Interning is for one thread; afterwards many may read.
#ifndef KAURI_SOLVER_KERNELS_MASKS_H
#define KAURI_SOLVER_KERNELS_MASKS_H

#include "common/status.h"
#include "solver/kernels/geometry.h"

#include <stdint.h>

struct kauri_mask_word {
    uint64_t allowed; // images of rows that the move is quiet against
    uint64_t image;   // images of all rows
    uint32_t offset;  // rank of the row whose image is the lowest bit of `image`
};

struct kauri_mask {
    struct kauri_mask_word *words; // mask_total
    uint64_t *quiet;               // by mask word: rows before that the move is quiet against
    uint64_t classes;              // bit c: quiet against occupancy class c
    uint8_t pattern;
};

struct kauri_limit {
    uint16_t masks[KAURI_COWRIES_MAX + 1]; // by k, from 1
    uint8_t *most;                         // by mask word: greatest k that allows a row, 0 = none
};

struct kauri_masks {
    const struct kauri_geometry *geometry; // must live as long
    struct kauri_mask *masks;
    struct kauri_limit *limits;
    uint32_t mask_count;
    uint32_t limit_count;
    uint32_t mask_room;
    uint32_t limit_room;
    uint64_t bytes;
};

// Finds or makes the mask of a pattern that is quiet against `classes`. KAURI_RESOURCE.
enum kauri_status kauri_masks_intern(struct kauri_masks *masks, uint8_t pattern, uint64_t classes,
                                     uint16_t *number, struct kauri_error *error);
// Finds or makes the limit of the masks numbers[1..cowries]. KAURI_RESOURCE.
enum kauri_status kauri_masks_limit(struct kauri_masks *masks,
                                    const uint16_t numbers[KAURI_COWRIES_MAX + 1], uint16_t *number,
                                    struct kauri_error *error);
// Frees what *masks owns; safe on a zeroed one.
void kauri_masks_clear(struct kauri_masks *masks);

#endif
