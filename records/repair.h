// Checks written moves, and searches for the move that is missing in a record.
#ifndef KAURI_RECORDS_REPAIR_H
#define KAURI_RECORDS_REPAIR_H

#include "records/record.h"

// --------------------------------------------------------------------------------------- one move

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

// ----------------------------------------------------------------------------------------- repair

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

#endif
