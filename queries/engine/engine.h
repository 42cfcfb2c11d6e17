// The engine: finds good moves where nothing is proven, by alpha-beta search with estimates.
//
// It looks ahead one ply farther each time (principal variation search with a table of positions,
// killer moves and history), follows captures at the end of each line, and estimates there
// (queries/estimate/net.h). Tables answer the positions that they hold. docs/ENGINE.md
// describes the method and how strong it is.
//
// An estimate never lies outside the proven bounds, and a move with a proven result is never passed
// over for one whose proven result is worse.
//
// With the same options, positions and limits on nodes and depth, a new engine always gives the
// same answers. Used by one thread at a time. Implemented in engine.c and strength.c.
#ifndef KAURI_QUERIES_ENGINE_ENGINE_H
#define KAURI_QUERIES_ENGINE_ENGINE_H

#include "common/progress.h"
#include "common/status.h"
#include "indexer/layer.h"
#include "kauri/kauri.h"
#include "queries/estimate/net.h"
#include "queries/lookup/bounds.h"
#include "queries/prover/prover.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    KAURI_ENGINE_DEPTH_MAX = 100, // plies that can be searched in full
    KAURI_ENGINE_LINE_MAX = 64,   // plies of a line
};

struct kauri_engine;

struct kauri_engine_options {
    struct kauri_shape shape;
    uint64_t memory;                      // bytes of the table of positions; 64 KiB or more
    const struct kauri_estimate_net *net; // NULL: the fitted one
    struct kauri_tablebase *tables;       // NULL: none; must stay open
    // NULL, or a prover of the same shape for positions with as many seeds as will come up. After
    // each depth it goes on until it has had a quarter of the time, or of the nodes if only they or
    // the depth are limited, but never more than an eighth of the limit. Its bounds are used.
    struct kauri_prover *prover;
    // The results of openings (queries/search/openings.h) are not used: a fit of the estimate must
    // not depend on what was proven last.
    bool no_openings;
};

enum kauri_status kauri_engine_new(const struct kauri_engine_options *options,
                                   struct kauri_engine **engine, struct kauri_error *error);
// Accepts NULL.
void kauri_engine_free(struct kauri_engine *engine);
// Forgets all positions, as if the engine were new. The prover keeps what it has proven.
void kauri_engine_clear(struct kauri_engine *engine);

// One line of play from the position.
struct kauri_engine_line {
    int hole; // the first move, KAURI_MOVE_PASS for a pass
    struct kauri_capture captured;
    struct kauri_bounds r; // proven, for the player to move, captures of the move included
    int estimate;          // of r in units of KAURI_ESTIMATE_UNIT, within the bounds
    unsigned depth;        // plies searched; 0: r is exact, or there was no time to search
    unsigned count;        // plies of the line, at least 1
    int8_t holes[KAURI_ENGINE_LINE_MAX];
};

// What the engine found out.
struct kauri_engine_report {
    struct kauri_position position;
    struct kauri_bounds r; // proven, for the player to move
    unsigned depth;        // of the first line
    uint64_t nodes;        // positions visited, by the prover, too
    double seconds;
    bool stopped;                                    // by the progress
    unsigned line_count;                             // 0: there is no move
    struct kauri_engine_line lines[KAURI_HOLES_MAX]; // best first
    unsigned place;                                  // of the line that has just been searched
};

// Limits of one search. At least one of seconds, nodes and depth should be set, unless the progress
// stops the search.
struct kauri_engine_limits {
    double seconds;           // of elapsed time; 0: no limit
    uint64_t nodes;           // 0: no limit
    unsigned depth;           // plies; 0: no limit
    unsigned lines;           // how many lines to find; 0 means 1
    enum kauri_ruleset rules; // that decide which move is taken where results are proven
    // Positions before this one in the game, oldest first: a position that is repeated is endless
    // play. May be NULL if the count is 0.
    const struct kauri_position *history;
    size_t history_count;
    const struct kauri_progress *progress; // NULL, or asked every some thousand positions
    // NULL, or called whenever a line has been searched to a new depth.
    void (*tell)(void *context, const struct kauri_engine_report *report);
    void *context; // for `tell`
};

// Searches a position, which must have the engine's shape, until a limit is reached or everything
// about it is proven. Even with the least limits there is a line if there is a move. Errors: those
// of the tables, and KAURI_BAD_INPUT for another shape.
enum kauri_status kauri_engine_think(struct kauri_engine *engine,
                                     const struct kauri_position *position,
                                     const struct kauri_engine_limits *limits,
                                     struct kauri_engine_report *report, struct kauri_error *error);

// Moves of a weaker player: few positions searched, and estimates that are off by chance.

enum {
    KAURI_STRENGTH_LEAST = 1, // a beginner can beat it
    KAURI_STRENGTH_MOST = 5,  // the engine without restraint
};

// Chooses a move of a position that has one, at a strength below KAURI_STRENGTH_MOST. The engine
// should have neither tables nor a prover. `seed` decides what chance does: the same seed and
// position give the same move after kauri_engine_clear. Errors: those of kauri_engine_think.
enum kauri_status kauri_strength_choose(struct kauri_engine *engine,
                                        const struct kauri_position *position, unsigned strength,
                                        uint64_t seed, const struct kauri_progress *progress,
                                        int *hole, struct kauri_error *error);

#endif
