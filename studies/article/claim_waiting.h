// Readings of a line of joined moves in which one letter is no hole.
//
// Private to queries/claim_waiting*.c and their tests. Pure functions on the rules.
#ifndef KAURI_STUDIES_ARTICLE_CLAIM_WAITING_H
#define KAURI_STUDIES_ARTICLE_CLAIM_WAITING_H

#include "common/string_buffer.h"
#include "rules/board.h"
#include "studies/article/article.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    KAURI_WAITING_PASS = -1,    // the letter is a pass
    KAURI_WAITING_NOTHING = -2, // the letter is left out
};

// What happens when the line is played with the letter read in one way and every possible reply.
struct kauri_waiting {
    int letter;                   // a hole number, or one of the two above
    unsigned endings;             // ways through all moves of the line, over all replies
    unsigned even;                // of these, ending without seeds and with equal captures
    unsigned breaks;              // ways that end before the line does
    unsigned replies;             // moves of the opponent (not passes), greatest number on a way
    unsigned choices;             // positions where the opponent has more than one move
    struct kauri_position last;   // after the first way through, when endings > 0
    struct kauri_position broken; // where the first way breaks, when breaks > 0
    unsigned broken_at;           // letter of the line that cannot be played there, from 0
};

// True when every way reaches equal captures without seeds and the opponent never has a choice.
bool kauri_waiting_forced(const struct kauri_waiting *waiting);

// Plays `line` for `player` (enum kauri_side) from `start`, where either may be to move.
void kauri_waiting_play(const struct kauri_position *start, unsigned player,
                        const struct kauri_article_line *line, int letter,
                        struct kauri_waiting *waiting);

// Adds the moves of the first way through, replies included; only when endings > 0.
void kauri_waiting_add_line(const struct kauri_position *start, unsigned player,
                            const struct kauri_article_line *line, int letter,
                            struct kauri_string *text);

#endif
