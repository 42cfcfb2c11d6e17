// Note (A) of the article: a line of joined moves in which the letter W names no hole, for every
// meaning that the letter may have.
#ifndef KAURI_STUDIES_ARTICLE_NOTE_READING_H
#define KAURI_STUDIES_ARTICLE_NOTE_READING_H

#include "rules/board.h"

#include <stdbool.h>

enum {
    KAURI_NOTE_PASS = KAURI_HOLES_MAX, // W is a pass; lower numbers are holes
    KAURI_NOTE_NOTHING,                // W means nothing and is skipped
    KAURI_NOTE_LETTERS,
    KAURI_NOTE_READINGS =
        2 * KAURI_NOTE_LETTERS, // the line begins in place of the move with the note, or after it
    KAURI_NOTE_PLIES_MAX = 64,  // of a line that is kept
};

// The line with one reading of W, over all replies of the opponent. One sequence of replies is a
// way; a way either reaches the end of the line or breaks off before.
struct kauri_note_reading {
    const char *line;
    unsigned player; // of the line
    unsigned letter; // the meaning of W
    struct kauri_position start;
    unsigned ends, breaks;          // ways
    unsigned even;                  // ways that end without seeds and with equal captures
    unsigned replies;               // moves of the opponent, greatest number on one way
    unsigned choices;               // positions in which the opponent has more than one move
    struct kauri_position position; // where the first way breaks off; if none does, where the
                                    // first one ends
    unsigned broken_at;             // the move of the line that is illegal there, from 1
    const char *fault;              // and why
    unsigned plies;                 // of the line, if there is one way only
    int16_t hole[KAURI_NOTE_PLIES_MAX];
};

// Plays a line of the player to move with reading `number`: from the position before the move with
// the note, or from the one after it.
struct kauri_note_reading kauri_note_read(const char *line, const struct kauri_position *before,
                                          const struct kauri_position *after, unsigned number);

// True if the opponent never has a choice, and the line ends without seeds and with equal captures.
bool kauri_note_is_forced(const struct kauri_note_reading *reading);

#endif
