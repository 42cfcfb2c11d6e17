// Drawings as SVG: adding elements to a string, and the words of all drawings. Lengths are in user
// units, written with one decimal; y grows downwards. The locale of the process does not matter.
#ifndef KAURI_COMMON_SVG_H
#define KAURI_COMMON_SVG_H

#include "common/string_buffer.h"
#include "kauri/kauri.h"

// Formats a number for SVG: at most one decimal after a point, whatever the locale says. `value` is
// within +-1e6. Returns `text`.
#define KAURI_SVG_NUMBER_BYTES 24
const char *kauri_svg_number(double value, char text[KAURI_SVG_NUMBER_BYTES]);

// Begins a drawing of `width` x `height` units that is `millimetres` wide when printed. It is black
// on white, with text in the viewer's sans-serif font.
void kauri_svg_begin(struct kauri_string *svg, double width, double height, double millimetres);
void kauri_svg_end(struct kauri_string *svg);

// Adds a line. `style` is a list of attributes such as "stroke=\"black\"". It is not escaped, so it
// must not come from the user.
void kauri_svg_line(struct kauri_string *svg, double x1, double y1, double x2, double y2,
                    const char *style);
void kauri_svg_rect(struct kauri_string *svg, double x, double y, double width, double height,
                    const char *style);
void kauri_svg_circle(struct kauri_string *svg, double x, double y, double radius,
                      const char *style);

// Adds a text with its baseline at y; anchor is "start", "middle" or "end". `text` is escaped.
void kauri_svg_text(struct kauri_string *svg, double x, double y, double size, const char *anchor,
                    const char *style, const char *text);

// Returns the font size, at most `size`, at which `characters` letters take at most `width`.
// `letter` is the mean width of a letter as a part of the font size, about 0.5 for running text in
// a sans-serif font, 0.65 for bold digits: the viewer's font is not known.
double kauri_svg_fit(double size, double letter, size_t characters, double width);

// ------------------------------------------------------------------------------- words

// The words of all drawings, in the languages of kauri_drawing.

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
    KAURI_WORD_SOUTH_SCORES, // the side to move, where labels are final scores
    KAURI_WORD_NORTH_SCORES,
    KAURI_WORD_CAPTURED,
    KAURI_WORD_SEEDS,
    KAURI_WORD_COWRIES,
    KAURI_WORD_NET,
    KAURI_WORD_PHASE_LOST, // lost, drawn and won follow one another
    KAURI_WORD_PHASE_DRAWN,
    KAURI_WORD_PHASE_WON,
    KAURI_WORD_PROVEN,
    KAURI_WORD_AHEAD,
    KAURI_WORD_BEFORE_MOVE,
    KAURI_WORD_STANDARD, // in the order of the rules
    KAURI_WORD_TIEBREAKER,
    KAURI_WORD_FINAL_MARGIN,
    KAURI_WORD_BOUNDS,
    KAURI_WORD_CAPTURED_SO_FAR,
    KAURI_WORD_ESTIMATED,
    KAURI_WORD_SOUTH_WINS, // the results from South's best to its worst
    KAURI_WORD_DRAW,
    KAURI_WORD_NORTH_WINS,
    KAURI_WORD_NOT_DECIDED,
    KAURI_DRAWING_WORDS,
};

enum { KAURI_LANGUAGES = KAURI_GERMAN + 1 };

// Returns the word in UTF-8, in static storage.
const char *kauri_drawing_word(enum kauri_language language, enum kauri_drawing_word word);

#endif
