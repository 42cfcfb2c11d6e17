// Questions "is r >= x for the player to move?" as the prover asks them.
//
// Pure functions on constant data: thread-safe.
#ifndef KAURI_QUERIES_PROVER_QUESTION_H
#define KAURI_QUERIES_PROVER_QUESTION_H

#include "queries/packed/packed_board.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    KAURI_QUESTION_MAX = 3 * KAURI_SEEDS_MAX + 2, // r >= x is false for every position
    KAURI_REFUTED = 1 << 30,                      // the effort to prove what is refuted
};

// By parity of the seeds and x + KAURI_QUESTION_MAX: the least value >= x that r can have.
struct kauri_question_values {
    int16_t least[2][2 * KAURI_QUESTION_MAX + 1];
};

void kauri_question_values_init(struct kauri_question_values *values);

// Whether a position with `seeds` seeds can have the value r; values beyond 3 * seeds + 1 are not
// excluded. If play ends, all seeds are captured, and net has the parity of the seeds. If it does
// not, some of them may have been captured before, and r = 3 * net (R10).
bool kauri_question_possible(int r, unsigned seeds);

// The least value >= x that a position with `seeds` seeds can have by that; by symmetry the
// greatest value below x is -kauri_question_least(1 - x, seeds).
int kauri_question_least(int x, unsigned seeds);

// The equal question with the greatest x: questions between two values that r can have are the
// same. x may be any number.
static inline int kauri_question_round(const struct kauri_question_values *values, int x,
                                       unsigned seeds)
{
    const int most = KAURI_QUESTION_MAX;
    x = x > most ? most : x < -most ? -most : x;
    return values->least[seeds % 2][x + most];
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

// Answers the question if the rules alone do: nobody captures more seeds than there are, and a
// player who cannot move without seeds on the board loses the cowrie phase (R9).
static inline bool kauri_question_trivial(const struct kauri_packed *board, unsigned seeds, int x,
                                          struct kauri_efforts *efforts)
{
    const int most = 3 * (int)seeds + 1;
    const bool stuck = seeds == 0 && kauri_packed_moves(board) == 0;
    if (x > -most && x <= most && !stuck) {
        return false;
    }
    *efforts = kauri_efforts_answered(stuck ? x <= -1 : x <= -most);
    return true;
}

#endif
