// Plays a line of joined moves in which one letter names no hole, for every meaning the letter may
// have.
//
// Pure functions on the rules: thread-safe, no allocation.
#ifndef KAURI_STUDIES_ARTICLE_WAITING_H
#define KAURI_STUDIES_ARTICLE_WAITING_H

#include "rules/board.h"
#include "studies/article/article.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    KAURI_WAITING_PASS = -1,    // the letter is a pass
    KAURI_WAITING_NOTHING = -2, // the letter means nothing and is skipped
};

// The outcome of the line with one meaning of the letter, over all replies of the opponent. One
// sequence of replies is a way; a way either reaches the end of the line or breaks before it.
struct kauri_waiting {
    int letter;       // a hole number, or one of the two above
    unsigned endings; // ways that reach the end of the line
    unsigned even;    // of these, ways that end without seeds on the board and with equal captures
    unsigned breaks;  // ways that stop at a move that is not legal
    unsigned replies; // moves of the opponent (passes not counted), greatest number on one way
    unsigned choices; // positions where the opponent has more than one move
    struct kauri_position last;   // after the first way that reaches the end, when endings > 0
    struct kauri_position broken; // where the first way breaks, when breaks > 0
    unsigned broken_at;           // letter of the line that cannot be played there, from 0
};

// True when every way ends without seeds and with equal captures, and the opponent never has a
// choice.
bool kauri_waiting_forced(const struct kauri_waiting *waiting);

// Plays `line` for `player` (enum kauri_side) from `start`, where either player may be to move,
// with `letter` for KAURI_ARTICLE_WAITING.
void kauri_waiting_play(const struct kauri_position *start, unsigned player,
                        const struct kauri_article_line *line, int letter,
                        struct kauri_waiting *waiting);

// The plies of the first way, replies and passes (KAURI_MOVE_PASS) included, up to its end, its
// break, or `room` plies. Returns their number.
unsigned kauri_waiting_moves(const struct kauri_position *start, unsigned player,
                             const struct kauri_article_line *line, int letter, unsigned room,
                             int16_t *holes);

#endif
