#include "queries/prover/outlook.h"

#include "queries/estimate/estimate.h"

enum {
    PLIES = 2,
    // Units of estimates after which an effort doubles: eight seeds.
    DOUBLING = 8 * 3 * KAURI_ESTIMATE_UNIT,
    MOST = 1024, // first effort of a position at the end of the look-ahead
};

// The effort of what the estimate misses by so many units; negative if the estimate exceeds it.
// 16 at 0, then it doubles with every DOUBLING units, linear in between.
static uint32_t effort(int missing)
{
    const int most = 10 * DOUBLING; // MOST is ten times doubled from 1, and 16 four times
    const int sum = missing + 4 * DOUBLING;
    const unsigned units = (unsigned)(sum < 0 ? 0 : sum > most ? most : sum);
    return ((DOUBLING + units % DOUBLING) << units / DOUBLING) / DOUBLING;
}
_Static_assert(MOST == 1 << 10, "the most is ten times doubled from 1");

// First efforts at the end of the look-ahead, from the estimate alone.
static struct kauri_efforts estimated(const struct kauri_sowing *sowing,
                                      const struct kauri_packed *board, unsigned seeds, int x,
                                      unsigned moves)
{
    // By the number of moves, all of which have to be refuted: its power of 3/2, times 16.
    static const uint8_t wider[KAURI_HOLES_MAX + 1] = {16, 16, 45, 83, 128, 179, 235};
    const int surplus = kauri_estimate(kauri_estimate_fitted(), board, sowing->holes, seeds) -
                        KAURI_ESTIMATE_UNIT * x + KAURI_ESTIMATE_UNIT / 2;
    return (struct kauri_efforts){effort(-surplus), effort(surplus) * wider[moves] / 16};
}

static struct kauri_efforts look(const struct kauri_sowing *sowing, const bool *covered,
                                 const struct kauri_packed *board, unsigned seeds, int x,
                                 unsigned plies)
{
    struct kauri_efforts efforts;
    uint64_t moves = kauri_packed_moves(board);
    if (kauri_question_trivial(board, seeds, x, &efforts)) {
        return efforts;
    }
    if (covered[seeds]) {
        return kauri_efforts_of_table();
    }
    if (plies == 0 || moves == 0) {
        return estimated(sowing, board, seeds, x, kauri_packed_count(moves));
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
