// The board and the moves of Waurie (Island Wari): the trusted game. Rule numbers (W1 ...) are
// those of docs/guide/WAURIE.md.
//
// Pure functions, thread-safe. They do not check their boards; waurie/waurie_position.h checks what
// it reads.
#ifndef KAURI_WAURIE_PITS_H
#define KAURI_WAURIE_PITS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    WAURIE_PITS_MAX = 6,   // pits in a row
    WAURIE_SEEDS_MAX = 72, // seeds on the board: six in each pit
};

// The rules on which the sources disagree.
struct waurie_rules {
    bool at_turn; // an empty row wins only when its owner is to move (W7), not at once
    bool skip;    // a lap skips the emptied pit (W5) instead of dropping a seed into it
    bool both;    // a sowing drops seeds into both stores (W3), not only into the mover's
};

// The pits as the player to move sees them, each row in its owner's sowing order: from the owner's
// left, the last pit of a row next to its store. Seeds in the stores do not affect the result (W9)
// and are not kept. Pits beyond `pits` are 0.
struct waurie_board {
    uint8_t pits;                   // pits in a row, 1..6
    uint8_t own[WAURIE_PITS_MAX];   // seeds of the player to move
    uint8_t other[WAURIE_PITS_MAX]; // seeds of the opponent
};

struct waurie_move {
    struct waurie_board board; // as the player who moves next sees it
    uint8_t stored;            // seeds that fell into a store and have left the board
    bool again;                // the mover moves next: a bonus move (W4)
    bool won;                  // the mover has won (W6, W7); ignore `board` and `again`
};

// The result of a position for the player to move; WAURIE_OPEN if it is unknown.
enum waurie_result { WAURIE_OPEN, WAURIE_LOSS, WAURIE_WIN };

// Seeds in the pits of a row, and of both rows.
unsigned waurie_row_seeds(const uint8_t row[WAURIE_PITS_MAX]);
unsigned waurie_seeds(const struct waurie_board *board);

// Returns whether the game is over before the player to move moves (W6, W7): a row is empty, and
// with `at_turn` it is that player's.
bool waurie_is_over(const struct waurie_rules *rules, const struct waurie_board *board);

// Sows the seeds of the mover's pit number `pit`, 0..pits-1, which must not be empty.
struct waurie_move waurie_play(const struct waurie_rules *rules, const struct waurie_board *board,
                               unsigned pit);

#endif
