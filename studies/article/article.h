// The text of the article on Kauri about its four example games, and the moves quoted in it.
//
// Pure functions: thread-safe, no allocation.
#ifndef KAURI_STUDIES_ARTICLE_ARTICLE_H
#define KAURI_STUDIES_ARTICLE_ARTICLE_H

#include "common/status.h"
#include "records/record_parse.h"

#include <stddef.h>
#include <stdint.h>

enum {
    KAURI_ARTICLE_NUMBERS_MAX = 64,
    KAURI_ARTICLE_GAME = 4,     // the game whose end the article examines
    KAURI_ARTICLE_MOVE = 35,    // "Endgame Position at Move 35 (South to move!)"
    KAURI_ARTICLE_NOTE = 'A',   // letter of the note on a better line
    KAURI_ARTICLE_WAITING = 'W' // the letter in that line that names no hole
};

// The article's own words, in static storage: the games, the sentences on the endgame, and note
// (A).
const char *kauri_article_text(void);

// The numbers of "The strongest continuation is: 5,5,...": holes 1 to 6, counted from the mover's
// left.
struct kauri_article_numbers {
    size_t count;
    uint8_t number[KAURI_ARTICLE_NUMBERS_MAX];
};

// The letters of "by playing E-D-...!": 'A' to 'F' and KAURI_ARTICLE_WAITING.
struct kauri_article_line {
    size_t count;
    char letter[KAURI_ARTICLE_NUMBERS_MAX + 1]; // NUL-terminated
};

// Find these in a text. KAURI_BAD_INPUT when the text lacks them, when they are malformed, or when
// there are more than KAURI_ARTICLE_NUMBERS_MAX.
enum kauri_status kauri_article_read_numbers(const char *text,
                                             struct kauri_article_numbers *numbers,
                                             struct kauri_error *error);
enum kauri_status kauri_article_read_line(const char *text, struct kauri_article_line *line,
                                          struct kauri_error *error);

#endif
