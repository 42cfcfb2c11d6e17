// The parts of an engine, and its alpha-beta search. Implemented in engine.c and engine_search.c.
#ifndef KAURI_QUERIES_ENGINE_ENGINE_STATE_H
#define KAURI_QUERIES_ENGINE_ENGINE_STATE_H

#include "queries/engine/engine.h"
#include "queries/engine/position_table.h"

enum {
    KAURI_ENGINE_PLIES = 160, // on one path, captures and forced moves included
    KAURI_ENGINE_INFINITE = 4000,
};

// The state of one ply of the path.
struct kauri_engine_ply {
    struct kauri_packed board;
    unsigned quiet;     // plies since the last capture, or since the start of the path
    int8_t killers[2];  // quiet moves that refuted others here
    uint8_t line_count; // of the principal line from here
    int8_t line[KAURI_ENGINE_LINE_MAX];
};

struct kauri_engine {
    struct kauri_shape shape;
    const struct kauri_estimate_net *net;
    struct kauri_tablebase *tables;
    struct kauri_prover *prover;
    struct kauri_prover *own_prover; // to be freed with the engine; otherwise NULL
    uint64_t prover_memory;          // of that; 0: it has none
    bool no_openings;
    bool covered[KAURI_SEEDS_MAX + 1]; // by tables, by seeds
    struct kauri_sowing sowing;
    struct kauri_position_table table;
    uint32_t history[KAURI_HOLES_MAX][KAURI_SEEDS_MAX + 1]; // moves that were good elsewhere
    // The current search.
    const struct kauri_engine_limits *limits;
    unsigned root_seeds;
    unsigned depth_limit; // of lines with forced moves
    double started;
    uint64_t nodes;        // the prover's, too
    uint64_t prover_nodes; // of these
    double prover_seconds; // of the time
    int patience;          // positions until the clock is looked at
    bool over;             // a limit has been reached
    bool stopped;          // by the progress
    bool estimated;        // some position that matters was estimated, so more depth may help
    enum kauri_status status;
    struct kauri_error error;
    struct kauri_packed *earlier; // boards of the game since its last capture, newest first
    size_t earlier_count;
    struct kauri_engine_ply plies[KAURI_ENGINE_PLIES + 1];
};

// The moves of the position that is searched, in the order in which the engine prefers them.

// Proven results decide first; worst first.
enum kauri_root_rank {
    KAURI_ROOT_WORSE, // certainly worse than some other move, or lost
    KAURI_ROOT_RISKY, // at best as good as the result that some other move is sure of
    KAURI_ROOT_OPEN,
    KAURI_ROOT_WON,
};

struct kauri_root_move {
    struct kauri_packed board; // after the move
    unsigned seeds;            // on it
    bool quiet;                // nothing was captured
    int gain;                  // in units of the estimate
    enum kauri_root_rank rank;
    bool dtc_known; // from tables
    uint32_t dtc;   // plies to the next capture, if the move is played
    struct kauri_engine_line line;
};

struct kauri_root_moves {
    struct kauri_bounds r; // of the position
    unsigned count;
    struct kauri_root_move moves[KAURI_HOLES_MAX];
};

// Ranks all moves by their proven results under the rules, clamps their estimates to the bounds,
// and sorts them by rank; those of one rank keep their order.
void kauri_root_moves_rank(struct kauri_root_moves *root, const struct kauri_position *position,
                           enum kauri_ruleset rules);

// Looks at the limit on nodes, and now and then at the clock and the progress.
void kauri_engine_poll(struct kauri_engine *engine);

// The estimate of the position of the ply for its player to move, in units, searched `depth` plies
// deep. A value <= alpha is an upper bound, one >= beta a lower bound. 0 if the search is over.
int kauri_engine_search(struct kauri_engine *engine, unsigned ply, unsigned seeds, int depth,
                        int alpha, int beta);

// kauri_engine_think at a strength that is a weaker opponent's. Implemented in opponents.c.
enum kauri_status kauri_opponent_think(const struct kauri_position *position,
                                       const struct kauri_engine_limits *limits,
                                       struct kauri_engine_report *report,
                                       struct kauri_error *error);

#endif
