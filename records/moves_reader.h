// Reads the moves of one game and its result (docs/RECORDS.md, "Grammar"). Private to records/.
#ifndef KAURI_RECORDS_MOVES_READER_H
#define KAURI_RECORDS_MOVES_READER_H

#include "common/plain_text.h"
#include "records/record.h"

// The state of reading one game.
struct kauri_moves_reader {
    struct kauri_plain at;       // what is read next
    struct kauri_record *record; // gets moves, result and remarks
    struct kauri_error error;    // why reading stopped
    uint32_t number;             // of the move; 0 before the first
    unsigned numbers;            // that have been read
    bool counted;                // one of them is not 1
    bool prefixed;               // the first line of the moves has a prefix (records/lookahead.h)
    bool joined;                 // a hyphen has just been read
};

// Reads moves until something follows that belongs to no game. KAURI_BAD_INPUT for a word that
// cannot be read, with its place in reader->error; the moves before it are in the record.
// KAURI_RESOURCE.
enum kauri_status kauri_moves_read(struct kauri_moves_reader *reader);

#endif
