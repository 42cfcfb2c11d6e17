// Checks one written move at a position; for records/replay.c and records/repair.c.
#ifndef KAURI_RECORDS_REPLAY_STEP_H
#define KAURI_RECORDS_REPLAY_STEP_H

#include "records/record.h"

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

#endif
