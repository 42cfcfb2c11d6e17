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
#include "solver/round.h"

#include <stdint.h>

// Prepares for the rounds, from next_value and next_distance on. Collective. Fails only if the
// connection does.
enum kauri_status kauri_retrograde_begin(struct kauri_retrograde *retrograde,
                                         struct kauri_pace *pace, struct kauri_error *error);

// Does the next round: counts the positions that it decides, and puts those of stored blocks into
// the history. Sets `done` after the last one. Collective: all ranks return the same status and the
// same *orders. A failure of one rank is returned when all know of it; until then `own` and the
// message in *error tell of it, so the caller passes the same *error every time. KAURI_INTERRUPTED
// when progress says so; KAURI_RESOURCE for memory or disk; KAURI_CORRUPT if a work file was
// altered; KAURI_INTERNAL for a distance above KAURI_DISTANCE_MAX.
//
// The ranks of a team learn only after a round what is to happen after it. By then they have begun
// the next one, so that they pause or stop after that; after a round that decides nothing they go
// on to the next value, and pause or stop after its first round, or in the phase after the rounds.
// They stop when the progress of one of them says so. A rank that works alone stops at once.
enum kauri_status kauri_retrograde_round(struct kauri_retrograde *retrograde,
                                         struct kauri_pace *pace, struct kauri_round_orders *orders,
                                         struct kauri_error *error);

#endif
