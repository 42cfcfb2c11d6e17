// The look-ahead of queries/prover/leaf.h, compiled once for each instruction set.
//
// The file that includes this defines LEAF_NAME, the name of the function. Everything else is
// static, so that the linker cannot mix code for different processors.
// Implemented in leaf.c and leaf_avx2.c.
#ifndef KAURI_QUERIES_PROVER_LEAF_BODY_H
#define KAURI_QUERIES_PROVER_LEAF_BODY_H

#include "queries/estimate/net_sum.h"
#include "queries/prover/leaf.h"

// The builds that kauri_leaf_get chooses from. Their results are the same.
kauri_leaf_look kauri_leaf_portable;
#if defined __x86_64__
kauri_leaf_look kauri_leaf_avx2;
#endif

enum { WHOLE_MAX = 14 }; // a first effort is at most 2 to this power, before the number of moves

// Returns two to the power of a logarithm, which is first limited to 0..WHOLE_MAX, with linear
// interpolation between whole numbers.
static inline uint32_t power(int logarithm)
{
    const int maximum = WHOLE_MAX * KAURI_NET_LOG_UNIT;
    const unsigned cut = (unsigned)(logarithm < 0 ? 0 : logarithm > maximum ? maximum : logarithm);
    return ((KAURI_NET_LOG_UNIT + cut % KAURI_NET_LOG_UNIT) << cut / KAURI_NET_LOG_UNIT) /
           KAURI_NET_LOG_UNIT;
}

// Returns the first efforts without looking ahead.
static inline struct kauri_efforts expected(const struct kauri_leaf_context *leaf,
                                            const struct kauri_packed *board, unsigned seeds, int x,
                                            unsigned moves)
{
    // By the number of moves, all of which have to be refuted, that number to the power of 3/2,
    // times 16.
    static const uint8_t wider[KAURI_HOLES_MAX + 1] = {16, 16, 45, 83, 128, 179, 235};
    const struct kauri_net *net = leaf->net;
    struct kauri_net_sum sum = {{{0}}};
    kauri_net_add(&sum, &net->row[KAURI_NET_NEED + kauri_net_need(x)]);
    kauri_net_add(&sum, &net->row[KAURI_NET_ALL_SEEDS + seeds]);
    kauri_net_add_board(&sum, net->row, board, leaf->sowing->holes);
    kauri_net_rectify(&sum);
    const int16_t *constant = net->row[KAURI_NET_CONSTANT].unit;
    const int yes =
        (kauri_net_weighted(&sum, &net->row[KAURI_NET_EFFORT]) >> KAURI_NET_SHIFT) + constant[0];
    const int no = (kauri_net_weighted(&sum, &net->row[KAURI_NET_EFFORT + 1]) >> KAURI_NET_SHIFT) +
                   constant[1];
    return (struct kauri_efforts){power(yes), power(no) * wider[moves] / 16};
}

struct kauri_efforts LEAF_NAME(const struct kauri_leaf_context *leaf,
                               const struct kauri_packed *board, unsigned seeds, int x,
                               unsigned plies) {
    struct kauri_efforts efforts;
    uint64_t moves = kauri_packed_moves(board);
    if (kauri_question_trivial(board, seeds, x, &efforts)) {
        return efforts;
    }
    if (leaf->covered[seeds]) {
        return kauri_efforts_of_table();
    }
    if (plies == 0 || moves == 0) {
        return expected(leaf, board, seeds, x, kauri_packed_count(moves));
    }
    struct kauri_effort_sum sum = {.least = KAURI_REFUTED};
    for (; moves != 0; moves &= moves - 1) {
        struct kauri_packed_move move;
        kauri_packed_play(leaf->sowing, board, kauri_packed_first(moves), &move);
        kauri_effort_sum_add(
            &sum, LEAF_NAME(leaf, &move.board, seeds - move.gained - move.lost,
                            kauri_question_after(x, (int)move.gained - (int)move.lost), plies - 1));
        if (sum.least == 0) {
            break;
        }
    }
    return kauri_effort_sum_end(&sum, KAURI_REFUTED - 1);
}

#endif
