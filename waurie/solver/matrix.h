// Matrices of bits: lines of whole words (waurie/layer_file.h), filled up with zeros. Masks of
// rows, which select bits of a line (waurie/solver/lines.h).
#ifndef KAURI_WAURIE_SOLVER_MATRIX_H
#define KAURI_WAURIE_SOLVER_MATRIX_H

#include "common/status.h"
#include "waurie/layer_file.h"
#include "waurie/pits.h"
#include "waurie/solver/lines.h"

#include <stdbool.h>
#include <stdint.h>

struct waurie_matrix {
    uint32_t lines;
    uint32_t bits; // bits of a line
    uint32_t words;
    uint64_t *at;
};

// A matrix of zeros; free it with waurie_matrix_free. Errors: KAURI_RESOURCE.
enum kauri_status waurie_matrix_new(uint32_t lines, uint32_t bits, struct waurie_matrix *matrix,
                                    struct kauri_error *error);
// Frees the words of the matrix. Accepts a zeroed matrix.
void waurie_matrix_free(struct waurie_matrix *matrix);

static inline uint64_t *waurie_matrix_line(const struct waurie_matrix *matrix, uint32_t line)
{
    return matrix->at + (uint64_t)line * matrix->words;
}

// Sets or clears all bits.
void waurie_matrix_fill(const struct waurie_matrix *matrix, bool value);

// Fills *to, which has as many bits in a line as *from has lines and the other way round, with the
// transpose of *from. `threads` threads share the work.
void waurie_matrix_transpose(const struct waurie_lines *lines, unsigned threads,
                             const struct waurie_matrix *from, const struct waurie_matrix *to);

// Marks among the rows with `seeds` seeds those that have at least least[i] and at most most[i]
// seeds in each pit i. Free it with waurie_mask_clear. Errors: KAURI_RESOURCE.
enum kauri_status waurie_mask_make(unsigned pits, unsigned seeds,
                                   const uint8_t least[WAURIE_PITS_MAX],
                                   const uint8_t maximum[WAURIE_PITS_MAX], struct waurie_mask *mask,
                                   struct kauri_error *error);

// Marks the rows that some row becomes when `added` seeds are sown into it from its first pit on,
// round after round. `seeds` includes them.
enum kauri_status waurie_mask_sown(unsigned pits, unsigned seeds, unsigned added,
                                   struct waurie_mask *mask, struct kauri_error *error);

// Frees what the mask owns and leaves it zeroed. Accepts a zeroed mask.
void waurie_mask_clear(struct waurie_mask *mask);

#endif
