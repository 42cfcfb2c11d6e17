// One written move on a position: shared by records/replay.c and records/repair.c.
#ifndef KAURI_RECORDS_REPLAY_STEP_H
#define KAURI_RECORDS_REPLAY_STEP_H

#include "records/record.h"

enum kauri_fault {
    KAURI_FAULT_NONE,
    KAURI_FAULT_TURN,   // the other player is to move and can
    KAURI_FAULT_HYPHEN, // the same, and a hyphen says that he passed
    KAURI_FAULT_JOIN,   // a hyphen although no pass comes before
    KAURI_FAULT_OVER,   // the game is over
    KAURI_FAULT_HOLE,   // no such hole on this board
    KAURI_FAULT_COWRIE, // the hole holds no cowrie
};

// True when the player to move has no move while seeds remain (R7).
bool kauri_must_pass(const struct kauri_position *position);

// What speaks against the written move. *passes says whether the opponent's pass comes before it.
enum kauri_fault kauri_step_check(const struct kauri_position *position,
                                  const struct kauri_ply *ply, bool *passes);

// True when the captures are those written; nothing written means none.
bool kauri_step_agrees(const struct kauri_ply *ply, struct kauri_capture captures);

// Compares the score at the end with the result sentence: false only when there is one and it
// differs.
bool kauri_step_result_agrees(const struct kauri_written_result *result, const uint8_t score[2]);

#endif
