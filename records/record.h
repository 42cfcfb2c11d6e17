// Game records as data: what a text says about one game, before anybody checks it.
//
// records/record_parse.h reads records, records/record_write.h writes them, records/replay.h plays
// them. A record is used by one thread at a time.
#ifndef KAURI_RECORDS_RECORD_H
#define KAURI_RECORDS_RECORD_H

#include "common/status.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KAURI_RECORD_PLIES_MAX = 20000, // of one record
    KAURI_RECORD_NUMBER_MAX = 99999,
    KAURI_RECORD_NAME_BYTES = 96, // with the final zero, as all of these
    KAURI_RECORD_RESULT_BYTES = 160,
    KAURI_RECORD_FAULT_BYTES = 240,
    KAURI_RECORD_MARKS_BYTES = 4,
};

// One move as it is written. Passes are not written: moves of one player joined by a hyphen say
// that the opponent passed between them (R7).
struct kauri_ply {
    uint8_t side;          // enum kauri_side, from the letter's case
    int8_t hole;           // 0 = the player's leftmost; KAURI_MOVE_PASS only in a replay
    bool joined;           // by a hyphen to the move before it
    bool captures_written; // then `captures` is what the text says
    uint32_t number;       // of the move; South's and North's moves share one; 0 = none
    struct kauri_capture captures;
    char marks[KAURI_RECORD_MARKS_BYTES]; // "", "!", "?", "!?" ...
    char note;                            // letter of a note, "(A)"; '\0' = none
    uint32_t line;                        // of the text, from 1; 0 when made by a program
};

// What the record says about the result, if anything.
struct kauri_written_result {
    bool given;                           // there is a sentence
    bool scored;                          // it tells the captures of both players
    bool sided;                           // it is clear whose are whose
    uint8_t score[2];                     // by enum kauri_side if sided, else as they come
    char text[KAURI_RECORD_RESULT_BYTES]; // the sentence; longer ones are cut
};

// A game. Texts are as kauri_record_copy makes them: cut where too long, clean UTF-8.
struct kauri_record {
    uint32_t number;                         // "(4)"; 0 = none
    char player[2][KAURI_RECORD_NAME_BYTES]; // by enum kauri_side; "" = not told
    char date[KAURI_RECORD_NAME_BYTES];      // "" = not told
    bool start_given;                        // a line "Position ..." says where it begins
    struct kauri_position start;             // else kauri_start(6)
    struct kauri_written_result result;
    // Why the text could not be read on after the last ply, with its line; "" = all was read. With
    // start_bad it is the start that could not be read, and there are no plies.
    char fault[KAURI_RECORD_FAULT_BYTES];
    bool start_bad;
    uint32_t line; // of the text where the record begins, from 1
    size_t count;  // of plies
    size_t room;   // allocated for plies
    struct kauri_ply *plies;
};

// An empty record from the normal start. Owns nothing yet.
void kauri_record_init(struct kauri_record *record);

// Frees what the record owns and leaves it empty. Accepts NULL.
void kauri_record_clear(struct kauri_record *record);

// Adds a copy of *ply. With number 0 the record numbers it: South's move begins a new number unless
// it is joined, North's goes with the move before it. KAURI_BAD_INPUT beyond
// KAURI_RECORD_PLIES_MAX, KAURI_RESOURCE without memory; the record is unchanged then.
enum kauri_status kauri_record_append(struct kauri_record *record, const struct kauri_ply *ply,
                                      struct kauri_error *error);

// Sets the sentence and reads scores such as "Gering won by 31 : 8 points." and names from it.
void kauri_record_set_result(struct kauri_record *record, const char *sentence);

// Copies `bytes` bytes of text into an array of `room` bytes, cut between UTF-8 characters. Bytes
// that are not UTF-8 and control characters become '?', so that every text of a record may be
// printed on a terminal and in JSON.
void kauri_record_copy(char *to, size_t room, const char *text, size_t bytes);

#endif
