// Questions "is r >= x for the player to move?" as numbers: which of them are the same, which the
// rules alone answer, and the efforts to answer them. queries/prover/prover.h asks them.
//
// Pure functions on constant data: thread-safe.
#ifndef KAURI_QUERIES_PROVER_QUESTION_H
#define KAURI_QUERIES_PROVER_QUESTION_H

#include "common/status.h"
#include "kauri/kauri.h"
#include "queries/packed/packed_board.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    KAURI_QUESTION_MAX = 3 * KAURI_SEEDS_MAX + 2, // r >= x is false for every position
    KAURI_REFUTED = 1 << 30,                      // the effort to prove a refuted statement
};

// The least value >= x that r can have, by parity of the seeds and x + KAURI_QUESTION_MAX.
struct kauri_question_values {
    int16_t least[2][2 * KAURI_QUESTION_MAX + 1];
};

void kauri_question_values_init(struct kauri_question_values *values);

// Returns whether a position with `seeds` seeds can have the value r; values beyond 3 * seeds + 1
// are not excluded. If play ends, all seeds are captured, and net has the parity of the seeds. If
// it does not, some of them may have been captured before, and r = 3 * net (R10).
bool kauri_question_possible(int r, unsigned seeds);

// The least value >= x that a position with `seeds` seeds can have (kauri_question_possible). By
// symmetry, the greatest value below x is -kauri_question_least(1 - x, seeds).
int kauri_question_least(int x, unsigned seeds);

// Reads the x of a question about the position: a whole number; `net+20`, the least r with which
// the player to move captures 20 seeds more than the opponent from here on; `win` or `draw`, the
// least with which this player wins or draws under the standard rules, with the score of the
// position. KAURI_USAGE, with the `name` that the text has for the user.
enum kauri_status kauri_question_read(const char *name, const char *text,
                                      const struct kauri_position *position, int *x,
                                      struct kauri_error *error);

// The equal question with the greatest x: questions between two values that r can have are the
// same. x may be any number.
static inline int kauri_question_round(const struct kauri_question_values *values, int x,
                                       unsigned seeds)
{
    const int maximum = KAURI_QUESTION_MAX;
    x = x > maximum ? maximum : x < -maximum ? -maximum : x;
    return values->least[seeds % 2][x + maximum];
}

// Estimated efforts to answer a question: `phi` for "yes", `delta` for "no". 0 and KAURI_REFUTED
// if it is answered.
struct kauri_efforts {
    uint32_t phi, delta;
};

static inline struct kauri_efforts kauri_efforts_answered(bool yes)
{
    return yes ? (struct kauri_efforts){0, KAURI_REFUTED}
               : (struct kauri_efforts){KAURI_REFUTED, 0};
}

static inline bool kauri_efforts_open(struct kauri_efforts efforts)
{
    return efforts.phi != 0 && efforts.delta != 0;
}

// The x of the opponent's question after a move with net captures `gain`. The move answers "is r >=
// x?" with yes exactly if the opponent's answer is no, since the move is worth 3 * gain - r' if the
// position after it is worth r' to the opponent.
static inline int kauri_question_after(int x, int gain)
{
    return 3 * gain - x + 1;
}

// Answers the question if the rules alone do: nobody captures more seeds than there are, and a
// player who cannot move without seeds on the board loses the cowrie phase (R9).
static inline bool kauri_question_trivial(const struct kauri_packed *board, unsigned seeds, int x,
                                          struct kauri_efforts *efforts)
{
    const int maximum = 3 * (int)seeds + 1;
    const bool stuck = seeds == 0 && kauri_packed_moves(board) == 0;
    if (x > -maximum && x <= maximum && !stuck) {
        return false;
    }
    *efforts = kauri_efforts_answered(stuck ? x <= -1 : x <= -maximum);
    return true;
}

// Combines the efforts of moves into those of the position before them. Moves often lead to the
// same positions, so the greatest effort counts in full, the others half, and each open move but
// one adds 1. Moves that are refuted (phi 0 for the player who moves next) are left out.
struct kauri_effort_sum {
    uint32_t open;     // moves that are not refuted
    uint32_t greatest; // phi of an open move
    uint32_t least;    // delta of an open move
    uint64_t sum;      // sum of phi over the open moves
};

static inline void kauri_effort_sum_add(struct kauri_effort_sum *sum, struct kauri_efforts move)
{
    if (move.phi == 0) {
        return;
    }
    sum->open++;
    sum->sum += move.phi;
    sum->greatest = move.phi > sum->greatest ? move.phi : sum->greatest;
    sum->least = move.delta < sum->least ? move.delta : sum->least;
}

// Returns the efforts of the position. `maximum` is the greatest number for an open question.
static inline struct kauri_efforts kauri_effort_sum_end(const struct kauri_effort_sum *sum,
                                                        uint32_t maximum)
{
    if (sum->open == 0 || sum->least == 0) {
        return kauri_efforts_answered(sum->open != 0);
    }
    const uint64_t delta = sum->greatest + (sum->sum - sum->greatest) / 2 + sum->open - 1;
    return (struct kauri_efforts){.phi = sum->least < maximum ? sum->least : maximum,
                                  .delta = delta < maximum ? (uint32_t)delta : maximum};
}

// The phi of one more move with which the delta of the position reaches `delta`, from the sum over
// its other moves.
static inline uint32_t kauri_effort_sum_reach(const struct kauri_effort_sum *others, uint32_t delta)
{
    if (delta >= KAURI_REFUTED) {
        return KAURI_REFUTED;
    }
    const int64_t rest = (int64_t)delta - others->open;
    const int64_t as_greatest = rest - (int64_t)(others->sum / 2);
    const int64_t as_other =
        2 * (rest - others->greatest) - (int64_t)(others->sum - others->greatest);
    const int64_t phi = as_greatest >= others->greatest ? as_greatest : as_other;
    return phi < 1 ? 1 : phi < KAURI_REFUTED ? (uint32_t)phi : KAURI_REFUTED;
}

// The delta of the best move at which another one has become better by half, if `second` is the
// least delta of the others.
static inline uint32_t kauri_effort_wider(uint32_t second)
{
    const uint64_t wider = (uint64_t)second + second / 2 + 1;
    return wider < KAURI_REFUTED ? (uint32_t)wider : KAURI_REFUTED;
}

#endif
