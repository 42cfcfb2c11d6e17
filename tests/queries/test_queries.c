// queries/: look-ups and lines against the rules, at every position of small boards, and against
// positions worked out by hand.
#include "tests/test.h"

#include "db/table_names.h"
#include "indexer/stored_blocks.h"
#include "kauri/kauri.h"
#include "queries/lookup/line.h"
#include "rules/value.h"
#include "tests/indexer/layers.h"
#include "tests/queries/solved_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The same position with the players exchanged.
static struct kauri_position turned(const struct kauri_position *position)
{
    struct kauri_position other = *position;
    other.side = 1 - position->side;
    for (unsigned i = 0; i < 2U * position->holes; i++) {
        const unsigned to = (i + position->holes) % (2U * position->holes);
        other.seeds[to] = position->seeds[i];
        other.cowries[to] = position->cowries[i];
    }
    other.score[0] = position->score[1];
    other.score[1] = position->score[0];
    return other;
}

// What probe says about a position agrees with the rules and with what it says about the positions
// after the moves.
static void check_probe(struct solved *solved, const struct kauri_position *position)
{
    const struct kauri_probe_result result = solved_probe(solved, position);
    const struct kauri_moves legal = kauri_legal_moves(position);
    const unsigned expected = legal.count == 0 && result.seeds > 0 ? 1 : legal.count;
    assert_int_equal(result.move_count, expected);
    unsigned seen = 0;
    for (unsigned i = 0; i < result.move_count; i++) {
        const struct kauri_probe_move *move = &result.moves[i];
        struct kauri_position after = *position;
        const struct kauri_capture captured = kauri_play(&after, move->hole);
        assert_memory_equal(&captured, &move->captured, sizeof captured);
        assert_true(kauri_position_equal(&after, &move->successor));
        seen |= 1U << (move->hole + 1);

        const struct kauri_probe_result next = solved_probe(solved, &after);
        assert_int_equal(move->value.r, 3 * (captured.own - captured.opponent) - next.value.r);
        if (move->value.r != 0) {
            assert_int_equal(move->value.dtc,
                             captured.own + captured.opponent > 0 ? 1 : 1 + next.value.dtc);
        }
        // The first move is best, and those marked are as good.
        assert_true(move->value.r <= result.value.r);
        const bool keeps = move->value.r == result.value.r;
        if (keeps && result.value.r > 0) {
            assert_true(move->value.dtc >= result.value.dtc);
        } else if (keeps && result.value.r < 0) {
            assert_true(move->value.dtc <= result.value.dtc);
        }
        assert_int_equal(move->best,
                         keeps && (result.value.r == 0 || move->value.dtc == result.value.dtc));
        if (i > 0) {
            assert_true(result.moves[i - 1].value.r >= move->value.r);
            assert_true(result.moves[i - 1].best || !move->best);
        }
    }
    assert_true(result.move_count == 0 || result.moves[0].best);
    for (unsigned i = 0; i < legal.count; i++) {
        assert_true((seen & 1U << (legal.hole[i] + 1)) != 0);
    }
    if (result.move_count == 0) {
        assert_int_equal(result.value.r, -1);
        assert_int_equal(result.value.dtc, 0);
    }
    // North's view is the same.
    const struct kauri_position other = turned(position);
    const struct kauri_probe_result back = solved_probe(solved, &other);
    assert_int_equal(back.value.r, result.value.r);
    assert_int_equal(back.value.dtc, result.value.dtc);
    assert_int_equal(back.score_known, result.score_known);
    assert_int_equal(back.score[0], result.score[1]);
    assert_int_equal(back.score[1], result.score[0]);
}

// A line keeps the rules and ends as the probe of its first position says.
static void check_line_from(struct solved *solved, const struct kauri_position *position)
{
    const struct kauri_probe_result result = solved_probe(solved, position);
    struct kauri_best_line line;
    struct kauri_error error;
    assert_int_equal(kauri_line(solved->tables, position, &line, &error), KAURI_OK);
    struct kauri_position at = *position;
    size_t first_capture = 0;
    size_t seeds_gone = kauri_seeds(&at) == 0 ? 0 : SIZE_MAX;
    for (size_t i = 0; i < line.count; i++) {
        assert_true(kauri_position_equal(&at, &line.steps[i].position));
        const struct kauri_capture captured = kauri_play(&at, line.steps[i].hole);
        assert_memory_equal(&captured, &line.steps[i].captured, sizeof captured);
        if (first_capture == 0 && captured.own + captured.opponent > 0) {
            first_capture = i + 1;
        }
        if (seeds_gone == SIZE_MAX && kauri_seeds(&at) == 0) {
            seeds_gone = i + 1;
        }
    }
    assert_true(kauri_position_equal(&at, &line.last));
    assert_int_equal(line.seed_count, seeds_gone == SIZE_MAX ? line.count : seeds_gone);
    const int t = kauri_value_tiebreak(result.value.r);
    if (result.seeds > 0 && result.value.r != 0) {
        assert_int_equal(first_capture, result.value.dtc);
    }
    if (t != 0) {
        assert_int_equal(kauri_seeds(&at), 0);
        assert_true(result.score_known);
    }
    if (result.score_known) {
        assert_memory_equal(at.score, result.score, 2);
    }
    const bool same_side = at.side == position->side;
    const int lead = same_side ? kauri_lead(&at) : -kauri_lead(&at);
    switch (line.end) {
    case KAURI_LINE_SEEDS:
        assert_int_equal(kauri_seeds(&at), 0);
        assert_int_not_equal(lead, 0);
        assert_int_equal(result.standard, kauri_result_of(lead));
        assert_int_equal(result.tiebreaker, kauri_result_of(lead));
        break;
    case KAURI_LINE_STUCK:
        assert_int_equal(kauri_seeds(&at) + kauri_legal_moves(&at).count, 0);
        assert_int_equal(lead, 0);
        assert_int_equal(result.standard, KAURI_DRAW);
        assert_int_equal(result.tiebreaker, same_side ? KAURI_LOSS : KAURI_WIN);
        break;
    case KAURI_LINE_OPEN:
    case KAURI_LINE_CIRCLE:
        fail_msg("the tables know how every line ends");
        break;
    case KAURI_LINE_UNLIMITED:
        assert_int_equal(t, 0);
        assert_true(line.repeats_from < line.count);
        assert_true(kauri_position_equal(&at, &line.steps[line.repeats_from].position));
        // R10: nothing more is captured, and equal captures are a draw under both rules.
        assert_int_equal(result.standard, kauri_result_of(lead));
        assert_int_equal(result.tiebreaker, kauri_result_of(lead));
        break;
    }
    kauri_line_clear(&line);
}

// With scores that make the game close, so that the cowries decide it.
static void check_lines(struct solved *solved, const struct kauri_position *position)
{
    const int net = kauri_value_net(solved_probe(solved, position).value.r);
    for (int lead = -net - 1; lead <= -net + 1; lead++) {
        struct kauri_position close = *position;
        close.score[KAURI_SOUTH] = (uint8_t)(10 + (lead > 0 ? lead : 0));
        close.score[KAURI_NORTH] = (uint8_t)(10 - (lead < 0 ? lead : 0));
        check_line_from(solved, &close);
    }
}

TEST(every_probe_agrees_with_its_moves)
{
    struct solved solved;
    solved_make(&solved, 3, 4, 3);
    solved_for_all(&solved, check_probe);
    solved_for_all(&solved, check_lines);
    solved_remove(&solved);
}

TEST(unlimited_play_is_answered)
{
    static const uint8_t shapes[][3] = {{1, 2, 5}, {2, 2, 5}, {2, 1, 4}, {2, 0, 2}, {1, 3, 6}};
    unsigned endless = 0;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        struct solved solved;
        solved_make(&solved, shapes[i][0], shapes[i][1], shapes[i][2]);
        solved_for_all(&solved, check_probe);
        solved_for_all(&solved, check_lines);
        for (unsigned seeds = 0; seeds <= solved.seeds; seeds++) {
            const struct kauri_certificate *certificate =
                kauri_reader_certificate(solved_reader(&solved, seeds));
            for (uint32_t c = 0; c < certificate->count_count; c++) {
                endless += kauri_value_tiebreak(certificate->counts[c].value) == 0;
            }
        }
        solved_remove(&solved);
    }
    assert_true(endless > 0); // otherwise the shapes above test nothing
}

// The end of game 4: no seeds, 30:30, and South to move loses the cowrie phase after 40 plies.
TEST(game_4_ends_as_known)
{
    struct solved solved;
    solved_make(&solved, 6, 12, 0);
    const struct kauri_position end =
        position_of("0+1,0+1,0+1,0+1,0+1,0/0+4,0+1,0,0+1,0+1,0 S 30:30");
    const struct kauri_probe_result result = solved_probe(&solved, &end);
    assert_int_equal(result.value.r, -1);
    assert_int_equal(result.value.dtc, 40);
    assert_int_equal(result.standard, KAURI_DRAW);
    assert_int_equal(result.tiebreaker, KAURI_LOSS);
    assert_true(result.score_known);
    assert_int_equal(result.score[0], 30);
    assert_int_equal(result.score[1], 30);
    assert_int_equal(result.move_count, 5);
    check_line_from(&solved, &end);

    struct kauri_best_line line;
    assert_int_equal(kauri_line(solved.tables, &end, &line, NULL), KAURI_OK);
    assert_int_equal(line.count, 40);
    assert_int_equal(line.end, KAURI_LINE_STUCK);
    assert_int_equal(line.seed_count, 0);
    kauri_line_clear(&line);

    // With another score the game is over, whatever the cowries would do.
    const struct kauri_position won =
        position_of("0+1,0+1,0+1,0+1,0+1,0/0+4,0+1,0,0+1,0+1,0 S 31:29");
    assert_int_equal(solved_probe(&solved, &won).tiebreaker, KAURI_WIN);
    assert_int_equal(kauri_line(solved.tables, &won, &line, NULL), KAURI_OK);
    assert_int_equal(line.count, 0);
    assert_int_equal(line.end, KAURI_LINE_SEEDS);
    kauri_line_clear(&line);
    solved_remove(&solved);
}

TEST(foreign_positions_are_refused)
{
    struct solved solved;
    struct kauri_probe_result result;
    struct kauri_best_line line;
    struct kauri_error error;
    solved_make(&solved, 3, 4, 1);

    struct kauri_position position = position_of("1,0,0/1,0+1,0+3 S");
    assert_int_equal(kauri_probe_root(solved.tables, &position, &result, &error),
                     KAURI_NOT_COVERED);
    assert_non_null(strstr(error.message, "layer 2 is not in"));
    assert_int_equal(kauri_line(solved.tables, &position, &line, &error), KAURI_NOT_COVERED);
    assert_null(line.steps);

    position = position_of("1,0,0/0,0+1,0+2 S");
    assert_int_equal(kauri_probe_root(solved.tables, &position, &result, &error), KAURI_BAD_INPUT);
    assert_non_null(strstr(error.message, "3 cowries"));
    assert_non_null(strstr(error.message, "for 4"));

    position = position_of("1,0/0+1,0+3 S");
    assert_int_equal(kauri_probe_root(solved.tables, &position, &result, &error), KAURI_BAD_INPUT);
    assert_non_null(strstr(error.message, "2 holes"));
    assert_non_null(strstr(error.message, "for 3"));
    solved_remove(&solved);
}

// A layer below is gone: only the positions whose captures lead there are refused.
TEST(a_missing_layer_below_is_named)
{
    struct solved solved;
    struct kauri_probe_result result;
    struct kauri_error error;
    solved_make(&solved, 3, 4, 2);
    char *path = kauri_table_path(solved.folder, 3, 4, 1);
    assert_non_null(path);
    assert_int_equal(remove(path), 0);
    free(path);
    solved_reopen(&solved);
    // c sows two cowries: into A, which captures its seed, and into B.
    const struct kauri_position captures = position_of("0,0,0+2/1,0+1,1+1 S");
    assert_int_equal(kauri_probe_root(solved.tables, &captures, &result, &error), KAURI_MISSING);
    assert_non_null(strstr(error.message, "layer 1 is not in"));
    const struct kauri_position passes = position_of("1,1,0/0,0,0+4 S");
    assert_int_equal(kauri_probe_root(solved.tables, &passes, &result, &error), KAURI_OK);
    solved_remove(&solved);
}

// Tables with sound checksums and a wrong value: a look-up that meets it reports it, instead of a
// move that does not keep its promise.
TEST(contradictions_are_found)
{
    struct solved solved;
    struct kauri_probe_result result;
    struct kauri_best_line line;
    struct kauri_error error;
    solved_make(&solved, 3, 4, 2);
    const struct kauri_position position = position_of("1,0,0+2/1,0+1,0+1 S");
    const struct kauri_view view = kauri_view_of(&position);
    const struct kauri_layer layer = layer_of(solved.shape, 2);
    const uint64_t row = kauri_index(&layer, &view);
    static const int changes[][2] = {{0, 3}, {0, -3}, {1, 1}, {1, -1}, {0, 120}};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        const unsigned column = (unsigned)changes[i][0];
        solved_forge(solved.folder, solved.shape, 2, row, column, changes[i][1]);
        solved_reopen(&solved);
        assert_int_equal(kauri_probe_root(solved.tables, &position, &result, &error),
                         KAURI_CORRUPT);
        assert_int_equal(kauri_line(solved.tables, &position, &line, &error), KAURI_CORRUPT);
        solved_forge(solved.folder, solved.shape, 2, row, column, -changes[i][1]);
    }
    solved_reopen(&solved);
    assert_int_equal(kauri_probe_root(solved.tables, &position, &result, &error), KAURI_OK);
    solved_remove(&solved);
}

// The end of the game, where no move contradicts a wrong value.
TEST(a_wrong_end_is_found)
{
    struct solved solved;
    struct kauri_probe_result result;
    struct kauri_error error;
    solved_make(&solved, 2, 3, 0);
    const struct kauri_position position = position_of("0,0/0+1,0+2 S");
    const struct kauri_view view = kauri_view_of(&position);
    const struct kauri_layer layer = layer_of(solved.shape, 0);
    for (unsigned column = 0; column < 2; column++) {
        const int change = column == 0 ? 2 : 1; // lost becomes won; after a ply
        solved_forge(solved.folder, solved.shape, 0, kauri_index(&layer, &view), column, change);
        solved_reopen(&solved);
        assert_int_equal(kauri_probe_root(solved.tables, &position, &result, &error),
                         KAURI_CORRUPT);
        assert_non_null(strstr(error.message, "contradict themselves"));
        solved_forge(solved.folder, solved.shape, 0, kauri_index(&layer, &view), column, -change);
    }
    solved_remove(&solved);
}
