// games/analysis/annotate.h against solved tables: every sign and loss from its definition, and
// less knowledge never says anything else.
#include "tests/test.h"

#include "games/analysis/annotate.h"
#include "tests/games/random_games.h"
#include "tests/queries/solved_tables.h"

#include <stdlib.h>
#include <string.h>

static enum kauri_result result_of(const struct kauri_position *position, int r, unsigned rules)
{
    return rules == KAURI_TIEBREAKER ? kauri_tiebreak_result(position, r)
                                     : kauri_standard_result(position, r);
}

static const char *expected_sign(struct solved *solved, const struct kauri_replayed_ply *played,
                                 unsigned rules)
{
    const struct kauri_probe_result probe = solved_probe(solved, &played->before);
    const enum kauri_result best = result_of(&played->before, probe.value.r, rules);
    unsigned keep = 0;
    int own = 0;
    for (unsigned m = 0; m < probe.move_count; m++) {
        keep += result_of(&played->before, probe.moves[m].value.r, rules) == best ? 1 : 0;
        own = probe.moves[m].hole == played->hole ? probe.moves[m].value.r : own;
    }
    if (result_of(&played->before, own, rules) != best) {
        return "??";
    }
    const bool lost = rules == KAURI_TIEBREAKER
                          ? own < probe.value.r
                          : kauri_value_net(own) < kauri_value_net(probe.value.r);
    return lost ? "?" : keep == 1 && probe.move_count > 1 ? "!" : "";
}

static void check_exact(struct solved *solved, const struct kauri_replay *replay,
                        const struct kauri_annotated_game *game)
{
    for (size_t i = 0; i < game->count; i++) {
        const struct kauri_annotation *annotation = &game->plies[i];
        const struct kauri_valued_move *own = &annotation->before.moves[annotation->move];
        assert_true(annotation->tried);
        assert_int_equal(own->hole, replay->plies[i].hole);
        const int loss = kauri_value_net(annotation->before.r.low) - kauri_value_net(own->r.low);
        assert_int_equal(annotation->loss_low, loss);
        assert_int_equal(annotation->loss_high, loss);
        for (unsigned rules = 0; rules < KAURI_RULESETS; rules++) {
            assert_true(annotation->rated[rules].decided);
            assert_string_equal(annotation->rated[rules].sign,
                                expected_sign(solved, &replay->plies[i], rules));
        }
    }
}

static void check_less(const struct kauri_annotated_game *less,
                       const struct kauri_annotated_game *exact)
{
    for (size_t i = 0; i < less->count; i++) {
        const struct kauri_annotation *guess = &less->plies[i];
        const struct kauri_annotation *fact = &exact->plies[i];
        assert_true(guess->before.r.low <= fact->before.r.low);
        assert_true(guess->before.r.high >= fact->before.r.low);
        assert_true(guess->loss_low <= fact->loss_low && fact->loss_low <= guess->loss_high);
        for (unsigned rules = 0; rules < KAURI_RULESETS; rules++) {
            if (guess->rated[rules].decided) {
                assert_string_equal(guess->rated[rules].sign, fact->rated[rules].sign);
            }
        }
    }
}

// A move and the position it leads to are the same thing seen twice: no bounds may differ.
static void check_neighbours(const struct kauri_annotated_game *game,
                             const struct kauri_replay *replay)
{
    for (size_t i = 0; i < game->count; i++) {
        const struct kauri_annotation *annotation = &game->plies[i];
        const struct kauri_bounds own = annotation->before.moves[annotation->move].r;
        const struct kauri_bounds after = kauri_annotated_position(game, i + 1)->r;
        const struct kauri_capture captured = replay->plies[i].captured;
        const int gain = 3 * ((int)captured.own - (int)captured.opponent);
        assert_int_equal(own.low, gain - after.high);
        assert_int_equal(own.high, gain - after.low);
    }
}

static bool excludes(struct kauri_result_range a, struct kauri_result_range b)
{
    return a.high < b.low || b.high < a.low;
}

static const struct kauri_turning_point *point_at(const struct kauri_annotated_game *game,
                                                  size_t position, unsigned rules)
{
    const struct kauri_turning_point *found = NULL;
    for (size_t t = 0; t < game->turning_point_count; t++) {
        const struct kauri_turning_point *point = &game->turning_points[t];
        if (point->position == position && point->rules == rules) {
            assert_null(found); // one per position
            found = point;
        }
    }
    return found;
}

// A loss is credited to the move that has "??" and to no other; no position denies what the turning
// points up to it say; and every turn is one.
static void check_turning_points(const struct kauri_annotated_game *game)
{
    size_t found = 0;
    for (unsigned rules = 0; rules < KAURI_RULESETS; rules++) {
        struct kauri_result_range told = {KAURI_LOSS, KAURI_WIN};
        for (size_t i = 0; i <= game->count; i++) {
            const struct kauri_result_range range =
                kauri_south_results(kauri_annotated_position(game, i), rules);
            const struct kauri_turning_point *point = point_at(game, i, rules);
            const bool losing = i > 0 && strcmp(game->plies[i - 1].rated[rules].sign, "??") == 0;
            assert_int_equal(point != NULL && point->kind == KAURI_TURNING_LOST, losing);
            if (point != NULL) {
                found++;
                assert_memory_equal(&point->to, &range, sizeof range);
                if (point->kind == KAURI_TURNING_FIRST || point->kind == KAURI_TURNING_DECIDED) {
                    assert_int_equal(range.low, range.high);
                    assert_false(excludes(told, range));
                } else {
                    assert_true(excludes(point->from, range));
                }
                const bool nothing_told = told.low == KAURI_LOSS && told.high == KAURI_WIN;
                assert_true(nothing_told || point->kind != KAURI_TURNING_FIRST);
                assert_true(!nothing_told || point->kind != KAURI_TURNING_DECIDED);
                told = range;
            }
            assert_false(excludes(told, range));
            assert_true(range.low < range.high || told.low == told.high);
        }
    }
    assert_int_equal(found, game->turning_point_count);
}

// Where everything is exact, all but the first are losses.
static void check_exact_turns(const struct kauri_annotated_game *game)
{
    for (size_t t = 0; t < game->turning_point_count; t++) {
        const struct kauri_turning_point *point = &game->turning_points[t];
        assert_int_equal(point->kind,
                         point->position == 0 ? KAURI_TURNING_FIRST : KAURI_TURNING_LOST);
    }
}

// One of the plies that may have given a result away did, and all of them are of one player.
// Returns how often there are several.
static unsigned check_plies_between(const struct kauri_annotated_game *game,
                                    const struct kauri_annotated_game *exact)
{
    unsigned several = 0;
    for (size_t t = 0; t < game->turning_point_count; t++) {
        const struct kauri_turning_point *point = &game->turning_points[t];
        bool given_away = false;
        if (point->kind != KAURI_TURNING_LOST && point->kind != KAURI_TURNING_CHANGED) {
            continue;
        }
        assert_true(point->first_ply <= point->last_ply && point->last_ply < point->position);
        const unsigned side = game->plies[point->first_ply].before.position.side;
        assert_int_equal(game->plies[point->last_ply].before.position.side, side);
        for (size_t i = point->first_ply; i <= point->last_ply; i++) {
            const struct kauri_annotation *ply = &exact->plies[i];
            given_away = given_away || (ply->before.position.side == side &&
                                        strcmp(ply->rated[point->rules].sign, "??") == 0);
        }
        assert_true(given_away);
        several += point->first_ply < point->last_ply;
    }
    return several;
}

// Without a choice there is nothing to sign and nothing to give away, whatever is known.
static void check_forced(const struct kauri_annotated_game *game)
{
    for (size_t i = 0; i < game->count; i++) {
        const struct kauri_annotation *annotation = &game->plies[i];
        for (unsigned rules = 0; rules < KAURI_RULESETS && annotation->before.move_count == 1;
             rules++) {
            assert_true(annotation->rated[rules].decided);
            assert_string_equal(annotation->rated[rules].sign, "");
            assert_int_equal(annotation->loss_high, 0);
        }
    }
}

// Returns how often one of several plies gave a result away.
static unsigned check_games(unsigned holes, unsigned cowries, unsigned seeds,
                            const char *const *starts, size_t count)
{
    struct solved whole;
    struct solved low;
    bool seen_bad = false;
    unsigned several = 0;
    solved_make(&whole, holes, cowries, seeds);
    solved_make(&low, holes, cowries, 0);
    for (size_t s = 0; s < count; s++) {
        for (uint32_t seed = 1; seed <= 6; seed++) {
            struct kauri_replay replay = random_game(starts[s], 24, seed);
            struct kauri_annotated_game exact = random_game_annotate(whole.tables, &replay, 0);
            struct kauri_annotated_game nothing = random_game_annotate(NULL, &replay, 0);
            struct kauri_annotated_game little = random_game_annotate(low.tables, &replay, 4);
            struct kauri_annotated_game much = random_game_annotate(low.tables, &replay, 100000);
            check_exact(&whole, &replay, &exact);
            check_less(&nothing, &exact);
            check_less(&little, &exact);
            check_less(&much, &exact);
            check_neighbours(&exact, &replay);
            check_neighbours(&nothing, &replay);
            check_neighbours(&little, &replay);
            check_neighbours(&much, &replay);
            check_turning_points(&exact);
            check_exact_turns(&exact);
            check_turning_points(&little);
            check_turning_points(&nothing);
            assert_int_equal(check_plies_between(&exact, &exact), 0);
            several += check_plies_between(&little, &exact);
            check_forced(&little);
            check_forced(&nothing);
            for (size_t i = 0; i < exact.count; i++) {
                seen_bad = seen_bad || exact.plies[i].rated[0].sign[0] != '\0';
            }
            kauri_annotated_game_clear(&exact);
            kauri_annotated_game_clear(&nothing);
            kauri_annotated_game_clear(&little);
            kauri_annotated_game_clear(&much);
            kauri_replay_clear(&replay);
        }
    }
    assert_true(seen_bad); // the games are not all perfect
    solved_remove(&whole);
    solved_remove(&low);
    return several;
}

TEST(test_three_holes)
{
    static const char *const starts[] = {"1+1,0+1,1/0+1,1,0+1 S 1:1", "0+1,1+1,0+1/1,1+1,0 N 0:1",
                                         "1,1+1,1/0+2,0,0+1 S 2:0"};
    assert_true(check_games(3, 4, 3, starts, 3) > 0);
}

TEST(test_two_holes)
{
    static const char *const starts[] = {"1+1,1+1/1+1,0+1 S 0:0", "2,0+2/1+1,0+1 N 1:1"};
    (void)check_games(2, 4, 3, starts, 2);
}

// A position that was not tried says so.
TEST(test_no_time)
{
    struct kauri_replay replay = random_game("2+1,2+1,2+1/2+1,2+1,2+1 S 0:0", 8, 5);
    struct kauri_annotated_game game = random_game_annotate(NULL, &replay, 0);
    for (size_t i = 0; i < game.count; i++) {
        assert_false(game.plies[i].tried);
        assert_int_equal(game.plies[i].before.source, KAURI_SOURCE_RULES);
    }
    kauri_annotated_game_clear(&game);
    kauri_replay_clear(&replay);
}

static bool after_some(void *context)
{
    unsigned *left = context;
    return *left == 0 || --*left == 0;
}

// After an interruption, the bounds found so far stay, and nothing more is searched.
TEST(test_interrupted)
{
    struct kauri_replay replay = random_game("2+1,2+1,2+1/2+1,2+1,2+1 S 0:0", 8, 5);
    bool some_tried = false;
    for (unsigned calls = 1; calls <= 200; calls += 20) {
        unsigned left = calls;
        const struct kauri_progress progress = {.cancelled = after_some, .context = &left};
        struct kauri_effort effort = {
            .memory = 16 << 20, .seconds = 1000, .nodes = 1000, .progress = &progress};
        struct kauri_annotated_game game;
        assert_int_equal(kauri_annotate(NULL, &replay, &effort, &game, NULL), KAURI_OK);
        assert_int_equal(effort.interrupted, left == 0);
        assert_true(left > 0 || effort.seconds <= 0);
        check_neighbours(&game, &replay);
        assert_true(calls > 1 || !game.plies[0].tried); // the games are searched from their ends
        some_tried = some_tried || game.plies[game.count - 1].tried;
        kauri_annotated_game_clear(&game);
    }
    assert_true(some_tried);
    kauri_replay_clear(&replay);
}

// Searches that a limit ends leave different bounds on both sides of a move.
TEST(test_limits)
{
    for (uint32_t seed = 1; seed <= 10; seed++) {
        struct kauri_replay replay = random_game("2+1,2+1,2+1/2+1,2+1,2+1 S 0:0", 12, seed);
        for (uint64_t nodes = 10; nodes <= 640; nodes *= 4) {
            struct kauri_annotated_game game = random_game_annotate(NULL, &replay, nodes);
            check_neighbours(&game, &replay);
            kauri_annotated_game_clear(&game);
        }
        kauri_replay_clear(&replay);
    }
}
