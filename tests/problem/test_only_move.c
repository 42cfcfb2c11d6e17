// queries/problem: which moves of a position get its result, by tables and by searches, against a
// brute force (result_oracle.h); and positions examined against those composed.
#include "queries/problem/only_move.h"
#include "tests/indexer/layers.h"
#include "tests/problem/result_oracle.h"
#include "tests/queries/solved_tables.h"
#include "tests/sanitized.h"
#include "tests/test.h"

enum { HOLES = 4, COWRIES = 6, SEEDS = 1, SECONDS = 20 };

static struct solved solved;
static struct result_oracle *results;

static int set_up(void **state)
{
    (void)state;
    solved_make(&solved, HOLES, COWRIES, SEEDS);
    results = result_oracle_new(HOLES, COWRIES, SEEDS);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    result_oracle_free(results);
    solved_remove(&solved);
    return 0;
}

TEST_GROUP(set_up, tear_down)

static bool has(const struct kauri_problem *problem, enum kauri_problem_blemish blemish)
{
    return (problem->blemishes >> blemish & 1) != 0;
}

// The result that South gets.
static enum kauri_result result_of(const struct kauri_position *position, enum kauri_ruleset rules)
{
    return result_oracle_holds(results, rules, KAURI_WIN, position)    ? KAURI_WIN
           : result_oracle_holds(results, rules, KAURI_DRAW, position) ? KAURI_DRAW
                                                                       : KAURI_LOSS;
}

// Compares an answer about a position with South to move with the brute force. Returns the number
// of moves that hold.
static unsigned check_answer(const struct kauri_only_move *answer)
{
    const struct kauri_position *position = &answer->position;
    unsigned holding = 0;
    assert_int_equal(answer->result, result_of(position, answer->rules));
    assert_int_equal(answer->move_count, kauri_legal_moves(position).count);
    for (unsigned m = 0; m < answer->move_count; m++) {
        struct kauri_position next = *position;
        (void)kauri_play(&next, answer->moves[m].hole);
        const bool holds = result_of(&next, answer->rules) == answer->result;
        assert_int_equal(answer->holding[m], holds ? KAURI_HOLDING_YES : KAURI_HOLDING_NO);
        holding += holds;
    }
    assert_int_equal(kauri_only_move_count(answer, KAURI_HOLDING_YES), holding);
    return holding;
}

static struct kauri_only_move ask(struct kauri_tablebase *tables,
                                  const struct kauri_position *position, enum kauri_ruleset rules)
{
    struct kauri_only_move answer;
    const struct kauri_only_move_limits limits = {.memory = 8 << 20, .seconds = SECONDS};
    assert_int_equal(kauri_only_move_find(tables, position, rules, &limits, &answer, NULL),
                     KAURI_OK);
    return answer;
}

// What keeps a position from being a problem follows from its moves; without a blemish it is what
// is composed, and otherwise nothing is composed.
static void check_problem(const struct kauri_only_move *answer, unsigned holding)
{
    const struct kauri_problem *problem = &answer->problem;
    const struct kauri_problem_wish wish = {
        .rules_given = true,
        .rules = answer->rules,
        .score_given = true,
        .score = {answer->position.score[0], answer->position.score[1]}};
    struct kauri_problem composed;
    assert_int_equal(
        kauri_problem_compose(solved.tables, &answer->position, &wish, &composed, NULL), KAURI_OK);
    assert_int_equal(has(problem, KAURI_BLEMISH_LOST), answer->result == KAURI_LOSS);
    assert_int_equal(has(problem, KAURI_BLEMISH_SEVERAL), holding > 1);
    assert_int_equal(has(problem, KAURI_BLEMISH_FEW), answer->move_count < KAURI_PROBLEM_MOVES);
    if (holding == 1 && answer->result != KAURI_LOSS) {
        unsigned key = 0;
        while (answer->holding[key] != KAURI_HOLDING_YES) {
            key++;
        }
        assert_int_equal(has(problem, KAURI_BLEMISH_CAPTURE), answer->moves[key].captured.own > 0);
    }
    if (problem->choices == 0 || problem->blemishes != 0) {
        assert_int_equal(composed.choices, 0);
        assert_true(problem->choices == 0 || holding == 1);
    } else {
        assert_int_equal(composed.choices, problem->choices);
        assert_int_equal(composed.ply_count, problem->ply_count);
        assert_int_equal(composed.themes, problem->themes);
        assert_int_equal(composed.duals, problem->duals);
        assert_in_range(problem->grade, 1, KAURI_PROBLEM_GRADES);
        for (unsigned i = 0; i < composed.ply_count; i++) {
            assert_int_equal(composed.plies[i].probe.moves[0].hole,
                             problem->plies[i].probe.moves[0].hole);
            assert_memory_equal(composed.plies[i].answers, problem->plies[i].answers,
                                sizeof composed.plies[i].answers);
        }
    }
}

// Gives a position a score at which little decides.
static struct kauri_position scored(const struct kauri_position *given, unsigned lead)
{
    struct kauri_position position = *given;
    position.score[KAURI_SOUTH] = (uint8_t)(20 + lead % 3 - 1);
    position.score[KAURI_NORTH] = 20;
    return position;
}

static unsigned problems, blemished, asked;
static unsigned blemishes;

static void check_position(struct solved *tables, const struct kauri_position *given)
{
    const struct kauri_position position = scored(given, asked++);
    if (asked % fewer(31, 3) != 0) {
        return;
    }
    for (unsigned rules = 0;
         rules < KAURI_RULESETS && kauri_seeds(given) > 0 && kauri_legal_moves(given).count > 0;
         rules++) {
        const struct kauri_only_move answer =
            ask(tables->tables, &position, (enum kauri_ruleset)rules);
        assert_true(answer.covered);
        assert_true(answer.decided);
        check_problem(&answer, check_answer(&answer));
        problems += answer.problem.choices > 0 && answer.problem.blemishes == 0;
        blemished += answer.problem.choices > 0 && answer.problem.blemishes != 0;
        blemishes |= answer.problem.blemishes;
    }
}

TEST(tables_say_which_moves_hold_and_what_the_problem_is)
{
    solved_for_all(&solved, check_position);
    assert_true(problems > 0);
    assert_true(blemished > problems);
    assert_int_equal(blemishes | 1U << KAURI_BLEMISH_LONG, (1U << KAURI_BLEMISHES) - 1);
}

// Searches without tables decide the same, for either side, and name a reply to each wrong move.
TEST(searches_say_the_same)
{
    unsigned refuted = 0;
    const struct kauri_layer layer = layer_of(solved.shape, SEEDS);
    const uint64_t step = layer.positions / fewer(6, 40) + 1;
    for (uint64_t i = 0; i < layer.positions; i += step) {
        const struct kauri_position given = kauri_layer_position(&layer, i);
        const struct kauri_position position = scored(&given, (unsigned)(i / step));
        if (kauri_legal_moves(&position).count == 0) {
            continue;
        }
        const struct kauri_only_move answer = ask(NULL, &position, KAURI_TIEBREAKER);
        assert_false(answer.covered);
        assert_true(answer.decided);
        if (answer.result == KAURI_LOSS) {
            assert_int_equal(kauri_only_move_count(&answer, KAURI_HOLDING_YES), answer.move_count);
            continue;
        }
        (void)check_answer(&answer);
        for (unsigned m = 0; m < answer.move_count; m++) {
            if (answer.holding[m] == KAURI_HOLDING_NO && answer.refutation[m] != KAURI_MOVE_PASS) {
                struct kauri_position next = answer.moves[m].successor;
                (void)kauri_play(&next, answer.refutation[m]);
                assert_true(result_of(&next, answer.rules) < answer.result);
                refuted++;
            }
        }
    }
    assert_true(refuted > 0);
}

// Without time, nothing is decided, and nothing is said to be.
TEST(what_is_not_known_is_open)
{
    struct kauri_only_move answer;
    const struct kauri_position position = kauri_start(6);
    const struct kauri_only_move_limits limits = {.memory = 8 << 20, .seconds = 0};
    assert_int_equal(kauri_only_move_find(NULL, &position, KAURI_STANDARD, &limits, &answer, NULL),
                     KAURI_OK);
    assert_int_equal(answer.move_count, 6);
    assert_true(answer.decided || kauri_only_move_count(&answer, KAURI_HOLDING_OPEN) == 6);
}
