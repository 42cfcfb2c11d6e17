// A game record as data: the moves and remarks of one game as written in a text
// (docs/guide/RECORDS.md), unchecked. games/records/replay.h checks records against the rules.
//
// A record is used by one thread at a time.
#ifndef KAURI_GAMES_RECORDS_RECORD_H
#define KAURI_GAMES_RECORDS_RECORD_H

#include "common/status.h"
#include "games/records/pieces.h"
#include "games/records/sentence.h"
#include "kauri/kauri.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KAURI_RECORD_PLIES_MAX = 20000,  // moves of one record
    KAURI_RECORD_NUMBER_MAX = 99999, // greatest number of a move or a game
    KAURI_RECORD_NAME_BYTES = 96,    // this and the following include the final zero
    KAURI_RECORD_FAULT_BYTES = 280,
    KAURI_RECORD_REMARKS_MAX = 4,
    KAURI_RECORD_REMARK_BYTES = 96,
    KAURI_RECORD_MARKS_BYTES = 4,
    KAURI_RECORD_DIAGRAMS_MAX = 8, // more are not kept
};

// One move as it is written. A hyphen between two moves of one player means that the opponent
// passes between them (R7); other passes are plies only if the text says so.
struct kauri_ply {
    uint8_t side;          // enum kauri_side, from the letter's case
    int8_t hole;           // 0 = the player's leftmost; KAURI_MOVE_PASS
    bool joined;           // a hyphen joins it to the previous move
    bool captures_written; // false: the text gives no captures
    uint32_t number; // number of the move; a move of South and North's reply share it; 0: none
    struct kauri_capture captures;        // captures as written
    char marks[KAURI_RECORD_MARKS_BYTES]; // "", "!", "?", "!?" ...
    char note;                            // letter of a note, "(A)"; '\0': none
    uint32_t line;                        // line in the text, from 1; 0 if not read from a text
};

// A position that stands between moves of a record.
struct kauri_diagram {
    size_t plies; // number of plies before it
    uint32_t line;
    struct kauri_position position;
};

// The record of a game. All texts are cut to fit and are valid UTF-8 without control characters.
struct kauri_record {
    uint32_t number;                         // number from the header, "(4)"; 0: none
    char player[2][KAURI_RECORD_NAME_BYTES]; // names by enum kauri_side; "": not given
    char date[KAURI_RECORD_NAME_BYTES];      // date; "": not given
    bool start_given;                        // the text gives the start position
    struct kauri_position start;             // start position, kauri_start(6) unless given
    struct kauri_written_result result;
    // The reason why the text after the last ply could not be read, with its place; "" if all of it
    // was read. If start_bad is set, the start position is unknown, and there are no plies.
    char fault[KAURI_RECORD_FAULT_BYTES];
    bool start_bad;
    // Sentences about what is odd in the text although it could be read, such as numbers that jump.
    unsigned remark_count;
    char remark[KAURI_RECORD_REMARKS_MAX][KAURI_RECORD_REMARK_BYTES];
    unsigned diagram_count;
    struct kauri_diagram diagram[KAURI_RECORD_DIAGRAMS_MAX];
    uint32_t line;           // line where the record begins in the text, from 1
    size_t count;            // number of plies
    size_t capacity;         // number of plies that are allocated
    struct kauri_ply *plies; // owned
    // The account of its text, in which `ply` is an index in `plies`. Empty if the record is not
    // read from a text.
    struct kauri_pieces pieces;
};

// Makes an empty record with the normal start. It owns nothing yet.
void kauri_record_init(struct kauri_record *record);

// Frees the plies and pieces, and leaves the record empty. Accepts NULL.
void kauri_record_clear(struct kauri_record *record);

// Adds a copy of *ply. If its number is 0, it is assigned one: a move of South that is not joined
// begins a new number, and any other move has the number of the previous move. Errors:
// KAURI_BAD_INPUT beyond KAURI_RECORD_PLIES_MAX, KAURI_RESOURCE; the record is then unchanged.
enum kauri_status kauri_record_append(struct kauri_record *record, const struct kauri_ply *ply,
                                      struct kauri_error *error);

// Sets the result sentence and reads it (docs/guide/RECORDS.md, "Results"). The players' names,
// which it may mention, must be set before.
void kauri_record_set_result(struct kauri_record *record, const char *sentence);

// Adds a remark (printf format), cut to fit. Instead of the last of KAURI_RECORD_REMARKS_MAX and
// all after it, "and more of the kind" is kept.
void kauri_record_remark(struct kauri_record *record, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Copies `bytes` bytes of text into an array of `capacity` bytes, cut between UTF-8 characters if
// need be. Blanks become spaces, characters without a width are left out, bytes that are not UTF-8
// are read as Windows-1252, and control characters become '?', so that every text of a record can
// be printed on a terminal and in JSON.
void kauri_record_copy(char *to, size_t capacity, const char *text, size_t bytes);

// Returns true if the player to move has no move while seeds remain (R7).
bool kauri_must_pass(const struct kauri_position *position);

#endif
