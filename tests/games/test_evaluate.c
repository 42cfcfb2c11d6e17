// games/analysis/evaluate.h against solved tables: the bounds are true whatever the effort, and
// the ratings of moves follow from them.
#include "tests/test.h"

#include "games/analysis/evaluate.h"
#include "tests/indexer/layers.h"
#include "tests/queries/solved_tables.h"

// A board solved whole, and its lowest layers alone.
struct boards {
    struct solved whole;
    struct solved low;
};

static struct kauri_evaluation evaluate(struct kauri_tablebase *tables,
                                        const struct kauri_position *position,
                                        struct kauri_effort *effort)
{
    struct kauri_evaluation evaluation;
    struct kauri_error error;
    assert_ok(kauri_evaluate(tables, position, effort, &evaluation, &error), &error);
    return evaluation;
}

static bool holds(struct kauri_bounds bounds, int r)
{
    return bounds.low <= r && r <= bounds.high;
}

// Bounds known with few tables are true with all of them.
static void check_against(const struct kauri_evaluation *little,
                          const struct kauri_evaluation *truth)
{
    assert_true(kauri_bounds_exact(truth->r));
    assert_true(holds(little->r, truth->r.low));
    assert_int_equal(little->move_count, truth->move_count);
    for (unsigned m = 0; m < little->move_count; m++) {
        const struct kauri_valued_move *move = &little->moves[m];
        const unsigned place = kauri_evaluation_place(truth, move->hole);
        assert_true(holds(move->r, truth->moves[place].r.low));
        assert_true(kauri_position_equal(&move->successor, &truth->moves[place].successor));
        for (int tiebreaker = 0; tiebreaker < 2; tiebreaker++) {
            const struct kauri_rating guess =
                kauri_evaluation_rate(little, m, (enum kauri_ruleset)tiebreaker);
            const struct kauri_rating fact =
                kauri_evaluation_rate(truth, place, (enum kauri_ruleset)tiebreaker);
            assert_true(fact.worth != KAURI_WORTH_UNKNOWN && fact.result_known);
            assert_true(!guess.result_known || guess.result == fact.result);
            // KEEPS may turn out to be ONLY when it was not known that another keeps it too.
            const bool refined = guess.worth == KAURI_WORTH_KEEPS && !guess.only_known &&
                                 fact.worth == KAURI_WORTH_ONLY;
            assert_true(guess.worth == KAURI_WORTH_UNKNOWN || guess.worth == fact.worth || refined);
        }
    }
}

// The rating by its definition.
static void check_judgements(const struct kauri_evaluation *truth)
{
    for (unsigned m = 0; m < truth->move_count; m++) {
        const struct kauri_position *position = &truth->position;
        const enum kauri_result best = kauri_standard_result(position, truth->r.low);
        unsigned keep = 0;
        for (unsigned i = 0; i < truth->move_count; i++) {
            keep += kauri_standard_result(position, truth->moves[i].r.low) == best ? 1 : 0;
        }
        const bool keeps = kauri_standard_result(position, truth->moves[m].r.low) == best;
        const enum kauri_worth expected = !keeps                               ? KAURI_WORTH_LOSES
                                          : keep == 1 && truth->move_count > 1 ? KAURI_WORTH_ONLY
                                                                               : KAURI_WORTH_KEEPS;
        assert_int_equal(kauri_evaluation_rate(truth, m, KAURI_STANDARD).worth, expected);
    }
}

static void check_position(struct boards *boards, struct kauri_position position)
{
    struct kauri_effort some = {
        .memory = 16 << 20, .seconds = 1000, .seconds_each = 1000, .nodes = 3};
    struct kauri_effort all = {.memory = 64 << 20, .seconds = 1000, .seconds_each = 1000};
    const struct kauri_evaluation truth = evaluate(boards->whole.tables, &position, NULL);
    const struct kauri_probe_result probe = solved_probe(&boards->whole, &position);
    assert_int_equal(truth.r.low, probe.value.r);
    assert_int_equal(truth.source, KAURI_SOURCE_TABLES);
    check_judgements(&truth);
    const struct kauri_evaluation nothing = evaluate(NULL, &position, NULL);
    check_against(&nothing, &truth);
    const struct kauri_evaluation low = evaluate(boards->low.tables, &position, NULL);
    check_against(&low, &truth);
    const struct kauri_evaluation little = evaluate(boards->low.tables, &position, &some);
    check_against(&little, &truth);
    const struct kauri_evaluation much = evaluate(boards->low.tables, &position, &all);
    check_against(&much, &truth);
    assert_int_equal(much.r.low, truth.r.low);
    assert_int_equal(much.r.high, truth.r.low);
    for (unsigned m = 0; m < much.move_count; m++) { // nothing stays open
        assert_int_not_equal(kauri_evaluation_rate(&much, m, KAURI_STANDARD).worth,
                             KAURI_WORTH_UNKNOWN);
        assert_int_not_equal(kauri_evaluation_rate(&much, m, KAURI_TIEBREAKER).worth,
                             KAURI_WORTH_UNKNOWN);
    }
}

// Every `step`-th position of every layer, with scores that make results change.
static void check_board(unsigned holes, unsigned cowries, unsigned seeds, unsigned low,
                        uint64_t step)
{
    struct boards boards;
    solved_make(&boards.whole, holes, cowries, seeds);
    solved_make(&boards.low, holes, cowries, low);
    for (unsigned layer_seeds = 0; layer_seeds <= seeds; layer_seeds++) {
        const struct kauri_layer layer = layer_of(boards.whole.shape, layer_seeds);
        for (uint64_t index = 0; index < layer.positions; index += step) {
            struct kauri_position position = kauri_layer_position(&layer, index);
            position.score[0] = (uint8_t)(index % 3);
            position.score[1] = (uint8_t)(index / 3 % 3);
            check_position(&boards, position);
        }
    }
    solved_remove(&boards.whole);
    solved_remove(&boards.low);
}

TEST(test_two_holes)
{
    check_board(2, 4, 3, 1, 5); // many positions of unlimited play
}

TEST(test_three_holes)
{
    check_board(3, 3, 3, 0, 41);
}

TEST(test_one_hole)
{
    check_board(1, 2, 4, 2, 1);
}

TEST(test_other_shape)
{
    struct solved solved;
    struct kauri_evaluation evaluation;
    struct kauri_error error;
    const struct kauri_position position = position_of("1,0+1,0/0,0+1,0 S");
    solved_make(&solved, 2, 2, 0);
    assert_int_equal(kauri_evaluate(solved.tables, &position, NULL, &evaluation, &error),
                     KAURI_BAD_INPUT);
    solved_remove(&solved);
}

// Without time nothing is searched; time that is used up is subtracted.
TEST(test_effort)
{
    struct kauri_effort effort = {.memory = 16 << 20, .seconds = 0, .seconds_each = 10};
    const struct kauri_position position = position_of("2,1+1,3/1,0+2,2 S");
    struct kauri_evaluation evaluation = evaluate(NULL, &position, &effort);
    assert_false(evaluation.searched);
    assert_int_equal(evaluation.source, KAURI_SOURCE_RULES);
    effort.seconds = 10;
    effort.nodes = 50;
    evaluation = evaluate(NULL, &position, &effort);
    assert_true(evaluation.searched);
    assert_true(effort.seconds < 10);
}

// Only the goal is searched for: fewer positions, and the same result.
TEST(test_wanted)
{
    const struct kauri_position position = position_of("5+1,5+1,5+1/5+1,5+1,5+1 S");
    static const enum kauri_goal wanted[] = {KAURI_GOAL_VALUE, KAURI_GOAL_STANDARD,
                                             KAURI_GOAL_TIEBREAKER};
    uint64_t nodes[3];
    for (unsigned i = 0; i < 3; i++) {
        struct kauri_effort effort = {.memory = 16 << 20,
                                      .seconds = 1000,
                                      .seconds_each = 1000,
                                      .nodes = 60,
                                      .goal = wanted[i]};
        nodes[i] = evaluate(NULL, &position, &effort).nodes;
    }
    assert_true(nodes[1] > 0 && nodes[1] < nodes[0]);
    assert_true(nodes[2] > 0 && nodes[2] < nodes[0]);
}
