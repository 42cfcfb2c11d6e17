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
