// strategy.h: right strategies are accepted, wrong ones are not.
#include "tests/test.h"
#include "tests/waurie/make_tables.h"
#include "tests/waurie/plain.h"
#include "tests/waurie/strategy.h"

#include <string.h>

enum { PITS = 3, SEEDS = 9, LEAF_SEEDS = 4 };

struct chooser {
    const struct plain *plain;
    int blunders; // positions, counted down, until one at which a losing move is chosen
    bool blundered;
};

static bool to_move_wins(const struct plain *plain, const struct oracle_game *game)
{
    uint8_t cells[2 * PITS];
    for (int i = 0; i < PITS; i++) {
        cells[i] = (uint8_t)game->ring[(game->side == 0 ? 0 : PITS + 1) + i];
        cells[PITS + i] = (uint8_t)game->ring[(game->side == 0 ? PITS + 1 : 0) + i];
    }
    return plain_wins(plain, cells);
}

static bool wins(const struct plain *plain, const struct oracle_game *game, int pit, bool *legal)
{
    struct oracle_game after = *game;
    *legal = oracle_play(&after, pit);
    if (!*legal) {
        return false;
    }
    if (after.winner >= 0) {
        return after.winner == game->side;
    }
    return to_move_wins(plain, &after) == (after.side == game->side);
}

static int choose(void *context, const struct oracle_game *game)
{
    struct chooser *chooser = context;
    int winning = 0;
    int losing = 0;
    for (int pit = 1; pit <= PITS; pit++) {
        bool legal = false;
        const bool good = wins(chooser->plain, game, pit, &legal);
        winning = legal && good ? pit : winning;
        losing = legal && !good ? pit : losing;
    }
    if (losing != 0 && --chooser->blunders == 0) {
        chooser->blundered = true;
        return losing;
    }
    return winning;
}

// Whether the strategy is accepted, with its leaves.
static bool accepted(const struct oracle_game *start, int winner, struct chooser *chooser,
                     size_t *leaves)
{
    struct strategy found;
    const struct strategy_request request = {
        .winner = winner, .seeds = LEAF_SEEDS, .choose = choose, .context = chooser};
    strategy_follow(&request, start, &found);
    bool right = found.fault == NULL;
    for (size_t i = 0; i < found.leaf_count; i++) {
        const struct oracle_game game = strategy_game(start, &found.leaves[i]);
        right = right && to_move_wins(chooser->plain, &game) == (game.side == winner);
    }
    *leaves += found.leaf_count;
    strategy_clear(&found);
    return right;
}

static struct oracle_game game_number(unsigned number, const struct waurie_rules *rules)
{
    struct oracle_game game = {.pits = PITS,
                               .side = (int)(number % 2),
                               .at_turn = rules->at_turn,
                               .skip = rules->skip,
                               .both = rules->both};
    int seeds = SEEDS;
    for (int i = 0; i < PITS * 2 + 1; i++) {
        const int here = i == PITS ? 0 : (int)(number >> (i / 2 + 1)) % 3 + (i % 2);
        game.ring[i] = here < seeds ? here : seeds;
        seeds -= game.ring[i];
    }
    oracle_look(&game);
    return game;
}

TEST(strategies_are_checked)
{
    unsigned blunders = 0;
    size_t leaves = 0;
    for (unsigned variant = 0; variant < RULES_COUNT; variant++) {
        const struct waurie_rules *rules = &all_rules[variant];
        struct plain *plain = plain_solve(rules, PITS, SEEDS);
        assert_non_null(plain);
        for (unsigned number = 0; number < 200; number++) {
            const struct oracle_game game = game_number(number, rules);
            if (game.winner >= 0) {
                continue;
            }
            struct chooser chooser = {.plain = plain};
            const int winner = to_move_wins(plain, &game) ? game.side : 1 - game.side;
            assert_true(accepted(&game, winner, &chooser, &leaves));
            chooser.blunders = 0;
            assert_false(accepted(&game, 1 - winner, &chooser, &leaves));
            chooser.blunders = 1 + (int)(number % 3);
            const bool right = accepted(&game, winner, &chooser, &leaves);
            assert_int_equal(right, !chooser.blundered);
            blunders += chooser.blundered ? 1 : 0;
        }
        plain_free(plain);
    }
    assert_true(blunders > 100);
    assert_true(leaves > 1000);
}

static int choose_none(void *context, const struct oracle_game *game)
{
    (void)game;
    return *(int *)context;
}

TEST(moves_that_cannot_be_played_are_faults)
{
    static const int pits[] = {0, 2, 4, -1};
    const struct oracle_game game = {.pits = PITS, .ring = {4, 0, 4, 0, 1, 1, 1}, .winner = -1};
    for (unsigned i = 0; i < sizeof pits / sizeof pits[0]; i++) {
        int pit = pits[i];
        struct strategy found;
        const struct strategy_request request = {
            .winner = 0, .seeds = LEAF_SEEDS, .choose = choose_none, .context = &pit};
        strategy_follow(&request, &game, &found);
        assert_non_null(found.fault);
        assert_non_null(strstr(found.fault, i == 1 ? "cannot be played" : "no move"));
        strategy_clear(&found);
    }
}
