// The operations on lines. The file that includes this defines extract_bits and deposit_bits, that
// is, pext and pdep.
#ifndef KAURI_WAURIE_SOLVER_LINES_BODY_H
#define KAURI_WAURIE_SOLVER_LINES_BODY_H

#include "waurie/solver/lines.h"

#include <string.h>

// Appends the bits of each word to `open`, the word of `to` that is being filled. It is stored at
// every step, because a branch that depends on the mask would often be predicted wrongly.
static void gather_not(const struct waurie_mask *mask, const uint64_t *from, uint64_t *to)
{
    uint64_t open = 0;
    unsigned filled = 0; // number of bits in `open`
    for (uint32_t i = 0; i < mask->words; i++) {
        const uint64_t bits = extract_bits(~from[mask->index[i]], mask->bits[i]);
        const uint64_t low = open | bits << filled;
        const uint64_t high = bits >> 1 >> (63 - filled);
        filled += (unsigned)__builtin_popcountll(mask->bits[i]);
        *to = low;
        open = filled >= 64 ? high : low;
        to += filled / 64;
        filled %= 64;
    }
    if (filled > 0) {
        *to = open;
    }
}

static void scatter_or(const struct waurie_mask *mask, const uint64_t *from, uint64_t *to)
{
    for (uint32_t i = 0; i < mask->words; i++) {
        const uint32_t word = mask->before[i] / 64;
        const unsigned shift = mask->before[i] % 64;
        const uint64_t bits = from[word] >> shift | from[word + 1] << 1 << (63 - shift);
        to[mask->index[i]] |= deposit_bits(bits, mask->bits[i]);
    }
}

static void or_words(const uint64_t *restrict from, uint64_t words, uint64_t *restrict to)
{
    for (uint64_t w = 0; w < words; w++) {
        to[w] |= from[w];
    }
}

static void or_not_words(const uint64_t *restrict from, uint64_t words, uint64_t *restrict to)
{
    for (uint64_t w = 0; w < words; w++) {
        to[w] |= ~from[w];
    }
}

// Transposes 64 words of 64 bits: exchanges the off-diagonal quarters, then those of each quarter,
// and so on.
static void transpose_square(uint64_t square[64])
{
    uint64_t mask = 0xFFFFFFFF;
    for (unsigned half = 32; half > 0; half /= 2, mask ^= mask << half) {
        for (unsigned block = 0; block < 64; block += 2 * half) {
            for (unsigned i = block; i < block + half; i++) {
                const uint64_t changed = (square[i] >> half ^ square[i + half]) & mask;
                square[i] ^= changed << half;
                square[i + half] ^= changed;
            }
        }
    }
}

static void transpose(const uint64_t *from, uint32_t lines, uint32_t bits, uint32_t from_words,
                      uint64_t *to, uint32_t to_words)
{
    for (uint32_t line = 0; line < lines; line += 64) {
        const uint32_t height = lines - line < 64 ? lines - line : 64;
        for (uint32_t word = 0; 64 * word < bits; word++) {
            uint64_t square[64];
            const uint32_t width = bits - 64 * word < 64 ? bits - 64 * word : 64;
            for (uint32_t i = 0; i < height; i++) {
                square[i] = from[(uint64_t)(line + i) * from_words + word];
            }
            memset(square + height, 0, (64 - height) * sizeof *square);
            transpose_square(square);
            for (uint32_t i = 0; i < width; i++) {
                to[(uint64_t)(64 * word + i) * to_words + line / 64] = square[i];
            }
        }
    }
}

#endif
