// What the article on Kauri says about its four games, word for word.
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
    KAURI_ARTICLE_WAITING = 'W' // the letter in that line that is no hole
};

// The text, static storage: games, the sentences on the endgame and note (A).
const char *kauri_article_text(void);

// The numbers of "The strongest continuation is: 5,5,...": holes 1..6 from the mover's left.
struct kauri_article_numbers {
    size_t count;
    uint8_t number[KAURI_ARTICLE_NUMBERS_MAX];
};

// The letters of "by playing E-D-...!": 'A'..'F', and KAURI_ARTICLE_WAITING.
struct kauri_article_line {
    size_t count;
    char letter[KAURI_ARTICLE_NUMBERS_MAX + 1]; // NUL-terminated
};

// Finds them in a text; KAURI_BAD_INPUT when they are not there, or are something else.
enum kauri_status kauri_article_read_numbers(const char *text,
                                             struct kauri_article_numbers *numbers,
                                             struct kauri_error *error);
enum kauri_status kauri_article_read_line(const char *text, struct kauri_article_line *line,
                                          struct kauri_error *error);

#endif
