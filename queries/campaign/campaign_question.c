#include "queries/campaign/campaign_question.h"

#include "queries/prover/leaf.h"

static uint32_t within(uint32_t effort)
{
    return effort < 1 ? 1 : effort < KAURI_EFFORT_MAX ? effort : KAURI_EFFORT_MAX;
}

struct kauri_efforts kauri_efforts_within(struct kauri_efforts efforts)
{
    return (struct kauri_efforts){within(efforts.phi), within(efforts.delta)};
}

bool kauri_question_is_trivial(const struct kauri_position *position, int x)
{
    const struct kauri_packed board = kauri_pack(position);
    struct kauri_efforts efforts;
    return kauri_question_trivial(&board, kauri_seeds(position), x, &efforts);
}

struct kauri_efforts kauri_question_first(const struct kauri_sowing *sowing,
                                          const struct kauri_position *position, int x)
{
    static const bool covered[KAURI_SEEDS_MAX + 1];
    const struct kauri_leaf_context leaf = {sowing, kauri_net_fitted(), covered};
    const struct kauri_packed board = kauri_pack(position);
    return kauri_efforts_within(kauri_leaf_get(KAURI_LEAF_FASTEST)(
        &leaf, &board, kauri_seeds(position), x, KAURI_LEAF_PLIES));
}

struct kauri_bounds kauri_question_answer(const struct kauri_question_values *values,
                                          const struct kauri_position *position, int x, bool yes)
{
    const unsigned seeds = kauri_seeds(position);
    struct kauri_bounds r = kauri_bounds_trivial(seeds);
    if (yes) {
        r.low = kauri_question_round(values, x, seeds);
    } else { // the greatest possible value below x, by symmetry of the possible values
        r.high = -kauri_question_round(values, 1 - x, seeds);
    }
    return r;
}

unsigned kauri_question_moves(const struct kauri_question_values *values,
                              const struct kauri_position *position, int x,
                              struct kauri_question_move moves[KAURI_HOLES_MAX])
{
    const struct kauri_moves legal = kauri_legal_moves(position);
    const unsigned count = legal.count > 0 ? legal.count : 1;
    for (unsigned i = 0; i < count; i++) {
        struct kauri_position after = *position;
        const struct kauri_capture captured =
            kauri_play(&after, legal.count > 0 ? legal.hole[i] : KAURI_MOVE_PASS);
        const struct kauri_packed board = kauri_pack(&after);
        moves[i].after = kauri_unpack(&board, position->holes);
        moves[i].x = kauri_question_round(
            values, kauri_question_after(x, (int)captured.own - (int)captured.opponent),
            kauri_seeds(&after));
        moves[i].trivial = kauri_question_is_trivial(&after, moves[i].x);
    }
    return count;
}
