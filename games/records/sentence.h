// Reads the sentence in which a text gives the result of a game, "Gering won by 31 : 8 points.", or
// of a line of play, "South wins. (15 moves)" (docs/guide/RECORDS.md, "Results"). Kauri and Waurie
// share it.
#ifndef KAURI_GAMES_RECORDS_SENTENCE_H
#define KAURI_GAMES_RECORDS_SENTENCE_H

#include "games/records/token.h"

enum { KAURI_RECORD_RESULT_BYTES = 160 }; // size with the final zero

enum kauri_written_outcome {
    KAURI_OUTCOME_UNKNOWN, // the words are not understood
    KAURI_OUTCOME_NONE,    // "*": the game has not ended
    KAURI_OUTCOME_SOUTH,   // South won
    KAURI_OUTCOME_NORTH,
    KAURI_OUTCOME_DRAWN,
};

// The sentence about the result, and what it says.
struct kauri_written_result {
    bool given;       // there is a sentence
    bool tells;       // it has a verb of winning, a score, or the like
    bool understood;  // and all its words are known
    bool scored;      // it gives the captures of both players
    bool sided;       // it is clear which number is whose
    uint8_t score[2]; // captures by enum kauri_side if sided, else in the text's order
    enum kauri_written_outcome outcome;   // outcome that the words state
    unsigned turns;                       // "15 moves"; 0: no number, or not understood
    char text[KAURI_RECORD_RESULT_BYTES]; // the sentence, cut if it is longer
};

// The words by which sentences name the players, besides South and North.
struct kauri_player_words {
    unsigned count[2];
    char word[2][12][16];
};

// The words of two names; "" for a name that is not known.
void kauri_player_words(const char *south, const char *north, struct kauri_player_words *players);

// Reads the sentence in the tokens from one number up to another; `text` of the result is left
// empty. `scores` says that the game has scores (Kauri), so that numbers and words for seeds count.
void kauri_sentence_read(struct kauri_text *text, size_t from, size_t to,
                         const struct kauri_player_words *players, bool scores,
                         struct kauri_written_result *result);

// Reads a sentence of at most KAURI_RECORD_RESULT_BYTES - 1 bytes.
void kauri_sentence_of(const char *sentence, const struct kauri_player_words *players, bool scores,
                       struct kauri_written_result *result);

// Reads "1-0", "0-1", "1/2-1/2" and the like at a token; *last is then its last token.
// KAURI_OUTCOME_UNKNOWN if there is none.
enum kauri_written_outcome kauri_result_token_at(struct kauri_text *text, size_t i, size_t *last);

// Returns true for "1-0", "0-1" or "1:0" at a token.
bool kauri_outcome_at(struct kauri_text *text, size_t i);

// Reads a score such as "31 : 8", "31-8" or "31 to 8" at a token; *last is then its last token.
bool kauri_score_at(struct kauri_text *text, size_t i, uint8_t score[2], size_t *last);

#endif
