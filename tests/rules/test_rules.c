// R1 to R10 of docs/guide/RULES.md, each by its number; positions of the four published games are
// named by game, move and player.
#include "tests/rules/positions.h"

#include "rules/board.h"
#include "rules/value.h"
#include "tests/rules/plain_play.h"

#include <string.h>

// Plays the move with this letter ('-' passes) and asserts what it captured and where it led.
static void check_move(const char *before, char letter, unsigned own, unsigned opponent,
                       const char *after)
{
    struct kauri_position position = position_of(before);
    int hole = KAURI_MOVE_PASS;
    if (letter != '-') {
        enum kauri_side side;
        assert_true(kauri_letter_move(letter, &side, &hole));
        assert_int_equal(side, position.side);
    }
    const struct kauri_capture capture = kauri_play(&position, hole);
    assert_int_equal(capture.own, own);
    assert_int_equal(capture.opponent, opponent);
    assert_position(&position, after);
}

// The letters of the legal moves, in order.
static void check_legal(const char *text, const char *letters)
{
    const struct kauri_position position = position_of(text);
    const struct kauri_moves moves = kauri_legal_moves(&position);
    char found[KAURI_HOLES_MAX + 1] = "";
    for (unsigned i = 0; i < moves.count; i++) {
        found[i] = kauri_move_letter(position.side, moves.hole[i]);
    }
    assert_string_equal(found, letters);
}

TEST(r1_sowing_goes_round_both_rows)
{
    check_move("0,0,0,0,3+1,0/0,0,0,0,0,0 S", 'e', 0, 0, "0,0,0,0,0,1/1,1,0+1,0,0,0 N 0:0");
    check_move("0,0,0,0,0,0/0,0,0,0,3+1,0 N", 'E', 0, 0, "1,1,0+1,0,0,0/0,0,0,0,0,1 S 0:0");
    // The same on boards of other sizes.
    check_move("1+1/0 S", 'a', 0, 0, "0+1/1 N 0:0");
    check_move("0,0/0,2+1 N", 'B', 0, 0, "1,1/0+1,0 S 0:0");
    check_move("0,0,0,0,2+1/0,0,0,0,0 S", 'e', 0, 0, "0,0,0,0,0/1,1,0+1,0,0 N 0:0");
}

TEST(r2_start)
{
    const struct kauri_position start = kauri_start(6);
    assert_position(&start, "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S 0:0");
    const struct kauri_position small = kauri_start(2);
    assert_position(&small, "5+1,5+1/5+1,5+1 S 0:0");
    assert_int_equal(kauri_seeds(&start), 60);
    assert_int_equal(kauri_cowries(&start), 12);
}

TEST(r3_seeds_first_then_cowries)
{
    // Game 1, South's first move.
    check_move("5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S", 'f', 0, 0,
               "5+1,5+1,5+1,5+1,5+1,0/6+1,6+1,6+1,6+1,6+1,5+2 N 0:0");
    // A hole without cowries cannot be moved, whatever seeds it has: game 3, South's seventh.
    check_legal("12+1,4+1,2,12+2,1,9+8/0,0,3,3,5,5 S 0:4", "abdf");
}

TEST(r3_emptied_hole_is_sown_on_a_lap)
{
    // Game 4, North's 18th move: 22 seeds and 4 cowries from B, twice past B itself.
    check_move("2,0,1,0,1,1/5+2,22+4,0+1,0+3,0,0+2 N 20:8", 'B', 0, 0,
               "4,2,3,2,3,3/6+3,1+1,2+2,2+4,2,2+2 S 20:8");
}

// From every hole of every board, up to all counters that there are.
TEST(r3_sowing_ends_where_the_counters_fall)
{
    for (unsigned holes = 1; holes <= KAURI_HOLES_MAX; holes++) {
        for (unsigned from = 0; from < holes; from++) {
            uint8_t expected[KAURI_BOARD_HOLES_MAX] = {0};
            unsigned places = 0;
            const unsigned before = plain_place(holes, from, 0);
            assert_int_equal(kauri_sowing_end(holes, from, 0), before);
            for (unsigned count = 1; count <= KAURI_SEEDS_MAX + KAURI_COWRIES_MAX; count++) {
                const unsigned place = plain_place(holes, from, count);
                uint8_t drops[KAURI_BOARD_HOLES_MAX];
                uint8_t rest[KAURI_BOARD_HOLES_MAX];
                expected[place]++;
                places |= 1U << place;
                assert_int_equal(kauri_sowing_end(holes, from, count), place);
                assert_int_equal(kauri_sowing_places(holes, from, count), places);
                // The first third, and the rest.
                kauri_sowing_drops(holes, from, before, count / 3, drops);
                kauri_sowing_drops(holes, from, kauri_sowing_end(holes, from, count / 3),
                                   count - count / 3, rest);
                for (unsigned i = 0; i < KAURI_BOARD_HOLES_MAX; i++) {
                    assert_int_equal(drops[i] + rest[i], expected[i]);
                }
            }
        }
    }
}

TEST(r4_indirect_capture)
{
    // Game 4, South's fourth: E held a cowrie only.
    check_move("7+2,0,3,8+2,8+1,2/8+2,8+1,7+2,0,0+1,8+1 S 1:0", 'e', 0, 1,
               "8+2,0+1,3,8+2,0,3/9+2,9+1,8+2,1,0+1,9+1 N 1:1");
    // Own holes with cowries only capture nothing, empty holes neither.
    check_move("2+1,0+1,0,0,0,0/0,0,0,0,0,0 S", 'a', 0, 0, "0,1+1,1,0+1,0,0/0,0,0,0,0,0 N 0:0");
    check_move("0,0,0,0,0,2+1/0,0,0,0,0,0 S", 'f', 0, 0, "0,0,0,0,0,0/1,1,0+1,0,0,0 N 0:0");
    // Each drop counts by itself: three holes, three captures.
    check_move("0,0,0,0,0,3+1/0+1,0+2,0+1,0,0,0 S 5:6", 'f', 0, 3,
               "0,0,0,0,0,0/0+1,0+2,0+1,0+1,0,0 N 5:9");
}

TEST(r5_direct_capture)
{
    // Game 4, North's 40th: five cowries drop into a..e, and c and e hold two seeds each.
    check_move("0,0,2,0,2,0/0+4,0+1,0,0+1,0+1,0+5 N 30:26", 'F', 4, 0,
               "0+1,0+1,0+1,0+1,0+1,0/0+4,0+1,0,0+1,0+1,0 S 30:30");
    // Seeds beside a cowrie are safe.
    check_move("0,0,0,0,0,0+1/7+1,0,0,0,0,0 S", 'f', 0, 0, "0,0,0,0,0,0/7+2,0,0,0,0,0 N 0:0");
    // So are seeds in the mover's own holes.
    check_move("0+1,7,0,0,0,0/0,0,0,0,0,0 S", 'a', 0, 0, "0,7+1,0,0,0,0/0,0,0,0,0,0 N 0:0");
    // Seeds dropped earlier in the same move are taken as well.
    check_move("0,0,0,0,0,12+1/4,0,0,0,0,0 S", 'f', 5, 0, "1,1,1,1,1,1/0+1,1,1,1,1,1 N 5:0");
}

TEST(r6_several_captures_of_both_kinds)
{
    // Game 1, South's sixth (the record forgets the seed that North captures).
    check_move("9+3,2,1,3,6,7/12+2,10+4,0+1,3+2,2,4 S 1:0", 'a', 6, 1,
               "0+1,3,2,4,7,8/13+2,11+4,0+1,4+2,0+1,0+1 N 7:1");
    // Game 4, North's 20th: "(-1+3)".
    check_move("6,0+2,0,0+1,3+2,3/0,1,0,4+5,4,4+2 N 20:15", 'D', 3, 1,
               "7,0+2,0+1,0+2,3+3,0+1/0+1,1,0,0,5,5+2 S 21:18");
    // Game 3, South's last: nine cowries take 34 seeds, the laps run over f itself.
    check_move("1,7+1,4+1,2,3+1,11+9/2,2,5,5,7,7 S 0:4", 'f', 34, 0,
               "2+1,8+2,5+1,3,4+1,0+1/0+1,0+1,0+1,0+1,0+1,0+1 N 34:4");
}

TEST(r7_pass_only_without_cowries)
{
    // Game 3, North has no cowrie and passes.
    check_legal("13+1,5+1,3,1,2+1,10+9/1,1,4,4,6,6 N 0:4", "");
    check_move("13+1,5+1,3,1,2+1,10+9/1,1,4,4,6,6 N 0:4", '-', 0, 0,
               "13+1,5+1,3,1,2+1,10+9/1,1,4,4,6,6 S 0:4");
    // One cowrie makes one move; it is forced.
    check_legal("7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 S 30:18", "f");
}

TEST(r8_end_without_seeds)
{
    const struct kauri_position end =
        position_of("0+1,0+1,0+1,0+1,0+1,0/0+4,0+1,0,0+1,0+1,0 S 30:30");
    assert_int_equal(kauri_seeds(&end), 0);
    assert_int_equal(kauri_standard_result(&end, -1), KAURI_DRAW);
    assert_int_equal(kauri_standard_result(&end, 1), KAURI_DRAW);
    const struct kauri_position more =
        position_of("0+1,0+1,0+1,0+1,0+1,0/0+4,0+1,0,0+1,0+1,0 S 31:29");
    assert_int_equal(kauri_standard_result(&more, -1), KAURI_WIN);
    const struct kauri_position less =
        position_of("0+1,0+1,0+1,0+1,0+1,0/0+4,0+1,0,0+1,0+1,0 N 31:29");
    assert_int_equal(kauri_standard_result(&less, 1), KAURI_LOSS);
}

TEST(r9_cowries_decide_equal_captures)
{
    struct kauri_position position =
        position_of("0+1,0+1,0+1,0+1,0+1,0/0+4,0+1,0,0+1,0+1,0 S 30:30");
    assert_int_equal(kauri_tiebreak_result(&position, -1), KAURI_LOSS);
    assert_int_equal(kauri_tiebreak_result(&position, 1), KAURI_WIN);
    // The published continuation of game 4, holes 1..6 of the mover from the left: all legal.
    static const char numbers[] = "55443223155445513544552334455265";
    assert_int_equal(strlen(numbers), 32);
    for (const char *number = numbers; *number != '\0'; number++) {
        const struct kauri_moves moves = kauri_legal_moves(&position);
        bool legal = false;
        for (unsigned i = 0; i < moves.count; i++) {
            legal = legal || moves.hole[i] == *number - '1';
        }
        assert_true(legal);
        const struct kauri_capture capture = kauri_play(&position, *number - '1');
        assert_int_equal(capture.own + capture.opponent, 0);
    }
    // A player without cowries in their row cannot move; without seeds this is a loss, not a pass.
    check_legal("0,0,0,0,0,0/0+4,0+1,0,0+1,0+6,0 S 30:30", "");
    // The captures stay what counts while they differ.
    const struct kauri_position ahead = position_of("0,0,0,0,0,0/0+12,0,0,0,0,0 S 31:29");
    assert_int_equal(kauri_tiebreak_result(&ahead, -1), KAURI_WIN);
}

TEST(r10_unlimited_play_is_a_draw)
{
    // On 2x1 with two cowries and no seed, each side always has what the other just sowed.
    struct kauri_position position = position_of("0+1/0+1 S");
    const struct kauri_position first = position;
    (void)kauri_play(&position, 0);
    assert_position(&position, "0/0+2 N 0:0");
    (void)kauri_play(&position, 0);
    assert_position(&position, "0+1/0+1 S 0:0");
    assert_true(kauri_position_equal(&position, &first));
    assert_int_equal(kauri_standard_result(&position, 0), KAURI_DRAW);
    assert_int_equal(kauri_tiebreak_result(&position, 0), KAURI_DRAW);
    const struct kauri_position ahead = position_of("0+1/0+1 N 2:3");
    assert_int_equal(kauri_standard_result(&ahead, 0), KAURI_WIN);
    assert_int_equal(kauri_tiebreak_result(&ahead, 0), KAURI_WIN);
}

// Positions with few counters, in which nearly every move captures, and with many, which go round.
TEST(moves_are_those_of_a_plain_game)
{
    uint64_t random = 1;
    for (unsigned i = 0; i < 20000; i++) {
        struct kauri_position position = {.holes = (uint8_t)(1 + i % KAURI_HOLES_MAX),
                                          .side = (uint8_t)(i / KAURI_HOLES_MAX % 2)};
        for (unsigned n = 0; n < (i % 3 == 0 ? 72U : 12U); n++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407U;
            const unsigned place = (unsigned)(random >> 33) % (i % 5 == 0 ? 3U : 12U);
            uint8_t *holes = n % 6 == 0 ? position.cowries : position.seeds;
            holes[place % (2U * position.holes)]++;
        }
        const struct kauri_moves moves = kauri_legal_moves(&position);
        for (unsigned m = 0; m < moves.count; m++) {
            struct kauri_position after = position;
            struct kauri_position expected = position;
            const struct kauri_capture capture = kauri_play(&after, moves.hole[m]);
            const struct kauri_capture plain = plain_play(&expected, moves.hole[m]);
            assert_true(kauri_position_equal(&after, &expected));
            assert_int_equal(capture.own, plain.own);
            assert_int_equal(capture.opponent, plain.opponent);
        }
    }
}
