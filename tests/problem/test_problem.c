// queries/problem: every problem of small boards against a brute force that decides who gets the
// result (result_oracle.h), and positions without a problem as well.
#include "tests/test.h"

#include "queries/problem/problem_list.h"
#include "rules/value.h"
#include "tests/indexer/layers.h"
#include "tests/problem/result_oracle.h"
#include "tests/queries/solved_tables.h"
#include "tests/sanitized.h"
#include "tests/solver/oracle.h"

#include <stdlib.h>
#include <string.h>

struct problem_board {
    unsigned holes, cowries, judged;
    struct solved solved;
    struct oracle *values;
    struct result_oracle *results;
};

static const struct kauri_problem_wish any = {.rules_given = false};

// A board with tables of layers 0 to `seeds`; the brute force knows the first ones, to `judged`.
static void board_make(struct problem_board *board, unsigned holes, unsigned cowries,
                       unsigned seeds, unsigned judged)
{
    *board = (struct problem_board){.holes = holes, .cowries = cowries, .judged = judged};
    solved_make(&board->solved, holes, cowries, seeds);
    board->values = oracle_new(holes, cowries, judged);
    board->results = result_oracle_new(holes, cowries, judged);
}

static void board_clear(struct problem_board *board)
{
    result_oracle_free(board->results);
    oracle_free(board->values);
    solved_remove(&board->solved);
}

// The board of most tests, made once, because the brute force takes long.
static struct problem_board usual_board;

static int make_board(void **state)
{
    (void)state;
    board_make(&usual_board, 4, 6, 2, fewer(1, 2));
    return 0;
}

static int clear_board(void **state)
{
    (void)state;
    board_clear(&usual_board);
    return 0;
}

// ------------------------------------------------------------------------ a second composer

// A problem as the brute force finds it.
struct expected {
    struct kauri_position position;
    enum kauri_ruleset rules;
    enum kauri_result result;
    unsigned choices, ply_count;
    int holes[KAURI_PROBLEM_PLIES_MAX];
};

static bool holds(const struct problem_board *board, const struct expected *problem,
                  const struct kauri_position *position)
{
    return result_oracle_holds(board->results, problem->rules, problem->result, position);
}

// Legal moves, a pass among them.
static unsigned moves_of(const struct kauri_position *position, int moves[KAURI_HOLES_MAX])
{
    const struct kauri_moves legal = kauri_legal_moves(position);
    for (unsigned m = 0; m < legal.count; m++) {
        moves[m] = legal.hole[m];
    }
    if (legal.count == 0 && kauri_seeds(position) > 0) {
        moves[0] = KAURI_MOVE_PASS;
        return 1;
    }
    return legal.count;
}

static struct kauri_position after(const struct kauri_position *position, int hole)
{
    struct kauri_position next = *position;
    (void)kauri_play(&next, hole);
    return next;
}

// The holes that keep or get the result, as bits; *only is the last one.
static unsigned holding(const struct problem_board *board, const struct expected *problem,
                        const struct kauri_position *position, bool hold, int *only)
{
    int moves[KAURI_HOLES_MAX];
    const unsigned count = moves_of(position, moves);
    unsigned set = 0;
    for (unsigned m = 0; m < count; m++) {
        const struct kauri_position next = after(position, moves[m]);
        if (holds(board, problem, &next) == hold) {
            *only = moves[m];
            set |= moves[m] == KAURI_MOVE_PASS ? 1U << KAURI_HOLES_MAX : 1U << moves[m];
        }
    }
    return set;
}

static unsigned ones(unsigned set)
{
    unsigned count = 0;
    for (; set != 0; set &= set - 1) {
        count++;
    }
    return count;
}

// The value of a move for the player to move.
static int value_of(const struct problem_board *board, const struct kauri_position *position,
                    int hole)
{
    struct kauri_position next = *position;
    const struct kauri_capture captured = kauri_play(&next, hole);
    return 3 * (captured.own - captured.opponent) - oracle_get(board->values, &next).r;
}

// A best move: greatest value, then the soonest win or the latest loss, then the leftmost hole.
// With `net` alone, a lost cowrie phase is as good as a won one for a player who loses seeds,
// unless nothing else tells the moves apart.
static int best_move(const struct problem_board *board, const struct kauri_position *position,
                     bool net)
{
    int moves[KAURI_HOLES_MAX];
    const unsigned count = moves_of(position, moves);
    int best = 0, best_exact = 0, best_r = 0, best_dtc = 0;
    for (unsigned m = 0; m < count; m++) {
        struct kauri_position next = *position;
        const struct kauri_capture captured = kauri_play(&next, moves[m]);
        const struct oracle_value value = oracle_get(board->values, &next);
        const int exact = value_of(board, position, moves[m]);
        const int r = net && exact < 0 ? 3 * kauri_value_net(exact) - 1 : exact;
        const int dtc = captured.own + captured.opponent > 0 ? 1 : 1 + value.dtc;
        const bool sooner = r > 0 ? dtc < best_dtc : r < 0 && dtc > best_dtc;
        const bool better = dtc == best_dtc && exact > best_exact;
        if (m == 0 || r > best_r || (r == best_r && (sooner || better))) {
            best = moves[m];
            best_exact = exact;
            best_r = r;
            best_dtc = dtc;
        }
    }
    return best;
}

static bool is_over(const struct expected *problem, const struct kauri_position *position)
{
    return kauri_seeds(position) == 0 &&
           (problem->rules == KAURI_STANDARD ||
            position->score[KAURI_SOUTH] != position->score[KAURI_NORTH] ||
            kauri_legal_moves(position).count == 0);
}

// Finds the line of a problem whose score is set.
static void find_line(const struct problem_board *board, struct expected *problem)
{
    struct kauri_position position = problem->position;
    const bool seeds = kauri_seeds(&position) > 0;
    unsigned choices = 0;
    bool forced = false;
    for (unsigned i = 0; i < KAURI_PROBLEM_PLIES_MAX; i++) {
        int hole = 0;
        if (is_over(problem, &position)) {
            problem->choices = choices;
            return;
        }
        if (position.side == KAURI_SOUTH) {
            const unsigned set = holding(board, problem, &position, true, &hole);
            assert_int_not_equal(set, 0);
            if (ones(set) > 1) {
                problem->choices = seeds && kauri_seeds(&position) == 0 ? choices : 0;
                return;
            }
            if (kauri_legal_moves(&position).count > 1) {
                if (forced) {
                    return;
                }
                choices++;
                problem->ply_count = i + 1;
            }
        } else {
            hole = best_move(board, &position, problem->rules == KAURI_STANDARD);
        }
        problem->holes[i] = hole;
        forced = forced || kauri_legal_moves(&position).count < 2;
        position = after(&position, hole);
    }
}

// Whether South gets exactly this result.
static bool is_result(const struct problem_board *board, const struct expected *problem)
{
    struct expected better = *problem;
    better.result = KAURI_WIN;
    return holds(board, problem, &problem->position) &&
           (problem->result == KAURI_WIN || !holds(board, &better, &problem->position));
}

// The problem of a position under these rules with the score that the composer is to choose.
static struct expected compose_under(const struct problem_board *board,
                                     const struct kauri_position *position,
                                     enum kauri_ruleset rules)
{
    struct expected problem = {.position = *position, .rules = rules, .result = KAURI_WIN};
    const int captured = 10 * (int)board->holes - (int)kauri_seeds(position);
    int key = 0;
    bool found = false;
    if (rules == KAURI_STANDARD && kauri_value_net(oracle_get(board->values, position).r) < 0) {
        problem.result = KAURI_DRAW;
    }
    for (int own = 0; own <= captured && !found; own++) {
        problem.position.score[KAURI_SOUTH] = (uint8_t)own;
        problem.position.score[KAURI_NORTH] = (uint8_t)(captured - own);
        found = is_result(board, &problem);
    }
    if (found && kauri_legal_moves(position).count >= KAURI_PROBLEM_MOVES &&
        !is_over(&problem, &problem.position) &&
        ones(holding(board, &problem, &problem.position, true, &key)) == 1) {
        struct kauri_position next = problem.position;
        if (kauri_play(&next, key).own == 0) {
            find_line(board, &problem);
        }
    }
    return problem;
}

// ------------------------------------------------------------------------- what a problem says

static bool has(const struct kauri_problem *problem, enum kauri_problem_theme theme)
{
    return (problem->themes >> theme & 1) != 0;
}

// Whether the opponent has more captures after the move, or can have them by the reply.
static bool lets_capture(const struct kauri_position *position, int hole)
{
    const enum kauri_side opponent = 1 - position->side;
    const struct kauri_position next = after(position, hole);
    int replies[KAURI_HOLES_MAX];
    const unsigned count = moves_of(&next, replies);
    bool captures = next.score[opponent] > position->score[opponent];
    for (unsigned m = 0; m < count; m++) {
        captures = captures || after(&next, replies[m]).score[opponent] > position->score[opponent];
    }
    return captures;
}

static void check_themes(const struct problem_board *board, const struct kauri_problem *problem,
                         const struct expected *expected, bool zugzwang)
{
    const struct kauri_position *position = &problem->position;
    const int key = expected->holes[0];
    struct kauri_position turned = *position;
    const struct kauri_moves moves = kauri_legal_moves(position);
    bool captures = false, quiet = false;
    for (unsigned m = 0; m < moves.count; m++) {
        struct kauri_position next = *position;
        captures = captures || kauri_play(&next, moves.hole[m]).own > 0;
        quiet = quiet || !lets_capture(position, moves.hole[m]);
    }
    assert_int_equal(has(problem, KAURI_THEME_ZUGZWANG), zugzwang);
    assert_int_equal(has(problem, KAURI_THEME_TRAP), captures);
    assert_int_equal(has(problem, KAURI_THEME_GIFT), lets_capture(position, key) && quiet);
    turned.side = KAURI_NORTH;
    assert_int_equal(has(problem, KAURI_THEME_WAITING),
                     position->seeds[key] == 0 &&
                         key + position->cowries[key] < (int)board->holes &&
                         holds(board, expected, &turned));
    assert_int_equal(has(problem, KAURI_THEME_DRAW), problem->result == KAURI_DRAW);
    // The cowries decide: at the end of a line of best play the captures are equal.
    struct kauri_position next = *position;
    for (unsigned i = 0; i < 200 && kauri_seeds(&next) > 0; i++) {
        next = after(&next, best_move(board, &next, false));
    }
    assert_int_equal(has(problem, KAURI_THEME_COWRIES),
                     problem->rules == KAURI_TIEBREAKER &&
                         next.score[KAURI_SOUTH] == next.score[KAURI_NORTH]);
}

// Checks the tree beside the line, and what is counted in it.
static void check_tree(const struct problem_board *board, const struct kauri_problem *problem,
                       const struct expected *expected)
{
    struct kauri_position position = problem->position;
    unsigned wrong = 0, tempting = 0, duals = 0;
    bool zugzwang = false;
    for (unsigned i = 0; i < problem->ply_count; i++) {
        const struct kauri_problem_ply *ply = &problem->plies[i];
        const bool south = position.side == KAURI_SOUTH;
        int moves[KAURI_HOLES_MAX];
        const unsigned count = moves_of(&position, moves);
        assert_true(kauri_position_equal(&ply->probe.position, &position));
        assert_int_equal(ply->probe.move_count, count);
        assert_true(count > 1);
        wrong += south ? count - 1 : 0;
        for (unsigned m = 1; m < count; m++) {
            struct kauri_position next = position;
            const struct kauri_capture captured = kauri_play(&next, ply->probe.moves[m].hole);
            int only = 0;
            const unsigned set =
                is_over(expected, &next)
                    ? 0
                    : holding(board, expected, &next, !south, &only) & ~(1U << KAURI_HOLES_MAX);
            assert_int_equal(ply->answers[m], set);
            assert_int_equal(holds(board, expected, &next), !south);
            const int best = value_of(board, &position, expected->holes[i]);
            const int r = value_of(board, &position, ply->probe.moves[m].hole);
            const bool resists = expected->rules == KAURI_STANDARD
                                     ? kauri_value_net(r) == kauri_value_net(best)
                                     : r == best;
            tempting += south && (captured.own > 0 || ones(set) == 1);
            duals += !south && resists && ones(set) > 1;
        }
        position = after(&position, expected->holes[i]);
        struct kauri_position turned = position;
        turned.side = KAURI_SOUTH;
        const bool bound = south && kauri_legal_moves(&position).count > 0 &&
                           kauri_legal_moves(&turned).count > 0 && !holds(board, expected, &turned);
        assert_int_equal(ply->zugzwang, bound);
        if (bound) {
            assert_int_equal(ply->other_r, oracle_get(board->values, &turned).r);
        }
        zugzwang = zugzwang || bound;
    }
    assert_int_equal(problem->wrong, wrong);
    assert_int_equal(problem->tempting, tempting);
    assert_int_equal(problem->duals, duals);
    check_themes(board, problem, expected, zugzwang);
}

static void check_problem(const struct problem_board *board, const struct kauri_problem *problem,
                          const struct expected *expected)
{
    assert_int_equal(problem->choices, expected->choices);
    if (expected->choices > 0) {
        assert_true(kauri_position_equal(&problem->position, &expected->position));
        assert_int_equal(problem->rules, expected->rules);
        assert_int_equal(problem->result, expected->result);
        assert_int_equal(problem->ply_count, expected->ply_count);
        for (unsigned i = 0; i < problem->ply_count; i++) {
            assert_int_equal(problem->plies[i].probe.moves[0].hole, expected->holes[i]);
        }
        check_tree(board, problem, expected);
    }
}

// The positions of a layer, South to move; the caller frees them.
static struct kauri_position *positions_of(const struct problem_board *board, unsigned seeds,
                                           size_t *count)
{
    const struct kauri_shape shape = {(uint8_t)board->holes, (uint8_t)board->cowries};
    const struct kauri_layer layer = layer_of(shape, seeds);
    struct kauri_position *positions = calloc(layer.positions, sizeof *positions);
    assert_non_null(positions);
    *count = (size_t)layer.positions;
    for (size_t i = 0; i < *count; i++) {
        positions[i] = kauri_layer_position(&layer, i);
    }
    return positions;
}

static struct kauri_problem compose(const struct problem_board *board,
                                    const struct kauri_position *position,
                                    const struct kauri_problem_wish *wish)
{
    struct kauri_problem problem;
    assert_int_equal(kauri_problem_compose(board->solved.tables, position, wish, &problem, NULL),
                     KAURI_OK);
    return problem;
}

// Checks all positions of a board. Returns the themes that its problems have.
static unsigned check_board(const struct problem_board *board)
{
    unsigned problems = 0, themes = 0;
    for (unsigned seeds = 0; seeds <= board->judged; seeds++) {
        size_t count = 0;
        struct kauri_position *positions = positions_of(board, seeds, &count);
        for (size_t i = 0; i < count; i++) {
            const struct kauri_problem problem = compose(board, &positions[i], &any);
            struct expected expected = compose_under(board, &positions[i], KAURI_STANDARD);
            const struct expected other = compose_under(board, &positions[i], KAURI_TIEBREAKER);
            if (other.choices > expected.choices) {
                expected = other;
            }
            check_problem(board, &problem, &expected);
            problems += problem.choices > 0;
            themes |= problem.themes;
        }
        free(positions);
    }
    assert_true(problems > 5);
    return themes;
}

// On smaller boards, a side is nearly always forced.
TEST(every_problem_is_what_brute_force_finds)
{
    unsigned themes = check_board(&usual_board);
    if (fewer(0, 1) > 0) {
        struct problem_board other;
        board_make(&other, 4, 4, 3, 3);
        themes |= check_board(&other);
        board_clear(&other);
        assert_int_equal(themes, (1U << KAURI_THEMES) - 1);
    }
}

// ----------------------------------------------------------------------------------- wishes

// At every score, also of the other mover's view, the problem is the one of the brute force.
TEST(wishes_are_met)
{
    size_t count = 0;
    unsigned problems = 0;
    struct kauri_position *positions = positions_of(&usual_board, 1, &count);
    for (size_t i = 0; i < count; i++) {
        for (unsigned w = 0; w < 8; w++) {
            const struct kauri_problem_wish wish = {
                .rules_given = true,
                .rules = (enum kauri_ruleset)(w % 2),
                .result_given = true,
                .result = (enum kauri_result)(w / 2 % 2),
                .score_given = w >= 4,
                .score = {14, 14},
            };
            struct kauri_position north = {.holes = 4, .side = KAURI_NORTH};
            for (unsigned hole = 0; hole < 8; hole++) {
                north.seeds[hole] = positions[i].seeds[(hole + 4) % 8];
                north.cowries[hole] = positions[i].cowries[(hole + 4) % 8];
            }
            const struct kauri_problem problem = compose(&usual_board, &positions[i], &wish);
            const struct kauri_problem turned = compose(&usual_board, &north, &wish);
            assert_int_equal(turned.choices, problem.choices);
            if (problem.choices > 0) {
                const struct expected expected = {
                    .position = problem.position, .rules = wish.rules, .result = wish.result};
                assert_true(kauri_position_equal(&turned.position, &problem.position));
                assert_int_equal(problem.rules, wish.rules);
                assert_int_equal(problem.result, wish.result);
                assert_true(is_result(&usual_board, &expected));
                assert_true(!wish.score_given || problem.position.score[0] == 14);
                problems++;
            }
        }
    }
    assert_true(problems > 10);
    free(positions);
}

// --------------------------------------------------------------------------- families, grades

// The board of the last choice and the moves of the line, as text.
static void describe(const struct kauri_problem *problem, char last[KAURI_POSITION_TEXT_BYTES],
                     char moves[KAURI_PROBLEM_PLIES_MAX + 1])
{
    struct kauri_position board = problem->plies[problem->ply_count - 1].probe.position;
    memset(board.score, 0, sizeof board.score);
    (void)kauri_position_format(&board, last);
    for (unsigned i = 0; i < problem->ply_count; i++) {
        const struct kauri_probe_result *probe = &problem->plies[i].probe;
        moves[i] = kauri_move_letter((enum kauri_side)probe->position.side, probe->moves[0].hole);
    }
    moves[problem->ply_count] = '\0';
}

static bool are_family(const struct kauri_problem *one, const struct kauri_problem *other)
{
    char last[2][KAURI_POSITION_TEXT_BYTES];
    char moves[2][KAURI_PROBLEM_PLIES_MAX + 1];
    describe(one, last[0], moves[0]);
    describe(other, last[1], moves[1]);
    return strcmp(last[0], last[1]) == 0 || strcmp(moves[0], moves[1]) == 0;
}

// Adds all positions of a layer, in two parts.
static struct kauri_problem_list list_layer(const struct problem_board *board, unsigned seeds,
                                            const struct kauri_problem_conditions *conditions,
                                            unsigned threads)
{
    struct kauri_problem_list list = {.count = 0};
    size_t count = 0;
    struct kauri_position *positions = positions_of(board, seeds, &count);
    for (unsigned part = 0; part < 2; part++) {
        const size_t first = part == 0 ? 0 : 5;
        const size_t end = part == 0 ? 5 : count;
        assert_int_equal(kauri_problem_list_add(board->solved.tables, positions + first,
                                                end - first, conditions, threads, NULL, &list,
                                                NULL),
                         KAURI_OK);
    }
    assert_int_equal(list.looked_at, count);
    free(positions);
    return list;
}

TEST(one_problem_of_each_family_is_kept)
{
    const struct kauri_problem_conditions conditions = {.choices = 1};
    struct kauri_problem_list all = list_layer(&usual_board, 2, &conditions, 1);
    struct kauri_problem_list kept = list_layer(&usual_board, 2, &conditions, 2);
    assert_int_equal(kept.count, all.count);
    kauri_problem_list_reduce(&kept);
    assert_in_range(kept.count, 2, all.count - 1);
    struct kauri_problem *problems = calloc(kept.count, sizeof *problems);
    assert_non_null(problems);
    for (size_t i = 0; i < kept.count; i++) {
        problems[i] = compose(&usual_board, &kept.entries[i].position, &any);
        assert_true(i == 0 || kept.entries[i].number > kept.entries[i - 1].number);
        for (size_t j = 0; j < i; j++) {
            assert_false(are_family(&problems[i], &problems[j]));
        }
    }
    // What was dropped has a relative that is worth at least as much.
    for (size_t i = 0; i < all.count; i++) {
        const struct kauri_problem problem = compose(&usual_board, &all.entries[i].position, &any);
        bool relative = false;
        for (size_t j = 0; j < all.count && !relative; j++) {
            const struct kauri_problem other =
                compose(&usual_board, &all.entries[j].position, &any);
            relative = i != j && all.entries[j].worth >= all.entries[i].worth &&
                       are_family(&problem, &other);
        }
        for (size_t j = 0; j < kept.count && !relative; j++) {
            relative = kept.entries[j].number == all.entries[i].number;
        }
        assert_true(relative);
    }
    free(problems);
    kauri_problem_list_clear(&all);
    kauri_problem_list_clear(&kept);
}

TEST(conditions_are_met)
{
    for (unsigned theme = 0; theme < KAURI_THEMES; theme++) {
        const struct kauri_problem_conditions conditions = {.choices = 2, .themes = 1U << theme};
        struct kauri_problem_list list = list_layer(&usual_board, 2, &conditions, 1);
        for (size_t i = 0; i < list.count; i++) {
            const struct kauri_problem problem =
                compose(&usual_board, &list.entries[i].position, &any);
            assert_true(problem.choices >= 2);
            assert_true(has(&problem, (enum kauri_problem_theme)theme));
        }
        assert_true(list.count > 0 || theme == KAURI_THEME_GIFT || theme == KAURI_THEME_DRAW);
        kauri_problem_list_clear(&list);
    }
}

TEST(harder_problems_have_higher_grades)
{
    unsigned grades = 0;
    const struct kauri_problem_conditions conditions = {.choices = 1};
    struct kauri_problem_list list = list_layer(&usual_board, 2, &conditions, 1);
    kauri_problem_list_reduce(&list);
    for (size_t i = 0; i < list.count; i++) {
        struct kauri_problem problem = compose(&usual_board, &list.entries[i].position, &any);
        struct kauri_problem again = problem;
        assert_int_equal(kauri_problem_rate(&problem, NULL), KAURI_OK);
        assert_int_equal(kauri_problem_rate(&again, NULL), KAURI_OK);
        assert_int_equal(again.points, problem.points);
        assert_in_range(problem.proof, 1, KAURI_PROBLEM_NODES);
        const unsigned doublings = problem.points - problem.choices - ones(problem.failing);
        assert_true(problem.proof <= 1U << doublings);
        assert_true(doublings == 0 || problem.proof > 1U << (doublings - 1));
        assert_in_range(problem.grade, 1, KAURI_PROBLEM_GRADES);
        grades |= 1U << problem.grade;
    }
    assert_true(ones(grades) >= 2);
    kauri_problem_list_clear(&list);
}

TEST_GROUP(make_board, clear_board)
