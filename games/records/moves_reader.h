// Reads the moves of a game, line by line, and its result (docs/guide/RECORDS.md, "Moves"). Private
// to games/records/.
#ifndef KAURI_GAMES_RECORDS_MOVES_READER_H
#define KAURI_GAMES_RECORDS_MOVES_READER_H

#include "games/records/lookahead.h"
#include "games/records/record.h"

// The state of reading one game.
struct kauri_moves_reader {
    struct kauri_text *text;
    struct kauri_record *record; // gets moves, result and remarks
    struct kauri_player_words players;
    size_t at;                     // next token
    enum kauri_prefix prefix;      // prefix of the first line
    uint32_t number;               // number of the last move as written; 0 before the first
    unsigned numbers;              // move numbers read so far
    unsigned turns;                // of these, numbers of South's moves
    size_t numbered;               // number of plies before the last number
    bool counted;                  // some number was not 1
    bool by_ply;                   // numbers count plies, not turns
    bool joined;                   // a hyphen has just been read
    bool ended;                    // the result ends the game
    size_t result_from, result_to; // tokens of a result after which the game may still go on
    struct kauri_error error;      // the reason why reading stopped
};

// Reads moves up to the end of a line, or to a result. KAURI_BAD_INPUT for a word that cannot be
// read, with its place in reader->error; the moves before it are in the record. KAURI_RESOURCE.
enum kauri_status kauri_moves_read_line(struct kauri_moves_reader *reader);

// Returns true if all the rest of the line is a result: "1-0", "34:4", "South wins." ... It is read
// into *result unless that is NULL.
bool kauri_rest_is_result(struct kauri_moves_reader *reader, size_t i,
                          struct kauri_written_result *result);

// Reads the result from a token on: the rest of the line and, if it is a sentence of words, further
// lines until one ends with a full stop. KAURI_BAD_INPUT if moves follow on its line.
enum kauri_status kauri_result_read(struct kauri_moves_reader *reader, size_t from);

// Returns true if South has moved last, so that North's move is due.
bool kauri_reply_is_due(const struct kauri_moves_reader *reader);

// Counts the moves of a list in which each has the number 1, as Markdown makes them.
void kauri_moves_count(struct kauri_moves_reader *reader);

#endif
