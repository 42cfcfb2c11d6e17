// games/analysis/game_estimates.h on games of small boards: estimates never leave what is proven,
// agree with each other and with solved tables, and are the same each time.
#include "tests/test.h"

#include "games/analysis/annotate.h"
#include "games/analysis/game_estimates.h"
#include "games/analysis/mistakes.h"
#include "games/records/record.h"
#include "tests/games/random_games.h"
#include "tests/queries/solved_tables.h"

#include <string.h>

enum { PLIES = 16, NODES = 3000, MEMORY = 1 << 20 };

static struct kauri_game_estimates estimate(struct kauri_tablebase *tables,
                                            const struct kauri_annotated_game *game,
                                            struct kauri_estimates_limits *limits)
{
    struct kauri_game_estimates estimates;
    struct kauri_error error;
    assert_ok(kauri_estimate_game(tables, game, limits, &estimates, &error), &error);
    assert_int_equal(estimates.count, game->count);
    return estimates;
}

static struct kauri_game_estimates estimate_with(struct kauri_tablebase *tables,
                                                 const struct kauri_annotated_game *game,
                                                 uint64_t nodes)
{
    struct kauri_estimates_limits limits = {.memory = MEMORY, .nodes = nodes, .seconds = 1000};
    return estimate(tables, game, &limits);
}

static void check_inside(int value, struct kauri_bounds r)
{
    assert_in_range(value + 10000, KAURI_ESTIMATE_UNIT * r.low + 10000,
                    KAURI_ESTIMATE_UNIT * r.high + 10000);
}

static bool margin_is_exact(struct kauri_bounds r)
{
    return kauri_value_net(r.low) == kauri_value_net(r.high);
}

// Every estimate lies within what is proven; a position is worth at least the move played.
static void check_bounds(const struct kauri_annotated_game *game,
                         const struct kauri_game_estimates *estimates)
{
    size_t estimated = 0;
    for (size_t i = 0; i <= game->count; i++) {
        const struct kauri_ply_estimate *ply = &estimates->plies[i];
        const struct kauri_evaluation *at = kauri_annotated_position(game, i);
        assert_true(ply->known); // there was time for all positions
        assert_int_equal(ply->proven, margin_is_exact(at->r));
        check_inside(ply->value, at->r);
        estimated += ply->proven ? 0 : 1;
        if (i == game->count) {
            continue;
        }
        const struct kauri_annotation *annotation = &game->plies[i];
        assert_true(ply->move_known);
        assert_true(ply->best < at->move_count);
        assert_int_equal(ply->move_open, annotation->loss_low != annotation->loss_high);
        check_inside(ply->played, at->moves[annotation->move].r);
        assert_in_range(ply->loss, KAURI_ESTIMATE_SEED * annotation->loss_low,
                        KAURI_ESTIMATE_SEED * annotation->loss_high);
        assert_true(ply->mistake == KAURI_MISTAKE_NONE ||
                    (ply->move_open && ply->loss >= KAURI_MISTAKE_SEEDS && at->move_count > 1));
        if (!ply->proven) {
            assert_true(ply->value >= ply->played);
        }
    }
    assert_int_equal(estimates->estimated, estimated);
}

// The expected winner goes from turn to turn, or by what is proven in between; and no turn lies
// where the result is proven.
static void check_turns(const struct kauri_annotated_game *game,
                        const struct kauri_game_estimates *estimates)
{
    for (size_t t = 0; t < estimates->turn_count; t++) {
        const struct kauri_expected_turn *turn = &estimates->turns[t];
        const struct kauri_evaluation *at = kauri_annotated_position(game, turn->position);
        const struct kauri_result_range range = kauri_south_results(at, KAURI_STANDARD);
        assert_true(t == 0 || turn->position > estimates->turns[t - 1].position);
        assert_true(range.low < range.high);
        assert_true(turn->from != turn->to);
        assert_true(turn->to == KAURI_WIN ? turn->margin >= KAURI_EXPECTED_LEAD
                                          : turn->margin <= -KAURI_EXPECTED_LEAD);
        assert_int_equal(turn->margin, kauri_expected_margin(
                                           &at->position, estimates->plies[turn->position].value));
        assert_int_equal(turn->lost,
                         turn->position > 0 &&
                             estimates->plies[turn->position - 1].mistake != KAURI_MISTAKE_NONE);
    }
}

static void check_same(const struct kauri_game_estimates *a, const struct kauri_game_estimates *b)
{
    assert_int_equal(a->turn_count, b->turn_count);
    for (size_t i = 0; i <= a->count; i++) {
        const struct kauri_ply_estimate *first = &a->plies[i];
        const struct kauri_ply_estimate *second = &b->plies[i];
        assert_int_equal(first->value, second->value);
        assert_int_equal(first->played, second->played);
        assert_int_equal(first->best, second->best);
        assert_int_equal(first->depth, second->depth);
    }
}

// Without any proof, but with tables for the engine, every estimate is the true margin, to a seed.
static void check_truth(struct solved *whole, const struct kauri_annotated_game *game,
                        const struct kauri_game_estimates *estimates)
{
    for (size_t i = 0; i <= game->count; i++) {
        const struct kauri_position *at = &kauri_annotated_position(game, i)->position;
        const int r = solved_probe(whole, at).value.r;
        if (kauri_seeds(at) > 0) {
            assert_in_range(estimates->plies[i].value - KAURI_ESTIMATE_UNIT * r + 100,
                            100 - KAURI_ESTIMATE_SEED, 100 + KAURI_ESTIMATE_SEED);
        }
    }
}

static int value_of(const struct kauri_evaluation *before, int hole)
{
    for (unsigned i = 0; i < before->move_count; i++) {
        if (before->moves[i].hole == hole) {
            assert_true(kauri_bounds_exact(before->moves[i].r));
            return before->moves[i].r.low;
        }
    }
    fail_msg("hole %d has no move", hole);
    return 0;
}

// What `game` calls a proven mistake is one by the tables as well, and its better move is better.
static void check_mistakes(const struct kauri_annotated_game *exact,
                           const struct kauri_game_estimates *proven,
                           const struct kauri_annotated_game *game,
                           const struct kauri_game_estimates *estimates, enum kauri_ruleset rules)
{
    struct kauri_mistake_count counted = {0, 0};
    for (size_t i = 0; i < game->count; i++) {
        const struct kauri_evaluation *before = &exact->plies[i].before;
        const int played = before->moves[exact->plies[i].move].r.low;
        struct kauri_mistake mistake;
        struct kauri_mistake truth;
        if (!kauri_annotated_mistake(game, estimates, i, rules, &mistake)) {
            continue;
        }
        *(mistake.proven ? &counted.proven : &counted.likely) += 1;
        if (!mistake.proven) {
            assert_string_equal(mistake.sign, "?!");
            continue;
        }
        assert_true(kauri_annotated_mistake(exact, proven, i, rules, &truth));
        assert_true(truth.proven && truth.before_known && truth.after_known &&
                    truth.loss_low == truth.loss_high);
        assert_string_equal(mistake.sign, truth.sign);
        assert_int_equal(strcmp(truth.sign, "??") == 0, truth.before != truth.after);
        assert_in_range(truth.loss_low + 100, mistake.loss_low + 100, mistake.loss_high + 100);
        assert_true(value_of(before, truth.better) > played);
        assert_true(!mistake.before_known || mistake.before == truth.before);
        assert_true(!mistake.after_known || mistake.after == truth.after);
    }
    for (size_t t = 0; t < game->turning_point_count; t++) {
        counted.proven += kauri_is_mistake_between(&game->turning_points[t], rules);
    }
    const struct kauri_mistake_count count = kauri_count_mistakes(game, estimates, rules);
    assert_int_equal(count.proven, counted.proven);
    assert_int_equal(count.likely, counted.likely);
}

TEST(estimates_keep_to_what_is_proven)
{
    static const char *const starts[] = {"1+1,0+1,1/0+1,1,0+1 S 1:1", "2,0+1,1+1/0+2,1,1 N 3:0",
                                         "0+2,1,2/1+1,1,0+1 S 0:2"};
    struct solved whole;
    struct solved low;
    size_t seen = 0;
    (void)state;
    solved_make(&whole, 3, 4, 6);
    solved_make(&low, 3, 4, 0);
    for (size_t s = 0; s < sizeof starts / sizeof starts[0]; s++) {
        for (uint32_t seed = 1; seed <= 4; seed++) {
            struct kauri_replay replay = random_game(starts[s], PLIES, seed);
            struct kauri_annotated_game exact = random_game_annotate(whole.tables, &replay, 0);
            struct kauri_annotated_game nothing = random_game_annotate(NULL, &replay, 0);
            struct kauri_annotated_game little = random_game_annotate(low.tables, &replay, 4);
            struct kauri_game_estimates proven = estimate_with(whole.tables, &exact, NODES);
            struct kauri_game_estimates guessed = estimate_with(NULL, &nothing, NODES);
            struct kauri_game_estimates again = estimate_with(NULL, &nothing, NODES);
            struct kauri_game_estimates some = estimate_with(low.tables, &little, NODES);
            struct kauri_game_estimates known = estimate_with(whole.tables, &nothing, NODES);
            assert_int_equal(proven.estimated, 0);
            assert_int_equal(proven.turn_count, 0);
            check_bounds(&exact, &proven);
            check_bounds(&nothing, &guessed);
            check_bounds(&little, &some);
            check_turns(&nothing, &guessed);
            check_turns(&little, &some);
            check_same(&guessed, &again);
            check_truth(&whole, &nothing, &known);
            for (unsigned rules = 0; rules < KAURI_RULESETS; rules++) {
                check_mistakes(&exact, &proven, &exact, &proven, (enum kauri_ruleset)rules);
                check_mistakes(&exact, &proven, &little, &some, (enum kauri_ruleset)rules);
            }
            seen += guessed.estimated;
            kauri_game_estimates_clear(&proven);
            kauri_game_estimates_clear(&guessed);
            kauri_game_estimates_clear(&again);
            kauri_game_estimates_clear(&some);
            kauri_game_estimates_clear(&known);
            kauri_annotated_game_clear(&exact);
            kauri_annotated_game_clear(&nothing);
            kauri_annotated_game_clear(&little);
            kauri_replay_clear(&replay);
        }
    }
    assert_true(seen > 0);
    solved_remove(&whole);
    solved_remove(&low);
}

static bool is_cancelled(void *context)
{
    unsigned *calls = context;
    return (*calls)-- == 0;
}

// What there is no time for stays unknown: the beginning of the game, and nothing else.
TEST(limits_leave_the_beginning_open)
{
    static const struct kauri_estimates_limits none[] = {
        {.memory = MEMORY, .nodes = 0, .seconds = 10},
        {.memory = KAURI_ESTIMATES_LEAST_MEMORY, .nodes = NODES, .seconds = 0},
        {.memory = MEMORY, .nodes = NODES, .seconds = 10, .interrupted = true},
    };
    struct kauri_replay replay = random_game("5+1,5+1,5+1/5+1,5+1,5+1 S", PLIES, 7);
    struct kauri_annotated_game game = random_game_annotate(NULL, &replay, 0);
    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        struct kauri_estimates_limits limits = none[i];
        struct kauri_game_estimates estimates = estimate(NULL, &game, &limits);
        assert_int_equal(estimates.estimated, 0);
        assert_int_equal(estimates.turn_count, 0);
        assert_false(estimates.plies[0].known);
        kauri_game_estimates_clear(&estimates);
    }
    unsigned calls = 20;
    const struct kauri_progress progress = {.cancelled = is_cancelled, .context = &calls};
    struct kauri_estimates_limits limits = {
        .memory = MEMORY, .nodes = NODES, .seconds = 1000, .progress = &progress};
    struct kauri_game_estimates estimates = estimate(NULL, &game, &limits);
    assert_true(limits.interrupted);
    assert_true(limits.seconds < 1000);
    assert_true(estimates.plies[game.count].known);
    assert_false(estimates.plies[0].known);
    for (size_t i = 0; i < game.count; i++) {
        assert_true(!estimates.plies[i].known || estimates.plies[i + 1].known);
        assert_int_equal(estimates.plies[i].move_known, estimates.plies[i].known);
    }
    kauri_game_estimates_clear(&estimates);
    kauri_annotated_game_clear(&game);
    kauri_replay_clear(&replay);
}

// South can capture twelve seeds, lets them be, and North protects them.
TEST(a_blunder_is_named)
{
    struct kauri_record record;
    struct kauri_replay replay;
    struct kauri_error error;
    (void)state;
    kauri_record_init(&record);
    record.start_given = true;
    record.start = position_of("0,0+1,0,0,0,0+1/12,0,0,0,0+1,6+1 S 20:20");
    const struct kauri_ply ply = {.side = KAURI_SOUTH, .hole = 1};
    assert_int_equal(kauri_record_append(&record, &ply, NULL), KAURI_OK);
    assert_ok(kauri_replay_record(&record, &replay, &error), &error);
    struct kauri_annotated_game game = random_game_annotate(NULL, &replay, 0);
    struct kauri_game_estimates estimates = estimate_with(NULL, &game, 20000);
    const struct kauri_ply_estimate *first = &estimates.plies[0];
    assert_int_equal(first->mistake, KAURI_MISTAKE_RESULT);
    assert_int_equal(game.plies[0].before.moves[first->best].hole, 5);
    kauri_game_estimates_clear(&estimates);
    kauri_annotated_game_clear(&game);
    kauri_replay_clear(&replay);
    kauri_record_clear(&record);
}

TEST(seeds_are_rounded)
{
    assert_int_equal(kauri_expected_seeds(0), 0);
    assert_int_equal(kauri_expected_seeds(KAURI_ESTIMATE_SEED / 2 - 1), 0);
    assert_int_equal(kauri_expected_seeds(KAURI_ESTIMATE_SEED / 2), 1);
    assert_int_equal(kauri_expected_seeds(-KAURI_ESTIMATE_SEED / 2), -1);
    assert_int_equal(kauri_expected_seeds(-3 * KAURI_ESTIMATE_SEED), -3);
    struct kauri_position position = position_of("1+1,0+1,1/0+1,1,0+1 N 7:2");
    assert_int_equal(kauri_expected_margin(&position, KAURI_ESTIMATE_SEED),
                     4 * KAURI_ESTIMATE_SEED);
}
