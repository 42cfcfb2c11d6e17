// Plays a game record by the rules: computes every position, compares the captures with the written
// ones, and finds a missing move.
//
// A replay is plain data that owns its plies. Different replays may be used by different threads.
#ifndef KAURI_RECORDS_REPLAY_H
#define KAURI_RECORDS_REPLAY_H

#include "records/record.h"

// Checks one written move at a position; for records/replay.c and records/replay.c.

// Why a written move is illegal.
enum kauri_fault {
    KAURI_FAULT_NONE,
    KAURI_FAULT_TURN,   // it is the turn of the other player, who can move
    KAURI_FAULT_HYPHEN, // the same, but a hyphen claims that the other player passes
    KAURI_FAULT_JOIN,   // a hyphen, but no pass precedes the move
    KAURI_FAULT_OVER,   // the game is over
    KAURI_FAULT_HOLE,   // the board has no such hole
    KAURI_FAULT_COWRIE, // the hole holds no cowrie
};

// True if the player to move has no move while seeds remain (R7).
bool kauri_must_pass(const struct kauri_position *position);

// Checks the written move. *passes receives whether a pass of the opponent precedes it.
enum kauri_fault kauri_step_check(const struct kauri_position *position,
                                  const struct kauri_ply *ply, bool *passes);

// True if the captures are those written; a move without written captures claims that it makes
// none.
bool kauri_step_agrees(const struct kauri_ply *ply, struct kauri_capture captures);

// False if the result sentence gives a score that is not the score at the end.
bool kauri_step_result_agrees(const struct kauri_written_result *result, const uint8_t score[2]);

// Searches for the move that is missing in a record.

enum {
    KAURI_REPAIR_LISTED_MAX = 8,
    KAURI_REPAIR_PLIES_MAX = 2000, // longer records are not searched
};

// A move that makes the record legal when it is inserted before ply number `place`.
struct kauri_repair_choice {
    size_t place;
    struct kauri_ply ply; // with its number; `joined` if the opponent passes before it
};

// The result of a search. Among the choices that make the record legal, the best are those that
// agree best with what is written (records/replay.h); there may be several.
struct kauri_repair_choices {
    bool searched;                                            // false: the record is too long
    unsigned legal;                                           // number of legal choices
    unsigned fitting;                                         // number of the best choices
    struct kauri_repair_choice best[KAURI_REPAIR_LISTED_MAX]; // the first of them
};

// Tries every legal move at every place up to `broken`, the ply that cannot be played. before[i],
// for i = 0..broken, is the position before ply i, or before the pass that precedes it if there is
// one. The time is proportional to broken times the number of plies. Thread-safe, no allocation.
void kauri_repair_search(const struct kauri_record *record, const struct kauri_position *before,
                         size_t broken, struct kauri_repair_choices *choices);

// One ply as played. Passes are plies too.
struct kauri_replay_ply {
    struct kauri_ply ply;         // as written; filled in for a pass or an inserted move
    struct kauri_position before; // the player to move is ply.side
    struct kauri_position after;
    struct kauri_capture captures; // by the rules
    bool pass;                     // ply.hole is KAURI_MOVE_PASS
    bool inserted;                 // missing in the record, found by the repair
    bool differs;                  // the written captures, none if nothing is written, are not
                                   // those of the rules; false for passes and inserted moves
};

enum kauri_result_check {
    KAURI_RESULT_NOT_WRITTEN, // no sentence, or none with a score
    KAURI_RESULT_AGREES,      // with the score at the end of the record
    KAURI_RESULT_DIFFERS,
};

// The missing move that repairs the record, if it needs one.
struct kauri_repair {
    bool found;
    size_t at;        // its index in `plies`
    unsigned choices; // how many insertions would make the whole record legal; at least 1
};

struct kauri_replay {
    struct kauri_position start;
    struct kauri_position end; // after the last ply
    size_t count;
    struct kauri_replay_ply *plies; // owned
    size_t differences;             // plies that differ
    struct kauri_repair repair;
    enum kauri_result_check result;
};

// Plays the record. If it breaks the rules, every legal move is tried at every place before the
// break. Among those that make the rest of the record legal, the one that leaves the fewest
// differences from the written captures and result is inserted; among equals, the one at a gap in
// turns or move numbers.
//
// KAURI_BAD_INPUT if the text of the record could not be read to its end, or if it breaks the rules
// and no missing move repairs it, or several do so equally well: the message says what is wrong,
// the position and the legal moves (or the moves that would repair it), and *replay holds the plies
// before the break. KAURI_RESOURCE if memory runs out. *replay needs no initialisation; the caller
// calls kauri_replay_clear, also after a failure.
enum kauri_status kauri_replay_record(const struct kauri_record *record,
                                      struct kauri_replay *replay, struct kauri_error *error);

// Frees the plies. Accepts NULL.
void kauri_replay_clear(struct kauri_replay *replay);

#endif
