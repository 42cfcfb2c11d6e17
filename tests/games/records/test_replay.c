// Replaying records: the four published games, wrong captures, missing moves, broken records.
#include "tests/games/records/records.h"
#include "tests/rules/positions.h"

#include "games/records/replay.h"

#include <stdlib.h>
#include <string.h>

static struct kauri_replay replay_of(const struct kauri_record *record)
{
    struct kauri_replay replay;
    struct kauri_error error = {KAURI_OK, ""};
    if (kauri_replay_record(record, &replay, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return replay;
}

TEST(games_end_as_published)
{
    static const char *const ends[] = {
        "2,2,0+1,0,0+2,0+1/14+3,0,1+3,0,2+2,0 S 8:31",
        "0+2,0,0,1,2+2,2+1/0+1,0+1,0+1,0,0+1,0+3 N 33:22",
        "2+1,8+2,5+1,3,4+1,0+1/0+1,0+1,0+1,0+1,0+1,0+1 N 34:4",
        "0+1,0+1,0+1,0+1,0+1,0/0+4,0+1,0,0+1,0+1,0 S 30:30",
    };
    static const enum kauri_result_check results[] = {
        KAURI_RESULT_AGREES, KAURI_RESULT_AGREES, KAURI_RESULT_AGREES, KAURI_RESULT_NOT_WRITTEN};
    struct records records = published_games();
    for (unsigned i = 0; i < 4; i++) {
        struct kauri_replay replay = replay_of(&records.records[i]);
        assert_position(&replay.end, ends[i]);
        assert_int_equal(replay.result, results[i]);
        assert_int_equal(replay.repair.found, i == 3);
        kauri_replay_clear(&replay);
    }
    records_clear(&records);
}

TEST(four_captures_are_written_wrong)
{
    static const struct {
        unsigned game;
        uint32_t number;
        char letter;
        bool written;
        struct kauri_capture said, real;
    } wrong[] = {
        {0, 5, 'C', true, {1, 0}, {0, 0}},
        {0, 6, 'a', true, {6, 0}, {6, 1}},
        {3, 8, 'E', true, {5, 0}, {5, 1}},
        {3, 40, 'F', false, {0, 0}, {4, 0}},
    };
    struct records records = published_games();
    size_t found = 0;
    for (unsigned game = 0; game < 4; game++) {
        struct kauri_replay replay = replay_of(&records.records[game]);
        size_t here = 0;
        for (size_t i = 0; i < replay.count; i++) {
            const struct kauri_replayed_ply *played = &replay.plies[i];
            if (!played->differs) {
                continue;
            }
            assert_true(found < 4);
            assert_int_equal(wrong[found].game, game);
            assert_int_equal(wrong[found].number, played->number);
            assert_int_equal(wrong[found].letter,
                             kauri_move_letter((enum kauri_side)played->before.side, played->hole));
            assert_int_equal(wrong[found].written, played->captures_written);
            assert_memory_equal(&wrong[found].said, &played->written, 2);
            assert_memory_equal(&wrong[found].real, &played->captured, 2);
            found++;
            here++;
        }
        assert_int_equal(replay.differences, here);
        kauri_replay_clear(&replay);
    }
    assert_int_equal(found, 4);
    records_clear(&records);
}

TEST(game_4_lacks_norths_24th_move)
{
    struct records records = published_games();
    struct kauri_replay replay = replay_of(&records.records[3]);
    assert_true(replay.repair.found);
    assert_int_equal(replay.repair.choices, 1);
    const struct kauri_replayed_ply *played = &replay.plies[replay.repair.at];
    assert_true(played->inserted);
    assert_int_equal(played->before.side, KAURI_NORTH);
    assert_int_equal(played->hole, 3);
    assert_int_equal(played->number, 24);
    assert_int_equal(replay.count, 84); // 81 written, 2 passes, 1 missing
    unsigned inserted = 0;
    for (size_t i = 0; i < replay.count; i++) {
        inserted += replay.plies[i].inserted ? 1 : 0;
        if (replay.plies[i].number == 35 && replay.plies[i].before.side == KAURI_SOUTH) {
            assert_position(&replay.plies[i].before, "7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 S 30:18");
        }
    }
    assert_int_equal(inserted, 1);
    kauri_replay_clear(&replay);
    records_clear(&records);
}

TEST(passes_are_plies)
{
    struct records records = published_games();
    struct kauri_replay replay = replay_of(&records.records[2]);
    assert_int_equal(replay.count, 17);
    for (size_t i = 0; i < replay.count; i++) {
        const struct kauri_replayed_ply *played = &replay.plies[i];
        assert_int_equal(played->hole == KAURI_MOVE_PASS, i == 13 || i == 15);
        assert_int_equal(played->before.side, played->before.side);
        assert_int_equal(played->after.side, 1 - played->before.side);
        if (i > 0) {
            assert_true(kauri_position_equal(&played->before, &replay.plies[i - 1].after));
        }
        if (played->hole == KAURI_MOVE_PASS) {
            assert_int_equal(played->before.side, KAURI_NORTH);
            assert_int_equal(played->number, 7);
        }
    }
    kauri_replay_clear(&replay);
    records_clear(&records);
}

// A pass that the record does not show by a hyphen is seen as well.
TEST(pass_without_hyphen)
{
    struct records records = records_of("(1) A - B\nPosition 0+1,0+1/3,0 S 0:0\n1. a; 2. b");
    struct kauri_replay replay = replay_of(&records.records[0]);
    assert_int_equal(replay.count, 3);
    assert_true(replay.plies[1].hole == KAURI_MOVE_PASS);
    assert_position(&replay.end, "0,0/0+1,0+1 N 3:0");
    kauri_replay_clear(&replay);
    records_clear(&records);
}

TEST(result_is_compared_with_the_end)
{
    static const struct {
        const char *text;
        enum kauri_result_check check;
    } cases[] = {
        {"1. f D - South won by 1 : 0.", KAURI_RESULT_DIFFERS},
        {"1. f D - Draw by 0 : 0.", KAURI_RESULT_AGREES},
        {"1. f D - unfinished.", KAURI_RESULT_UNCHECKED},
        {"1. f D - Draw.", KAURI_RESULT_UNCHECKED}, // agreed, perhaps
        {"1. f D *", KAURI_RESULT_NOT_WRITTEN},
        {"1. f D", KAURI_RESULT_NOT_WRITTEN},
        {"1. f D; 2. e F; 3. b (+1) - Somebody won by 1 : 0.", KAURI_RESULT_UNCHECKED},
        {"1. f D; 2. e F; 3. b (+1) - 1 : 0", KAURI_RESULT_AGREES},
        {"1. f D; 2. e F; 3. b (+1) - North won by 1 : 0.", KAURI_RESULT_DIFFERS},
        {"1. f D; 2. e F; 3. b (+1) - South won by 1 : 0.", KAURI_RESULT_AGREES},
        // The sentence does not say whose captures are whose: either way agrees, except for named
        // players.
        {"Position 1,0+1/0,0+1 S 0:1\n1. b - 1 : 0", KAURI_RESULT_AGREES},
        {"Position 1,0+1/0,0+1 S 0:1\n1. b - Somebody won by 2 : 0.", KAURI_RESULT_DIFFERS},
        {"Position 1,0+1/0,0+1 S 0:1\n1. b - South won by 1 : 0.", KAURI_RESULT_DIFFERS},
        // Words are compared where the result is certain: one player has more than half, or no seed
        // is left. After equal captures, the cowries may decide.
        {"Position 0,1+1/0+1,1 S 30:2\n1. b - draw", KAURI_RESULT_DIFFERS},
        {"Position 0,1+1/0+1,1 S 30:2\n1. b - South wins", KAURI_RESULT_AGREES},
        {"Position 0,1+1/0+1,1 S 30:2\n1. b 0-1", KAURI_RESULT_DIFFERS},
        {"Position 5,1+1/0+1,5 S 1:2\n1. b - South wins", KAURI_RESULT_UNCHECKED},
        {"Position 0,0+1/1,0 S 2:3\n1. b - draw", KAURI_RESULT_AGREES},
        {"Position 0,0+1/1,0 S 2:3\n1. b - South wins", KAURI_RESULT_UNCHECKED},
        {"Position 0,0+1/1,0 S 2:3\n1. b A - North wins", KAURI_RESULT_AGREES},
        {"Position 0,0+1/1,0 S 2:3\n1. b A - South wins", KAURI_RESULT_DIFFERS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct records records = records_of(cases[i].text);
        struct kauri_replay replay = replay_of(&records.records[0]);
        if (replay.result != cases[i].check) {
            fail_msg("%d, not %d: %s", replay.result, cases[i].check, cases[i].text);
        }
        kauri_replay_clear(&replay);
        records_clear(&records);
    }
}

static void drop(struct kauri_record *record, size_t at)
{
    record->count--;
    memmove(record->plies + at, record->plies + at + 1,
            (record->count - at) * sizeof *record->plies);
    // A hyphen goes with the move before it.
    const bool first = at == 0 || record->plies[at - 1].side != record->plies[at].side;
    record->plies[at].joined = record->plies[at].joined && !first;
}

// Is the replay the game `whole` in its moves and passes?
static bool same_game(const struct kauri_replay *replay, const struct kauri_replay *whole)
{
    bool same = replay->count == whole->count;
    for (size_t i = 0; same && i < replay->count; i++) {
        same = replay->plies[i].before.side == whole->plies[i].before.side &&
               replay->plies[i].hole == whole->plies[i].hole;
    }
    return same;
}

// A record of the same game without faults: the real captures, the missing move in its place.
static struct kauri_record corrected(const struct kauri_record *record,
                                     const struct kauri_replay *replay)
{
    struct kauri_record whole = *record;
    whole.count = 0;
    whole.capacity = 0;
    whole.plies = NULL;
    whole.pieces = (struct kauri_pieces){.count = 0};
    for (size_t i = 0; i < replay->count; i++) {
        const struct kauri_replayed_ply *played = &replay->plies[i];
        const struct kauri_ply ply = {
            .side = played->before.side,
            .hole = (int8_t)played->hole,
            .joined = i > 0 && replay->plies[i - 1].hole == KAURI_MOVE_PASS,
            .captures_written = played->captured.own + played->captured.opponent > 0,
            .number = played->number,
            .captures = played->captured,
        };
        if (ply.hole != KAURI_MOVE_PASS) {
            assert_int_equal(kauri_record_append(&whole, &ply, NULL), KAURI_OK);
        }
    }
    return whole;
}

struct tally {
    unsigned found;   // the missing move, in its place
    unsigned several; // moves fit equally well
    unsigned legal;   // the rest is legal without it
};

// Takes the move out and replays the rest.
static void check_without(const struct kauri_record *whole, const struct kauri_replay *game,
                          size_t at, struct tally *tally)
{
    struct kauri_record record = *whole;
    struct kauri_replay replay;
    struct kauri_error error = {KAURI_OK, ""};
    record.plies = malloc(whole->count * sizeof *record.plies);
    assert_non_null(record.plies);
    memcpy(record.plies, whole->plies, whole->count * sizeof *record.plies);
    drop(&record, at);
    const enum kauri_status status = kauri_replay_record(&record, &replay, &error);
    if (status != KAURI_OK) {
        assert_int_equal(status, KAURI_BAD_INPUT);
        assert_true(strstr(error.message, "equally well") != NULL ||
                    strstr(error.message, "a missing move may be") != NULL);
        tally->several++;
    } else if (replay.repair.found) {
        assert_true(same_game(&replay, game));
        assert_int_equal(replay.differences, 0);
        assert_true(replay.plies[replay.repair.at].inserted);
        tally->found++;
    } else {
        assert_true(replay.differences > 0);
        tally->legal++;
    }
    kauri_replay_clear(&replay);
    free(record.plies);
}

// Takes each move but the last out of a game in turn. It must be found again, unless the moves
// after the gap are too few to tell, which the message says; or a run of moves stays legal without
// one of them, and then the captures show that something is wrong.
TEST(any_missing_move_is_found)
{
    struct records records = published_games();
    static const struct tally expected[] = {{16, 1, 0}, {28, 4, 0}, {12, 0, 2}, {80, 1, 0}};
    for (size_t i = 0; i < records.count; i++) {
        struct kauri_replay published = replay_of(&records.records[i]);
        struct kauri_record whole = corrected(&records.records[i], &published);
        struct kauri_replay game = replay_of(&whole);
        struct tally tally = {0};
        assert_true(same_game(&game, &published));
        assert_int_equal(game.differences, 0);
        for (size_t at = 0; at + 1 < whole.count; at++) {
            check_without(&whole, &game, at, &tally);
        }
        assert_memory_equal(&tally, &expected[i], sizeof tally);
        kauri_replay_clear(&game);
        kauri_replay_clear(&published);
        kauri_record_clear(&whole);
    }
    records_clear(&records);
}

static void check_broken(const char *text, const char *message)
{
    struct records records = records_of(text);
    struct kauri_replay replay;
    struct kauri_error error = {KAURI_OK, ""};
    assert_int_equal(kauri_replay_record(&records.records[0], &replay, &error), KAURI_BAD_INPUT);
    assert_string_equal(error.message, message);
    kauri_replay_clear(&replay);
    records_clear(&records);
}

TEST(broken_records_tell_move_position_and_legal_moves)
{
    check_broken("(7) A - B\n\n1. f D; 2. f E; 3. f f",
                 "game 7, line 3, move 2, South's f: the hole holds no cowrie; position "
                 "6+1,6+1,6+1,6+1,5+2,0/6+1,6+1,6+1,0,7+1,6+2 S 0:0, South can play a,b,c,d,e; no "
                 "single missing move repairs the record");
    check_broken("(7) A - B\nPosition 0+1,0/0+1,0 S 2:2\n\n1. f",
                 "game 7, line 4, move 1, South's f: the board has no such hole; position "
                 "0+1,0/0+1,0 S 2:2, South can play a; no single missing move repairs the record");
    check_broken("(7) A - B\nPosition 0+1,0/0,0 S 2:2\n\n1. a; 2. b",
                 "game 7, line 4, move 2, South's b: the game is over; position "
                 "0,0+1/0,0 N 2:2, North cannot move; no single missing move repairs the record");
    check_broken("Position 0+11,0/0,0+1 S 31:29\n\n1. a",
                 "line 3, move 1, South's a: the game is over; position 0+11,0/0,0+1 S 31:29, "
                 "South can play a; no single missing move repairs the record");
    // Nothing is inserted before the last move, which may be wrong itself.
    check_broken("Position 1+1,1/1,1+1 S\n\n1. B",
                 "line 3, move 1, North's B: it is South's turn; position 1+1,1/1,1+1 S 0:0, "
                 "South can play a; a missing move may be a before B of move 1");
    check_broken("(7) A - B\n\n1. f D; 2. x",
                 "game 7, line 3, column 12, move 2: \"x\" is neither a move (a..f South, A..F "
                 "North) nor a move "
                 "number; position 6+1,6+1,6+1,6+1,5+2,0/6+1,6+1,6+1,0,7+1,6+2 S 0:0, South can "
                 "play a,b,c,d,e");
    check_broken("(7) A - B\nPosition 1/1 X\n\n1. a",
                 "game 7, line 2: position \"1/1 X\": the side to move must be S or N");
    check_broken(
        "1. f A; 2. e F; 3. b (+1) D; 4. d E; 5. c-a",
        "line 1, move 5, South's a: the hyphen says that North passes, but North can move; "
        "position 9+3,2,0,2,6,7/5+2,12+3,10+3,2+1,1,4 N 0:0, North can play A,B,C,D; no "
        "single missing move repairs the record");
}

// Which of several moves that make the rest legal is taken.
TEST(the_place_of_a_missing_move_is_chosen)
{
    // e may come before b or after it; only there do two of South's moves follow without a hyphen.
    struct records records = records_of("Position 1+1,0+2,1,0,0+1,0/0,0,1,0,1,0 S\n\n1. b; 2. f A");
    struct kauri_replay replay = replay_of(&records.records[0]);
    assert_true(replay.repair.found);
    assert_int_equal(replay.repair.choices, 2);
    assert_int_equal(replay.repair.at, 2); // after b and the pass
    assert_int_equal(replay.plies[2].hole, 4);
    kauri_replay_clear(&replay);
    records_clear(&records);
    // The capture of b is written wrong before and after the places, which makes none of them
    // better.
    check_broken("Position 0+1,0+2,2,0,0+1,0/0,0,0,1,2,0 S\n\n1. a-b (+1)-f",
                 "line 3, move 1, South's f: the hole holds no cowrie; position "
                 "0,0,2+1,0+1,0+2,0/0,0,0,1,2,0 N 0:0, North must pass; 3 missing moves would "
                 "repair the record equally well: e before a of move 1, e before b of move 1, c "
                 "before f of move 1");
}

TEST(long_broken_records_are_not_searched)
{
    struct kauri_record record;
    struct kauri_replay replay;
    struct kauri_error error;
    kauri_record_init(&record);
    for (unsigned i = 0; i <= 2000; i++) {
        const struct kauri_ply ply = {.side = KAURI_SOUTH};
        assert_int_equal(kauri_record_append(&record, &ply, NULL), KAURI_OK);
    }
    assert_int_equal(kauri_replay_record(&record, &replay, &error), KAURI_BAD_INPUT);
    assert_non_null(strstr(error.message, "too long to look for a missing move"));
    assert_int_equal(replay.count, 1);
    kauri_replay_clear(&replay);
    kauri_record_clear(&record);
}
