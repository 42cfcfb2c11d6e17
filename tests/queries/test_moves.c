// queries/lookup: the order of moves with bounds, and the questions that bounds answer.
#include "tests/test.h"

#include "queries/lookup/bounds.h"
#include "tests/rules/positions.h"

// Whether a must stand before b.
static bool belongs_before(const struct kauri_valued_move *a, const struct kauri_valued_move *b)
{
    if (a->r.low != b->r.low) {
        return a->r.low > b->r.low;
    }
    if (a->r.high != b->r.high) {
        return a->r.high > b->r.high;
    }
    if (!a->dtc_known || !b->dtc_known) {
        return false;
    }
    return a->r.low > 0 ? a->dtc < b->dtc : a->dtc > b->dtc;
}

// Moves of exact values with distances come best first, and equal ones stay in the order of the
// holes; so do moves of bounds, which have no distances.
TEST(moves_are_sorted_best_first)
{
    uint64_t random = 3;
    for (unsigned round = 0; round < 2000; round++) {
        struct kauri_valued_move moves[KAURI_HOLES_MAX];
        const unsigned count = 1 + (unsigned)(random_next(&random) % KAURI_HOLES_MAX);
        for (unsigned i = 0; i < count; i++) {
            const int32_t low = (int32_t)(random_next(&random) % 5) - 2;
            const int32_t wide = round % 2 == 0 ? 0 : (int32_t)(random_next(&random) % 3);
            moves[i] = (struct kauri_valued_move){
                .hole = (int)i,
                .r = {low, low + wide},
                .dtc_known = round % 2 == 0 && low != 0,
                .dtc = (uint32_t)(random_next(&random) % 3),
            };
        }
        kauri_moves_sort(moves, count);
        for (unsigned i = 0; i < count; i++) {
            for (unsigned k = i + 1; k < count; k++) {
                assert_false(belongs_before(&moves[k], &moves[i]));
                assert_true(belongs_before(&moves[i], &moves[k]) || moves[i].hole < moves[k].hole);
            }
        }
    }
}

// A goal is decided when every value within the bounds gives the same answer.
TEST(bounds_decide_what_all_their_values_agree_on)
{
    for (int lead = -3; lead <= 3; lead++) {
        const struct kauri_position position = {
            .holes = 2, .seeds = {1, 1, 1, 0}, .score = {(uint8_t)(5 + lead), 5}};
        for (int32_t low = -10; low <= 10; low++) {
            for (int32_t high = low; high <= 10; high++) {
                const struct kauri_bounds bounds = {low, high};
                for (int goal = KAURI_GOAL_STANDARD; goal <= KAURI_GOAL_TIEBREAKER; goal++) {
                    enum kauri_result result = KAURI_DRAW;
                    bool same = true;
                    const enum kauri_ruleset rules = (enum kauri_ruleset)goal;
                    const enum kauri_result first = kauri_result_under(rules, &position, low);
                    for (int32_t r = low; r <= high; r++) {
                        same = same && kauri_result_under(rules, &position, r) == first;
                    }
                    assert_int_equal(
                        kauri_bounds_decide(&position, bounds, (enum kauri_goal)goal, &result),
                        same);
                    assert_int_equal(result, first);
                }
                enum kauri_result sign = KAURI_DRAW;
                assert_int_equal(kauri_bounds_decide(&position, bounds, KAURI_GOAL_VALUE, &sign),
                                 low == high);
                assert_int_equal(sign, kauri_result_of(low));
            }
        }
    }
}

// Bounds go over a move and back unchanged, and turn round with the player.
TEST(bounds_cross_a_move)
{
    const struct kauri_bounds after = {-4, 7};
    const struct kauri_capture captured = {.own = 3, .opponent = 1};
    const struct kauri_bounds before = kauri_bounds_across(after, captured);
    assert_int_equal(before.low, 6 - 7);
    assert_int_equal(before.high, 6 + 4);
    const struct kauri_bounds back = kauri_bounds_across(before, captured);
    assert_int_equal(back.low, after.low);
    assert_int_equal(back.high, after.high);
}
