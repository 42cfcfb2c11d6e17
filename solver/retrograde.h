// Value-ordered retrograde analysis of one layer.
//
// The simplest way to solve a layer is to evaluate the equations of docs/RULES.md for all positions
// again and again until nothing changes. That takes several hundred passes over all moves. Here
// each move is looked at once, when the position that it leads to is decided:
//
// Every position has a number of open moves: its quiet moves that are not refuted, plus one that
// stands for all its captures. The values v are processed from the greatest |r| down, each in
// rounds:
//
// - First round: a position whose best capture is worth +v is won (r = +v). If the best capture is
//   worth -v, the captures are refuted, and the position is lost (r = -v) if no move is left open.
// - Further rounds: a quiet move to a position that the last round decided as won is refuted, and a
//   position without open moves is lost. A position with a quiet move to one that the last round
//   decided as lost is won.
//
// The number of the round is dtc. Captures worth 0 are never refuted. Positions with moves left
// open at the end are unlimited play, r = 0 (R10).
//
// Tables hold stored blocks only (indexer/stored_blocks.h), so only they have a history. The other
// half takes part in the rounds like them, and is counted.
//
// A block pulls from the lists of its successor blocks. So only one thread writes to it, and its
// new lists come out sorted: the bytes do not depend on the number of threads.
//
// The ranks of a team (solver/team.h) solve a layer together, each of them the blocks of its share
// (solver/share.h). After a round they add up how many positions they have decided, and tell one
// another which (solver/exchange.h). While that is on its way, they begin the next round with the
// blocks that need nothing of it. Blocks are numbered by their slots in the share here.
#ifndef KAURI_SOLVER_RETROGRADE_H
#define KAURI_SOLVER_RETROGRADE_H

#include "common/loop.h"
#include "solver/retrograde_state.h"

#include <stdint.h>

// Runs all rounds from next_value and next_distance on, counts every position that is decided, and
// puts those of stored blocks into the history; nothing if `done` is set. Collective: all ranks
// return the same status. KAURI_INTERRUPTED when progress says so; KAURI_RESOURCE for memory or
// disk; KAURI_CORRUPT if a work file was altered; KAURI_INTERNAL for a distance above
// KAURI_DISTANCE_MAX; any failure of between_rounds.
//
// The ranks of a team stop together when the progress of one of them says so: not in the middle of
// a round, and after the run was stored if it is to be. When they learn of it after a round, they
// have begun the next one, so they finish that first. After a round that decides nothing they go on
// to the next value, and stop after its first round, or in the phase after the rounds.
enum kauri_status kauri_retrograde_run(struct kauri_retrograde *retrograde, struct kauri_pace *pace,
                                       struct kauri_error *error);

// Bytes that planes, lists and history take now.
uint64_t kauri_retrograde_memory(const struct kauri_retrograde *retrograde);

#endif
