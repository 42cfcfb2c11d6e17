// Plays a won position so that every move is proven when it is played.
//
// The moves come from a solution book, or else from the proof that a search finds. Two searches
// that each prove a win can together walk in a circle, since each may rest on the other's position.
// So play keeps to one source until the next capture: in the book as long as its bound on the plies
// falls, and then with the moves of one proof, whose values above 0 rest on no repetition. Captures
// are finite. A strategy that was made anew in the middle of a game repeats only the short searches
// of the moves since the last capture, so what a longer search had proven may be proven otherwise.
#ifndef KAURI_GAMES_ENGINE_WINNING_STRATEGY_H
#define KAURI_GAMES_ENGINE_WINNING_STRATEGY_H

#include "common/progress.h"
#include "common/status.h"
#include "db/book/book.h"
#include "queries/lookup/bounds.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kauri_tablebase;
struct kauri_strategy;

// Makes a strategy, which keeps the proof that it follows. `tables` and `book` may be NULL and must
// stay open. KAURI_RESOURCE.
enum kauri_status kauri_strategy_new(struct kauri_tablebase *tables, const struct kauri_book *book,
                                     struct kauri_strategy **strategy, struct kauri_error *error);
// Accepts NULL.
void kauri_strategy_free(struct kauri_strategy *strategy);

struct kauri_strategy_question {
    // A position that is not in the tables, with a move.
    const struct kauri_position *position;
    // The positions of the game before it, oldest first. If the strategy has chosen none of the
    // moves since the last capture, it finds out which proof it would have followed.
    const struct kauri_position *history;
    size_t history_count;
    int value;      // the least r that is wanted; by the opponent, of kauri_strategy_resist
    double seconds; // limit of elapsed time; 0: only the book is asked
    // 0, or the positions of the only search: for this value alone, for a question about a single
    // position.
    uint64_t nodes;
    const struct kauri_progress *progress; // NULL, or asked whether to stop
};

struct kauri_strategy_move {
    uint64_t nodes; // positions that were expanded
    bool proven;    // otherwise the rest is 0
    int hole;
    int value;                       // r >= value with the move, at least the value that was wanted
    bool exact;                      // no move gets more: r is the value
    enum kauri_bounds_source source; // KAURI_SOURCE_BOOK or KAURI_SOURCE_SEARCH
    uint32_t plies;                  // of a move of the book: plies to the next capture at most
};

// Chooses a move that is proven to get the value, if one is found in the time. Otherwise *move says
// that none is. Errors of the tables; KAURI_RESOURCE. A request of the progress to stop ends the
// search like the time.
enum kauri_status kauri_strategy_choose(struct kauri_strategy *strategy,
                                        const struct kauri_strategy_question *question,
                                        struct kauri_strategy_move *move,
                                        struct kauri_error *error);

// For a player who has lost: finds the move that makes the winner's task hardest. The answers to a
// move are the harder to find, the more positions a search needs for one, and hardest where it
// needs the book; of those, the move with the longest way to the next capture counts most. *lost
// says whether every move is proven to lose: the opponent gets the value `wanted` and more after
// it. Otherwise *hole is not set. Stops at the first move that is not proven to lose. Errors as
// above.
enum kauri_status kauri_strategy_resist(struct kauri_strategy *strategy,
                                        const struct kauri_strategy_question *question, bool *lost,
                                        int *hole, struct kauri_error *error);

#endif
