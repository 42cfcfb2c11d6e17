// The engine: finds good moves where nothing is proven, by alpha-beta search with estimates.
//
// It looks ahead one ply farther each time (principal variation search with a transposition table,
// killer moves and history), follows captures at the end of each line, and estimates there
// (queries/estimate/net.h). Positions in the tables get their table values.
// docs/reference/ENGINE.md describes the method.
//
// An estimate never lies outside the proven bounds, and a move with a proven result is never passed
// over for one whose proven result is worse.
//
// With the same parts, positions and limits on nodes and depth, a new engine always gives the same
// answers. Used by one thread at a time. The public functions of kauri/analysis.h make an engine of
// the usual parts (games/engine/engine_handle.c); those here are for other folders of this source
// tree.
#ifndef KAURI_GAMES_ENGINE_ENGINE_H
#define KAURI_GAMES_ENGINE_ENGINE_H

#include "common/progress.h"
#include "common/status.h"
#include "db/book/book.h"
#include "indexer/layer.h"
#include "kauri/analysis.h"
#include "queries/estimate/net.h"
#include "queries/lookup/bounds.h"
#include "queries/prover/prover.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_engine_parts {
    struct kauri_shape shape;             // shape of the boards that will be searched first
    uint64_t memory;                      // at least 64 KiB, most of it for the transposition table
    const struct kauri_estimate_net *net; // NULL: the fitted one
    struct kauri_tablebase *tables;       // NULL: none; must stay open
    // NULL, or a prover of the same shape for positions with as many seeds as will come up. After
    // each depth it continues until it has had a quarter of the time, or of the nodes if only they
    // or the depth are limited, but never more than an eighth of the limit. Its bounds are used.
    struct kauri_prover *prover;
    // If there is no `prover`: the engine makes one of its own, with a quarter of the memory, or up
    // to half of it if the prover needs that much.
    bool proving;
    // NULL, or a solution book whose entries are taken for proven; must stay open.
    const struct kauri_book *book;
    // Searches without ProbCut: for what is fitted to searches, ProbCut itself included, and for
    // opponents whose strength was measured.
    bool plain;
};

enum kauri_status kauri_engine_make(const struct kauri_engine_parts *parts,
                                    struct kauri_engine **engine, struct kauri_error *error);
// Forgets all positions, as if the engine were new. The prover keeps what it has proven.
void kauri_engine_clear(struct kauri_engine *engine);

// Limits of one search. At least one of seconds, nodes and depth should be set, unless the progress
// stops the search.
struct kauri_engine_limits {
    double seconds;           // limit of elapsed time; 0: none
    uint64_t nodes;           // limit of nodes; 0: none
    unsigned depth;           // limit of depth in plies; 0: none
    unsigned lines;           // how many lines to find; 0 means 1
    enum kauri_ruleset rules; // rules that decide which move is chosen where results are proven
    // Positions before this one in the game, oldest first: a position that is repeated is endless
    // play. May be NULL if the count is 0.
    const struct kauri_position *history;
    size_t history_count;
    const struct kauri_progress *progress; // NULL, or called every few thousand positions
    // NULL, or called whenever a line has been searched to a new depth.
    void (*tell)(void *context, const struct kauri_engine_report *report);
    void *context; // argument of `tell`
};

// Searches a position until a limit is reached, everything about it is proven, or every line of
// play ends before the depth does, so that a deeper search would find the same. Even with the least
// limits there is a line if there is a move. If the position has another shape than the one before,
// the engine is cleared, and no longer uses the prover that it was given. Errors: those of the
// tables, and KAURI_BAD_INPUT if these have another shape.
enum kauri_status kauri_engine_think(struct kauri_engine *engine,
                                     const struct kauri_position *position,
                                     const struct kauri_engine_limits *limits,
                                     struct kauri_engine_report *report, struct kauri_error *error);

#endif
