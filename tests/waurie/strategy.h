// Follows a strategy of one player by the rules alone (waurie_oracle.h): at a position of the
// winner one move, which somebody else names, and at a position of the loser all moves, down to
// positions with few seeds. If all of those are won for the same player, so is the start, whatever
// the moves were chosen by.
#ifndef KAURI_TESTS_WAURIE_STRATEGY_H
#define KAURI_TESTS_WAURIE_STRATEGY_H

#include "tests/waurie/waurie_oracle.h"

#include <stddef.h>
#include <stdint.h>

enum { STRATEGY_PITS = 6 }; // most pits in a row

// South's pits, then North's; pits that the board does not have are 0. The seeds in the stores do
// not count (W9).
struct strategy_position {
    uint8_t cells[2 * STRATEGY_PITS];
    uint8_t turn; // 1 South, 2 North
};

struct strategy_request {
    int winner; // 0 South, 1 North
    int seeds;  // positions with at most so many are not followed further
    // Names a pit for the winner, who is to move: 1 to m; 0 if there is none.
    int (*choose)(void *context, const struct oracle_game *game);
    void *context;
};

struct strategy {
    size_t positions; // followed, each once
    size_t ends;      // moves that ended the game, all won by the winner
    struct strategy_position *leaves;
    size_t leaf_count;
    const char *fault; // NULL: none
};

// Follows all play from *start, and collects the leaves, each once. Stops at the first fault: the
// game ends with the other winner, a move cannot be played, or memory runs out.
void strategy_follow(const struct strategy_request *request, const struct oracle_game *start,
                     struct strategy *found);
void strategy_clear(struct strategy *found);

// The game at a position; what *like says about the board and the rules holds for it.
struct oracle_game strategy_game(const struct oracle_game *like,
                                 const struct strategy_position *position);

#endif
