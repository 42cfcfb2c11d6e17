// A game record as data: the moves and remarks of one game as written in a text, unchecked; reading
// and writing it (docs/RULES.md, "Game records"). records/replay.h checks records against the
// rules.
//
// A record is used by one thread at a time. Implemented in record.c, record_reader.c and
// record_write.c.
#ifndef KAURI_RECORDS_RECORD_H
#define KAURI_RECORDS_RECORD_H

#include "common/status.h"
#include "kauri/kauri.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KAURI_RECORD_PLIES_MAX = 20000,  // moves of one record
    KAURI_RECORD_NUMBER_MAX = 99999, // of a move or a game
    KAURI_RECORD_NAME_BYTES = 96,    // this and the following include the final zero
    KAURI_RECORD_RESULT_BYTES = 160,
    KAURI_RECORD_FAULT_BYTES = 240,
    KAURI_RECORD_MARKS_BYTES = 4,
};

// One move as it is written. Passes are not written: a hyphen between two moves of one player means
// that the opponent passes between them (R7).
struct kauri_ply {
    uint8_t side;          // enum kauri_side, from the letter's case
    int8_t hole;           // 0 = the player's leftmost; KAURI_MOVE_PASS only in a replay
    bool joined;           // a hyphen joins it to the previous move
    bool captures_written; // false: the text gives no captures
    uint32_t number;       // of the move; a move of South and North's reply share it; 0: none
    struct kauri_capture captures;        // as written
    char marks[KAURI_RECORD_MARKS_BYTES]; // "", "!", "?", "!?" ...
    char note;                            // letter of a note, "(A)"; '\0': none
    uint32_t line;                        // in the text, from 1; 0 if not read from a text
};

// The sentence about the result, and the score found in it.
struct kauri_written_result {
    bool given;                           // there is a sentence
    bool scored;                          // it gives the captures of both players
    bool sided;                           // it is clear which number is whose
    uint8_t score[2];                     // by enum kauri_side if sided, else in the text's order
    char text[KAURI_RECORD_RESULT_BYTES]; // the sentence, cut if it is longer
};

// The record of a game. All texts are made by kauri_record_copy: cut to fit, valid UTF-8.
struct kauri_record {
    uint32_t number;                         // from the header, "(4)"; 0: none
    char player[2][KAURI_RECORD_NAME_BYTES]; // by enum kauri_side; "": not given
    char date[KAURI_RECORD_NAME_BYTES];      // "": not given
    bool start_given;                        // a line "Position ..." gives the start
    struct kauri_position start;             // otherwise kauri_start(6)
    struct kauri_written_result result;
    // Why the text after the last ply could not be read, with its line; "" if all of it was read.
    // If start_bad is set, the start position could not be read, and there are no plies.
    char fault[KAURI_RECORD_FAULT_BYTES];
    bool start_bad;
    uint32_t line;           // in the text where the record begins, from 1
    size_t count;            // plies
    size_t room;             // allocated plies
    struct kauri_ply *plies; // owned
};

// Makes an empty record with the normal start. It owns nothing yet.
void kauri_record_init(struct kauri_record *record);

// Frees the plies and leaves the record empty. Accepts NULL.
void kauri_record_clear(struct kauri_record *record);

// Adds a copy of *ply. If its number is 0, it is assigned one: a move of South that is not joined
// begins a new number, and any other move has the number of the previous move. Errors:
// KAURI_BAD_INPUT beyond KAURI_RECORD_PLIES_MAX, KAURI_RESOURCE; the record is then unchanged.
enum kauri_status kauri_record_append(struct kauri_record *record, const struct kauri_ply *ply,
                                      struct kauri_error *error);

// Sets the result sentence and finds the score in it. In "Gering won by 31 : 8 points." the
// winner's captures come first. The winner's side follows from the players' names, which must be
// set before.
void kauri_record_set_result(struct kauri_record *record, const char *sentence);

// Copies `bytes` bytes of text into an array of `room` bytes, cut between UTF-8 characters if need
// be. Tabs and no-break spaces become spaces; other control characters and bytes that are not UTF-8
// become '?', so that every text of a record can be printed on a terminal and in JSON.
void kauri_record_copy(char *to, size_t room, const char *text, size_t bytes);

// ---------------------------------------------------------------------------------------- reading

// Reads the game records of a text one at a time. Memory is allocated only for the moves of the
// current game, so a text of any length can be read. Different readers may be used by different
// threads.

// Reads the next game into *record, which needs no initialisation and belongs to the caller
// (kauri_record_clear). At the end of the text, *found is false and *record owns nothing.
//
// The text may contain anything besides games, which is skipped. A game consists of its moves ("1.
// f D; 2. e F; ..."), preceded by a header "(1) South - North - date" (number and date may be left
// out), a line "Position ...", both, or neither, and ends with a result sentence or an empty line.
// A game that contains something unreadable is returned up to that word, with the reason in
// `fault`; the next call continues with the game after it. So the only error is KAURI_RESOURCE; the
// reader is then unchanged.
enum kauri_status kauri_record_next(struct kauri_record_reader *reader, struct kauri_record *record,
                                    bool *found, struct kauri_error *error);

// ---------------------------------------------------------------------------------------- writing

// Formats the record as a text: header, start position if the record gives one, moves in lines of
// at most 100 characters (more only for a longer run of joined moves), result sentence. A player
// without a name is written as South or North. *text is NUL-terminated and ends with a newline; the
// caller frees it with free(). Records in a file must be separated by an empty line.
//
// The text reads back as the same record, except for the numbers of its lines and `fault`, which is
// not written. Errors: KAURI_BAD_INPUT for a record for which that is impossible, such as one
// without moves, with " - " in a name, or with a result sentence such as "E", which would be read
// as a move; KAURI_RESOURCE. *text is NULL on failure. Thread-safe.
enum kauri_status kauri_record_format(const struct kauri_record *record, char **text,
                                      struct kauri_error *error);

#endif
