// Plays a game record by the rules: computes every position, compares the captures with the written
// ones, and finds a missing move.
//
// A replay is plain data that owns its plies. Different replays may be used by different threads.
#ifndef KAURI_GAMES_RECORDS_REPLAY_H
#define KAURI_GAMES_RECORDS_REPLAY_H

#include "games/records/record.h"
#include "kauri/kauri.h"

// The missing move that repairs the record, if it needs one.
struct kauri_repair {
    bool found;
    size_t at;        // index of the move in `plies`
    unsigned choices; // how many insertions would make the whole record legal; at least 1
};

struct kauri_replay {
    struct kauri_position start;
    struct kauri_position end; // position after the last ply
    size_t count;
    struct kauri_replayed_ply *plies; // owned
    size_t *played;                   // owned: the index in `plies` of each ply of the record
    size_t played_count;              // plies of the record that were played
    bool captures_recorded;           // the record writes captures
    size_t differences;               // number of plies that differ
    struct kauri_repair repair;
    enum kauri_result_check result;
};

// Plays the record. If it breaks the rules, every legal move is tried at every place before the
// break. Among those that make the rest of the record legal, the one that leaves the fewest
// differences from the written captures and result is inserted; among equals, the one at a gap in
// turns or move numbers.
// A break at the last move is not repaired, because no move confirms it.
//
// KAURI_BAD_INPUT if the text of the record could not be read to its end, or if it breaks the rules
// and no missing move repairs it, or several do so equally well: the message says what is wrong,
// the position and the legal moves (or the moves that would repair it), and *replay holds the plies
// before the break. KAURI_RESOURCE if memory runs out. *replay needs no initialisation; the caller
// calls kauri_replay_clear, also after a failure.
enum kauri_status kauri_replay_record(const struct kauri_record *record,
                                      struct kauri_replay *replay, struct kauri_error *error);

// Completes the account of the record that was played, once: the plies of its pieces become indexes
// in `plies`, or KAURI_PIECE_NO_PLY, and the first of its diagrams that is not the position there
// is remarked on.
void kauri_replay_complete(const struct kauri_replay *replay, struct kauri_record *record);

// Returns true if the record can be played, and the position is the one at its end.
bool kauri_replay_ends_with(const struct kauri_record *record,
                            const struct kauri_position *position);

// Frees the plies. Accepts NULL.
void kauri_replay_clear(struct kauri_replay *replay);

#endif
