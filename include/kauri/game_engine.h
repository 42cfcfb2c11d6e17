// SPDX-License-Identifier: MIT
//
// game_engine.h - an engine that looks for good moves where nothing is proven.
//
// A part of the public interface of libkauri, since 1.1, which analysis.h includes. Everything that
// the first comment of kauri.h says about versions, results, threads, memory and units also applies
// here.
#ifndef KAURI_GAME_ENGINE_H
#define KAURI_GAME_ENGINE_H

#include <kauri/analysis.h>

#ifdef __cplusplus
extern "C" {
#endif

// Finds good moves where nothing is proven, by looking ahead with estimates
// (docs/reference/ENGINE.md). An engine remembers what it has searched.
struct kauri_engine;

enum {
    KAURI_ENGINE_LINE_MAX = 64,   // plies of a line
    KAURI_ENGINE_DEPTH_MAX = 100, // plies that can be searched in full
    KAURI_STRENGTH_LEAST = 1,     // equals a player who moves at random
    KAURI_STRENGTH_MOST = 11,     // full strength
};

// The name of the opponent with a strength: "Egg" (1), "Chick", "Snail", "Gecko", "Kiwi",
// "Penguin", "Fantail", "Weka", "Tui", "Kea", "Kauri" (11). NULL for any other number. Static;
// thread-safe.
KAURI_API const char *kauri_opponent_name(unsigned strength);

// Zero in any other member means the default.
struct kauri_engine_options {
    size_t struct_bytes;            // sizeof(struct kauri_engine_options)
    struct kauri_tablebase *tables; // NULL: none; must stay open until kauri_engine_free
    uint64_t memory_bytes; // memory in addition to that of the tables, at least 64 KiB; default 256
                           // MiB. A quarter is for proofs, or up to half of it if they need that;
                           // they do without below 64 MiB or so.
    // Since 1.2: a solution book whose moves are played; NULL: none. Must stay open until
    // kauri_engine_free.
    const struct kauri_book *book;
};

// Makes an engine. `options` may be NULL. KAURI_USAGE for options out of range, KAURI_RESOURCE.
// *engine is NULL on failure.
KAURI_API enum kauri_status kauri_engine_new(const struct kauri_engine_options *options,
                                             struct kauri_engine **engine,
                                             struct kauri_error *error);

// Accepts NULL.
KAURI_API void kauri_engine_free(struct kauri_engine *engine);

// A line of play.
struct kauri_engine_line {
    int hole; // the first move, or KAURI_MOVE_PASS
    struct kauri_capture captured;
    struct kauri_bounds r; // proven bounds for the player to move, captures of the move included
    int estimate;          // estimate of r in units of KAURI_ESTIMATE_UNIT, within the bounds
    unsigned depth;        // plies searched; 0: r is exact, or there was no time to search
    unsigned count;        // plies of the line, at least 1
    int8_t holes[KAURI_ENGINE_LINE_MAX];
};

struct kauri_engine_report {
    struct kauri_position position;
    struct kauri_bounds r; // proven bounds for the player to move
    unsigned depth;        // depth to which the first line was searched
    uint64_t nodes;        // positions visited
    double seconds;
    bool stopped;                                    // `stop` ended the search
    unsigned line_count;                             // 0: there is no move
    struct kauri_engine_line lines[KAURI_HOLES_MAX]; // best first
    unsigned place;                                  // index of the line that was searched last
};

// Zero in any other member means no limit, no callback, or the default.
struct kauri_engine_request {
    size_t struct_bytes;      // sizeof(struct kauri_engine_request)
    double seconds;           // limit of elapsed time
    uint64_t nodes;           // positions to visit
    unsigned depth;           // plies to search in full, at most KAURI_ENGINE_DEPTH_MAX
    unsigned lines;           // number of lines to find, at most KAURI_HOLES_MAX; default 1
    enum kauri_ruleset rules; // rules that decide which move is chosen if results are proven
    // Positions before this one in the game, oldest first, because repeating one is endless play.
    const struct kauri_position *history;
    size_t history_count;
    // `progress` is called whenever a line has been searched to a new depth; `stop` about ten times
    // a second, and ends the search like a limit.
    void (*progress)(void *context, const struct kauri_engine_report *so_far);
    bool (*stop)(void *context);
    void *context;
    unsigned strength; // strength for kauri_engine_choose, KAURI_STRENGTH_LEAST..MOST; default MOST
    uint64_t seed;     // seed of random choices at lower strengths
};

// Looks for the best moves until a limit is reached or everything about the position is proven. If
// there is a legal move, there is a line, however tight the limits. A position on a board of
// another shape clears the engine's memory. With limits only on nodes or depth, a new engine always
// gives the same answer. Takes up to 2 MiB of the calling thread's stack. Errors: KAURI_USAGE for a
// request out of range, or without a limit and `stop`; otherwise those of kauri_search_run.
KAURI_API enum kauri_status kauri_engine_analyse(struct kauri_engine *engine,
                                                 const struct kauri_position *position,
                                                 const struct kauri_engine_request *request,
                                                 struct kauri_engine_report *report,
                                                 struct kauri_error *error);

// Chooses a move, or KAURI_MOVE_PASS if the player must pass. Below full strength, the request's
// limits, the tables and the engine's memory are ignored: the same position and seed give the same
// move. Errors: those of kauri_engine_analyse; KAURI_BAD_INPUT if the game is over.
KAURI_API enum kauri_status kauri_engine_choose(struct kauri_engine *engine,
                                                const struct kauri_position *position,
                                                const struct kauri_engine_request *request,
                                                int *hole, struct kauri_error *error);

#ifdef __cplusplus
}
#endif

#endif
