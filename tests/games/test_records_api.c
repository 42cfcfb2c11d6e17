// Recorded games through the public interface.
#include "tests/test.h"

#include <kauri/kauri.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The text of the four published games.
static char *four_games(void)
{
    FILE *file = fopen(KAURI_TEST_GAMES, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 16);
    assert_non_null(text);
    const size_t size = fread(text, 1, (1 << 16) - 1, file);
    assert_true(size > 0 && size < (1 << 16) - 1);
    (void)fclose(file);
    return text;
}

TEST(the_four_games_are_replayed_to_their_ends)
{
    static const unsigned ends[4][2] = {{8, 31}, {33, 22}, {34, 4}, {30, 30}};
    static const char *const results[4] = {"Gering won by 31 : 8 points.",
                                           "Sandler won by 33 : 22 points.",
                                           "Gering won by 34 : 4 points.", ""};
    char *text = four_games();
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    unsigned differ = 0;
    unsigned noted = 0;
    for (unsigned g = 0; g < 4; g++) {
        struct kauri_replayed_game *game = NULL;
        struct kauri_error error;
        assert_int_equal(kauri_replay_next(&reader, &game, &error), KAURI_OK);
        assert_non_null(game);
        assert_int_equal(kauri_replayed_end(game)->score[KAURI_SOUTH], ends[g][0]);
        assert_int_equal(kauri_replayed_end(game)->score[KAURI_NORTH], ends[g][1]);
        assert_true(strlen(kauri_replayed_player(game, KAURI_SOUTH)) > 0);
        assert_true(strlen(kauri_replayed_player(game, KAURI_NORTH)) > 0);
        assert_string_equal(kauri_replayed_result(game), results[g]);
        // Every ply begins where the last one ended, and the public rules play it the same way.
        struct kauri_position position = *kauri_replayed_start(game);
        unsigned inserted = 0;
        for (size_t i = 0; i < kauri_replayed_count(game); i++) {
            const struct kauri_replayed_ply *ply = kauri_replayed_ply_at(game, i);
            struct kauri_capture captured;
            assert_true(kauri_position_equal(&ply->before, &position));
            assert_int_equal(kauri_position_play(&position, ply->hole, &captured, NULL), KAURI_OK);
            assert_true(kauri_position_equal(&ply->after, &position));
            assert_memory_equal(&captured, &ply->captured, sizeof captured);
            differ += ply->differs ? 1 : 0;
            noted += ply->note == 'A' && ply->number == 35 ? 1 : 0;
            assert_true(ply->note == 'A' || ply->note == '\0');
            if (ply->inserted) {
                inserted++;
                assert_int_equal(ply->number, 24);
                assert_int_equal(kauri_move_letter((enum kauri_side)ply->before.side, ply->hole),
                                 'D');
            }
        }
        assert_int_equal(inserted, g == 3 ? 1 : 0); // North's 24th move of game 4
        assert_true(kauri_position_equal(kauri_replayed_end(game), &position));
        kauri_replayed_free(game);
    }
    assert_int_equal(noted, 1);
    assert_int_equal(differ, 4); // docs/guide/RULES.md names them
    struct kauri_replayed_game *none = NULL;
    assert_int_equal(kauri_replay_next(&reader, &none, NULL), KAURI_OK);
    assert_null(none);
    free(text);
}

TEST(results_and_remarks_are_told)
{
    static const struct {
        const char *text;
        enum kauri_result_check check;
        const char *remark;
    } games[] = {
        {"1. e E; 5. e F - draw, perhaps", KAURI_RESULT_UNCHECKED,
         "line 1: the move numbers go from 1 to 5"},
        {"Position 5,1+1/0+1,5 S 30:2\n1. b 1-0", KAURI_RESULT_AGREES, NULL},
        {"Position 5,1+1/0+1,5 S 30:2\n1. b 0-1", KAURI_RESULT_DIFFERS, NULL},
        {"Position 5,1+1/0+1,5 S 30:2", KAURI_RESULT_NOT_WRITTEN, NULL},
    };
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct kauri_record_reader reader = kauri_record_reader_begin(games[i].text);
        struct kauri_replayed_game *game = NULL;
        assert_int_equal(kauri_replay_next(&reader, &game, NULL), KAURI_OK);
        assert_int_equal(kauri_replayed_result_check(game), games[i].check);
        const char *remark = kauri_replayed_remark(game, 0);
        assert_string_equal(remark != NULL ? remark : "",
                            games[i].remark != NULL ? games[i].remark : "");
        assert_null(kauri_replayed_remark(game, 1));
        kauri_replayed_free(game);
    }
}

TEST(a_broken_game_is_told_and_the_next_one_read)
{
    struct kauri_record_reader reader =
        kauri_record_reader_begin("1. f D; 2. zz F;\n\n1. a A; 2. b B\n\nno game\n");
    struct kauri_replayed_game *game = NULL;
    struct kauri_error error;
    assert_int_equal(kauri_replay_next(&reader, &game, &error), KAURI_BAD_INPUT);
    assert_non_null(game);
    assert_int_equal(kauri_replayed_count(game), 2);
    assert_non_null(strstr(error.message, "zz"));
    assert_string_equal(kauri_replayed_date(game), "");
    kauri_replayed_free(game);
    assert_int_equal(kauri_replay_next(&reader, &game, &error), KAURI_OK);
    assert_non_null(game);
    assert_int_equal(kauri_replayed_count(game), 4);
    kauri_replayed_free(game);
    assert_int_equal(kauri_replay_next(&reader, &game, &error), KAURI_OK);
    assert_null(game);
    kauri_replayed_free(NULL);
}

// Reads the only game of a text, which the caller frees.
static struct kauri_replayed_game *read_back(const char *text)
{
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    struct kauri_replayed_game *game = NULL;
    struct kauri_replayed_game *more = NULL;
    struct kauri_error error;
    assert_ok(kauri_replay_next(&reader, &game, &error), &error);
    assert_non_null(game);
    assert_ok(kauri_replay_next(&reader, &more, &error), &error);
    assert_null(more);
    return game;
}

// The letters of a game's plies, passes included.
static void spell(const struct kauri_replayed_game *game, char *letters)
{
    for (size_t i = 0; i < kauri_replayed_count(game); i++) {
        const struct kauri_replayed_ply *ply = kauri_replayed_ply_at(game, i);
        *letters++ = kauri_move_letter((enum kauri_side)ply->before.side, ply->hole);
    }
    *letters = '\0';
}

TEST(a_record_that_is_written_reads_back_as_the_same_game)
{
    char *games = four_games();
    struct kauri_record_reader reader = kauri_record_reader_begin(games);
    for (unsigned g = 0; g < 4; g++) {
        struct kauri_replayed_game *game = NULL;
        struct kauri_error error;
        char moves[1000];
        char again[1000];
        char *text = NULL;
        assert_ok(kauri_replay_next(&reader, &game, &error), &error);
        spell(game, moves);
        const struct kauri_record_heading heading = {
            .struct_bytes = sizeof heading,
            .number = g + 7,
            .south = kauri_replayed_player(game, KAURI_SOUTH),
            .north = "Åke \"N\" & <co>",
            .date = "2026",
            .start = g == 1 ? kauri_replayed_start(game) : NULL,
        };
        assert_ok(kauri_record_write(&heading, moves, &text, &error), &error);
        struct kauri_replayed_game *back = read_back(text);
        spell(back, again);
        assert_string_equal(again, moves);
        assert_true(kauri_position_equal(kauri_replayed_end(back), kauri_replayed_end(game)));
        assert_string_equal(kauri_replayed_player(back, KAURI_SOUTH), heading.south);
        assert_string_equal(kauri_replayed_player(back, KAURI_NORTH), heading.north);
        assert_string_equal(kauri_replayed_date(back), "2026");
        assert_int_equal(kauri_replayed_result_check(back),
                         kauri_replayed_end(back)->score[0] + kauri_replayed_end(back)->score[1] ==
                                 60
                             ? KAURI_RESULT_AGREES
                             : KAURI_RESULT_NOT_WRITTEN);
        for (size_t i = 0; i < kauri_replayed_count(back); i++) {
            assert_false(kauri_replayed_ply_at(back, i)->differs);
        }
        kauri_record_text_free(text);
        kauri_replayed_free(back);
        kauri_replayed_free(game);
    }
    free(games);
}

TEST(a_record_that_cannot_be_written_is_refused)
{
    struct kauri_record_heading heading = {.struct_bytes = sizeof heading};
    struct kauri_error error;
    char *text = NULL;
    assert_int_equal(kauri_record_write(NULL, "aAa", &text, &error), KAURI_OK);
    kauri_record_text_free(text);
    assert_int_equal(kauri_record_write(NULL, "aAbb", &text, &error), KAURI_BAD_INPUT);
    assert_null(text);
    assert_true(strncmp(error.message, "ply 4: ", 7) == 0);
    assert_int_equal(kauri_record_write(NULL, "-", &text, &error), KAURI_BAD_INPUT);
    assert_int_equal(kauri_record_write(NULL, "", &text, &error), KAURI_BAD_INPUT);
    heading.south = "One - Two";
    assert_int_equal(kauri_record_write(&heading, "a", &text, &error), KAURI_BAD_INPUT);
    heading.south = NULL;
    heading.number = 100000;
    assert_int_equal(kauri_record_write(&heading, "a", &text, &error), KAURI_USAGE);
    heading.number = 0;
    heading.rules = (enum kauri_ruleset)2;
    assert_int_equal(kauri_record_write(&heading, "a", &text, &error), KAURI_USAGE);
    kauri_record_text_free(NULL);
}
