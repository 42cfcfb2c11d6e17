// The words of all drawings, in the languages of kauri_drawing.
#ifndef KAURI_COMMON_DRAWING_WORDS_H
#define KAURI_COMMON_DRAWING_WORDS_H

#include "kauri/kauri.h"

// Each SOUTH_... is directly followed by its NORTH_..., so that SOUTH_... + side is the word for
// that side; only the three results have another order.
enum kauri_drawing_word {
    KAURI_WORD_SOUTH,
    KAURI_WORD_NORTH,
    KAURI_WORD_SOUTH_MOVES,
    KAURI_WORD_NORTH_MOVES,
    KAURI_WORD_SOUTH_PASSES,
    KAURI_WORD_NORTH_PASSES,
    KAURI_WORD_SOUTH_STUCK,
    KAURI_WORD_NORTH_STUCK,
    KAURI_WORD_SOUTH_SCORES, // to move, and the labels are final scores
    KAURI_WORD_NORTH_SCORES,
    KAURI_WORD_CAPTURED,
    KAURI_WORD_SEEDS,
    KAURI_WORD_COWRIES,
    KAURI_WORD_NET,
    KAURI_WORD_PHASE_LOST, // lost, drawn and won follow one another
    KAURI_WORD_PHASE_DRAWN,
    KAURI_WORD_PHASE_WON,
    KAURI_WORD_FIVE_SEEDS,
    KAURI_WORD_TO_MOVE,
    KAURI_WORD_AHEAD,
    KAURI_WORD_BEFORE_MOVE,
    KAURI_WORD_STANDARD, // in the order of the rules
    KAURI_WORD_TIEBREAKER,
    KAURI_WORD_FINAL_MARGIN,
    KAURI_WORD_BOUNDS,
    KAURI_WORD_BEYOND,
    KAURI_WORD_CAPTURED_SO_FAR,
    KAURI_WORD_ESTIMATED,
    KAURI_WORD_SOUTH_WINS, // the results from South's best to its worst
    KAURI_WORD_DRAW,
    KAURI_WORD_NORTH_WINS,
    KAURI_WORD_NOT_DECIDED,
    KAURI_WORD_SOUTH_DOES_NOT_WIN,
    KAURI_WORD_NORTH_DOES_NOT_WIN,
    KAURI_WORD_OPEN,
    KAURI_WORD_AT_START,
    KAURI_WORD_AFTER,
    KAURI_WORD_LOSES,
    KAURI_WORD_FIRST_PROVEN,
    KAURI_WORD_EARLIER,
    KAURI_WORD_NOW_DECIDED,
    KAURI_WORDS,
};

enum { KAURI_LANGUAGES = KAURI_GERMAN + 1 };

// In UTF-8; constant.
const char *kauri_drawing_word(enum kauri_language language, enum kauri_drawing_word word);

#endif
