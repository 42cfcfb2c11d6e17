// One written move on a position: shared by records/replay.c and records/repair.c.
#ifndef KAURI_RECORDS_REPLAY_STEP_H
#define KAURI_RECORDS_REPLAY_STEP_H

#include "records/record.h"

// Why a written move is illegal.
enum kauri_fault {
    KAURI_FAULT_NONE,
    KAURI_FAULT_TURN,   // it is the other player's turn, who can move
    KAURI_FAULT_HYPHEN, // the same, although a hyphen says that the other player passes
    KAURI_FAULT_JOIN,   // a hyphen, but no pass comes before the move
    KAURI_FAULT_OVER,   // the game is over
    KAURI_FAULT_HOLE,   // the board has no such hole
    KAURI_FAULT_COWRIE, // the hole holds no cowrie
};

// True if the player to move has no move while seeds remain (R7).
bool kauri_must_pass(const struct kauri_position *position);

// Checks the written move; *passes receives whether the opponent's pass comes before it.
enum kauri_fault kauri_step_check(const struct kauri_position *position,
                                  const struct kauri_ply *ply, bool *passes);

// True if the move captured what is written; no captures written means none were made.
bool kauri_step_agrees(const struct kauri_ply *ply, struct kauri_capture captures);

// False if the result sentence gives a score that is not the score at the end.
bool kauri_step_result_agrees(const struct kauri_written_result *result, const uint8_t score[2]);

#endif
