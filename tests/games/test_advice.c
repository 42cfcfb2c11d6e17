// The computer's choice of a move: right where it says so, within the bounds elsewhere.
#include "tests/test.h"

#include "games/analysis/advice.h"
#include "tests/queries/solved_tables.h"

static const struct kauri_advice_limits no_search = {.nodes = 50};
// On the small boards here the search ends long before.
static const struct kauri_advice_limits search = {.memory = 16 << 20, .seconds = 20};

static unsigned next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005U + 1442695040888963407U;
    return (unsigned)(*seed >> 40);
}

// A seed that differs from position to position.
static uint64_t seed_of(const struct kauri_position *position)
{
    uint64_t seed = position->holes;
    for (unsigned i = 0; i < KAURI_BOARD_HOLES_MAX; i++) {
        seed = seed * 61 + position->seeds[i];
        seed = seed * 61 + position->cowries[i];
    }
    (void)next_random(&seed);
    return seed;
}

// Asks for advice, with an engine of its own.
static enum kauri_status ask(const struct kauri_game *game, struct kauri_tablebase *tables,
                             const struct kauri_advice_limits *limits, struct kauri_advice *advice,
                             struct kauri_error *error)
{
    const struct kauri_position *position = kauri_game_position(game);
    const struct kauri_engine_parts options = {.shape = kauri_shape_of(position),
                                               .memory = 64 << 10};
    struct kauri_advice_limits given = *limits;
    assert_int_equal(kauri_engine_make(&options, &given.engine, error), KAURI_OK);
    const enum kauri_status status = kauri_advise(game, tables, &given, advice, error);
    kauri_engine_free(given.engine);
    return status;
}

static struct kauri_advice advise(const struct kauri_position *position, enum kauri_ruleset rules,
                                  struct kauri_tablebase *tables)
{
    struct kauri_game *game = NULL;
    struct kauri_advice advice;
    struct kauri_error error;
    assert_int_equal(kauri_game_new(position, rules, &game, NULL), KAURI_OK);
    assert_ok(ask(game, tables, &no_search, &advice, &error), &error);
    kauri_game_free(game);
    return advice;
}

static struct kauri_position with_score(struct kauri_position position, int lead)
{
    position.score[position.side] = (uint8_t)(10 + lead);
    position.score[1 - position.side] = 10;
    return position;
}

// Whatever the advice claims holds by the tables.
static void check_claims(const struct kauri_advice *advice, enum kauri_ruleset rules,
                         const struct kauri_probe_result *probe)
{
    assert_int_equal(advice->move_count, probe->move_count);
    if (advice->move_count == 0) {
        return;
    }
    assert_in_range(probe->value.r + 1000, advice->r.low + 1000, advice->r.high + 1000);
    int best = 0;
    for (unsigned i = 0; i < advice->move_count; i++) {
        const struct kauri_advice_move *move = &advice->moves[i];
        for (unsigned p = 0; p < probe->move_count; p++) {
            if (probe->moves[p].hole == move->known.hole) {
                const int r = probe->moves[p].value.r;
                assert_in_range(r + 1000, move->known.r.low + 1000, move->known.r.high + 1000);
                best = i == 0 ? r : best;
            }
        }
    }
    const struct kauri_position *position = &advice->position;
    if (advice->proof == KAURI_ADVICE_VALUE) {
        assert_int_equal(best, probe->value.r);
    } else if (advice->proof == KAURI_ADVICE_RESULT) {
        assert_int_equal(kauri_result_under(rules, position, best),
                         kauri_result_under(rules, position, probe->value.r));
    }
}

static void check_exact(struct solved *solved, const struct kauri_position *position)
{
    for (int lead = -3; lead <= 3; lead += 3) {
        const struct kauri_position scored = with_score(*position, lead);
        const struct kauri_probe_result probe = solved_probe(solved, &scored);
        for (unsigned rules = KAURI_STANDARD; rules <= KAURI_TIEBREAKER; rules++) {
            const struct kauri_advice advice =
                advise(&scored, (enum kauri_ruleset)rules, solved->tables);
            check_claims(&advice, (enum kauri_ruleset)rules, &probe);
            if (advice.move_count > 0) {
                assert_int_equal(advice.proof, KAURI_ADVICE_VALUE);
                assert_int_equal(advice.source, KAURI_SOURCE_TABLES);
                assert_int_equal(advice.r.low, advice.r.high);
                assert_int_equal(advice.moves[0].known.hole, probe.moves[0].hole);
            }
        }
    }
}

TEST(with_tables_it_plays_what_probe_calls_best)
{
    struct solved solved;
    solved_make(&solved, 3, 4, 2);
    solved_for_all(&solved, check_exact);
    solved_remove(&solved);
}

static void check_without(struct solved *solved, const struct kauri_position *position)
{
    for (int lead = -4; lead <= 4; lead += 2) {
        const struct kauri_position scored = with_score(*position, lead);
        const struct kauri_probe_result probe = solved_probe(solved, &scored);
        for (unsigned rules = KAURI_STANDARD; rules <= KAURI_TIEBREAKER; rules++) {
            const struct kauri_advice advice = advise(&scored, (enum kauri_ruleset)rules, NULL);
            check_claims(&advice, (enum kauri_ruleset)rules, &probe);
        }
    }
}

TEST(without_tables_it_claims_nothing_false)
{
    struct solved solved;
    solved_make(&solved, 2, 3, 3);
    solved_for_all(&solved, check_without);
    solved_remove(&solved);
}

// Plays a game of the computer against random moves, or against itself.
static void play_out(struct kauri_game *game, struct kauri_tablebase *tables,
                     const struct kauri_advice_limits *limits, bool against_random, uint64_t *seed)
{
    const unsigned computer = kauri_game_position(game)->side;
    size_t since;
    while (!kauri_game_is_over(game)) {
        const struct kauri_position *now = kauri_game_position(game);
        const struct kauri_moves moves = kauri_legal_moves(now);
        struct kauri_advice advice;
        int hole = KAURI_MOVE_PASS;
        if (moves.count > 0 && against_random && now->side != computer) {
            hole = moves.hole[next_random(seed) % moves.count];
        } else if (moves.count > 0) {
            assert_int_equal(ask(game, tables, limits, &advice, NULL), KAURI_OK);
            hole = advice.moves[0].known.hole;
        }
        assert_int_equal(kauri_game_play(game, hole, NULL), KAURI_OK);
        assert_true(kauri_game_count(game) < 5000);
        if (kauri_game_repeats(game, &since)) {
            kauri_game_end_unlimited(game);
        }
    }
}

// From a position, with some lead under either rules: against itself the computer gets exactly what
// the tables of `truth` promise, against random moves no less.
static void check_outcome(struct solved *truth, const struct kauri_position *position,
                          struct kauri_tablebase *tables, const struct kauri_advice_limits *limits,
                          uint64_t *seed)
{
    for (unsigned against_random = 0; against_random < 2; against_random++) {
        const enum kauri_ruleset rules = (enum kauri_ruleset)(next_random(seed) % 2);
        const struct kauri_position scored =
            with_score(*position, (int)(next_random(seed) % 5) - 2);
        const enum kauri_result promised =
            kauri_result_under(rules, &scored, solved_probe(truth, &scored).value.r);
        struct kauri_game *game = NULL;
        assert_int_equal(kauri_game_new(&scored, rules, &game, NULL), KAURI_OK);
        play_out(game, tables, limits, against_random == 1, seed);
        const enum kauri_result south = kauri_game_result(game);
        const int result = scored.side == KAURI_SOUTH ? (int)south : -(int)south;
        if (against_random == 1) {
            assert_true(result >= (int)promised);
        } else {
            assert_int_equal(result, promised);
        }
        kauri_game_free(game);
    }
}

static void check_outcome_by_tables(struct solved *solved, const struct kauri_position *position)
{
    uint64_t seed = seed_of(position);
    if (next_random(&seed) % 7 == 0) {
        check_outcome(solved, position, solved->tables, &no_search, &seed);
    }
}

static void check_outcome_by_search(struct solved *solved, const struct kauri_position *position)
{
    uint64_t seed = seed_of(position);
    if (kauri_seeds(position) == solved->seeds && next_random(&seed) % 40 == 0) {
        check_outcome(solved, position, NULL, &search, &seed);
    }
}

TEST(with_tables_it_gets_what_the_tables_promise)
{
    struct solved solved;
    solved_make(&solved, 3, 4, 3);
    solved_for_all(&solved, check_outcome_by_tables);
    solved_remove(&solved);
}

// No distances there: the winner must get on all the same.
TEST(with_search_it_gets_what_the_tables_promise)
{
    static const uint8_t shapes[][3] = {{2, 3, 3}, {2, 4, 3}, {3, 3, 2}, {1, 2, 4}};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        struct solved solved;
        solved_make(&solved, shapes[i][0], shapes[i][1], shapes[i][2]);
        solved_for_all(&solved, check_outcome_by_search);
        solved_remove(&solved);
    }
}

TEST(without_anything_it_still_finishes_games)
{
    uint64_t seed = 7;
    unsigned wins = 0;
    enum { GAMES = 12 };
    for (unsigned i = 0; i < GAMES; i++) {
        const struct kauri_position start = kauri_start(6);
        struct kauri_game *game = NULL;
        assert_int_equal(kauri_game_new(&start, KAURI_STANDARD, &game, NULL), KAURI_OK);
        play_out(game, NULL, &no_search, i > 0, &seed);
        wins += i > 0 && kauri_game_result(game) == KAURI_WIN;
        kauri_game_free(game);
    }
    assert_true(wins > GAMES / 2); // sensible: better than chance
}

TEST(moves_that_repeat_a_position_are_marked)
{
    const struct kauri_position start = position_of("0+1,0+2/0+1,0 S 3:3");
    unsigned marked = 0;
    struct kauri_game *game = NULL;
    struct kauri_advice advice;
    assert_int_equal(kauri_game_new(&start, KAURI_TIEBREAKER, &game, NULL), KAURI_OK);
    for (unsigned ply = 0; ply < 200 && !kauri_game_is_over(game); ply++) {
        assert_int_equal(ask(game, NULL, &no_search, &advice, NULL), KAURI_OK);
        for (unsigned i = 0; i < advice.move_count; i++) {
            size_t since;
            assert_int_equal(kauri_game_play(game, advice.moves[i].known.hole, NULL), KAURI_OK);
            assert_int_equal(advice.moves[i].repeats, kauri_game_repeats(game, &since));
            marked += advice.moves[i].repeats;
            kauri_game_undo(game, 1);
        }
        assert_int_equal(kauri_game_play(game, advice.moves[0].known.hole, NULL), KAURI_OK);
    }
    assert_true(marked > 0);
    kauri_game_free(game);
}
