#include "tests/waurie/waurie_oracle.h"

static int first_pit(const struct oracle_game *game, int side)
{
    return side == 0 ? 0 : game->pits + 1;
}

static int seeds_of(const struct oracle_game *game, int side)
{
    int seeds = 0;
    for (int i = 0; i < game->pits; i++) {
        seeds += game->ring[first_pit(game, side) + i];
    }
    return seeds;
}

void oracle_look(struct oracle_game *game)
{
    game->winner = -1;
    if (seeds_of(game, game->side) == 0) {
        game->winner = game->side;
    } else if (!game->at_turn && seeds_of(game, 1 - game->side) == 0) {
        game->winner = 1 - game->side;
    }
}

bool oracle_play(struct oracle_game *game, int pit)
{
    const int from = first_pit(game, game->side) + pit - 1;
    const int store = game->side == 0 ? game->pits : 2 * game->pits + 1;
    const int foreign = game->side == 0 ? 2 * game->pits + 1 : game->pits;
    int hand = game->ring[from];
    if (game->winner >= 0 || hand == 0) {
        return false;
    }
    game->ring[from] = 0;
    int at = from;
    while (hand > 0) {
        at = at == 2 * game->pits + 1 ? 0 : at + 1;
        if ((at == foreign && !game->both) || (game->skip && at == from)) {
            continue;
        }
        game->ring[at]++;
        hand--;
    }
    const int mover = game->side;
    if (at != store) {
        game->side = 1 - mover;
    }
    if (!game->at_turn && seeds_of(game, mover) == 0) {
        game->winner = mover;
    } else {
        oracle_look(game);
    }
    return true;
}

struct oracle_outcome oracle_solve(const struct oracle_game *game)
{
    struct oracle_outcome best = {game->winner, 0, 0};
    if (game->winner >= 0) {
        return best;
    }
    best.winner = 1 - game->side;
    bool first = true;
    for (int pit = 1; pit <= game->pits; pit++) {
        struct oracle_game after = *game;
        if (!oracle_play(&after, pit)) {
            continue;
        }
        struct oracle_outcome value = oracle_solve(&after);
        value.sowings++;
        // A turn ends with the game or when the opponent moves.
        value.turns += after.winner >= 0 || after.side != game->side ? 1 : 0;
        const bool wins = value.winner == game->side;
        if (first || (wins && best.winner != game->side)) {
            best = value;
        } else if (wins == (best.winner == game->side)) {
            best.turns = (value.turns < best.turns) == wins ? value.turns : best.turns;
            best.sowings = (value.sowings < best.sowings) == wins ? value.sowings : best.sowings;
        }
        first = false;
    }
    return best;
}
