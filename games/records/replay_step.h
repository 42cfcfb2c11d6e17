// One written move of a record, and its end, by the rules. Private to games/records/.
#ifndef KAURI_GAMES_RECORDS_REPLAY_STEP_H
#define KAURI_GAMES_RECORDS_REPLAY_STEP_H

#include "games/records/record.h"

// The reasons why a written move is illegal.
enum kauri_replay_fault {
    KAURI_FAULT_NONE,
    KAURI_FAULT_TURN,   // it is the turn of the other player, who can move
    KAURI_FAULT_PASS,   // a pass of a player who can move
    KAURI_FAULT_HYPHEN, // a hyphen claims that the other player passes, who can move
    KAURI_FAULT_JOIN,   // a hyphen, but no pass precedes the move
    KAURI_FAULT_OVER,   // the game is over
    KAURI_FAULT_HOLE,   // the board has no such hole
    KAURI_FAULT_COWRIE, // the hole holds no cowrie
};

// Checks a written move. *passes receives whether a pass of the opponent precedes it.
enum kauri_replay_fault kauri_check_step(const struct kauri_position *position,
                                         const struct kauri_ply *ply, bool *passes);

// Plays a written move, with the pass that precedes it, if it is legal. *captured receives its
// captures.
enum kauri_replay_fault kauri_step(struct kauri_position *position, const struct kauri_ply *ply,
                                   struct kauri_capture *captured);

// Returns true if the record writes captures, so that a move without them claims to make none.
bool kauri_records_captures(const struct kauri_record *record);

// Returns true if the captures are not other than those written; `recorded` is the answer of the
// function above.
bool kauri_step_agrees(const struct kauri_ply *ply, bool recorded, struct kauri_capture captures);

// Compares what is written about the result with the end of the game.
enum kauri_result_check kauri_replay_check_result(const struct kauri_written_result *result,
                                                  const struct kauri_position *end);

#endif
