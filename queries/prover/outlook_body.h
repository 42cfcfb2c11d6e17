// The look ahead of queries/prover/outlook.h, compiled once for each instruction set.
//
// The file that includes this defines OUTLOOK_NAME, the name of the function. Everything else is
// static, so that the linker cannot mix code for different processors. Implemented in
// outlook_portable.c and outlook_avx2.c.
#ifndef KAURI_QUERIES_PROVER_OUTLOOK_BODY_H
#define KAURI_QUERIES_PROVER_OUTLOOK_BODY_H

#include "queries/prover/outlook.h"

#if defined __SSE2__
#include <immintrin.h>
#endif

#if defined __AVX2__
enum { VECTOR = 32 }; // bytes
#else
enum { VECTOR = 16 };
#endif

enum {
    VECTORS = KAURI_NET_UNITS * (int)sizeof(int16_t) / VECTOR,
    WHOLE_MAX = 14, // a first effort is at most 2 to this power, before the number of moves
};

_Static_assert(KAURI_NET_UNITS - KAURI_NET_LINEAR == 28, "`linear` has the last units");

typedef int16_t units __attribute__((vector_size(VECTOR), may_alias));

static inline const units *vectors(const struct kauri_net_row *row)
{
    return (const units *)row->unit;
}

static inline void add(units sums[VECTORS], const struct kauri_net_row *row)
{
    for (int j = 0; j < VECTORS; j++) {
        sums[j] += vectors(row)[j];
    }
}

static inline int32_t weighted(const units values[VECTORS], const struct kauri_net_row *weights)
{
#if defined __AVX2__
    const __m256i low = _mm256_madd_epi16((__m256i)values[0], (__m256i)vectors(weights)[0]);
    const __m256i high = _mm256_madd_epi16((__m256i)values[1], (__m256i)vectors(weights)[1]);
    const __m256i both = _mm256_add_epi32(low, high);
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
#elif defined __SSE2__
    __m128i sum = _mm_setzero_si128();
    for (int j = 0; j < VECTORS; j++) {
        sum = _mm_add_epi32(sum, _mm_madd_epi16((__m128i)values[j], (__m128i)vectors(weights)[j]));
    }
#endif
#if defined __SSE2__
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(1, 0, 3, 2)));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(sum);
#else
    const int16_t *value = (const int16_t *)values;
    int32_t sum = 0;
    for (int i = 0; i < KAURI_NET_UNITS; i++) {
        sum += value[i] * weights->unit[i];
    }
    return sum;
#endif
}

// Two to the power of a logarithm, which is cut to 0..WHOLE_MAX, with a straight line between whole
// numbers.
static inline uint32_t power(int logarithm)
{
    const int most = WHOLE_MAX * KAURI_NET_LOG_UNIT;
    const unsigned cut = (unsigned)(logarithm < 0 ? 0 : logarithm > most ? most : logarithm);
    return ((KAURI_NET_LOG_UNIT + cut % KAURI_NET_LOG_UNIT) << cut / KAURI_NET_LOG_UNIT) /
           KAURI_NET_LOG_UNIT;
}

// First efforts without a look ahead.
static inline struct kauri_efforts expected(const struct kauri_outlook *outlook,
                                            const struct kauri_packed *board, unsigned seeds, int x,
                                            unsigned moves)
{
    // By the number of moves, all of which have to be refuted: its power of 3/2, times 16.
    static const uint8_t wider[KAURI_HOLES_MAX + 1] = {16, 16, 45, 83, 128, 179, 235};
    const struct kauri_net *net = outlook->net;
    const kauri_lanes cells = kauri_estimate_cells(board);
    const unsigned missing = 8 * (KAURI_HOLES_MAX - outlook->sowing->holes);
    const uint64_t rows[2] = {kauri_own_half(cells) << missing, kauri_other_half(cells) << missing};
    // Units that count also if they are negative.
    static const struct kauri_net_row linear = {
        .unit = {[28] = -1, [29] = -1, [30] = -1, [31] = -1}};
    const units zero = {0};
    units sums[VECTORS];
    for (int j = 0; j < VECTORS; j++) {
        sums[j] = vectors(&net->need[kauri_net_need(x)])[j];
    }
    add(sums, &net->seeds[seeds]);
    for (unsigned row = 0; row < 2; row++) {
        for (unsigned i = 0; i < KAURI_HOLES_MAX; i++) {
            add(sums, &net->cell[row * KAURI_HOLES_MAX + i][rows[row] >> (8 * i) & 0xff]);
        }
    }
    for (int j = 0; j < VECTORS; j++) {
        sums[j] &= (units)(sums[j] > zero) | vectors(&linear)[j];
    }
    const int yes = (weighted(sums, &net->effort[0]) >> KAURI_NET_SHIFT) + net->constant.unit[0];
    const int no = (weighted(sums, &net->effort[1]) >> KAURI_NET_SHIFT) + net->constant.unit[1];
    return (struct kauri_efforts){power(yes), power(no) * wider[moves] / 16};
}

struct kauri_efforts OUTLOOK_NAME(const struct kauri_outlook *outlook,
                                  const struct kauri_packed *board, unsigned seeds, int x,
                                  unsigned plies) {
    struct kauri_efforts efforts;
    uint64_t moves = kauri_packed_moves(board);
    if (kauri_question_trivial(board, seeds, x, &efforts)) {
        return efforts;
    }
    if (outlook->covered[seeds]) {
        return kauri_efforts_of_table();
    }
    if (plies == 0 || moves == 0) {
        return expected(outlook, board, seeds, x, kauri_packed_count(moves));
    }
    struct kauri_effort_sum sum = {.least = KAURI_REFUTED};
    for (; moves != 0; moves &= moves - 1) {
        struct kauri_packed_move move;
        kauri_packed_play(outlook->sowing, board, kauri_packed_first(moves), &move);
        kauri_effort_sum_add(
            &sum, OUTLOOK_NAME(outlook, &move.board, seeds - move.gained - move.lost,
                               3 * ((int)move.gained - (int)move.lost) - x + 1, plies - 1));
        if (sum.least == 0) {
            break;
        }
    }
    return kauri_effort_sum_end(&sum, KAURI_REFUTED - 1);
}

#endif
