// Answers to positions by search, within a time.
#ifndef KAURI_WAURIE_CLI_FINDER_H
#define KAURI_WAURIE_CLI_FINDER_H

#include "waurie/waurie_position.h"
#include "waurie/winner_search.h"

struct waurie_finder {
    struct waurie_search *search;
    const struct waurie_rules *rules;
    double end;                            // deadline by kauri_clock_seconds; 0: no limit
    const struct kauri_progress *progress; // may be NULL
};

// Returns the result of a position for the player to move. With `recall` nothing is searched, and
// the result is open unless the rules, the tables or remembered results give it.
enum waurie_result waurie_finder_decide(const struct waurie_finder *finder,
                                        const struct waurie_board *board, bool recall);

// Returns the result of a move for the mover, in the same way.
enum waurie_result waurie_finder_decide_move(const struct waurie_finder *finder,
                                             const struct waurie_answer_move *move, bool recall);

// Decides the position, then its moves, without distances. Of several moves, those whose results
// are remembered or in tables come before those that must be searched: a search may forget what it
// remembers. Returns whether something was left open.
bool waurie_finder_answer(const struct waurie_finder *finder,
                          const struct waurie_position *position, struct waurie_answer *answer);

#endif
