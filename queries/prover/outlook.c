#include "queries/prover/outlook.h"

enum { PLIES = 2 };

static struct kauri_efforts look(const struct kauri_sowing *sowing, const bool *covered,
                                 const struct kauri_packed *board, unsigned seeds, int x,
                                 unsigned plies)
{
    struct kauri_efforts efforts;
    uint64_t moves = kauri_packed_moves(board);
    if (kauri_question_trivial(board, seeds, x, &efforts)) {
        return efforts;
    }
    if (plies == 0 || covered[seeds] || moves == 0) {
        const unsigned count = kauri_packed_count(moves);
        return (struct kauri_efforts){1, covered[seeds] || count == 0 ? 1 : count};
    }
    struct kauri_effort_sum sum = {.least = KAURI_REFUTED};
    for (; moves != 0; moves &= moves - 1) {
        struct kauri_packed_move move;
        kauri_packed_play(sowing, board, kauri_packed_first(moves), &move);
        kauri_effort_sum_add(&sum,
                             look(sowing, covered, &move.board, seeds - move.gained - move.lost,
                                  3 * ((int)move.gained - (int)move.lost) - x + 1, plies - 1));
        if (sum.least == 0) {
            break;
        }
    }
    return kauri_effort_sum_end(&sum, KAURI_REFUTED - 1);
}

struct kauri_efforts kauri_outlook(const struct kauri_sowing *sowing, const bool *covered,
                                   const struct kauri_packed *board, unsigned seeds, int x)
{
    return look(sowing, covered, board, seeds, x, PLIES);
}
