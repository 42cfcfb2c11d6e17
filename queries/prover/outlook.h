// The first efforts of a question: a look at the next two plies, and estimates of the positions at
// their ends.
//
// The usual choice is phi = 1 and delta = the number of moves. Moves that the rules answer and
// estimates that tell a hopeless question from an easy one make the search expand far fewer
// positions (docs/SEARCH.md, "First efforts"). 16 is the effort of an even question.
//
// States of searches keep efforts. With another scale of them, the version in prover_file.c has to
// be another one, too.
//
// Pure functions on constant data: thread-safe.
#ifndef KAURI_QUERIES_PROVER_OUTLOOK_H
#define KAURI_QUERIES_PROVER_OUTLOOK_H

#include "queries/prover/question.h"

// Combines the efforts of moves into those of the position before them. Moves often lead to the
// same positions, so the greatest effort counts in full, the others half, and each open move but
// one adds 1. Moves that are refuted (phi 0 for the player who moves next) are left out.
struct kauri_effort_sum {
    uint32_t open;     // moves that are not refuted
    uint32_t greatest; // phi of an open move
    uint32_t least;    // delta of an open move
    uint64_t sum;      // of phi of the open moves
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

// `most`: greatest number for what is open.
static inline struct kauri_efforts kauri_effort_sum_end(const struct kauri_effort_sum *sum,
                                                        uint32_t most)
{
    if (sum->open == 0 || sum->least == 0) {
        return kauri_efforts_answered(sum->open != 0);
    }
    const uint64_t delta = sum->greatest + (sum->sum - sum->greatest) / 2 + sum->open - 1;
    return (struct kauri_efforts){.phi = sum->least < most ? sum->least : most,
                                  .delta = delta < most ? (uint32_t)delta : most};
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

// The first efforts of a position that a table answers, which costs a look-up and no search.
static inline struct kauri_efforts kauri_efforts_of_table(void)
{
    return (struct kauri_efforts){4, 4};
}

// Efforts of "is r >= x?" for a position with `seeds` seeds. `covered` says by seeds which
// positions tables answer.
struct kauri_efforts kauri_outlook(const struct kauri_sowing *sowing, const bool *covered,
                                   const struct kauri_packed *board, unsigned seeds, int x);

#endif
