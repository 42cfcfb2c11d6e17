// The meaning of the words in which a record gives its result (docs/guide/RECORDS.md, "Results").
#ifndef KAURI_GAMES_RECORDS_RESULT_WORDS_H
#define KAURI_GAMES_RECORDS_RESULT_WORDS_H

#include <stdbool.h>
#include <stdint.h>

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
    bool scored;      // the sentence gives the captures of both players
    bool sided;       // it is clear which number is whose
    bool understood;  // all its words are known
    uint8_t score[2]; // captures by enum kauri_side if sided, else in the text's order
    enum kauri_written_outcome outcome;   // outcome that the words state
    char text[KAURI_RECORD_RESULT_BYTES]; // the sentence, cut if it is longer
};

// Reads a sentence such as "Gering won by 31 : 8 points.", "1-0" or "Remis", which may mention the
// players South and North by words of their names; "" for a name that is not known. The text is
// left empty. Thread-safe.
void kauri_result_read(const char *south, const char *north, const char *sentence,
                       struct kauri_written_result *result);

#endif
