// The arithmetic of the networks of queries/estimate/net.h, with the vectors that the including
// file is compiled for. Everything is static, so that the linker cannot mix code for different
// processors.
#ifndef KAURI_QUERIES_ESTIMATE_NET_SUM_H
#define KAURI_QUERIES_ESTIMATE_NET_SUM_H

#include "queries/estimate/net.h"

#ifdef __AVX2__
enum { KAURI_NET_VECTOR = 32 }; // size in bytes
#else
enum { KAURI_NET_VECTOR = 16 };
#endif

enum { KAURI_NET_VECTORS = KAURI_NET_UNITS * (int)sizeof(int16_t) / KAURI_NET_VECTOR };

typedef int16_t kauri_net_vector __attribute__((vector_size(KAURI_NET_VECTOR), may_alias));

// The hidden layer.
struct kauri_net_sum {
    kauri_net_vector part[KAURI_NET_VECTORS];
};

static inline const kauri_net_vector *kauri_net_vectors(const struct kauri_net_row *row)
{
    return (const kauri_net_vector *)row->unit;
}

// Lanes without sign keep a sanitizer from checking each lane on its own; that no sum overflows is
// tested for all positions (tests/queries/test_leaf.c).
static inline void kauri_net_add(struct kauri_net_sum *sum, const struct kauri_net_row *row)
{
    typedef uint16_t lanes __attribute__((vector_size(KAURI_NET_VECTOR)));
    for (int j = 0; j < KAURI_NET_VECTORS; j++) {
        const lanes total = (lanes)sum->part[j] + (lanes)kauri_net_vectors(row)[j];
        sum->part[j] = (kauri_net_vector)total;
    }
}

// Limits each lane, which must be below 128, to `maximum`. Lanes are signed, since SSE2 has no
// comparison of unsigned ones.
static inline kauri_lanes kauri_net_at_most(kauri_lanes lanes, uint8_t maximum)
{
    typedef int8_t signed_lanes __attribute__((vector_size(16)));
    const kauri_lanes all = (kauri_lanes){0} + maximum;
    const kauri_lanes less = (kauri_lanes)((signed_lanes)lanes < (signed_lanes)all);
    return (lanes & less) | (all & ~less);
}

// Adds the rows for the contents of the holes.
static inline void kauri_net_add_board(struct kauri_net_sum *sum, const struct kauri_net_row *cells,
                                       const struct kauri_packed *board, unsigned holes)
{
    const kauri_lanes contents = kauri_net_at_most(board->seeds, KAURI_NET_SEEDS - 1) *
                                     ((kauri_lanes){0} + KAURI_NET_COWRIES) +
                                 kauri_net_at_most(board->cowries, KAURI_NET_COWRIES - 1);
    const unsigned missing = 8 * (KAURI_HOLES_MAX - holes);
    const uint64_t rows[2] = {kauri_own_half(contents) << missing, kauri_other_half(contents)
                                                                       << missing};
    for (unsigned row = 0; row < 2; row++) {
        for (unsigned i = 0; i < KAURI_HOLES_MAX; i++) {
            const unsigned place = row * KAURI_HOLES_MAX + i;
            kauri_net_add(sum, &cells[place * KAURI_NET_CELLS + (rows[row] >> (8 * i) & 0xff)]);
        }
    }
}

// Replaces negative units by 0, except the linear ones.
static inline void kauri_net_rectify(struct kauri_net_sum *sum)
{
    _Static_assert(KAURI_NET_UNITS - KAURI_NET_LINEAR == 28, "`linear` has the last units");
    static const struct kauri_net_row linear = {
        .unit = {[28] = -1, [29] = -1, [30] = -1, [31] = -1}};
    const kauri_net_vector zero = {0};
    for (int j = 0; j < KAURI_NET_VECTORS; j++) {
        sum->part[j] &= (kauri_net_vector)(sum->part[j] > zero) | kauri_net_vectors(&linear)[j];
    }
}

// The dot product of the hidden layer with weights.
static inline int32_t kauri_net_weighted(const struct kauri_net_sum *sum,
                                         const struct kauri_net_row *weights)
{
#ifdef __wasm_simd128__ // clang finds the instruction for this on x86-64 and ARM, but not here
    typedef int32_t products __attribute__((vector_size(16)));
    products total = {0};
    for (int j = 0; j < KAURI_NET_VECTORS; j++) {
        total += __builtin_wasm_dot_s_i32x4_i16x8(sum->part[j], kauri_net_vectors(weights)[j]);
    }
    return total[0] + total[1] + total[2] + total[3];
#else
    const int16_t *value = (const int16_t *)sum->part;
    int32_t total = 0;
    for (int i = 0; i < KAURI_NET_UNITS; i++) {
        total += value[i] * weights->unit[i];
    }
    return total;
#endif
}

#endif
