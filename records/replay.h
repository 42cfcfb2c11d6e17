// Playing a game record: every position, where the written captures are wrong, and a missing move.
//
// A replay is plain data; building one is thread-safe for different replays.
#ifndef KAURI_RECORDS_REPLAY_H
#define KAURI_RECORDS_REPLAY_H

#include "records/record.h"

// One ply as it was played. Passes are plies too.
struct kauri_replay_ply {
    struct kauri_ply ply;         // as written; made up for a pass or an inserted move
    struct kauri_position before; // the player to move is ply.side
    struct kauri_position after;
    struct kauri_capture captures; // what the move really captured
    bool pass;                     // ply.hole is KAURI_MOVE_PASS
    bool inserted;                 // missing in the record, found by the repair
    bool differs;                  // written and real captures are not the same; nothing written
                                   // counts as no capture. False for passes and inserted moves.
};

enum kauri_result_check {
    KAURI_RESULT_NOT_WRITTEN, // no sentence, or none with a score
    KAURI_RESULT_AGREES,      // with the score at the end of the record
    KAURI_RESULT_DIFFERS,
};

// The missing move that repairs a record.
struct kauri_repair {
    bool found;
    size_t at;        // its place in `plies`
    unsigned choices; // moves, anywhere, that make the whole record legal; at least 1
};

struct kauri_replay {
    struct kauri_position start;
    struct kauri_position end; // after the last ply
    size_t count;
    struct kauri_replay_ply *plies; // owned by the replay
    size_t differences;             // plies that differ
    struct kauri_repair repair;
    enum kauri_result_check result;
};

// Plays the record. When it breaks the rules, one missing move is looked for: all places before the
// break, all legal moves there. Of those that make everything after them legal, the one is taken
// that differs least from the written captures and result, at equality the one where move numbers
// or turns show a gap.
//
// KAURI_BAD_INPUT when the text of the record could not be read to its end, or when no missing move
// repairs it, or several do equally well: the message gives what is wrong, the position and the
// legal moves (or the moves that would repair it); *replay then holds the plies before the break.
// KAURI_RESOURCE without memory. The caller frees *replay with kauri_replay_clear in every case.
enum kauri_status kauri_replay_record(const struct kauri_record *record,
                                      struct kauri_replay *replay, struct kauri_error *error);

// Frees what the replay owns; accepts NULL.
void kauri_replay_clear(struct kauri_replay *replay);

#endif
