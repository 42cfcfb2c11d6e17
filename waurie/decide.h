// Decides small positions of Waurie exactly, by a search that remembers every position. It uses
// nothing but the moves (pits.h); larger positions need tables.
//
// A turn is what a player does until the opponent moves: a sowing and the bonus moves after it.
// Distances count from the position to the end of the game and include the turn of the player to
// move: `turns` is the number of turns if the winner plays for the fewest turns and the loser for
// the most, and `sowings` is the same in sowings. The two are separate measures: one line of play
// need not be best for both.
#ifndef KAURI_WAURIE_DECIDE_H
#define KAURI_WAURIE_DECIDE_H

#include "common/status.h"
#include "waurie/pits.h"

struct waurie_value {
    bool win; // the player to move wins
    uint16_t turns;
    uint16_t sowings; // 0 only if the game is over
};

// Remembers the positions of one board that it has decided. Used by one thread at a time.
struct waurie_decider;

// Takes at most `bytes` bytes. KAURI_RESOURCE if that is less than 64 KiB, or cannot be allocated.
// Free the decider with waurie_decider_free, which accepts NULL.
enum kauri_status waurie_decider_new(const struct waurie_rules *rules, uint64_t bytes,
                                     struct waurie_decider **decider, struct kauri_error *error);
void waurie_decider_free(struct waurie_decider *decider);

// Decides a position. If the game is over because a row is empty (W6, W7), both distances are 0.
// What was remembered of a board with another number of pits is forgotten. KAURI_RESOURCE if the
// memory cannot hold all positions with as many seeds: 512 MiB hold those with up to 17 seeds on
// the 2x6 board.
enum kauri_status waurie_decide(struct waurie_decider *decider, const struct waurie_board *board,
                                struct waurie_value *value, struct kauri_error *error);

// The value of sowing pit number `pit`, which must not be empty, for the mover. The distances
// include this sowing. The position must have been decided before.
struct waurie_value waurie_decide_move(struct waurie_decider *decider,
                                       const struct waurie_board *board, unsigned pit);

// Compares two values of moves for the mover: negative if `a` is better than `b`, 0 if they are
// equal. A win is better than a loss; then the faster win or slower loss is better, first in turns,
// then in sowings.
int waurie_value_compare(struct waurie_value a, struct waurie_value b);

#endif
