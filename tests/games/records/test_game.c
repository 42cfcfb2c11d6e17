// A game in progress: moves, undo, repetition, ends, and the record that replay reads back.
#include "tests/games/records/records.h"
#include "tests/test.h"

#include "games/records/game.h"
#include "games/records/record_write.h"
#include "games/records/replay.h"
#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct kauri_game *begin(const char *text, enum kauri_ruleset rules)
{
    struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    struct kauri_game *game = NULL;
    if (text != NULL) {
        assert_int_equal(kauri_position_parse(text, &start, NULL), KAURI_OK);
    }
    assert_int_equal(kauri_game_new(&start, rules, &game, NULL), KAURI_OK);
    return game;
}

static void play_all(struct kauri_game *game, const char *moves)
{
    for (const char *move = moves; *move != '\0'; move++) {
        enum kauri_side side;
        int hole = KAURI_MOVE_PASS;
        if (*move != '-') {
            assert_true(kauri_letter_move(*move, &side, &hole));
            assert_int_equal(side, kauri_game_position(game)->side);
        }
        assert_int_equal(kauri_game_play(game, hole, NULL), KAURI_OK);
    }
}

static unsigned next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005U + 1442695040888963407U;
    return (unsigned)(*seed >> 40);
}

// Plays at random until the game is over or `plies` are played.
static void play_at_random(struct kauri_game *game, size_t plies, uint64_t *seed)
{
    while (!kauri_game_is_over(game) && kauri_game_count(game) < plies) {
        const struct kauri_moves moves = kauri_legal_moves(kauri_game_position(game));
        const int hole =
            moves.count == 0 ? KAURI_MOVE_PASS : (int)moves.hole[next_random(seed) % moves.count];
        assert_int_equal(kauri_game_state(game),
                         moves.count == 0 ? KAURI_GAME_PASS : KAURI_GAME_MOVE);
        assert_int_equal(kauri_game_play(game, hole, NULL), KAURI_OK);
    }
}

TEST(illegal_moves_change_nothing)
{
    struct kauri_error error;
    struct kauri_game *game = begin("3,1+1,0/2+1,0,0+2 S", KAURI_STANDARD);
    const struct kauri_position before = *kauri_game_position(game);
    static const struct {
        int hole;
        const char *reason;
    } cases[] = {{0, "no cowrie in a"}, {2, "no cowrie in c"}, {3, "no such hole"},
                 {5, "no such hole"},   {-2, "no such hole"},  {KAURI_MOVE_PASS, "South can move"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(kauri_game_play(game, cases[i].hole, &error), KAURI_BAD_INPUT);
        assert_non_null(strstr(error.message, cases[i].reason));
        assert_true(kauri_position_equal(kauri_game_position(game), &before));
        assert_int_equal(kauri_game_count(game), 0);
    }
    kauri_game_free(game);

    game = begin("1,0/1,0+2 S", KAURI_STANDARD);
    assert_int_equal(kauri_game_state(game), KAURI_GAME_PASS);
    assert_int_equal(kauri_game_play(game, 0, &error), KAURI_BAD_INPUT);
    assert_non_null(strstr(error.message, "South must pass"));
    play_all(game, "-");
    assert_int_equal(kauri_game_state(game), KAURI_GAME_MOVE);
    kauri_game_free(game);
}

TEST(games_end_as_the_rules_say)
{
    static const struct {
        const char *position;
        enum kauri_ruleset rules;
        enum kauri_game_state state;
        enum kauri_result result;
    } cases[] = {
        {"0+1,0/0,0+1 S 3:2", KAURI_STANDARD, KAURI_GAME_CAPTURED, KAURI_WIN},
        {"0+1,0/0,0+1 N 2:3", KAURI_STANDARD, KAURI_GAME_CAPTURED, KAURI_LOSS},
        {"0+1,0/0,0+1 N 2:2", KAURI_STANDARD, KAURI_GAME_CAPTURED, KAURI_DRAW},
        {"0,0/0,0+2 S 2:2", KAURI_STANDARD, KAURI_GAME_CAPTURED, KAURI_DRAW},
        {"0+1,0/0,0+1 S 3:2", KAURI_TIEBREAKER, KAURI_GAME_CAPTURED, KAURI_WIN},
        {"0,0/0,0+2 S 3:2", KAURI_TIEBREAKER, KAURI_GAME_CAPTURED, KAURI_WIN},
        {"0+1,0/0,0+1 S 2:2", KAURI_TIEBREAKER, KAURI_GAME_MOVE, KAURI_DRAW},
        {"0,0/0,0+2 S 2:2", KAURI_TIEBREAKER, KAURI_GAME_STUCK, KAURI_LOSS},
        {"0,0+2/0,0 N 2:2", KAURI_TIEBREAKER, KAURI_GAME_STUCK, KAURI_WIN},
        {"1,0/0,0+2 S 2:2", KAURI_TIEBREAKER, KAURI_GAME_PASS, KAURI_DRAW},
        {"1+1,0/0,0+2 S 2:1", KAURI_TIEBREAKER, KAURI_GAME_MOVE, KAURI_DRAW},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kauri_game *game = begin(cases[i].position, cases[i].rules);
        const bool over = cases[i].state != KAURI_GAME_MOVE && cases[i].state != KAURI_GAME_PASS;
        assert_int_equal(kauri_game_state(game), cases[i].state);
        assert_int_equal(kauri_game_is_over(game), over);
        assert_int_equal(kauri_game_result(game), cases[i].result);
        // A game that is over cannot be resigned.
        kauri_game_resign(game);
        assert_int_equal(kauri_game_state(game), over ? cases[i].state : KAURI_GAME_RESIGNED);
        kauri_game_free(game);
    }
}

TEST(resigning_can_be_taken_back)
{
    struct kauri_game *game = begin(NULL, KAURI_STANDARD);
    play_all(game, "f");
    kauri_game_resign(game);
    assert_int_equal(kauri_game_state(game), KAURI_GAME_RESIGNED);
    assert_int_equal(kauri_game_result(game), KAURI_WIN); // North was to move
    assert_int_equal(kauri_game_play(game, 0, NULL), KAURI_BAD_INPUT);
    kauri_game_undo(game, 0);
    assert_int_equal(kauri_game_state(game), KAURI_GAME_MOVE);
    assert_int_equal(kauri_game_count(game), 1);
    kauri_game_end_unlimited(game);
    assert_int_equal(kauri_game_state(game), KAURI_GAME_UNLIMITED);
    assert_int_equal(kauri_game_result(game), KAURI_DRAW);
    kauri_game_undo(game, 99);
    assert_int_equal(kauri_game_count(game), 0);
    const struct kauri_position start = kauri_start(6);
    assert_true(kauri_position_equal(kauri_game_position(game), &start));
    kauri_game_free(game);
}

TEST(repetitions_are_seen)
{
    size_t since = 99;
    struct kauri_game *game = begin("0+1/0+1 S 1:1", KAURI_TIEBREAKER);
    assert_false(kauri_game_repeats(game, &since));
    play_all(game, "a");
    assert_false(kauri_game_repeats(game, &since));
    play_all(game, "A");
    assert_true(kauri_game_repeats(game, &since));
    assert_int_equal(since, 0);
    play_all(game, "a");
    assert_true(kauri_game_repeats(game, &since));
    assert_int_equal(since, 1);
    kauri_game_undo(game, 2);
    assert_false(kauri_game_repeats(game, &since));
    kauri_game_free(game);
}

// The same by comparing every position. From here, good play repeats positions for ever.
TEST(repetitions_are_those_that_a_search_finds)
{
    uint64_t seed = 1;
    unsigned found = 0;
    for (unsigned round = 0; round < 200; round++) {
        struct kauri_game *game = begin("0+1,0+2/0+1,0 S 1:1", KAURI_TIEBREAKER);
        play_at_random(game, next_random(&seed) % 40, &seed);
        size_t expected = SIZE_MAX;
        for (size_t i = 0; i < kauri_game_count(game); i++) {
            if (kauri_position_equal(&kauri_game_ply(game, i)->before, kauri_game_position(game))) {
                expected = i;
            }
        }
        size_t since = SIZE_MAX;
        assert_int_equal(kauri_game_repeats(game, &since), expected != SIZE_MAX);
        assert_int_equal(since, expected);
        found += expected != SIZE_MAX;
        kauri_game_free(game);
    }
    assert_true(found > 20);
}

TEST(undo_goes_back_to_every_position)
{
    uint64_t seed = 2;
    for (unsigned round = 0; round < 50; round++) {
        struct kauri_game *game = begin(NULL, round % 2 == 0 ? KAURI_STANDARD : KAURI_TIEBREAKER);
        play_at_random(game, 200, &seed);
        while (kauri_game_count(game) > 0) {
            const size_t count = kauri_game_count(game);
            const size_t back = 1 + next_random(&seed) % 4;
            const size_t to = back < count ? count - back : 0;
            const struct kauri_position expected = kauri_game_ply(game, to)->before;
            kauri_game_undo(game, back);
            assert_int_equal(kauri_game_count(game), to);
            assert_true(kauri_position_equal(kauri_game_position(game), &expected));
        }
        kauri_game_free(game);
    }
}

// Writes the game, reads it back and plays it: the same plies (but passes at the end), nothing to
// repair, no difference.
static void check_record(const struct kauri_game *game)
{
    struct kauri_error error = {KAURI_OK, ""};
    struct kauri_record record;
    struct kauri_replay replay;
    char *text = NULL;
    kauri_record_init(&record);
    assert_int_equal(kauri_game_record(game, &record, &error), KAURI_OK);
    assert_int_equal(kauri_record_format(&record, &text, &error), KAURI_OK);
    struct records records = records_of(text);
    assert_int_equal(records.count, 1);
    if (kauri_replay_record(&records.records[0], &replay, &error) != KAURI_OK) {
        fail_msg("%s\n%s", error.message, text);
    }
    assert_false(replay.repair.found);
    assert_int_equal(replay.differences, 0);
    assert_int_not_equal(replay.result, KAURI_RESULT_DIFFERS);
    size_t count = kauri_game_count(game);
    while (count > 0 && kauri_game_ply(game, count - 1)->hole == KAURI_MOVE_PASS) {
        count--;
    }
    assert_int_equal(replay.count, count);
    for (size_t i = 0; i < count; i++) {
        assert_true(
            kauri_position_equal(&replay.plies[i].before, &kauri_game_ply(game, i)->before));
        assert_int_equal(replay.plies[i].hole, kauri_game_ply(game, i)->hole);
    }
    const bool scored = kauri_game_state(game) == KAURI_GAME_CAPTURED ||
                        kauri_game_state(game) == KAURI_GAME_STUCK ||
                        kauri_game_state(game) == KAURI_GAME_UNLIMITED;
    assert_int_equal(replay.result, scored                     ? KAURI_RESULT_AGREES
                                    : kauri_game_is_over(game) ? KAURI_RESULT_UNCHECKED
                                                               : KAURI_RESULT_NOT_WRITTEN);
    assert_int_equal(records.records[0].result.given, kauri_game_is_over(game));
    kauri_replay_clear(&replay);
    records_clear(&records);
    kauri_record_clear(&record);
    free(text);
}

TEST(records_read_back)
{
    static const char *const starts[] = {
        NULL,
        "0,3,1/2+1,0,1+2 S 1:4", // South passes first
        "0+2,1/1,0+1 N 2:2",
        "1+1/1+1 S",
        "7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 S 30:18",
    };
    uint64_t seed = 3;
    unsigned ends[KAURI_GAME_RESIGNED + 1] = {0};
    for (unsigned round = 0; round < 1000; round++) {
        struct kauri_game *game = begin(starts[round % 5], (enum kauri_ruleset)(round / 5 % 2));
        play_at_random(game, 4 + next_random(&seed) % 300, &seed);
        if (round % 7 == 0) {
            kauri_game_resign(game);
        } else if (round % 7 == 1) {
            kauri_game_end_unlimited(game);
        }
        ends[kauri_game_state(game)]++;
        check_record(game);
        kauri_game_free(game);
    }
    for (unsigned i = 0; i <= KAURI_GAME_RESIGNED; i++) {
        if (i != KAURI_GAME_PASS) {
            assert_true(ends[i] > 0); // otherwise the rounds above do not test it
        }
    }
}

TEST(there_is_no_record_without_a_move)
{
    struct kauri_error error;
    struct kauri_record record;
    struct kauri_game *game = begin("1,0/1,0+2 S", KAURI_STANDARD);
    kauri_record_init(&record);
    assert_int_equal(kauri_game_record(game, &record, &error), KAURI_BAD_INPUT);
    play_all(game, "-");
    assert_int_equal(kauri_game_record(game, &record, &error), KAURI_BAD_INPUT);
    assert_non_null(strstr(error.message, "no move"));
    play_all(game, "B");
    check_record(game);
    kauri_record_clear(&record);
    kauri_game_free(game);
    kauri_game_free(NULL);
}
