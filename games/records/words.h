// The vocabulary of game records: what a word says about moves, positions and results, in English,
// German, Portuguese and Spanish. Kauri and Waurie read with the same words. The words of answers
// are in queries/answers/value_words.h.
#ifndef KAURI_GAMES_RECORDS_WORDS_H
#define KAURI_GAMES_RECORDS_WORDS_H

#include <stdint.h>

// The roles of a word; it may have several.
enum kauri_word_role {
    KAURI_ROLE_NEUTRAL = 1 << 0, // articles, prepositions and the like do not change a result
    KAURI_ROLE_SCORES = 1 << 1,  // neutral too, in a game that has scores
    KAURI_ROLE_WINS = 1 << 2,
    KAURI_ROLE_BEATS = 1 << 3, // the player who is named before it wins
    KAURI_ROLE_LOSES = 1 << 4,
    KAURI_ROLE_RESIGNS = 1 << 5,
    KAURI_ROLE_DRAWS = 1 << 6,
    KAURI_ROLE_AGAINST = 1 << 7, // the player who is named after it is the other one
    KAURI_ROLE_SOUTH = 1 << 8,
    KAURI_ROLE_NORTH = 1 << 9,
    KAURI_ROLE_BY = 1 << 10, // turns a verb round: "beaten by"
    KAURI_ROLE_TO = 1 << 11, // between the numbers of a score
    KAURI_ROLE_TURNS = 1 << 12,
    KAURI_ROLE_PASS = 1 << 13,
    KAURI_ROLE_VERSUS = 1 << 14, // between the names of a heading
    KAURI_ROLE_START = 1 << 15,  // before a position
    KAURI_ROLE_END = 1 << 16,    // before a position that ends a game
    KAURI_ROLE_SEEDS = 1 << 17,  // for positions in words
    KAURI_ROLE_COWRIES = 1 << 18,
    KAURI_ROLE_EACH = 1 << 19,
    KAURI_ROLE_NOTE = 1 << 20, // begins a line that is a note
};

enum {
    KAURI_ROLE_SIDES = KAURI_ROLE_SOUTH | KAURI_ROLE_NORTH,
    KAURI_ROLE_VERDICTS = KAURI_ROLE_WINS | KAURI_ROLE_BEATS | KAURI_ROLE_LOSES |
                          KAURI_ROLE_RESIGNS | KAURI_ROLE_DRAWS,
};

// The roles of a word in small letters, with '?' for each letter beyond ASCII; 0 if it is not
// known. Pure.
uint32_t kauri_word_roles(const char *word);

#endif
