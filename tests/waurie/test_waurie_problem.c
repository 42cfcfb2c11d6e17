// The search for the lost diagram, against trying every small board with the oracle.
#include "tests/cmocka_all.h"
#include "tests/waurie/waurie_oracle.h"

#include "waurie/problem.h"
#include "waurie/statements.h"

#include <string.h>

enum { SEEDS = 5, PITS = 6, DECIDER_BYTES = 1 << 26 };

// Whether the oracle can play the line to its end.
static bool oracle_fits(struct oracle_game game, const struct waurie_printed_line *line)
{
    for (unsigned i = 0; i < line->line.count; i++) {
        const int mover = game.side;
        const bool last = i + 1 == line->line.count;
        if (!oracle_play(&game, line->line.sowings[i].pit + 1)) {
            return false;
        }
        if (!last && (game.winner >= 0 || (game.side == mover) != line->line.sowings[i].joined)) {
            return false;
        }
        int own = 0;
        for (int pit = 0; last && pit < PITS; pit++) {
            own += game.ring[mover * (PITS + 1) + pit];
        }
        if (last && (own > 0 || mover != (line->north_wins ? 1 : 0))) {
            return false;
        }
    }
    return oracle_solve(&game).winner == (line->north_wins ? 1 : 0);
}

// Calls itself for each number of seeds in stop `at` of the ring, and counts the boards that fit.
static size_t count_boards(struct oracle_game *game, int at, int seeds,
                           const struct waurie_printed_line *lines, unsigned count)
{
    if (at == 2 * PITS + 1) {
        oracle_look(game);
        for (unsigned i = 0; i < count; i++) {
            if (game->winner >= 0 || !oracle_fits(*game, &lines[i])) {
                return 0;
            }
        }
        return 1;
    }
    size_t found = 0;
    for (int n = 0; n <= (at == PITS ? 0 : seeds); n++) {
        game->ring[at] = n;
        found += count_boards(game, at + 1, seeds - n, lines, count);
    }
    game->ring[at] = 0;
    return found;
}

static struct waurie_decider *decider_of(const struct waurie_rules *rules)
{
    struct waurie_decider *decider = NULL;
    assert_int_equal(waurie_decider_new(rules, DECIDER_BYTES, &decider, NULL), KAURI_OK);
    return decider;
}

static void finds_as_many_boards_as_trying_them_all(void **state)
{
    (void)state;
    for (unsigned choice = 0; choice < 16; choice++) {
        const struct waurie_rules rules = {(choice & 1U) != 0, (choice & 2U) != 0};
        const unsigned count = (choice & 4U) != 0 ? WAURIE_PRINTED_LINES : 1;
        struct waurie_printed_line lines[WAURIE_PRINTED_LINES];
        assert_int_equal(
            waurie_printed_read((choice & 8U) != 0 ? WAURIE_LETTER_AFTER : WAURIE_LETTER_BEFORE,
                                lines, NULL),
            KAURI_OK);
        struct oracle_game game = {.pits = PITS, .at_turn = rules.at_turn, .skip = rules.skip};
        const size_t expected = count_boards(&game, 0, SEEDS, lines, count);
        struct waurie_decider *decider = decider_of(&rules);
        struct waurie_candidates candidates = {.boards = NULL};
        assert_int_equal(waurie_problem_find(decider, lines, count, SEEDS, &candidates, NULL),
                         KAURI_OK);
        assert_int_equal(candidates.count, expected);
        if (count == 1) {
            assert_true(expected > 3);
        } else {
            assert_int_equal(expected, (choice & 8U) != 0 ? 3 : 0);
        }
        waurie_candidates_clear(&candidates);
        waurie_decider_free(decider);
    }
}

static unsigned failed(const char *text, const char *source)
{
    const struct waurie_rules rules = {false, false};
    struct waurie_printed_line lines[WAURIE_PRINTED_LINES];
    struct waurie_position position;
    struct waurie_statements statements;
    struct waurie_decider *decider = decider_of(&rules);
    assert_int_equal(waurie_printed_read(WAURIE_LETTER_AFTER, lines, NULL), KAURI_OK);
    assert_int_equal(waurie_position_parse(text, &position, NULL), KAURI_OK);
    assert_int_equal(waurie_statements_check(decider, lines, &position.board, &statements, NULL),
                     KAURI_OK);
    waurie_decider_free(decider);
    unsigned found = 0;
    for (unsigned i = 0; i < statements.count; i++) {
        const struct waurie_statement *item = &statements.items[i];
        found += item->kind == WAURIE_STATED && !item->holds && strcmp(item->source, source) == 0
                     ? 1
                     : 0;
    }
    assert_true(found <= statements.failed);
    return found == 0 ? 0 : statements.failed;
}

static void statements_tell_the_positions_apart(void **state)
{
    (void)state;
    assert_int_equal(failed("1,0,0,0,1,1/0,0,1,0,0,0 S", "(b) 1!"), 1);
    assert_int_equal(failed("1,0,0,1,1,1/0,0,1,0,0,0 S", "remark 1"), 5);
    assert_int_equal(failed("1,1,0,0,1,1/0,0,1,0,0,0 S", "remark 2"), 5);
    assert_int_equal(failed("4,4,4,4,4,4/4,4,4,4,4,4 S", "main line"), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_as_many_boards_as_trying_them_all),
        cmocka_unit_test(statements_tell_the_positions_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
