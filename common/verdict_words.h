// The words in which people write the result of a game, in English, German, Portuguese and Spanish,
// and what each of them means, for reading records. The words of answers are in
// queries/answers/value_words.h.
//
// Pure functions, thread-safe.
#ifndef KAURI_COMMON_VERDICT_WORDS_H
#define KAURI_COMMON_VERDICT_WORDS_H

#include <stdbool.h>

enum kauri_verdict_meaning {
    KAURI_VERDICT_UNKNOWN, // the word may change what its sentence means
    KAURI_VERDICT_NEUTRAL, // articles, prepositions and the like
    KAURI_VERDICT_SCORES,  // the words around a score: neutral where there are scores
    KAURI_VERDICT_WINS,
    KAURI_VERDICT_BEATS, // the player named before it wins
    KAURI_VERDICT_LOSES,
    KAURI_VERDICT_RESIGNS,
    KAURI_VERDICT_DRAWS,
    KAURI_VERDICT_AGAINST, // the player named after it is the other one
    KAURI_VERDICT_SOUTH,
    KAURI_VERDICT_NORTH,
};

// The meaning of a word in lower case, with '?' for each letter beyond ASCII.
enum kauri_verdict_meaning kauri_verdict_meaning_of(const char *word);

// Returns true for the verbs and nouns that decide a game: wins, beats, loses, resigns, draws.
bool kauri_is_verdict(enum kauri_verdict_meaning meaning);

#endif
