// The moves, the notation and the exact search of Waurie, against a second implementation.
#include "tests/test.h"
#include "tests/waurie/make_tables.h"
#include "tests/waurie/waurie_oracle.h"

#include "waurie/decide.h"
#include "waurie/waurie_position.h"

#include <string.h>

enum { DECIDER_BYTES = 1 << 20 };

static unsigned next(uint64_t *random, unsigned below)
{
    *random = *random * 6364136223846793005U + 1442695040888963407U;
    return (unsigned)(*random >> 33) % below;
}

static struct oracle_game oracle_of(const struct waurie_position *position,
                                    const struct waurie_rules *rules)
{
    struct oracle_game game = {.pits = position->board.pits,
                               .side = position->north ? 1 : 0,
                               .at_turn = rules->at_turn,
                               .skip = rules->skip,
                               .both = rules->both};
    for (unsigned i = 0; i < position->board.pits; i++) {
        const unsigned own = position->north ? position->board.pits + 1U + i : i;
        const unsigned other = position->north ? i : position->board.pits + 1U + i;
        game.ring[own] = position->board.own[i];
        game.ring[other] = position->board.other[i];
    }
    oracle_look(&game);
    return game;
}

static struct waurie_position random_position(uint64_t *random, unsigned pits, unsigned seeds)
{
    struct waurie_position position = {.board.pits = (uint8_t)pits, .north = next(random, 2) == 1};
    for (unsigned i = 0; i < seeds; i++) {
        const unsigned at = next(random, 2 * pits);
        (at < pits ? position.board.own : position.board.other)[at % pits]++;
    }
    return position;
}

static void assert_pits(const struct oracle_game *game, const struct waurie_position *position)
{
    const struct oracle_game other =
        oracle_of(position, &(struct waurie_rules){game->at_turn, game->skip, game->both});
    for (int i = 0; i < game->pits; i++) {
        assert_int_equal(game->ring[i], other.ring[i]);
        assert_int_equal(game->ring[game->pits + 1 + i], other.ring[game->pits + 1 + i]);
    }
}

TEST(moves_are_those_of_the_oracle)
{
    uint64_t random = 5;
    for (unsigned i = 0; i < 100000; i++) {
        const struct waurie_rules rules = all_rules[next(&random, RULES_COUNT)];
        const unsigned pits = 1 + next(&random, 6);
        const unsigned seeds = 1 + next(&random, i % 2 == 0 ? 6 : WAURIE_SEEDS_MAX);
        const struct waurie_position position = random_position(&random, pits, seeds);
        const struct oracle_game before = oracle_of(&position, &rules);
        if (before.winner >= 0) {
            continue;
        }
        for (unsigned pit = 0; pit < pits; pit++) {
            struct oracle_game game = before;
            if (!oracle_play(&game, (int)pit + 1)) {
                assert_int_equal(position.board.own[pit], 0);
                continue;
            }
            const struct waurie_move move = waurie_play(&rules, &position.board, pit);
            const int mover = before.side;
            // Where an empty row only wins on its owner's turn, the oracle also sees the win of an
            // opponent who has nothing left to move.
            const bool opponent = rules.at_turn && game.winner == 1 - mover;
            assert_int_equal(move.won, game.winner == mover);
            if (opponent) {
                assert_true(!move.again && waurie_row_seeds(move.board.own) == 0);
            }
            if (move.won) {
                continue;
            }
            assert_int_equal(move.again, game.side == mover);
            const struct waurie_position after = {.board = move.board,
                                                  .north = position.north != !move.again};
            assert_pits(&game, &after);
            const int own = game.ring[mover == 0 ? (int)pits : 2 * (int)pits + 1];
            const int foreign = game.ring[mover == 0 ? 2 * (int)pits + 1 : (int)pits];
            assert_int_equal(move.stored, own + foreign);
            assert_true(rules.both || foreign == 0);
            assert_int_equal(waurie_seeds(&move.board) + move.stored, seeds);
        }
    }
}

TEST(values_are_those_of_the_oracle)
{
    uint64_t random = 6;
    for (unsigned choice = 0; choice < RULES_COUNT; choice++) {
        const struct waurie_rules rules = all_rules[choice];
        struct waurie_decider *decider = NULL;
        assert_int_equal(waurie_decider_new(&rules, DECIDER_BYTES, &decider, NULL), KAURI_OK);
        for (unsigned i = 0; i < 1500; i++) {
            const unsigned pits = 1 + next(&random, 3);
            const struct waurie_position position =
                random_position(&random, pits, 1 + next(&random, pits == 3 ? 5 : 7));
            const struct oracle_game game = oracle_of(&position, &rules);
            const struct oracle_outcome expected = oracle_solve(&game);
            struct waurie_value value;
            assert_int_equal(waurie_decide(decider, &position.board, &value, NULL), KAURI_OK);
            assert_int_equal(value.win, expected.winner == game.side);
            assert_int_equal(value.turns, expected.turns);
            assert_int_equal(value.sowings, expected.sowings);
        }
        waurie_decider_free(decider);
    }
}

TEST(a_lap_drops_a_seed_into_the_emptied_pit_or_passes_it_over)
{
    const struct waurie_board board = {.pits = 1, .own = {3}, .other = {1}};
    struct waurie_move move = waurie_play(&(struct waurie_rules){.skip = false}, &board, 0);
    assert_false(move.won);
    assert_int_equal(move.board.other[0], 1);
    move = waurie_play(&(struct waurie_rules){.skip = true}, &board, 0);
    assert_true(move.won); // store, opponent, store
}

// The eighth seed from pit 6 passes the opponent's store; a last seed there is no bonus.
TEST(both_stores_or_only_the_mover_s_get_seeds)
{
    const struct waurie_board board = {.pits = 6, .own = {1, 0, 0, 0, 0, 8}};
    const struct waurie_rules both = {.both = true};
    struct waurie_move move = waurie_play(&(struct waurie_rules){.both = false}, &board, 5);
    assert_int_equal(move.stored, 1);
    assert_int_equal(move.board.other[0], 2);
    move = waurie_play(&both, &board, 5);
    assert_int_equal(move.stored, 2);
    assert_false(move.again);
    assert_int_equal(move.board.other[0], 1);
    // Two rounds to the own store: stop 1 and stop 15.
    const struct waurie_board heap = {.pits = 6, .own = {0, 0, 0, 0, 0, 15}};
    move = waurie_play(&both, &heap, 5);
    assert_int_equal(move.stored, 3);
    assert_true(move.again);
}

TEST(too_little_memory_is_an_error)
{
    struct waurie_decider *decider = NULL;
    struct waurie_position position;
    struct waurie_value value;
    struct kauri_error error;
    assert_int_equal(
        waurie_decider_new(&(struct waurie_rules){.at_turn = false}, 1 << 16, &decider, NULL),
        KAURI_OK);
    assert_int_equal(waurie_position_parse("2,2,2,2,2,2/2,2,2,2,2,2 S", &position, NULL), KAURI_OK);
    assert_int_equal(waurie_decide(decider, &position.board, &value, &error), KAURI_RESOURCE);
    waurie_decider_free(decider);
    waurie_decider_free(NULL);
}

TEST(parse_of_format_is_the_same_position)
{
    uint64_t random = 7;
    for (unsigned i = 0; i < 20000; i++) {
        const struct waurie_position position =
            random_position(&random, 1 + next(&random, 6), 1 + next(&random, WAURIE_SEEDS_MAX));
        char text[WAURIE_POSITION_TEXT_BYTES];
        struct waurie_position again;
        assert_int_equal(
            waurie_position_parse(waurie_position_format(&position, text), &again, NULL), KAURI_OK);
        assert_memory_equal(&position.board, &again.board, sizeof again.board);
        assert_int_equal(position.north, again.north);
    }
}

TEST(typography_of_positions_does_not_count)
{
    static const char *const texts[] = {
        "1,2/3,4 n",
        " 1, 2 / 3, 4\tN\r\n",
        "1,\xc2\xa0"
        "2/3,4\xe2\x80\xafN",
        "\xef\xbb\xbf\"1,2/3,4 N\"",
        "\xe2\x80\x9c"
        "1,2\xe2\x81\x84"
        "3,4 N\xe2\x80\x9d",
        "1,2/3,4N",
        "\xef\xbc\x91,2/3,4 \xef\xbc\xae",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct waurie_position position;
        char text[WAURIE_POSITION_TEXT_BYTES];
        assert_int_equal(waurie_position_parse(texts[i], &position, NULL), KAURI_OK);
        assert_string_equal(waurie_position_format(&position, text), "1,2/3,4 N");
    }
}

TEST(bad_positions_are_refused)
{
    static const char *const texts[] = {"",        "1",       "1/1",      "1/1 X",
                                        "1,2/3 S", "1/1 S S", "0/0 N",    "-1/1 S",
                                        "73/0 S",  "40/40 S", "1,/1,1 S", "1,1,1,1,1,1,1/1 S",
                                        "1/1 SN",  "1.0/1 S", "1 1/1 S",  "99999999999/1 S"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct waurie_position position;
        struct kauri_error error;
        assert_int_equal(waurie_position_parse(texts[i], &position, &error), KAURI_BAD_INPUT);
        assert_non_null(strstr(error.message, "position"));
    }
}
