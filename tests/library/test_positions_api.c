// Positions, moves, values and indices through the public interface, linked to the shared library.
#include "tests/library/parsed.h"
#include "tests/test.h"

#include <kauri/analysis.h>

#include <stddef.h>
#include <stdio.h>
#include <string.h>

TEST(the_version_is_that_of_the_header)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%d.%d.%d", KAURI_VERSION_MAJOR, KAURI_VERSION_MINOR,
                   KAURI_VERSION_PATCH);
    assert_string_equal(kauri_version(), text);
    assert_int_equal(kauri_version_number(), KAURI_VERSION_NUMBER);
}

// The numbers are part of the binary interface and exit statuses.
TEST(statuses_keep_their_numbers)
{
    static const enum kauri_status statuses[] = {
        KAURI_OK,          KAURI_WRONG,    KAURI_USAGE,       KAURI_BAD_INPUT,
        KAURI_MISSING,     KAURI_CORRUPT,  KAURI_RESOURCE,    KAURI_LOCKED,
        KAURI_INTERRUPTED, KAURI_INTERNAL, KAURI_NOT_COVERED, KAURI_NOT_CACHED,
    };
    for (int i = 0; i < 12; i++) {
        assert_int_equal(statuses[i], i);
        assert_string_not_equal(kauri_status_name(statuses[i]), "unknown status");
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(kauri_status_name(statuses[i]), kauri_status_name(statuses[j]));
        }
    }
    assert_string_equal(kauri_status_name((enum kauri_status)99), "unknown status");
}

// Programs that were compiled against an older version keep working only while these stay: where a
// struct begins with struct_bytes, its members; of all others, size and members.
TEST(structs_keep_their_layout)
{
    static const struct {
        size_t now, promised;
    } layout[] = {
        {sizeof(struct kauri_error), 516},
        {sizeof(struct kauri_position), 28},
        {sizeof(struct kauri_capture), 2},
        {sizeof(struct kauri_moves), 7},
        {sizeof(struct kauri_value), 8},
        {sizeof(struct kauri_probe_move), 48},
        {sizeof(struct kauri_probe_result), 344},
        {sizeof(struct kauri_line_step), 44},
        {sizeof(struct kauri_best_line), 80},
        {sizeof(struct kauri_bounds), 8},
        {sizeof(struct kauri_search_move), 52},
        {sizeof(struct kauri_search_result), 488},
        {sizeof(struct kauri_written_proof), 32},
        {sizeof(struct kauri_checked_proof), 80},
        {sizeof(struct kauri_proofs), 512},
        {offsetof(struct kauri_error, message), 4},
        {offsetof(struct kauri_drawing, caption), 120},
        {offsetof(struct kauri_position, cowries), 16},
        {offsetof(struct kauri_source, close), 40},
        {offsetof(struct kauri_tablebase_options, source), 24},
        {offsetof(struct kauri_probe_move, successor), 17},
        {offsetof(struct kauri_probe_result, moves), 56},
        {offsetof(struct kauri_line_step, value), 36},
        {offsetof(struct kauri_best_line, end), 76},
        {offsetof(struct kauri_search_options, proofs), 32},
        {offsetof(struct kauri_search_move, successor), 21},
        {offsetof(struct kauri_search_result, moves), 92},
        {offsetof(struct kauri_search_result, line), 408},
        {offsetof(struct kauri_search_request, context), 56},
        {offsetof(struct kauri_proof_write_options, context), 40},
        {offsetof(struct kauri_checked_proof, tables), 72},
        {offsetof(struct kauri_proofs, table_digest), 24},
        {offsetof(struct kauri_proofs_check_options, context), 24},
    };
    if (sizeof(void *) != 8) {
        skip();
    }
    for (size_t i = 0; i < sizeof layout / sizeof *layout; i++) {
        assert_int_equal(layout[i].now, layout[i].promised);
    }
}

TEST(a_game_can_be_played_and_moves_taken_back)
{
    struct kauri_error error;
    struct kauri_position position;
    assert_int_equal(kauri_position_start(6, &position, &error), KAURI_OK);
    assert_int_equal(kauri_seeds(&position), 60);
    assert_int_equal(kauri_cowries(&position), 12);
    const struct kauri_position before = position;
    struct kauri_moves moves;
    assert_int_equal(kauri_position_moves(&position, &moves, &error), KAURI_OK);
    assert_int_equal(moves.count, 6);
    int hole = 0;
    assert_int_equal(kauri_move_parse(&position, "f", &hole, &error), KAURI_OK);
    assert_int_equal(hole, 5);
    struct kauri_capture captured = {9, 9};
    assert_int_equal(kauri_position_play(&position, hole, &captured, &error), KAURI_OK);
    assert_int_equal(captured.own + captured.opponent, 0);
    const struct kauri_position after = parsed("5+1,5+1,5+1,5+1,5+1,0/6+1,6+1,6+1,6+1,6+1,5+2 N");
    assert_true(kauri_position_equal(&position, &after));
    position = before;
    assert_int_equal(kauri_position_play(&position, 0, NULL, NULL), KAURI_OK);
    assert_false(kauri_position_equal(&position, &before));
}

TEST(illegal_moves_are_refused_and_change_nothing)
{
    static const struct {
        const char *position;
        int hole;
        const char *message;
    } cases[] = {
        {"1,0+1/2,1+1 S 0:0", 0, "holds no cowrie"},
        {"1,0+1/2,1+1 S 0:0", 2, "no hole 2"},
        {"1,0+1/2,1+1 S 0:0", -2, "no hole -2"},
        {"1,0+1/2,1+1 S 0:0", KAURI_MOVE_PASS, "there is a legal move"},
        {"0,0/0,0+1 S 0:0", KAURI_MOVE_PASS, "no seed is left"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct kauri_position position = parsed(cases[i].position);
        const struct kauri_position before = position;
        struct kauri_error error;
        struct kauri_capture captured = {7, 7};
        assert_int_equal(kauri_position_play(&position, cases[i].hole, &captured, &error),
                         KAURI_BAD_INPUT);
        assert_int_equal(error.status, KAURI_BAD_INPUT);
        assert_non_null(strstr(error.message, cases[i].message));
        assert_true(kauri_position_equal(&position, &before));
        assert_int_equal(captured.own, 7);
    }
    struct kauri_position pass = parsed("1,0/2,1+1 S");
    assert_int_equal(kauri_position_play(&pass, KAURI_MOVE_PASS, NULL, NULL), KAURI_OK);
    assert_int_equal(pass.side, KAURI_NORTH);
}

TEST(moves_are_read_for_the_player_to_move)
{
    const struct kauri_position south = parsed("1,0+1/2,1+1 S");
    const struct kauri_position north = parsed("1,0+1/2,1+1 N");
    int hole = 7;
    assert_int_equal(kauri_move_parse(&north, "B", &hole, NULL), KAURI_OK);
    assert_int_equal(hole, 1);
    assert_int_equal(kauri_move_parse(&south, "-", &hole, NULL), KAURI_OK);
    assert_int_equal(hole, KAURI_MOVE_PASS);
    assert_int_equal(kauri_move_parse(&south, "pass", &hole, NULL), KAURI_OK);
    assert_int_equal(kauri_move_parse(&south, "\xe2\x80\x93", &hole, NULL), KAURI_OK);
    assert_int_equal(hole, KAURI_MOVE_PASS);
    assert_int_equal(kauri_move_parse(&south,
                                      "\xe2\x80\x8e"
                                      "a\xc2\xa0",
                                      &hole, NULL),
                     KAURI_OK);
    assert_int_equal(hole, 0);
    static const char *const bad[] = {"", "B", "c", "aa", "1", "g", "\xc3\xa9", "Pass"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hole = 7;
        assert_int_equal(kauri_move_parse(&south, bad[i], &hole, NULL), KAURI_BAD_INPUT);
        assert_int_equal(hole, 7);
    }
}

// Structs that a program filled in badly: each function that returns a status refuses them.
TEST(invalid_positions_are_refused_everywhere)
{
    const struct kauri_position good = parsed("1,0+1/2,1+1 S 3:4");
    struct kauri_position bad[10];
    for (size_t i = 0; i < 10; i++) {
        bad[i] = good;
    }
    bad[0].holes = 0;
    bad[1].holes = 7;
    bad[2].holes = 255;
    bad[3].side = 2;
    bad[4].seeds[0] = 255;
    bad[5].score[0] = 54; // 61 in all
    bad[6].cowries[1] = 13;
    bad[7].seeds[4] = 1; // a seed beyond the board
    bad[8].cowries[11] = 1;
    memset(&bad[9], 255, sizeof bad[9]);
    assert_int_equal(kauri_position_check(&good, NULL), KAURI_OK);
    for (size_t i = 0; i < 10; i++) {
        struct kauri_error error = {KAURI_OK, ""};
        struct kauri_moves moves;
        int hole = 0;
        uint64_t index = 0;
        assert_int_equal(kauri_position_check(&bad[i], &error), KAURI_BAD_INPUT);
        assert_true(error.message[0] != '\0');
        assert_int_equal(kauri_position_moves(&bad[i], &moves, NULL), KAURI_BAD_INPUT);
        assert_int_equal(kauri_position_play(&bad[i], 1, NULL, NULL), KAURI_BAD_INPUT);
        assert_int_equal(kauri_move_parse(&bad[i], "b", &hole, NULL), KAURI_BAD_INPUT);
        assert_int_equal(kauri_position_index(&bad[i], &index, NULL), KAURI_BAD_INPUT);
    }
}

TEST(indices_number_the_positions_of_a_layer)
{
    uint64_t positions = 0;
    assert_int_equal(kauri_layer_positions(6, 12, 2, &positions, NULL), KAURI_OK);
    assert_int_equal(positions, 105462084);
    assert_int_equal(kauri_layer_positions(2, 3, 4, &positions, NULL), KAURI_OK);
    for (uint64_t i = 0; i < positions; i++) {
        struct kauri_position position;
        uint64_t index = 0;
        assert_int_equal(kauri_position_at(2, 3, 4, i, &position, NULL), KAURI_OK);
        assert_int_equal(kauri_seeds(&position), 4);
        assert_int_equal(kauri_cowries(&position), 3);
        assert_int_equal(kauri_position_index(&position, &index, NULL), KAURI_OK);
        assert_int_equal(index, i);
    }
    // Many at a time, from the middle of a block to that of another, and of none.
    enum { FIRST = 7, COUNT = 333 };
    struct kauri_position many[COUNT], position;
    uint64_t indices[COUNT];
    struct kauri_error error;
    assert_int_equal(kauri_positions_at(2, 3, 4, FIRST, COUNT, many, NULL), KAURI_OK);
    assert_int_equal(kauri_position_indices(many, COUNT, indices, NULL), KAURI_OK);
    for (uint64_t i = 0; i < COUNT; i++) {
        assert_int_equal(kauri_position_at(2, 3, 4, FIRST + i, &position, NULL), KAURI_OK);
        assert_true(kauri_position_equal(&many[i], &position));
        assert_int_equal(indices[i], FIRST + i);
    }
    assert_int_equal(kauri_positions_at(2, 3, 4, positions, 0, many, NULL), KAURI_OK);
    assert_int_equal(kauri_positions_at(2, 3, 4, positions - 2, 3, many, &error), KAURI_USAGE);
    assert_int_equal(kauri_positions_at(2, 3, 4, UINT64_MAX, 3, many, &error), KAURI_USAGE);
    const uint64_t listed[] = {positions - 1, 5, 5, 0};
    assert_int_equal(kauri_positions_listed(2, 3, 4, listed, 4, many, NULL), KAURI_OK);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(kauri_position_at(2, 3, 4, listed[i], &position, NULL), KAURI_OK);
        assert_true(kauri_position_equal(&many[i], &position));
    }
    const uint64_t outside[] = {0, 1, positions};
    assert_int_equal(kauri_positions_listed(2, 3, 4, outside, 3, many, &error), KAURI_USAGE);
    assert_non_null(strstr(error.message, "number 2 of the list"));
    assert_int_equal(kauri_positions_listed(7, 3, 4, outside, 0, many, NULL), KAURI_USAGE);
    many[5].holes = 7;
    assert_int_equal(kauri_position_indices(many, COUNT, indices, &error), KAURI_BAD_INPUT);
    assert_true(strncmp(error.message, "position 5: ", 12) == 0);
    assert_int_equal(kauri_position_at(2, 3, 4, positions, &position, NULL), KAURI_USAGE);
    assert_int_equal(kauri_position_at(0, 3, 4, 0, &position, NULL), KAURI_USAGE);
    assert_int_equal(kauri_layer_positions(7, 3, 4, &positions, NULL), KAURI_USAGE);
    assert_int_equal(kauri_layer_positions(6, 13, 4, &positions, NULL), KAURI_USAGE);
    assert_int_equal(kauri_layer_positions(6, 12, 61, &positions, NULL), KAURI_USAGE);
    assert_int_equal(kauri_layer_positions(258, 12, 4, &positions, NULL), KAURI_USAGE);
}
