// Reads the moves of one game and its result (docs/guide/RECORDS.md, "Grammar"). Private to
// games/records/.
#ifndef KAURI_GAMES_RECORDS_MOVES_READER_H
#define KAURI_GAMES_RECORDS_MOVES_READER_H

#include "games/records/continuation.h"

// The state of reading one game.
struct kauri_moves_reader {
    struct kauri_plain at;         // place of the next sign
    struct kauri_game_so_far game; // game whose record gets moves, result and remarks
    struct kauri_error error;      // the reason why reading stopped
    unsigned numbers;              // move numbers read so far
    size_t numbered;               // number of plies before the last number
    bool joined;                   // a hyphen has just been read
};

// Reads moves until something follows that belongs to no game. KAURI_BAD_INPUT for a word that
// cannot be read, with its place in reader->error; the moves before it are in the record.
// KAURI_RESOURCE.
enum kauri_status kauri_moves_read(struct kauri_moves_reader *reader);

#endif
