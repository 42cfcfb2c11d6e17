// Reads the moves of a game from the items of its lines, and its result (docs/guide/RECORDS.md,
// "Grammar"). Private to games/records/.
#ifndef KAURI_GAMES_RECORDS_MOVES_READER_H
#define KAURI_GAMES_RECORDS_MOVES_READER_H

#include "games/records/moves_line.h"

// The state of reading one game.
struct kauri_moves_reader {
    struct kauri_text *text;
    struct kauri_record *record; // gets moves, result and remarks
    struct kauri_player_words players;
    size_t at;                     // next token
    bool chat;                     // speakers precede its moves
    uint32_t number;               // number of the last move as written; 0 before the first
    size_t numbered;               // number of plies before the last number
    size_t number_at;              // token of the last number
    bool counted;                  // some number was not 1
    bool list;                     // several turns have the number 1, as Markdown numbers them
    bool dashed;                   // what follows decides what the last dash is
    size_t dash;                   // that dash
    bool joined;                   // it was a hyphen
    bool ended;                    // the result ends the game
    size_t result_from, result_to; // tokens of a result after which the game may still go on
    struct kauri_error error;      // the reason why reading stopped
};

// What stands between a line and the moves before it.
enum kauri_gap { KAURI_GAP_NONE, KAURI_GAP_EMPTY, KAURI_GAP_WORDS };

// Returns true if the game goes on with the line.
bool kauri_moves_go_on(const struct kauri_moves_reader *reader, const struct kauri_line *line,
                       enum kauri_gap gap);

// Reads a line of moves, up to its end or a result. KAURI_BAD_INPUT for a word that cannot be read,
// with its place in reader->error; the moves before it are in the record. KAURI_RESOURCE.
enum kauri_status kauri_moves_read_line(struct kauri_moves_reader *reader);

// Reads the result from a token on: the rest of the line and, if it is a sentence of words, further
// lines until one ends with a full stop. KAURI_BAD_INPUT if moves follow on its line.
enum kauri_status kauri_result_read(struct kauri_moves_reader *reader, size_t from);

// Ends the game: a last dash is a pass. KAURI_BAD_INPUT if no move follows the last number.
// KAURI_RESOURCE.
enum kauri_status kauri_moves_end(struct kauri_moves_reader *reader);

#endif
