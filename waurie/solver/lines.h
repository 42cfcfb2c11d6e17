// Operations on lines of bits (waurie/layer_file.h) that treat 64 positions at a time. They come in
// two builds: portable C, and for processors with BMI2 and AVX2.
//
// Take a move that adds one seed to each of the opponent's first k pits. The bit wanted for row S
// is that of row S + 1,...,1,0,... in a line for k seeds more. Since adding keeps the lexicographic
// order, the bits wanted for S = 0, 1, 2, ... are in the longer line in the same order, with others
// in between: a *mask* marks them, and the processor's instruction `pext` collects the marked bits
// of a word. `pdep` does the opposite.
//
// Implemented in waurie/solver/lines_portable.c and waurie/solver/lines_bmi2.c.
#ifndef KAURI_WAURIE_SOLVER_LINES_H
#define KAURI_WAURIE_SOLVER_LINES_H

#include <stdbool.h>
#include <stdint.h>

// The set bits of a line. Only the words with a set bit are kept.
struct waurie_mask {
    uint32_t words;
    uint32_t *index;  // index of each word in its line, ascending
    uint32_t *before; // bits set in all earlier words
    uint64_t *bits;
};

struct waurie_lines {
    const char *name;
    // Sets to[i] to NOT the bit of `from` at the i-th set bit of the mask; the rest of the last
    // word becomes 0.
    void (*gather_not)(const struct waurie_mask *mask, const uint64_t *from, uint64_t *to);
    // ORs from[i] into the bit of `to` at the i-th set bit of the mask. Reads one word beyond the
    // bits.
    void (*scatter_or)(const struct waurie_mask *mask, const uint64_t *from, uint64_t *to);
    // OR whole words into `to`: those of `from`, or their complements.
    void (*or_words)(const uint64_t *from, uint64_t words, uint64_t *to);
    void (*or_not_words)(const uint64_t *from, uint64_t words, uint64_t *to);
    // Transposes `lines` lines of `bits` bits, from_words words apart, into `bits` lines that are
    // to_words words apart. Fills the words that `lines` bits take up with zeros.
    void (*transpose)(const uint64_t *from, uint32_t lines, uint32_t bits, uint32_t from_words,
                      uint64_t *to, uint32_t to_words);
};

// The build for this processor, or the portable one. Thread-safe.
const struct waurie_lines *waurie_lines_best(void);
const struct waurie_lines *waurie_lines_portable(void);

extern const struct waurie_lines waurie_lines_portable_build;
extern const struct waurie_lines waurie_lines_bmi2_build; // exists on x86-64 only

#endif
